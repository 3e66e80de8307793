import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
const today = companyToday();

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  await api.database.query(sql`UPDATE agencies SET commission_mode = 'later_settlement'`);
  // Invoices are due the day they are issued.
  await api.database.query(sql`UPDATE credit_terms SET days = 0`);
});
afterAll(() => api.close());

/** An invoice of 1,180.00 that was due so many days ago. */
const overdue = async (days: number, values: object = {}): Promise<AnyRecord> =>
  fixture.issue(await fixture.draft(values), { issue_date: addDays(today, -days) });

const interest = (invoice: AnyRecord, input: object = {}) =>
  fixture.call('POST', `/api/invoices/${invoice.id}/charge_interest`, input);

test('interest is charged by a debit note, once for each day', async () => {
  const invoice = await overdue(30, { agency_id: fixture.agencyId });
  expect(invoice.due_date).toBe(addDays(today, -30));
  expect((await interest(invoice)).json().code).toBe('no_interest');
  const made = await Promise.all([
    interest(invoice, { monthly_pct: '2' }),
    interest(invoice, { monthly_pct: '2' }),
  ]);
  expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  const note = made.find(({ statusCode }) => statusCode === 201)?.json().data as AnyRecord;
  expect(note).toMatchObject({
    doc_kind: 'debit_note',
    status: 'draft',
    net: '23.60',
    modifies_invoice_id: { id: invoice.id },
  });
  expect(linesIn(note, 'lines')[0]?.description).toContain('30 días');
  const issued = await fixture.issue(note);
  // Interest earns no commission.
  const rows = await api.database.query(
    sql`SELECT FROM agency_commissions WHERE document_id = ${issued.id}::uuid`,
  );
  expect(rows).toEqual([]);
  expect(await contradictions(api)).toEqual([]);
});

test('a draft that is archived is charged again', async () => {
  const invoice = await overdue(10);
  const first = await interest(invoice, { monthly_pct: '3' });
  expect(first.statusCode, first.body).toBe(201);
  expect((await interest(invoice, { monthly_pct: '3' })).statusCode).toBe(409);
  const { id, row_version } = first.json().data;
  const archived = await api.inject({
    method: 'DELETE',
    url: `/api/invoices/${id}`,
    headers: { ...fixture.headers, 'if-match': `"${row_version}"` },
  });
  expect(archived.statusCode, archived.body).toBeLessThan(300);
  expect((await interest(invoice, { monthly_pct: '3' })).statusCode).toBe(201);
});

test('an invoice that is not due, or paid, has no interest', async () => {
  const current = await fixture.issued();
  expect((await interest(current, { monthly_pct: '2' })).statusCode).toBe(409);
});

test('each instalment is due on its day, is settled in order, and bears interest of its own days', async () => {
  const term = await api.database.one<{ id: string }>(sql`
    INSERT INTO credit_terms (code, name, kind, installments)
    VALUES ('CUOTAS', 'Tres cuotas', 'milestones',
      '[{"pct": "33.3333", "days": 0}, {"pct": "33.3333", "days": 30}, {"pct": "33.3334", "days": 60}]')
    RETURNING id`);
  const dues = async (id: string) =>
    (
      await api.database.query<{ due_on: string; balance: string }>(sql`
        SELECT d.due_on::text, d.balance::text FROM invoices i, dues_of(i) d WHERE i.id = ${id}::uuid ORDER BY 1`)
    ).map(({ due_on, balance }) => [due_on, balance]);
  const day = (count: number) => addDays(today, count);
  const invoice = await overdue(45, { credit_term_id: term?.id });
  expect(invoice).toMatchObject({
    due_date: day(15),
    instalments: [
      { due_on: day(-45), amount: '393.33' },
      { due_on: day(-15), amount: '393.33' },
      { due_on: day(15), amount: '393.34' },
    ],
  });
  const payment = await fixture.pay('500');
  const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: String(invoice.internal_no) }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
  expect(await dues(invoice.id)).toEqual([
    [day(-15), '286.66'],
    [day(15), '393.34'],
  ]);
  const aging = await fixture.call('GET', `/api/clients/${fixture.clientId}/account`);
  expect(aging.statusCode, aging.body).toBe(200);
  const made = await interest(invoice, { monthly_pct: '2' });
  expect(made.statusCode, made.body).toBe(201);
  // 286.66 at 2 % a month for fifteen days.
  expect(made.json().data).toMatchObject({ net: '2.87' });
  // What is issued is asked for as it was agreed.
  await expect(
    api.database.query(sql`
      UPDATE invoices SET instalments = jsonb_set(instalments, '{0,amount}', '1') WHERE id = ${invoice.id}::uuid`),
  ).rejects.toThrow();
});

test('a returned cheque is charged once, of the invoice that it had settled', async () => {
  const invoice = await fixture.issued({}, [{ unit_price: '5000' }]);
  const payment = await fixture.pay('5900', { method: 'cheque' });
  const charge = (input: object) => fixture.call('POST', `/api/payments/${payment.id}/charge_return`, input);
  const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: String(invoice.internal_no) }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
  expect((await charge({ amount: '350' })).statusCode).toBe(409);
  await fixture.call('POST', `/api/payments/${payment.id}/return`, { reason: 'Fondos insuficientes' });
  const made = await Promise.all([charge({ amount: '350' }), charge({ amount: '350' })]);
  expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  const { debit_note_id } = made.find(({ statusCode }) => statusCode === 200)?.json().data ?? {};
  const note = await fixture.read('invoices', debit_note_id);
  expect(note).toMatchObject({ net: '350.00', modifies_invoice_id: { id: invoice.id } });
  await fixture.issue(note);
  expect(await contradictions(api)).toEqual([]);
});
