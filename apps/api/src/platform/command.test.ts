import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { command, etagOf, expectedVersion } from './command.ts';
import { conflict } from './http/problem.ts';

let api: TestApi;
const userId = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;

beforeAll(async () => {
  api = await startTestApi({
    areas: false,
    routes: (app) => {
      app.sessions.authenticate = async (token) => ({
        userId: userId(Number(token.at(-1))),
        sessionId: token,
        fullName: 'Ana',
        email: 'ana@example.com',
        status: 'active',
        roles: [],
        permissions: new Set<string>(),
      });
      const config = { access: 'signed-in' } as const;
      app.post<{ Body: { name: string; fail?: boolean } }>('/api/things', { config }, (request) =>
        command(request, async (tx) => {
          const row = await tx.one<{ id: string }>(
            sql`INSERT INTO things (name) VALUES (${request.body.name}) RETURNING id`,
          );
          if (request.body.fail) throw conflict('no', 'No se puede.');
          return {
            status: 201,
            body: { id: row?.id },
            headers: { location: `/api/things/${row?.id}`, etag: etagOf(1) },
          };
        }),
      );
      app.post('/api/token', { config: { access: 'public' } }, (request) =>
        command(request, async () => ({ status: 200, body: { token: randomUUID() } }), { secret: true }),
      );
      app.post('/api/silent', { config }, (request) => command(request, async () => ({ status: 204 })));
      app.post('/api/wrong', { config }, (request) => command(request, async () => ({ status: 404 })));
      app.patch('/api/things', { config }, (request) =>
        command(request, async () => ({ status: 200, body: { version: expectedVersion(request) } })),
      );
    },
  });
  await api.testDatabase.runAsSuperuser(
    sql`CREATE TABLE things (id uuid PRIMARY KEY DEFAULT new_id(), name text)`,
  );
  await api.testDatabase.runAsSuperuser(sql`CALL track('things')`);
  await api.testDatabase.runAsSuperuser(sql`GRANT ALL ON things TO pauta_app`);
});
afterAll(() => api.close());

const post = (url: string, payload: object | undefined, key?: string, user = 1) =>
  api.inject({
    method: 'POST',
    url,
    payload,
    headers: { authorization: `Bearer session-${user}`, ...(key ? { 'idempotency-key': key } : {}) },
  });
const count = async (name: string) =>
  (await api.database.one<{ n: number }>(sql`SELECT count(*) AS n FROM things WHERE name LIKE ${name}`))?.n;

describe('command', () => {
  test('commits, answers with the headers given, and writes the caller into the audit log', async () => {
    const reply = await post('/api/things', { name: 'plain' });
    expect(reply.statusCode).toBe(201);
    expect(reply.headers).toMatchObject({ location: `/api/things/${reply.json().id}`, etag: '"1"' });
    const entry = await api.database.one(
      sql`SELECT actor_id, request_id, ip, action FROM audit_log WHERE entity_id = ${reply.json().id}`,
    );
    expect(entry).toEqual({
      actor_id: userId(1),
      request_id: reply.headers['x-request-id'],
      ip: '127.0.0.1',
      action: 'create',
    });
  });

  test('a problem rolls back', async () => {
    const reply = await post('/api/things', { name: 'refused', fail: true });
    expect(reply.statusCode).toBe(409);
    expect(await count('refused')).toBe(0);
  });

  test('returning a non-success response is an error of the route', async () => {
    expect((await post('/api/wrong', {})).statusCode).toBe(500);
  });
});

describe('Idempotency-Key', () => {
  test('20 keys × 20 simultaneous copies have exactly 20 effects, and every copy reads the same bytes', async () => {
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const replies = await Promise.all(
      keys.flatMap((key, n) =>
        Array.from({ length: 20 }, () => post('/api/things', { name: `copy-${n}` }, key)),
      ),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(await count('copy-%')).toBe(20);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(20);
    expect(new Set(replies.map(({ headers }) => headers.location)).size).toBe(20);
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(380);
    expect(
      await api.database.one(sql`SELECT count(*) AS n FROM audit_log WHERE after ->> 'name' LIKE 'copy-%'`),
    ).toEqual({ n: 20 });
  });

  test('the same key with other data, or on another route, is refused', async () => {
    const key = randomUUID();
    await post('/api/things', { name: 'first' }, key);
    const other = await post('/api/things', { name: 'second' }, key);
    expect(other.statusCode).toBe(422);
    expect(other.json().message).toMatch(/ya se usó con otros datos/);
    expect((await post('/api/silent', { name: 'first' }, key)).statusCode).toBe(422);
    expect(await count('second')).toBe(0);
  });

  test('the key of one user has no effect for another', async () => {
    const key = randomUUID();
    const mine = await post('/api/things', { name: 'mine' }, key, 1);
    const yours = await post('/api/things', { name: 'mine' }, key, 2);
    expect(yours.headers['idempotency-replayed']).toBeUndefined();
    expect(yours.body).not.toBe(mine.body);
  });

  test('a refusal is not stored: the same key may succeed later', async () => {
    const key = randomUUID();
    expect((await post('/api/things', { name: 'retried', fail: true }, key)).statusCode).toBe(409);
    expect((await post('/api/things', { name: 'retried' }, key)).statusCode).toBe(201);
  });

  test('an empty response is replayed empty', async () => {
    const key = randomUUID();
    await post('/api/silent', undefined, key);
    const replay = await post('/api/silent', undefined, key);
    expect([replay.statusCode, replay.body, replay.headers['idempotency-replayed']]).toEqual([
      204,
      '',
      'true',
    ]);
  });

  test('a response with a secret is replayed, but cannot be read from the database', async () => {
    const key = randomUUID();
    const first = await post('/api/token', {}, key);
    expect((await post('/api/token', {}, key)).body).toBe(first.body);
    const rows = await api.database.query(sql`SELECT * FROM idempotency_keys`);
    const dump = JSON.stringify(
      rows.map((row) =>
        Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
      ),
    );
    expect(dump).not.toContain(first.json().token);
    expect(dump).not.toContain(key);
  });

  test('a key too short to be unique, or with spaces, is malformed', async () => {
    expect((await post('/api/things', { name: 'x' }, 'short')).statusCode).toBe(400);
    expect((await post('/api/things', { name: 'x' }, 'a key with several spaces')).statusCode).toBe(400);
  });
});

describe('If-Match', () => {
  const patch = (value?: string) =>
    api.inject({
      method: 'PATCH',
      url: '/api/things',
      payload: {},
      headers: { authorization: 'Bearer session-1', ...(value === undefined ? {} : { 'if-match': value }) },
    });
  test.each([
    ['"3"', 200],
    ['W/"3"', 200],
    [undefined, 428],
    ['', 428],
    ['3', 400],
    ['*', 400],
    ['"-1"', 400],
    ['"99999999999"', 400],
  ])('%s answers %i', async (value, status) => {
    expect((await patch(value)).statusCode).toBe(status);
  });
});
