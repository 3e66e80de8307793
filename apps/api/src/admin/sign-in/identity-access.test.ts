import { seedRoles } from '@pauta/domain/admin/roles/roles.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createUser, ensureRoles, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    routes: (app) => {
      app.get('/api/prueba/abierta', { config: { access: 'signed-in' } }, () => ({}));
      app.get('/api/prueba/permiso', { config: { access: { permission: 'clients.view_all' } } }, () => ({}));
      app.get('/api/prueba/publica', { config: { access: 'public' } }, (request) => ({
        who: request.actor?.status,
        can: request.actor?.permissions.size,
      }));
    },
  });
  await ensureRoles(api);
});
afterAll(() => api.close());
beforeEach(() => api.database.query(sql`DELETE FROM attempts`));

const nobody = '00000000-0000-7000-8000-000000000000';

/** Every endpoint of this area, with the access it allows besides signed-in users. */
const endpoints: readonly {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  access: string;
}[] = [
  { method: 'POST', url: '/api/login', access: 'public' },
  { method: 'POST', url: '/api/register', access: 'public' },
  { method: 'GET', url: '/api/settings', access: 'public' },
  { method: 'POST', url: '/api/logout', access: 'pending' },
  { method: 'GET', url: '/api/user', access: 'pending' },
  { method: 'GET', url: '/api/profile', access: 'pending' },
  { method: 'PATCH', url: '/api/profile', access: 'pending' },
  { method: 'POST', url: '/api/profile/photo', access: 'pending' },
  { method: 'DELETE', url: '/api/profile/photo', access: 'pending' },
  { method: 'POST', url: '/api/profile/password', access: 'pending' },
  { method: 'GET', url: '/api/profile/sessions', access: 'pending' },
  { method: 'DELETE', url: '/api/profile/sessions', access: 'pending' },
  { method: 'DELETE', url: `/api/profile/sessions/${nobody}`, access: 'pending' },
  { method: 'POST', url: '/api/password-links', access: 'public' },
  { method: 'POST', url: '/api/password-links/check', access: 'public' },
  { method: 'POST', url: '/api/password-links/use', access: 'public' },
  { method: 'GET', url: '/api/profile/second-factor', access: 'pending' },
  { method: 'POST', url: '/api/profile/second-factor', access: 'pending' },
  { method: 'POST', url: '/api/profile/second-factor/confirm', access: 'pending' },
  { method: 'POST', url: '/api/profile/second-factor/disable', access: 'pending' },
  { method: 'POST', url: '/api/profile/second-factor/recovery-codes', access: 'pending' },
  { method: 'GET', url: '/api/mails', access: 'mail.view' },
  { method: 'GET', url: `/api/mails/${nobody}`, access: 'mail.view' },
  { method: 'POST', url: '/api/users/invitations', access: 'users.create' },
  { method: 'POST', url: `/api/users/${nobody}/invitation`, access: 'users.create' },
  { method: 'POST', url: `/api/users/${nobody}/password-reset`, access: 'users.update_all' },
  { method: 'POST', url: `/api/users/${nobody}/second-factor/reset`, access: 'users.update_all' },
  { method: 'GET', url: `/api/users/${nobody}/portfolio`, access: 'users.update_all' },
  { method: 'POST', url: `/api/users/${nobody}/deactivate`, access: 'users.update_all' },
  { method: 'GET', url: `/api/users/${nobody}/access`, access: 'users.update_all' },
  { method: 'GET', url: `/api/users/${nobody}/sessions`, access: 'users.update_all' },
  { method: 'GET', url: `/api/users/${nobody}/delegations`, access: 'users.view_all' },
  { method: 'POST', url: `/api/users/${nobody}/delegations`, access: 'users.update_all' },
  { method: 'GET', url: '/api/users/team', access: 'users.view_all' },
  { method: 'PUT', url: '/api/settings', access: 'settings.update' },
  { method: 'DELETE', url: `/api/users/${nobody}/sessions`, access: 'users.update_all' },
  { method: 'GET', url: `/api/roles/${nobody}/permissions`, access: 'users.view_all' },
];

const call = async ({ method, url }: (typeof endpoints)[number], headers: Record<string, string>) => {
  const payload = method === 'GET' || method === 'DELETE' ? {} : { payload: {} };
  return (await api.inject({ method, url, headers, ...payload })).statusCode;
};

describe.each(seedRoles.map(({ name, permissions }) => ({ name, permissions })))(
  'the role $name',
  ({ name, permissions }) => {
    test.each(endpoints)('$method $url', async (endpoint) => {
      const status = await call(endpoint, await signInAs(api, name));
      const passes = ['public', 'pending'].includes(endpoint.access) || permissions.includes(endpoint.access);
      if (passes) expect([401, 403]).not.toContain(status);
      else expect(status).toBe(403);
    });
  },
);

