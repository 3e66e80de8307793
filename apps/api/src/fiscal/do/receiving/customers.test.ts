import { fileURLToPath } from 'node:url';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { disputeRejected } from '../../../billing/collections/dispute-rejected.ts';
import { systemChange } from '../../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { signDueDocuments } from '../issuing/sign-documents.ts';
import { deliverDue } from '../sending/deliver-documents.ts';
import { createEcfClients } from '../sending/ecf-clients.ts';
import { createEcfSender } from '../sending/send-documents.ts';
import { type Authority, startAuthority } from '../testing/authority.ts';
import { type EcfFixture, ecfFixture } from '../testing/ecf-fixture.ts';
import { companyRnc, postXml, signedApproval, signIn, supplierRnc } from '../testing/supplier.ts';
import { startTaxpayer, type Taxpayer } from '../testing/taxpayer.ts';

const schemas = fileURLToPath(new URL('../../../../../../../shared/fiscal-do/xsd', import.meta.url));

let api: TestApi;
let billing: EcfFixture;
let authority: Authority;
let customer: Taxpayer;
let token: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await ecfFixture(api);
  await billing.load();
  await billing.change({ starts_on: '2026-01-01' });
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE clients SET tax_id = ${supplierRnc} WHERE id = ${billing.clientId}::uuid`),
  );
  token = await signIn(api);
});
afterAll(() => api?.close());
beforeEach(async () => {
  authority = await startAuthority({ issuers: [companyRnc], schemas });
  customer = await startTaxpayer();
  authority.publishTaxpayers(customer.address);
  await billing.change({ service_url: authority.address });
  return async () => {
    await authority.close();
    await customer.close();
  };
});

/** An invoice whose document the authority accepted. */
const accepted = async (): Promise<AnyRecord> => {
  const invoice = await billing.issued();
  await signDueDocuments(api.app);
  const sender = createEcfSender(api.app);
  await sender.sendDue();
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE ecf_documents SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`),
  );
  await sender.sendDue();
  return billing.read('invoices', invoice.id);
};

const documentOf = async (invoice: AnyRecord): Promise<AnyRecord> => {
  const row = await api.database.one<{ id: string }>(
    sql`SELECT id FROM ecf_documents WHERE invoice_id = ${invoice.id}::uuid`,
  );
  return billing.read('ecf-documents', row?.id ?? '');
};

