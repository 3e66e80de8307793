import { createHash } from 'node:crypto';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';
import { type SigningVisitors, signingVisitors } from '../signing-room/signing-visitors.ts';
import { type AddendaWorld, linesOfAddendum, makeAddendaWorld } from './addenda-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let addenda: AddendaWorld;
let visitors: SigningVisitors;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
  visitors = signingVisitors(api, world, 'addenda', addenda.run);
});
afterAll(() => api?.close());

const rows = <Row extends object>(statement: ReturnType<typeof sql>) => api.database.query<Row>(statement);

/** An addendum that changes the line of a contract and adds a space, and waits for its signatures. */
const waiting = async (addedSpace?: string): Promise<AnyRecord> => {
  const contract = await addenda.signed([world.line(await world.space(9))]);
  const addendum = await addenda.draft(contract.id);
  const [line] = linesOfAddendum(addendum);
  return addenda.pending(addendum, [
    { id: line?.id, op: 'change', units_per_day: 3 },
    addenda.added(addedSpace ?? (await world.space(9))),
  ]);
};

const idOf = (value: unknown): string => (value as { readonly id: string }).id;

const newestVersion = async (addendum: AnyRecord) => {
  const [version] = await rows<{ version: number; content: string; hash: string }>(sql`
    SELECT version, content, hash FROM contract_versions WHERE contract_id = ${idOf(addendum.contract_id)}::uuid
    ORDER BY version DESC LIMIT 1`);
  if (!version) throw new Error('the contract has no version');
  return { ...version, content: JSON.parse(version.content) };
};

test('two people sign on telephones; the last signature applies it, and its version proves what was read', async () => {
  const addendum = await waiting();
  const [client, company] = [
    await visitors.share(addendum, 'client'),
    await visitors.share(addendum, 'company'),
  ];
  const page = (await visitors.get(client.path)).body;
  expect(page).toContain(String(addendum.number));
  expect(page).toContain('Renglones que cambian');
  expect(page).toContain('Cantidad: antes');
  expect(page).toContain('Total del contrato con esta adenda');

  const first = await visitors.send(`${client.path}/firmar`, await visitors.prepared(client));
  expect(first.statusCode, first.body).toBe(303);
  expect(await addenda.read(addendum.id)).toMatchObject({
    status: 'pending_signature',
    signed_on: null,
    signatures: '1 de 2',
  });
  const last = await visitors.send(`${company.path}/firmar`, await visitors.prepared(company));
  expect(last.statusCode, last.body).toBe(303);
  expect(await addenda.read(addendum.id)).toMatchObject({
    status: 'applied',
    signed_on: world.today,
    signatures: '2 de 2',
  });
  expect((await mailsTo(api, client.email))[0]?.subject).toBe(`Todos firmaron la adenda ${addendum.number}`);

  const { version, content } = await newestVersion(addendum);
  expect(version).toBe(1);
  const [made] = content.addenda;
  const document = await visitors.get(`${client.path}/documento.pdf`);
  expect(createHash('sha256').update(document.rawPayload).digest('hex')).toBe(made.document_hash);
  expect(made.signatures).toMatchObject([
    { party: 'company', method: 'link', document_hash: made.document_hash },
    { party: 'client', method: 'link', typed_name: 'Ana Núñez' },
  ]);
  const [request] = await rows<{ hash: string; content: string }>(
    sql`SELECT hash, content FROM signing_requests WHERE addendum_id = ${addendum.id}::uuid`,
  );
  expect(made.content_hash).toBe(request?.hash);
  const signed = JSON.parse(request?.content ?? '{}');
  const [before] = await rows<{ hash: string }>(sql`
    SELECT hash FROM contract_versions WHERE contract_id = ${idOf(addendum.contract_id)}::uuid AND version = 0`);
  expect(signed.contract).toMatchObject({ version: 0, hash: before?.hash });

  const copy = await api.inject({ url: `/api/addenda/${addendum.id}/addendum.pdf`, headers: world.headers });
  expect(createHash('sha256').update(copy.rawPayload).digest('hex')).toBe(made.document_hash);
  expect((await readPdf(copy.rawPayload)).text).toContain('Renglones que cambian');
  const check = await visitors.get(`/verificar/${request?.hash}`);
  expect(check.body).toContain('La cadena verifica');
});

