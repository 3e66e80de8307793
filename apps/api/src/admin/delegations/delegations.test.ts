import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;
let seller: TestUser;
let substitute: TestUser;
let own: Headers;
let given: Headers;
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  seller = await createUser(api, { role: 'sales_rep', full_name: 'Vera Vendedora' });
  substitute = await createUser(api, { role: 'sales_rep', full_name: 'Saúl Sustituto' });
  own = await signIn(api, substitute);
  given = await signIn(api, seller);
});

const today = async (shift = 0) =>
  (await api.database.one<{ day: string }>(sql`SELECT (business_date() + ${shift}::integer)::text AS day`))
    ?.day ?? '';

const delegate = async (more: object = {}, headers = given, url = '/api/delegations') =>
  api.inject({
    method: 'POST',
    url,
    payload: {
      to_user_id: substitute.id,
      starts_on: await today(),
      ends_on: await today(7),
      ...more,
    },
    headers,
  });

const clientOf = async (owner: TestUser): Promise<{ id: string; etag: string }> => {
  made += 1;
  const payload = {
    ...(await sampleBody(api.database, clients, 800 + made)),
    primary_sales_rep_id: owner.id,
    additional_sales_rep_id: null,
  };
  const response = await api.inject({ method: 'POST', url: '/api/clients', payload, headers: admin });
  expect(response.statusCode, response.body).toBe(201);
  return { id: response.json().data.id, etag: String(response.headers.etag) };
};
const seen = async (id: string, headers = own) =>
  (await api.inject({ url: `/api/clients/${id}`, headers })).statusCode;
/** Any request that may end a session clears the session cache of the process. */
const fresh = () => api.inject({ method: 'POST', url: '/api/logout' });
const rename = (id: string, etag: string, headers = own) =>
  api.inject({
    method: 'PATCH',
    url: `/api/clients/${id}`,
    payload: { trade_name: 'Nombre nuevo' },
    headers: { ...headers, 'if-match': etag },
  });

test('a substitute sees and changes the records of the absent user, on their behalf, and nothing more', async () => {
  const { id, etag } = await clientOf(seller);
  const foreign = await clientOf(await createUser(api, { role: 'sales_rep' }));
  const mine = await clientOf(substitute);
  expect(await seen(id)).toBe(404);
  const response = await delegate({ reason: 'Vacaciones' });
  expect(response.statusCode, response.body).toBe(201);
  expect(response.json().data).toMatchObject({
    from_user: { id: seller.id, full_name: 'Vera Vendedora' },
    to_user: { id: substitute.id },
    permissions: null,
    state: 'current',
  });
  await fresh();
  expect([await seen(id), await seen(foreign.id), await seen(mine.id)]).toEqual([200, 404, 200]);
  const list = await api.inject({ url: '/api/clients', headers: own });
  expect(list.json().data.map((client: { id: string }) => client.id)).toEqual(
    expect.arrayContaining([id, mine.id]),
  );
  expect(list.json().total).toBe(2);
  expect((await rename(id, etag)).statusCode).toBe(200);
  expect((await rename(mine.id, mine.etag)).statusCode).toBe(200);
  const log = await api.database.query(sql`
    SELECT entity_id AS id, actor_id, on_behalf_of FROM audit_log
    WHERE entity = 'clients' AND action = 'update' AND entity_id IN (${id}, ${mine.id}) ORDER BY id`);
  expect(log).toEqual(
    expect.arrayContaining([
      { id, actor_id: substitute.id, on_behalf_of: seller.id },
      { id: mine.id, actor_id: substitute.id, on_behalf_of: null },
    ]),
  );
  const { user } = (await api.inject({ url: '/api/user', headers: own })).json();
  expect(user.stands_for).toEqual([seller.id]);
});

test('a permission that only the absent user has is used on their behalf', async () => {
  const manager = await createUser(api, { role: 'sales_manager' });
  const { id, etag } = await clientOf(manager);
  expect((await api.inject({ url: '/api/users', headers: own })).statusCode).toBe(403);
  await delegate({ permissions: ['clients.view_all', 'clients.update_all'] }, await signIn(api, manager));
  await fresh();
  // Permissions that were not delegated are refused.
  expect((await api.inject({ url: '/api/users', headers: own })).statusCode).toBe(403);
  expect((await rename(id, etag)).statusCode).toBe(200);
  const row = await api.database.one(sql`
    SELECT on_behalf_of FROM audit_log WHERE entity = 'clients' AND entity_id = ${id} AND action = 'update'`);
  expect(row).toEqual({ on_behalf_of: manager.id });
});

test('a delegation is valid from the first to the last day, while both are active, until it is ended', async () => {
  const { id } = await clientOf(seller);
  const delegation = (await delegate({ starts_on: await today(1), ends_on: await today(3) })).json().data;
  expect(delegation.state).toBe('planned');
  const during = async (from: number, until: number) => {
    await api.database.query(sql`
      UPDATE delegations SET starts_on = ${await today(from)}, ends_on = ${await today(until)} WHERE id = ${delegation.id}`);
    await fresh();
    return seen(id);
  };
  expect(await during(1, 3)).toBe(404);
  expect(await during(0, 0)).toBe(200);
  expect(await during(-3, -1)).toBe(404);
  expect(await during(-3, 3)).toBe(200);
  await api.database.query(sql`UPDATE users SET status = 'suspended' WHERE id = ${seller.id}`);
  await fresh();
  expect(await seen(id)).toBe(404);
  await api.database.query(sql`UPDATE users SET status = 'active' WHERE id = ${seller.id}`);
  const end = () =>
    api.inject({ method: 'POST', url: `/api/delegations/${delegation.id}/end`, headers: own });
  expect((await end()).statusCode).toBe(204);
  expect(await seen(id)).toBe(404);
  expect((await end()).statusCode).toBe(409);
});

