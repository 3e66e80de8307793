import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { subtract } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { billingInvariants } from '../invariants.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
/** 2 % within 10 days, else 30 days. */
let term: string;
const today = companyToday();

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  const row = await api.database.one<{ id: string }>(sql`
    SELECT id FROM credit_terms WHERE discount_pct = 2 AND discount_days = 10 AND days = 30`);
  term = row?.id ?? '';
});
afterAll(async () => {
  await proves();
  await api.close();
});

const proves = async (): Promise<void> => {
  expect(await contradictions(api)).toEqual([]);
  for (const { name, offending } of billingInvariants)
    expect(await api.database.query(offending), name).toEqual([]);
};

const invoiceOf = async (
  lines: readonly object[] = [{ unit_price: '1000' }],
  values = {},
): Promise<AnyRecord> =>
  fixture.issue(await fixture.draft({ credit_term_id: term, ...values }, lines), { issue_date: today });

/** A payment of an invoice but for its discount, applied with the offer taken. */
const payWithout = async (
  invoice: AnyRecord,
  { command = 'apply_oldest', headers = fixture.headers } = {},
) => {
  const payer = invoice.bill_to === 'agency' ? { client_id: null, agency_id: fixture.agencyId } : {};
  const payment = await fixture.pay(subtract(String(invoice.total), String(invoice.prompt_discount)), {
    received_on: today,
    ...payer,
  });
  const input = {
    prompt_discount: true,
    ...(command === 'apply' && { invoices: [{ invoice: invoice.internal_no }] }),
  };
  const url = `/api/payments/${payment.id}/${command}`;
  const preview = await api.inject({ method: 'POST', url: `${url}/preview`, headers, payload: input });
  const answer = await api.inject({ method: 'POST', url, headers, payload: input });
  expect(answer.statusCode, answer.body).toBe(200);
  return { payment, plan: preview.json().data, done: answer.json().data };
};

