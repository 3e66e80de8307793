import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createUser,
  ensureRoles,
  signIn,
  signInAs,
  type TestUser,
  testPassword,
} from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;
const password = 'once faroles de papel';
const choice = { password, password_confirmation: password };

beforeAll(async () => {
  api = await startTestApi();
  await ensureRoles(api);
  headers = await signInAs(api);
});
afterAll(() => api.close());
beforeEach(() => api.database.query(sql`DELETE FROM attempts`));

const post = (url: string, payload: object = {}, own: Headers = {}) =>
  api.inject({ method: 'POST', url, payload, headers: own });
const tokenIn = (path: string | null) => path?.split('=')[1] ?? '';
const roleIds = async (...names: string[]) =>
  (await api.database.query<{ id: string }>(sql`SELECT id FROM roles WHERE name = ANY (${names})`)).map(
    ({ id }) => id,
  );
const statusOf = async (id: string) =>
  (await api.database.one<{ status: string }>(sql`SELECT status FROM users WHERE id = ${id}`))?.status;
const check = (token: string) => post('/api/password-links/check', { token });
const use = (token: string, more: object = {}) =>
  post('/api/password-links/use', { token, ...choice, ...more });

interface Invited {
  id: string;
  email: string;
  token: string;
}

let invitations = 0;
const invite = async (own = headers, more: object = {}): Promise<Invited> => {
  invitations += 1;
  const email = `invitada-${invitations}@ejemplo.com`;
  const response = await post(
    '/api/users/invitations',
    { full_name: 'Irene Invitada', email, role_ids: await roleIds('sales_rep'), ...more },
    own,
  );
  expect(response.statusCode, response.body).toBe(201);
  const { data, link } = response.json();
  return { id: data.id, email: data.email, token: tokenIn(link.path) };
};

const resetOf = async (user: TestUser, own = headers): Promise<string> => {
  const response = await post(`/api/users/${user.id}/password-reset`, {}, own);
  expect(response.statusCode, response.body).toBe(200);
  return tokenIn(response.json().data.path);
};

test('an invited user chooses a password with the link and signs in with the assigned roles', async () => {
  const { id, email, token } = await invite();
  expect(await statusOf(id)).toBe('invited');
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  // Until then signing in is refused without a specific reason.
  expect((await post('/api/login', { email, password })).statusCode).toBe(422);
  expect((await check(token)).json()).toEqual({
    data: { purpose: 'invitation', full_name: 'Irene Invitada', email },
  });
  expect((await use(token)).json()).toEqual({ data: { email } });
  expect(await statusOf(id)).toBe('active');
  const login = await post('/api/login', { email, password });
  expect(login.statusCode, login.body).toBe(200);
  expect(login.json().user.roles.map(({ name }: { name: string }) => name)).toEqual(['sales_rep']);
  expect((await use(token)).json()).toMatchObject({ status: 422, code: 'link_invalid' });
  const { data } = (await api.inject({ url: `/api/users/${id}/history`, headers })).json();
  expect(data.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['Usuario creado', 'Aceptó la invitación']),
  );
});

test('an invitation reports all errors at once, and assigns no role beyond what its author may', async () => {
  const wrong = await post('/api/users/invitations', { email: 'no' }, headers);
  expect(wrong.statusCode).toBe(422);
  expect(Object.keys(wrong.json().errors).sort()).toEqual(['email', 'full_name', 'role_ids']);
  const taken = await createUser(api);
  const repeated = await post(
    '/api/users/invitations',
    { full_name: 'Otra Vez', email: taken.email.toUpperCase(), role_ids: await roleIds('sales_rep') },
    headers,
  );
  expect([repeated.statusCode, Object.keys(repeated.json().errors)]).toEqual([409, ['email']]);
  const waiting = await post(
    '/api/users/invitations',
    { full_name: 'Otra Vez', email: 'otra@ejemplo.com', role_ids: await roleIds('pending') },
    headers,
  );
  expect(waiting.statusCode).toBe(422);
  await api.database.query(sql`
    INSERT INTO roles (name, display_name) VALUES ('personnel', 'Personal') ON CONFLICT DO NOTHING`);
  await api.database.query(sql`
    INSERT INTO role_permissions SELECT id, unnest(ARRAY['users.create', 'users.update_all', 'users.view_all'])
    FROM roles WHERE name = 'personnel' ON CONFLICT DO NOTHING`);
  const personnel = await signInAs(api, 'personnel');
  const beyond = await post(
    '/api/users/invitations',
    { full_name: 'Otra Vez', email: 'otra@ejemplo.com', role_ids: await roleIds('admin') },
    personnel,
  );
  expect([beyond.statusCode, Object.keys(beyond.json().errors)]).toEqual([422, ['role_ids']]);
  // A user cannot take over an account with more permissions either.
  const admin = await createUser(api);
  for (const url of [`/api/users/${admin.id}/password-reset`, `/api/users/${admin.id}/invitation`]) {
    expect((await post(url, {}, personnel)).json()).toMatchObject({ status: 403, code: 'beyond_own' });
  }
});

