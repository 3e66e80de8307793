import { entityLabels } from '@pauta/domain/admin/audit/audit-labels.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealAudit } from '../../platform/audit.ts';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

interface Entry {
  id: string;
  at: string;
  actor_id: { id: string; label: string } | null;
  action: string;
  entity: string;
  record_id: string;
  fields: string[];
  reason: string | null;
  request_id: string | null;
}
interface Detail extends Entry {
  about: { title: string | null; path: string | null };
  changes: { field: string; label: string; before: string | null; after: string | null }[];
  restore: { method: string; path: string; version: number; values: object; all: object } | null;
  position: number | null;
}

let api: TestApi;
let headers: Record<string, string>;
let maria: { id: string };

beforeAll(async () => {
  api = await startTestApi();
  maria = await createUser(api, { full_name: 'María Núñez' });
  headers = await signIn(api, maria);
});
afterAll(() => api.close());

const get = (url: string, own = headers) => api.inject({ url, headers: own });
const list = async (parameters: Record<string, string>) => {
  const response = await get(`/api/audit-entries?${new URLSearchParams(parameters)}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: Entry[]; next_cursor: string | null; total: number }>();
};
const detail = async (id: string) => (await get(`/api/audit-entries/${id}`)).json<{ data: Detail }>().data;

let made = 0;
const newIndustry = async (name: string) => {
  made += 1;
  const response = await api.inject({
    method: 'POST',
    url: '/api/industries',
    headers,
    payload: { code: `AU${made}`, name },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ data: { id: string; row_version: number; code: string } }>().data;
};
const patch = async (id: string, version: number, payload: object) => {
  const response = await api.inject({
    method: 'PATCH',
    url: `/api/industries/${id}`,
    headers: { ...headers, 'if-match': `"${version}"` },
    payload,
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { row_version: number; name: string; code: string } }>().data;
};

test('entries are found by record, field, user, action and day, the latest first', async () => {
  const one = await newIndustry('Cerámica');
  await patch(one.id, 1, { name: 'Cerámica fina' });
  const { data } = await list({ 'f.record_id': one.id });
  expect(data.map(({ action, fields }) => [action, fields])).toEqual([
    ['update', ['name']],
    ['create', []],
  ]);
  expect(data[0]?.actor_id).toMatchObject({ id: maria.id, label: 'María Núñez' });
  expect((await list({ 'f.record_id': one.id, 'f.fields': 'name' })).total).toBe(1);
  expect((await list({ 'f.record_id': one.id, 'f.fields': 'code' })).total).toBe(0);
  expect((await list({ 'f.record_id': one.id, 'f.actor_id': maria.id })).total).toBe(2);
  expect((await list({ 'f.record_id': one.id, 'f.entity': 'clients' })).total).toBe(0);
  expect((await list({ 'f.record_id': one.id, 'f.action': 'create' })).total).toBe(1);
  expect((await list({ 'f.record_id': one.id, 'f.at': '2020-01-01' })).total).toBe(0);
  expect((await list({ where: `record_id:${one.id} action:create` })).total).toBe(1);
});

test('entries are found by request, and by words of the reason', async () => {
  const user = await createUser(api, { role: 'planner', full_name: 'Suspendible' });
  const done = await api.inject({
    method: 'POST',
    url: `/api/users/${user.id}/suspend`,
    headers: { ...headers, 'if-match': '"1"' },
    payload: { reason: 'Dejó la compañía en ENERO' },
  });
  expect(done.statusCode, done.body).toBe(200);
  const { data } = await list({ q: 'compania enero' });
  expect(data.map(({ entity, action }) => [entity, action])).toContainEqual(['users', 'suspend']);
  const request = String(data[0]?.request_id);
  expect(
    (await list({ 'f.request_id': request })).data.every(({ request_id }) => request_id === request),
  ).toBe(true);
});

test('pages neither repeat nor omit a row, also with equal times', async () => {
  await api.database.transaction(systemChange('pages'), (tx) =>
    tx.query(sql`
      INSERT INTO audit_log (at, entity, entity_id, action)
      SELECT '2026-01-02T03:04:05Z', 'pages', 'p', 'update' FROM generate_series(1, 60)`),
  );
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list({ 'f.record_id': 'p', limit: '25', ...(cursor && { cursor }) });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(new Set(seen).size).toBe(60);
  expect(seen).toHaveLength(60);
});

test('an entry shows its changes with current names, and its record', async () => {
  const one = await newIndustry('Vidrio');
  await patch(one.id, 1, { name: 'Vidrio y cristal', is_active: false });
  const [latest] = (await list({ 'f.record_id': one.id })).data;
  const told = await detail(String(latest?.id));
  expect(told.about).toEqual({ title: 'Vidrio y cristal', path: `gestion/catalogos/industrias/${one.id}` });
  expect(told.changes).toContainEqual({
    field: 'name',
    label: 'Nombre',
    before: 'Vidrio',
    after: 'Vidrio y cristal',
  });
  expect(told.changes.find(({ field }) => field === 'is_active')).toMatchObject({
    before: 'Sí',
    after: 'No',
  });
  await sealAudit(api.database);
  expect((await detail(String(latest?.id))).position).toBeGreaterThan(0);
});

test('a value is restored by an ordinary update, alone or with all later changes', async () => {
  const one = await newIndustry('Uno');
  await patch(one.id, 1, { name: 'Dos' });
  await patch(one.id, 2, { name: 'Tres' });
  const entries = (await list({ 'f.record_id': one.id })).data;
  const [last, first] = [await detail(String(entries[0]?.id)), await detail(String(entries[1]?.id))];
  expect(last.restore).toMatchObject({
    method: 'PATCH',
    path: `/industries/${one.id}`,
    version: 3,
    values: { name: 'Dos' },
  });
  expect(first.restore?.values).toEqual({ name: 'Uno' });
  expect(first.restore?.all).toEqual({ name: 'Uno' });
  expect(await patch(one.id, 3, first.restore?.values ?? {})).toMatchObject({ name: 'Uno' });
  const creation = await detail(String(entries[2]?.id));
  expect(creation.restore).toBeNull();
});

test('a setting is restored by the ordinary call', async () => {
  const put = (value: unknown) =>
    api.inject({ method: 'PUT', url: '/api/settings', headers, payload: { hold_days: value } as object });
  await put(8);
  await put(9);
  const [latest] = (await list({ 'f.entity': 'settings', 'f.record_id': 'hold_days' })).data;
  const told = await detail(String(latest?.id));
  expect(told.about.title).toBe('Duración de una reserva');
  expect(told.changes).toMatchObject([{ label: 'Valor', before: '8', after: '9' }]);
  expect(told.restore).toMatchObject({ method: 'PUT', path: '/settings', values: { hold_days: 8 } });
  const back = await api.inject({
    method: 'PUT',
    url: '/api/settings',
    headers,
    payload: told.restore?.values as object,
  });
  expect(back.statusCode, back.body).toBe(200);
});

test('names of many records are returned in one response; deleted records have none', async () => {
  const one = await newIndustry('Nombrada');
  const of = `industries:${one.id},users:${maria.id},settings:hold_days,industries:01890a5d-ac96-774b-bcce-b302099a8057,otra:x`;
  const response = await get(`/api/audit/titles?of=${of}`);
  expect(response.json().data.map(({ title }: { title: string | null }) => title)).toEqual([
    'Nombrada',
    'María Núñez',
    'Duración de una reserva',
    null,
    null,
  ]);
  expect((await get('/api/audit/titles?of=sin')).statusCode).toBe(422);
});

test('every route of the log requires the permission to read it', async () => {
  const own = await signInAs(api, 'sales_rep');
  for (const url of ['/api/audit-entries', `/api/audit/titles?of=users:${maria.id}`, '/api/audit/chain'])
    expect((await get(url, own)).statusCode).toBe(403);
  expect((await get('/api/audit-entries', await signInAs(api, 'auditor'))).statusCode).toBe(200);
  expect((await get('/api/audit-entries/nada')).statusCode).toBe(404);
  expect((await get('/api/audit-entries?f.action=nada')).statusCode).toBe(422);
});

test('no secret is in the log that the screen shows', async () => {
  const { data } = await list({ 'f.entity': 'users', limit: '100' });
  for (const { id } of data)
    expect(JSON.stringify(await detail(id))).not.toMatch(/argon2|pauta_[A-Za-z0-9]{20}/);
});

test('the rows can be exported, which is itself logged', async () => {
  const one = await newIndustry('Exportada');
  const response = await api.inject({
    method: 'POST',
    url: '/api/audit-entries/export',
    headers,
    payload: {
      query: `f.record_id=${one.id}`,
      columns: ['at', 'actor_id', 'action', 'entity'],
      format: 'csv',
    },
  });
  expect(response.statusCode, response.body).toBe(200);
  expect(response.body).toContain('María Núñez');
  expect(response.body).toContain('Creación');
  const { total } = await list({ 'f.action': 'export' });
  expect(total).toBeGreaterThan(0);
});

test('the chain is verified, by one process at a time, and a tampered row is found', async () => {
  const verify = () => api.inject({ method: 'POST', url: '/api/audit/verify', headers });
  const proof = await verify();
  expect(proof.json().data).toMatchObject({ broken: null, by: 'María Núñez' });
  const chain = (await get('/api/audit/chain')).json().data;
  expect(chain.last).toMatchObject({ broken: null, position: proof.json().data.position });
  expect(chain.hash).toMatch(/^[0-9a-f]{64}$/);

  const both = await Promise.all([verify(), verify(), verify()]);
  for (const { statusCode } of both) expect([200, 409]).toContain(statusCode);
  expect(both.some(({ statusCode }) => statusCode === 200)).toBe(true);

  const [row] = await api.database.query<{ id: number; position: number }>(sql`
    SELECT l.id, c.position FROM audit_log l JOIN audit_chain c ON c.audit_id = l.id ORDER BY l.id OFFSET 5 LIMIT 1`);
  await api.testDatabase.runAsSuperuser(sql`UPDATE audit_log SET reason = 'otra cosa' WHERE id = ${row!.id}`);
  expect((await verify()).json().data.broken).toBe(row!.position);
});

test('every table whose changes are logged has a label', async () => {
  const tables = await api.database.query<{ name: string }>(
    sql`SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'audit_change' ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.map(({ name }) => name).filter((name) => !(name in entityLabels))).toEqual([]);
});

