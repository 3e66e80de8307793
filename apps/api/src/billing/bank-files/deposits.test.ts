import { add } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { billingInvariants } from '../invariants.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';
import { makeBankWorld, statement } from './bank-file-fixtures.ts';

let api: TestApi;
let billing: BillingFixture;
let bank: ReturnType<typeof makeBankWorld>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  bank = makeBankWorld(api, billing);
});
afterAll(async () => {
  await proves();
  await api.close();
});

const proves = async (): Promise<void> => {
  expect(await contradictions(api)).toEqual([]);
  for (const { name, offending } of billingInvariants.filter((one) => /bank|ledger|applic/.test(one.name)))
    expect(await api.database.query(offending), name).toEqual([]);
};

let deposits = 0;
/** A movement of a file of its own. */
const deposit = async (amount: string): Promise<AnyRecord> => {
  deposits += 1;
  const id = await bank.matched(
    statement(`10/03/2026;9900${deposits};Deposito de cheques ${deposits};;${amount};1.00`),
  );
  const [movement] = await bank.movements(id);
  if (!movement) throw new Error('a statement with a row has a movement');
  return movement;
};

const receipt = async (amount: string, reference: string): Promise<AnyRecord> =>
  billing.pay(amount, { method: 'cheque', reference, received_on: '2026-03-09' });

const refusedFor = async (movement: AnyRecord, parts: readonly object[]): Promise<string> => {
  const answer = await bank.run(movement, 'several', { parts });
  expect(answer.statusCode, answer.body).toBe(422);
  return answer.json().errors.parts[0];
};

/** Invoices of two payers: two of the client and one of the agency. */
const invoicesOf = async () => {
  const [first, second] = [
    await billing.issued({}, [{ unit_price: '100' }]),
    await billing.issued({}, [{ unit_price: '200' }]),
  ];
  const other = await billing.issued({ agency_id: billing.agencyId, bill_to: 'agency' }, [
    { unit_price: '300' },
  ]);
  return { first, second, other };
};

test('a deposit is payments of several payers: those that are there, and one for each new cheque', async () => {
  const known = await receipt('50.00', 'CK-1');
  const { first, second, other } = await invoicesOf();
  const amount = [String(first.total), '20.00', String(other.balance), '50.00'].reduce(add);
  const movement = await deposit(amount);
  expect(await refusedFor(movement, [{ receipt: known.receipt_no }])).toContain('un solo cobro');
  expect(await refusedFor(movement, [{ receipt: 'NADIE' }, { receipt: known.receipt_no }])).toContain(
    'NADIE',
  );
  expect(
    await refusedFor(movement, [{ receipt: known.receipt_no }, { invoice: first.internal_no, amount: '1' }]),
  ).toMatch(/^Suman RD\$51\.00, y el banco recibió/);
  const parts = [
    { receipt: known.receipt_no },
    { invoice: first.internal_no, amount: first.total, reference: 'CK-2' },
    { invoice: second.internal_no, amount: '20.00', reference: 'ck-2' },
    { invoice: other.fiscal_number, amount: other.balance, reference: 'CK-3' },
  ];
  const answers = await Promise.all([1, 2].map(() => bank.run(movement, 'several', { parts })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).not.toEqual([200, 200]);
  const done = answers.find(({ statusCode }) => statusCode === 200)?.json().data;
  expect(done).toMatchObject({ status: 'settled', outcome: 'several', payment_id: null });
  const ids = (done.payment_ids as { id: string }[]).map(({ id }) => id);
  const made = await api.database.query(sql`
    SELECT amount::text, unapplied::text, method, reference, status, agency_id IS NOT NULL AS by_agency FROM payments
    WHERE id = ANY(${ids}::uuid[]) ORDER BY reference`);
  expect(made).toEqual([
    {
      amount: '50.00',
      unapplied: '50.00',
      method: 'cheque',
      reference: 'CK-1',
      status: 'reconciled',
      by_agency: false,
    },
    {
      amount: add(String(first.total), '20.00'),
      unapplied: '0.00',
      method: 'cheque',
      reference: 'CK-2',
      status: 'reconciled',
      by_agency: false,
    },
    {
      amount: other.balance,
      unapplied: '0.00',
      method: 'cheque',
      reference: 'CK-3',
      status: 'reconciled',
      by_agency: true,
    },
  ]);
  await proves();

  // A payment of a deposit is no other movement.
  const again = await deposit('50.00');
  const linked = await bank.run(again, 'link', { chosen_payment: known.id });
  expect(linked.statusCode).toBe(422);

  const released = await bank.run(done, 'release');
  expect(released.statusCode, released.body).toBe(200);
  expect(released.json().data).toMatchObject({ status: 'pending', outcome: null, payment_ids: [] });
  expect(await billing.read('payments', known.id)).toMatchObject({ status: 'registered' });
  expect(await billing.read('invoices', other.id)).toMatchObject({ balance: other.balance });
  await proves();
});

test('taking back one of its payments leaves the deposit to be decided', async () => {
  const [one, two] = [await receipt('30.00', 'CK-10'), await receipt('40.00', 'CK-11')];
  const movement = await deposit('70.00');
  const parts = [{ receipt: one.receipt_no }, { receipt: two.receipt_no }];
  const done = await bank.run(movement, 'several', { parts });
  expect(done.statusCode, done.body).toBe(200);
  const undone = await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE payments SET status = 'registered' WHERE id = ${one.id}::uuid RETURNING id`),
  );
  expect(undone).toHaveLength(1);
  const left = await billing.read('bank-movements', movement.id);
  expect(left).toMatchObject({ status: 'pending', problem: 'Uno de sus cobros ya no está conciliado.' });
  await proves();
  const again = await bank.run(left, 'several', { parts });
  expect(again.statusCode, again.body).toBe(200);
});

test('two deposits at once do not share a payment, and the database refuses another amount', async () => {
  const [shared, one, two] = [
    await receipt('15.00', 'CK-20'),
    await receipt('16.00', 'CK-21'),
    await receipt('16.00', 'CK-22'),
  ];
  const movements = [await deposit('31.00'), await deposit('31.00')];
  const answers = await Promise.all(
    movements.map((movement, place) =>
      bank.run(movement, 'several', {
        parts: [{ receipt: shared.receipt_no }, { receipt: (place === 0 ? one : two).receipt_no }],
      }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  const [open] = (await Promise.all(movements.map(({ id }) => billing.read('bank-movements', id)))).filter(
    ({ status }) => status === 'pending',
  );
  const free = await receipt('9.00', 'CK-23');
  await expect(
    api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`UPDATE payments SET status = 'reconciled' WHERE id = ${free.id}::uuid`);
      await tx.query(sql`
        INSERT INTO bank_movement_payments (bank_movement_id, payment_id) VALUES (${open?.id}::uuid, ${free.id}::uuid)`);
      await tx.query(sql`
        UPDATE bank_movements SET status = 'settled', outcome = 'several' WHERE id = ${open?.id}::uuid`);
    }),
  ).rejects.toThrow(/another amount/);
  await proves();
});
