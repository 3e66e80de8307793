import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE clients SET taxpayer_type = 'government' WHERE id = ${fixture.clientId}::uuid`),
  );
});
afterAll(() => api.close());

const get = async (url: string) => {
  const answer = await fixture.call('GET', url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const listOf = (payment: AnyRecord): Promise<AnyRecord[]> =>
  get(`/api/payment-withholdings?f.payment_id=${payment.id}&fields=*`);
const expectedOf = (invoice: AnyRecord) => get(`/api/invoices/${invoice.id}/withholdings`);

test('what the State withholds of an invoice is expected by the rules of its day, and proposed to its payment', async () => {
  const invoice = await fixture.issued();
  expect(await expectedOf(invoice)).toEqual([
    expect.objectContaining({ tax: 'isr', pct: '5.0000', amount: '50.00' }),
  ]);
  const proposed = await get(
    `/api/expected-withholdings?company_id=${fixture.companyId}&client_id=${fixture.clientId}&currency_code=DOP`,
  );
  expect(proposed).toEqual([
    expect.objectContaining({
      invoice_id: invoice.id,
      balance: '1180.00',
      to_receive: '1130.00',
      withholdings: [expect.objectContaining({ tax: 'isr', amount: '50.00' })],
    }),
  ]);
  const payment = await fixture.pay('1130', { withholdings: [{ kind: 'isr', pct: '5', amount: '50' }] });
  const done = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
  });
  expect(done.statusCode, done.body).toBe(200);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '0.00' });
  expect(
    await get(
      `/api/expected-withholdings?company_id=${fixture.companyId}&client_id=${fixture.clientId}&currency_code=DOP`,
    ),
  ).toEqual([]);
  expect(await contradictions(api)).toEqual([]);
});

test('advertising between companies has no withholding; a provider without profit has all of the tax withheld', async () => {
  const between = await fixture.issued({ agency_id: fixture.agencyId, bill_to: 'agency' });
  expect(await expectedOf(between)).toEqual([]);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE companies SET taxpayer_type = 'nonprofit'`),
  );
  expect(await expectedOf(between)).toEqual([
    expect.objectContaining({ tax: 'itbis', pct: '100.0000', amount: between.tax }),
  ]);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE companies SET taxpayer_type = 'taxpayer'`),
  );
});

test('a rule outside its validity expects nothing, and credit notes reduce what is expected', async () => {
  const invoice = await fixture.issued();
  const note = await fixture.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
    reason_id: await fixture.reason('credit_note'),
  });
  await fixture.issue(note.json().data);
  expect(await expectedOf(invoice)).toEqual([]);
  const other = await fixture.issued();
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE withholding_rules SET valid = daterange(NULL, business_date() - 1, '[]') WHERE tax = 'isr'`),
  );
  expect(await expectedOf(other)).toEqual([]);
});

test('a withholding without its certificate is a task with its age, until the certificate arrives', async () => {
  const received_on = addDays(companyToday(), -12);
  const payment = await fixture.pay('900', {
    received_on,
    withholdings: [
      { kind: 'isr', pct: '5', amount: '50' },
      { kind: 'itbis', pct: '30', amount: '54', certificate: 'CERT-1' },
    ],
  });
  const rows = await listOf(payment);
  expect(rows.map(({ tax, status, waiting_days }) => [tax, status, waiting_days]).sort()).toEqual([
    ['isr', 'pending', 12],
    ['itbis', 'certified', null],
  ]);
  const pending = rows.find(({ status }) => status === 'pending');
  const certify = (input: object) =>
    fixture.call(
      'POST',
      `/api/payment-withholdings/${pending?.id}/certify`,
      input,
      Number(pending?.row_version),
    );
  expect((await certify({})).statusCode).toBe(422);
  const done = await certify({ certificate: 'RET-2026-77' });
  expect(done.statusCode, done.body).toBe(200);
  expect(done.json().data).toMatchObject({
    status: 'certified',
    certificate: 'RET-2026-77',
    waiting_days: null,
  });
});

test('a payment that is returned cancels its withholdings, and nobody changes them in SQL', async () => {
  const payment = await fixture.pay('900', { withholdings: [{ kind: 'isr', pct: '5', amount: '50' }] });
  const change = (statement: ReturnType<typeof sql>) =>
    api.database.transaction(systemChange('test'), (tx) => tx.query(statement));
  const [row] = await listOf(payment);
  await expect(
    change(sql`UPDATE payment_withholdings SET amount = 1 WHERE id = ${row?.id}::uuid`),
  ).rejects.toThrow();
  await expect(change(sql`DELETE FROM payment_withholdings WHERE id = ${row?.id}::uuid`)).rejects.toThrow();
  await expect(
    change(sql`UPDATE payments SET withholdings = '[]' WHERE id = ${payment.id}::uuid`),
  ).rejects.toMatchObject({ constraint: 'payments_keep' });
  const returned = await fixture.call('POST', `/api/payments/${payment.id}/return`, {
    reason: 'Fondos insuficientes',
  });
  expect(returned.statusCode, returned.body).toBe(200);
  expect(await listOf(payment)).toMatchObject([{ status: 'cancelled', waiting_days: null }]);
  await expect(
    change(sql`UPDATE payment_withholdings SET status = 'pending' WHERE id = ${row?.id}::uuid`),
  ).rejects.toMatchObject({ constraint: 'payment_withholdings_keep' });
});

test('who sees only their own accounts sees only their withholdings and invoices', async () => {
  const role = await createRole(api, ['payments.view_own', 'invoices.view_own']);
  const headers = await signIn(api, await createUser(api, { role }));
  const invoice = await fixture.issued();
  const own = await api.inject({ url: '/api/payment-withholdings', headers });
  expect(own.json().data).toEqual([]);
  expect((await api.inject({ url: `/api/invoices/${invoice.id}/withholdings`, headers })).statusCode).toBe(
    404,
  );
  const proposed = await api.inject({
    url: `/api/expected-withholdings?company_id=${fixture.companyId}&client_id=${fixture.clientId}&currency_code=DOP`,
    headers,
  });
  expect(proposed.json().data).toEqual([]);
});
