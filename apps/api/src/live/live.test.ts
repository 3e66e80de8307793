import { clients } from '@pauta/domain/crm/clients/client.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { revokeSessions } from '../admin/sessions/sessions.ts';
import { sealAudit } from '../platform/audit.ts';
import { systemChange } from '../platform/database/database.ts';
import { type OpenStream, openEvents } from '../testing/read-events.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let address: string;
let admin: TestUser & { headers: Headers };
let ana: TestUser & { headers: Headers };
let luis: TestUser & { headers: Headers };
const streams: OpenStream[] = [];

const staff = async (role: string) => {
  const user = await createUser(api, { role, full_name: `Persona ${role}` });
  return { ...user, headers: await signIn(api, user) };
};

beforeAll(async () => {
  api = await startTestApi();
  address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  admin = await staff('admin');
  ana = await staff('sales_rep');
  luis = await staff('sales_rep');
});
afterAll(() => api.close());
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

const open = async (headers: Headers, lastEventId?: string): Promise<OpenStream> => {
  const stream = await openEvents(address, headers, lastEventId);
  streams.push(stream);
  return stream;
};

let count = 0;
const createClient = async (owner: TestUser) => {
  count += 1;
  const payload = {
    ...(await sampleBody(api.database, clients, count)),
    primary_sales_rep_id: owner.id,
  };
  const reply = await api.inject({ method: 'POST', url: '/api/clients', headers: admin.headers, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return { client: reply.json().data as { id: string; row_version: number }, reply };
};
let marks = 0;
/** Sends an event to all subscribers; whoever has received it has received everything committed before. */
const reachNow = async (...listening: readonly OpenStream[]): Promise<void> => {
  marks += 1;
  const key = `marca_${marks}`;
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`INSERT INTO settings (key, value) VALUES (${key}, '1')`),
  );
  for (const stream of listening) await stream.until(({ data }) => data.id === key);
};
const about = (id: string) => (message: { data: Record<string, unknown> }) => message.data.id === id;

test('announces created, changed and archived records, with author and request', async () => {
  const stream = await open(admin.headers);
  expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(stream.headers['cache-control']).toBe('no-store');
  const { client, reply } = await createClient(ana);
  const created = await stream.until(about(client.id));
  expect(created).toMatchObject({
    event: 'change',
    data: {
      resource: 'clients',
      id: client.id,
      change: 'created',
      version: 1,
      request_id: reply.headers['x-request-id'],
      by: { id: admin.id, name: 'Persona admin' },
    },
  });
  const write = (method: 'PATCH' | 'DELETE', version: number, payload?: object) =>
    api.inject({
      method,
      url: `/api/clients/${client.id}`,
      headers: { ...admin.headers, 'if-match': `"${version}"` },
      ...(payload && { payload }),
    });
  await write('PATCH', 1, { notes: 'Nuevo' });
  await stream.until(({ data }) => data.id === client.id && data.change === 'changed' && data.version === 2);
  await write('DELETE', 2);
  await stream.until(({ data }) => data.id === client.id && data.change === 'archived' && data.version === 3);
});

test('announces records only to users who may see them', async () => {
  const manager = await createUser(api, { role: 'sales_rep' });
  const [all, own, other] = [await open(admin.headers), await open(ana.headers), await open(luis.headers)];
  const boss = await open(await signIn(api, manager));
  const planner = await open(await signInAs(api, 'pending')).catch(() => undefined);
  const { client: ofAna } = await createClient(ana);
  const { client: ofLuis } = await createClient(luis);
  await all.until(about(ofLuis.id));
  await own.until(about(ofAna.id));
  await other.until(about(ofLuis.id));
  await reachNow(own, other, boss);
  expect(own.of('change').filter(about(ofLuis.id))).toEqual([]);
  expect(other.of('change').filter(about(ofAna.id))).toEqual([]);
  expect(boss.of('change').filter(({ data }) => data.resource !== 'settings')).toEqual([]);
  expect(planner?.status).toBe(403);
});