const deliver = () => deliverDue(api.app, createEcfClients(api.app));
const hurry = () =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE ecf_documents SET receiver_next_at = now() WHERE receiver_next_at IS NOT NULL`),
  );
const acknowledgementOf = async (document: AnyRecord): Promise<string | undefined> =>
  (
    await api.database.one<{ xml: string }>(
      sql`SELECT xml FROM ecf_acknowledgements WHERE document_id = ${document.id}::uuid`,
    )
  )?.xml;

const answer = (invoice: AnyRecord, rejection: string | null, change: object = {}) =>
  postXml(
    api,
    '/fe/aprobacioncomercial/api/ecf',
    signedApproval(
      {
        issuerRnc: companyRnc,
        buyerRnc: supplierRnc,
        encf: String(invoice.fiscal_number),
        issueDate: String(invoice.issue_date),
        total: String(invoice.total),
        ...change,
      },
      rejection,
    ),
    token,
  );

describe('an accepted e-CF', () => {
  test('is delivered to a customer who receives electronically, and the acknowledgement is kept', async () => {
    const invoice = await accepted();
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted', receiver_status: 'to_send' });
    expect(await deliver()).toBe(1);
    const document = await documentOf(invoice);
    expect(document).toMatchObject({ receiver_status: 'received', receiver_message: null });
    expect(customer.files).toEqual([
      { kind: 'ECF', name: `${companyRnc}${invoice.fiscal_number}.xml`, xml: authority.received[0]?.xml },
    ]);
    expect(await acknowledgementOf(document)).toContain('<Estado>0</Estado>');
    expect(await deliver()).toBe(0);
  });

  test('is delivered again until there is an acknowledgement of it, and a duplicate is one', async () => {
    const invoice = await accepted();
    customer.answer('down', 'nonsense', 'unsigned', 'other', 'lost');
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(await deliver()).toBe(1);
      expect(await documentOf(invoice)).toMatchObject({ receiver_status: 'to_send' });
      await hurry();
    }
    await deliver();
    const document = await documentOf(invoice);
    expect(document).toMatchObject({ receiver_status: 'received' });
    expect(await acknowledgementOf(document)).toContain('<CodigoMotivoNoRecibido>3<');
    expect(new Set(customer.files.map(({ xml }) => xml)).size).toBe(1);
  });

  test('that the customer does not receive says why, and is delivered again when asked', async () => {
    const invoice = await accepted();
    customer.answer('refused');
    await deliver();
    const refused = await documentOf(invoice);
    expect(refused).toMatchObject({
      receiver_status: 'refused',
      receiver_message: expect.stringMatching(/RNC del comprador/i),
    });
    authority.publishTaxpayers(null);
    const url = `/api/ecf-documents/${refused.id}/deliver_again`;
    const again = await billing.call('POST', url, {}, refused.row_version as number);
    expect(again.statusCode, again.body).toBe(200);
    await deliver();
    expect(await documentOf(invoice)).toMatchObject({ receiver_status: 'not_electronic' });
  });
});

describe('the answer of a customer', () => {
  test('is stored at the document and shown by the invoice; the same again is taken, another is not', async () => {
    const invoice = await accepted();
    const taken = await answer(invoice, null);
    expect([taken.statusCode, taken.json()]).toEqual([
      200,
      { codigo: '1', estado: 'Aceptado', mensaje: 'Aprobación comercial recibida.' },
    ]);
    expect(await documentOf(invoice)).toMatchObject({ customer_answer: 'approved', customer_reason: null });
    expect(await billing.read('invoices', invoice.id)).toMatchObject({ customer_answer: 'approved' });
    const list = await billing.call('GET', '/api/invoices?f.customer_answer=approved');
    expect(list.json().data.map(({ id }: AnyRecord) => id)).toContain(invoice.id);
    const other = await answer(invoice, 'No la pedimos');
    expect([other.statusCode, other.json().mensaje]).toEqual([400, 'Ese comprobante ya se respondió.']);
    expect(await disputeRejected(api.app)).toBe(0);
  });

  test('that rejects opens one dispute for what is owed', async () => {
    const invoice = await accepted();
    const xml = signedApproval(
      {
        issuerRnc: companyRnc,
        buyerRnc: supplierRnc,
        encf: String(invoice.fiscal_number),
        issueDate: String(invoice.issue_date),
        total: String(invoice.total),
      },
      'No pedimos esa campaña.',
    );
    const url = '/fe/aprobacioncomercial/api/ecf';
    const answers = await Promise.all(Array.from({ length: 4 }, () => postXml(api, url, xml, token)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    await Promise.all([disputeRejected(api.app), disputeRejected(api.app)]);
    const disputes = await billing.call('GET', `/api/invoice-disputes?f.invoice_id=${invoice.id}&fields=*`);
    expect(disputes.json().data).toMatchObject([
      {
        amount: invoice.total,
        status: 'open',
        detail: 'El cliente rechazó el comprobante electrónico: No pedimos esa campaña.',
      },
    ]);
    expect(await billing.read('invoices', invoice.id)).toMatchObject({ customer_answer: 'rejected' });
  });

  test.each<readonly [string, object]>([
    ['buyer', { buyerRnc: '401007452' }],
    ['day', { issueDate: '2020-01-01' }],
    ['total', { total: '0.01' }],
    ['number', { encf: 'E319999999999' }],
    ['issuer', { issuerRnc: '401007452' }],
  ])('to another %s is refused and changes nothing', async (_what, change) => {
    const invoice = await accepted();
    const refused = await answer(invoice, null, change);
    expect([refused.statusCode, refused.json().codigo]).toEqual([400, '2']);
    expect(await documentOf(invoice)).toMatchObject({ customer_answer: 'none' });
  });

  test('without a signature or to what the authority has not accepted is refused', async () => {
    const invoice = await billing.issued();
    await signDueDocuments(api.app);
    const refused = await answer(await billing.read('invoices', invoice.id), null);
    expect([refused.statusCode, refused.json().mensaje]).toEqual([
      400,
      'La administración tributaria todavía no aceptó ese comprobante.',
    ]);
    const xml = '<ACECF><DetalleAprobacionComercial/></ACECF>';
    const unsigned = await postXml(api, '/fe/aprobacioncomercial/api/ecf', xml, token);
    expect([unsigned.statusCode, unsigned.json().mensaje]).toEqual([400, 'El documento no está firmado.']);
    expect((await postXml(api, '/fe/aprobacioncomercial/api/ecf', xml)).statusCode).toBe(401);
  });
});
