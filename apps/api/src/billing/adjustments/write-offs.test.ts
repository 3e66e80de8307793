import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
let another: { authorization: string };
const reason = { reason: 'La empresa cerró y no tiene bienes.' };

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  another = await signInAs(api, 'finance');
  await setLimit('500');
});
afterAll(() => api.close());

const setLimit = async (amount: string): Promise<void> => {
  const answer = await api.inject({
    method: 'PUT',
    url: '/api/settings',
    headers: fixture.headers,
    payload: { write_off_limit: amount },
  });
  expect(answer.statusCode, answer.body).toBe(200);
};
const request = (invoice: AnyRecord, input: object = reason) =>
  fixture.call('POST', `/api/invoices/${invoice.id}/write_off`, input);
const decide = async (id: string, command: string, headers = another) => {
  const { row_version } = await fixture.read('write-offs', id);
  return api.inject({
    method: 'POST',
    url: `/api/write-offs/${id}/${command}`,
    headers: { ...headers, 'if-match': `"${row_version}"` },
    payload: {},
  });
};
const invoiceOf = (price: string, values: object = {}) => fixture.issued(values, [{ unit_price: price }]);

test('a small balance is written off at once: it is neither owed nor collected, and no commission becomes due', async () => {
  const invoice = await invoiceOf('100', {
    agency_id: fixture.agencyId,
    commission_mode: 'later_settlement',
    agency_commission_pct: '15',
  });
  const done = await request(invoice);
  expect(done.statusCode, done.body).toBe(200);
  expect(done.json().data).toMatchObject({ status: 'applied' });
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({
    balance: '0.00',
    written_off: '118.00',
    paid: '0.00',
    payment_status: 'written_off',
  });
  const [commission] = await api.database.query<{ due: string }>(sql`
    SELECT sum(due_amount)::text AS due FROM agency_commissions
    WHERE invoice_id = ${invoice.id}::uuid AND accrual = 'payment'`);
  expect([null, '0.00']).toContain(commission?.due ?? null);
  const lines = await api.database.query(sql`
    SELECT a.code, l.debit::text, l.credit::text FROM journal_entries e JOIN journal_lines l ON l.entry_id = e.id
      JOIN gl_accounts a ON a.id = l.gl_account_id
    WHERE e.source_id = ${done.json().data.write_off_id} ORDER BY l.position`);
  expect(lines).toEqual([
    { code: '5.1.04', debit: '118.00', credit: '0.00' },
    { code: '1.1.02', debit: '0.00', credit: '118.00' },
  ]);
  expect(await contradictions(api)).toEqual([]);
  expect((await request(invoice)).statusCode).toBe(409);
});

test('beyond the limit another user decides, and the balance must still be the same', async () => {
  const invoice = await invoiceOf('1000');
  const asked = (await request(invoice)).json().data;
  expect(asked.status).toBe('requested');
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '1180.00' });
  const twice = await request(invoice);
  expect(twice.statusCode).toBe(409);
  expect(twice.body).toContain('ya se pidió cancelar');
  const own = await decide(asked.write_off_id, 'approve', fixture.headers as { authorization: string });
  expect(own.statusCode).toBe(409);
  const payment = await fixture.pay('10');
  await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
  });
  const stale = await decide(asked.write_off_id, 'approve');
  expect(stale.json()).toMatchObject({ code: 'balance_changed' });
  expect((await decide(asked.write_off_id, 'reject')).statusCode).toBe(200);
  const again = (await request(invoice)).json().data;
  const approved = await decide(again.write_off_id, 'approve');
  expect(approved.statusCode, approved.body).toBe(200);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({
    balance: '0.00',
    written_off: '1170.00',
    paid: '10.00',
  });
  expect(await contradictions(api)).toEqual([]);
});

test('a payment makes the invoice owed again and settles it', async () => {
  const invoice = await invoiceOf('200');
  const done = (await request(invoice)).json().data;
  const payment = await fixture.pay('100');
  const paid = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.fiscal_number }],
  });
  expect(paid.statusCode, paid.body).toBe(200);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({
    balance: '136.00',
    written_off: '0.00',
    paid: '100.00',
    payment_status: 'partial',
  });
  expect(await fixture.read('write-offs', done.write_off_id)).toMatchObject({
    status: 'recovered',
    recovered_on: companyToday(),
  });
  expect(await contradictions(api)).toEqual([]);
});

