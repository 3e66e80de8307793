import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange } from '../../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { createEcfClients } from '../sending/ecf-clients.ts';
import { readCertificate } from '../signing/read-certificate.ts';
import { signXml } from '../signing/sign-xml.ts';
import { type Authority, startAuthority } from '../testing/authority.ts';
import { certificate, type EcfFixture, ecfFixture } from '../testing/ecf-fixture.ts';
import { makeCertificate } from '../testing/make-certificate.ts';
import {
  nextEncf,
  postXml,
  signedEcf,
  signIn,
  supplierCertificate,
  supplierEcf,
  supplierRnc,
} from '../testing/supplier.ts';
import { startTaxpayer, type Taxpayer } from '../testing/taxpayer.ts';
import { verifySignature } from '../testing/verify-signature.ts';
import { mostReceivedBytes } from './receiving-routes.ts';
import { sendDueAnswers } from './send-answers.ts';

const schemas = fileURLToPath(new URL('../../../../../../../shared/fiscal-do/xsd', import.meta.url));

let api: TestApi;
let billing: EcfFixture;
let authority: Authority;
let supplier: Taxpayer;
let token: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await ecfFixture(api);
  await billing.load();
  await billing.change({ starts_on: '2026-01-01' });
  token = await signIn(api);
});
afterAll(() => api?.close());
beforeEach(async () => {
  authority = await startAuthority({ schemas });
  supplier = await startTaxpayer();
  authority.publishTaxpayers(supplier.address);
  await billing.change({ service_url: authority.address });
  return async () => {
    await authority.close();
    await supplier.close();
  };
});

const reception = '/fe/recepcion/api/ecf';
const receive = (xml: string | Buffer, url = reception) => postXml(api, url, xml, token);
const textIn = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? '';

const received = async (encf: string): Promise<AnyRecord> => {
  const row = await api.database.one<{ id: string }>(
    sql`SELECT id FROM received_documents WHERE encf = ${encf} AND issuer_rnc = ${supplierRnc}`,
  );
  return billing.read('received-documents', row?.id ?? '');
};

const send = () => sendDueAnswers(api.app, createEcfClients(api.app));
const hurry = (): Promise<unknown> =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE received_documents SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL`),
  );
/** Nothing that other tests left is due. */
const settle = (): Promise<unknown> =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE received_documents SET next_attempt_at = now() + interval '1 day' WHERE next_attempt_at IS NOT NULL`),
  );

const decide = (record: AnyRecord, command: string, input: object = {}) =>
  billing.call(
    'POST',
    `/api/received-documents/${record.id}/${command}`,
    input,
    record.row_version as number,
  );

/** What an acknowledgement says, after its signature and schema were verified. */
const acknowledgementOf = (xml: string): readonly [state: string, reason: string] => {
  const path = `${schemas}/ARECF v1.0.xsd`;
  const document = XmlDocument.fromString(xml);
  try {
    if (existsSync(path)) {
      const definition = XmlDocument.fromString(readFileSync(path, 'utf8').trimStart());
      const validator = XsdValidator.fromDoc(definition);
      validator.validate(document);
      validator.dispose();
      definition.dispose();
    }
    expect(verifySignature(document).subjectSerial).toBe('101001572');
  } finally {
    document.dispose();
  }
  return [textIn(xml, 'Estado'), textIn(xml, 'CodigoMotivoNoRecibido')];
};

