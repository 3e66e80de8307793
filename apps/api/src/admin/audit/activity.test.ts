import { clients } from '@pauta/domain/crm/clients/client.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let headers: Record<string, string>;
let auditor: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signIn(api, await createUser(api, { full_name: 'María Núñez' }));
  auditor = await signInAs(api, 'auditor');
  await api.inject({
    method: 'POST',
    url: '/api/industries',
    headers,
    payload: { code: 'ACT1', name: 'Actividad' },
  });
});
afterAll(() => api.close());

const get = async (url: string, own = headers) => {
  const response = await api.inject({ url, headers: own });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

test('shows connected users and the actions of the last 24 hours; server metrics only with their permission', async () => {
  const { data } = await get('/api/activity');
  expect(data.people.map(({ full_name }: { full_name: string }) => full_name)).toContain('María Núñez');
  expect(data.hours).toHaveLength(24);
  expect(data.hours.at(-1).changes + data.hours.at(-2).changes).toBeGreaterThan(0);
  expect(data.system.database_bytes).toBeGreaterThan(1_000_000);
  expect((await get('/api/activity', auditor)).data.system).toBeNull();
});

test('the time line shows actions and records, without values', async () => {
  const page = await get('/api/activity/events?f.entity=industries&f.action=create', auditor);
  const mine = page.data.find(({ about }: { about: { title: string } }) => about.title === 'Actividad');
  expect(mine).toMatchObject({ action_label: 'Creación', actor: { label: 'María Núñez' } });
  expect(Object.keys(mine)).not.toContain('reason');
  expect(JSON.stringify(page)).not.toContain('ACT1');
  const wrong = await api.inject({ url: '/api/activity/events?f.action=nada', headers });
  expect(wrong.statusCode).toBe(422);
});

test('the time line has what records amount to, for readers of the record, and is exported', async () => {
  const client = await api.inject({
    method: 'POST',
    url: '/api/clients',
    headers,
    payload: {
      ...(await sampleBody(api.database, clients, 71)),
      additional_sales_rep_id: null,
      parent_client_id: null,
      status: 'prospect',
      credit_limit: null,
    },
  });
  expect(client.statusCode, client.body).toBe(201);
  const made = await api.inject({
    method: 'POST',
    url: '/api/opportunities',
    headers,
    payload: { ...(await sampleBody(api.database, opportunities, 1)), client_id: client.json().data.id },
  });
  expect(made.statusCode, made.body).toBe(201);
  const { expected_amount, currency_code } = made.json().data;
  const mine = await get('/api/activity/events?f.entity=opportunities&f.action=create');
  expect(mine.data[0].amount).toEqual({ currency: currency_code, amount: expected_amount });
  const theirs = await get(
    '/api/activity/events?f.entity=opportunities&f.action=create',
    await signIn(api, await createUser(api, { role: await createRole(api, ['reports.activity']) })),
  );
  expect(theirs.data[0]).toMatchObject({ amount: null, about: { title: null } });
  const csv = await api.inject({
    url: '/api/activity/events/file?f.entity=opportunities&f.action=create&format=csv',
    headers,
  });
  expect(csv.statusCode, csv.body).toBe(200);
  const [head, row] = csv.body.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe('Hora,Usuario,Evento,Tipo,Objeto,Monto,Moneda,Campos');
  expect(row).toContain(`,${expected_amount},${currency_code},`);
  const xlsx = await api.inject({ url: '/api/activity/events/file?format=xlsx', headers });
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
  const logged = await api.database.query(sql`
    SELECT 1 FROM audit_log WHERE action = 'export' AND after->>'of' = 'activity'`);
  expect(logged).toHaveLength(2);
  const nobody = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['clients.view_own']) }),
  );
  expect((await api.inject({ url: '/api/activity/events/file', headers: nobody })).statusCode).toBe(403);
});

