import { permissions } from '@pauta/domain/admin/roles/permissions.ts';
import { seedRoles } from '@pauta/domain/admin/roles/roles.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '../../platform/access.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

interface Route {
  readonly method: string;
  readonly url: string;
  readonly access: Access;
  readonly whilePending: boolean;
}

/** Routes that may be called without signing in: sign-in itself, data of guest pages, and files of the page. */
const open = [
  'GET /api/health',
  'GET /api/settings',
  'POST /api/login',
  'POST /api/register',
  'POST /api/logout',
  'GET /storage/*',
];
/** Groups of public routes that have their own authentication: a token of a mail, a challenge, the public form. */
const openFamilies = [/^\S+ \/api\/public\//, /^\S+ \/api\/password-links?\b/, /^POST \/api\/login\//];

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const routes: Route[] = [];
const headersOf = new Map<string, Record<string, string>>();
let paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    routes: (app) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        for (const name of [method].flat()) {
          if (name === 'HEAD' || name === 'OPTIONS') continue;
          routes.push({
            method: name,
            url,
            access: config?.access ?? 'public',
            whilePending: config?.whilePending === true,
          });
        }
      });
    },
  });
  for (const { name } of seedRoles) headersOf.set(name, await signInAs(api, name));
  ({ paths } = (await api.inject({ url: '/api/openapi.json', headers: headersOf.get('admin') })).json());
});
afterAll(() => api.close());

/** Not called here, but their access is declared: streams never end, and a few requests end the calling session. */
const isCallable = ({ method, url }: Route): boolean =>
  !(method === 'GET' && /\/events$|\*/.test(url) && !url.includes('activity')) &&
  !/\/(logout|sessions)(\/|$)/.test(url) &&
  url.startsWith('/api/');

const call = ({ method, url }: Route, headers: Record<string, string> = {}) =>
  api.inject({
    method: method as 'GET',
    url: url.replace(/:(\w+)/g, (_, name: string) => (/id$/i.test(name) ? id : 'x')),
    headers: { ...headers, 'if-match': '"1"' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
  });

const neededFor = (access: Access): readonly string[] =>
  typeof access === 'string' ? [] : 'permission' in access ? [access.permission] : access.anyPermission;

const named = ({ method, url }: Route): string => `${method} ${url}`;

test('only the intended routes are public', () => {
  const found = routes
    .filter(({ access, url }) => access === 'public' && /^\/(api|storage)\//.test(url))
    .map(named);
  const surprising = found.filter(
    (name) => !open.includes(name) && !openFamilies.some((family) => family.test(name)),
  );
  expect(surprising).toEqual([]);
});

test('every required permission exists, and the administrator has all of them', () => {
  const known = new Set(permissions.map(({ name }) => name));
  const asked = new Set(routes.flatMap(({ access }) => neededFor(access)));
  expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  const admin = seedRoles.find(({ name }) => name === 'admin');
  expect(permissions.map(({ name }) => name).filter((name) => !admin?.permissions.includes(name))).toEqual(
    [],
  );
});

test('every route that is not public requires a session', async () => {
  const closed = routes.filter((route) => route.access !== 'public' && isCallable(route));
  expect(closed.length).toBeGreaterThan(150);
  for (const route of closed) expect((await call(route)).statusCode, named(route)).toBe(401);
});

describe.each(seedRoles.map((role) => [role.name, role] as const))('%s', (name, role) => {
  test('can call exactly the routes that its permissions allow', async () => {
    const held = new Set(role.permissions);
    const wrong: string[] = [];
    for (const route of routes.filter((one) => one.access !== 'public' && isCallable(one))) {
      const needed = neededFor(route.access);
      const isAllowed =
        name === 'pending' ? route.whilePending : needed.length === 0 || needed.some((one) => held.has(one));
      const { statusCode, body } = await call(route, headersOf.get(name));
      // Beyond the access check, a handler may still refuse for the record or the field.
      const isRefused = statusCode === 403 && refusesAccess(body, needed, name);
      const isWrong = isAllowed === isRefused || statusCode === 401 || statusCode >= 500;
      if (isWrong || (isAllowed && !isAnnounced(route, statusCode))) {
        wrong.push(`${named(route)} answered ${statusCode}: ${body.slice(0, 160)}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);
});

/** Whether the OpenAPI document declares this response. */
function isAnnounced({ method, url }: Route, status: number): boolean {
  const responses = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {};
  return String(status) in responses || (status < 300 && '2XX' in responses);
}

/** Whether the response is the refusal by the route's access check. */
function refusesAccess(body: string, needed: readonly string[], role: string): boolean {
  const {
    code,
    permission,
    permissions: several,
  } = JSON.parse(body) as {
    code: string;
    permission?: string;
    permissions?: string[];
  };
  if (role === 'pending') return code === 'account_pending';
  return code === 'forbidden' && JSON.stringify([permission ?? several].flat()) === JSON.stringify(needed);
}
