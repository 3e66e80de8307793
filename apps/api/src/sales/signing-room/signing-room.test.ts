import { createHash } from 'node:crypto';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';
import { type SigningVisitors, signingVisitors } from './signing-visitors.ts';

let api: TestApi;
let world: ContractWorld;
let visitors: SigningVisitors;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  visitors = signingVisitors(api, world, 'contracts', world.run);
});
afterAll(() => api?.close());

const today = (): string => world.today;

/** A contract of one line of a space that was sent to be signed. */
const waiting = async (values: object = {}, itemId?: string): Promise<AnyRecord> => {
  const line = world.line(itemId ?? (await world.space(9)));
  const { id } = await world.draft(await world.client(), [line]);
  for (const [command, input] of [
    ['plan_billing', {}],
    ['submit', values],
  ] as const) {
    const answer = await world.run(id, command, input);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  return world.read(id);
};

const inPerson = async (contract: AnyRecord, party: string, values: object = {}) =>
  world.run(contract.id, 'sign_in_person', {
    signer_id: (await visitors.signerOf(contract.id, party)).id,
    typed_name: 'Rosa Gil',
    consents: true,
    ...values,
  });

const rows = <Row extends object>(statement: ReturnType<typeof sql>) => api.database.query<Row>(statement);

describe('a contract that was sent to be signed', () => {
  test('is signed by two people on telephones; the last signature makes it valid, and proves what was read', async () => {
    const contract = await waiting();
    expect(contract.number).toMatch(/^CT-/);
    const [client, company] = [
      await visitors.share(contract, 'client'),
      await visitors.share(contract, 'company'),
    ];
    const page = await visitors.get(client.path);
    expect(page.body).toContain('Campaña de prueba');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect((await visitors.get('/firmar/firma.js')).body).toContain('pointerdown');

    const signed = await visitors.send(`${client.path}/firmar`, await visitors.prepared(client));
    expect(signed.statusCode, signed.body).toBe(303);
    expect((await visitors.get(client.path)).body).toContain('Usted firmó el');
    expect(await world.read(contract.id)).toMatchObject({
      status: 'pending_signature',
      number: contract.number,
    });

    const last = await visitors.send(`${company.path}/firmar`, {
      ...(await visitors.prepared(company)),
      drawing: '',
    });
    expect(last.statusCode, last.body).toBe(303);
    expect(await world.read(contract.id)).toMatchObject({ status: 'signed', signed_on: today() });
    expect((await visitors.get(client.path)).body).toContain('Todos firmaron');
    expect((await mailsTo(api, client.email))[0]?.subject).toBe(
      `Todos firmaron el contrato ${contract.number}`,
    );

    const document = await visitors.get(`${client.path}/documento.pdf`);
    const [version] = await rows<{ content: string; hash: string }>(
      sql`SELECT content, hash FROM contract_versions WHERE contract_id = ${contract.id}::uuid`,
    );
    const content = JSON.parse(version?.content ?? '{}');
    expect(createHash('sha256').update(document.rawPayload).digest('hex')).toBe(content.document_hash);
    expect(content.signatures).toMatchObject([
      { party: 'company', method: 'link', drawing: null, typed_name: 'Ana Núñez' },
      {
        party: 'client',
        method: 'link',
        drawing: 'M10 20L30 40L55 41',
        document_hash: content.document_hash,
      },
    ]);
    const copy = await api.inject({
      url: `/api/contracts/${contract.id}/contract.pdf`,
      headers: world.headers,
    });
    expect(copy.statusCode, copy.body).toBe(200);
    expect((await readPdf(copy.rawPayload)).text).toContain('Ana Núñez');

    const [request] = await rows<{ hash: string }>(
      sql`SELECT hash FROM signing_requests WHERE contract_id = ${contract.id}::uuid`,
    );
    const check = await visitors.get(`/verificar/${request?.hash}`);
    expect(check.body).toContain('La cadena verifica');
  });

  test('waits for its turns, and mails each its link as soon as it is theirs', async () => {
    const contract = await waiting({ signing_order: 'company_first', sends_mail: true });
    const client = await visitors.share(contract, 'client');
    expect((await visitors.get(client.path)).body).toContain('Todavía no le toca firmar');
    expect((await visitors.send(`${client.path}/codigo`, {})).statusCode).toBe(409);
    await visitors.get(client.path);
    const early = await inPerson(contract, 'client');
    expect([early.statusCode, early.json().code], early.body).toEqual([409, 'not_in_turn']);
    const first = await inPerson(contract, 'company');
    expect(first.statusCode, first.body).toBe(200);
    expect((await visitors.signerOf(contract.id, 'client')).in_turn).toBe(true);
    const last = await visitors.send(`${client.path}/firmar`, await visitors.prepared(client));
    expect(last.statusCode, last.body).toBe(303);
    expect(await world.read(contract.id)).toMatchObject({ status: 'signed' });
  });

  test('nobody signs in person what was not shown, nor without agreeing', async () => {
    const contract = await waiting();
    const unread = await inPerson(contract, 'client');
    expect([unread.statusCode, unread.json().code]).toEqual([409, 'unread']);
    await api.inject({ url: `/api/contracts/${contract.id}/signing.pdf`, headers: world.headers });
    const silent = await inPerson(contract, 'client', { consents: false });
    expect([silent.statusCode, Object.keys(silent.json().errors)]).toEqual([422, ['consents']]);
    const strange = await inPerson(contract, 'client', { drawing: 'M1 1L2 2" onload="x' });
    expect([strange.statusCode, Object.keys(strange.json().errors)]).toEqual([422, ['drawing']]);
    expect((await inPerson(contract, 'client')).statusCode).toBe(200);
    const again = await inPerson(contract, 'client');
    expect([again.statusCode, again.json().code]).toEqual([409, 'signed_already']);
  });

  test('one signature on paper and one by link: the day is that of the last one', async () => {
    const contract = await waiting();
    const client = await visitors.share(contract, 'client');
    const paper = await world.run(contract.id, 'record_signature', {
      signer_id: (await visitors.signerOf(contract.id, 'company')).id,
      signed_on: addDays(today(), -2),
    });
    expect(paper.statusCode, paper.body).toBe(200);
    expect(paper.json().data).toMatchObject({ status: 'pending_signature', signed_on: null });
    expect((await visitors.send(`${client.path}/firmar`, await visitors.prepared(client))).statusCode).toBe(
      303,
    );
    expect(await world.read(contract.id)).toMatchObject({ status: 'signed', signed_on: today() });
  });

  test('a refusal goes back to draft with its reason, tells the seller, and closes every link', async () => {
    const contract = await waiting();
    const [client, company] = [
      await visitors.share(contract, 'client'),
      await visitors.share(contract, 'company'),
    ];
    expect((await visitors.send(`${client.path}/no-firmar`, { reason: 'no' })).statusCode).toBe(422);
    const refused = await visitors.send(`${client.path}/no-firmar`, {
      reason: 'El vuelo no es el acordado.',
    });
    expect(refused.statusCode, refused.body).toBe(303);
    expect(await world.read(contract.id)).toMatchObject({ status: 'draft', number: contract.number });
    expect((await visitors.get(company.path)).body).toContain('se retiró y ya no se firma');
    expect((await visitors.send(`${company.path}/codigo`, {})).statusCode).toBe(409);
    const [mail] = await rows<{ subject: string }>(
      sql`SELECT subject FROM mails WHERE subject LIKE ${`%${contract.number}%no firmó.`}`,
    );
    expect(mail?.subject).toBe(
      `Contrato ${contract.number}: Firmante ${await nameNumber(contract)} no firmó.`,
    );
    // The number stays, and what is signed the next time is another content.
    const submitted = await world.run(contract.id, 'submit');
    expect(submitted.json().data, submitted.body).toMatchObject({ number: contract.number });
    expect(
      await rows(
        sql`SELECT outcome FROM signing_requests WHERE contract_id = ${contract.id}::uuid ORDER BY created_at`,
      ),
    ).toEqual([{ outcome: 'refused' }, { outcome: null }]);
  });

  test('a space that is gone at the last signature: nothing happened, and the seller learns what is in the way', async () => {
    const space = await world.space(1);
    const contract = await waiting({}, space);
    const rival = await waiting({}, space);
    const client = await visitors.share(contract, 'client');
    expect((await visitors.send(`${client.path}/firmar`, await visitors.prepared(client))).statusCode).toBe(
      303,
    );
    expect((await world.run(rival.id, 'sign', { signed_on: today() })).statusCode).toBe(200);
    const company = await visitors.share(contract, 'company');
    const blocked = await visitors.send(`${company.path}/firmar`, await visitors.prepared(company));
    expect(blocked.statusCode, blocked.body).toBe(409);
    expect(blocked.body).toContain('Su firma no se guardó');
    expect(blocked.body).not.toContain(String(rival.number));
    expect(await world.read(contract.id)).toMatchObject({ status: 'pending_signature' });
    expect((await visitors.signerOf(contract.id, 'company')).signature).toBeNull();
    expect(await rows(sql`SELECT 1 FROM order_lines WHERE contract_id = ${contract.id}::uuid`)).toEqual([]);
    const [mail] = await rows<{ subject: string }>(
      sql`SELECT subject FROM mails WHERE subject LIKE ${`%${contract.number}%no fue posible.`}`,
    );
    expect(mail).toBeTruthy();
  });

  test('two last signatures at once: one booking, one version, both signatures', async () => {
    const space = await world.space(1);
    const contract = await waiting({}, space);
    const [client, company] = [
      await visitors.share(contract, 'client'),
      await visitors.share(contract, 'company'),
    ];
    const forms = [await visitors.prepared(client), await visitors.prepared(company)];
    const answers = await Promise.all([
      visitors.send(`${client.path}/firmar`, forms[0] ?? {}),
      visitors.send(`${company.path}/firmar`, forms[1] ?? {}),
      visitors.send(`${company.path}/firmar`, forms[1] ?? {}),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(2);
    expect(await world.read(contract.id)).toMatchObject({ status: 'signed' });
    expect(
      await rows(sql`
        SELECT (SELECT count(*)::integer FROM contract_versions WHERE contract_id = ${contract.id}::uuid) AS versions,
          (SELECT count(*)::integer FROM order_lines WHERE contract_id = ${contract.id}::uuid) AS lines,
          (SELECT count(*)::integer FROM signatures WHERE contract_id = ${contract.id}::uuid) AS signatures`),
    ).toEqual([{ versions: 1, lines: 1, signatures: 2 }]);
  });

  test('a reminder goes once a day to those whose turn it is', async () => {
    const email = 'recordar@cliente.test';
    const client = await world.client();
    const signatory = await world.signatory({ client_id: client.id, email });
    const { id } = await world.draft({ ...client, signatory }, [world.line(await world.space(1))]);
    for (const command of ['plan_billing', 'submit'])
      expect((await world.run(id, command)).statusCode).toBe(200);
    const reminded = await api.inject({
      method: 'POST',
      url: '/api/contracts/bulk',
      headers: world.headers,
      payload: { action: 'remind_signing', ids: [id] },
    });
    expect(reminded.json().data, reminded.body).toMatchObject({ changed: 1 });
    const [mail] = await mailsTo(api, email);
    expect(mail?.subject).toMatch(/^Recordatorio: falta su firma en el contrato CT-/);
    const path = /\/firmar\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
    expect((await visitors.get(path)).statusCode).toBe(200);
    const again = await world.run(id, 'remind_signing');
    expect([again.statusCode, again.json().code]).toEqual([409, 'reminded']);
  });
});

/** The count in the name of the client's signatory. */
const nameNumber = async (contract: AnyRecord): Promise<string> => {
  const [row] = await rows<{ full_name: string }>(sql`
    SELECT s.full_name FROM signers s JOIN signing_requests r ON r.id = s.request_id
    WHERE r.contract_id = ${contract.id}::uuid AND s.party = 'client' LIMIT 1`);
  return row?.full_name.split(' ')[1] ?? '';
};

describe('attacked', () => {
  test('unknown, cut and closed links open nothing', async () => {
    const contract = await waiting();
    const { path } = await visitors.share(contract, 'client');
    for (const url of [path.slice(0, -1), `/firmar/${'A'.repeat(43)}`, '/firmar/x/y/z'])
      expect((await visitors.get(url)).statusCode, url).toBe(404);
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE signing_links SET closed_at = now() WHERE contract_id = ${contract.id}::uuid`),
    );
    expect((await visitors.get(path)).statusCode).toBe(404);
    expect((await visitors.send(`${path}/firmar`, {})).statusCode).toBe(404);
  });

  test('wrong codes are counted, and a code is good once', async () => {
    const contract = await waiting();
    const client = await visitors.share(contract, 'client');
    const form = await visitors.prepared(client);
    const wrong = form.code === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await visitors.send(`${client.path}/firmar`, { ...form, code: wrong })).statusCode).toBe(422);
    const late = await visitors.send(`${client.path}/firmar`, form);
    expect(late.statusCode).toBe(422);
    expect(late.body).toContain('Pida otro');
    expect((await visitors.signerOf(contract.id, 'client')).signature).toBeNull();
  });

  test('another document, no consent and a strange drawing are refused, with what was typed', async () => {
    const contract = await waiting();
    const client = await visitors.share(contract, 'client');
    const form = await visitors.prepared(client);
    const other = await visitors.send(`${client.path}/firmar`, { ...form, document: '0'.repeat(64) });
    expect(other.statusCode).toBe(409);
    const { consent: _consent, ...without } = form;
    const silent = await visitors.send(`${client.path}/firmar`, { ...without, typed_name: 'Ana <b>' });
    expect(silent.statusCode).toBe(422);
    expect(silent.body).toContain('value="Ana &#60;b&#62;"');
    const drawn = await visitors.send(`${client.path}/firmar`, { ...form, drawing: 'M0 0"><script>' });
    expect(drawn.statusCode).toBe(422);
    expect(drawn.body).not.toContain('"><script>');
    expect((await visitors.signerOf(contract.id, 'client')).signature).toBeNull();
  });

  test('the link of one signer does not sign for another, and staff without permission neither', async () => {
    const contract = await waiting();
    await api.inject({ url: `/api/contracts/${contract.id}/signing.pdf`, headers: world.headers });
    const other = await waiting();
    const foreign = await world.run(contract.id, 'record_signature', {
      signer_id: (await visitors.signerOf(other.id, 'client')).id,
      signed_on: today(),
    });
    expect([foreign.statusCode, foreign.json().code]).toEqual([409, 'no_signer']);
    const nobody = await signIn(
      api,
      await createUser(api, { role: await createRole(api, ['contracts.view_own']) }),
    );
    const hidden = await api.inject({ url: `/api/contracts/${contract.id}/signing`, headers: nobody });
    expect(hidden.statusCode).toBe(404);
  });

  test('the role of the API cannot change a signature, its signer or what was signed', async () => {
    const contract = await waiting();
    await api.inject({ url: `/api/contracts/${contract.id}/signing.pdf`, headers: world.headers });
    expect((await inPerson(contract, 'client')).statusCode).toBe(200);
    const of = sql`contract_id = ${contract.id}::uuid`;
    for (const statement of [
      sql`UPDATE signatures SET typed_name = 'Otra' WHERE ${of}`,
      sql`DELETE FROM signatures WHERE ${of}`,
      sql`UPDATE signers SET full_name = 'Otra'`,
      sql`UPDATE signing_requests SET content = '{}' WHERE ${of}`,
      sql`UPDATE signing_requests SET document = 'x', document_hash = encode(sha256('x'), 'hex') WHERE ${of}`,
      sql`UPDATE signing_requests SET outcome = 'completed', closed_at = now() WHERE ${of}`,
      sql`INSERT INTO signers (request_id, signatory_id, party, full_name, national_id, capacity, turn)
        SELECT r.id, s.id, 'client', 'X', 'X', 'X', 1 FROM signing_requests r, signatories s WHERE r.${of} LIMIT 1`,
    ])
      await expect(
        api.database.transaction(systemChange('attack'), (tx) => tx.query(statement)),
        statement.sql,
      ).rejects.toThrow();
  });
});
