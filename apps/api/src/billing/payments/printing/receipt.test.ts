import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../../platform/database/database.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { createUser, signIn } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../../testing/billing-fixture.ts';

let api: TestApi;
let billing: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
});
afterAll(() => api?.close());

const pdf = (id: string, headers = billing.headers) =>
  api.inject({ url: `/api/payments/${id}/receipt.pdf`, headers });

const textOf = async (id: string): Promise<string> => {
  const answer = await pdf(id);
  expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
  const { text, isTagged } = await readPdf(answer.rawPayload);
  expect(isTagged).toBe(true);
  return text.replaceAll(/\s+/g, ' ');
};

test('a receipt shows what was received, withheld and settled, and what is an advance', async () => {
  const invoice = await billing.issued({}, [{ unit_price: '1000' }]);
  const payment = await billing.pay('1500.00', {
    withholdings: [{ kind: 'isr', pct: '2', amount: '20.00', certificate: 'RET-9' }],
    notes: 'Entregado por mensajero.',
  });
  const applied = await billing.call('POST', `/api/payments/${payment.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
  });
  expect(applied.statusCode, applied.body).toBe(200);
  const text = await textOf(payment.id);
  const client = await billing.read('clients', billing.clientId);
  for (const part of [
    'Recibo de cobro',
    String(payment.receipt_no),
    String(client.legal_name),
    '15/01/2026',
    'Transferencia',
    String(payment.reference),
    String(invoice.fiscal_number),
    '1,180.00',
    'Retención de ISR, 2 %, certificado RET-9',
    'Queda como anticipo',
    '340.00',
    '1,500.00',
    'Entregado por mensajero.',
  ])
    expect(text, part).toContain(part);
});

test('a receipt in dollars shows what it is in pesos, and a returned one its mark', async () => {
  const account = await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(
      sql`INSERT INTO exchange_rates (from_currency, to_currency, on_date, rate, name) VALUES ('USD', 'DOP', '2026-01-15', 60.5, 'USD/DOP')`,
    );
    return tx.one<{ id: string }>(sql`
      INSERT INTO bank_accounts (company_id, bank, account_no, currency_code)
      VALUES (${billing.companyId}::uuid, 'Banco de Prueba', '960-2', 'USD') RETURNING id`);
  });
  const payment = await billing.pay('100.00', { currency_code: 'USD', bank_account_id: account?.id });
  expect(await textOf(payment.id)).toContain('Equivale a RD$6,050.00, a la tasa de 60.5');
  const returned = await billing.call('POST', `/api/payments/${payment.id}/return`, {
    reason: 'El banco lo devolvió',
  });
  expect(returned.statusCode, returned.body).toBe(200);
  const text = await textOf(payment.id);
  expect(text).toContain('DEVUELTO');
  expect(text).toContain('no tiene efecto');
});

test('a receipt is not for who may not see the payment', async () => {
  const payment = await billing.pay('10.00');
  const headers = await signIn(api, await createUser(api, { role: 'sales_rep' }));
  expect([403, 404]).toContain((await pdf(payment.id, headers)).statusCode);
});

test('a returned payment opens a task for the seller of what it had settled', async () => {
  const invoice = await billing.issued({}, [{ unit_price: '400' }]);
  const cheque = await billing.pay('472.00', { method: 'cheque', reference: 'CK-1' });
  await billing.call('POST', `/api/payments/${cheque.id}/apply`, {
    invoices: [{ invoice: invoice.internal_no }],
  });
  const returned = await billing.call('POST', `/api/payments/${cheque.id}/return`, {
    reason: 'Sin fondos',
  });
  expect(returned.statusCode, returned.body).toBe(200);
  const client = await billing.read('clients', billing.clientId);
  const tasks = await api.database.query(sql`
    SELECT assigned_to_id, client_id, priority, notes FROM activities WHERE subject LIKE 'Cheque devuelto de%'`);
  expect(tasks).toEqual([
    {
      assigned_to_id: (client.primary_sales_rep_id as { id: string }).id,
      client_id: billing.clientId,
      priority: 'high',
      notes: expect.stringContaining(String(invoice.internal_no)),
    },
  ]);
});
