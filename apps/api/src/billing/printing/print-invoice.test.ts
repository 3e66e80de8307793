import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../testing/read-pdf.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';

let api: TestApi;
let billing: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
});
afterAll(() => api?.close());

const pdf = (id: string) => api.inject({ url: `/api/invoices/${id}/invoice.pdf`, headers: billing.headers });

const textOf = async (id: string): Promise<string> => {
  const answer = await pdf(id);
  expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
  const { text, isTagged } = await readPdf(answer.rawPayload);
  expect(isTagged).toBe(true);
  return text.replaceAll(/\s+/g, ' ');
};

describe('the printed face', () => {
  test('of an issued invoice has all that a fiscal document shows', async () => {
    const invoice = await billing.issued({ po_number: 'OC-77', notes: 'Gracias por su preferencia.' }, [
      { description: 'Cuña de 30 s', unit_price: '1000', quantity: '3', discount_pct: '10' },
      { description: 'Producción', unit_price: '500.25' },
    ]);
    const text = await textOf(invoice.id);
    for (const part of [
      'Factura de crédito fiscal',
      String(invoice.fiscal_number),
      String(invoice.internal_no),
      String(invoice.payer_name),
      'OC-77',
      'Cuña de 30 s',
      'Producción',
      '2,700.00',
      'Monto gravado al 18 %',
      '3,200.25',
      'ITBIS',
      '576.05',
      '3,776.30',
      'Gracias por su preferencia.',
      'Página 1 de 1',
    ])
      expect(text, part).toContain(part);
    expect(text).not.toContain('BORRADOR');
    expect(text).not.toContain('SIN VALOR FISCAL');
    const again = await pdf(invoice.id);
    expect(again.headers['content-disposition']).toContain(String(invoice.fiscal_number));
  });

  test('of an invoice to an agency names the advertiser and the agency’s discount', async () => {
    const invoice = await billing.issued({
      agency_id: billing.agencyId,
      bill_to: 'agency',
      agency_commission_pct: '15',
    });
    const text = await textOf(invoice.id);
    const client = await billing.read('clients', billing.clientId);
    const agency = await billing.read(agencies.path, billing.agencyId);
    expect(text).toContain(`Anunciante ${client.legal_name}`);
    expect(text).toContain(String(agency.legal_name));
    expect(text).toContain('Descuento de agencia');
  });

  test('of a draft is marked, of a voided one too, and a note names what it modifies', async () => {
    const draft = await billing.draft();
    expect(await textOf(draft.id)).toContain('BORRADOR');
    const invoice = await billing.issued();
    const note = await billing.call(
      'POST',
      `/api/invoices/${invoice.id}/credit_note`,
      { reason_id: await billing.reason('credit_note') },
      invoice.row_version as number,
    );
    const credited = await billing.issue(note.json().data);
    const text = await textOf(credited.id);
    expect(text).toContain('Nota de crédito');
    expect(text).toContain(`Modifica ${invoice.fiscal_number} del`);
    const voided = await billing.call(
      'POST',
      `/api/invoices/${credited.id}/void`,
      { reason_id: await billing.reason('void'), note: 'Se emitió por error' },
      credited.row_version as number,
    );
    expect(voided.statusCode, voided.body).toBe(200);
    expect(await textOf(credited.id)).toContain('ANULADA');
  });

  test('of many lines continues on further pages', async () => {
    const invoice = await billing.draft(
      {},
      Array.from({ length: 120 }, (_, index) => ({
        description: `Cuña número ${index + 1}`,
        unit_price: '10',
      })),
    );
    const text = await textOf(invoice.id);
    expect(text).toContain('Cuña número 120');
    expect(text).toMatch(/Página 2 de \d/);
  });

  test('is not for who may not see the invoice', async () => {
    const invoice = await billing.issued();
    const headers = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    const answer = await api.inject({ url: `/api/invoices/${invoice.id}/invoice.pdf`, headers });
    expect([403, 404]).toContain(answer.statusCode);
  });
});
