import { permissions } from '@pauta/domain/admin/roles/permissions.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

interface Role {
  id: string;
  name: string;
  display_name: string;
  row_version: number;
  users: number;
  permissions: string[];
}
type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api);
});
afterAll(() => api.close());

const call = (
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers = admin,
) => api.inject({ method, url, headers, ...(payload && { payload }) });

const matrix = async () =>
  (await call('GET', '/api/roles/matrix')).json<{
    data: { roles: Role[]; permissions: { name: string; roles: number; description: string | null }[] };
  }>().data;

const roleOf = async (name: string): Promise<Role> => {
  const found = (await matrix()).roles.find((role) => role.name === name);
  if (!found) throw new Error(`no role ${name}`);
  return found;
};

const set = ({ id, row_version }: Role, names: string[], headers = admin) =>
  call(
    'PUT',
    `/api/roles/${id}/permissions`,
    { permissions: names },
    { ...headers, 'if-match': `"${row_version}"` },
  );

let made = 0;
const newRole = async (names: string[] = []): Promise<Role> => {
  made += 1;
  const response = await call('POST', '/api/roles', { display_name: `Jefatura de Tráfico ${made}` });
  expect(response.statusCode, response.body).toBe(201);
  const role = await roleOf(response.json().data.name);
  return names.length === 0 ? role : (await set(role, names)).json().data;
};

test('the matrix has every permission and every role, the administrator first and with all of them', async () => {
  const { roles, permissions: rows } = await matrix();
  expect(rows.map(({ name }) => name).sort()).toEqual(permissions.map(({ name }) => name).sort());
  expect(roles[0]).toMatchObject({ name: 'admin', permissions: rows.map(({ name }) => name).sort() });
  expect(rows.every(({ roles: count }) => count >= 1)).toBe(true);
  const list = (await call('GET', '/api/permissions')).json().data;
  expect(list).toEqual(rows);
});

test('a new role gets its internal name from its name, a second one a number', async () => {
  const first = await call('POST', '/api/roles', { display_name: 'Coordinación Año Ñ' });
  expect(first.json().data).toMatchObject({ name: 'coordinacion_ano_n', is_system: false });
  const second = await call('POST', '/api/roles', { display_name: 'Coordinación  año ñ!' });
  expect(second.json().data.name).toBe('coordinacion_ano_n_2');
  expect((await call('POST', '/api/roles', { display_name: 'Coordinación Año Ñ' })).statusCode).toBe(409);
  expect((await call('POST', '/api/roles', { display_name: '¡¡!!' })).json().data.name).toBe('rol');
  expect((await call('POST', '/api/roles', { display_name: 'X', name: 'admin2' })).statusCode).toBe(422);
});

test('permissions are set as a whole, are in effect for the next request, and appear in the history', async () => {
  const role = await newRole(['clients.view_all', 'audit.view']);
  expect(role.permissions).toEqual(['audit.view', 'clients.view_all']);
  const user = await createUser(api, { role: role.name });
  const headers = await signIn(api, user);
  expect((await call('GET', '/api/clients', undefined, headers)).statusCode).toBe(200);
  const changed = (await set(role, ['audit.view'])).json().data;
  expect(changed).toMatchObject({ permissions: ['audit.view'], row_version: role.row_version + 1, users: 1 });
  expect((await call('GET', '/api/clients', undefined, headers)).statusCode).toBe(403);
  const log = await api.database.query(sql`
    SELECT action, before ->> 'permission' AS before, after ->> 'permission' AS after FROM audit_log
    WHERE entity = 'role_permissions' AND entity_id = ${role.id} ORDER BY id`);
  expect(log).toContainEqual({ action: 'permissions', before: null, after: 'clients.view_all' });
  expect(log.at(-1)).toEqual({ action: 'permissions', before: 'clients.view_all', after: null });
});

test('saving the same changes nothing; an outdated version is answered with the current role', async () => {
  const role = await newRole(['clients.view_all']);
  expect((await set(role, ['clients.view_all'])).json().data.row_version).toBe(role.row_version);
  await set(role, []);
  const late = await set(role, ['audit.view']);
  expect(late.statusCode).toBe(412);
  expect(late.json().current).toMatchObject({
    id: role.id,
    permissions: [],
    row_version: role.row_version + 1,
  });
  const { 'if-match': _, ...without } = { ...admin, 'if-match': '' };
  expect(
    (await call('PUT', `/api/roles/${role.id}/permissions`, { permissions: [] }, without)).statusCode,
  ).toBe(428);
});

