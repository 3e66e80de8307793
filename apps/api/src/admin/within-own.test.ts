import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importer } from '../import-export/fixtures.ts';
import { createRole, createUser, signIn, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

/**
 * All permissions about users and roles, and no others: the most that an attacker may have without outranking the
 * victim.
 */
const keeper = [
  'users.view_all',
  'users.create',
  'users.update_all',
  'users.approve',
  'users.import',
  'users.export',
  'roles.update',
] as const;

interface Target {
  readonly id: string;
  readonly version: number;
}
interface Attack {
  /** Status of the attacked user or role. */
  readonly status?: 'active' | 'pending' | 'suspended' | 'invited' | 'archived';
  readonly payload?: (target: Target) => object;
  readonly url?: (target: Target) => Promise<string> | string;
  /** For bulk requests, which report each refusal in the answer instead of 403. */
  readonly answers?: (body: never) => void;
}

let api: TestApi;
let headers: { authorization: string };
let me: TestUser;
let substitute: TestUser;
let lowRole: Target & { readonly name: string };

const blocked = (body: { data: { changed?: number; changing?: number; blocked: { reason: string }[] } }) => {
  expect(body.data.changed ?? body.data.changing).toBe(0);
  expect(body.data.blocked[0]?.reason).toMatch(/permisos que usted no tiene/);
};
const reason = 'Prueba de ataque';
const toMe = () => ({ to_user_id: me.id, starts_on: '2027-01-01', ends_on: '2027-01-02' });
const idOf = async (table: 'sessions' | 'delegations', owner: string): Promise<string> => {
  const from = table === 'sessions' ? sql`sessions WHERE user_id` : sql`delegations WHERE from_user_id`;
  return (await api.database.one<{ id: string }>(sql`SELECT id FROM ${from} = ${owner}`))!.id;
};

/** Every write to users and roles, with an attempt to gain permissions by it. */
const attacks: Readonly<Record<string, Attack>> = {
  'PATCH /api/users/{id}': { payload: () => ({ full_name: 'Otro Nombre' }) },
  'POST /api/users/bulk': {
    payload: ({ id }) => ({ action: 'suspend', ids: [id], values: { reason } }),
    answers: blocked,
  },
  'POST /api/users/bulk/preview': {
    payload: ({ id }) => ({ action: 'update', ids: [id], values: { role_ids: [lowRole.id] } }),
    answers: blocked,
  },
  'POST /api/users/{id}/approve': { status: 'pending', payload: () => ({ role_ids: [lowRole.id] }) },
  'POST /api/users/{id}/suspend': { payload: () => ({ reason }) },
  'POST /api/users/{id}/reactivate': { status: 'suspended' },
  'POST /api/users/{id}/withdraw': { status: 'invited' },
  'POST /api/users/{id}/invitation': { status: 'invited' },
  'POST /api/users/{id}/password-reset': {},
  'POST /api/users/{id}/second-factor/reset': { payload: () => ({ reason }) },
  'POST /api/users/{id}/deactivate': { payload: () => ({ reason, transfers: [] }) },
  'POST /api/users/{id}/delegations': { payload: toMe },
  'DELETE /api/users/{id}/sessions': {},
  'DELETE /api/users/{id}/sessions/{sessionId}': {
    url: async ({ id }) => `/api/users/${id}/sessions/${await idOf('sessions', id)}`,
  },
  'POST /api/delegations/{id}/end': {
    url: async ({ id }) => `/api/delegations/${await idOf('delegations', id)}/end`,
  },
};

const attacksOnRoles: Readonly<Record<string, Attack>> = {
  'PATCH /api/roles/{id}': { payload: () => ({ display_name: 'Otro nombre' }) },
  'DELETE /api/roles/{id}': {},
  'POST /api/roles/{id}/restore': { status: 'archived' },
  'PUT /api/roles/{id}/permissions': { payload: () => ({ permissions: [] }) },
  'PUT /api/roles/matrix': {
    payload: ({ id, version }) => ({
      changes: [{ role_id: id, version, grant: [], revoke: ['users.update_all'] }],
    }),
  },
  'POST /api/roles/bulk': { payload: ({ id }) => ({ action: 'archive', ids: [id] }), answers: blocked },
  'POST /api/roles/bulk/preview': {
    payload: ({ id }) => ({ action: 'update', ids: [id], values: { description: 'Otra' } }),
    answers: blocked,
  },
};

/**
 * Writes that affect no other user, or create what has no permissions yet; assigning permissions is protected by 0002
 * and 0011.
 */
const harmless: readonly string[] = [
  'POST /api/users/invitations',
  'POST /api/users/export',
  'POST /api/users/imports',
  'POST /api/delegations',
  'POST /api/roles',
  'POST /api/roles/export',
  'POST /api/roles/{id}/copy',
];

const readRole = async (name: string): Promise<Target> =>
  (await api.database.one<Target>(sql`SELECT id, row_version AS version FROM roles WHERE name = ${name}`))!;

/** A role with one permission that the attacker lacks. */
const createHighRole = async (status?: string): Promise<Target> => {
  const name = await createRole(api, [...keeper, 'clients.view_all']);
  if (status === 'archived')
    await api.database.query(sql`UPDATE roles SET archived_at = now() WHERE name = ${name}`);
  return readRole(name);
};

/** A user with one permission that the attacker lacks, and with data that every attack could change. */
const createTarget = async (status = 'active'): Promise<Target> => {
  const { id } = await createUser(api, { role: await createRole(api, [...keeper, 'clients.view_all']) });
  await signIn(api, { id });
  await api.database.query(sql`
    INSERT INTO second_factors (user_id, sealed_secret, confirmed_at) VALUES (${id}, 'secreto', now())`);
  await api.database.query(sql`
    INSERT INTO delegations (from_user_id, to_user_id, starts_on, ends_on)
    VALUES (${id}, ${substitute.id}, business_date(), business_date())`);
  const user = await api.database.one<Target>(
    sql`UPDATE users SET status = ${status} WHERE id = ${id} RETURNING id, row_version AS version`,
  );
  return user!;
};

beforeAll(async () => {
  api = await startTestApi();
  me = await createUser(api, { role: await createRole(api, keeper) });
  headers = await signIn(api, me);
  substitute = await createUser(api, { role: [] });
  const name = await createRole(api, ['users.view_all']);
  lowRole = { ...(await readRole(name)), name };
});
afterAll(() => api.close());

const stateOf = (id: string) =>
  api.database.one(sql`
    SELECT to_jsonb(u) AS user,
      (SELECT jsonb_agg(l ORDER BY l.role_id) FROM user_roles l WHERE l.user_id = u.id) AS roles,
      (SELECT jsonb_agg(s ORDER BY s.id) FROM sessions s WHERE s.user_id = u.id) AS sessions,
      (SELECT count(*)::integer FROM password_links l WHERE l.user_id = u.id) AS links,
      (SELECT count(*)::integer FROM second_factors f WHERE f.user_id = u.id) AS factors,
      (SELECT count(*)::integer FROM delegations d WHERE d.from_user_id = u.id AND d.ended_at IS NULL) AS delegations
    FROM users u WHERE u.id = ${id}`);
const roleState = (id: string) =>
  api.database.one(sql`
    SELECT to_jsonb(r) AS role, (SELECT jsonb_agg(p.permission ORDER BY 1) FROM role_permissions p WHERE p.role_id = r.id) AS permissions
    FROM roles r WHERE r.id = ${id}`);

const launch = async (name: string, attack: Attack, target: Target) => {
  const [method, path] = name.split(' ') as ['POST', string];
  const response = await api.inject({
    method,
    url: (await attack.url?.(target)) ?? path.replace('{id}', target.id),
    headers: { ...headers, 'if-match': `"${target.version}"` },
    ...(attack.payload && { payload: attack.payload(target) }),
  });
  if (attack.answers) {
    expect(response.statusCode, response.body).toBe(200);
    attack.answers(response.json() as never);
    return;
  }
  expect([response.statusCode, response.json().code], response.body).toEqual([403, 'beyond_own']);
  expect(response.json().message).toMatch(/tiene permisos que usted no tiene\. Pídalo a un administrador\./);
};

test('every write to users and roles is listed here', async () => {
  const { paths } = (await api.inject({ url: '/api/openapi.json', headers })).json() as {
    paths: Record<string, Record<string, unknown>>;
  };
  const writes = Object.entries(paths).flatMap(([path, methods]) =>
    /^\/api\/(users|roles|delegations)\b/.test(path)
      ? Object.keys(methods)
          .filter((method) => method !== 'get')
          .map((method) => `${method.toUpperCase()} ${path}`)
      : [],
  );
  const listed = [...Object.keys(attacks), ...Object.keys(attacksOnRoles), ...harmless];
  expect(writes.filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !writes.includes(name))).toEqual([]);
});

