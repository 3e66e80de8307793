import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariants } from '../../invariants.ts';
import { systemChange } from '../../platform/database/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
/** Another user, who may approve what the fixture's user prepares. */
let other: Record<string, string>;

const today = companyToday();
const reason = { reason: 'Así lo acordó con la agencia' };

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  other = await signInAs(api, 'finance');
  await api.database.query(sql`UPDATE agencies SET commission_mode = 'later_settlement'`);
});
afterAll(() => api.close());

/** A collected invoice of the agency; its commission is due. */
const collected = async (price = '1000'): Promise<AnyRecord> => {
  const invoice = await fixture.issued({ agency_id: fixture.agencyId }, [{ unit_price: price }]);
  const payment = await fixture.pay(String(invoice.total));
  const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: String(invoice.internal_no) }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
  return invoice;
};

const prepare = (input: object = {}) =>
  fixture.call('POST', '/api/commission-settlements/prepare', {
    company_id: fixture.companyId,
    agency_id: fixture.agencyId,
    currency_code: 'DOP',
    ...input,
  });

const prepared = async (): Promise<AnyRecord> => {
  const made = await prepare();
  expect(made.statusCode, made.body).toBe(201);
  return made.json().data;
};

const run = async (
  settlement: AnyRecord,
  command: string,
  input: object = {},
  headers: Record<string, string> = fixture.headers,
) => {
  const { row_version } = await fixture.read('commission-settlements', String(settlement.id));
  return api.inject({
    method: 'POST',
    url: `/api/commission-settlements/${settlement.id}/${command}`,
    headers: { ...headers, 'if-match': `"${row_version}"` },
    payload: input,
  });
};

const commissionOf = async (invoice: AnyRecord): Promise<AnyRecord> => {
  const { json } = await fixture.call(
    'GET',
    `/api/agency-commissions?fields=*&f.invoice_id=${invoice.id}&f.kind=accrued`,
  );
  return json().data[0];
};

/** What is owed to the agency by the ledger. */
const payable = async (): Promise<string> => {
  const row = await api.database.one<{ owed: string }>(sql`
    SELECT coalesce(sum(l.credit - l.debit), 0)::text AS owed FROM journal_lines l
      JOIN posting_accounts p ON p.gl_account_id = l.gl_account_id AND p.role = 'commission_payable'
    WHERE l.agency_id = ${fixture.agencyId}::uuid`);
  return row?.owed ?? '';
};

/** No proof of commissions and the ledger finds anything. */
const proves = async (): Promise<void> => {
  for (const one of invariants.filter(({ name }) => /commission|ledger/.test(name)))
    expect(await api.database.query(one.offending), one.name).toEqual([]);
  expect(await contradictions(api)).toEqual([]);
};

test('a settlement goes from what is due to its payment, by two users', async () => {
  const invoice = await collected('1000');
  const left = await collected('500');
  const before = await payable();
  const preview = await fixture.call('POST', '/api/commission-settlements/prepare/preview', {
    company_id: fixture.companyId,
    agency_id: fixture.agencyId,
    currency_code: 'DOP',
  });
  expect(preview.json().data).toMatchObject({ lines: [{}, {}] });
  const settlement = await prepared();
  expect(settlement).toMatchObject({ status: 'draft', number: expect.stringMatching(/^LC-\d{4}-00001$/) });
  expect(linesIn(settlement, 'lines')).toHaveLength(2);
  expect(await commissionOf(invoice)).toMatchObject({
    status: 'settling',
    settlement_id: { id: settlement.id },
  });

  const removed = await run(settlement, 'leave_out', { invoice: left.internal_no });
  expect(removed.statusCode, removed.body).toBe(200);
  expect(await commissionOf(left)).toMatchObject({ status: 'due', settled_amount: '0.00' });

  expect((await run(settlement, 'approve')).body).toContain('la aprueba otra persona');
  const approved = await run(settlement, 'approve', {}, other);
  expect(approved.statusCode, approved.body).toBe(200);
  expect((await run(settlement, 'leave_out', { invoice: invoice.internal_no })).statusCode).toBe(409);

  const invoiced = await run(settlement, 'invoice', {
    agency_number: 'B0100000077',
    agency_date: today,
    agency_tax: '27.00',
  });
  expect(invoiced.statusCode, invoiced.body).toBe(200);
  await proves();
  const paid = await run(settlement, 'pay', {
    paid_on: today,
    bank_account_id: fixture.bankAccountId,
    payment_reference: 'TR-77',
  });
  expect(paid.statusCode, paid.body).toBe(200);
  expect(paid.json().data).toMatchObject({ status: 'paid', total: '150.00' });
  expect(await commissionOf(invoice)).toMatchObject({ status: 'paid', settled_amount: '150.00' });
  expect(Number(before) - Number(await payable())).toBe(150);
  const pdf = await api.inject({
    url: `/api/commission-settlements/${settlement.id}/settlement.pdf`,
    headers: fixture.headers,
  });
  expect(pdf.statusCode, pdf.body.slice(0, 300)).toBe(200);
  const { text } = await readPdf(pdf.rawPayload);
  for (const part of [
    String(settlement.number),
    'B0100000077',
    '150.00',
    '27.00',
    '177.00',
    String(invoice.fiscal_number),
  ])
    expect(text.replaceAll(/\s+/g, ' '), part).toContain(part);
  const kept = await run(settlement, 'void', reason);
  expect(kept.statusCode).toBe(409);
  await proves();
});

