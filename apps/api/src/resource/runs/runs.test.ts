import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import {
  chunkLock,
  chunkSize,
  createBatchDatabase,
  faults,
  mountedBatches,
} from '../../testing/made-up/batches.ts';
import { startApiProcess } from '../../testing/programs/api-process.ts';
import { createRole, createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import type { CommandRun } from '../commands/run.ts';

type Headers = Record<string, string>;

let api: TestApi;
let owner: pg.Client;
let ana: TestUser;
let headers: Headers;
let made = 0;

beforeAll(async () => {
  const testDatabase = await createBatchDatabase();
  owner = new pg.Client(testDatabase.owner);
  await owner.connect();
  api = await startTestApi({ testDatabase, resources: [mountedBatches] });
  ana = await createUser(api, { full_name: 'Ana Peñaló' });
  headers = await signIn(api, ana);
});
afterEach(async () => {
  faults.clear();
  await owner.query('SELECT pg_advisory_unlock_all()');
});
afterAll(async () => {
  await owner?.end();
  await api?.close();
});

const post = (url: string, payload: object = {}, more: Headers = {}) =>
  api.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });

const makeBatch = async (name?: string): Promise<{ id: string; name: string }> => {
  made += 1;
  const response = await post('/api/batches', { name: name ?? `Lote ${made} de prueba` });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};

const start = async (id: string, count: number, more: Headers = {}): Promise<CommandRun> => {
  const response = await post(`/api/batches/${id}/fill`, { count, reason: 'Porque sí' }, more);
  expect(response.statusCode, response.body).toBe(202);
  return response.json().data.run;
};

const readRun = async (id: string, own: Headers = headers): Promise<CommandRun> => {
  const response = await api.inject({ url: `/api/runs/${id}`, headers: own });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};

const isOver = ({ state }: CommandRun) => ['finished', 'cancelled', 'failed'].includes(state);

const settled = async (id: string): Promise<CommandRun> => {
  await expect.poll(async () => isOver(await readRun(id)), { timeout: 30_000 }).toBe(true);
  return readRun(id);
};

/** Makes this chunk wait, once it has written its records, until {@link open}. */
const close = (chunk: number) => owner.query('SELECT pg_advisory_lock($1, $2)', [chunkLock, chunk]);
const open = (chunk: number) => owner.query('SELECT pg_advisory_unlock($1, $2)', [chunkLock, chunk]);
const waitAtChunk = (chunk: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await owner.query(
          "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND NOT granted",
          [chunkLock, chunk],
        );
        return rows.length;
      },
      { timeout: 20_000 },
    )
    .toBe(1);

/** Numbers of the created records of a batch, in order. */
const created = async (name: string): Promise<number[]> => {
  const rows = await api.database.query<{ n: number }>(sql`
    SELECT substr(name, length(${name}) + 2)::integer AS n FROM batches
    WHERE name LIKE ${`${name} %`} AND archived_at IS NULL ORDER BY n`);
  return rows.map(({ n }) => n);
};
const upTo = (last: number): number[] => Array.from({ length: last }, (_, n) => n + 1);

test('answers its run, works in chunks with progress, and is undone as one request', async () => {
  const batch = await makeBatch();
  await close(3);
  const response = await post(`/api/batches/${batch.id}/fill`, { count: 12, reason: 'Porque sí' });
  expect(response.statusCode, response.body).toBe(202);
  const { run } = response.json().data as { run: CommandRun };
  expect(response.headers.location).toBe(`/api/runs/${run.id}`);
  expect(run).toMatchObject({ resource: 'batches', command: 'fill', record_id: batch.id, state: 'waiting' });
  expect(run).not.toHaveProperty('position');

  await waitAtChunk(3);
  expect(await readRun(run.id)).toMatchObject({ state: 'running', done: 2 * chunkSize, total: 12 });
  expect(await created(batch.name)).toEqual(upTo(10));
  await open(3);
  expect(await settled(run.id)).toMatchObject({
    state: 'finished',
    done: 12,
    total: 12,
    answer: { made: 12 },
    error: null,
  });
  expect(await created(batch.name)).toEqual(upTo(12));

  const logged = await api.database.query(sql`
    SELECT DISTINCT actor_id, reason, action FROM audit_log WHERE request_id = ${run.request_id}`);
  expect(logged).toEqual([{ actor_id: ana.id, reason: 'Porque sí', action: 'create' }]);
  const undone = await post(`/api/undo/${run.request_id}`);
  expect(undone.json().data, undone.body).toMatchObject({ undone: 12, blocked_total: 0 });
  expect(await created(batch.name)).toEqual([]);
});

