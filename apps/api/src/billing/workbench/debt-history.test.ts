import type { DebtHistory } from '@pauta/domain/billing/collections/debt-history.ts';
import type { OwingAccounts } from '@pauta/domain/billing/collections/owing-account.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../testing/read-pdf.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;
const today = companyToday();

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
});
afterAll(() => api.close());

const history = async (): Promise<DebtHistory> => {
  const answer = await fixture.call('GET', '/api/billing/debt-history?currency=DOP');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const issuedOn = async (day: string, values: object = {}): Promise<AnyRecord> =>
  fixture.issue(await fixture.draft(values), { issue_date: day });
const ok = async (answer: ReturnType<BillingFixture['call']>): Promise<AnyRecord> => {
  const { statusCode, body, json } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return json().data;
};

/** What each document left open and overdue on a day, one by one: another way than the movements of the statement. */
const onDay = (day: string) =>
  api.database.one<{ open: string; overdue: string }>(sql`
    WITH balances AS (
      SELECT i.total, coalesce((SELECT sum(CASE WHEN r.due_on < ${day}::date THEN r.amount ELSE 0 END)
          FROM jsonb_to_recordset(i.instalments) AS r (due_on date, amount numeric)),
          CASE WHEN i.due_date < ${day}::date THEN i.total ELSE 0 END) AS asked,
        i.total
        - (SELECT coalesce(sum(a.amount), 0) FROM payment_applications a WHERE a.invoice_id = i.id AND a.applied_on <= ${day}::date)
        - (SELECT coalesce(sum(n.total), 0) FROM invoices n WHERE n.modifies_invoice_id = i.id AND n.doc_kind = 'credit_note'
            AND n.status = 'issued' AND n.issue_date <= ${day}::date)
        - (SELECT coalesce(sum(w.amount), 0) FROM write_offs w WHERE w.invoice_id = i.id AND w.status = 'applied'
            AND w.written_on <= ${day}::date) AS left_over
      FROM invoices i WHERE i.doc_kind <> 'credit_note' AND i.currency_code = 'DOP' AND i.issue_date <= ${day}::date
        AND (i.status = 'issued' OR i.status = 'voided' AND i.voided_on > ${day}::date))
    SELECT coalesce(sum(left_over), 0)::numeric(18,2)::text AS open,
      coalesce(sum(greatest(0, asked - (total - left_over))), 0)::numeric(18,2)::text AS overdue
    FROM balances`);

test('each month has what was owed and overdue at its end, whatever settled it later', async () => {
  const term = await api.database.one<{ id: string }>(sql`
    INSERT INTO credit_terms (code, name, kind, installments)
    VALUES ('CUOTAS', 'Tres cuotas', 'milestones',
      '[{"pct": "33.3333", "days": 0}, {"pct": "33.3333", "days": 30}, {"pct": "33.3334", "days": 60}]')
    RETURNING id`);
  await issuedOn(addDays(today, -200));
  // Each part of a document in instalments is overdue from its own day.
  const parts = await issuedOn(addDays(today, -45), { credit_term_id: term?.id });
  expect(parts.instalments).toHaveLength(3);
  const [credited, voided] = [await issuedOn(addDays(today, -100)), await issuedOn(today)];
  await fixture.issued();
  const payment = await fixture.pay('500', { received_on: addDays(today, -20) });
  await ok(
    fixture.call('POST', `/api/payments/${payment.id}/apply`, {
      invoices: [{ invoice: String(parts.internal_no) }],
    }),
  );
  const note = await ok(
    fixture.call('POST', `/api/invoices/${credited.id}/credit_note`, {
      reason_id: await fixture.reason('credit_note'),
    }),
  );
  await fixture.issue(note);
  await ok(
    fixture.call(
      'POST',
      `/api/invoices/${voided.id}/void`,
      { reason_id: await fixture.reason('void') },
      Number(voided.row_version),
    ),
  );
  // Before these months: settled before them, in them, in part, never; and paid before it was due in them.
  const [first = today] = (await history()).months.map(({ until }) => until);
  const paidOn = async (issued: string, paid: string, amount: string) => {
    const old = await issuedOn(issued);
    const { id } = await fixture.pay(amount, { received_on: paid });
    await ok(
      fixture.call('POST', `/api/payments/${id}/apply`, {
        invoices: [{ invoice: String(old.internal_no), amount }],
      }),
    );
    await api.testDatabase.runAsSuperuser(
      sql`UPDATE payment_applications SET applied_on = ${paid}::date WHERE payment_id = ${id}::uuid`,
    );
  };
  await issuedOn(addDays(first, -200));
  await paidOn(addDays(first, -150), addDays(first, -100), '1180');
  await paidOn(addDays(first, -140), addDays(first, 70), '1180');
  await paidOn(addDays(first, -130), addDays(first, 40), '300');
  await paidOn(addDays(first, -5), addDays(first, -1), '500');
  await paidOn(addDays(first, 10), addDays(first, 12), '200');
  const { months } = await history();
  expect(months).toHaveLength(12);
  expect(months.at(-1)?.until).toBe(today);
  const others = await Promise.all(months.map(({ until }) => onDay(until)));
  expect(months.map(({ open, overdue }) => ({ open, overdue }))).toEqual(others);
  expect(new Set(months.map(({ overdue }) => overdue)).size).toBeGreaterThan(2);
  const [figures] = (await fixture.call('GET', '/api/billing/workbench?currency=DOP')).json().data.figures;
  const { open, overdue, dso } = months.at(-1) ?? {};
  expect({ open, overdue, dso }).toEqual({ open: figures.open, overdue: figures.overdue, dso: figures.dso });
});

test('every account that owes something gets its statement, also one that is not overdue', async () => {
  await fixture.issued();
  const read = async (): Promise<OwingAccounts> =>
    (await fixture.call('GET', '/api/billing/statements')).json().data;
  const [account] = (await read()).accounts;
  expect(account).toMatchObject({ of: 'client', id: fixture.clientId, email: null });
  const [figures] = (await fixture.call('GET', '/api/billing/workbench?currency=DOP')).json().data.figures;
  expect(account?.balances).toEqual([{ currency: 'DOP', total: figures.open, overdue: figures.overdue }]);
  const url = `/api/clients/${fixture.clientId}/statement`;
  const without = await fixture.call('POST', url, { message: 'Le recordamos lo pendiente.' });
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
  expect((await read()).accounts[0]?.email).toBe(email);
  const sent = await fixture.call('POST', url, { message: 'Le recordamos lo pendiente.' });
  expect(sent.statusCode, sent.body).toBe(200);
  const [mail] = await mailsTo(api, email);
  expect(mail?.text).toContain('Le recordamos lo pendiente.');
  const [attachment] =
    (mail as { attachments?: readonly { name: string; content: string }[] })?.attachments ?? [];
  expect((await readPdf(Buffer.from(attachment?.content ?? '', 'base64'))).text).toMatch(/Estado de cuenta/);
  const contacted = await fixture.call('GET', `/api/activities?f.client_id=${fixture.clientId}&fields=*`);
  expect(contacted.json().data).toMatchObject([
    {
      kind: 'email',
      status: 'done',
      subject: expect.stringMatching(/^Estado de cuenta enviado a /),
      contact_id: { id: made.json().data.id },
      notes: 'Le recordamos lo pendiente.',
    },
  ]);
});

test('who may not see all invoices neither reads nor sends statements', async () => {
  const headers = await signIn(
    api,
    await createUser(api, {
      role: await createRole(api, ['invoices.view_own', 'clients.view_all', 'collections.manage']),
    }),
  );
  for (const url of ['/api/billing/statements', '/api/billing/debt-history'])
    expect((await api.inject({ url, headers })).statusCode).toBe(403);
  const sent = await api.inject({
    method: 'POST',
    url: `/api/clients/${fixture.clientId}/statement`,
    headers,
    payload: {},
  });
  expect(sent.statusCode).toBe(403);
});