test('delegated permissions cannot be delegated again, or used to assign roles', async () => {
  const manager = await createUser(api, { role: 'admin' });
  const third = await createUser(api, { role: 'sales_rep' });
  const thirdHeaders = await signIn(api, third);
  await delegate({}, await signIn(api, manager));
  await delegate({ to_user_id: third.id }, own);
  await fresh();
  expect((await api.inject({ url: '/api/users', headers: own })).statusCode).toBe(200);
  expect((await api.inject({ url: '/api/users', headers: thirdHeaders })).statusCode).toBe(403);
  const beyond = await delegate({ to_user_id: third.id, permissions: ['users.view_all'] }, own);
  expect(Object.keys(beyond.json().errors)).toEqual(['permissions']);
  const adminRole = await api.database.one<{ id: string }>(sql`SELECT id FROM roles WHERE name = 'admin'`);
  const target = await api.inject({ url: `/api/users/${third.id}`, headers: own });
  const promoted = await api.inject({
    method: 'PATCH',
    url: `/api/users/${third.id}`,
    payload: { role_ids: [adminRole?.id] },
    headers: { ...own, 'if-match': String(target.headers.etag) },
  });
  expect(Object.keys(promoted.json().errors ?? {})).toEqual(['role_ids']);
  // A delegated permission does not allow taking over a stronger account either.
  const reset = await api.inject({
    method: 'POST',
    url: `/api/users/${manager.id}/password-reset`,
    headers: own,
  });
  expect(reset.json()).toMatchObject({ status: 403, code: 'beyond_own' });
});

test('of five concurrent delegations for the same days one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => delegate()));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409]);
  expect((await delegate({ starts_on: await today(7), ends_on: await today(9) })).statusCode).toBe(409);
  expect((await delegate({ starts_on: await today(8), ends_on: await today(9) })).statusCode).toBe(201);
});

test('errors are reported by field', async () => {
  const errors = async (more: object) => Object.keys((await delegate(more)).json().errors ?? {}).sort();
  expect(await errors({ to_user_id: null, starts_on: 'mañana' })).toEqual(['starts_on', 'to_user_id']);
  expect(await errors({ to_user_id: seller.id })).toEqual(['to_user_id']);
  expect(await errors({ ends_on: await today(-1) })).toEqual(['ends_on']);
  expect(await errors({ starts_on: await today(-9), ends_on: await today(-8) })).toEqual(['ends_on']);
  expect(await errors({ ends_on: await today(400) })).toEqual(['ends_on']);
  expect(await errors({ permissions: ['users.view_all'] })).toEqual(['permissions']);
  expect(await errors({ permissions: ['no.existe'] })).toEqual(['permissions']);
  expect(await errors({ nonsense: 1 })).toEqual(['nonsense']);
});

test('an administrator creates and ends delegations of others; other users can neither see nor end them', async () => {
  const url = `/api/users/${seller.id}/delegations`;
  expect((await delegate({}, own, url)).statusCode).toBe(403);
  const { id } = (await delegate({}, admin, url)).json().data;
  const list = (await api.inject({ url, headers: admin })).json().data;
  expect(list.map((one: { id: string }) => one.id)).toEqual([id]);
  const mine = (await api.inject({ url: '/api/delegations', headers: own })).json().data;
  expect(mine).toMatchObject([{ id, from_user: { id: seller.id } }]);
  const end = (headers: Headers) =>
    api.inject({ method: 'POST', url: `/api/delegations/${id}/end`, headers });
  expect((await end(await signInAs(api, 'sales_rep'))).statusCode).toBe(404);
  expect((await end(await signInAs(api, 'sales_manager'))).statusCode).toBe(403);
  expect((await end(admin)).statusCode).toBe(204);
});

test('the team is returned with its managers, and remains a tree', async () => {
  await api.database.query(sql`UPDATE users SET reports_to_id = ${seller.id} WHERE id = ${substitute.id}`);
  const { data } = (await api.inject({ url: '/api/users/team', headers: admin })).json();
  const member = data.find((one: { id: string }) => one.id === seller.id);
  expect(data.find((one: { id: string }) => one.id === substitute.id)).toMatchObject({
    full_name: 'Saúl Sustituto',
    reports_to_id: seller.id,
  });
  const circle = await api.inject({
    method: 'PATCH',
    url: `/api/users/${seller.id}`,
    payload: { reports_to_id: substitute.id },
    headers: { ...admin, 'if-match': `"${member.row_version}"` },
  });
  expect(Object.keys(circle.json().errors)).toEqual(['reports_to_id']);
  expect((await api.inject({ url: '/api/users/team', headers: own })).statusCode).toBe(403);
});