const take = async ({ id }: AnyRecord, name: 'unapply' | 'return' | 'void') => {
  const answer = await fixture.call('POST', `/api/payments/${id}/${name}`, {
    reason: 'El banco lo devolvió',
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};

const debitsOf = (invoice: AnyRecord) =>
  api.database.query<AnyRecord>(sql`
    SELECT id, status, total::text, taxable::text, tax::text, archived_at IS NOT NULL AS is_archived FROM invoices
    WHERE modifies_invoice_id = ${invoice.id}::uuid AND doc_kind = 'debit_note' ORDER BY created_at, id`);

test('a payment that leaves exactly the discount gives it, by either way to apply, and settles the invoice', async () => {
  for (const command of ['apply_oldest', 'apply']) {
    const invoice = await invoiceOf();
    const { plan, done } = await payWithout(invoice, { command });
    expect(plan).toMatchObject({
      applications: [{ prompt_discount: '23.60', amount: '1156.40' }],
      issues_notes: true,
    });
    expect(done.discounts).toMatchObject([{ status: 'issued' }]);
    expect(await fixture.read('invoices', invoice.id)).toMatchObject({
      balance: '0.00',
      credited: '23.60',
      payment_status: 'paid',
    });
  }
  await proves();
});

test('it is not offered to a payment that came late, leaves more, or is not asked to give it', async () => {
  const invoice = await invoiceOf();
  const payment = await fixture.pay('1156.39', { received_on: today });
  const preview = await fixture.call('POST', `/api/payments/${payment.id}/apply/preview`, {
    invoices: [{ invoice: invoice.internal_no }],
    prompt_discount: true,
  });
  expect(preview.json().data.applications).toMatchObject([{ prompt_discount: null }]);
  const exact = await fixture.pay('1156.40', { received_on: today });
  const plain = await fixture.call('POST', `/api/payments/${exact.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
  });
  expect(plain.json().data.discounts).toEqual([]);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '23.60' });
  // Settled, so that later payments are not applied to it.
  await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
  });
});

test('who may not issue documents leaves the note as a draft, which goes with the payment', async () => {
  const headers = await signIn(api, await createUser(api, { role: 'collections' }));
  const invoice = await invoiceOf();
  const { payment, plan, done } = await payWithout(invoice, { headers });
  expect(plan.issues_notes).toBe(false);
  expect(done.discounts).toMatchObject([{ status: 'draft' }]);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '23.60' });
  expect(await take(payment, 'unapply')).toMatchObject({ reversed: 1, archived: 1, charged: 0 });
  const note = await fixture.read('invoices', done.discounts[0].credit_note_id);
  expect(note.archived_at).toEqual(expect.any(String));
  // It can be earned again.
  const again = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
    prompt_discount: true,
  });
  expect(again.json().data.discounts, again.body).toMatchObject([{ status: 'issued' }]);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '0.00' });
});

test('a returned payment charges an issued discount again by a debit note of the same tax, once', async () => {
  const exempt = await api.database.one<{ id: string }>(
    sql`SELECT id FROM tax_rates WHERE is_exempt ORDER BY id LIMIT 1`,
  );
  const invoice = await invoiceOf([{ unit_price: '1000' }, { unit_price: '500', tax_rate_id: exempt?.id }]);
  const { payment, done } = await payWithout(invoice);
  expect(done.discounts).toMatchObject([{ status: 'issued' }]);
  const note = await fixture.read('invoices', done.discounts[0].credit_note_id);
  expect(await take(payment, 'return')).toMatchObject({ reversed: 1, archived: 0, charged: 1 });
  const [debit] = await debitsOf(invoice);
  expect(debit).toMatchObject({ status: 'draft', total: note.total, taxable: note.taxable, tax: note.tax });
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({
    balance: subtract(String(invoice.total), String(note.total)),
  });
  const { row_version } = await fixture.read('invoices', String(debit?.id));
  const issued = await fixture.call('POST', `/api/invoices/${debit?.id}/issue`, {}, row_version);
  expect(issued.statusCode, issued.body).toBe(200);
  expect(issued.json().data).toMatchObject({ total: note.total, tax: note.tax });
  // Invoice and debit note together are owed in full again.
  await proves();
  const paid = await fixture.pay('100.00', { received_on: today });
  await fixture.call('POST', `/api/payments/${paid.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
  });
  expect(await take(paid, 'unapply')).toMatchObject({ charged: 0 });
  expect(await debitsOf(invoice)).toHaveLength(1);
});

test('what was taken back by mistake and applied again drops the draft of the debit note', async () => {
  const invoice = await invoiceOf();
  const { payment } = await payWithout(invoice, { command: 'apply' });
  expect(await take(payment, 'unapply')).toMatchObject({ charged: 1 });
  const applied = await fixture.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '0.00' });
  expect(await debitsOf(invoice)).toMatchObject([{ status: 'draft', is_archived: true }]);
  // Taken back once more, it is charged once more.
  expect(await take(payment, 'return')).toMatchObject({ charged: 1 });
  expect(await debitsOf(invoice)).toMatchObject([{ is_archived: true }, { is_archived: false }]);
});

test('two payments at once give the discount once', async () => {
  const invoice = await invoiceOf([{ unit_price: '2000' }], { agency_id: fixture.agencyId });
  const amount = subtract(String(invoice.total), String(invoice.prompt_discount));
  const payments = await Promise.all([1, 2, 3].map(() => fixture.pay(amount, { received_on: today })));
  const answers = await Promise.all(
    payments.map(({ id }) =>
      fixture.call('POST', `/api/payments/${id}/apply`, {
        invoices: [{ invoice: invoice.internal_no, amount }],
        prompt_discount: true,
      }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422]);
  expect(await fixture.read('invoices', invoice.id)).toMatchObject({ balance: '0.00' });
  await proves();
});