test('a link is valid once: of ten concurrent requests one changes the password', async () => {
  const { token } = await invite();
  const answers = await Promise.all(Array.from({ length: 10 }, () => use(token)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(422)]);
});

test('a new link replaces the last one, also when ten are created at once', async () => {
  const { id, token } = await invite();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post(`/api/users/${id}/invitation`, {}, headers)),
  );
  const tokens = answers.map((answer) => tokenIn(answer.json().data.path));
  expect(new Set(tokens).size).toBe(10);
  expect((await check(token)).statusCode).toBe(422);
  const statuses = await Promise.all(tokens.map(async (one) => (await check(one)).statusCode));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('an invitation lasts seven days, a reset an hour; neither works out of time, malformed or for others', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const invitation = await invite();
  const reset = await resetOf(user);
  const lifetimes = await api.database.query(sql`
    SELECT purpose, extract(epoch FROM expires_at - created_at)::integer / 3600 AS hours FROM password_links
    WHERE user_id IN (${user.id}, ${invitation.id}) AND used_at IS NULL ORDER BY purpose`);
  expect(lifetimes).toEqual([
    { purpose: 'invitation', hours: 168 },
    { purpose: 'reset', hours: 1 },
  ]);
  await api.database.query(sql`
    UPDATE password_links SET expires_at = now() WHERE user_id IN (${user.id}, ${invitation.id})`);
  for (const token of [invitation.token, reset, 'x', 'A'.repeat(43), '']) {
    expect((await check(token)).statusCode).toBe(422);
    expect((await use(token)).statusCode).toBe(422);
  }
});

test('a password set with a link is checked by the same rules', async () => {
  const { token } = await invite();
  expect((await use(token, { password: 'corta', password_confirmation: 'otra' })).json().errors).toEqual({
    password: ['Use al menos 10 caracteres.'],
    password_confirmation: ['Las dos contraseñas no son iguales.'],
  });
  expect((await check(token)).statusCode).toBe(200);
});

test('a reset closes every session, removes sign-in delays and requires no further change', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  await api.database.query(sql`UPDATE users SET must_change_password = true WHERE id = ${user.id}`);
  const session = await signIn(api, user);
  const token = await resetOf(user);
  expect((await api.inject({ url: '/api/profile', headers: session })).statusCode).toBe(200);
  expect((await use(token)).statusCode).toBe(200);
  await expect
    .poll(async () => (await api.inject({ url: '/api/profile', headers: session })).statusCode)
    .toBe(401);
  expect((await post('/api/login', { email: user.email, password: testPassword })).statusCode).toBe(422);
  const login = await post('/api/login', { email: user.email, password });
  expect(login.json().user.pending_step).toBeNull();
});

test('a link does not reactivate a user who was suspended meanwhile', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const token = await resetOf(user);
  await api.database.query(sql`UPDATE users SET status = 'suspended' WHERE id = ${user.id}`);
  expect((await use(token)).statusCode).toBe(422);
  expect((await post(`/api/users/${user.id}/password-reset`, {}, headers)).statusCode).toBe(409);
});

test('the link of a cancelled invitation is invalid, and the invitation can be sent again', async () => {
  const { id, token } = await invite();
  const current = await api.inject({ url: `/api/users/${id}`, headers });
  const cancel = await post(
    `/api/users/${id}/withdraw`,
    {},
    {
      ...headers,
      'if-match': String(current.headers.etag),
    },
  );
  expect(cancel.json().data.status).toBe('inactive');
  expect((await use(token)).statusCode).toBe(422);
  const back = await post(
    `/api/users/${id}/reactivate`,
    {},
    {
      ...headers,
      'if-match': String(cancel.headers.etag),
    },
  );
  expect(back.json()).toMatchObject({ status: 409, code: 'no_password' });
  const again = await post(`/api/users/${id}/invitation`, {}, headers);
  expect(await statusOf(id)).toBe('invited');
  expect((await use(tokenIn(again.json().data.path))).statusCode).toBe(200);
  expect((await post(`/api/users/${id}/invitation`, {}, headers)).statusCode).toBe(409);
});

