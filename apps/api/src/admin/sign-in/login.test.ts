import { seedRoles } from '@pauta/domain/admin/roles/roles.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createUser, signIn, type TestUser, testPassword } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { createPasswords } from '../passwords/passwords.ts';
import type { UserDocument } from '../users/user-document.ts';

let api: TestApi;
let hosts = 0;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** An unused address, so that tests do not exhaust each other's limits. */
const newHost = (): string => `10.${hosts >> 16}.${(hosts >> 8) & 255}.${hosts++ & 255}`;

const login = (payload: object, remoteAddress = newHost(), headers: Record<string, string> = {}) =>
  api.inject({ method: 'POST', url: '/api/login', payload, remoteAddress, headers });

const loginOf = (user: TestUser, password = testPassword, remoteAddress = newHost()) =>
  login({ email: user.email, password }, remoteAddress);

const getUser = (headers: Record<string, string>) => api.inject({ url: '/api/user', headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const eventsOf = async (userId: string) => {
  const rows = await api.database.query<{ action: string; actor_id: string | null; ip: string | null }>(sql`
    SELECT action, actor_id, host(ip) AS ip FROM audit_log
    WHERE entity = 'users' AND entity_id = ${userId} AND action <> 'create' ORDER BY id`);
  return rows;
};

test('a correct password returns the user and a valid token', async () => {
  const user = await createUser(api, { role: 'sales_rep', full_name: 'Íñigo Peñaló' });
  const host = newHost();
  const response = await login({ email: `  ${user.email.toUpperCase()} `, password: testPassword }, host);
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  const body = response.json<{ user: UserDocument; token: string }>();
  expect(Object.keys(body).sort()).toEqual(['token', 'user']);
  expect(body.token).toMatch(/^pauta_[A-Za-z0-9_-]{43}$/);
  expect(body.user).toEqual({
    id: user.id,
    full_name: 'Íñigo Peñaló',
    email: user.email,
    profile_photo: null,
    status: 'active',
    roles: [{ id: expect.any(String), name: 'sales_rep', display_name: 'Ejecutivo de Ventas' }],
    permissions: [...(seedRoles.find(({ name }) => name === 'sales_rep')?.permissions ?? [])].sort(),
    stands_for: [],
    pending_step: null,
  });
  const again = await getUser(bearer(body.token));
  expect(again.json()).toEqual({ user: body.user });
  expect(await eventsOf(user.id)).toEqual([{ action: 'login', actor_id: user.id, ip: host }]);
  const row = await api.database.one<{ is_recent: boolean; row_version: number }>(sql`
    SELECT last_login_at > now() - interval '1 minute' AS is_recent, row_version FROM users WHERE id = ${user.id}`);
  expect(row).toEqual({ is_recent: true, row_version: 1 });
});

test('an unknown e-mail and a wrong password get the same answer', async () => {
  const user = await createUser(api);
  const withoutPassword = await createUser(api);
  await api.database.query(sql`DELETE FROM credentials WHERE user_id = ${withoutPassword.id}`);
  const answers = await Promise.all([
    loginOf(user, 'otra cosa'),
    login({ email: 'nadie@ejemplo.com', password: testPassword }),
    loginOf(withoutPassword),
    login({ email: 'no es un correo', password: testPassword }),
  ]);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(422);
    const { request_id, ...document } = answer.json<Record<string, unknown>>();
    expect(request_id).toEqual(expect.any(String));
    expect(document).toEqual({
      type: 'urn:pauta:problem:invalid',
      title: 'Datos inválidos',
      status: 422,
      code: 'invalid',
      detail: 'Correo o contraseña incorrectos',
      message: 'Correo o contraseña incorrectos',
      errors: { email: ['Correo o contraseña incorrectos'] },
    });
  }
  expect((await eventsOf(user.id)).map(({ action }) => action)).toEqual(['login_failed']);
  expect(await eventsOf('unknown')).toHaveLength(2);
});

test('an unknown e-mail takes as long as a wrong password', async () => {
  const rounds = 40;
  const median = (times: number[]) => times.sort((a, b) => a - b)[rounds / 2]!;
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const users = await Promise.all(Array.from({ length: rounds }, () => createUser(api)));
  await login({ email: 'calentamiento@ejemplo.com', password: 'x' });
  for (const [round, user] of users.entries()) {
    const kinds = [
      ['known', user.email],
      ['unknown', `nadie-${round}@ejemplo.com`],
    ] as const;
    // Measured alternately and in changing order, so that other load on the machine affects both equally.
    for (const [kind, email] of round % 2 ? kinds : kinds.toReversed()) {
      // Processor time of this process, so that other work on the machine does not count.
      const start = process.cpuUsage();
      await login({ email, password: 'no es la contraseña' });
      const { user: spent, system } = process.cpuUsage(start);
      times[kind].push((spent + system) / 1000);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  // Without the dummy hash an unknown e-mail takes a fifth of the time.
  expect(Math.abs(known - unknown) / known, `${known} ms against ${unknown} ms`).toBeLessThan(0.25);
});

test.each([
  ['suspended', 'Su cuenta está suspendida. Comuníquese con un administrador.'],
  ['inactive', 'Su cuenta está inactiva. Comuníquese con un administrador.'],
])('a %s user is told so only with the right password', async (status, message) => {
  const user = await createUser(api, { role: 'sales_rep', status });
  expect((await loginOf(user, 'otra cosa')).statusCode).toBe(422);
  const response = await loginOf(user);
  expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([403, message]);
  expect((await getUser(await signIn(api, user))).statusCode).toBe(401);
  expect((await eventsOf(user.id)).map(({ action }) => action)).toEqual(['login_failed', 'login_refused']);
});

test('a hash with other parameters is renewed at the next sign-in', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const weak = await createPasswords({ memoryCost: 19_456, timeCost: 2, parallelism: 1 }).hash(testPassword);
  await api.database.query(sql`UPDATE credentials SET password_hash = ${weak} WHERE user_id = ${user.id}`);
  const stored = () =>
    api.database.one<{ password_hash: string }>(
      sql`SELECT password_hash FROM credentials WHERE user_id = ${user.id}`,
    );
  expect((await loginOf(user, 'otra cosa')).statusCode).toBe(422);
  expect((await stored())?.password_hash).toBe(weak);
  expect((await loginOf(user)).statusCode).toBe(200);
  const renewed = (await stored())?.password_hash ?? '';
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect((await loginOf(user)).statusCode).toBe(200);
  expect((await stored())?.password_hash).toBe(renewed);
});

test('each sign-in has its own token, and a repeated request gets the first one', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const key = { 'idempotency-key': '5d1a7c1e-8a4f-4f8e-9d57-0f7e3a1c9b11' };
  const host = newHost();
  const payload = { email: user.email, password: testPassword };
  const answers = [
    await login(payload, host, key),
    await login(payload, host, key),
    await login(payload, host),
  ];
  const [first, replayed, other] = answers.map((answer) => answer.json<{ token: string }>().token);
  expect(replayed).toBe(first);
  expect(other).not.toBe(first);
  // A repeated idempotency key does not replace the password.
  expect((await login({ ...payload, password: 'otra cosa' }, host, key)).statusCode).toBe(422);
});

test('logging out ends this session at once and no other', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const [here, there] = [await signIn(api, user), await signIn(api, user)];
  expect((await getUser(here)).statusCode).toBe(200);
  // As the client sends it: a JSON content type without a body.
  const response = await api.inject({
    method: 'POST',
    url: '/api/logout',
    headers: { ...here, 'content-type': 'application/json' },
  });
  expect([response.statusCode, response.body]).toEqual([204, '']);
  expect((await getUser(here)).statusCode).toBe(401);
  expect((await getUser(there)).statusCode).toBe(200);
  expect((await eventsOf(user.id)).map(({ action }) => action)).toEqual(['logout']);
});

