import { randomUUID } from 'node:crypto';
import { resources } from '@pauta/domain/resources.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../platform/access.ts';
import { isFull } from './is-full.ts';
import { startTestApi, type TestApi } from './test-api.ts';

interface Operation {
  summary?: string;
  tags?: string[];
  security?: object[];
  parameters?: { in: string; name: string; schema?: { type?: string | string[] } }[];
  responses: Record<string, unknown>;
  requestBody?: { content: Record<string, unknown> };
}
interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  operation: Operation;
}

// Holds every permission of all areas.
const everything = Object.assign(new Set<string>(), { has: () => true });
const administrator: Actor = {
  userId: '0190a000-0000-7000-8000-0000000000ad',
  sessionId: '0190a000-0000-7000-8000-0000000000ae',
  fullName: 'Ana Pérez',
  email: 'ana@example.com',
  status: 'active',
  roles: ['administrator'],
  permissions: everything,
};

const paths = new Set(resources.map(({ path }) => path));

let api: TestApi;
let routes: Route[];

beforeAll(async () => {
  api = await startTestApi();
  await api.database.query(sql`
    INSERT INTO users (id, full_name, email, status)
    VALUES (${administrator.userId}, ${administrator.fullName}, ${administrator.email}, 'active')`);
  api.app.sessions.authenticate = async (token) => (token === 'everything' ? administrator : null);
  const { json } = await api.inject({
    url: '/api/openapi.json',
    headers: { authorization: 'Bearer everything' },
  });
  const { paths } = json() as { paths: Record<string, Record<string, Operation>> };
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Route['method'],
      path,
      operation,
    })),
  );
});
afterAll(() => api.close());

const named = (route: Route) => `${route.method} ${route.path}`;
const call = async (
  route: Route,
  options: {
    payload?: string | Buffer;
    headers?: Record<string, string>;
    param?: string;
    query?: string;
    token?: string | null;
  },
) => {
  const { payload, headers = {}, param = randomUUID(), query = '', token = 'everything' } = options;
  return api.inject({
    method: route.method,
    url: `${route.path.replaceAll(/\{[^}]+\}/g, param)}${query}`,
    payload,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
};
const isOpen = (route: Route) => route.operation.security?.length === 0;
const writes = () => routes.filter(({ method }) => method !== 'GET' && method !== 'DELETE');

/** The routes are divided among so many tests. */
const hostileParts = 4;

describe('every route of the API', () => {
  test('is documented: summary, area, required access', () => {
    expect(routes.length).toBeGreaterThan(1);
    expect(
      routes
        .filter(({ operation }) => !operation.summary || !operation.tags?.length || !operation.security)
        .map(named),
    ).toEqual([]);
  });

  // Values are not coerced: a numeric query parameter with any other text is refused.
  test('accepts any text as path parameters', () => {
    const wrong = routes.flatMap((route) =>
      (route.operation.parameters ?? [])
        .filter(
          ({ in: place, schema }) =>
            place === 'query' && schema?.type && ![schema.type].flat().includes('string'),
        )
        .map(({ name }) => `${named(route)} ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test('requires a token, or is declared public', async () => {
    const open: string[] = [];
    for (const route of routes.filter((each) => !isOpen(each))) {
      for (const token of [null, 'forged-token']) {
        const reply = await call(route, { token, payload: route.method === 'GET' ? undefined : '{}' });
        if (reply.statusCode !== 401) open.push(`${named(route)} ${reply.statusCode}`);
      }
    }
    expect(open).toEqual([]);
  });

  test('refuses a body of another type, too large, or not JSON, before anything else', async () => {
    const wrong: string[] = [];
    for (const route of writes()) {
      const takesFiles = Object.keys(route.operation.requestBody?.content ?? {}).includes(
        'multipart/form-data',
      );
      const cases: [string, { payload: string; headers?: Record<string, string> }, number[]][] = [
        ['text', { payload: 'x', headers: { 'content-type': 'text/plain' } }, [415]],
        ['form', { payload: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, [415]],
        ['5 MB', { payload: `{"x":"${'x'.repeat(5_000_000)}"}` }, [413, 415]],
        ['broken', { payload: '{"x":' }, [400, 415]],
      ];
      for (const [name, request, expected] of takesFiles ? [] : cases) {
        const reply = await call(route, request);
        if (!expected.includes(reply.statusCode)) wrong.push(`${named(route)} ${name}: ${reply.statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  // In parts, because all of it takes minutes on a busy machine.
  test.each(Array.from({ length: hostileParts }, (_, part) => part))(
    'answers hostile input with a documented refusal, never a failure: part %i',
    async (part) => {
      const bodies = [
        undefined,
        'null',
        '[]',
        '{}',
        '"x"',
        '1e400',
        '{"unknown":1}',
        '{"name":"\\u0000","email":"\\ud800"}',
        `{"name":${JSON.stringify('x'.repeat(100_000))}}`,
        `{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
        '{"id":"1","row_version":-1,"status":"approved","created_by":null,"total":"9e99"}',
      ];
      const headers: Record<string, string>[] = [
        {},
        { 'if-match': '"1"' },
        { 'if-match': "'; DROP TABLE users; --" },
        { 'idempotency-key': '\u00ff' },
      ];
      const params = [randomUUID(), 'x', '%00', '%ed%a0%80', '-1', "'%20OR%201=1"];
      const queries = [
        '',
        '?q=%00',
        '?q=%',
        '?limit=-1',
        '?limit=99999999999999999999',
        '?sort=nothing',
        '?sort=-',
        '?cursor=x',
        '?f.x=1',
        '?f.status=',
        '?f.created_at=..',
        '?q[]=1&q=2',
        '?__proto__=1',
      ];
      const found = new Set<string>();
      const check = async (route: Route, options: Parameters<typeof call>[1]) => {
        const reply = await call(route, options);
        const { statusCode } = reply;
        const told = JSON.stringify({ ...options, payload: options.payload?.toString().slice(0, 40) });
        if (statusCode >= 500) found.add(`${named(route)} ${statusCode} ${told}`);
        else if (statusCode >= 400) {
          const body = reply.json() as { message?: string; code?: string };
          if (!body.message || !body.code)
            found.add(`${named(route)} ${statusCode} is no problem document ${told}`);
          if (!(String(statusCode) in route.operation.responses))
            found.add(`${named(route)} ${statusCode} is not documented`);
        }
      };
      const tried = (route: Route): Parameters<typeof call>[1][] => [
        ...(route.path.includes('{') ? params.map((param) => ({ param })) : []),
        ...(route.method === 'GET'
          ? queries.map((query) => ({ query }))
          : [
              ...bodies.map((payload) => ({ payload })),
              ...headers.map((each) => ({ payload: '{}', headers: each })),
            ]),
      ];
      // Many resources share one implementation: each of their routes gets a fifth of the inputs, each family of routes all
      // of them.
      for (const [index, route] of routes.entries()) {
        if (index % hostileParts !== part) continue;
        const isOfResource = paths.has(route.path.split('/')[2] ?? '');
        for (const [place, options] of tried(route).entries())
          if (isFull || !isOfResource || (index + place) % 5 === 0) await check(route, options);
      }
      expect([...found]).toEqual([]);
    },
  );
});