test('requesting a link does not reveal whether an account exists', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  const suspended = await createUser(api, { role: 'sales_rep', status: 'suspended' });
  const asked = async (email: string) => {
    const began = performance.now();
    const response = await post('/api/password-links', { email });
    return { status: response.statusCode, body: response.body, took: performance.now() - began };
  };
  const [known, unknown, closed] = [
    await asked(` ${user.email.toUpperCase()} `),
    await asked('nadie@ejemplo.com'),
    await asked(suspended.email),
  ];
  expect(known.status).toBe(202);
  expect([unknown.body, closed.body]).toEqual([known.body, known.body]);
  for (const { took } of [known, unknown, closed]) expect(took).toBeGreaterThan(390);
  const mails = await api.database.query(sql`
    SELECT to_address FROM mails WHERE to_address IN (${user.email}, ${suspended.email}, 'nadie@ejemplo.com')`);
  expect(mails).toEqual([{ to_address: user.email }]);
  await asked('nadie@ejemplo.com');
  await asked('nadie@ejemplo.com');
  expect((await asked('nadie@ejemplo.com')).status).toBe(429);
});

test('without a mail server only administrators read, in the outbox, links they could create themselves', async () => {
  const user = await createUser(api, { role: 'sales_rep' });
  await post('/api/password-links', { email: user.email });
  const list = await api.inject({ url: '/api/mails', headers });
  expect(list.json().readable).toBe(true);
  const mail = list.json().data.find(({ to }: { to: string }) => to === user.email);
  expect(mail).toMatchObject({ status: 'waiting', subject: 'Elija una contraseña nueva para Pauta' });
  const read = await api.inject({ url: `/api/mails/${mail.id}`, headers });
  const token = tokenIn(/#restablecer=[\w-]+/.exec(read.json().data.text)?.[0] ?? '');
  expect((await check(token)).statusCode).toBe(200);
  for (const role of ['general_manager', 'sales_rep', 'auditor']) {
    const own = await signInAs(api, role);
    expect((await api.inject({ url: '/api/mails', headers: own })).statusCode).toBe(403);
    expect((await api.inject({ url: `/api/mails/${mail.id}`, headers: own })).statusCode).toBe(403);
  }
  // A role that only has the permission to read mail cannot read links of a stronger account.
  await api.database.query(sql`INSERT INTO roles (name, display_name) VALUES ('postman', 'Correo')`);
  await api.database.query(
    sql`INSERT INTO role_permissions SELECT id, 'mail.view' FROM roles WHERE name = 'postman'`,
  );
  const postman = await signInAs(api, 'postman');
  expect((await api.inject({ url: '/api/mails', headers: postman })).statusCode).toBe(200);
  expect((await api.inject({ url: `/api/mails/${mail.id}`, headers: postman })).statusCode).toBe(404);
});

test('a link handed over by an administrator is not replaced by a request for another', async () => {
  const { email, token } = await invite();
  expect((await post('/api/password-links', { email })).statusCode).toBe(202);
  expect((await check(token)).statusCode).toBe(200);
});

test('a user whose password was set by somebody else has to choose a new one first', async () => {
  const user = await createUser(api);
  await api.database.query(sql`UPDATE users SET must_change_password = true WHERE id = ${user.id}`);
  const own = await signIn(api, user);
  const get = (url: string) => api.inject({ url, headers: own });
  for (const url of [
    '/api/clients',
    '/api/users',
    '/api/roles/matrix',
    '/api/openapi.json',
    '/api/delegations',
  ])
    expect((await get(url)).json(), url).toMatchObject({ status: 403, code: 'password_change_required' });
  for (const url of ['/api/user', '/api/profile', '/api/profile/sessions', '/api/settings'])
    expect((await get(url)).statusCode, url).toBe(200);
  expect((await get('/api/user')).json().user.pending_step).toBe('password');
  const changed = await post('/api/profile/password', { current_password: testPassword, ...choice }, own);
  expect(changed.statusCode, changed.body).toBe(204);
  expect((await get('/api/clients')).statusCode).toBe(200);
});
