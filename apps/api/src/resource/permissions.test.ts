import { permissions } from '@pauta/domain/admin/permissions.ts';
import { seedRoles } from '@pauta/domain/admin/roles.ts';
import { resources } from '@pauta/domain/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '../platform/access.ts';
import { signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

interface Route {
  method: string;
  url: string;
  access: Access;
}

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const ours = [...resources.map(({ path }) => path), 'files', 'home'];

let api: TestApi;
let paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
const routes: Route[] = [];
const headersOf = new Map<string, Record<string, string>>();

beforeAll(async () => {
  api = await startTestApi({
    routes: (app) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        if (!ours.includes(url.split('/')[2] ?? '') || !url.startsWith('/api/')) return;
        for (const name of [method].flat()) {
          if (name !== 'HEAD') routes.push({ method: name, url, access: config?.access ?? 'public' });
        }
      });
    },
  });
  for (const { name } of seedRoles) headersOf.set(name, await signInAs(api, name));
  ({ paths } = (await api.inject({ url: '/api/openapi.json', headers: headersOf.get('admin') })).json());
});
afterAll(() => api.close());

const call = ({ method, url }: Route, headers: Record<string, string> = {}) =>
  api.inject({
    method: method as 'GET',
    url: url.replace(':id', id).replace(':sessionId', id),
    headers: { ...headers, 'if-match': '"1"' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
  });

const neededFor = (access: Access): readonly string[] =>
  typeof access === 'string' ? [] : 'permission' in access ? [access.permission] : access.anyPermission;

test('every route of ours needs a session', async () => {
  expect(routes.length).toBeGreaterThan(100);
  for (const route of routes) {
    expect(route.access, route.url).not.toBe('public');
    const response = await call(route);
    expect(response.statusCode, `${route.method} ${route.url}`).toBe(401);
  }
});

/** Is the answer one that the document announces? */
const isAnnounced = ({ method, url }: Route, status: number): boolean => {
  const responses = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {};
  return String(status) in responses || (status < 300 && ('2XX' in responses || '2xx' in responses));
};

test('every permission that a route asks for can be given', () => {
  const known = new Set(permissions.map(({ name }) => name));
  const asked = new Set(routes.flatMap(({ access }) => neededFor(access)));
  expect([...asked].filter((name) => !known.has(name))).toEqual([]);
});

describe.each(seedRoles.map((role) => [role.name, role] as const))('%s', (name, role) => {
  test('is let through where it holds a permission, and told which one it lacks elsewhere', async () => {
    const held = new Set(role.permissions);
    for (const route of routes) {
      const needed = neededFor(route.access);
      const response = await call(route, headersOf.get(name));
      const what = `${route.method} ${route.url}`;
      const isAllowed = name !== 'pending' && (needed.length === 0 || needed.some((one) => held.has(one)));
      if (isAllowed) {
        expect([401, 403], `${what}: ${response.body}`).not.toContain(response.statusCode);
        expect(isAnnounced(route, response.statusCode), `${what}: ${response.body}`).toBe(true);
        continue;
      }
      expect(response.statusCode, what).toBe(403);
      const { permission, permissions, message } = response.json();
      expect(message, what).toMatch(/\.$/);
      if (name !== 'pending') expect([permission ?? permissions].flat(), what).toEqual(needed);
    }
  });
});
