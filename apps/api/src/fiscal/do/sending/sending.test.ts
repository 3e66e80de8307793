import { fileURLToPath } from 'node:url';
import type { EcfState } from '@pauta/domain/fiscal/do/ecf-states.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange } from '../../../platform/database/database.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { signDueDocuments } from '../issuing/sign-documents.ts';
import { readCertificate } from '../signing/read-certificate.ts';
import { signXml } from '../signing/sign-xml.ts';
import { type Authority, type Fault, startAuthority } from '../testing/authority.ts';
import { certificate, type EcfFixture, ecfFixture } from '../testing/ecf-fixture.ts';
import { createEcfClient } from './ecf-client.ts';
import { createEcfSender, type EcfSender } from './send-documents.ts';

const schemas = fileURLToPath(new URL('../../../../../../../shared/fiscal-do/xsd', import.meta.url));

let api: TestApi;
let billing: EcfFixture;
let authority: Authority;
let sender: EcfSender;

beforeAll(async () => {
  api = await startTestApi();
  billing = await ecfFixture(api);
  await billing.load();
  await billing.change({ starts_on: '2026-01-01' });
});
afterAll(() => api?.close());

/** A new authority for each test, and a sender that knows no token of another. */
beforeEach(async () => {
  authority = await startAuthority({ issuers: ['101001577'], schemas });
  await billing.change({ service_url: authority.address });
  sender = createEcfSender(api.app);
  return () => authority.close();
});

interface Sent {
  readonly id: string;
  readonly status: EcfState;
  readonly attempts: number;
  readonly message: string | null;
  readonly track_id: string | null;
  readonly waits: boolean | null;
}

const documentOf = async (invoice: AnyRecord): Promise<Sent | undefined> =>
  api.database.one<Sent>(sql`
    SELECT id, status, attempts, message, track_id, next_attempt_at > now() AS waits FROM ecf_documents
    WHERE invoice_id = ${invoice.id}::uuid`);

const textOf = async (bytes: Buffer): Promise<string> => (await readPdf(bytes)).text.replaceAll(/\s+/g, ' ');