test('the log is searched by current and former names of records, and by labels of settings', async () => {
  const industry = await newIndustry('Orfebrería Ñandú');
  await patch(industry.id, industry.row_version, { name: 'Joyería Cóndor' });
  const archived = await api.inject({
    method: 'DELETE',
    url: `/api/industries/${industry.id}`,
    headers: { ...headers, 'if-match': `"${industry.row_version + 1}"` },
  });
  expect(archived.statusCode, archived.body).toBe(200);
  const found = async (q: string) => (await list({ q, sort: 'at' })).data.map(({ action }) => action);
  expect(await found('joyeria condor')).toEqual(['create', 'update', 'archive']);
  expect(await found('ORFEBRERIA nandu')).toEqual(['create', 'update', 'archive']);
  expect(await found('orfebreria condor')).toEqual([]);

  const version = (await get('/api/settings/details')).headers.etag;
  const saved = await api.inject({
    method: 'PUT',
    url: '/api/settings',
    headers: { ...headers, 'if-match': String(version) },
    payload: { hold_days: 6 },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const ofSetting = await list({ q: 'duracion de una reserva' });
  expect(new Set(ofSetting.data.map(({ record_id }) => record_id))).toEqual(new Set(['hold_days']));
});

test('the log is not searched by the names of records that its reader may not see', async () => {
  const client = await api.inject({
    method: 'POST',
    url: '/api/clients',
    headers,
    payload: { ...(await sampleBody(api.database, clients as Resource, 77)), trade_name: 'Lapislázuli' },
  });
  expect(client.statusCode, client.body).toBe(201);
  expect((await list({ q: 'lapislazuli' })).data.length).toBeGreaterThan(0);
  const reader = await createUser(api, { role: await createRole(api, ['audit.view']) });
  const answer = await get('/api/audit-entries?q=lapislazuli', await signIn(api, reader));
  expect(answer.json().data).toEqual([]);
});