test.each(endpoints)('a guest: $method $url', async (endpoint) => {
  const status = await call(endpoint, {});
  if (endpoint.access === 'public') expect(status).not.toBe(401);
  else expect(status).toBe(401);
});

test('a pending user can only reach their own profile, whatever roles they have', async () => {
  const user = await createUser(api, { status: 'pending', role: ['admin', 'pending'] });
  const headers = await signIn(api, user);
  for (const url of [
    '/api/prueba/abierta',
    '/api/prueba/permiso',
    `/api/roles/${nobody}/permissions`,
    '/api/openapi.json',
  ]) {
    const response = await api.inject({ url, headers });
    expect([url, response.statusCode, response.json<{ message: string }>().message]).toEqual([
      url,
      403,
      'Su cuenta está pendiente de aprobación. Le avisaremos cuando un administrador la apruebe.',
    ]);
  }
  expect((await api.inject({ url: '/api/prueba/publica', headers })).json()).toEqual({
    who: 'pending',
    can: 0,
  });
  expect((await api.inject({ url: '/api/user', headers })).json()).toMatchObject({
    user: { permissions: [] },
  });
  expect((await api.inject({ url: '/api/no-existe', headers })).statusCode).toBe(404);
  await api.database.query(sql`UPDATE users SET status = 'active' WHERE id = ${user.id}`);
  await expect
    .poll(async () => (await api.inject({ url: '/api/prueba/permiso', headers })).statusCode)
    .toBe(200);
});

const hostile: readonly [string, string | Buffer, string][] = [
  ['no body', '', 'application/json'],
  ['broken JSON', '{"email":', 'application/json'],
  ['null', 'null', 'application/json'],
  ['a list', '[]', 'application/json'],
  ['a number', '7', 'application/json'],
  ['a text', '"texto"', 'application/json'],
  ['a list as a value', '{"email":["a@b.co"],"password":{"$ne":null}}', 'application/json'],
  ['NUL', '{"email":"a\\u0000@b.co","password":"x\\u0000"}', 'application/json'],
  ['a lone surrogate', '{"email":"a\\ud800@b.co","password":"\\udfff"}', 'application/json'],
  ['bytes that are no UTF-8', Buffer.from('{"email":"\xff\xfe"}', 'latin1'), 'application/json'],
  ['a prototype', '{"__proto__":{"admin":true},"email":"a@b.co","password":"x"}', 'application/json'],
  [
    'the names of every object',
    '{"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":2}',
    'application/json',
  ],
  ['deep nesting', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 'application/json'],
  ['5 MB', `{"email":"${'a'.repeat(5 * 1024 * 1024)}"}`, 'application/json'],
  ['200 kB', `{"email":"a@b.co","password":"${'a'.repeat(200 * 1024)}"}`, 'application/json'],
  ['a form', 'email=a%40b.co&password=x', 'application/x-www-form-urlencoded'],
  ['plain text', 'email', 'text/plain'],
  ['XML', '<email>a@b.co</email>', 'application/xml'],
  ['multipart without a boundary', 'x', 'multipart/form-data'],
  [
    'multipart that breaks off',
    '--f\r\nContent-Disposition: form-data; name="photo"',
    'multipart/form-data; boundary=f',
  ],
  ['SQL', `{"email":"' OR 1=1 --","password":"'; DROP TABLE users; --"}`, 'application/json'],
];

describe.each(endpoints.filter(({ method }) => method !== 'GET'))('$method $url', (endpoint) => {
  test.each(hostile)('with %s returns an error without internal details', async (_, payload, type) => {
    const headers = endpoint.access === 'public' ? {} : await signInAs(api);
    const response = await api.inject({
      method: endpoint.method,
      url: endpoint.url,
      payload,
      headers: { ...headers, 'content-type': type, 'if-match': '"1"' },
    });
    expect(response.statusCode, response.body).toBeLessThan(500);
    if (response.statusCode >= 400) {
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(response.json<{ message: string }>().message).not.toMatch(
        /sql|pg_|column|relation|syntax|stack|at .*\.ts/i,
      );
    }
  });
});

test('every route of the area is in the OpenAPI document with its body and its response', async () => {
  const document = (await api.inject({ url: '/api/openapi.json', headers: await signInAs(api) })).json<{
    paths: Record<
      string,
      Record<string, { summary?: string; requestBody?: unknown; responses: Record<string, unknown> }>
    >;
  }>();
  for (const { method, url } of endpoints) {
    const operation = document.paths[url.replace(nobody, '{id}')]?.[method.toLowerCase()];
    expect(operation?.summary, `${method} ${url}`).toBeTruthy();
    expect(Object.keys(operation?.responses ?? {}).some((status) => /^2\d\d$/.test(status))).toBe(true);
    const hasBody =
      ['POST', 'PUT', 'PATCH'].includes(method) && !/logout|photo|invitation|password-reset/.test(url);
    if (hasBody) expect(operation?.requestBody, `${method} ${url}`).toBeTruthy();
  }
});