test('several roles change together or not at all', async () => {
  const [one, two] = [await newRole(), await newRole()];
  const change = (role: Role, version = role.row_version) => ({
    role_id: role.id,
    version,
    grant: ['clients.view_all'],
    revoke: [],
  });
  const refused = await call('PUT', '/api/roles/matrix', { changes: [change(one), change(two, 99)] });
  expect(refused.statusCode).toBe(412);
  expect((await roleOf(one.name)).permissions).toEqual([]);
  const done = await call('PUT', '/api/roles/matrix', { changes: [change(one), change(two)] });
  expect(done.statusCode, done.body).toBe(200);
  expect((await roleOf(two.name)).permissions).toEqual(['clients.view_all']);
  const twice = await call('PUT', '/api/roles/matrix', { changes: [change(one), change(one)] });
  expect(twice.statusCode).toBe(422);
});

test.each([
  [{ permissions: ['no.existe'] }],
  [{ permissions: 'clients.view_all' }],
  [{ permissions: [7] }],
  [{}],
  [{ permissions: [], more: true }],
])('%j is refused', async (payload) => {
  const role = await newRole();
  const response = await call('PUT', `/api/roles/${role.id}/permissions`, payload, {
    ...admin,
    'if-match': `"${role.row_version}"`,
  });
  expect(response.statusCode).toBe(422);
});

test('a user cannot add a permission they lack to any role, not even to their own', async () => {
  const own = await newRole(['roles.update', 'users.view_all', 'clients.view_all']);
  const headers = await signIn(api, await createUser(api, { role: own.name }));
  const other = await newRole(['users.view_all']);
  expect((await set(other, ['users.view_all', 'clients.view_all'], headers)).statusCode).toBe(200);
  for (const target of [await roleOf(other.name), await roleOf(own.name)]) {
    const refused = await set(target, [...target.permissions, 'settings.update'], headers);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.permissions).toEqual(['No puede conceder un permiso que usted no tiene.']);
  }
  // Neither revoking and granting within one transaction nor copying a stronger role avoids the check.
  const stronger = await roleOf('sales_manager');
  const copy = await call(
    'POST',
    `/api/roles/${stronger.id}/copy`,
    { display_name: 'Copia fuerte' },
    headers,
  );
  expect(copy.statusCode).toBe(422);
  expect((await roleOf(own.name)).permissions).not.toContain('settings.update');
});

test('the administrator role keeps every permission, also against direct SQL by a user', async () => {
  const role = await roleOf('admin');
  const refused = await set(role, role.permissions.slice(1));
  expect(refused.statusCode).toBe(422);
  expect(refused.json().message).toBe('El rol de administrador conserva todos los permisos.');
});

test('a role is copied with its permissions', async () => {
  const source = await roleOf('auditor');
  const response = await call('POST', `/api/roles/${source.id}/copy`, { display_name: 'Auditoría externa' });
  expect(response.statusCode, response.body).toBe(201);
  expect(response.json().data).toMatchObject({
    name: 'auditoria_externa',
    is_system: false,
    permissions: source.permissions,
  });
  expect((await call('POST', `/api/roles/${source.id}/copy`, { display_name: ' ' })).statusCode).toBe(422);
});

test('a role that is assigned to a user, or that is built in, cannot be archived', async () => {
  const system = await roleOf('planner');
  const archive = ({ id, row_version }: Role) =>
    call('DELETE', `/api/roles/${id}`, undefined, { ...admin, 'if-match': `"${row_version}"` });
  expect((await archive(system)).json().code).toBe('system_role');
  const held = await newRole();
  await createUser(api, { role: held.name });
  expect((await archive(held)).json().message).toBe(
    'Una persona tiene este rol. Dele otro antes de archivarlo.',
  );
  const free = await newRole();
  expect((await archive(free)).statusCode).toBe(200);
  expect((await matrix()).roles.map(({ id }) => id)).not.toContain(free.id);
  const options = (await call('GET', '/api/roles/options?limit=100')).json<{ data: { id: string }[] }>();
  expect(options.data.map(({ id }) => id)).not.toContain(free.id);
  expect((await set({ ...free, row_version: free.row_version + 1 }, [])).statusCode).toBe(404);
});

