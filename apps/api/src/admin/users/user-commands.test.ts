import { permissions } from '@pauta/domain/admin/roles/permissions.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createRole, createUser, ensureRoles, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { userCommands } from './user-commands.ts';

type Headers = Record<string, string>;

let api: TestApi;
let administrator: TestUser;
let headers: Headers;

beforeAll(async () => {
  api = await startTestApi();
  administrator = await createUser(api);
  headers = await signIn(api, administrator);
});
afterAll(() => api.close());

const statusFor = async (own: Headers, url = '/api/user') =>
  (await api.inject({ url, headers: own })).statusCode;

/** Requests the state change on the version just read. Returns status and message. */
const run = async (
  name: 'approve' | 'suspend' | 'reactivate',
  user: TestUser,
  payload: object = {},
  own = headers,
) => {
  const current = await api.inject({ url: `/api/users/${user.id}`, headers });
  const response = await api.inject({
    method: 'POST',
    url: `/api/users/${user.id}/${name}`,
    payload,
    headers: { ...own, 'if-match': String(current.headers.etag) },
  });
  const { message } = response.json<{ message?: string }>();
  return message === undefined ? `${response.statusCode}` : `${response.statusCode} ${message}`;
};

const suspension = { reason: 'Dejó la empresa' };

const roleIds = async (...names: string[]) => {
  const rows = await api.database.query<{ id: string }>(
    sql`SELECT id FROM roles WHERE name = ANY (${names})`,
  );
  return { role_ids: rows.map(({ id }) => id) };
};

const rolesOf = async (user: TestUser) => {
  const rows = await api.database.query<{ name: string }>(sql`
    SELECT r.name FROM user_roles l JOIN roles r ON r.id = l.role_id WHERE l.user_id = ${user.id} ORDER BY r.name`);
  return rows.map(({ name }) => name);
};

/** A role that manages users without being an administrator. */
const signInAsPersonnel = async () => {
  await ensureRoles(api);
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`
      INSERT INTO roles (name, display_name) VALUES ('personnel', 'Personal') ON CONFLICT DO NOTHING`);
    await tx.query(sql`
      INSERT INTO role_permissions SELECT r.id, p.name FROM roles r, permissions p
      WHERE r.name = 'personnel' AND p.name LIKE 'users.%' ON CONFLICT DO NOTHING`);
  });
  return signIn(api, await createUser(api, { role: 'personnel' }));
};

test('every command of the definition has a handler', () => {
  expect(Object.keys(userCommands).sort()).toEqual(Object.keys(users.commands).sort());
});

test('an approved user has exactly the assigned roles, from then on', async () => {
  const user = await createUser(api, { status: 'pending' });
  const own = await signIn(api, user);
  const url = '/api/roles/00000000-0000-7000-8000-000000000000/permissions';
  expect(await statusFor(own, url)).toBe(403);
  expect(await run('approve', user, await roleIds('finance', 'general_manager'))).toBe('200');
  expect(await rolesOf(user)).toEqual(['finance', 'general_manager']);
  expect(await statusFor(own, url)).toBe(404);
  expect(await run('approve', user, await roleIds('finance'))).toMatch(/^409 /);
});

test('an approval assigns a role, and none beyond the approver’s own permissions', async () => {
  const user = await createUser(api, { status: 'pending' });
  expect(await run('approve', user, await roleIds('finance', 'pending'))).toMatch(/^422 Elija los roles/);
  expect(await run('approve', user, { role_ids: [] })).toMatch(/^422/);
  expect(await run('approve', user, { role_ids: ['00000000-0000-7000-8000-000000000000'] })).toMatch(/^422/);
  const personnel = await signInAsPersonnel();
  expect(await run('approve', user, await roleIds('admin'), personnel)).toBe(
    '422 No puede dar un rol con permisos que usted no tiene.',
  );
  expect(await rolesOf(user)).toEqual(['pending']);
  expect(await run('approve', user, await roleIds('personnel'), personnel)).toBe('200');
});

test('editing a user does not make anybody administrator', async () => {
  const personnel = await signInAsPersonnel();
  const { user } = (await api.inject({ url: '/api/user', headers: personnel })).json<{ user: TestUser }>();
  const patch = async (body: object, own: Headers, id = user.id) => {
    const current = await api.inject({ url: `/api/users/${id}`, headers: own });
    return api.inject({
      method: 'PATCH',
      url: `/api/users/${id}`,
      payload: body,
      headers: { ...own, 'if-match': String(current.headers.etag) },
    });
  };
  const response = await patch(await roleIds('personnel', 'admin'), personnel);
  expect(response.statusCode).toBe(422);
  expect(response.json<{ errors: unknown }>().errors).toEqual({
    role_ids: ['No puede dar un rol con permisos que usted no tiene.'],
  });
  expect((await patch({ full_name: 'Persona Corregida' }, personnel)).statusCode).toBe(200);
  // An administrator's own roles can be edited, as long as one of them stays.
  expect((await patch(await roleIds('admin', 'finance'), headers, administrator.id)).statusCode).toBe(200);
  expect(
    (await patch(await roleIds('finance'), headers, administrator.id)).json<{ message: string }>().message,
  ).toBe('Es el último administrador activo: dé antes el rol de administrador a otra persona.');
});

test('a suspension ends every session and keeps the data; coming back needs a new sign-in', async () => {
  const user = await createUser(api, { role: 'finance' });
  const sessions = [await signIn(api, user), await signIn(api, user)];
  for (const own of sessions) expect(await statusFor(own)).toBe(200);
  expect(await run('suspend', user, suspension)).toBe('200');
  for (const own of sessions) expect(await statusFor(own)).toBe(401);
  expect(await rolesOf(user)).toEqual(['finance']);
  const log = await api.database.query(sql`
    SELECT actor_id, reason, after ->> 'status' AS status FROM audit_log
    WHERE entity = 'users' AND entity_id = ${user.id} AND action = 'suspend' AND after ? 'status'`);
  expect(log).toEqual([{ actor_id: administrator.id, reason: 'Dejó la empresa', status: 'suspended' }]);
  expect(await run('reactivate', user)).toBe('200');
  for (const own of sessions) expect(await statusFor(own)).toBe(401);
  expect(await statusFor(await signIn(api, user))).toBe(200);
});

test('nobody suspends themselves, nor the last administrator', async () => {
  expect(await run('suspend', administrator, suspension)).toBe(
    '409 No puede suspender su propia cuenta; pídalo a otro administrador.',
  );
  const equal = await createUser(api, {
    role: await createRole(
      api,
      permissions.map(({ name }) => name),
    ),
  });
  expect(await run('suspend', administrator, suspension, await signIn(api, equal))).toBe(
    '422 Es el último administrador activo: dé antes el rol de administrador a otra persona.',
  );
  expect(await statusFor(headers)).toBe(200);
});

test('a user who was never approved is reactivated only with a role', async () => {
  const user = await createUser(api, { status: 'pending' });
  expect(await run('suspend', user, suspension)).toBe('200');
  expect(await run('reactivate', user)).toBe(
    '409 Este usuario todavía no tiene un rol. Dele uno y después reactívelo.',
  );
  const { role_ids } = await roleIds('traffic');
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`INSERT INTO user_roles VALUES (${user.id}, ${role_ids[0]})`),
  );
  expect(await run('reactivate', user)).toBe('200');
});