describe('a token', () => {
  test('is given once for a signed seed, and needed to send', async () => {
    const seed = await api.inject({ url: '/fe/autenticacion/api/semilla' });
    expect(seed.headers['content-type']).toMatch(/xml/);
    const signed = signXml(seed.body.replace(/^<\?xml[^>]*\?>/, ''), supplierCertificate).xml;
    const url = '/fe/autenticacion/api/validacioncertificado';
    const first = await postXml(api, url, signed);
    expect(first.statusCode, first.body).toBe(200);
    const { token: given, expira, expedido } = first.json();
    expect(Date.parse(expira) - Date.parse(expedido)).toBe(1_800_000);
    expect((await postXml(api, url, signed)).statusCode).toBe(400);
    expect((await postXml(api, url, seed.body)).statusCode).toBe(400);
    const strange = signXml('<SemillaModel><valor>otra</valor></SemillaModel>', supplierCertificate).xml;
    expect((await postXml(api, url, strange)).statusCode).toBe(400);
    const xml = signedEcf();
    expect((await postXml(api, reception, xml)).statusCode).toBe(401);
    expect((await postXml(api, reception, xml, { authorization: 'Bearer x' })).statusCode).toBe(401);
    const changed = `${given.slice(0, -1)}${given.endsWith('0') ? '1' : '0'}`;
    expect((await postXml(api, reception, xml, { authorization: `Bearer ${changed}` })).statusCode).toBe(401);
    const answer = await postXml(api, reception, xml, { authorization: `bearer ${given}` });
    expect(answer.statusCode, answer.body).toBe(200);
  });
});

