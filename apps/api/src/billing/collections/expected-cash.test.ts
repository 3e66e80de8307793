import type { ExpectedCash } from '@pauta/domain/billing/collections/expected-cash.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../testing/read-pdf.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';
import { expectedWeeks } from '../workbench/expected-cash.ts';
import { followCollections } from './follow-collections.ts';

let api: TestApi;
let fixture: BillingFixture;
const today = companyToday();
const overdue = async (): Promise<AnyRecord> =>
  fixture.issue(await fixture.draft(), { issue_date: addDays(today, -100) });

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
});
afterAll(() => api.close());

const expected = async (): Promise<ExpectedCash> => {
  const answer = await fixture.call('GET', '/api/billing/expected-cash?currency=DOP');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const all = ({ weeks, later, undated }: ExpectedCash): string =>
  sum([later, undated, ...weeks.flatMap(({ due, promised }) => [due, promised])]);
const openBalance = async (): Promise<string> =>
  (
    await api.database.one<{ open: string }>(
      sql`SELECT coalesce(sum(balance), 0)::numeric(18,2)::text AS open FROM invoices WHERE currency_code = 'DOP'`,
    )
  )?.open ?? '';

test('expected cash is what is owed, by due dates, until a promise replaces its part', async () => {
  await fixture.issued();
  const late = await overdue();
  const before = await expected();
  expect(before.weeks).toHaveLength(expectedWeeks);
  expect(before.weeks[0]?.from).toBe(today);
  expect(before.undated).toBe('1180.00');
  expect(all(before)).toBe(await openBalance());
  // For the invoice that is late, and for whatever is owed.
  for (const values of [
    { invoice_id: late.id, amount: '180', promised_on: today },
    { amount: '1500', promised_on: addDays(today, 14) },
  ]) {
    const made = await fixture.call('POST', '/api/payment-promises', {
      client_id: fixture.clientId,
      ...values,
    });
    expect(made.statusCode, made.body).toBe(201);
  }
  const after = await expected();
  expect(after.weeks[0]?.promised).toBe('180.00');
  expect(after.undated).toBe('0.00');
  expect(sum(after.weeks.map(({ promised }) => promised))).toBe('1680.00');
  expect(all(after)).toBe(await openBalance());
});

test('the statement of an account lists what it owes, with its delay and what is not applied', async () => {
  await fixture.pay('100', { received_on: today });
  const answer = await fixture.call('GET', `/api/clients/${fixture.clientId}/statement.pdf`);
  expect(answer.statusCode, answer.body).toBe(200);
  const { text } = await readPdf(answer.rawPayload);
  expect(text).toMatch(/Estado de cuenta/);
  expect(text).toMatch(/Pagos por aplicar/);
  expect(text).toContain('1,180.00');
  expect(text).toMatch(/\d+ días/);
  const seller = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['invoices.view_own', 'clients.view_all']) }),
  );
  const refused = await api.inject({
    url: `/api/clients/${fixture.clientId}/statement.pdf`,
    headers: seller,
  });
  expect(refused.statusCode).toBe(403);
});

test('statements are sent to the billing contact of each account, and one without is refused', async () => {
  await followCollections(api.app);
  const read = async (): Promise<AnyRecord> =>
    (
      await fixture.call(
        'GET',
        `/api/collection-cases?f.client_id=${fixture.clientId}&f.status=open&fields=*`,
      )
    ).json().data[0];
  const send = async () => {
    const one = await read();
    return fixture.call(
      'POST',
      `/api/collection-cases/${one.id}/send_statement`,
      { message: 'Le recordamos lo pendiente.' },
      Number(one.row_version),
    );
  };
  const without = await send();
  expect([without.statusCode, without.json().code]).toEqual([409, 'unreachable_billing_contact']);
  const email = 'pagos@deudor.example.com';
  const made = await fixture.call('POST', '/api/contacts', {
    ...(await sampleBody(api.database, contacts, 30)),
    client_id: fixture.clientId,
    agency_id: undefined,
    role: 'billing',
    emails: [{ email, is_primary: true, bounced: false }],
  });
  expect(made.statusCode, made.body).toBe(201);
  const sent = await send();
  expect(sent.statusCode, sent.body).toBe(200);
  expect((await read()).statement_sent_at).not.toBeNull();
  const [mail] = await mailsTo(api, email);
  expect(mail?.subject).toMatch(/^Estado de cuenta de /);
  expect(mail?.text).toContain('Le recordamos lo pendiente.');
  const [attachment] =
    (mail as { attachments?: readonly { name: string; content: string }[] })?.attachments ?? [];
  expect(attachment?.name).toMatch(/\.pdf$/);
  expect((await readPdf(Buffer.from(attachment?.content ?? '', 'base64'))).text).toMatch(/Estado de cuenta/);
});
