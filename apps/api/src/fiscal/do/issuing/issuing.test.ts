import { stampFacts } from '@pauta/domain/fiscal/do/ecf/stamp.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { XmlDocument } from 'libxml2-wasm';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../../platform/database/database.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { createUser, signIn } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { certificate, type EcfFixture, ecfFixture } from '../testing/ecf-fixture.ts';
import { makeCertificate } from '../testing/make-certificate.ts';
import { readQr } from '../testing/read-qr.ts';
import { verifySignature } from '../testing/verify-signature.ts';
import { signDueDocuments } from './sign-documents.ts';

let api: TestApi;
let billing: EcfFixture;

const started = '2026-01-01';

beforeAll(async () => {
  api = await startTestApi();
  billing = await ecfFixture(api);
});
afterAll(() => api?.close());

const documentOf = (invoice: AnyRecord) =>
  api.database.one<{ id: string; status: string; message: string | null; encf: string }>(sql`
    SELECT id, status, message, encf FROM ecf_documents WHERE invoice_id = ${invoice.id}::uuid`);

const xmlOf = async (invoice: AnyRecord): Promise<string> => {
  const answer = await billing.call('GET', `/api/invoices/${invoice.id}/invoice.xml`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
};

test('before its date a company issues on paper, and after it only with a certificate', async () => {
  expect((await billing.issued()).fiscal_number).toMatch(/^B01/);
  await billing.change({ starts_on: started });
  const draft = await billing.draft();
  const refused = await billing.call(
    'POST',
    `/api/invoices/${draft.id}/issue`,
    {},
    draft.row_version as number,
  );
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'ecf_certificate_missing' });
  expect((await billing.read('invoices', draft.id)).status).toBe('draft');
  expect((await billing.load()).statusCode).toBe(200);
  expect(await billing.read('ecf-issuers', billing.issuer.id)).toMatchObject({
    certificate_holder: 'Persona de Prueba',
    certificate_holder_id: '101001572',
  });
  const issued = await billing.issue(await billing.read('invoices', draft.id));
  expect(issued).toMatchObject({ fiscal_document: 'E31', ecf_status: 'to_sign' });
});

describe('a certificate', () => {
  test('that is expired, of another password or another file is refused at its field', async () => {
    for (const [wrong, field] of [
      [makeCertificate({ days: -1 }), 'file'],
      [{ ...certificate, password: 'otra' }, 'password'],
      [{ file: Buffer.from('hola'), password: 'x' }, 'file'],
    ] as const) {
      const answer = await billing.load(wrong);
      expect(answer.statusCode, answer.body).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual([field]);
    }
  });

  test('is loaded by who manages finances only, and its key appears in no answer, log or column', async () => {
    const headers = await signIn(api, await createUser(api, { role: 'billing' }));
    const refused = await api.inject({
      method: 'POST',
      url: `/api/ecf-issuers/${billing.issuer.id}/certificate`,
      headers,
      payload: { file: certificate.file.toString('base64'), password: certificate.password },
    });
    expect(refused.statusCode).toBe(403);
    const [{ found } = { found: null }] = await api.database.query<{ found: boolean }>(sql`
      SELECT EXISTS (SELECT FROM audit_log l WHERE l.entity LIKE 'ecf_%' AND (l.after::text ~ 'PRIVATE|sealed')) AS found`);
    expect(found).toBe(false);
    const sealed = await api.database.one<{ sealed: Buffer }>(sql`SELECT sealed FROM ecf_certificates`);
    expect(sealed?.sealed.toString('latin1')).not.toContain('PRIVATE');
  });
});