test('a session ends 30 days after it began and 12 hours after its last use', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const status = async (change: ReturnType<typeof sql>) => {
    const headers = await signIn(api, user);
    await api.database.query(sql`UPDATE sessions SET ${change} WHERE user_id = ${user.id}`);
    return (await getUser(headers)).statusCode;
  };
  await signIn(api, user);
  const lifetime = await api.database.one(sql`
    SELECT expires_at = created_at + interval '30 days' AS is_right FROM sessions WHERE user_id = ${user.id}`);
  expect(lifetime).toEqual({ is_right: true });
  expect(await status(sql`last_used_at = now() - interval '11 hours 59 minutes'`)).toBe(200);
  expect(await status(sql`last_used_at = now() - interval '12 hours'`)).toBe(401);
  expect(await status(sql`expires_at = now()`)).toBe(401);
});

test('the last use is written every five minutes at most', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const headers = await signIn(api, user);
  const age = async (minutes: number) => {
    await api.database.query(
      sql`UPDATE sessions SET last_used_at = now() - make_interval(mins => ${minutes}) WHERE user_id = ${user.id}`,
    );
    // Any request that may end a session clears the session cache of the process.
    await api.inject({ method: 'POST', url: '/api/logout' });
    expect((await getUser(headers)).statusCode).toBe(200);
    const row = await api.database.one<{ seconds: number }>(sql`
      SELECT extract(epoch FROM now() - last_used_at)::integer AS seconds FROM sessions WHERE user_id = ${user.id}`);
    return row!.seconds;
  };
  expect(await age(4)).toBeGreaterThanOrEqual(240);
  expect(await age(6)).toBeLessThan(5);
});

