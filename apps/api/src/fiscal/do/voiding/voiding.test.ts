import { fileURLToPath } from 'node:url';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contradictions } from '../../../billing/testing/billing-fixture.ts';
import { systemChange } from '../../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { signDueDocuments } from '../issuing/sign-documents.ts';
import { createEcfClients } from '../sending/ecf-clients.ts';
import { createEcfSender } from '../sending/send-documents.ts';
import { type Authority, startAuthority } from '../testing/authority.ts';
import { type EcfFixture, ecfFixture } from '../testing/ecf-fixture.ts';
import { sendDueVoided } from './send-voided.ts';

const schemas = fileURLToPath(new URL('../../../../../../../shared/fiscal-do/xsd', import.meta.url));

let api: TestApi;
let billing: EcfFixture;
let authority: Authority;

beforeAll(async () => {
  api = await startTestApi();
  billing = await ecfFixture(api);
  await billing.load();
  await billing.change({ starts_on: '2026-01-01' });
});
afterAll(() => api?.close());
beforeEach(async () => {
  authority = await startAuthority({ issuers: ['101001577'], schemas });
  await billing.change({ service_url: authority.address });
  return () => authority.close();
});

const send = () => sendDueVoided(api.app, createEcfClients(api.app));
const hurry = () =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE voided_numbers SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`),
  );

const sequenceOf = async (document: string): Promise<AnyRecord> => {
  const row = await api.database.one<{ id: string }>(sql`
    SELECT id FROM fiscal_sequences WHERE document = ${document} AND archived_at IS NULL ORDER BY first_no DESC LIMIT 1`);
  return billing.read('fiscal-sequences', row?.id ?? '');
};

/** A sequence of its own, above those of the fixture. */
let next = 100_001;
const sequence = async (document: string, count: number, values: object = {}): Promise<AnyRecord> => {
  const answer = await billing.call('POST', '/api/fiscal-sequences', {
    company_id: billing.companyId,
    document,
    first_no: next,
    last_no: next + count - 1,
    ...values,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  next += count;
  return answer.json().data;
};

/** Leaves no number of a type but those of new sequences. */
const archiveOthers = (document: string) =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE fiscal_sequences SET archived_at = now() WHERE document = ${document} AND archived_at IS NULL`),
  );

const voidFrom = async (one: AnyRecord, values: object = {}) =>
  billing.call(
    'POST',
    `/api/fiscal-sequences/${one.id}/void_numbers`,
    { reason_id: await billing.reason('void'), ...values },
    one.row_version as number,
  );

const voidedOf = async (one: AnyRecord): Promise<AnyRecord> => {
  const row = await api.database.one<{ id: string }>(
    sql`SELECT id FROM voided_numbers WHERE sequence_id = ${one.id}::uuid ORDER BY created_at DESC LIMIT 1`,
  );
  return billing.read('voided-numbers', row?.id ?? '');
};

