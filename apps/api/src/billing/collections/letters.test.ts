import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';
import { followCollections } from './follow-collections.ts';

let api: TestApi;
let fixture: BillingFixture;
const today = companyToday();
const email = 'pagos@deudor.example.com';

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
  const made = await fixture.call('POST', '/api/contacts', {
    ...(await sampleBody(api.database, contacts, 30)),
    client_id: fixture.clientId,
    agency_id: undefined,
    role: 'billing',
    emails: [{ email, is_primary: true, bounced: false }],
  });
  expect(made.statusCode, made.body).toBe(201);
});
afterAll(() => api.close());

const readCase = async (): Promise<AnyRecord> =>
  (
    await fixture.call('GET', `/api/collection-cases?f.client_id=${fixture.clientId}&f.status=open&fields=*`)
  ).json().data[0];
const stageNames = async () =>
  (await api.database.query<{ id: string; name: string }>(sql`SELECT id, name FROM collection_stages`)).map(
    ({ id, name }) => [id, name] as const,
  );
const stageOf = async (one: AnyRecord) =>
  new Map(await stageNames()).get((one.stage_id as { id: string } | null)?.id ?? '');
test('the stage of a case follows the days of its oldest invoice, and its letter is sent and recorded', async () => {
  const invoice = await fixture.issue(await fixture.draft(), { issue_date: addDays(today, -100) });
  await followCollections(api.app);
  const opened = await readCase();
  const days = (Date.parse(today) - Date.parse(String(opened.overdue_since))) / 86_400_000;
  expect(await stageOf(opened)).toBe(days > 90 ? 'Último aviso' : days > 30 ? 'Reclamo' : 'Recordatorio');
  const preview = await api.inject({
    url: `/api/collection-cases/${opened.id}/letter.pdf`,
    headers: fixture.headers,
  });
  expect(preview.statusCode, preview.body.slice(0, 300)).toBe(200);
  expect((await readPdf(preview.rawPayload)).text).toContain(String(invoice.fiscal_number));
  const sent = await fixture.call(
    'POST',
    `/api/collection-cases/${opened.id}/send_letter`,
    {},
    Number(opened.row_version),
  );
  expect(sent.statusCode, sent.body).toBe(200);
  const after = await readCase();
  expect(after.letter_sent_at).not.toBeNull();
  expect(String(after.next_action_on) > today).toBe(true);
  const letters = (
    await fixture.call('GET', `/api/collection-letters?f.case_id=${opened.id}&fields=*`)
  ).json().data as readonly AnyRecord[];
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({ email, stage_id: opened.stage_id });
  expect(String(letters[0]?.body)).toContain('RD$1,180.00');
  expect(String(letters[0]?.body)).not.toMatch(/[{}]/);
  const [mail] = await mailsTo(api, email);
  expect(mail?.text).toContain(String(invoice.fiscal_number));
  const [attachment] =
    (mail as { attachments?: readonly { name: string; content: string }[] })?.attachments ?? [];
  expect((await readPdf(Buffer.from(attachment?.content ?? '', 'base64'))).text).toContain('1,180.00');
  const reprint = await api.inject({
    url: `/api/collection-letters/${letters[0]?.id}/letter.pdf`,
    headers: fixture.headers,
  });
  expect((await readPdf(reprint.rawPayload)).text).toContain('1,180.00');
});

test('a letter that was sent is never changed', async () => {
  await expect(
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE collection_letters SET body = 'Otro texto'`),
    ),
  ).rejects.toThrow(/permission denied/);
});

test('a case moves to a new stage when stages change, and has no letter without one', async () => {
  const before = await readCase();
  const stages = (await fixture.call('GET', '/api/collection-stages?fields=*')).json().data as AnyRecord[];
  for (const stage of stages) {
    const answer = await fixture.call(
      'PATCH',
      `/api/collection-stages/${stage.id}`,
      { is_active: false },
      Number(stage.row_version),
    );
    expect(answer.statusCode, answer.body).toBe(200);
  }
  await followCollections(api.app);
  const none = await readCase();
  expect([before.stage_id === null, none.stage_id]).toEqual([false, null]);
  const sent = await fixture.call(
    'POST',
    `/api/collection-cases/${none.id}/send_letter`,
    {},
    Number(none.row_version),
  );
  expect(sent.statusCode, sent.body).toBe(409);
  const unknown = await fixture.call('POST', '/api/collection-stages', {
    name: 'Legal',
    days_from: 120,
    subject: 'Cobro legal',
    body: 'Debe {saldo}.',
  });
  expect(unknown.statusCode).toBe(422);
  expect(unknown.json().errors).toHaveProperty('body');
  const legal = await fixture.call('POST', '/api/collection-stages', {
    name: 'Legal',
    days_from: 1,
    subject: 'Cobro legal',
    body: 'Debe {vencido}.',
  });
  expect(legal.statusCode, legal.body).toBe(409);
});

test('what is disputed is not asked for', async () => {
  const [stage] = (await fixture.call('GET', '/api/collection-stages?sort=days_from&fields=*')).json().data;
  await fixture.call(
    'PATCH',
    `/api/collection-stages/${stage.id}`,
    { is_active: true },
    Number(stage.row_version),
  );
  await followCollections(api.app);
  const one = await readCase();
  const [invoice] = (await fixture.call('GET', '/api/invoices?f.payment_status=open&fields=*')).json().data;
  const user = await api.database.one<{ id: string }>(sql`SELECT id FROM users ORDER BY id LIMIT 1`);
  const disputed = await fixture.call('POST', `/api/invoices/${invoice.id}/dispute`, {
    reason_id: await fixture.reason('dispute'),
    resolver_id: user?.id,
  });
  expect(disputed.statusCode, disputed.body).toBe(200);
  const letter = await fixture.call('GET', `/api/collection-cases/${one.id}/letter.pdf`);
  expect([letter.statusCode, letter.json().code]).toEqual([409, 'nothing_overdue']);
});
