import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import { problemOf } from './http/problem-handler.ts';
import { installWidgetFiles } from './http/widget-files.ts';
import { loggedUrl, loggerOptions } from './logging.ts';

let api: TestApi;
let folder: string;
let address: string;
const logged: string[] = [];

beforeAll(async () => {
  folder = await makeTestFolder();
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Pauta</title>');
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), `console.log("${'x'.repeat(5000)}")`);
  await writeFile(join(folder, 'assets', 'twin-1a2b.js'), 'plain');
  await writeFile(join(folder, 'assets', 'twin-1a2b.js.br'), brotliCompressSync('brotli'));
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, '.env'), 'SECRET=1');
  await writeFile(join(folder, 'client-registration.js'), 'widget()');
  await writeFile(join(folder, 'loader.js'), 'loader()');
  await writeFile(join(folder, 'engine.js'), 'engine()');
  await writeFile(join(folder, 'visit.js'), 'visit()');
  const constraints = { people_email_key: { field: 'email', message: 'Ese correo ya está en uso.' } };

  api = await startTestApi({
    areas: false,
    folders: { backoffice: folder, widget: folder },
    config: { allowedOrigins: ['https://intranet.example'] },
    log: pino(loggerOptions('info'), { write: (line: string) => logged.push(line) }),
    routes: (app) => {
      app.database.explainConstraints(constraints);
      app.sessions.authenticate = async (token) =>
        token === 'good-token'
          ? {
              userId: '0190a000-0000-7000-8000-000000000001',
              sessionId: 's',
              fullName: 'Ana',
              email: 'a@example.com',
              status: 'active',
              roles: [],
              permissions: new Set(['system.view']),
            }
          : null;
      const config = { access: 'public' } as const;
      app.post(
        '/api/echo',
        {
          config,
          schema: {
            summary: 'Eco',
            body: {
              type: 'object',
              additionalProperties: false,
              required: ['name'],
              properties: {
                name: { type: 'string', minLength: 1, maxLength: 20 },
                count: { type: 'integer', minimum: 1 },
                tags: { type: 'array', items: { type: 'string' } },
                extra: { type: 'object' },
                day: { type: 'string', format: 'date' },
              },
            },
          },
        },
        async (request) => ({ echo: request.body }),
      );
      app.get(
        '/api/list/:id',
        {
          config,
          schema: {
            summary: 'Lista',
            params: {
              type: 'object',
              required: ['id'],
              properties: { id: { type: 'string', format: 'uuid' } },
            },
            querystring: {
              type: 'object',
              additionalProperties: false,
              properties: { q: { type: 'string' }, limit: { type: 'string', pattern: '^[0-9]{1,3}$' } },
            },
          },
        },
        (request) => ({ query: request.query }),
      );
      app.post('/api/fail', { config }, () => {
        throw Object.assign(new Error('SELECT secret FROM users'), { stack: 'at secret.ts:1' });
      });
      app.post<{ Body: { sql: string } }>('/api/sql', { config }, async (request) => {
        await app.database.transaction({ actorId: null, requestId: request.id, ip: null }, (tx) =>
          tx.query(sql`SELECT run(${request.body.sql})`),
        );
        return {};
      });
      app.get('/api/big', { config }, () => ({ text: 'á'.repeat(3000) }));
      app.post(
        '/api/private',
        { config: { access: { permission: 'x.y' } }, schema: { summary: 'Privado' } },
        () => ({}),
      );
    },
  });
  const { runAsSuperuser } = api.testDatabase;
  await runAsSuperuser(
    sql`CREATE FUNCTION run(statement text) RETURNS void LANGUAGE plpgsql AS 'BEGIN EXECUTE statement; END'`,
  );
  await runAsSuperuser(sql`CREATE TABLE groups (id int PRIMARY KEY)`);
  await runAsSuperuser(
    sql`CREATE TABLE people (id int PRIMARY KEY, email text UNIQUE, name varchar(3) NOT NULL, age int CHECK (age > 0), group_id int REFERENCES groups)`,
  );
  await runAsSuperuser(sql`GRANT ALL ON people, groups TO pauta_app`);
  await runAsSuperuser(sql`INSERT INTO groups VALUES (1)`);
  await runAsSuperuser(sql`INSERT INTO people VALUES (1, 'a@example.com', 'Ana', 1, 1)`);
  address = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const echo = (payload: unknown, headers: Record<string, string> = {}) =>
  api.inject({
    method: 'POST',
    url: '/api/echo',
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('bodies', () => {
  test('are used unchanged: nothing is coerced, dropped or added', async () => {
    expect((await echo({ name: 'José', count: 2 })).json()).toEqual({ echo: { name: 'José', count: 2 } });
    expect((await echo({ name: ['x'] })).json().errors).toEqual({ name: ['Debe ser un texto.'] });
    expect((await echo({ name: 'x', count: '2' })).json().errors).toEqual({
      count: ['Debe ser un número entero.'],
    });
    expect((await echo({ name: 'x', status: 'approved' })).json().errors).toEqual({
      status: ['Este campo no se conoce.'],
    });
  });

  test('all errors are reported at once, by field, in Spanish', async () => {
    const reply = await echo({ name: '', count: 0, tags: [1], day: '2026-02-30' });
    expect(reply.statusCode).toBe(422);
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(reply.json()).toMatchObject({
      type: 'urn:pauta:problem:invalid',
      title: 'Datos inválidos',
      status: 422,
      code: 'invalid',
      message: 'Revise los 4 campos marcados.',
      errors: {
        name: ['Este campo es obligatorio.'],
        count: ['Debe ser 1 o más.'],
        'tags.0': ['Debe ser un texto.'],
        day: ['Debe ser una fecha válida (AAAA-MM-DD).'],
      },
      request_id: reply.headers['x-request-id'],
    });
    expect((await echo({})).json()).toMatchObject({
      message: 'Este campo es obligatorio.',
      errors: { name: ['Este campo es obligatorio.'] },
    });
  });

  test.each([
    ['no body', '', 422],
    ['null', 'null', 422],
    ['a list', '[]', 422],
    ['malformed JSON', '{"name":', 400],
    ['JSON with a comment', '{/**/"name":"x"}', 400],
    ['a prototype', '{"name":"x","__proto__":{"admin":true}}', 400],
    ['a constructor', '{"name":"x","extra":{"constructor":{"prototype":{"a":1}}}}', 400],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400],
    ['NUL in a value', '{"name":"a\\u0000b"}', 422],
    ['NUL deep inside', '{"name":"a","extra":{"x":["\\u0000"]}}', 422],
    ['NUL in a name', '{"name":"a","extra":{"\\u0000":1}}', 400],
    ['a lone high surrogate', '{"name":"\\ud800"}', 422],
    ['a lone low surrogate', '{"name":"a","tags":["\\udc00"]}', 422],
    ['a lone surrogate in a name', '{"name":"a","extra":{"\\ud800":1}}', 400],
    [
      'a hundred thousand levels',
      `{"name":"a","extra":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
      422,
    ],
    ['a huge number', '{"name":"a","count":1e400}', 422],
    ['5 MB', `{"name":"${'x'.repeat(5_000_000)}"}`, 413],
  ])('%s is refused', async (_name, payload, status) => {
    const reply = await echo(payload);
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ status, message: expect.stringMatching(/\p{L}{3}/u) });
  });

  test('a whole pair of surrogates is a character like any other', async () => {
    expect((await echo('{"name":"\\ud83d\\ude00"}')).json()).toEqual({ echo: { name: '😀' } });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonx',
    ';;',
  ])('%s is not accepted', async (type) => {
    expect((await echo('name=x', { 'content-type': type })).statusCode).toBe(415);
  });

  test('a body without a type is not accepted; a type without a body is ignored', async () => {
    const status = await new Promise((resolve, reject) => {
      httpRequest(`${address}/api/echo`, { method: 'POST' }, (reply) => resolve(reply.statusCode))
        .on('error', reject)
        .end('{"name":"x"}');
    });
    expect(status).toBe(415);
    expect(
      (await api.inject({ url: '/api/health', headers: { 'content-type': 'application/json' } })).statusCode,
    ).toBe(200);
  });

  test('a compressed body is not unpacked', async () => {
    expect((await echo(brotliCompressSync('{"name":"x"}'), { 'content-encoding': 'br' })).statusCode).toBe(
      415,
    );
  });
});

describe('addresses', () => {
  const id = '0190a000-0000-7000-8000-000000000001';
  test('queries stay text and unknown ones are refused', async () => {
    expect((await api.inject(`/api/list/${id}?q=7&limit=10`)).json()).toEqual({
      query: { q: '7', limit: '10' },
    });
    expect((await api.inject(`/api/list/${id}?limit=ten`)).statusCode).toBe(422);
    expect((await api.inject(`/api/list/${id}?x=1`)).json().errors).toEqual({
      x: ['Este campo no se conoce.'],
    });
    expect((await api.inject(`/api/list/${id}?q=1&q=2`)).statusCode).toBe(422);
  });

  test.each([
    [`/api/list/${id}?q=%00`, 422],
    [`/api/list/${id}?q=%`, 400],
    [`/api/list/${id}?q=%ff`, 400],
    [`/api/list/${id}?q=%ed%a0%80`, 400],
    ['/api/list/%', 400],
    ['/api/list/%ff', 400],
    ['/api/list/%00', 404],
    ['/api/list/not-an-id', 404],
    [`/api/list/${'x'.repeat(300)}`, 404],
    ['/api/nothing', 404],
    ['/api', 404],
    ['/%', 400],
  ])('%s answers %i as a problem document', async (url, status) => {
    const reply = await api.inject({ url, headers: { accept: 'text/html' } });
    expect(reply.statusCode).toBe(status);
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(reply.json()).toMatchObject({
      status,
      message: expect.any(String),
      request_id: expect.any(String),
    });
  });

  test('an unsupported method is 405 with the supported ones', async () => {
    const reply = await api.inject({ method: 'DELETE', url: '/api/echo' });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'POST, OPTIONS']);
    expect((await api.inject({ method: 'GET', url: '/api/echo' })).statusCode).toBe(405);
    expect((await api.inject({ method: 'POST', url: '/' })).statusCode).toBe(405);
    expect((await api.inject({ method: 'POST', url: '/api/nothing', payload: {} })).statusCode).toBe(404);
  });

  test('TRACE is 405 and an unknown method is refused', async () => {
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.end(text));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        socket.on('end', () => resolve(answer));
        socket.on('error', reject);
      });
    expect(await raw('TRACE /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 405/,
    );
    expect(await raw('BREW /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400/,
    );
    expect(
      await raw('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Evil: a\0b\r\nConnection: close\r\n\r\n'),
    ).toMatch(/^HTTP\/1\.1 400/);
  });

  test('HEAD answers like GET without a body, OPTIONS lists the methods', async () => {
    const head = await api.inject({ method: 'HEAD', url: '/api/health' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    const options = await api.inject({ method: 'OPTIONS', url: '/api/health' });
    expect([options.statusCode, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('failures', () => {
  test('reveal no internals and are logged under their request id', async () => {
    const reply = await api.inject({ method: 'POST', url: '/api/fail', payload: {} });
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toMatch(/SELECT|secret|\.ts/);
    expect(
      logged.some(
        (line) => line.includes(String(reply.headers['x-request-id'])) && line.includes('SELECT secret'),
      ),
    ).toBe(true);
  });

  test.each([
    ["INSERT INTO people VALUES (2, 'a@example.com', 'Eva')", 409, { email: ['Ese correo ya está en uso.'] }],
    ['INSERT INTO people VALUES (1, NULL, $$Eva$$)', 409, undefined],
    ['INSERT INTO people VALUES (2, NULL, NULL)', 422, { name: ['Este campo es obligatorio.'] }],
    ['INSERT INTO people VALUES (2, NULL, $$Evaristo$$)', 422, undefined],
    ['INSERT INTO people VALUES (2, NULL, $$Eva$$, -1)', 422, undefined],
    ['INSERT INTO people VALUES (2, NULL, $$Eva$$, 1, 7)', 422, undefined],
    ['DELETE FROM groups', 409, undefined],
    ['SELECT 99999999999::int', 422, undefined],
    ["DO $$ BEGIN RAISE SQLSTATE '55P03'; END $$", 409, undefined],
    ["DO $$ BEGIN RAISE SQLSTATE '57P01'; END $$", 503, undefined],
    ['SELECT * FROM nothing', 500, undefined],
  ])('%s is %i', async (statement, status, errors) => {
    const reply = await api.inject({ method: 'POST', url: '/api/sql', payload: { sql: statement } });
    expect(reply.statusCode).toBe(status);
    expect(reply.json().errors).toEqual(errors);
    expect(reply.body).not.toMatch(/people|groups|nothing|SQLSTATE|violates/);
  });

  test('a database that cannot be reached is 503', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    expect(problemOf(refused)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(problemOf(Object.assign(new Error('open x'), { code: 'ENOENT', syscall: 'open' }))).toMatchObject({
      status: 500,
    });
  });
});

describe('headers', () => {
  test('protect pages and the API', async () => {
    const { headers } = await api.inject('/api/health');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
    expect((await api.inject('/api/nothing')).headers['cache-control']).toBe('no-store');
  });

  test('let only the configured origins read the API, without credentials', async () => {
    const ask = (origin: string, method: 'GET' | 'OPTIONS' = 'GET', url = '/api/health') =>
      api.inject({
        method,
        url,
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      });
    const allowed = await ask('https://intranet.example');
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://intranet.example',
      vary: expect.stringContaining('Origin'),
    });
    expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
    const preflight = await ask('https://intranet.example', 'OPTIONS', '/api/private');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toMatch(
      /Authorization.*If-Match.*Idempotency-Key/,
    );
    const other = await ask('https://evil.example');
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    expect(other.headers.vary).toContain('Origin');
    expect(
      (await ask('https://evil.example', 'OPTIONS')).headers['access-control-allow-headers'],
    ).toBeUndefined();
  });
});

describe('the back office', () => {
  const page = (url: string, headers: Record<string, string> = {}) =>
    api.inject({ url, headers: { accept: 'text/html,*/*', ...headers } });

  test('answers its own routes with its page, which is always revalidated', async () => {
    for (const url of ['/', '/index.html', '/gestion/catalogos/industrias', '/login?next=%2F']) {
      const reply = await page(url);
      expect([url, reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
        url,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(reply.body).toContain('<title>Pauta</title>');
    }
    const first = await page('/');
    expect((await page('/', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
  });

  test('caches hashed assets permanently, and compresses them', async () => {
    const reply = await page('/assets/app-1a2b.js', { 'accept-encoding': 'br, gzip' });
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(brotliDecompressSync(reply.rawPayload).toString()).toContain('xxxx');
    expect((await page('/assets/app-1a2b.js')).headers['content-encoding']).toBeUndefined();
  });

  test('sends the file compressed at build time', async () => {
    const reply = await page('/assets/twin-1a2b.js', { 'accept-encoding': 'br' });
    expect([reply.headers['content-encoding'], brotliDecompressSync(reply.rawPayload).toString()]).toEqual([
      'br',
      'brotli',
    ]);
    expect((await page('/assets/twin-1a2b.js')).body).toBe('plain');
  });

  test('a missing asset is 404, not the page', async () => {
    expect((await page('/assets/old-9z.js')).statusCode).toBe(404);
    expect((await page('/robots.txt')).statusCode).toBe(404);
    expect((await page('/favicon.svg')).headers['content-type']).toContain('image/svg+xml');
    expect((await api.inject({ url: '/gestion', headers: { accept: 'application/json' } })).statusCode).toBe(
      404,
    );
  });

  test.each([
    '/.env',
    '/../package.json',
    '/assets/..%2f.env',
    '/assets/%2e%2e/.env',
    '/..%5c.env',
    '/assets/../../package.json',
  ])('%s reveals nothing', async (url) => {
    const reply = await api.inject({ url });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.body).not.toMatch(/SECRET|"name"/);
  });

  test('the widget can be loaded by every page', async () => {
    const { statusCode, headers, body } = await api.inject('/widget/client-registration.js');
    expect([statusCode, body]).toEqual([200, 'widget()']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      'content-type': expect.stringContaining('javascript'),
    });
  });

  const serverOf = async (scripts: string) => {
    const app = Fastify();
    app.decorate('database', api.database);
    await app.register(fastifyStatic, { serve: false, cacheControl: false });
    installWidgetFiles(app, scripts);
    return app;
  };

  test('the scripts of the form are sent as compressed at build time, with the right Vary header', async () => {
    const folder = await makeTestFolder();
    for (const name of ['client-registration.js', 'loader.js', 'engine.js', 'visit.js'])
      await writeFile(join(folder, name), 'plain()'.repeat(1_000));
    const file = join(folder, 'client-registration.js');
    await writeFile(`${file}.br`, brotliCompressSync('by brotli'));
    await writeFile(`${file}.gz`, gzipSync('by gzip'));
    const app = Fastify();
    app.decorate('database', api.database);
    await app.register(fastifyStatic, { serve: false, preCompressed: true, cacheControl: false });
    installWidgetFiles(app, folder);
    const release = (await app.keepWidget())?.files[0]?.path ?? '';
    for (const [url, cached] of [
      ['/widget/client-registration.js', 'public, max-age=300'],
      [release, 'public, max-age=31536000, immutable'],
    ] as const) {
      const ask = (more: Record<string, string>) => app.inject({ url, headers: more });
      const [plain, gzip, brotli] = await Promise.all([
        ask({}),
        ask({ 'accept-encoding': 'gzip' }),
        ask({ 'accept-encoding': 'gzip, deflate, br, zstd' }),
      ]);
      expect(plain.body).toBe('plain()'.repeat(1_000));
      expect(gunzipSync(gzip.rawPayload).toString()).toBe('by gzip');
      expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('by brotli');
      for (const { headers, rawPayload } of [plain, gzip, brotli]) {
        expect(headers.vary).toBe('accept-encoding');
        expect(headers['cache-control']).toBe(cached);
        expect(headers['content-length']).toBe(String(rawPayload.length));
        expect(headers['content-type']).toContain('javascript; charset=utf-8');
      }
      const tags = [plain, gzip, brotli].map(({ headers }) => String(headers.etag));
      expect(new Set(tags).size).toBe(3);
      const again = await ask({ 'accept-encoding': 'br', 'if-none-match': tags[2] ?? '' });
      expect(again.statusCode).toBe(304);
    }
    await app.close();
    await rm(folder, { recursive: true });
  });

  test('a page that is open when another release is installed still gets its own engine', async () => {
    const versionOf = (text: string) => createHash('sha384').update(text).digest('hex').slice(0, 16);
    await api.inject('/widget/client-registration.js');
    const other = await makeTestFolder();
    for (const name of ['client-registration.js', 'loader.js', 'engine.js', 'visit.js'])
      await writeFile(join(other, name), 'other()');
    const later = await serverOf(other);
    for (const text of ['engine()', 'other()']) {
      const { body, headers } = await later.inject(`/widget/engine.js?${versionOf(text)}`);
      expect([body, headers['cache-control']]).toEqual([text, 'public, max-age=31536000, immutable']);
    }
    expect((await later.inject('/widget/engine.js')).headers['cache-control']).toBe('public, max-age=300');
    expect((await later.inject(`/widget/engine.js?${versionOf('none')}`)).statusCode).toBe(404);
    await later.close();
    await rm(other, { recursive: true });
  });

  test('a script with a hash keeps its address and content when another release is installed', async () => {
    const first = await api.app.keepWidget();
    const [{ path, integrity } = { path: '', integrity: '' }] = first?.files ?? [];
    const hash = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    const now = await api.inject(path);
    expect([now.statusCode, hash(now.rawPayload)]).toEqual([200, integrity]);
    expect(now.headers['cache-control']).toBe('public, max-age=31536000, immutable');

    const other = await makeTestFolder();
    await writeFile(join(other, 'client-registration.js'), 'newer()');
    await writeFile(join(other, 'loader.js'), 'newer()');
    await writeFile(join(other, 'engine.js'), 'newer()');
    await writeFile(join(other, 'visit.js'), 'newer()');
    const later = await serverOf(other);
    const kept = await later.inject(path);
    expect([kept.statusCode, hash(kept.rawPayload)]).toEqual([200, integrity]);
    expect(kept.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const packed = await later.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } });
    expect(hash(brotliDecompressSync(packed.rawPayload))).toBe(integrity);
    expect((await later.inject('/widget/1.0.0-none/client-registration.js')).statusCode).toBe(404);
    expect((await later.keepWidget())?.release).not.toBe(first?.release);
    await later.close();
    await rm(other, { recursive: true });
  });

  test('large responses of the API are compressed on request', async () => {
    const reply = await api.inject({ url: '/api/big', headers: { 'accept-encoding': 'br' } });
    expect(reply.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString()).text).toHaveLength(3000);
  });
});

describe('which details are disclosed to whom', () => {
  const as = { authorization: 'Bearer good-token' };
  test('health: only the status for everyone, figures with the permission', async () => {
    expect((await api.inject('/api/health')).json()).toEqual({ status: 'ok' });
    expect((await api.inject({ url: '/api/health', headers: as })).json()).toMatchObject({
      status: 'ok',
      database: {
        version: expect.any(String),
        migration: expect.any(Number),
        latency_ms: expect.any(Number),
      },
    });
  });

  test('the OpenAPI document: with a session, every route with its problems', async () => {
    expect((await api.inject('/api/openapi.json')).statusCode).toBe(401);
    const document = (await api.inject({ url: '/api/openapi.json', headers: as })).json();
    expect(document.openapi).toBe('3.1.0');
    const operation = document.paths['/api/private'].post;
    expect(operation).toMatchObject({ summary: 'Privado', tags: ['private'], security: [{ bearer: [] }] });
    expect(operation.description).toContain('x.y');
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(['401', '403', '409', '422', '429']),
    );
    expect(document.paths['/api/echo'].post.security).toEqual([]);
    expect(document.paths['/api/list/{id}'].get.parameters).toContainEqual(
      expect.objectContaining({ in: 'path', name: 'id', required: true }),
    );
    expect(Object.keys(document.paths).every((path) => path.startsWith('/api/'))).toBe(true);
  });

  test('the OpenAPI document of one area: its routes, and the schemas they refer to', async () => {
    const whole = (await api.inject({ url: '/api/openapi.json', headers: as })).json();
    const { paths, components, ...rest } = (
      await api.inject({ url: '/api/openapi.json?area=private', headers: as })
    ).json();
    expect(Object.keys(paths)).toEqual(['/api/private']);
    expect(paths['/api/private']).toEqual(whole.paths['/api/private']);
    expect(Object.keys(components.schemas)).toEqual(['Problem']);
    const { paths: _, components: all, ...others } = whole;
    expect(rest).toEqual(others);
    expect(components.securitySchemes).toEqual(all.securitySchemes);
    for (const area of ['nothing', '__proto__', 'list/']) {
      const answer = await api.inject({ url: `/api/openapi.json?area=${area}`, headers: as });
      expect(answer.statusCode, area).toBe(404);
    }
  });

  test('the log: no token, password, search text or value of a broken constraint', async () => {
    await api.inject({
      url: '/api/health?token=t0ken&q=101-12345-1&sort=name',
      headers: { authorization: 'Bearer s3cret-token' },
    });
    api.app.log.info({ password: 'hunter2', user: { tax_id: '101-12345-1', otp: '123456' } }, 'probe');
    const text = logged.join('');
    expect(text).toContain('probe');
    expect(text).not.toMatch(/t0ken|s3cret|hunter2|123456|101-12345-1|a@example\.com/);
    expect(loggedUrl('/api/clients?q=Juan&sort=name&f.tax_id=1')).toBe(
      '/api/clients?q=…&sort=name&f.tax_id=…',
    );
    const token = 'aZ09_-'.repeat(8).slice(0, 43);
    expect(loggedUrl(`/presupuesto/${token}/presupuesto.pdf`)).toBe('/presupuesto/•••/presupuesto.pdf');
    expect(loggedUrl(`/tarifas/${token}`)).toBe('/tarifas/•••');
    expect(loggedUrl(`/verificar/${'0aF9'.repeat(16)}`)).toBe('/verificar/•••');
  });
});