describe('numbers of an electronic sequence', () => {
  test('are voided, signed by the schema, sent and named by the report of the month', async () => {
    const one = await sequence('E31', 50);
    const answer = await voidFrom(one, { from_no: Number(one.last_no) - 2 });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await billing.read('fiscal-sequences', one.id)).toMatchObject({
      voided_from: Number(one.last_no) - 2,
      remaining: 47,
    });
    expect(await send()).toBe(1);
    const voided = await voidedOf(one);
    expect(voided).toMatchObject({ status: 'accepted', message: null });
    expect(authority.received.map(({ kind, verdict, messages }) => [kind, verdict, messages])).toEqual([
      ['ANECF', 'accepted', []],
    ]);
    const file = await api.inject({
      url: `/api/voided-numbers/${voided.id}/message.xml`,
      headers: billing.headers,
    });
    expect(file.body).toBe(authority.received[0]?.xml);
    expect(file.headers['content-disposition']).toMatch(/101001577ANECF\d{14}\.xml/);
    const month = String(voided.answered_at).slice(0, 7);
    const report = await api.inject({
      url: `/api/fiscal-reports/608?company_id=${billing.companyId}&month=${month}`,
      headers: billing.headers,
    });
    expect(report.statusCode, report.body).toBe(200);
    expect(report.body.match(new RegExp(`E31${String(one.last_no).padStart(10, '0')}`, 'g'))).toHaveLength(1);
    expect(report.body.split('\r\n').filter((line) => line.startsWith('E31'))).toHaveLength(3);
  });

  test('in the middle are voided, and the later ones go on in a sequence of their own', async () => {
    await archiveOthers('E45');
    const one = await sequence('E45', 30, { expires_on: '2027-12-31' });
    const start = Number(one.first_no);
    const answer = await voidFrom(one, { from_no: start + 2, to_no: start + 4 });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await billing.read('fiscal-sequences', one.id)).toMatchObject({
      last_no: start + 4,
      voided_from: start + 2,
      remaining: 2,
    });
    const rest = await sequenceOf('E45');
    expect(rest).toMatchObject({
      first_no: start + 5,
      last_no: start + 29,
      next_no: start + 5,
      remaining: 25,
    });
    const numbers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const invoice = await billing.issued({ fiscal_document: 'E45' });
        return Number(String(invoice.fiscal_number).slice(3));
      }),
    );
    expect(numbers.sort((a, b) => a - b)).toEqual([0, 1, 5, 6, 7].map((place) => start + place));
    await send();
    expect(await voidedOf(one)).toMatchObject({
      status: 'accepted',
      first_no: start + 2,
      last_no: start + 4,
    });
    const backwards = await voidFrom(await sequenceOf('E45'), { from_no: start + 20, to_no: start + 10 });
    expect(backwards.statusCode).toBe(422);
    const beyond = await voidFrom(await sequenceOf('E45'), { from_no: start + 20, to_no: start + 30 });
    expect(beyond.statusCode).toBe(422);
  });

  test('in the middle are issued or voided, never both, whoever comes first', async () => {
    await archiveOthers('E45');
    const one = await sequence('E45', 12, { expires_on: '2027-12-31' });
    const start = Number(one.first_no);
    const drafts = await Promise.all(
      Array.from({ length: 6 }, () => billing.draft({ fiscal_document: 'E45' })),
    );
    const [voided, ...issued] = await Promise.all([
      voidFrom(one, { from_no: start + 2, to_no: start + 5 }),
      ...drafts.map((draft) => billing.issue(draft)),
    ]);
    expect(issued).toHaveLength(6);
    expect([200, 412, 422]).toContain(voided?.statusCode);
    await send();
    const wrong = await api.database.query(sql`
      SELECT i.fiscal_number FROM invoices i JOIN voided_numbers v ON v.company_id = i.company_id
        AND v.document = i.fiscal_document AND substr(i.fiscal_number, 4)::bigint BETWEEN v.first_no AND v.last_no`);
    expect(wrong).toEqual([]);
  });

  test('that were used, or of series B, are not voided', async () => {
    const one = await sequence('E44', 5);
    const used = await voidFrom(one, { from_no: Number(one.first_no) - 1 });
    expect(used.statusCode).toBe(422);
    expect(used.body).toMatch(/no se usaron/);
    const paper = await sequenceOf('B01');
    expect((await voidFrom(paper)).statusCode).toBe(409);
  });

  test('stay voided: no update of the sequence gives them back', async () => {
    const one = await sequence('E45', 10);
    await voidFrom(one);
    const now = await billing.read('fiscal-sequences', one.id);
    const answer = await billing.call(
      'PATCH',
      `/api/fiscal-sequences/${one.id}`,
      { last_no: Number(one.last_no) + 5 },
      now.row_version as number,
    );
    expect(answer.statusCode).toBe(422);
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`UPDATE fiscal_sequences SET voided_from = NULL WHERE id = ${one.id}::uuid`),
      ),
    ).rejects.toThrow(/voided/);
    expect((await voidFrom(await billing.read('fiscal-sequences', one.id))).statusCode).toBe(409);
  });

  test('are issued or voided, never both, whoever comes first', async () => {
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(
        sql`UPDATE fiscal_sequences SET archived_at = now() WHERE document = 'E32' AND next_no = first_no`,
      ),
    );
    const one = await sequence('E32', 6);
    const drafts = await Promise.all(
      Array.from({ length: 4 }, () => billing.draft({ fiscal_document: 'B02' })),
    );
    const version = Number(one.row_version);
    const results = await Promise.all([
      ...drafts.map((draft) => billing.issue(draft).catch(() => null)),
      voidFrom({ ...one, row_version: version }, {}),
    ]);
    expect(results).toBeDefined();
    const wrong = await api.database.query(sql`
      SELECT i.fiscal_number FROM invoices i JOIN voided_numbers v ON v.company_id = i.company_id
        AND v.document = i.fiscal_document AND substr(i.fiscal_number, 4)::bigint BETWEEN v.first_no AND v.last_no`);
    expect(wrong).toEqual([]);
    const voided = await voidedOf(one);
    expect(Number(voided.first_no)).toBe((await billing.read('fiscal-sequences', one.id)).next_no);
  });

  test('whose message was not answered are sent again, the same message', async () => {
    // What other tests left to send.
    await send();
    const one = await sequence('E46', 4);
    await voidFrom(one);
    authority.fail('annulment', 'lost', 'error');
    await send();
    await hurry();
    await send();
    expect(await voidedOf(one)).toMatchObject({ status: 'to_send', attempts: 2 });
    await hurry();
    await send();
    expect(await voidedOf(one)).toMatchObject({ status: 'accepted' });
    const messages = authority.received
      .map(({ xml }) => xml)
      .filter((xml) => xml.includes(`>E46${String(one.first_no).padStart(10, '0')}`));
    expect(messages).toHaveLength(2);
    expect(new Set(messages).size).toBe(1);
  });

  test('whose message is rejected say why, and are signed and sent again', async () => {
    const one = await sequence('E33', 4);
    await voidFrom(one);
    authority.decide('rejected', 'El rango no está autorizado.');
    await send();
    const rejected = await voidedOf(one);
    expect(rejected).toMatchObject({
      status: 'rejected',
      message: expect.stringMatching(/no está autorizado/),
    });
    authority.decide('accepted');
    const again = await billing.call(
      'POST',
      `/api/voided-numbers/${rejected.id}/send_again`,
      {},
      rejected.row_version as number,
    );
    expect(again.statusCode, again.body).toBe(200);
    await send();
    expect(await voidedOf(one)).toMatchObject({ status: 'accepted' });
    expect(authority.received).toHaveLength(2);
  });
});

