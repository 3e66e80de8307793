import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';
import { followCollections } from './follow-collections.ts';

let api: TestApi;
let fixture: BillingFixture;
let world: ContractWorld;
let clientId: string;
const today = companyToday();
const soon = addDays(today, 7);

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  world = await makeContractWorld(api);
});
afterAll(() => api.close());

let made = 0;
beforeEach(async () => {
  made += 1;
  const { id: _id, ...like } = (await fixture.read('clients', fixture.clientId)) as Record<string, unknown>;
  const body = Object.fromEntries(
    Object.entries(like).flatMap(([name, value]) =>
      [
        'legal_name',
        'person_kind',
        'taxpayer_type',
        'status',
        'currency_code',
        'billing_party',
        'tax_id_type',
      ].includes(name)
        ? [[name, value]]
        : name.endsWith('_id') &&
            [
              'country_id',
              'client_type_id',
              'client_category_id',
              'industry_id',
              'credit_term_id',
              'primary_sales_rep_id',
            ].includes(name)
          ? [[name, (value as { id: string }).id]]
          : [],
    ),
  );
  const created = await fixture.call('POST', '/api/clients', {
    ...body,
    client_code: `COBRO-${made}`,
    trade_name: `Deudor ${made}`,
    tax_id_type: 'OTRO',
    tax_id: `DEUDOR${made}`,
  });
  expect(created.statusCode, created.body).toBe(201);
  clientId = created.json().data.id;
});

/** An invoice of the client with a total of 1,180.00, issued long enough ago that it is overdue. */
const overdue = async (values: object = {}): Promise<AnyRecord> =>
  fixture.issue(await fixture.draft({ client_id: clientId, ...values }), {
    issue_date: addDays(today, -200),
  });

const promise = (values: object = {}) =>
  fixture.call('POST', '/api/payment-promises', {
    client_id: clientId,
    amount: '1180',
    promised_on: soon,
    said_by: 'Marta Ibáñez',
    ...values,
  });
const promised = async (values: object = {}): Promise<AnyRecord> => {
  const answer = await promise(values);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};

