import { fileURLToPath } from 'node:url';
import type { EcfState } from '@pauta/domain/fiscal/do/ecf-states.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange } from '../../../platform/database/database.ts';
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

describe('the client', () => {
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