test('a state change as a job compares the version, and changes the state with its last chunk', async () => {
  const batch = await makeBatch();
  const url = `/api/batches/${batch.id}/fill_up`;
  expect((await post(url, { count: 7 })).statusCode).toBe(428);
  expect((await post(url, { count: 7 }, { 'if-match': '"9"' })).statusCode).toBe(412);
  const stateOf = async () =>
    (await api.inject({ url: `/api/batches/${batch.id}`, headers })).json().data.status;
  await close(2);
  const started = await post(url, { count: 7 }, { 'if-match': '"1"' });
  expect(started.statusCode, started.body).toBe(202);
  const { run } = started.json().data as { run: CommandRun };
  await waitAtChunk(2);
  expect(await stateOf()).toBe('open');
  await open(2);
  expect(await settled(run.id)).toMatchObject({ state: 'finished', error: null });
  expect(await stateOf()).toBe('full');

  const again = await post(url, { count: 7 }, { 'if-match': '"2"' });
  expect([again.statusCode, again.json().code]).toEqual([409, 'wrong_state']);
  const undone = await post(`/api/undo/${run.request_id}`);
  expect(undone.json().data, undone.body).toMatchObject({ blocked_total: 0, repeatable: false });
  expect(await stateOf()).toBe('open');
  expect(await created(batch.name)).toEqual([]);
});

test('is cancelled before the next chunk, and keeps what was done', async () => {
  const batch = await makeBatch();
  await close(2);
  const run = await start(batch.id, 100);
  await waitAtChunk(2);
  const asked = await Promise.all([1, 2].map(() => post(`/api/runs/${run.id}/cancel`)));
  for (const response of asked) {
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json().data).toMatchObject({
      state: 'running',
      cancel_requested_at: expect.any(String),
    });
  }
  expect((await post(`/api/undo/${run.request_id}`)).json().code).toBe('still_running');
  await open(2);
  const end = await settled(run.id);
  expect(end).toMatchObject({ state: 'cancelled', done: 10, total: 100, answer: null });
  expect(await created(batch.name)).toEqual(upTo(10));
  expect((await post(`/api/runs/${run.id}/cancel`)).json().data).toEqual(end);
  await post(`/api/undo/${run.request_id}`);
  expect(await created(batch.name)).toEqual([]);
});

test('runs once at a time on a record; other records do not wait', async () => {
  const [batch, other] = [await makeBatch(), await makeBatch()];
  await close(2);
  const run = await start(batch.id, 8);
  await waitAtChunk(2);
  const finished = await settled((await start(other.id, 3)).id);
  expect(finished.state).toBe('finished');
  await open(2);
  await settled(run.id);

  faults.set(1, 'always');
  const stuck = await start(batch.id, 8);
  const second = await post(`/api/batches/${batch.id}/fill`, { count: 8 });
  expect([second.statusCode, second.json().code]).toEqual([409, 'already_running']);
  expect(second.json().message).toMatch(/^Esta acción ya está en curso\./);
  await post(`/api/runs/${stuck.id}/cancel`);
  expect(await settled(stuck.id)).toMatchObject({ state: 'cancelled', done: 0 });
  faults.clear();
  expect(await settled((await start(batch.id, 3)).id)).toMatchObject({ state: 'finished' });
});

test('a command of the collection runs as a job too, once at a time', async () => {
  await close(1);
  const started = await post('/api/batches/fill_all', { count: 6 });
  expect(started.statusCode, started.body).toBe(202);
  const { run } = started.json().data as { run: CommandRun };
  await waitAtChunk(1);
  expect((await post('/api/batches/fill_all', { count: 6 })).json().code).toBe('already_running');
  await open(1);
  expect(await settled(run.id)).toMatchObject({ state: 'finished', record_id: null, done: 6 });
  expect(await created('Todo')).toEqual(upTo(6));
});

