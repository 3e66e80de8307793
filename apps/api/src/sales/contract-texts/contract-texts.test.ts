import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { ContractContent } from '@pauta/domain/sales/contracts/contract-content.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../testing/read-pdf.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
});
afterAll(() => api?.close());

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, version?: number) =>
  api.inject({
    method,
    url,
    headers: { ...world.headers, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    ...(payload && { payload }),
  });

const body =
  '# Objeto\nEl contrato {{numero}} es de {{cliente}}.\n\n# Cancelación\nPenalidad: {{penalidad}}.';

const draftText = async (values: object = {}): Promise<AnyRecord> => {
  const made = await call('POST', '/api/contract-texts', { name: 'Condiciones', body, ...values });
  expect(made.statusCode, made.body).toBe(201);
  return made.json().data;
};

const textInUse = async (values: object = {}): Promise<AnyRecord> => {
  const { id, row_version } = await draftText(values);
  const used = await call('POST', `/api/contract-texts/${id}/use`, {}, row_version);
  expect(used.statusCode, used.body).toBe(200);
  return used.json().data;
};

const inUse = async (): Promise<readonly string[]> => {
  const rows = await api.database.query<{ id: string }>(
    sql`SELECT id FROM contract_texts WHERE status = 'in_use' AND company_id IS NULL`,
  );
  return rows.map(({ id }) => id);
};

const termsOf = async (id: string) => (await call('GET', `/api/contracts/${id}/terms`)).json().data;

const pending = async (values: object = {}): Promise<AnyRecord> =>
  world.pending(await world.client({ legal_name: 'Ron Añejo, S.R.L.' }), [world.line(await world.space(9))], {
    penalty_pct: '12.5',
    ...values,
  });

test('a text with a field that does not exist is refused, naming it', async () => {
  const refused = await call('POST', '/api/contract-texts', { name: 'Mal', body: '{{clinete}} paga.' });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors.body).toEqual(['El campo {{clinete}} no existe: ¿es {{cliente}}?']);
});

test('a text in use does not change, and another one takes its place', async () => {
  const first = await textInUse();
  const changed = await call(
    'PATCH',
    `/api/contract-texts/${first.id}`,
    { body: 'Otra cosa' },
    first.row_version,
  );
  expect(changed.statusCode).toBe(409);
  await expect(
    api.database.query(sql`UPDATE contract_texts SET body = 'Otra cosa' WHERE id = ${first.id}::uuid`),
  ).rejects.toThrow();
  const copied = await call('POST', `/api/contract-texts/${first.id}/copy`, {});
  expect(copied.json().data).toMatchObject({ status: 'draft', body: first.body });
  const second = await textInUse({ name: 'Condiciones nuevas' });
  expect(await inUse()).toEqual([second.id]);
});

test('of two texts that are put in use at once, one is', async () => {
  const drafts = [await draftText(), await draftText()];
  const answers = await Promise.all(
    drafts.map(({ id, row_version }) => call('POST', `/api/contract-texts/${id}/use`, {}, row_version)),
  );
  expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(await inUse()).toHaveLength(1);
});

test('a contract is sent with the text in use, filled, and keeps it whatever becomes of the text', async () => {
  await textInUse();
  const contract = await pending();
  const filled = {
    name: 'Condiciones',
    clauses: [
      {
        title: 'Objeto',
        paragraphs: [{ text: `El contrato ${contract.number} es de Ron Añejo, S.R.L..`, is_item: false }],
      },
      { title: 'Cancelación', paragraphs: [{ text: 'Penalidad: 12.5 %.', is_item: false }] },
    ],
  };
  expect(await termsOf(contract.id)).toMatchObject({ is_fixed: true, terms: filled });
  await textInUse({ name: 'Otras', body: '# Otra\nOtra cosa.' });
  expect(await termsOf(contract.id)).toMatchObject({ is_fixed: true, terms: filled });

  const signed = await world.run(contract.id, 'sign', { signed_on: world.today });
  expect(signed.statusCode, signed.body).toBe(200);
  const version = await api.database.one<{ content: string }>(
    sql`SELECT content FROM contract_versions WHERE contract_id = ${contract.id}::uuid AND version = 0`,
  );
  expect((JSON.parse(version?.content ?? '{}') as ContractContent).terms).toEqual(filled);
  const pdf = await call('GET', `/api/contracts/${contract.id}/contract.pdf`);
  const { text } = await readPdf(pdf.rawPayload);
  expect(text).toContain('1. Objeto');
  expect(text).toContain('2. Cancelación');
  expect(text).toContain('Penalidad: 12.5 %.');
});

test('the text of the company comes before that of all, and a chosen one before both', async () => {
  const general = await textInUse({ name: 'De todas' });
  const own = await textInUse({ name: 'De la compañía', company_id: world.companyId });
  const draft = await world.draft(await world.client(), [world.line(await world.space(9))]);
  expect((await termsOf(draft.id)).terms.name).toBe('De la compañía');
  const chosen = await call(
    'PATCH',
    `/api/contracts/${draft.id}`,
    { text_id: general.id },
    draft.row_version,
  );
  expect(chosen.statusCode, chosen.body).toBe(200);
  expect(await termsOf(draft.id)).toMatchObject({ is_fixed: false, terms: { name: 'De todas' } });
  await call('POST', `/api/contract-texts/${own.id}/withdraw`, {}, own.row_version);
});

test('a contract whose text was withdrawn is not sent to be signed, and says what to do', async () => {
  const text = await textInUse({ name: 'Condiciones de verano' });
  const draft = await world.draft(await world.client(), [world.line(await world.space(9))], {
    text_id: text.id,
  });
  await world.run(draft.id, 'plan_billing');
  await textInUse({ name: 'Las siguientes' });
  const refused = await world.run(draft.id, 'submit');
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('El texto «Condiciones de verano» ya no está en uso');
});

test('texts are read by everybody, and written by whoever may configure contracts', async () => {
  const role = await createRole(api, ['contracts.view_own']);
  const headers = await signIn(api, await createUser(api, { role }));
  expect((await api.inject({ url: '/api/contract-texts', headers })).statusCode).toBe(200);
  const refused = await api.inject({
    method: 'POST',
    url: '/api/contract-texts',
    headers,
    payload: { name: 'Ajeno', body },
  });
  expect(refused.statusCode).toBe(403);
});