describe('an e-CF of a supplier', () => {
  test('is verified, kept and acknowledged; the same again gets the same answer', async () => {
    const encf = nextEncf();
    const xml = signedEcf({ encf });
    const answer = await receive(xml);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(acknowledgementOf(answer.body)).toEqual(['0', '']);
    expect(textIn(answer.body, 'eNCF')).toBe(encf);
    const record = await received(encf);
    expect(record).toMatchObject({
      encf,
      issuer_rnc: supplierRnc,
      issuer_name: 'Suplidora de Prueba, S. R. L.',
      ecf_type: '31',
      issue_date: '2026-10-05',
      total: textIn(xml, 'MontoTotal'),
      tax: textIn(xml, 'TotalITBIS'),
      signer: 'Suplidora de Prueba',
      status: 'received',
      authority_status: 'unknown',
    });
    expect((await receive(xml)).body).toBe(answer.body);
    const { data } = (await billing.call('GET', `/api/received-documents/${record.id}/contents`)).json();
    expect(data).toMatchObject({ payment: 'Crédito', issuer_address: 'Calle Duarte 9, Santiago' });
    expect(data.lines[0]).toMatchObject({
      description: 'Cuña de 30 s en el noticiero estelar',
      amount: '15000.00',
    });
    expect(data.lines).toHaveLength(4);
    for (const [file, expected] of [
      ['document.xml', xml],
      ['acknowledgement.xml', answer.body],
    ] as const) {
      const url = `/api/received-documents/${record.id}/${file}`;
      expect((await api.inject({ url, headers: billing.headers })).body).toBe(expected);
      expect((await api.inject({ url })).statusCode).toBe(401);
    }
  });

  test('with a number that came with another content is a duplicate', async () => {
    const encf = nextEncf();
    const first = signedEcf({ encf });
    await receive(first);
    const other = await receive(signedEcf({ encf, internalNo: 'OTRA' }));
    expect(acknowledgementOf(other.body)).toEqual(['1', '3']);
    expect(
      (
        await api.inject({
          url: `/api/received-documents/${(await received(encf)).id}/document.xml`,
          headers: billing.headers,
        })
      ).body,
    ).toBe(first);
  });

  test('sent many times at once is kept once, with one answer', async () => {
    const encf = nextEncf();
    const xml = signedEcf({ encf });
    const answers = await Promise.all(Array.from({ length: 6 }, () => receive(xml)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const rows = await api.database.query(sql`SELECT id FROM received_documents WHERE encf = ${encf}`);
    expect(rows).toHaveLength(1);
  });

  test('that is changed, unsigned, of a bad certificate, to another buyer, or not by the format is not received', async () => {
    const expired = makeCertificate({ days: -3 });
    const weak = makeCertificate({ bits: 1024 });
    const reasonOf = async (xml: string): Promise<string> => {
      const answer = await receive(xml);
      expect(answer.statusCode, answer.body).toBe(200);
      const [state, reason] = acknowledgementOf(answer.body);
      expect(state).toBe('1');
      return reason;
    };
    expect(await reasonOf(signedEcf().replace('<Version>1.0', '<Version>1.1'))).toBe('2');
    expect(await reasonOf(signedEcf().replace(/<SignatureValue>./, '<SignatureValue>x'))).toBe('2');
    expect(await reasonOf(supplierEcf())).toBe('2');
    expect(await reasonOf(signXml(supplierEcf(), readCertificate(expired.file, expired.password)).xml)).toBe(
      '2',
    );
    expect(() => readCertificate(weak.file, weak.password)).toThrow();
    const { privateKey } = supplierCertificate;
    const { certificate: ours } = readCertificate(certificate.file, certificate.password);
    expect(await reasonOf(signXml(supplierEcf(), { privateKey, certificate: ours }).xml)).toBe('2');
    const buyer = { rnc: '401007452', foreignId: null, name: 'Otra, S. A.', address: null };
    expect(await reasonOf(signedEcf({ buyer }))).toBe('4');
    const badly = supplierEcf().replace(/<FechaEmision>[^<]*/, '<FechaEmision>32-13-2026');
    expect(await reasonOf(signXml(badly, supplierCertificate).xml)).toBe('1');
    expect(await reasonOf(signedEcf({}, 41))).toBe('1');
    expect(
      await api.database.query(sql`SELECT FROM received_documents WHERE signer = 'Persona de Prueba'`),
    ).toHaveLength(0);
  });

  test('is received at the address of its company, in any case of letters, and not at that of another', async () => {
    const at = await receive(signedEcf(), '/101001577/FE/Recepcion/API/eCF');
    expect(acknowledgementOf(at.body)).toEqual(['0', '']);
    const elsewhere = await receive(signedEcf(), '/401007452/fe/recepcion/api/ecf');
    expect(acknowledgementOf(elsewhere.body)).toEqual(['1', '4']);
    expect((await receive(signedEcf(), '/fe/otro/api/ecf')).statusCode).toBe(404);
  });
});

describe('hostile XML', () => {
  const bomb =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>';
  const inside = (text: string): string => signedEcf().replace('<Encabezado>', `${text}<Encabezado>`);
  const signature = (xml: string): string => /<Signature[\s\S]*<\/Signature>/.exec(xml)?.[0] ?? '';

  test.each<readonly [string, () => string | Buffer]>([
    ['entities', () => signedEcf().replace('<ECF>', `${bomb}<ECF>`).replace('Suplidora de Prueba', '&c;')],
    [
      'an external document type',
      () => signedEcf().replace('<ECF>', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><ECF>'),
    ],
    ['an unknown entity', () => signedEcf().replace('Suplidora de', '&nbsp;')],
    ['a comment', () => signedEcf().replace('131246796', '1312<!-- -->46796')],
    ['CDATA', () => inside('<Nota><![CDATA[x]]></Nota>')],
    ['an instruction', () => inside('<?php echo 1 ?>')],
    [
      'two signatures',
      () => {
        const xml = signedEcf();
        return xml.replace('</ECF>', `${signature(xml)}</ECF>`);
      },
    ],
    ['a document wrapped in another', () => `<ECF>${signedEcf().replace(/^<\?xml[^>]*\?>/, '')}</ECF>`],
    ['content after the signature', () => signedEcf().replace('</ECF>', '<Encabezado/></ECF>')],
    [
      'a signature that is not last',
      () => {
        const xml = signedEcf();
        const one = signature(xml);
        return xml.replace(one, '').replace('<Encabezado>', `${one}<Encabezado>`);
      },
    ],
    [
      'parts of a signature outside of it',
      () => inside('<a:SignedInfo xmlns:a="http://www.w3.org/2000/09/xmldsig#"/>'),
    ],
    ['great depth', () => `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`],
    [
      'very many elements',
      () => signedEcf().replace('<Encabezado>', `${'<a/>'.repeat(100_000)}<Encabezado>`),
    ],
    [
      'very many attributes',
      () => inside(`<a ${Array.from({ length: 5000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
    ],
    ['a control character', () => signedEcf().replace('Suplidora', 'Supl\u0001idora')],
    ['a control character by number', () => signedEcf().replace('Suplidora', 'Supl&#0;idora')],
    ['half a character', () => Buffer.concat([Buffer.from(signedEcf().slice(0, 90)), Buffer.of(0xc3)])],
    ['no XML', () => 'hola'],
    ['nothing', () => ''],
    ['half a document', () => signedEcf().slice(0, 700)],
    ['another document', () => signXml('<ACECF><a>1</a></ACECF>', supplierCertificate).xml],
  ])('with %s is refused with 4xx, soon', async (_what, make) => {
    const before = Date.now();
    const answer = await receive(make());
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(400);
    expect(Date.now() - before).toBeLessThan(5000);
  });

  test('that is too large is refused, as is what is no form', async () => {
    const answer = await receive(Buffer.alloc(mostReceivedBytes + 1, 'a'));
    expect(answer.statusCode).toBe(413);
    const raw = await api.inject({
      method: 'POST',
      url: reception,
      payload: signedEcf(),
      headers: { ...token, 'content-type': 'application/xml' },
    });
    expect(raw.statusCode).toBe(415);
    expect((await api.inject({ method: 'POST', url: reception, headers: token })).statusCode).toBe(415);
  });

  test('signed parts are only read where they were signed', async () => {
    // The reference is changed to a part that an attacker keeps from a signed document.
    const signed = signedEcf();
    const moved = signed
      .replace('<ECF>', '<ECF Id="a">')
      .replace('<Reference URI="">', '<Reference URI="#a">');
    expect(moved).not.toBe(signed);
    expect(acknowledgementOf((await receive(moved)).body)).toEqual(['1', '2']);
  });

  test('the largest e-CF is received in bounded time', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => ({
      description: `Cuña ${index + 1} de 30 s en el noticiero estelar de la noche`,
      quantity: '1.0000',
      unitPrice: '100.000000',
      amount: '100.00',
      taxPct: '18.0000',
      tax: '18.00',
    }));
    const xml = signedEcf({ lines });
    const before = Date.now();
    const answer = await receive(xml);
    expect(acknowledgementOf(answer.body)).toEqual(['0', '']);
    expect(Date.now() - before).toBeLessThan(10_000);
  });
});

describe('a received document', () => {
  const arrive = async (verdict: 'accepted' | 'rejected' | null = 'accepted'): Promise<AnyRecord> => {
    await settle();
    const encf = nextEncf();
    await receive(signedEcf({ encf }));
    const record = await received(encf);
    if (verdict !== null)
      authority.know({
        issuer: supplierRnc,
        encf,
        securityCode: String(record.security_code),
        verdict,
      });
    await send();
    return received(encf);
  };

  test('is approved once the authority confirms it, and the answer reaches both, signed by the schema', async () => {
    const waiting = await arrive(null);
    expect(waiting).toMatchObject({ authority_status: 'not_found', attempts: 1 });
    const early = await decide(waiting, 'approve');
    expect(early.statusCode).toBe(409);
    const record = await arrive();
    expect(record).toMatchObject({ authority_status: 'accepted', next_attempt_at: null });
    const approved = await decide(record, 'approve');
    expect(approved.statusCode, approved.body).toBe(200);
    expect(await send()).toBe(1);
    const after = await received(String(record.encf));
    expect(after).toMatchObject({
      status: 'approved',
      answer_to_authority: 'delivered',
      answer_to_issuer: 'delivered',
      message: null,
      next_attempt_at: null,
    });
    const [approval] = authority.received.filter(({ kind }) => kind === 'ACECF');
    expect(approval).toMatchObject({ verdict: 'accepted', messages: [], encf: record.encf });
    expect(supplier.files).toEqual([
      { kind: 'ACECF', name: `101001577ACECF${record.encf}.xml`, xml: approval?.xml },
    ]);
    expect(textIn(approval?.xml ?? '', 'Estado')).toBe('1');
    expect((await decide(after, 'reject', { reason: 'Cambié de idea' })).statusCode).toBe(409);
  });

  test('is rejected with a reason', async () => {
    const record = await arrive();
    expect((await decide(record, 'reject', {})).statusCode).toBe(422);
    await decide(record, 'reject', { reason: 'No pedimos esa campaña.' });
    await send();
    const xml = supplier.files.at(-1)?.xml ?? '';
    expect([textIn(xml, 'Estado'), textIn(xml, 'DetalleMotivoRechazo')]).toEqual([
      '2',
      'No pedimos esa campaña.',
    ]);
    expect(await received(String(record.encf))).toMatchObject({
      status: 'rejected',
      answer_to_issuer: 'delivered',
    });
  });

  test('that the authority rejected is not approved, and asks for attention', async () => {
    const record = await arrive('rejected');
    expect(record).toMatchObject({ authority_status: 'rejected', attention: 'invalid' });
    expect((await decide(record, 'approve')).statusCode).toBe(409);
  });

  test('is answered with the same file until both have it', async () => {
    const record = await arrive();
    await decide(record, 'approve');
    authority.fail('approval', 'lost', 'error');
    supplier.answer('down', 'received');
    await send();
    expect(await received(String(record.encf))).toMatchObject({
      answer_to_authority: 'to_send',
      answer_to_issuer: 'to_send',
      attempts: 1,
    });
    await hurry();
    await settleOthers(String(record.encf));
    await send();
    expect(await received(String(record.encf))).toMatchObject({
      answer_to_authority: 'to_send',
      answer_to_issuer: 'delivered',
    });
    await hurry();
    await settleOthers(String(record.encf));
    await send();
    expect(await received(String(record.encf))).toMatchObject({
      answer_to_authority: 'delivered',
      attempts: 0,
    });
    const sent = authority.received.filter(({ kind }) => kind === 'ACECF').map(({ xml }) => xml);
    expect(new Set([...sent, ...supplier.files.map(({ xml }) => xml)]).size).toBe(1);
  });

  test('whose answer was refused says why, and sends it again when asked', async () => {
    const record = await arrive();
    await decide(record, 'approve');
    supplier.answer('refused', 'received');
    await send();
    const refused = await received(String(record.encf));
    expect(refused).toMatchObject({
      answer_to_issuer: 'refused',
      attention: 'refused',
      message: expect.stringMatching(/No conocemos/),
    });
    const again = await decide(refused, 'consult_now');
    expect(again.statusCode, again.body).toBe(200);
    await send();
    expect(await received(String(record.encf))).toMatchObject({
      answer_to_issuer: 'delivered',
      attention: null,
    });
  });

  test('is decided once, whoever comes first, and keeps what it says', async () => {
    const record = await arrive();
    const results = await Promise.all([
      decide(record, 'approve'),
      decide(record, 'reject', { reason: 'No la pedimos' }),
    ]);
    expect(results.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const change of [
      sql`total = total + 1`,
      sql`status = 'received', decided_at = NULL`,
      sql`encf = 'E310009999999'`,
    ])
      await expect(
        api.database.transaction(systemChange('test'), (tx) =>
          tx.query(sql`UPDATE received_documents SET ${change} WHERE id = ${record.id}::uuid`),
        ),
      ).rejects.toThrow();
  });

  test('is not there without its acknowledgement', async () => {
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`
          INSERT INTO received_documents (encf, issuer_rnc, issuer_name, company_id, ecf_type, issue_date, total, security_code,
            signer, received_at)
          SELECT 'E310008888888', '131246796', 'X', id, '31', '2026-01-01', 1, 'abcdef', 'X', now() FROM companies LIMIT 1`),
      ),
    ).rejects.toThrow(/acknowledged/);
  });
});

/** Leaves only this document due. */
async function settleOthers(encf: string): Promise<void> {
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE received_documents SET next_attempt_at = now() + interval '1 day'
      WHERE next_attempt_at IS NOT NULL AND encf <> ${encf}`),
  );
}