test('a refusal goes back to draft; what is signed the next time is another request', async () => {
  const addendum = await waiting();
  const client = await visitors.share(addendum, 'client');
  const refused = await visitors.send(`${client.path}/no-firmar`, { reason: 'El precio no es el acordado.' });
  expect(refused.statusCode, refused.body).toBe(303);
  expect(await addenda.read(addendum.id)).toMatchObject({ status: 'draft' });
  const [notice] = await rows<{ subject: string }>(
    sql`SELECT subject FROM mails WHERE subject LIKE ${`Adenda ${addendum.number}:%no firmó.`}`,
  );
  expect(notice).toBeTruthy();
  expect((await addenda.run(addendum.id, 'submit')).statusCode).toBe(200);
  expect(
    await rows(
      sql`SELECT outcome FROM signing_requests WHERE addendum_id = ${addendum.id}::uuid ORDER BY created_at`,
    ),
  ).toEqual([{ outcome: 'refused' }, { outcome: null }]);
});

test('the space that it adds is gone at the last signature: nothing happened, and the seller learns why', async () => {
  const space = await world.space(1);
  const addendum = await waiting(space);
  const company = await visitors.share(addendum, 'company');
  expect((await visitors.send(`${company.path}/firmar`, await visitors.prepared(company))).statusCode).toBe(
    303,
  );
  await addenda.signed([world.line(space)]);
  const client = await visitors.share(addendum, 'client');
  const blocked = await visitors.send(`${client.path}/firmar`, await visitors.prepared(client));
  expect(blocked.statusCode, blocked.body).toBe(409);
  expect(blocked.body).toContain('Su firma no se guardó');
  expect(await addenda.read(addendum.id)).toMatchObject({ status: 'pending_signature' });
  expect((await newestVersion(addendum)).version).toBe(0);
  expect((await visitors.signerOf(addendum.id, 'client')).signature).toBeNull();
});

test('two last signatures at once: one version, both signatures', async () => {
  const addendum = await waiting();
  const links = [await visitors.share(addendum, 'client'), await visitors.share(addendum, 'company')];
  const forms: Record<string, string>[] = [];
  for (const link of links) forms.push(await visitors.prepared(link));
  const answers = await Promise.all(
    links.map(({ path }, place) => visitors.send(`${path}/firmar`, forms[place] ?? {})),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  expect(await addenda.read(addendum.id)).toMatchObject({ status: 'applied' });
  expect((await newestVersion(addendum)).version).toBe(1);
});

test('a draft is printed as one, and its lines are shown before and after', async () => {
  const contract = await addenda.signed([world.line(await world.space(9))]);
  const addendum = await addenda.draft(contract.id);
  const [line] = linesOfAddendum(addendum);
  await addenda.patch(addendum.id, { lines: { put: [{ id: line?.id, op: 'change', units_per_day: 3 }] } });
  const pdf = await api.inject({ url: `/api/addenda/${addendum.id}/addendum.pdf`, headers: world.headers });
  expect((await readPdf(pdf.rawPayload)).text).toContain('BORRADOR');
  const changes = await api.inject({ url: `/api/addenda/${addendum.id}/changes`, headers: world.headers });
  const [changed] = changes.json().data.lines;
  expect(changed).toMatchObject({ op: 'change' });
  const quantity = changed.values.find(({ label }: { label: string }) => label === 'Cantidad');
  expect(quantity.before).not.toBe(quantity.after);
});

test('who may not see the addendum gets neither its signatures nor its document', async () => {
  const addendum = await waiting();
  const nobody = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['contracts.view_own', 'addenda.view_own']) }),
  );
  for (const path of ['signing', 'signing.pdf', 'addendum.pdf', 'changes'])
    expect(
      (await api.inject({ url: `/api/addenda/${addendum.id}/${path}`, headers: nobody })).statusCode,
      path,
    ).toBe(404);
});

test('the role of the API cannot apply it without its signatures, nor change what is signed', async () => {
  const addendum = await waiting();
  for (const statement of [
    sql`UPDATE addenda SET status = 'applied', signed_on = business_date() WHERE id = ${addendum.id}::uuid`,
    sql`UPDATE addendum_lines SET units_per_day = 9 WHERE addendum_id = ${addendum.id}::uuid`,
    sql`UPDATE signing_requests SET outcome = 'completed', closed_at = now() WHERE addendum_id = ${addendum.id}::uuid`,
    sql`UPDATE signing_requests SET content = '{}' WHERE addendum_id = ${addendum.id}::uuid`,
  ])
    await expect(
      api.database.transaction(systemChange('attack'), (tx) => tx.query(statement)),
      statement.sql,
    ).rejects.toThrow();
});
