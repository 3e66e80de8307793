import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../testing/read-pdf.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';

let api: TestApi;
let fixture: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  fixture = await billingFixture(api);
});
afterAll(() => api.close());

test('an issued invoice is mailed to the billing contact with its PDF, and its history says so', async () => {
  const send = (id: string) =>
    fixture.call('POST', `/api/invoices/${id}/send`, { message: 'Gracias por su compra.' });
  const invoice = await fixture.issued();
  expect((await send(invoice.id)).json().code).toBe('unreachable_billing_contact');
  const email = 'facturas@cliente.example.com';
  const made = await fixture.call('POST', '/api/contacts', {
    ...(await sampleBody(api.database, contacts, 30)),
    client_id: fixture.clientId,
    agency_id: undefined,
    role: 'billing',
    emails: [{ email, is_primary: true, bounced: false }],
  });
  expect(made.statusCode, made.body).toBe(201);
  expect((await send((await fixture.draft()).id)).statusCode).toBe(409);
  const sent = await send(invoice.id);
  expect(sent.statusCode, sent.body).toBe(200);
  const [mail] = await mailsTo(api, email);
  expect(mail?.subject).toContain(String(invoice.fiscal_number));
  expect(mail?.text).toContain('Gracias por su compra.');
  const attachments =
    (mail as { attachments?: readonly { name: string; content: string }[] })?.attachments ?? [];
  expect(attachments.map(({ name }) => name.slice(-4))).toEqual(['.pdf']);
  const { text } = await readPdf(Buffer.from(attachments[0]?.content ?? '', 'base64'));
  expect(text).toContain(String(invoice.fiscal_number));
  const history = (await fixture.call('GET', `/api/invoices/${invoice.id}/history`)).json().data as object[];
  expect(JSON.stringify(history)).toContain('Factura enviada');
});