test.each(Object.entries(attacks))(
  'a user with more permissions cannot be changed: %s',
  async (name, attack) => {
    const target = await createTarget(attack.status);
    const before = await stateOf(target.id);
    await launch(name, attack, target);
    expect(await stateOf(target.id)).toEqual(before);
  },
);

test.each(Object.entries(attacksOnRoles))(
  'a role with more permissions cannot be changed: %s',
  async (name, attack) => {
    const target = await createHighRole(attack.status);
    const before = await roleState(target.id);
    await launch(name, attack, target);
    expect(await roleState(target.id)).toEqual(before);
  },
);

test('an import does not change users with more permissions', async () => {
  const high = await createUser(api, { full_name: 'Con Más Permisos' });
  const low = await createUser(api, { full_name: 'Con Menos Permisos', role: lowRole.name });
  const files = importer(api, headers);
  const job = await files.start(
    'users',
    `Correo,Teléfono\n${high.email},8095550101\n${low.email},8095550102\n`,
  );
  await files.check(job.id);
  const done = await files.commit(job.id);
  expect(done.outcomes).toMatchObject({ updated: 1, failed: 1 });
});

test('a change to a user cannot be undone once they have more permissions', async () => {
  const person = await createUser(api, { role: lowRole.name });
  const renamed = await api.inject({
    method: 'PATCH',
    url: `/api/users/${person.id}`,
    headers: { ...headers, 'if-match': '"1"' },
    payload: { full_name: 'Otro Nombre' },
  });
  expect(renamed.statusCode, renamed.body).toBe(200);
  await api.database.query(
    sql`INSERT INTO user_roles SELECT ${person.id}, id FROM roles WHERE name = 'sales_manager'`,
  );
  const before = await stateOf(person.id);
  const undone = await api.inject({
    method: 'POST',
    url: `/api/undo/${String(renamed.headers['x-request-id'])}`,
    headers,
    payload: {},
  });
  expect(undone.json().data).toMatchObject({
    undone: 0,
    blocked: [{ reason: expect.stringMatching(/permisos que usted no tiene/) }],
  });
  expect(await stateOf(person.id)).toEqual(before);
});