test('the time line omits names of records that the reader may not see', async () => {
  const role = (
    await api.inject({
      method: 'POST',
      url: '/api/roles',
      headers,
      payload: { display_name: 'Solo actividad' },
    })
  ).json().data;
  await api.inject({
    method: 'PUT',
    url: `/api/roles/${role.id}/permissions`,
    headers: { ...headers, 'if-match': '"1"' },
    payload: { permissions: ['reports.activity'] },
  });
  const client = await api.database.one<{ id: string }>(sql`
    INSERT INTO audit_log (actor_id, entity, entity_id, action, after)
    SELECT id, 'clients', new_id()::text, 'create', '{"trade_name": "Secreto"}' FROM users LIMIT 1 RETURNING entity_id AS id`);
  const own = await signInAs(api, role.name);
  const page = await get('/api/activity/events?f.entity=clients', own);
  expect(page.data[0].about).toEqual({ title: null, path: null });
  expect(JSON.stringify(page)).not.toContain(String(client?.id));
  expect((await api.inject({ url: '/api/audit-entries', headers: own })).statusCode).toBe(403);
});

test('the heat map counts what people did by hour, day, person and kind', async () => {
  const { data } = await get('/api/activity/heatmap?days=7');
  const total = (rows: { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);
  expect(total(data.cells)).toBe(total(data.days));
  expect(total(data.cells)).toBe(total(data.entities));
  expect(data.people[0].count).toBeGreaterThan(0);
  expect((await api.inject({ url: '/api/activity/heatmap?days=93', headers })).statusCode).toBe(422);
});

const usage = async (more = '') => {
  await api.app.flushUsage();
  return (
    await get(
      `/api/usage?from=2026-01-01&to=2026-12-31${more}`.replaceAll('2026', String(new Date().getFullYear())),
    )
  ).data;
};

test('the use of screens is counted by action, with the number of searches without results', async () => {
  const person = await createUser(api, { full_name: 'Usa Mucho' });
  const own = await signIn(api, person);
  for (const url of [
    '/api/industries',
    '/api/industries?q=zzzzzz',
    '/api/industries?q=actividad',
    '/api/industries/options',
  ])
    await get(url, own);
  await api.inject({ method: 'POST', url: '/api/industries', headers: own, payload: {} });
  await Promise.all([usage(), usage(), usage()]);
  const data = await usage(`&user=${person.id}`);
  const [area] = data.areas;
  expect(area).toMatchObject({
    area: 'industries',
    label: 'Industrias',
    hits: 4,
    searches: 2,
    empty: 1,
    writes: 1,
    refusals: 1,
    errors: 0,
    users: 1,
  });
  expect(area.p95_ms).not.toBeNull();
  expect(data.people).toMatchObject([{ full_name: 'Usa Mucho', hits: 4 }]);
  expect(data.total.hits).toBe(4);
});

test('all figures can be limited to the users with a role', async () => {
  const manager = await createUser(api, { role: 'general_manager', full_name: 'Dirige Poco' });
  const seller = await createUser(api, { role: 'sales_rep' });
  await get('/api/industries', await signIn(api, manager));
  await get('/api/clients', await signIn(api, seller));
  const role = await api.database.one<{ id: string }>(
    sql`SELECT id FROM roles WHERE name = 'general_manager'`,
  );
  const data = await usage(`&role=${role?.id}`);
  expect(data.people).toMatchObject([{ full_name: 'Dirige Poco', hits: 1 }]);
  expect(data.areas).toMatchObject([{ area: 'industries', hits: 1, users: 1 }]);
  expect(data.days).toMatchObject([{ hits: 1 }]);
  expect(data.total).toMatchObject({ hits: 1, users: 1 });
  expect((await usage(`&role=${role?.id}&user=${seller.id}`)).total).toBeNull();
});

test('counts of several processes add up', async () => {
  const person = await createUser(api);
  const own = await signIn(api, person);
  for (let turn = 0; turn < 5; turn += 1) {
    await Promise.all(Array.from({ length: 4 }, () => get('/api/clients', own)));
    await Promise.all([api.app.flushUsage(), api.app.flushUsage()]);
  }
  expect((await usage(`&user=${person.id}`)).total.hits).toBe(20);
});

test.each([
  ['from=2026-02-30&to=2026-03-01'],
  ['from=2026-03-02&to=2026-03-01'],
  ['from=2020-01-01&to=2026-03-01'],
  [''],
])('a period like %j is refused', async (query) => {
  expect((await api.inject({ url: `/api/usage?${query}`, headers })).statusCode).toBe(422);
});

test('an empty period has no figures', async () => {
  expect((await get('/api/usage?from=2019-01-01&to=2019-01-31')).data).toEqual({
    areas: [],
    days: [],
    people: [],
    total: null,
  });
});
