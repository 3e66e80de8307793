import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signDueDocuments } from '../../fiscal/do/issuing/sign-documents.ts';
import { createEcfSender } from '../../fiscal/do/sending/send-documents.ts';
import { type Authority, startAuthority } from '../../fiscal/do/testing/authority.ts';
import { type EcfFixture, ecfFixture } from '../../fiscal/do/testing/ecf-fixture.ts';
import { systemChange } from '../../platform/database/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { mailAccepted } from './mail-accepted.ts';

let api: TestApi;
let billing: EcfFixture;
let authority: Authority;

const rows = (statement: ReturnType<typeof sql>) =>
  api.database.transaction(systemChange('test'), (tx) => tx.query(statement));

const addContact = async (name: string, email: string, role = 'billing'): Promise<void> => {
  const answer = await billing.call('POST', '/api/contacts', {
    first_name: name,
    last_name: 'De Prueba',
    client_id: billing.clientId,
    role,
    emails: [{ email, is_primary: true }],
  });
  expect(answer.statusCode, answer.body).toBe(201);
};

beforeAll(async () => {
  api = await startTestApi();
  billing = await ecfFixture(api);
  await billing.load();
});
afterAll(() => api?.close());
beforeEach(async () => {
  authority = await startAuthority({ issuers: ['101001577'] });
  await billing.change({ service_url: authority.address });
  return () => authority.close();
});

const send = async (invoice: AnyRecord, input: object = {}) => {
  const now = await billing.read('invoices', invoice.id);
  return billing.call('POST', `/api/invoices/${invoice.id}/send`, input, now.row_version as number);
};

const deliveriesOf = async (invoice: AnyRecord): Promise<readonly AnyRecord[]> =>
  (
    await billing.call('GET', `/api/invoice-deliveries?fields=*&f.invoice_id=${invoice.id}&sort=created_at`)
  ).json().data;

describe('an issued invoice', () => {
  test('of a payer whom nobody reaches is mailed to nobody, and to an address that is given', async () => {
    const invoice = await billing.issued();
    const refused = await send(invoice);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(/contacto de facturación con correo/);
    const answer = await send(invoice, { email: 'compras@cliente.example', message: 'Según lo acordado.' });
    expect(answer.statusCode, answer.body).toBe(200);
    const [mail] = await mailsTo(api, 'compras@cliente.example');
    expect(mail?.subject).toContain(String(invoice.fiscal_number));
    expect(mail?.text).toContain('Según lo acordado.');
    expect(mail?.text).toContain('RD$1,180.00');
    expect(mail?.attachments?.map(({ name }) => name.split('.').at(-1))).toEqual(['pdf']);
    const { text } = await readPdf(Buffer.from(mail?.attachments?.[0]?.content ?? '', 'base64'));
    expect(text).toContain(String(invoice.fiscal_number));
    expect(await deliveriesOf(invoice)).toMatchObject([
      { email: 'compras@cliente.example', status: 'queued', origin: 'manual' },
    ]);
  });

  test('is mailed to the billing contacts of who pays it, and stands as its mail does', async () => {
    await addContact('Berta', 'berta@cliente.example');
    await addContact('Beto', 'beto@cliente.example');
    await addContact('Carla', 'carla@cliente.example', 'commercial');
    const invoice = await billing.issued();
    const answer = await send(invoice);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await deliveriesOf(invoice)).map(({ email }) => email).sort()).toEqual([
      'berta@cliente.example',
      'beto@cliente.example',
    ]);
    expect(await mailsTo(api, 'carla@cliente.example')).toEqual([]);
    await rows(
      sql`UPDATE mails SET sent_at = now(), sealed_body = NULL WHERE to_address = 'berta@cliente.example'`,
    );
    await rows(sql`
      UPDATE mails SET failed_at = now(), last_error = 'EENVELOPE 550', sealed_body = NULL
      WHERE to_address = 'beto@cliente.example'`);
    const states = await deliveriesOf(invoice);
    expect(new Map(states.map((one) => [one.email, [one.status, one.error]]))).toEqual(
      new Map([
        ['berta@cliente.example', ['sent', null]],
        ['beto@cliente.example', ['failed', 'EENVELOPE 550']],
      ]),
    );
  });

  test('that is a draft is not mailed', async () => {
    const draft = await billing.draft();
    expect((await send(draft, { email: 'a@cliente.example' })).statusCode).toBe(409);
  });
});

describe('an electronic document', () => {
  const setting = (value: boolean) =>
    api.inject({
      method: 'PUT',
      url: '/api/settings',
      headers: billing.headers,
      payload: { ecf_mail_on_acceptance: value },
    });
  const accept = async (): Promise<AnyRecord> => {
    const invoice = await billing.issued();
    await signDueDocuments(api.app);
    for (let round = 0; round < 3; round += 1) {
      await createEcfSender(api.app).sendDue();
      await rows(sql`UPDATE ecf_documents SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`);
    }
    expect((await billing.read('invoices', invoice.id)).ecf_status).toBe('accepted');
    return invoice;
  };
  beforeAll(() => billing.change({ starts_on: '2026-01-01' }));

  test('is not mailed before it is signed, and with its XML afterwards', async () => {
    const invoice = await billing.issued();
    expect((await send(invoice, { email: 'uno@cliente.example' })).statusCode).toBe(409);
    await signDueDocuments(api.app);
    expect((await send(invoice, { email: 'uno@cliente.example' })).statusCode).toBe(200);
    const [mail] = await mailsTo(api, 'uno@cliente.example');
    const xml = mail?.attachments?.find(({ name }) => name.endsWith('.xml'));
    expect(Buffer.from(xml?.content ?? '', 'base64').toString()).toContain(
      `<eNCF>${String(invoice.fiscal_number)}</eNCF>`,
    );
  });

  test('is mailed once when it is accepted, if the setting says so', async () => {
    const silent = await accept();
    expect(await mailAccepted(api.app)).toBe(0);
    expect(await deliveriesOf(silent)).toEqual([]);
    const answer = await setting(true);
    expect(answer.statusCode, answer.body).toBe(200);
    const invoice = await accept();
    const counts = await Promise.all([mailAccepted(api.app), mailAccepted(api.app)]);
    expect(counts[0] + counts[1]).toBe(1);
    expect(await mailAccepted(api.app)).toBe(0);
    expect((await deliveriesOf(invoice)).map(({ origin }) => origin)).toEqual(['automatic', 'automatic']);
    expect(await deliveriesOf(silent)).toEqual([]);
  });

  test('whose payer has no contact leaves a delivery that says so', async () => {
    await rows(sql`UPDATE contacts SET archived_at = now() WHERE client_id = ${billing.clientId}::uuid`);
    const invoice = await accept();
    await mailAccepted(api.app);
    expect(await deliveriesOf(invoice)).toMatchObject([
      { status: 'failed', email: null, error: expect.stringMatching(/contacto de facturación/) },
    ]);
  });
});