test('a record that is transferred to another user is announced to the new owner', async () => {
  const { client } = await createClient(ana);
  const [own, other] = [await open(ana.headers), await open(luis.headers)];
  await api.inject({
    method: 'PATCH',
    url: `/api/clients/${client.id}`,
    headers: { ...admin.headers, 'if-match': '"1"' },
    payload: { primary_sales_rep_id: luis.id },
  });
  await other.until(about(client.id));
  await reachNow(own);
  expect(own.of('change').filter(about(client.id))).toEqual([]);
});

test('an approval is announced as a change of the record that it is about, too', async () => {
  const stream = await open(admin.headers);
  const row = await api.database.transaction(systemChange('test'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO price_lists (code, name, kind, currency_code, valid)
      VALUES ('EN-VIVO', 'Lista por aprobar', 'internal', 'DOP', '[2030-01-01,2031-01-01)') RETURNING id`),
  );
  const id = row?.id ?? '';
  await stream.until(about(id));
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      INSERT INTO approvals (kind, record_id, title, content_hash, reasons, requested_by_id)
      VALUES ('price_lists', ${id}, 'Lista por aprobar', repeat('a', 64),
        '[{"code": "prices_fell", "text": "Bajan los precios.", "permission": "prices.approve"}]', ${admin.id}::uuid)`),
  );
  await stream.until(({ data }) => data.id === id && data.change === 'changed');
});

test('a transaction that commits late is announced late, and not lost', async () => {
  const stream = await open(admin.headers);
  const late = new pg.Client({ ...api.testDatabase.owner });
  await late.connect();
  try {
    const { client: first } = await createClient(ana);
    await stream.until(about(first.id));
    await late.query('BEGIN');
    await late.query(`UPDATE clients SET notes = 'tarde' WHERE id = '${first.id}'`);
    // Other transactions take later numbers of the log and commit earlier; the sealing job runs meanwhile.
    const later = [];
    for (let round = 0; round < 3; round += 1) {
      later.push((await createClient(ana)).client);
      await sealAudit(api.database);
    }
    for (const { id } of later) await stream.until(about(id));
    const seen = stream.of('change').length;
    await late.query('COMMIT');
    const message = await stream.until(({ data }) => data.id === first.id && data.change === 'changed');
    expect(stream.messages.indexOf(message)).toBeGreaterThan(seen - 1);
    await sealAudit(api.database);
    await reachNow(stream);
    // Each is announced once.
    for (const { id } of later) expect(stream.of('change').filter(about(id))).toHaveLength(1);
  } finally {
    await late.end();
  }
});

describe('a client that reconnects', () => {
  test('receives missed events, also if the log was sealed meanwhile', async () => {
    const first = await open(admin.headers);
    const { client: heard } = await createClient(ana);
    await first.until(about(heard.id));
    await first.until(({ event }) => event === 'position');
    await reachNow(first);
    const lastId = first.lastId();
    first.close();
    const { client: missed } = await createClient(ana);
    await sealAudit(api.database);
    await sealAudit(api.database);
    await sealAudit(api.database);
    const second = await open(admin.headers, lastId);
    await second.until(about(missed.id));
    expect(second.of('change').filter(about(heard.id))).toEqual([]);
    expect(second.of('reset')).toEqual([]);
  });

  test.each([
    ['no position', 'x'],
    ['of another database', '0.999999999999:999999999999:'],
    ['out of order', '0.5:4:'],
    ['a hostile one', "0.1:1:'; DROP TABLE users; --"],
    ['a huge one', `0.1:2:${'1,'.repeat(3000)}1`],
  ])('with %s is told to reload everything', async (_what, lastEventId) => {
    const stream = await open(admin.headers, lastEventId);
    expect(stream.status).toBe(200);
    await stream.until(({ event }) => event === 'reset');
  });
});

test('very many changes at once are counted, not listed', async () => {
  const stream = await open(admin.headers);
  await stream.until(({ event }) => event === 'position');
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`
      INSERT INTO industries (code, name) SELECT 'I' || n, 'Industria ' || n FROM generate_series(1, 600) n`);
  });
  const { data } = await stream.until(({ event }) => event === 'many');
  expect(data).toEqual({ resource: 'industries', created: 600, changed: 0 });
  await api.database.transaction(systemChange('test'), async (tx) => {
    for (let round = 0; round < 9; round += 1) {
      await tx.query(sql`UPDATE industries SET sort_order = sort_order + 1 WHERE code LIKE 'I%'`);
    }
  });
  await stream.until(({ event }) => event === 'reset');
});

