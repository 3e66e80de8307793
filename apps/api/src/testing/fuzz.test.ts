import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../platform/access.ts';
import { isFull } from './is-full.ts';
import { startTestApi, type TestApi } from './test-api.ts';

// PAUTA_FUZZ_REQUESTS=100000 PAUTA_FUZZ_SEED=7 vitest run --project api apps/api/src/testing/fuzz.test.ts
const requests = Number(process.env.PAUTA_FUZZ_REQUESTS ?? (isFull ? 20_000 : 2500));
const seed = Number(process.env.PAUTA_FUZZ_SEED ?? 1);
const atOnce = 4;

type Schema = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly schema?: Schema;
}
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operation: Operation;
}

const everything = Object.assign(new Set<string>(), { has: () => true });
const administrator: Actor = {
  userId: '0190a000-0000-7000-8000-0000000000ad',
  sessionId: '0190a000-0000-7000-8000-0000000000ae',
  fullName: 'Ana Pérez',
  email: 'ana@example.com',
  status: 'active',
  roles: ['admin'],
  permissions: everything,
};

/** Mulberry32: the same seed gives the same requests. */
let state = seed;
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};
const chance = (share: number): boolean => random() < share;
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const hostile: readonly unknown[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  'x'.repeat(5000),
  '-',
  '!-',
  '..',
  "'; DROP TABLE users; --",
  '../../etc/passwd',
  '%00',
  '1e400',
  '9'.repeat(40),
  'NaN',
  '‮gnp.exe',
  '👩‍👩‍👧‍👦',
  '=1+1',
  0,
  -1,
  1.5,
  2_147_483_648,
  9_007_199_254_740_992,
  1e308,
  true,
  null,
  [],
  {},
  [null],
  { id: 'x' },
];

let api: TestApi;
let document: { paths: Record<string, Record<string, Operation>> } & Schema;
let routes: Route[];
const validators = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(validators);
const known: string[] = [];

beforeAll(async () => {
  api = await startTestApi();
  await api.database.query(sql`
    INSERT INTO users (id, full_name, email, status)
    VALUES (${administrator.userId}, ${administrator.fullName}, ${administrator.email}, 'active')`);
  api.app.sessions.authenticate = async (token) => (token === 'everything' ? administrator : null);
  const headers = { authorization: 'Bearer everything' };
  document = (await api.inject({ url: '/api/openapi.json', headers })).json();
  validators.addSchema(document, 'api');
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => !responses[200]?.content?.['text/event-stream'])
      .map(([method, operation]) => ({ method: method.toUpperCase() as Route['method'], path, operation })),
  );
  for (const { path } of routes.filter((route) => route.method === 'GET' && !route.path.includes('{'))) {
    const answer = await api.inject({ url: `${path}?limit=3`, headers });
    const { data } = answer.headers['content-type']?.includes('json')
      ? answer.json<{ data?: unknown }>()
      : {};
    for (const row of Array.isArray(data) ? data : []) if (typeof row?.id === 'string') known.push(row.id);
  }
});
afterAll(() => api.close());

const resolve = (schema: Schema | undefined): Schema => {
  if (typeof schema?.$ref !== 'string') return schema ?? {};
  return schema.$ref
    .replace('#/', '')
    .split('/')
    .reduce((at, part) => (at as Record<string, unknown>)[part] as Schema, document as Schema);
};

/** A value that usually matches the schema. */
const valueFor = (given: Schema | undefined, depth = 0): unknown => {
  const schema = resolve(given);
  if (depth > 5 || chance(0.06)) return pick(hostile);
  const either = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (either) return valueFor(pick(either), depth + 1);
  if (Array.isArray(schema.enum)) return pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
  switch (type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      const needed = (schema.required ?? []) as string[];
      return Object.fromEntries([
        ...properties
          .filter(([name]) => (needed.includes(name) ? chance(0.95) : chance(0.5)))
          .map(([name, of]) => [name, valueFor(of, depth + 1)]),
        ...(chance(0.04) ? [['unknown_key', pick(hostile)]] : []),
      ]);
    }
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () =>
        valueFor(schema.items as Schema, depth + 1),
      );
    case 'integer':
      return Math.floor(random() * 50) + Number(schema.minimum ?? 0);
    case 'number':
      return Number((random() * 1000).toFixed(2));
    case 'boolean':
      return chance(0.5);
    case 'null':
      return null;
    default:
      break;
  }
  switch (schema.format) {
    case 'uuid':
      return known.length > 0 && chance(0.8) ? pick(known) : randomUUID();
    case 'date':
      return `20${pick(['24', '25', '26'])}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 9)}`;
    case 'date-time':
      return new Date(1.7e12 + random() * 1e11).toISOString();
    case 'email':
      return `prueba${Math.floor(random() * 1e6)}@medios.test`;
    default:
      return pick([
        `Prueba ${Math.floor(random() * 1e6)}`,
        'ñandú',
        'code',
        'name',
        '12.50',
        '2026-03-01..',
        'true',
      ]);
  }
};

