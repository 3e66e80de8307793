import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';
import { followCollections } from './follow-collections.ts';

let api: TestApi;
let fixture: BillingFixture;
let resolver: string;
const today = companyToday();

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  resolver = (await createUser(api)).id;
});
afterAll(() => api.close());

const overdue = async (): Promise<AnyRecord> =>
  fixture.issue(await fixture.draft(), { issue_date: addDays(today, -200) });
const dispute = async (invoice: AnyRecord, input: object = {}) =>
  fixture.call('POST', `/api/invoices/${invoice.id}/dispute`, {
    reason_id: await fixture.reason('dispute'),
    resolver_id: resolver,
    ...input,
  });
const disputesOf = async ({ id }: AnyRecord): Promise<readonly AnyRecord[]> =>
  (await fixture.call('GET', `/api/invoice-disputes?f.invoice_id=${id}&fields=*`)).json().data;
const resolve = (one: AnyRecord, command: string, input: object) =>
  fixture.call('POST', `/api/invoice-disputes/${one.id}/${command}`, input, Number(one.row_version));
const credit = async () => (await fixture.read('clients', fixture.clientId)).credit_status;
const aging = async () =>
  (await fixture.call('GET', '/api/billing/workbench?currency=DOP')).json().data.total as Record<
    string,
    string
  >;

test('a dispute is shown apart, is not collected, and holds no credit until it is rejected', async () => {
  const invoice = await overdue();
  await followCollections(api.app);
  expect(await credit()).toBe('on_hold');
  const opened = await dispute(invoice, { detail: 'El descuento es otro' });
  expect(opened.statusCode, opened.body).toBe(200);
  expect(opened.json().data ?? opened.json()).toMatchObject({ disputed: '1180.00' });
  expect(await credit()).toBe('active');
  expect(await aging()).toMatchObject({ total: '1180.00', disputed: '1180.00' });
  await followCollections(api.app);
  const cases = (await fixture.call('GET', '/api/collection-cases?f.status=open')).json().data;
  expect(cases).toEqual([]);
  const [one] = await disputesOf(invoice);
  const rejected = await resolve(one as AnyRecord, 'reject', { resolution: 'El contrato dice ese precio' });
  expect(rejected.statusCode, rejected.body).toBe(200);
  await followCollections(api.app);
  expect(await credit()).toBe('on_hold');
  expect(await aging()).toMatchObject({ total: '1180.00', disputed: '0.00' });
});

test('accepting one prepares the draft of a credit note for its invoice', async () => {
  const invoice = await overdue();
  await dispute(invoice, { amount: '180' });
  const [one] = await disputesOf(invoice);
  const accepted = await resolve(one as AnyRecord, 'accept', {
    reason_id: await fixture.reason('credit_note'),
  });
  expect(accepted.statusCode, accepted.body).toBe(200);
  const { credit_note_id, status, resolved_on } = accepted.json().data;
  expect([status, resolved_on]).toEqual(['accepted', today]);
  expect(await fixture.read('invoices', credit_note_id.id)).toMatchObject({
    doc_kind: 'credit_note',
    status: 'draft',
    modifies_invoice_id: { id: invoice.id },
  });
});

test('no more is disputed than is owed, also by two at once or by writing directly', async () => {
  const invoice = await overdue();
  const answers = await Promise.all([
    dispute(invoice, { amount: '700' }),
    dispute(invoice, { amount: '700' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  expect((await dispute(invoice, { amount: '480.01' })).json().errors).toHaveProperty('amount');
  const [one] = await disputesOf(invoice);
  const write = (set: ReturnType<typeof sql>) =>
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE invoice_disputes SET ${set} WHERE id = ${one?.id ?? ''}::uuid`),
    );
  await expect(write(sql`amount = 1180`)).rejects.toThrow();
  await expect(
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        INSERT INTO invoice_disputes (name, invoice_id, reason_id, currency_code, amount, resolver_id)
        SELECT name, invoice_id, reason_id, currency_code, 481, resolver_id FROM invoice_disputes WHERE id = ${one?.id ?? ''}::uuid`),
    ),
  ).rejects.toThrow();
});