test('settings are announced to everybody', async () => {
  const stream = await open(ana.headers);
  await api.inject({
    method: 'PUT',
    url: '/api/settings',
    headers: admin.headers,
    payload: {
      settings: { client_code_label: `Código ${Date.now()}` },
      client_code_label: `Código ${Date.now()}`,
    },
  });
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(
      sql`INSERT INTO settings (key, value) VALUES ('prueba', '1') ON CONFLICT (key) DO UPDATE SET value = '2'`,
    );
  });
  await stream.until(({ data }) => data.resource === 'settings' && data.id === 'prueba');
});

describe('the stream', () => {
  test('requires a session, and is served only as an event stream', async () => {
    expect((await open({})).status).toBe(401);
    expect((await open({ authorization: 'Bearer pauta_forged' })).status).toBe(401);
    const plain = await api.inject({ url: '/api/events', headers: admin.headers });
    expect(plain.statusCode).toBe(406);
    expect(plain.json().code).toBe('not_acceptable');
  });

  test('ends when the user signs out, and when their permissions change', async () => {
    const user = await createUser(api, { role: 'sales_manager' });
    const headers = await signIn(api, user);
    const stream = await open(headers);
    await api.inject({ method: 'POST', url: '/api/logout', headers });
    await stream.ended;
    const again = await signIn(api, user);
    const second = await open(again);
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`DELETE FROM user_roles WHERE user_id = ${user.id}`),
    );
    await second.ended;
  });

  test('ends when the session was ended without an event', async () => {
    const { createRelay } = await import('./relay.ts');
    const { createEventBus } = await import('./event-bus.ts');
    const user = await createUser(api, { role: 'sales_rep' });
    const headers = await signIn(api, user);
    const actor = await api.app.sessions.authenticate(headers.authorization.slice(7), {} as never);
    const bus = createEventBus(api.database, () => undefined);
    const relay = createRelay(
      api.app.engine,
      api.database,
      bus,
      { warn: () => undefined },
      { pause: 20, patience: 50, heartbeat: 50 },
    );
    const ended = Promise.withResolvers<void>();
    await relay.join({
      actor: actor!,
      send: () => undefined,
      present: () => undefined,
      reset: () => undefined,
      rights: ended.resolve,
      end: ended.resolve,
    });
    await revokeSessions(api.database, user.id);
    await ended.promise;
    await relay.close();
    await bus.close();
  });

  test('is limited to ten per user', async () => {
    const headers = await signInAs(api, 'planner');
    for (let number = 1; number <= 10; number += 1) expect((await open(headers)).status).toBe(200);
    const refused = await open(headers);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    streams[0]?.close();
    await expect.poll(async () => (await open(headers)).status).toBe(200);
  });

  test('is documented as an event stream', async () => {
    const document = (await api.inject({ url: '/api/openapi.json', headers: admin.headers })).json();
    const { get } = document.paths['/api/events'];
    expect(Object.keys(get.responses['200'].content)).toEqual(['text/event-stream']);
    expect(get.responses).toHaveProperty('406');
  });
});

test('no query is made while there is no subscriber', async () => {
  const asked = async () =>
    (await api.database.one<{ calls: number }>(sql`
      SELECT count(*)::integer AS calls FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%'`))!.calls;
  await expect.poll(asked).toBe(0);
  const stream = await open(admin.headers);
  await expect.poll(asked).toBe(1);
  stream.close();
  await expect.poll(asked).toBe(0);
});

test('survives the loss of every connection to the database', async () => {
  const stream = await open(admin.headers);
  await stream.until(({ event }) => event === 'position');
  await api.testDatabase.runAsSuperuser(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  // The first requests may still get a closed connection.
  let id: string | undefined;
  await expect
    .poll(async () => {
      id = (await createClient(ana).catch(() => undefined))?.client.id;
      return id;
    })
    .toBeDefined();
  await stream.until(about(id ?? ''));
  // The listening connection is restored as well.
  await expect
    .poll(
      async () =>
        (
          await api.database.query(sql`
          SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`)
        ).length,
    )
    .toBe(1);
});
