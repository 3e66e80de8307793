import { rm } from 'node:fs/promises';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { type ApiProcess, startApiProcess } from '../testing/programs/api-process.ts';
import { type OpenStream, openEvents } from '../testing/read-events.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn } from '../testing/sign-in.ts';
import { makeTestFolder } from '../testing/test-folder.ts';

// Two API processes on one PostgreSQL, as behind a proxy.
let dataDir: string;
let first: ApiProcess;
let second: ApiProcess;
let database: Database;
let headers: { authorization: string };
let stopPostgres: () => Promise<void>;

beforeAll(async () => {
  dataDir = await makeTestFolder();
  const env = { PAUTA_DATA_DIR: dataDir, PAUTA_RATE_LIMIT: '0', PAUTA_RATE_LIMIT_ANONYMOUS: '0' };
  first = await startApiProcess('main.ts', env);
  second = await startApiProcess('main.ts', env);
  const embedded = await startEmbeddedPostgres({ dataDir });
  stopPostgres = () => embedded.stop();
  database = openDatabase({ connection: embedded.connection('pauta_app') });
  headers = await signIn(
    { database },
    await createUser({ database }, { role: 'admin', full_name: 'Ana Pérez' }),
  );
});
afterAll(async () => {
  await database.close();
  await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
  await stopPostgres();
  await rm(dataDir, { recursive: true, force: true });
});

let count = 0;
const post = async (address: string): Promise<string> => {
  count += 1;
  const number = count;
  const body = { ...(await sample), client_code: `VIVO-${number}`, tax_id: `VIVO${number}` };
  const reply = await fetch(`${address}/api/clients`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { data: { id: string } }).data.id;
};
let sample: Promise<Record<string, unknown>>;
beforeAll(() => {
  sample = sampleBody(database, clients, 7) as Promise<Record<string, unknown>>;
});

const about = (id: string) => (message: { data: Record<string, unknown> }) => message.data.id === id;

test('a change in one process is received from the other within a second', async () => {
  const stream = await openEvents(second.address, headers);
  await stream.until(({ event }) => event === 'position');
  const delays: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const id = await post(first.address);
    const done = performance.now();
    const { at } = await stream.until(about(id));
    delays.push(at - done);
  }
  delays.sort((a, b) => a - b);
  console.info(
    `median ${Math.round(delays[10] ?? 0)} ms, slowest ${Math.round(delays[19] ?? 0)} ms after the answer`,
  );
  // The limit allows for a slow machine whose two cores other checks share.
  expect(delays[10]).toBeLessThan(1000);
  stream.close();
});

test('all of 600 changes, 40 at a time in both processes, are received from both', async () => {
  const streams = [await openEvents(first.address, headers), await openEvents(second.address, headers)];
  const written = new Set<string>();
  let left = 600;
  await Promise.all(
    Array.from({ length: 40 }, async (_, writer) => {
      while (left > 0) {
        left -= 1;
        written.add(await post((writer % 2 === 0 ? first : second).address));
      }
    }),
  );
  expect(written.size).toBe(600);
  const missing = (stream: OpenStream) => {
    const delivered = new Set(stream.of('change').map(({ data }) => data.id));
    return [...written].filter((id) => !delivered.has(id)).length;
  };
  for (const stream of streams) {
    await expect.poll(() => missing(stream)).toBe(0);
    expect(stream.of('reset')).toEqual([]);
    // Once in the same process, and once in the other one.
    const delivered = stream.of('change').map(({ data }) => data.id);
    expect(delivered.length).toBe(new Set(delivered).size);
    stream.close();
  }
});

test('a broken stream resumes in another process where it stopped', async () => {
  const before = await openEvents(first.address, headers);
  await before.until(({ event }) => event === 'position');
  const lastId = before.lastId();
  before.close();
  const ids = [await post(first.address), await post(second.address)];
  const after = await openEvents(second.address, headers, lastId);
  for (const id of ids) await after.until(about(id));
  expect(after.of('reset')).toEqual([]);
  after.close();
});

test('survives the loss of all connections of the processes to the database', async () => {
  const stream = await openEvents(second.address, headers);
  await stream.until(({ event }) => event === 'position');
  await database.query(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user`);
  // The first requests may still get a closed connection.
  let id: string | undefined;
  await expect
    .poll(async () => {
      id = await post(first.address).catch(() => undefined);
      return id;
    })
    .toBeDefined();
  await stream.until(about(id ?? ''));
  stream.close();
});

test('a process that stops ends its streams at once', async () => {
  const third = await startApiProcess('main.ts', { PAUTA_DATA_DIR: dataDir });
  const streams = await Promise.all(Array.from({ length: 5 }, () => openEvents(third.address, headers)));
  const asked = performance.now();
  expect(await third.end('SIGTERM')).toBe(0);
  await Promise.all(streams.map(({ ended }) => ended));
  expect(performance.now() - asked).toBeLessThan(9000);
});
