import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';

let api: TestApi;
let billing: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
});
afterAll(() => api?.close());

const expires = '2100-01-01';
const soon = async (): Promise<string> =>
  (await api.database.one<{ day: string }>(sql`SELECT (business_date() + 30)::text AS day`))?.day ?? '';

const share = async (values: object) =>
  billing.call('POST', '/api/account-rooms/share', {
    recipient: 'Marta Ibáñez',
    email: 'marta@cliente.example',
    expires_on: await soon(),
    sends_mail: false,
    ...values,
  });
const openRoom = async (values: object): Promise<string> => {
  const answer = await share(values);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.path;
};
const visit = (url: string) => api.inject({ url });
const roomOf = async (): Promise<AnyRecord> => {
  const row = await api.database.one<{ id: string }>(
    sql`SELECT id FROM account_rooms ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return billing.read('account-rooms', row?.id ?? '');
};
const another = async (resource: 'clients' | 'agencies', values: object = {}): Promise<AnyRecord> => {
  const answer = await billing.call('POST', `/api/${resource}`, {
    ...(await sampleBody(api.database, resource === 'clients' ? clients : agencies, 5)),
    ...(resource === 'clients' && {
      taxpayer_type: 'taxpayer',
      tax_exempt: false,
      tax_exempt_doc: undefined,
      tax_exempt_until: undefined,
    }),
    ...values,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};

describe('the page of a client', () => {
  test('shows its documents, payments, balance by age and statement, and mails its link', async () => {
    const invoice = await billing.issued({ concept: 'Campaña de verano' });
    await billing.pay('500.00');
    const path = await openRoom({ client_id: billing.clientId, sends_mail: true });
    const [mail] = await mailsTo(api, 'marta@cliente.example');
    expect(mail?.text).toContain(path);
    const page = await visit(path);
    expect(page.statusCode).toBe(200);
    for (const part of [
      String(invoice.fiscal_number),
      'Campaña de verano',
      'RD$1,180.00',
      'RD$500.00',
      'Balance por antigüedad',
      'Estado de cuenta de 12 meses',
      'Emisión de factura',
    ])
      expect(page.body, part).toContain(part);
    expect(page.body).not.toContain('Comisiones');
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    const pdf = await visit(`${path}/factura/${invoice.id}.pdf`);
    expect(pdf.statusCode).toBe(200);
    expect((await readPdf(pdf.rawPayload)).text).toContain(String(invoice.fiscal_number));
    expect((await visit(`${path}/factura/${invoice.id}.xml`)).statusCode).toBe(404);
    expect((await roomOf()).last_visit_at).not.toBeNull();
  });

  test('ends its statement with what it owes less what it paid ahead', async () => {
    const path = await openRoom({ client_id: billing.clientId });
    const owed = await api.database.one<{ amount: string }>(sql`
      SELECT ((SELECT coalesce(sum(balance), 0) FROM invoices WHERE client_id = ${billing.clientId}::uuid AND bill_to = 'client')
        - (SELECT coalesce(sum(unapplied), 0) FROM payments WHERE client_id = ${billing.clientId}::uuid))::numeric(18,2)::text AS amount`);
    const { body } = await visit(path);
    const statement = body.slice(body.indexOf('Estado de cuenta'));
    const cells = [...statement.matchAll(/<td class="number">([^<]+)<\/td>/g)].map(([, text]) => text ?? '');
    expect(cells.at(-1)?.replaceAll(/[^0-9.-]/g, '')).toBe(owed?.amount);
  });

  test('reaches nothing of others: not their documents, drafts, nor those that an agency pays', async () => {
    const other = await another('clients');
    const foreign = await billing.issued({ client_id: other.id });
    const viaAgency = await billing.issued({ agency_id: billing.agencyId, bill_to: 'agency' });
    const draft = await billing.draft();
    const path = await openRoom({ client_id: billing.clientId });
    const { body } = await visit(path);
    for (const one of [foreign, viaAgency, draft]) {
      if (one.fiscal_number) expect(body).not.toContain(String(one.fiscal_number));
      for (const kind of ['pdf', 'xml'])
        expect((await visit(`${path}/factura/${one.id}.${kind}`)).statusCode, kind).toBe(404);
    }
    expect((await visit(`${path}/factura/no-es-un-id.pdf`)).statusCode).toBe(404);
    const theirs = await openRoom({ client_id: other.id });
    expect((await visit(theirs)).body).toContain(String(foreign.fiscal_number));
  });

  test('opens no more once it is withdrawn or past its day, and for no guessed token', async () => {
    const path = await openRoom({ client_id: billing.clientId });
    const room = await roomOf();
    const closed = await billing.call(
      'POST',
      `/api/account-rooms/${room.id}/close`,
      {},
      room.row_version as number,
    );
    expect(closed.statusCode, closed.body).toBe(200);
    expect((await visit(path)).statusCode).toBe(404);
    const late = await openRoom({ client_id: billing.clientId });
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE account_rooms SET expires_on = business_date() - 1 WHERE status = 'open'`),
    );
    expect((await visit(late)).statusCode).toBe(404);
    expect((await visit('/cuenta/adivinado')).statusCode).toBe(404);
  });
});

describe('the page of an agency', () => {
  test('shows what it pays and its commissions, and only its own', async () => {
    const agency = await another('agencies', { commission_mode: 'later_settlement' });
    const own = await billing.issued({
      agency_id: agency.id,
      bill_to: 'agency',
      commission_mode: 'later_settlement',
      agency_commission_pct: '10',
    });
    const direct = await billing.issued({ agency_id: agency.id, bill_to: 'client' });
    const path = await openRoom({ agency_id: agency.id });
    const { body } = await visit(path);
    expect(body).toContain(String(own.fiscal_number));
    expect(body).toContain('Liquidaciones de comisiones');
    expect(body).toContain('RD$100.00');
    expect((await visit(`${path}/factura/${direct.id}.pdf`)).statusCode).toBe(404);
    expect((await visit(`${path}/liquidacion/${own.id}.pdf`)).statusCode).toBe(404);
  });
});

describe('opening a page', () => {
  test('needs one account and a day that is not far away', async () => {
    expect((await share({})).statusCode).toBe(422);
    expect((await share({ client_id: billing.clientId, agency_id: billing.agencyId })).statusCode).toBe(422);
    expect((await share({ client_id: billing.clientId, expires_on: expires })).json().errors).toHaveProperty(
      'expires_on',
    );
  });

  test('needs the permission', async () => {
    const headers = await signInAs(api, 'sales_rep');
    const answer = await api.inject({
      method: 'POST',
      url: '/api/account-rooms/share',
      headers,
      payload: { client_id: billing.clientId, recipient: 'X', email: 'x@y.example', expires_on: expires },
    });
    expect(answer.statusCode).toBe(403);
  });
});