test.each([
  ['no token', {}],
  ['an unknown token', bearer(`pauta_${'A'.repeat(43)}`)],
  ['a malformed token', bearer('pauta_corto')],
  ['another scheme', { authorization: 'Basic cGF1dGE6cGF1dGE=' }],
  ['only a cookie', { cookie: `auth_token=pauta_${'A'.repeat(43)}` }],
])('%s is 401', async (_, headers) => {
  const response = await getUser(headers as Record<string, string>);
  expect(response.statusCode).toBe(401);
  expect(response.json<{ message: string }>().message).toMatch(/sesión/);
});

test('a token sent as a cookie or in the address does not sign in', async () => {
  const headers = await signIn(api, await createUser(api));
  const token = headers.authorization.slice('Bearer '.length);
  expect((await getUser({ cookie: `auth_token=${token}; token=${token}` })).statusCode).toBe(401);
  expect((await api.inject({ url: `/api/user?token=${token}` })).statusCode).toBe(401);
});

/** Milliseconds until the token stops working, polled continuously. */
const timeToRefusal = async (
  other: TestApi['app'],
  headers: Record<string, string>,
  refused: number,
  url = '/api/user',
) => {
  const start = performance.now();
  for (;;) {
    const { statusCode } = await other.inject({ url, headers });
    if (statusCode === refused) return performance.now() - start;
    if (performance.now() - start > 3000) return Number.POSITIVE_INFINITY;
  }
};

test('a suspension, a change of roles or password, and a logout take effect in other processes within a second', async () => {
  const { buildServer } = await import('../../platform/server.ts');
  const { registerAreas } = await import('../../app.ts');
  const other = await buildServer({ config: api.config, database: api.database, shedsLoad: false });
  await registerAreas(other);
  const change = <T>(work: ReturnType<typeof sql>) =>
    api.database.transaction(systemChange('test'), (tx) => tx.query<T & object>(work));
  try {
    const asUser = async () => {
      const user = await createUser(api);
      const headers = await signIn(api, user);
      for (const url of ['/api/user', '/api/roles/00000000-0000-7000-8000-000000000000/permissions']) {
        expect([200, 404]).toContain((await other.inject({ url, headers })).statusCode);
      }
      return { user, headers };
    };
    const suspended = await asUser();
    await change(sql`UPDATE users SET status = 'suspended' WHERE id = ${suspended.user.id}`);
    expect(await timeToRefusal(other, suspended.headers, 401)).toBeLessThan(1000);

    const demoted = await asUser();
    await change(sql`DELETE FROM user_roles WHERE user_id = ${demoted.user.id}`);
    const url = '/api/roles/00000000-0000-7000-8000-000000000000/permissions';
    expect(await timeToRefusal(other, demoted.headers, 403, url)).toBeLessThan(1000);
    expect((await other.inject({ url: '/api/user', headers: demoted.headers })).statusCode).toBe(200);

    const gone = await asUser();
    await api.inject({ method: 'POST', url: '/api/logout', headers: gone.headers });
    expect(await timeToRefusal(other, gone.headers, 401)).toBeLessThan(1000);

    const changed = await asUser();
    const own = await signIn(api, changed.user);
    const response = await api.inject({
      method: 'POST',
      url: '/api/profile/password',
      headers: own,
      payload: {
        current_password: testPassword,
        password: 'once faroles de papel',
        password_confirmation: 'once faroles de papel',
      },
    });
    expect(response.statusCode).toBe(204);
    expect(await timeToRefusal(other, changed.headers, 401)).toBeLessThan(1000);
    expect((await other.inject({ url: '/api/user', headers: own })).statusCode).toBe(200);
  } finally {
    await other.close();
  }
});

test('nothing in a dump of the database signs in', async () => {
  const user = await createUser(api);
  const response = await loginOf(user);
  const { token } = response.json<{ token: string }>();
  const values = new Set<string>();
  const owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  const tables = await owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${pg.escapeIdentifier(name)} t`,
    );
    for (const value of rows.flatMap(({ row }) => Object.values(row))) {
      if (value === null || typeof value === 'boolean') continue;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      values.add(text);
      if (!text.startsWith('\\x')) continue;
      const bytes = Buffer.from(text.slice(2), 'hex');
      for (const form of ['hex', 'base64', 'base64url', 'utf8'] as const) values.add(bytes.toString(form));
    }
  }
  await owner.end();
  expect(values.size).toBeGreaterThan(100);
  expect([...values].some((value) => value.includes(token) || value.includes(testPassword))).toBe(false);
  const usable = (value: string) => /^[\x21-\x7e]+$/.test(value);
  for (const value of [...values].filter(usable)) {
    for (const guess of [value, `pauta_${value}`]) {
      const { statusCode } = await getUser(bearer(guess));
      expect(statusCode, guess).toBe(401);
    }
  }
  const hash = await api.database.one<{ password_hash: string }>(
    sql`SELECT password_hash FROM credentials WHERE user_id = ${user.id}`,
  );
  expect((await loginOf(user, hash!.password_hash)).statusCode).toBe(422);
});