/** Makes every pause pass. */
const hurry = (): Promise<unknown> =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE ecf_documents SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`),
  );

const signed = async (values: object = {}): Promise<AnyRecord> => {
  const invoice = await billing.issued(values);
  await signDueDocuments(api.app);
  return invoice;
};

const signing = readCertificate(certificate.file, certificate.password);
const clientOf = (address: string) =>
  createEcfClient({
    services: { invoices: address, summaries: address },
    sign: (xml) => signXml(xml, signing).xml,
    timeLimit: 1000,
  });

const rounds = async (count: number, by: EcfSender = sender): Promise<void> => {
  for (let round = 0; round < count; round += 1) {
    await by.sendDue();
    await hurry();
  }
};

const copiesOf = ({ fiscal_number }: AnyRecord): number =>
  authority.received.filter(({ encf }) => encf === fiscal_number).length;

describe('a signed document', () => {
  test('is sent, and its result asked for, with one token', async () => {
    const invoice = await signed();
    await sender.sendDue();
    expect(await documentOf(invoice)).toMatchObject({ status: 'sent', waits: true });
    await rounds(2);
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted', message: null, waits: null });
    expect((await billing.read('invoices', invoice.id)).ecf_status).toBe('accepted');
    expect(authority.received.map(({ verdict, messages }) => [verdict, messages])).toEqual([
      ['accepted', []],
    ]);
    expect(authority.calls).toMatchObject({ seed: 1, token: 1, reception: 1, result: 1 });
  });

  test('of a consumer below the limit is sent as its summary, which is answered at once', async () => {
    const invoice = await signed({ fiscal_document: 'B02' });
    await sender.sendDue();
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
    expect(authority.received.map(({ kind }) => kind)).toEqual(['RFCE']);
  });

  test('that is rejected, or accepted with conditions, says why and is not sent again', async () => {
    authority.decide('rejected', 'El RNC del comprador no está activo.');
    const rejected = await signed();
    await rounds(3);
    expect(await documentOf(rejected)).toMatchObject({
      status: 'rejected',
      message: 'El RNC del comprador no está activo.',
      waits: null,
    });
    authority.decide('conditional', 'Falta el municipio.');
    const conditional = await signed();
    await rounds(3);
    expect(await documentOf(conditional)).toMatchObject({
      status: 'conditional',
      message: 'Falta el municipio.',
    });
    await rounds(2);
    expect([copiesOf(rejected), copiesOf(conditional)]).toEqual([1, 1]);
  });

  test('in process is asked about with growing pauses', async () => {
    await authority.close();
    authority = await startAuthority({ inProcess: 2 });
    await billing.change({ service_url: authority.address });
    const invoice = await signed();
    await rounds(2);
    expect(await documentOf(invoice)).toMatchObject({ status: 'sent', message: 'En proceso de validación.' });
    await rounds(2);
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
  });

  test('is sent now when somebody asks for it', async () => {
    authority.fail('seed', 'down');
    const invoice = await signed();
    await sender.sendDue();
    const waiting = await documentOf(invoice);
    expect(waiting).toMatchObject({ status: 'signed', attempts: 1, waits: true });
    const record = await billing.read('ecf-documents', waiting?.id ?? '');
    const url = `/api/ecf-documents/${record.id}/send_now`;
    const answer = await billing.call('POST', url, {}, record.row_version as number);
    expect(answer.statusCode, answer.body).toBe(200);
    await sender.sendDue();
    expect(await documentOf(invoice)).toMatchObject({ status: 'sent' });
    await rounds(2);
  });
});

describe('an attempt', () => {
  test('that takes long is not made a second time by who asks to send now', async () => {
    authority.fail('reception', 'slow');
    const invoice = await signed();
    const first = sender.sendDue();
    await expect.poll(() => authority.calls.reception, { interval: 5 }).toBe(1);
    const record = await billing.read('ecf-documents', (await documentOf(invoice))?.id ?? '');
    const asked = await billing.call(
      'POST',
      `/api/ecf-documents/${record.id}/send_now`,
      {},
      record.row_version as number,
    );
    expect(asked.statusCode, asked.body).toBe(200);
    expect(await createEcfSender(api.app).sendDue()).toBe(0);
    await first;
    expect(await documentOf(invoice)).toMatchObject({ status: 'sent' });
    expect(copiesOf(invoice)).toBe(1);
    await rounds(2);
  });

  test('whose answer comes after its time limit finds the document before it sends it again', async () => {
    authority.fail('reception', 'slow');
    const invoice = await signed();
    const hasty = createEcfSender(api.app, { timeLimit: 200 });
    await rounds(1, hasty);
    expect((await documentOf(invoice))?.message).toMatch(/no responde/);
    await expect.poll(() => copiesOf(invoice)).toBe(1);
    await rounds(3);
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
    expect(copiesOf(invoice)).toBe(1);
  });

  test('keeps the environment in which it was signed', async () => {
    const invoice = await signed();
    await billing.change({ environment: 'production' });
    try {
      const document = await documentOf(invoice);
      expect((await billing.read('ecf-documents', document?.id ?? '')).environment).toBe('own');
      await rounds(3);
      expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
    } finally {
      await billing.change({ environment: 'own', service_url: authority.address });
    }
  });
});

describe('a document that the authority knows without a result', () => {
  test('is asked about with growing pauses, and then needs attention', async () => {
    await authority.close();
    authority = await startAuthority({ losesResults: true });
    await billing.change({ service_url: authority.address });
    const invoice = await signed();
    await rounds(12);
    const state = await documentOf(invoice);
    expect(state?.attempts).toBeGreaterThanOrEqual(8);
    const record = await billing.read('ecf-documents', state?.id ?? '');
    expect(record.attention).toBe('unanswered');
    expect(copiesOf(invoice)).toBe(1);
    await sender.sendDue();
    const waits = await api.database.one<{ late: boolean }>(sql`
      SELECT next_attempt_at > now() + interval '50 minutes' AS late FROM ecf_documents
      WHERE id = ${record.id}::uuid`);
    expect(waits?.late).toBe(true);
    await api.testDatabase.runAsSuperuser(
      sql`UPDATE ecf_documents SET status = 'accepted', attempts = 0, next_attempt_at = NULL WHERE id = ${record.id}::uuid`,
    );
  });
});

describe('a rejected document', () => {
  const rejectedWith = async (isNumberUsed: boolean, values: object = {}): Promise<AnyRecord> => {
    authority.decide('rejected', 'El firmante no es un delegado autorizado.', isNumberUsed);
    const invoice = await signed(values);
    await rounds(3);
    const document = await documentOf(invoice);
    expect(document).toMatchObject({ status: 'rejected' });
    return invoice;
  };
  const signAgain = async (invoice: AnyRecord) => {
    const record = await billing.read('ecf-documents', (await documentOf(invoice))?.id ?? '');
    const url = `/api/ecf-documents/${record.id}/sign_again`;
    return billing.call('POST', url, {}, record.row_version as number);
  };
  const voidIt = async (invoice: AnyRecord) => {
    const now = await billing.read('invoices', invoice.id);
    return billing.call(
      'POST',
      `/api/invoices/${invoice.id}/void`,
      { reason_id: await billing.reason('void'), note: 'Rechazada por la administración tributaria' },
      now.row_version as number,
    );
  };

  test('whose number is free is signed and sent again with it, and what was rejected is kept', async () => {
    const invoice = await rejectedWith(false);
    authority.decide('accepted');
    const answer = await signAgain(invoice);
    expect(answer.statusCode, answer.body).toBe(200);
    await signDueDocuments(api.app);
    await rounds(3);
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
    expect(copiesOf(invoice)).toBe(2);
    const kept = await api.database.query<{ message: string }>(sql`
      SELECT r.message FROM ecf_rejected_files r JOIN ecf_documents d ON d.id = r.document_id
      WHERE d.invoice_id = ${invoice.id}::uuid`);
    expect(kept).toEqual([{ message: expect.stringMatching(/delegado autorizado/) }]);
  });

  test('whose number is used is not signed again, by nobody: it is voided and issued anew', async () => {
    const invoice = await rejectedWith(true);
    const refused = await signAgain(invoice);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(/ya no se puede usar/);
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`
          UPDATE ecf_documents SET status = 'to_sign', signed_at = NULL, security_code = NULL, next_attempt_at = now(),
            number_reusable = false
          WHERE invoice_id = ${invoice.id}::uuid`),
      ),
    ).rejects.toThrow(/cannot be used again/);
    const answer = await voidIt(invoice);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await billing.read('invoices', invoice.id)).toMatchObject({ status: 'voided', balance: '0.00' });
  });

  test('is not signed again once its invoice is voided', async () => {
    const invoice = await rejectedWith(false);
    expect((await voidIt(invoice)).statusCode).toBe(200);
    expect((await signAgain(invoice)).statusCode).toBe(422);
  });

  test('prints that it is not valid', async () => {
    const invoice = await rejectedWith(true);
    const pdf = await api.inject({
      url: `/api/invoices/${invoice.id}/invoice.pdf`,
      headers: billing.headers,
    });
    expect(await textOf(pdf.rawPayload)).toMatch(/rechazó este comprobante/);
  });

  test('of a summary says why, also if its answer was lost', async () => {
    authority.decide('rejected', 'El RNC emisor no está activo.', false);
    authority.fail('summary', 'lost');
    const invoice = await signed({ fiscal_document: 'B02' });
    await rounds(3);
    expect(await documentOf(invoice)).toMatchObject({
      status: 'rejected',
      message: expect.stringMatching(/El RNC emisor no está activo/),
    });
    expect(copiesOf(invoice)).toBe(1);
  });

  test('of a summary is found where the service of summaries is missing', async () => {
    await authority.close();
    authority = await startAuthority({ missing: ['summaryStatus'] });
    await billing.change({ service_url: authority.address });
    authority.fail('summary', 'lost');
    const invoice = await signed({ fiscal_document: 'B02' });
    await rounds(3);
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
    expect(copiesOf(invoice)).toBe(1);
  });
});

test('a consumer invoice of exactly 250,000.00 is sent whole, and one of a cent less as its summary', async () => {
  const whole = await billing.issued({ fiscal_document: 'B02' }, [{ unit_price: '211864.41' }]);
  expect(whole.total).toBe('250000.00');
  const less = await billing.issued({ fiscal_document: 'B02' }, [{ unit_price: '211864.40' }]);
  expect(less.total).toBe('249999.99');
  await signDueDocuments(api.app);
  await rounds(3);
  expect(await documentOf(whole)).toMatchObject({ status: 'accepted' });
  expect(await documentOf(less)).toMatchObject({ status: 'accepted' });
  expect(authority.received.map(({ kind, encf }) => [kind, encf])).toEqual(
    expect.arrayContaining([
      ['ECF', whole.fiscal_number],
      ['RFCE', less.fiscal_number],
    ]),
  );
});

test('the printed face of a document that waits for its signature says so', async () => {
  const invoice = await billing.issued();
  const pdf = await api.inject({ url: `/api/invoices/${invoice.id}/invoice.pdf`, headers: billing.headers });
  expect(await textOf(pdf.rawPayload)).toMatch(/todavía no está firmado/);
  await signDueDocuments(api.app);
  const later = await api.inject({
    url: `/api/invoices/${invoice.id}/invoice.pdf`,
    headers: billing.headers,
  });
  expect(await textOf(later.rawPayload)).not.toMatch(/todavía no está firmado/);
  await rounds(3);
});

describe('an authority that fails', () => {
  const faults: readonly Fault[] = ['down', 'silent', 'error', 'nonsense', 'empty', 'endless'];

  test.each(faults)('(%s) loses no document and is asked again later', async (fault) => {
    authority.failAll(fault);
    const invoice = await signed();
    // The others answer at once; of this one nothing comes.
    await rounds(2, fault === 'silent' ? createEcfSender(api.app, { timeLimit: 300 }) : sender);
    const failed = await documentOf(invoice);
    expect(failed).toMatchObject({ status: 'signed', attempts: 2 });
    expect(failed?.message).toMatch(/Se intenta de nuevo/);
    authority.failAll(null);
    await rounds(3);
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
    expect(copiesOf(invoice)).toBe(1);
  });

  test('(lost answers) is asked whether it received the document before it is sent again', async () => {
    authority.fail('reception', 'lost');
    const invoice = await signed();
    await rounds(1);
    expect(copiesOf(invoice)).toBe(1);
    await rounds(3);
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
    expect(copiesOf(invoice)).toBe(1);

    authority.fail('summary', 'lost');
    const summary = await signed({ fiscal_document: 'B02' });
    await rounds(3);
    expect(await documentOf(summary)).toMatchObject({ status: 'accepted' });
    expect(copiesOf(summary)).toBe(1);
  });

  test('(a process that died while it sent) is asked whether it received the document', async () => {
    const invoice = await signed();
    const { id = '' } = (await documentOf(invoice)) ?? {};
    const file = await api.database.one<{ xml: string }>(
      sql`SELECT xml FROM ecf_files WHERE document_id = ${id}::uuid`,
    );
    const dying = clientOf(authority.address);
    await dying.send(`101001577${invoice.fiscal_number}.xml`, file?.xml ?? '');
    // As the process that took it leaves it.
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE ecf_documents SET attempts = attempts + 1 WHERE id = ${id}::uuid`),
    );
    await rounds(3);
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
    expect(copiesOf(invoice)).toBe(1);
  });

  test('(expired tokens) gets a new one, once', async () => {
    const first = await signed();
    await rounds(2);
    authority.fail('reception', 'unauthorized');
    const second = await signed();
    await rounds(3);
    expect(await documentOf(first)).toMatchObject({ status: 'accepted' });
    expect(await documentOf(second)).toMatchObject({ status: 'accepted' });
    expect(authority.calls.token).toBe(2);
  });

  test('for an hour makes a document one of contingency, and is sent all of them afterwards', async () => {
    authority.failAll('down');
    const invoice = await signed();
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        UPDATE ecf_documents SET signed_at = now() - interval '61 minutes' WHERE invoice_id = ${invoice.id}::uuid`),
    );
    await rounds(1);
    expect(await documentOf(invoice)).toMatchObject({ status: 'contingency' });
    const pdf = await api.inject({
      url: `/api/invoices/${invoice.id}/invoice.pdf`,
      headers: billing.headers,
    });
    expect(pdf.statusCode).toBe(200);
    authority.failAll(null);
    await rounds(3);
    expect(await documentOf(invoice)).toMatchObject({ status: 'accepted' });
  });

  test('in any way and order, in the end has each document once, or it says why not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom('seed', 'token', 'reception', 'result', 'trackIds', 'summary', 'status'),
            fc.constantFrom<Fault>('down', 'error', 'nonsense', 'empty', 'unauthorized', 'lost'),
          ),
          { maxLength: 10 },
        ),
        fc.constantFrom('B01', 'B02'),
        async (planned, document) => {
          for (const [service, fault] of planned) authority.fail(service as 'seed', fault);
          const invoice = await signed({ fiscal_document: document });
          await rounds(planned.length + 4);
          const state = await documentOf(invoice);
          expect(state?.status, JSON.stringify([planned, state])).toBe('accepted');
          expect(copiesOf(invoice)).toBe(1);
          // What is left of the plan must not fail the next one.
          authority.clearFaults();
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('the connection of an issuer', () => {
  const probe = async () => {
    const answer = await billing.call('POST', `/api/ecf-issuers/${billing.issuer.id}/probe`, {});
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };

  test('is tried: how the services are, whether it gets in, and its entry in the directory', async () => {
    authority.publishTaxpayers('https://canal.example');
    expect(await probe()).toMatchObject({
      access: null,
      services: expect.arrayContaining([{ name: 'Recepción', status: 'Disponible', isAvailable: true }]),
      directory: { reception: 'https://canal.example/fe/recepcion/api/ecf' },
    });
  });

  test('that fails says why', async () => {
    authority.failAll('down');
    expect(await probe()).toMatchObject({
      access: expect.stringMatching(/no responde/),
      services: [],
      services_failure: expect.stringMatching(/no responde/),
      directory: null,
    });
  });
});

describe('the client', () => {
  test('gets a new token once the one it has is about to expire', async () => {
    await authority.close();
    authority = await startAuthority({ tokenSeconds: 30 });
    const client = clientOf(authority.address);
    await client.result('ninguno');
    expect(await client.result('ninguno')).toEqual({ kind: 'not_found' });
    expect(authority.calls.token).toBe(2);
  });

  test('is refused a file with another name', async () => {
    const invoice = await signed();
    const { id = '' } = (await documentOf(invoice)) ?? {};
    const file = await api.database.one<{ xml: string }>(
      sql`SELECT xml FROM ecf_files WHERE document_id = ${id}::uuid`,
    );
    const client = clientOf(authority.address);
    const answer = await client.send('factura.xml', file?.xml ?? '');
    const trackId = 'trackId' in answer ? String(answer.trackId) : '';
    expect(await client.result(trackId)).toMatchObject({
      kind: 'rejected',
      messages: [expect.stringMatching(/debe llamarse/)],
      isNumberUsed: false,
    });
    await rounds(3);
  });

  test('reads the directory of taxpayers and how the services are', async () => {
    authority.publishTaxpayers('https://otra.example');
    const client = clientOf(authority.address);
    expect(await client.addressesOf('101001577')).toEqual({
      name: 'Contribuyente 101001577',
      reception: 'https://otra.example/fe/recepcion/api/ecf',
      approval: 'https://otra.example/fe/aprobacioncomercial/api/ecf',
      authentication: 'https://otra.example/fe/autenticacion/api',
    });
    expect(await client.services()).toContainEqual({
      name: 'Recepción',
      status: 'Disponible',
      isAvailable: true,
    });
    authority.fail('availability', 'nonsense');
    expect(await client.services()).toMatchObject({ kind: 'unavailable' });
  });

  test('shares one token among calls at the same time', async () => {
    const client = clientOf(authority.address);
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.result('ninguno')));
    expect(answers).toEqual(answers.map(() => ({ kind: 'not_found' })));
    expect(authority.calls).toMatchObject({ seed: 1, token: 1, result: 8 });
  });

  test('is refused what is wrong, with the reason of the authority', async () => {
    const client = clientOf(authority.address);
    expect(await client.send('x.xml', '<ECF/>')).toMatchObject({ kind: 'received' });
    expect(authority.received[0]?.verdict).toBe('rejected');
    expect(await client.sendSummary('x.xml', 'no es XML')).toMatchObject({
      kind: 'rejected',
      isNumberUsed: false,
    });
  });

  test('calls no address without https but this machine’s', () => {
    expect(() => clientOf('http://ecf.example/testecf')).toThrow(/https/);
    expect(() => clientOf('https://ecf.example/testecf')).not.toThrow();
  });
});