test('delegated permissions protect a user too, until the delegation ends', async () => {
  const person = await createUser(api, { role: lowRole.name });
  const manager = await createUser(api, { role: 'sales_manager' });
  const given = await api.database.one<{ id: string }>(sql`
    INSERT INTO delegations (from_user_id, to_user_id, starts_on, ends_on)
    VALUES (${manager.id}, ${person.id}, business_date(), business_date() + 1) RETURNING id`);
  const reset = () =>
    api.inject({ method: 'POST', url: `/api/users/${person.id}/password-reset`, headers, payload: {} });
  expect((await reset()).statusCode).toBe(403);
  const end = (own: { authorization: string }) =>
    api.inject({ method: 'POST', url: `/api/delegations/${given!.id}/end`, headers: own, payload: {} });
  expect((await end(headers)).statusCode).toBe(403);
  expect((await end(await signIn(api, person))).statusCode).toBe(204);
  expect((await reset()).statusCode).toBe(200);
});

test('a catalogue value is merged even if a user with more permissions has it', async () => {
  const catalogist = await signIn(
    api,
    await createUser(api, { role: await createRole(api, ['catalogs.job_positions.manage']) }),
  );
  const rows = await api.database.query<{ id: string }>(sql`
    INSERT INTO job_positions (code, name) VALUES ('UNO', 'Uno'), ('DOS', 'Dos') RETURNING id`);
  const [from, into] = rows.map(({ id }) => id);
  const high = await createUser(api);
  await api.database.query(sql`UPDATE users SET job_position_id = ${from} WHERE id = ${high.id}`);
  const merged = await api.inject({
    method: 'POST',
    url: `/api/job-positions/${from}/merge`,
    headers: { ...catalogist, 'if-match': '"1"' },
    payload: { into },
  });
  expect(merged.statusCode, merged.body).toBe(200);
  const row = await api.database.one(sql`SELECT job_position_id FROM users WHERE id = ${high.id}`);
  expect(row).toEqual({ job_position_id: into });
});