test('refuses before it starts, and a dry run writes nothing', async () => {
  const traces = () =>
    api.database.one(sql`
      SELECT (SELECT count(*)::integer FROM command_runs) AS runs, (SELECT count(*)::integer FROM audit_log) AS log,
        (SELECT count(*)::integer FROM batches) AS batches, (SELECT count(*)::integer FROM idempotency_keys) AS keys`);
  const reserved = await makeBatch('Reservado para otro');
  const batch = await makeBatch();
  const before = await traces();
  const refused = await post(`/api/batches/${reserved.id}/fill`, { count: 5 });
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Este lote está reservado.']);
  expect((await post(`/api/batches/${batch.id}/fill`, { count: 0 })).json().errors).toHaveProperty('count');
  const bulk = await post('/api/batches/bulk', { action: 'fill', ids: [batch.id], values: { count: 5 } });
  expect(bulk.statusCode).toBe(422);
  const tried = await post(`/api/batches/${batch.id}/fill/preview`, { count: 5 });
  expect([tried.statusCode, tried.json().data]).toEqual([200, { making: 5 }]);
  expect(await traces()).toEqual(before);
});

test('a request sent twice with one idempotency key starts one run', async () => {
  const batch = await makeBatch();
  const key = { 'idempotency-key': 'el-mismo-llenado-0001' };
  const [first, second] = [await start(batch.id, 4, key), await start(batch.id, 4, key)];
  expect(second.id).toBe(first.id);
  await settled(first.id);
  expect(await created(batch.name)).toEqual(upTo(4));
});

test('others see no run but with the permission to read the audit log, and do not cancel it', async () => {
  const batch = await makeBatch();
  await close(1);
  const run = await start(batch.id, 3);
  const colleague = await signInAs(api, 'sales_manager');
  const auditor = await signInAs(api, await createRole(api, ['audit.view']));
  const cancelled = (own: Headers) =>
    api.inject({ method: 'POST', url: `/api/runs/${run.id}/cancel`, headers: own });
  expect((await api.inject({ url: `/api/runs/${run.id}`, headers: colleague })).statusCode).toBe(404);
  expect((await cancelled(colleague)).statusCode).toBe(404);
  expect(await readRun(run.id, auditor)).toMatchObject({ id: run.id });
  expect((await cancelled(auditor)).statusCode).toBe(403);
  await open(1);
  expect((await settled(run.id)).state).toBe('finished');
});

test.each([
  {
    change: 'loses the permission',
    statement: (id: string) => sql`DELETE FROM user_roles WHERE user_id = ${id}::uuid`,
    error: 'El registro ya no existe, o quien inició esta acción ya no puede verlo.',
  },
  {
    change: 'keeps only the permission to see',
    statement: (id: string) => sql`
      UPDATE user_roles SET role_id = (SELECT id FROM roles WHERE name = 'auditor') WHERE user_id = ${id}::uuid`,
    error: 'Quien inició esta acción ya no tiene permiso para continuarla.',
  },
  {
    change: 'is deactivated',
    statement: (id: string) => sql`UPDATE users SET status = 'inactive' WHERE id = ${id}::uuid`,
    error: 'Quien inició esta acción ya no tiene una cuenta activa.',
  },
])('ends when the user who started it $change', async ({ statement, error }) => {
  const batch = await makeBatch();
  const user = await createUser(api);
  await close(2);
  const run = await start(batch.id, 50, await signIn(api, user));
  await waitAtChunk(2);
  await api.database.transaction(systemChange('test'), (tx) => tx.query(statement(user.id)));
  await open(2);
  expect(await settled(run.id)).toMatchObject({ state: 'failed', done: 10, error });
  expect(await created(batch.name)).toEqual(upTo(10));
});

test('a refusal of a chunk ends the run with its message; earlier chunks are kept', async () => {
  const batch = await makeBatch();
  faults.set(2, 'refused');
  const run = await start(batch.id, 20);
  const error = 'Ya no hay lugar para más lotes.';
  expect(await settled(run.id)).toMatchObject({ state: 'failed', done: 5, error });
  expect(await created(batch.name)).toEqual(upTo(5));
});