describe('an electronic invoice', () => {
  test('is signed behind its issue; its XML verifies and says what the invoice says', async () => {
    const invoice = await billing.issued({ po_number: 'OC-9' }, [
      { description: 'Cuña & más', unit_price: '1000', quantity: '3', discount_pct: '10' },
    ]);
    expect(invoice.fiscal_number).toMatch(/^E31\d{10}$/);
    expect((await billing.call('GET', `/api/invoices/${invoice.id}/invoice.xml`)).statusCode).toBe(404);
    expect(await signDueDocuments(api.app)).toBeGreaterThan(0);
    expect((await documentOf(invoice))?.status).toBe('signed');
    expect((await billing.read('invoices', invoice.id)).ecf_status).toBe('signed');
    const xml = await xmlOf(invoice);
    expect(stampFacts(xml)).toMatchObject({
      encf: invoice.fiscal_number,
      issuerRnc: '101001577',
      total: '3186.00',
    });
    expect(xml).toContain(`<NumeroFacturaInterna>${invoice.internal_no}</NumeroFacturaInterna>`);
    expect(verifySignature(XmlDocument.fromString(xml)).subjectSerial).toBe('101001572');
    expect(await signDueDocuments(api.app)).toBe(0);
  });

  test('of a consumer below the limit has a signed summary too', async () => {
    const invoice = await billing.issued({ fiscal_document: 'B02' });
    expect(invoice.fiscal_document).toBe('E32');
    await signDueDocuments(api.app);
    const file = await api.database.one<{ summary: string | null }>(sql`
      SELECT f.summary FROM ecf_files f JOIN ecf_documents d ON d.id = f.document_id
      WHERE d.invoice_id = ${invoice.id}::uuid`);
    expect(file?.summary).toContain('<RFCE>');
    verifySignature(XmlDocument.fromString(file?.summary ?? ''));
  });

  test('prints its stamp, and once it may have been sent is not voided but credited', async () => {
    const invoice = await billing.issued();
    await signDueDocuments(api.app);
    const pdf = await api.inject({
      url: `/api/invoices/${invoice.id}/invoice.pdf`,
      headers: billing.headers,
    });
    const { text } = await readPdf(pdf.rawPayload);
    expect(text).toContain('Factura de Crédito Fiscal Electrónica');
    expect(text).toContain('Código de seguridad:');
    expect(text).toContain('Válido hasta');
    const facts = stampFacts(await xmlOf(invoice));
    const stamp = new URL((await readQr(pdf.rawPayload)) ?? '');
    expect(stamp.origin + stamp.pathname).toBe('https://ecf.example/testecf/ConsultaTimbre');
    expect([...stamp.searchParams]).toEqual([
      ['RncEmisor', '101001577'],
      ['RncComprador', '101001577'],
      ['ENCF', invoice.fiscal_number],
      ['FechaEmision', facts.issued],
      ['MontoTotal', '1180.00'],
      ['FechaFirma', facts.signed],
      ['CodigoSeguridad', /Código de seguridad:\s*(\S{6})/.exec(text)?.[1]],
    ]);
    expect(stamp.search).toContain(`FechaFirma=${encodeURIComponent(facts.signed)}`);
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE ecf_documents SET maybe_sent = true WHERE invoice_id = ${invoice.id}::uuid`),
    );
    const now = await billing.read('invoices', invoice.id);
    const refused = await billing.call(
      'POST',
      `/api/invoices/${invoice.id}/void`,
      { reason_id: await billing.reason('void'), note: 'Se emitió dos veces' },
      now.row_version as number,
    );
    expect(refused.statusCode).toBe(409);
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`
          UPDATE invoices SET status = 'voided', void_reason_id = (SELECT id FROM reasons WHERE kind = 'void' LIMIT 1),
            voided_on = business_date() WHERE id = ${invoice.id}::uuid`),
      ),
    ).rejects.toThrow();
    const note = await billing.call(
      'POST',
      `/api/invoices/${invoice.id}/credit_note`,
      { reason_id: await billing.reason('credit_note') },
      now.row_version as number,
    );
    const credited = await billing.issue(note.json().data);
    expect(credited.fiscal_number).toMatch(/^E34/);
    await signDueDocuments(api.app);
    const xml = await xmlOf(credited);
    expect(xml).toContain(`<NCFModificado>${invoice.fiscal_number}</NCFModificado>`);
    expect(xml).toContain('<IndicadorNotaCredito>0</IndicadorNotaCredito>');
  });

  test('with data that its format refuses gets no number', async () => {
    const before = await api.database.one<{ next: number }>(
      sql`SELECT next_no AS next FROM fiscal_sequences WHERE document = 'E31'`,
    );
    const agency = await billing.draft({ agency_id: billing.agencyId, bill_to: 'agency' });
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(
        sql`UPDATE agencies SET tax_id_type = 'OTRO', tax_id = 'XX' WHERE id = ${billing.agencyId}::uuid`,
      ),
    );
    const refused = await billing.call(
      'POST',
      `/api/invoices/${agency.id}/issue`,
      {},
      agency.row_version as number,
    );
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json().message).toContain('RNCComprador');
    const after = await api.database.one<{ next: number }>(
      sql`SELECT next_no AS next FROM fiscal_sequences WHERE document = 'E31'`,
    );
    expect(after).toEqual(before);
  });

  test('is signed once, also by two processes at the same time', async () => {
    const invoices: AnyRecord[] = [];
    for (let count = 0; count < 12; count += 1) invoices.push(await billing.issued());
    await Promise.all([signDueDocuments(api.app), signDueDocuments(api.app), signDueDocuments(api.app)]);
    const rows = await api.database.query<{ status: string }>(sql`
      SELECT d.status FROM ecf_documents d JOIN ecf_files f ON f.document_id = d.id
      WHERE d.invoice_id = ANY(${invoices.map(({ id }) => id)}::uuid[])`);
    expect(rows.map(({ status }) => status)).toEqual(invoices.map(() => 'signed'));
  });

  test('that cannot be signed says why and waits; a signed file is never changed', async () => {
    const invoice = await billing.issued();
    const { sealed } =
      (await api.database.one<{ sealed: Buffer }>(sql`SELECT sealed FROM ecf_certificates`)) ?? {};
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE ecf_issuers SET certificate_valid_to = '2020-01-01'`),
    );
    await signDueDocuments(api.app);
    expect(await documentOf(invoice)).toMatchObject({ status: 'to_sign' });
    expect((await documentOf(invoice))?.message).toContain('certificado');
    expect(sealed).toBeTruthy();
    expect((await billing.load()).statusCode).toBe(200);
    await signDueDocuments(api.app);
    expect((await documentOf(invoice))?.status).toBe('signed');
    for (const attack of [
      sql`UPDATE ecf_files SET xml = 'x'`,
      sql`DELETE FROM ecf_files`,
      sql`TRUNCATE ecf_files`,
    ])
      await expect(
        api.database.transaction(systemChange('test'), (tx) => tx.query(attack)),
      ).rejects.toThrow();
  });
});