describe('an electronic document', () => {
  const documentOf = async (invoice: AnyRecord) =>
    api.database.one<{ id: string; status: string }>(
      sql`SELECT id, status FROM ecf_documents WHERE invoice_id = ${invoice.id}::uuid`,
    );
  const voidInvoice = async (invoice: AnyRecord) => {
    const now = await billing.read('invoices', invoice.id);
    return billing.call(
      'POST',
      `/api/invoices/${invoice.id}/void`,
      { reason_id: await billing.reason('void') },
      now.row_version as number,
    );
  };
  const restore = () =>
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE fiscal_sequences SET archived_at = NULL WHERE document = 'E31'`),
    );

  test.each(['to_sign', 'signed'])(
    'that is %s and was not sent is voided with its number, and is never sent',
    async (state) => {
      await send();
      await restore();
      const invoice = await billing.issued();
      if (state === 'signed') await signDueDocuments(api.app);
      expect((await documentOf(invoice))?.status).toBe(state);
      const answer = await voidInvoice(invoice);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json().data).toMatchObject({ status: 'voided', ecf_status: 'voided' });
      await signDueDocuments(api.app);
      await createEcfSender(api.app).sendDue();
      await send();
      const about = authority.received.filter(({ xml }) => xml.includes(`>${invoice.fiscal_number}<`));
      expect(about.map(({ kind, verdict }) => [kind, verdict])).toEqual([['ANECF', 'accepted']]);
      const month = new Date().toISOString().slice(0, 7);
      const report = await api.inject({
        url: `/api/fiscal-reports/608?company_id=${billing.companyId}&month=${month}`,
        headers: billing.headers,
      });
      expect(report.body.match(new RegExp(String(invoice.fiscal_number), 'g'))).toHaveLength(1);
      expect(await contradictions(api)).toEqual([]);
    },
  );

  test('that was sent, or may have arrived, is not voided', async () => {
    await restore();
    const invoice = await billing.issued();
    await signDueDocuments(api.app);
    authority.fail('reception', 'lost');
    await createEcfSender(api.app).sendDue();
    expect((await documentOf(invoice))?.status).toBe('signed');
    const answer = await voidInvoice(invoice);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'ecf_sent']);
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`
          UPDATE ecf_documents SET status = 'voided', next_attempt_at = NULL WHERE invoice_id = ${invoice.id}::uuid`),
      ),
    ).rejects.toThrow(/may have been/);
  });

  test('is sent or voided, never both, whoever comes first', async () => {
    await restore();
    const invoices = await Promise.all(Array.from({ length: 5 }, () => billing.issued()));
    await signDueDocuments(api.app);
    const sender = createEcfSender(api.app);
    await Promise.all([
      sender.sendDue(),
      ...invoices.map((invoice) => voidInvoice(invoice).catch(() => null)),
    ]);
    const sent = new Set(authority.received.filter(({ kind }) => kind === 'ECF').map(({ encf }) => encf));
    const voided = await api.database.query<{ encf: string }>(
      sql`SELECT encf FROM ecf_documents WHERE status = 'voided'`,
    );
    expect(voided.filter(({ encf }) => sent.has(encf))).toEqual([]);
  });
});