const paid = async (amount: string): Promise<AnyRecord> => {
  const payment = await fixture.pay(amount, { client_id: clientId, received_on: today });
  const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply_oldest`, {});
  expect(applied.statusCode, applied.body).toBe(200);
  return payment;
};

const follow = () => followCollections(api.app);
const credit = async () => (await fixture.read('clients', clientId)).credit_status;
const readPromise = (id: string) => fixture.read('payment-promises', id);
const openCase = async (): Promise<AnyRecord> => {
  const { data } = (
    await fixture.call('GET', `/api/collection-cases?f.client_id=${clientId}&f.status=open&fields=*`)
  ).json();
  return data[0];
};
/** Moves a promise to the past, as if its day had passed. */
const passed = (id: string) =>
  api.testDatabase.runAsSuperuser(sql`
    UPDATE payment_promises SET promised_on = business_date() - 1 WHERE id = ${id}::uuid`);

describe('a promise', () => {
  test('is kept by what is applied until its day, and its account is not asked for less than an amount', async () => {
    await overdue();
    const one = await promised({ amount: '1000' });
    expect(one).toMatchObject({
      standing: 'open',
      received: '0.00',
      name: expect.stringContaining('RD$1,000.00'),
    });
    await paid('400');
    expect(await readPromise(one.id)).toMatchObject({ standing: 'open', received: '400.00' });
    await paid('700');
    expect(await readPromise(one.id)).toMatchObject({
      standing: 'kept',
      received: '1000.00',
      closed_on: today,
    });
  });

  test('counts each payment once: two instalments are kept in the order of their days', async () => {
    await overdue();
    const second = await promised({ amount: '500', promised_on: addDays(today, 14) });
    const first = await promised({ amount: '500' });
    await paid('700');
    expect(await readPromise(first.id)).toMatchObject({ standing: 'kept', received: '500.00' });
    expect(await readPromise(second.id)).toMatchObject({ standing: 'open', received: '200.00' });
  });

  test('is open again when the cheque that kept it is returned', async () => {
    await overdue();
    const one = await promised();
    const payment = await paid('1180');
    expect(await readPromise(one.id)).toMatchObject({ standing: 'kept' });
    const back = await fixture.call('POST', `/api/payments/${payment.id}/return`, { reason: 'Sin fondos' });
    expect(back.statusCode, back.body).toBe(200);
    expect(await readPromise(one.id)).toMatchObject({ standing: 'open', received: '0.00', closed_on: null });
  });

  test('is read as broken once its day passed, and the job closes it', async () => {
    await overdue();
    const one = await promised();
    await passed(one.id);
    const read = await readPromise(one.id);
    expect(read).toMatchObject({ status: 'open', standing: 'broken' });
    const late = await fixture.call(
      'POST',
      `/api/payment-promises/${one.id}/withdraw`,
      { reason: 'Ya no' },
      Number(read.row_version),
    );
    expect(late.statusCode).toBe(409);
    await follow();
    expect(await readPromise(one.id)).toMatchObject({
      status: 'broken',
      standing: 'broken',
      closed_on: today,
    });
  });

  test('is refused for a past day, an invoice of another account, a paid one, and more than is owed', async () => {
    const invoice = await overdue();
    expect((await promise({ promised_on: addDays(today, -1) })).json().errors).toHaveProperty('promised_on');
    const other = await fixture.issued();
    expect((await promise({ invoice_id: other.id })).json().errors).toHaveProperty('invoice_id');
    expect((await promise({ invoice_id: invoice.id, amount: '1180.01' })).json().errors).toHaveProperty(
      'amount',
    );
    await promised({ invoice_id: invoice.id, amount: '180' });
    expect((await promise({ invoice_id: invoice.id, amount: '180' })).json().errors).toHaveProperty(
      'invoice_id',
    );
    await paid('1180');
    expect((await promise({ invoice_id: invoice.id })).json().errors).toHaveProperty('invoice_id');
    expect((await promise({ agency_id: fixture.agencyId })).statusCode).toBe(422);
  });

  test('keeps its amount and day, and its payments, against direct writes', async () => {
    await overdue();
    const one = await promised();
    const write = (set: ReturnType<typeof sql>) =>
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`UPDATE payment_promises SET ${set} WHERE id = ${one.id}::uuid`),
      );
    await expect(write(sql`amount = 1`)).rejects.toThrow();
    await expect(write(sql`received = 10`)).rejects.toThrow();
    await expect(write(sql`status = 'kept'`)).rejects.toThrow();
    await expect(api.database.query(sql`DELETE FROM payment_promise_receipts`)).rejects.toThrow();
  });

  test('receives each cent once, whatever is promised, paid and returned in any order', async () => {
    await overdue();
    await overdue();
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({
              kind: fc.constant('promise' as const),
              amount: fc.integer({ min: 1, max: 900 }),
              days: fc.integer({ min: 0, max: 20 }),
            }),
            fc.record({ kind: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 150 }) }),
            fc.record({ kind: fc.constant('return' as const) }),
          ),
          { minLength: 3, maxLength: 8 },
        ),
        async (steps) => {
          const live: AnyRecord[] = [];
          for (const step of steps) {
            if (step.kind === 'promise')
              await promised({ amount: String(step.amount), promised_on: addDays(today, step.days) });
            else if (step.kind === 'pay') live.push(await paid(String(step.amount)));
            else {
              const payment = live.pop();
              if (payment)
                await fixture.call('POST', `/api/payments/${payment.id}/return`, { reason: 'Sin fondos' });
            }
          }
          for (const payment of live)
            await fixture.call('POST', `/api/payments/${payment.id}/return`, { reason: 'Sin fondos' });
          const wrong = await api.database.query(sql`
            SELECT p.id FROM payment_promises p LEFT JOIN (
              SELECT promise_id, sum(amount) AS amount FROM payment_promise_receipts GROUP BY 1) r ON r.promise_id = p.id
            WHERE p.received <> coalesce(r.amount, 0) OR p.received > p.amount
            UNION ALL
            SELECT a.id FROM payment_applications a JOIN payment_promise_receipts r ON r.application_id = a.id
            GROUP BY a.id, a.amount HAVING abs(sum(r.amount)) > abs(a.amount)
            UNION ALL
            -- Everything was returned.
            SELECT id FROM payment_promises WHERE client_id = ${clientId}::uuid AND received <> 0`);
          expect(wrong).toEqual([]);
        },
      ),
      { numRuns: 6 },
    );
    expect(await contradictions(api)).toEqual([]);
  });
});

describe('the automatic hold', () => {
  test('opens a case, holds, releases on a promise, holds again when it is broken, and releases on payment', async () => {
    await overdue();
    expect(await credit()).toBe('active');
    await follow();
    expect(await credit()).toBe('on_hold');
    const held = await openCase();
    expect(held).toMatchObject({ credit_hold: 'held', held_on: today, overdue: '1180.00' });
    const small = await promised({ amount: '100' });
    expect(await credit()).toBe('on_hold');
    await promised({ amount: '1080' });
    expect(await credit()).toBe('active');
    await passed(small.id);
    await follow();
    expect(await credit()).toBe('on_hold');
    await paid('1180');
    expect(await credit()).toBe('active');
    await follow();
    expect(await openCase()).toBeUndefined();
  });

  test('does not hold what a user released, until a promise is broken', async () => {
    await overdue();
    await follow();
    const client = await fixture.read('clients', clientId);
    const released = await fixture.call(
      'POST',
      `/api/clients/${clientId}/release`,
      { reason: 'Autorizado por gerencia' },
      Number(client.row_version),
    );
    expect(released.statusCode, released.body).toBe(200);
    await follow();
    expect(await credit()).toBe('active');
    expect(await openCase()).toMatchObject({ credit_hold: 'by_hand' });
    const one = await promised();
    await passed(one.id);
    await follow();
    expect(await credit()).toBe('on_hold');
  });

  test('leaves alone what a user holds, and accounts below the days or the amount of the settings', async () => {
    await overdue();
    const set = async (key: string, value: unknown) =>
      api.testDatabase.runAsSuperuser(sql`
        INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
    await set('credit_hold_amount', '1180.01');
    await follow();
    expect(await credit()).toBe('active');
    await set('credit_hold_amount', '0.00');
    await set('credit_hold_days_overdue', 0);
    await follow();
    expect(await credit()).toBe('active');
    await set('credit_hold_days_overdue', 60);
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE clients SET credit_status = 'on_hold' WHERE id = ${clientId}::uuid`),
    );
    await follow();
    await paid('1180');
    expect(await credit()).toBe('on_hold');
  });

  test('stops new schedules, but never what is paid for', async () => {
    const client = await world.client();
    clientId = client.id;
    const space = await world.space(10);
    const { id } = await world.pending(client, [
      world.line(space, { agreed_price: '100' }),
      world.line(space, { agreed_price: '100' }),
    ]);
    expect((await world.run(id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
    const quotas = (await fixture.call('GET', `/api/quotas?f.contract_id=${id}&fields=*`)).json().data;
    const [first, second] = quotas as [AnyRecord, AnyRecord];
    const place = (quota: AnyRecord) => fixture.call('POST', `/api/quotas/${quota.id}/place`, {});
    await overdue();
    await follow();
    await follow();
    expect(await credit()).toBe('on_hold');
    const refused = await place(first);
    expect([refused.statusCode, refused.json().message]).toEqual([422, expect.stringMatching(/crédito/)]);
    // What was invoiced and paid of the line is placed, also while the account is held for another invoice.
    const settled = await fixture.issued({ client_id: clientId }, [{ unit_price: '500000' }]);
    const payment = await fixture.pay('590000', { client_id: clientId, received_on: today });
    const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
      invoices: [{ invoice: settled.internal_no, amount: '590000' }],
    });
    expect(applied.statusCode, applied.body).toBe(200);
    await api.testDatabase.runAsSuperuser(sql`
      UPDATE invoice_lines SET order_line_id = ${referenceId(second.order_line_id)}::uuid, billed_quantity = 1
      WHERE invoice_id = ${settled.id}::uuid`);
    expect(await credit()).toBe('on_hold');
    expect((await place(second)).statusCode).toBe(200);
    expect((await place(first)).statusCode).toBe(422);
    await promised();
    expect((await place(first)).statusCode).toBe(200);
  });

  test('a hold and a placement at once end in one order', async () => {
    const client = await world.client();
    clientId = client.id;
    const { id } = await world.pending(client, [world.line(await world.space(10))]);
    expect((await world.run(id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
    const [quota] = (await fixture.call('GET', `/api/quotas?f.contract_id=${id}`)).json().data as [AnyRecord];
    await overdue();
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`SELECT follow_overdue_accounts()`),
    );
    const placing = await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`SELECT review_credit(${clientId}::uuid, NULL)`);
      const answer = fixture.call('POST', `/api/quotas/${quota.id}/place`, {});
      await expect
        .poll(
          async () =>
            (
              await api.database.query(sql`
          SELECT 1 AS one FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%placements%'`)
            ).length,
        )
        .toBeGreaterThan(0);
      return { answer };
    });
    expect((await placing.answer).statusCode).toBe(422);
    expect(await credit()).toBe('on_hold');
  });

  test('a payment, a hold and a signature at once: what is paid is never held, and nobody signs while held', async () => {
    for (let round = 0; round < 3; round += 1) {
      const client = await world.client();
      clientId = client.id;
      await overdue();
      await api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`SELECT follow_overdue_accounts()`),
      );
      const { id } = await world.pending(client, [world.line(await world.space(1))]);
      const [signature] = await Promise.all([
        world.run(id, 'sign', { signed_on: world.today }),
        paid('1180'),
        follow(),
        follow(),
      ]);
      expect([200, 409]).toContain(signature.statusCode);
      // Whatever came first: it is paid, so it is free.
      expect(await credit()).toBe('active');
      const again = await world.run(id, 'sign', { signed_on: world.today });
      expect(again.statusCode, again.body).toBe(signature.statusCode === 200 ? 409 : 200);
    }
  });
});

test('a collector is assigned to several cases, and sees what is due for them', async () => {
  await overdue();
  await follow();
  const one = await openCase();
  const { id: collector } = await createUser(api, { role: 'collections' });
  const done = await fixture.call(
    'POST',
    `/api/collection-cases/${one.id}/assign`,
    { collector_id: collector },
    Number(one.row_version),
  );
  expect(done.statusCode, done.body).toBe(200);
  const mine = await fixture.call(
    'GET',
    `/api/collection-cases?f.collector_id=${collector}&f.status=open&sort=next_action_on`,
  );
  expect(mine.json().data.map(({ id }: AnyRecord) => id)).toContain(one.id);
});