interface Sent {
  readonly route: Route;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: string | undefined;
}

const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return chance(0.01) ? '%ff' : encodeURIComponent(text.toWellFormed());
};

const makeRequest = (): Sent => {
  const route = pick(routes);
  const parameters = route.operation.parameters ?? [];
  let url = route.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
    const isId = resolve(schema).format === 'uuid' || name === 'id';
    return isId && known.length > 0 && chance(0.75) ? pick(known) : encoded(valueFor(schema)) || 'x';
  });
  const query = parameters
    .filter((one) => one.in === 'query' && chance(Math.min(0.5, 3 / parameters.length)))
    .map(({ name, schema }) => `${encodeURIComponent(name)}=${encoded(valueFor(schema))}`);
  if (chance(0.03)) query.push(`unknown=${encoded(pick(hostile))}`);
  if (query.length > 0) url += `?${query.join('&')}`;

  const headers: Record<string, string> = {};
  if (chance(0.97)) headers.authorization = 'Bearer everything';
  if (chance(0.7)) headers['if-match'] = pick(['"1"', '"1"', '"1"', '"2"', 'W/"1"', '"x"', '*']);
  if (chance(0.3)) headers['idempotency-key'] = chance(0.9) ? randomUUID() : 'x';
  const content = route.operation.requestBody?.content ?? {};
  let payload: string | undefined;
  if (route.method !== 'GET' && (Object.keys(content).length > 0 || chance(0.05))) {
    headers['content-type'] = chance(0.97) ? 'application/json' : pick(['text/plain', 'multipart/form-data']);
    const body = valueFor(content['application/json']?.schema);
    payload = chance(0.02) ? '{"x":' : JSON.stringify(body);
  }
  return { route, url, headers, payload };
};

const validatorOf = new Map<string, ReturnType<typeof validators.compile>>();

/** The error of the answer, or undefined. */
const faultOf = (
  { route, url }: Sent,
  answer: { statusCode: number; headers: Record<string, unknown>; body: string },
): string | undefined => {
  const where = `${route.method} ${url.slice(0, 300)}`;
  const { statusCode: status } = answer;
  if (status >= 500 && status !== 503) return `${where}: ${status} ${answer.body.slice(0, 300)}`;
  const { responses } = route.operation;
  const name = responses[status] ? String(status) : responses['2xx'] || responses['2XX'] ? '2XX' : undefined;
  if (name === undefined || (name === '2XX' && (status < 200 || status > 299)))
    return `${where}: ${status} is not documented: ${answer.body.slice(0, 200)}`;
  const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  if (!type.endsWith('json') || answer.body === '') return undefined;
  const pointer = ['paths', route.path, route.method.toLowerCase(), 'responses', name, 'content', type]
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('/');
  if (!responses[name]?.content?.[type]?.schema) return undefined;
  const reference = `api#/${pointer}/schema`;
  const validate = validatorOf.get(reference) ?? validators.compile({ $ref: reference });
  validatorOf.set(reference, validate);
  if (validate(JSON.parse(answer.body))) return undefined;
  const [first] = validate.errors ?? [];
  return `${where}: ${status} does not fit its schema: ${first?.instancePath} ${first?.message} ${answer.body.slice(0, 300)}`;
};

test(`${requests} requests generated from the OpenAPI document (seed ${seed}) get a documented answer`, async () => {
  const faults = new Map<string, string>();
  const statuses = new Map<number, number>();
  let left = requests;
  const caller = async (): Promise<void> => {
    while (left > 0 && faults.size < 20) {
      left -= 1;
      const sent = makeRequest();
      const answer = await api.inject({
        method: sent.route.method,
        url: sent.url,
        headers: sent.headers,
        payload: sent.payload,
      });
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      const fault = faultOf(sent, answer);
      const kind = `${sent.route.method} ${sent.route.path} ${answer.statusCode}`;
      if (fault && !faults.has(kind)) faults.set(kind, `${fault}\n  ${sent.payload?.slice(0, 400) ?? ''}`);
      if (answer.statusCode === 201 && known.length < 2000) {
        const id = (JSON.parse(answer.body) as { data?: { id?: unknown } }).data?.id;
        if (typeof id === 'string') known.push(id);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  expect([...faults.values()]).toEqual([]);
  // Some requests must pass validation; otherwise the test would prove nothing.
  const reached = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
  expect(reached).toBeGreaterThan(requests / 10);
}, 3_600_000);