test('a role that is concurrently archived and assigned gets only one of the two', async () => {
  for (let round = 0; round < 8; round += 1) {
    const role = await newRole();
    const user = await createUser(api, { role: 'planner' });
    const version = (await call('GET', `/api/users/${user.id}`)).json().data.row_version;
    const planner = await roleOf('planner');
    const [archived, given] = await Promise.all([
      call('DELETE', `/api/roles/${role.id}`, undefined, { ...admin, 'if-match': `"${role.row_version}"` }),
      call(
        'PATCH',
        `/api/users/${user.id}`,
        { role_ids: [planner.id, role.id] },
        { ...admin, 'if-match': `"${version}"` },
      ),
    ]);
    expect([archived.statusCode, given.statusCode].filter((status) => status === 200)).toHaveLength(1);
    const bad = await api.database.query(sql`
      SELECT 1 FROM user_roles l JOIN roles r ON r.id = l.role_id WHERE r.archived_at IS NOT NULL`);
    expect(bad).toEqual([]);
  }
});

test('of two administrators who revoke each other’s role concurrently, one keeps it', async () => {
  const other = await startTestApi();
  try {
    const [ana, luis] = [await createUser(other), await createUser(other)];
    const roles = (
      await other.inject({ url: '/api/roles/options?limit=100', headers: await signIn(other, ana) })
    ).json<{
      data: { id: string; code: string }[];
    }>().data;
    const auditor = roles.find(({ code }) => code === 'auditor')?.id;
    const demote = async (by: { id: string }, of: { id: string }) =>
      other.inject({
        method: 'PATCH',
        url: `/api/users/${of.id}`,
        headers: { ...(await signIn(other, by)), 'if-match': '"1"' },
        payload: { role_ids: [auditor] },
      });
    const answers = await Promise.all([demote(ana, luis), demote(luis, ana)]);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
    const left = await other.database.query(sql`
      SELECT 1 FROM user_roles l JOIN roles r ON r.id = l.role_id JOIN users u ON u.id = l.user_id
      WHERE r.name = 'admin' AND u.status = 'active'`);
    expect(left).toHaveLength(1);
  } finally {
    await other.close();
  }
});

test('of two users who change one role at once, one is informed of the other change', async () => {
  const role = await newRole();
  const answers = await Promise.all(['clients.view_all', 'audit.view'].map((name) => set(role, [name])));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
});

test('the users with a permission, with their roles; without suspended users', async () => {
  const role = await newRole(['reports.usage']);
  const user = await createUser(api, { role: [role.name, 'auditor'], full_name: 'Beatriz Ñame' });
  await createUser(api, { role: role.name, status: 'suspended', full_name: 'Suspendida' });
  const { data } = (await call('GET', '/api/permissions/reports.usage/holders')).json();
  const found = data.holders.find(({ id }: { id: string }) => id === user.id);
  expect(found.from.map(({ label }: { label: string }) => label)).toEqual(['Auditor', role.display_name]);
  expect(data.holders.map(({ full_name }: { full_name: string }) => full_name)).not.toContain('Suspendida');
  expect(data.permission).toMatchObject({ name: 'reports.usage', module: 'Reportes' });
  expect((await call('GET', '/api/permissions/no.existe/holders')).statusCode).toBe(404);
});

test('the permissions of a user, each with its sources', async () => {
  const role = await newRole(['audit.view', 'clients.view_own']);
  const user = await createUser(api, { role: [role.name, 'auditor'] });
  const { data } = (await call('GET', `/api/users/${user.id}/permissions`)).json();
  expect(data.user).toMatchObject({ id: user.id, status: 'active' });
  const by = Object.fromEntries(
    data.permissions.map((one: { name: string; from: unknown[] }) => [one.name, one.from]),
  );
  expect(by['audit.view']).toHaveLength(2);
  expect(by['clients.view_own']).toEqual([{ kind: 'role', id: role.id, label: role.display_name }]);
  expect((await call('GET', '/api/users/01890a5d-ac96-774b-bcce-b302099a8057/permissions')).statusCode).toBe(
    404,
  );
});

test('a delegated permission includes the delegator, on the days of the delegation', async () => {
  const giver = await createUser(api, { role: 'collections', full_name: 'Delega Todo' });
  const taker = await createUser(api, { role: 'planner' });
  await api.database.query(sql`
    INSERT INTO delegations (from_user_id, to_user_id, starts_on, ends_on, permissions)
    VALUES (${giver.id}, ${taker.id}, business_date(), business_date() + 1, '{clients.credit_hold,settings.update}')`);
  const { data } = (await call('GET', `/api/users/${taker.id}/permissions`)).json();
  const by = Object.fromEntries(
    data.permissions.map((one: { name: string; from: unknown[] }) => [one.name, one.from]),
  );
  expect(by['clients.credit_hold']).toEqual([{ kind: 'delegation', id: giver.id, label: 'Delega Todo' }]);
  expect(by['settings.update']).toBeUndefined();
});