test('the database refuses a write-off of anything else than the balance, and one that nobody else approved', async () => {
  const invoice = await invoiceOf('300');
  const change = (statement: ReturnType<typeof sql>) =>
    api.database.transaction(systemChange('test'), (tx) => tx.query(statement));
  const insert = (amount: string, status: string, within: boolean) => sql`
    INSERT INTO write_offs (name, invoice_id, currency_code, amount, reason, requested_by_id, is_within_limit, status, written_on)
    SELECT 'x', ${invoice.id}::uuid, 'DOP', ${amount}::numeric, 'x', id, ${within}, ${status},
      CASE WHEN ${status} = 'applied' THEN business_date() END FROM users LIMIT 1`;
  await expect(change(insert('1', 'applied', true))).rejects.toMatchObject({ constraint: 'write_offs_fit' });
  await expect(change(insert('354', 'applied', false))).rejects.toMatchObject({
    constraint: 'write_offs_by_another',
  });
  await expect(
    change(sql`UPDATE invoices SET written_off = 1 WHERE id = ${invoice.id}::uuid`),
  ).rejects.toMatchObject({ constraint: 'counted_columns' });
});

test('written off and paid at once, an invoice ends as one of both', async () => {
  for (let round = 0; round < 3; round += 1) {
    const invoice = await invoiceOf('150');
    const payment = await fixture.pay('177');
    const answers = await Promise.all([
      request(invoice),
      fixture.call('POST', `/api/payments/${payment.id}/apply`, {
        invoices: [{ invoice: invoice.internal_no }],
      }),
      request(invoice),
    ]);
    expect(answers.every(({ statusCode }) => [200, 409, 422].includes(statusCode))).toBe(true);
    expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '0.00' });
    expect(await contradictions(api)).toEqual([]);
  }
});

test('after any sequence of write-offs, payments and credits in two currencies the books agree', async () => {
  const account = await fixture.call('POST', '/api/bank-accounts', {
    company_id: fixture.companyId,
    bank: 'Banco de Prueba',
    account_no: '960-USD',
    currency_code: 'USD',
  });
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO exchange_rates (from_currency, to_currency, on_date, rate)
      SELECT 'USD', 'DOP', ${companyToday()}::date - g, 60 + g * 0.1137 FROM generate_series(0, 40) g`),
  );
  await setLimit('999999999');
  const step = fc.record({
    kind: fc.constantFrom('bill', 'pay', 'apply', 'unapply', 'write off', 'write off', 'recover'),
    dollars: fc.boolean(),
    units: fc.integer({ min: 1, max: 500_000 }),
    days: fc.nat(30),
    pick: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      const invoices: AnyRecord[] = [];
      const payments: AnyRecord[] = [];
      const written: string[] = [];
      for (const { kind, dollars, units, days, pick } of steps) {
        const amount = (units / 100).toFixed(2);
        const invoice = invoices[pick % Math.max(1, invoices.length)];
        const payment = payments[(pick + days) % Math.max(1, payments.length)];
        const currency = dollars ? 'USD' : 'DOP';
        if (kind === 'bill')
          invoices.push(
            await fixture.issue(await fixture.draft({ currency_code: currency }, [{ unit_price: amount }]), {
              issue_date: addDays(companyToday(), -days),
            }),
          );
        else if (kind === 'pay')
          payments.push(
            await fixture.pay(amount, {
              currency_code: currency,
              received_on: addDays(companyToday(), -days),
              ...(dollars && { bank_account_id: account.json().data.id }),
            }),
          );
        else if (kind === 'write off' && invoice) {
          const answer = await request(invoice);
          expect([200, 409, 422], answer.body).toContain(answer.statusCode);
          if (answer.statusCode === 200) written.push(answer.json().data.write_off_id);
        } else if (kind === 'recover' && written.length > 0) {
          const answer = await decide(written[pick % written.length] ?? '', 'recover');
          expect([200, 409], answer.body).toContain(answer.statusCode);
        } else if (payment && (kind === 'apply' || kind === 'unapply')) {
          const answer = await fixture.call(
            'POST',
            `/api/payments/${payment.id}/${kind}`,
            kind === 'apply' ? { invoices: [{ invoice: invoice?.internal_no ?? 'FA-0' }] } : reason,
          );
          expect([200, 409, 422], answer.body).toContain(answer.statusCode);
        }
        expect(await contradictions(api)).toEqual([]);
      }
    }),
    { numRuns: 8 },
  );
});
