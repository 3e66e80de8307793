import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';

let api: TestApi;
let billing: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
});
afterAll(() => api?.close());

const send = (id: string, input: object = {}, headers = billing.headers) =>
  api.inject({ method: 'POST', url: `/api/payments/${id}/send_receipt`, headers, payload: input });

const deliveriesOf = async (id: string) =>
  (await billing.call('GET', `/api/receipt-deliveries?fields=*&f.payment_id=${id}&sort=created_at`)).json()
    .data;

test('a receipt is mailed with its PDF to an address that is given, and to nobody without a contact', async () => {
  const invoice = await billing.issued({}, [{ unit_price: '1000' }]);
  const payment = await billing.pay('1180.00');
  await billing.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
  });
  const refused = await send(payment.id);
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toMatch(/contacto de facturación con correo/);
  const answer = await send(payment.id, { email: 'pagos@cliente.example', message: 'Gracias por su pago.' });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().data.mailed_to).toEqual(['pagos@cliente.example']);
  const [mail] = await mailsTo(api, 'pagos@cliente.example');
  expect(mail?.subject).toContain(`Recibo ${payment.receipt_no}`);
  expect(mail?.text).toContain('Gracias por su pago.');
  expect(mail?.text).toContain('RD$1,180.00');
  const { text } = await readPdf(Buffer.from(mail?.attachments?.[0]?.content ?? '', 'base64'));
  expect(text).toContain(String(invoice.fiscal_number));
  expect(await deliveriesOf(payment.id)).toMatchObject([
    { recipient: expect.any(String), email: 'pagos@cliente.example', status: 'queued' },
  ]);
});

test('it goes to the billing contacts of who paid, and its state follows the mail', async () => {
  for (const [name, role] of [
    ['berta', 'billing'],
    ['carla', 'commercial'],
  ]) {
    const answer = await billing.call('POST', '/api/contacts', {
      first_name: name,
      last_name: 'De Prueba',
      client_id: billing.clientId,
      role,
      emails: [{ email: `${name}@cliente.example`, is_primary: true }],
    });
    expect(answer.statusCode, answer.body).toBe(201);
  }
  const payment = await billing.pay('10.00');
  const answer = await send(payment.id);
  expect(answer.json().data.mailed_to).toEqual(['berta@cliente.example']);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(
      sql`UPDATE mails SET sent_at = now(), sealed_body = NULL WHERE to_address = 'berta@cliente.example'`,
    ),
  );
  expect(await deliveriesOf(payment.id)).toMatchObject([{ status: 'sent', sent_at: expect.any(String) }]);
});

test('a returned payment has no receipt to send, and who sees no invoices sends none', async () => {
  const payment = await billing.pay('20.00');
  const role = await createRole(api, ['payments.view_all', 'payments.create']);
  const headers = await signIn(api, await createUser(api, { role }));
  expect((await send(payment.id, { email: 'a@cliente.example' }, headers)).statusCode).toBe(403);
  const returned = await billing.call('POST', `/api/payments/${payment.id}/return`, { reason: 'Sin fondos' });
  expect(returned.statusCode, returned.body).toBe(200);
  expect((await send(payment.id, { email: 'a@cliente.example' })).statusCode).toBe(409);
});