test('an unexpected error rolls back only its chunk, which is retried', async () => {
  const batch = await makeBatch();
  faults.set(2, 'once');
  const run = await start(batch.id, 12);
  expect(await settled(run.id)).toMatchObject({ state: 'finished', done: 12, error: null });
  expect(await created(batch.name)).toEqual(upTo(12));
});

test('after its attempts an unexpected error ends the run, and is not shown', async () => {
  const batch = await makeBatch();
  faults.set(2, 'always');
  const run = await start(batch.id, 12);
  await expect
    .poll(
      async () => {
        // Retries at once instead of after the pause of the job.
        await owner.query(
          'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL AND attempts < max_attempts',
        );
        return (await readRun(run.id)).state;
      },
      { timeout: 40_000 },
    )
    .toBe('failed');
  const end = await readRun(run.id);
  expect(end).toMatchObject({
    done: 5,
    error: 'Ocurrió un error inesperado. Lo que ya se hizo se conserva.',
  });
  expect(JSON.stringify(end)).not.toContain('no luck');
  expect(await created(batch.name)).toEqual(upTo(5));
}, 60_000);

test('the answer of a command that runs as a job is documented', async () => {
  const { paths } = (await api.inject({ url: '/api/openapi.json?area=batches', headers })).json();
  const { responses } = paths['/api/batches/{id}/fill'].post;
  expect(Object.keys(responses)).toContain('202');
  expect(Object.keys(responses)).not.toContain('200');
});

test.skipIf(process.platform !== 'linux')(
  'kill -9 within a chunk: another process continues, and does no chunk twice',
  async () => {
    const testDatabase = await createBatchDatabase();
    const crashing = new pg.Client(testDatabase.owner);
    await crashing.connect();
    try {
      const own = await signInAs(testDatabase);
      const startProcess = async () =>
        startApiProcess('testing/programs/batch-program.ts', {
          PAUTA_DATA_DIR: await makeTestFolder(),
          PAUTA_RATE_LIMIT: '0',
          PAUTA_JOB_LEASE: '2',
          DATABASE_URL: testDatabase.ownerUrl,
        });
      const first = await startProcess();
      const call = async (url: string, body: object) => {
        let response: Response | undefined;
        // An overloaded server answers 503.
        await expect
          .poll(
            async () => {
              response = await fetch(`${first.address}/api/batches${url}`, {
                method: 'POST',
                headers: { ...own, 'content-type': 'application/json' },
                body: JSON.stringify(body),
              });
              return response.status;
            },
            { timeout: 20_000 },
          )
          .toBeLessThan(300);
        return (await (response as Response).json()).data;
      };
      await crashing.query('SELECT pg_advisory_lock($1, 3)', [chunkLock]);
      const { id } = await call('', { name: 'Interrumpido' });
      const { run } = (await call(`/${id}/fill`, { count: 23 })) as { run: CommandRun };
      const state = async () => {
        const { rows } = await crashing.query<{ state: string; done: number; waits: boolean }>(
          `SELECT state, done, EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 3 AND NOT granted) AS waits
           FROM command_runs WHERE id = $1`,
          [run.id],
        );
        return rows[0];
      };
      await expect.poll(state, { timeout: 20_000 }).toMatchObject({ done: 10, waits: true });
      await first.end('SIGKILL');
      await crashing.query('SELECT pg_advisory_unlock_all()');
      expect(await state()).toMatchObject({ state: 'running', done: 10 });

      const second = await startProcess();
      await expect.poll(state, { timeout: 60_000 }).toMatchObject({ state: 'finished', done: 23 });
      await second.end('SIGTERM');
      const { rows } = await crashing.query<{ n: number }>(
        `SELECT substr(name, 14)::integer AS n FROM batches WHERE name LIKE 'Interrumpido %' ORDER BY n`,
      );
      expect(rows.map(({ n }) => n)).toEqual(upTo(23));
    } finally {
      await crashing.end();
      await testDatabase.drop();
    }
  },
  120_000,
);