test('what is settled and no longer due is taken back by the next settlement', async () => {
  const invoice = await fixture.issued({ agency_id: fixture.agencyId });
  const payment = await fixture.pay('590');
  await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: String(invoice.internal_no) }],
  });
  const settlement = await prepared();
  await run(settlement, 'approve', {}, other);
  const returned = await fixture.call('POST', `/api/payments/${payment.id}/return`, reason);
  expect(returned.statusCode, returned.body).toBe(200);
  expect(await commissionOf(invoice)).toMatchObject({
    status: 'due',
    due_amount: '0.00',
    settled_amount: '75.00',
  });
  const next = await prepared();
  expect(linesIn(next, 'lines').map(({ amount }) => amount)).toContain('-75.00');
  expect((await run(next, 'approve', {}, other)).statusCode).toBe(409);
  expect((await run(next, 'void', reason)).statusCode).toBe(200);
  expect((await run(settlement, 'void', reason)).statusCode).toBe(200);
  expect(await commissionOf(invoice)).toMatchObject({
    status: 'accrued',
    settled_amount: '0.00',
    settlement_id: null,
  });
  await proves();
});

test('an adjustment is a signed row with its reason and its entry, and never more than is left', async () => {
  const invoice = await collected();
  const commission = await commissionOf(invoice);
  const adjust = (amount: string) =>
    fixture.call('POST', `/api/agency-commissions/${commission.id}/adjust`, { amount, ...reason });
  expect((await adjust('-150.01')).statusCode).toBe(422);
  const [one, two] = await Promise.all([adjust('-100'), adjust('-100')]);
  expect([one?.statusCode, two?.statusCode].toSorted()).toEqual([200, 422]);
  expect(await commissionOf(invoice)).toMatchObject({ due_amount: '50.00' });
  await proves();
});

test('voiding an invoice takes adjustments of its commission back', async () => {
  const invoice = await fixture.issued({ agency_id: fixture.agencyId });
  const commission = await commissionOf(invoice);
  for (const amount of ['-20', '30']) {
    const done = await fixture.call('POST', `/api/agency-commissions/${commission.id}/adjust`, {
      amount,
      ...reason,
    });
    expect(done.statusCode, done.body).toBe(200);
  }
  const current = await fixture.read('invoices', String(invoice.id));
  const voided = await fixture.call(
    'POST',
    `/api/invoices/${invoice.id}/void`,
    { reason_id: await fixture.reason('void') },
    Number(current.row_version),
  );
  expect(voided.statusCode, voided.body).toBe(200);
  await proves();
});

test('two settlements at once never have the same commission (I11)', async () => {
  for (let round = 0; round < 4; round += 1) {
    for (const price of ['100', '200.55']) await collected(price);
    const made = await Promise.all([prepare(), prepare(), prepare()]);
    const won = made.filter(({ statusCode }) => statusCode === 201);
    expect(
      made.map(({ statusCode }) => statusCode).filter((status) => status !== 201 && status !== 409),
    ).toEqual([]);
    expect(won).toHaveLength(1);
    await proves();
  }
  const repeated = await api.database.query(sql`
    SELECT l.commission_id FROM commission_settlement_lines l JOIN commission_settlements s ON s.id = l.settlement_id
    WHERE s.status <> 'voided' GROUP BY 1 HAVING count(*) > 1`);
  expect(repeated).toEqual([]);
});

test('the database refuses what no command does', async () => {
  await collected('300');
  const settlement = await prepared();
  const [line] = linesIn(settlement, 'lines');
  const change = (statement: ReturnType<typeof sql>) =>
    api.database.transaction(systemChange('test'), (tx) => tx.query(statement));
  const other = sql`
    INSERT INTO commission_settlements (number, company_id, agency_id, until, currency_code, total, prepared_by_id)
    SELECT 'LC-X', company_id, agency_id, until, currency_code, ${line?.amount}::numeric, prepared_by_id
    FROM commission_settlements WHERE id = ${settlement.id}::uuid RETURNING id`;
  await expect(
    api.database.transaction(systemChange('test'), async (tx) => {
      const [row] = await tx.query<{ id: string }>(other);
      await tx.query(sql`
        INSERT INTO commission_settlement_lines (id, settlement_id, position, memo, invoice_id, commission_id, amount)
        SELECT new_id(), ${row?.id}::uuid, position, memo, invoice_id, commission_id, amount
        FROM commission_settlement_lines WHERE id = ${line?.id}::uuid`);
    }),
  ).rejects.toThrow(/not settled/);
  await expect(
    change(
      sql`UPDATE commission_settlements SET status = 'approved', approved_by_id = prepared_by_id WHERE id = ${settlement.id}::uuid`,
    ),
  ).rejects.toThrow(/by_another/);
  await expect(
    change(sql`UPDATE commission_settlements SET status = 'paid' WHERE id = ${settlement.id}::uuid`),
  ).rejects.toThrow(/from draft to paid/);
  await expect(
    change(sql`UPDATE commission_settlement_lines SET amount = 1 WHERE id = ${line?.id}::uuid`),
  ).rejects.toThrow();
  await expect(
    change(
      sql`UPDATE agency_commissions SET settled_amount = 0 WHERE settlement_id = ${settlement.id}::uuid`,
    ),
  ).rejects.toThrow();
});
