import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let types: readonly string[];
beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  const rows = await api.database.query<{ id: string }>(
    sql`SELECT id FROM file_types WHERE use = 'document' AND archived_at IS NULL ORDER BY id LIMIT 2`,
  );
  types = rows.map(({ id }) => id);
});
afterAll(() => api?.close());
beforeEach(() =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE document_requirements SET archived_at = now() WHERE archived_at IS NULL`),
  ),
);

const post = async (url: string, payload: object): Promise<AnyRecord> => {
  const answer = await api.inject({ method: 'POST', url, headers: world.headers, payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};
const required = (name: string, values: object = {}) =>
  post('/api/document-requirements', { name, file_type_id: types[0], currency_code: 'DOP', ...values });

const attach = async (contractId: string, values: object = {}): Promise<AnyRecord> => {
  const uploaded = await uploadFile(api, world.headers);
  expect(uploaded.statusCode, uploaded.body).toBe(201);
  const { id } = uploaded.json().data;
  return post('/api/contract-files', {
    contract_id: contractId,
    file_type_id: types[0],
    name: 'El documento',
    document: id,
    ...values,
  });
};

const draft = async (values: object = {}, client: object = {}): Promise<AnyRecord> => {
  const made = await world.draft(await world.client(client), [world.line(await world.space(9))], values);
  const planned = await world.run(made.id, 'plan_billing');
  expect(planned.statusCode, planned.body).toBe(200);
  return world.read(made.id);
};

const reasonsOf = async (id: string, command: string, input: object = {}): Promise<readonly string[]> => {
  const answer = await world.run(id, command, input);
  if (answer.statusCode === 200) return [];
  expect(answer.statusCode, answer.body).toBe(409);
  return (answer.json().reasons as readonly { text: string; code: string }[])
    .filter(({ code }) => code === 'document_missing')
    .map(({ text }) => text);
};

const neededBy = async (id: string): Promise<readonly string[]> => {
  const answer = await api.inject({
    url: `/api/contracts/${id}/required-documents`,
    headers: world.headers,
  });
  return (answer.json().data as readonly { name: string }[]).map(({ name }) => name);
};

test('every missing document is a reason not to send a contract, until it is attached', async () => {
  await required('Orden de compra');
  await required('Permiso', { file_type_id: types[1] });
  await required('Encuesta', { blocks: 'nothing' });
  const { id } = await draft();
  const reasons = await reasonsOf(id, 'submit');
  expect(reasons).toHaveLength(2);
  expect(reasons[0]).toContain('Falta un documento: Orden de compra.');
  await attach(id);
  expect(await reasonsOf(id, 'submit')).toHaveLength(1);
  await attach(id, { file_type_id: types[1], valid_until: world.today });
  expect(await reasonsOf(id, 'submit')).toEqual([]);
});

test('an expired or archived document does not count', async () => {
  await required('Certificado');
  const { id } = await draft();
  const yesterday = addDays(world.today, -1);
  await attach(id, { valid_until: yesterday });
  expect((await reasonsOf(id, 'submit'))[0]).toContain(`Venció el ${formatCivilDate(yesterday)}`);
  const valid = await attach(id);
  const archived = await api.inject({
    method: 'DELETE',
    url: `/api/contract-files/${valid.id}`,
    headers: { ...world.headers, 'if-match': `"${valid.row_version}"` },
  });
  expect(archived.statusCode, archived.body).toBe(200);
  expect(await reasonsOf(id, 'submit')).toHaveLength(1);
});

test('what is needed to sign lets a contract be sent, and refuses the last signature', async () => {
  await required('Orden de compra', { blocks: 'sign' });
  const { id } = await draft();
  expect(await reasonsOf(id, 'submit')).toEqual([]);
  expect(await reasonsOf(id, 'sign', { signed_on: world.today })).toHaveLength(1);
  expect((await world.read(id)).status).toBe('pending_signature');
  await attach(id);
  const signed = await world.run(id, 'sign', { signed_on: world.today });
  expect(signed.statusCode, signed.body).toBe(200);
});

test('only the contracts that meet every condition need it', async () => {
  const { id, client_id, total } = await draft();
  const industry = await api.database.one<{ id: string; regulated: string }>(sql`
    SELECT n.id, n.regulated FROM clients k JOIN industries n ON n.id = k.industry_id
    WHERE k.id = ${(client_id as { id: string }).id}::uuid`);
  await required('A', { billing_party: 'client', contract_types: ['normal', 'frame'] });
  await required('B', { industry_id: industry?.id, from_total: String(total) });
  await required('C', { is_regulated: true });
  await required('D', { billing_party: 'agency' });
  await required('E', { contract_types: ['barter'] });
  await required('F', { ad_classification_id: world.classificationId });
  await required('G', { from_total: `${Number(total) + 0.01}` });
  await required('H', { from_total: '1', currency_code: 'USD' });
  expect(await neededBy(id)).toEqual(industry?.regulated === 'none' ? ['A', 'B'] : ['A', 'B', 'C']);
});
