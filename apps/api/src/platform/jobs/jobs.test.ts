import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { systemChange } from '../database/database.ts';
import { dryRun } from '../database/dry-run.ts';
import type { JobKind } from './job.ts';
import { createJobs, type Jobs } from './jobs.ts';

const note: JobKind<{ id: string }> = { name: 'note', attempts: 3, keyOf: ({ id }) => id };
const warnings: object[] = [];
const log = { warn: (fields: object, message: string) => warnings.push({ ...fields, message }) };

let db: TestDatabase;
let owner: pg.Client;
const started: Jobs[] = [];

/** The jobs of one process, which record their executions. */
const startProcess = (done: string[], lease = 180): Jobs => {
  const jobs = createJobs({ owner: db.owner, lease, log });
  jobs.handle(note, async ({ id }) => {
    done.push(id);
  });
  started.push(jobs);
  return jobs;
};
/** Adds jobs without executing them. */
const elsewhere = createJobs({ lease: 180, log });
const inTransaction = (work: Parameters<TestDatabase['database']['transaction']>[1]) =>
  db.database.transaction(systemChange('test'), work);
const waiting = async (): Promise<number> => {
  const { rows } = await owner.query<{ count: number }>('SELECT count(*)::integer FROM graphile_worker.jobs');
  return rows[0]?.count ?? -1;
};
const connections = async (): Promise<number> => {
  const { rows } = await owner.query<{ count: number }>(
    "SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'pauta jobs'",
  );
  return rows[0]?.count ?? -1;
};

beforeAll(async () => {
  db = await createTestDatabase();
  owner = new pg.Client(db.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.drop();
});
beforeEach(async () => {
  warnings.length = 0;
  await owner.query('DELETE FROM graphile_worker._private_jobs');
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
});

test('a job is executed after its transaction committed, and not at all after a rollback', async () => {
  const done: string[] = [];
  const jobs = startProcess(done);
  const failing = inTransaction(async (tx) => {
    await jobs.add(tx, note, { id: 'rolled back' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await waiting()).toBe(0);
  await inTransaction((tx) => jobs.add(tx, note, { id: 'kept' }));
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['kept']);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
});

test('a dry run leaves no job', async () => {
  const jobs = startProcess([]);
  await dryRun(db.database, systemChange('test'), (tx) => jobs.add(tx, note, { id: 'tried' }));
  expect(await waiting()).toBe(0);
});

test('a waiting job with the same key is replaced, or kept if only its existence is required', async () => {
  for (const id of ['a', 'a', 'b']) await elsewhere.add(db.database, note, { id });
  await elsewhere.addMissing(db.database, note, { id: 'b' });
  expect(await waiting()).toBe(2);
});

test('the role of the API can only add jobs', async () => {
  await elsewhere.add(db.database, note, { id: 'secret' });
  for (const statement of [
    sql`SELECT * FROM graphile_worker.jobs`,
    sql`SELECT * FROM graphile_worker._private_jobs`,
    sql`UPDATE graphile_worker._private_jobs SET payload = '{}'`,
    sql`DELETE FROM graphile_worker._private_jobs`,
    sql`SELECT graphile_worker.complete_jobs(ARRAY[1]::bigint[])`,
    sql`SELECT graphile_worker.remove_job('note:secret')`,
    sql`SELECT graphile_worker.add_job('note')`,
    sql`SELECT graphile_worker.force_unlock_workers(ARRAY['x'])`,
    sql`SELECT * FROM job_workers`,
    sql`DELETE FROM job_workers`,
  ])
    await expect(db.database.query(statement), statement.text).rejects.toMatchObject({ code: '42501' });
  expect(await waiting()).toBe(1);
});

test('a failed job is retried, and given up after its attempts; other jobs continue', async () => {
  const tries: boolean[] = [];
  const jobs = createJobs({ owner: db.owner, lease: 180, log });
  started.push(jobs);
  jobs.handle(note, async ({ id }, { isLastAttempt }) => {
    if (id === 'well') return;
    tries.push(isLastAttempt);
    throw new Error('no luck');
  });
  await inTransaction(async (tx) => {
    await jobs.add(tx, note, { id: 'bad' });
    await jobs.add(tx, note, { id: 'well' });
  });
  const again = () =>
    owner.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL');
  await expect
    .poll(
      async () => {
        await again();
        return tries;
      },
      { timeout: 20_000 },
    )
    .toEqual([false, false, true]);
  expect(await waiting()).toBe(1);
  expect(JSON.stringify(warnings)).toContain('no luck');
});

test('several processes execute each job once', async () => {
  const done: string[] = [];
  const processes = Array.from({ length: 4 }, () => startProcess(done));
  const ids = Array.from({ length: 100 }, (_, n) => `job-${n}`).sort();
  for (const id of ids) await elsewhere.add(db.database, note, { id });
  for (const jobs of processes) jobs.begin();
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  expect(done.sort()).toEqual(ids);
});

test('the job of a killed process is taken over after the lease, that of a running one is not', async () => {
  // Simulates a killed process: it holds the job and sends no heartbeat.
  await elsewhere.add(db.database, note, { id: 'left behind' });
  await owner.query(
    "UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead', locked_at = now() - interval '2 seconds'",
  );
  await elsewhere.add(db.database, note, { id: 'in hand' });
  await owner.query(`
    UPDATE graphile_worker._private_jobs SET locked_by = 'pool-alive', locked_at = now() - interval '1 hour' WHERE key = 'note:in hand'`);
  await owner.query("INSERT INTO job_workers VALUES ('pool-alive', now() + interval '1 hour')");
  const done: string[] = [];
  startProcess(done, 1).begin();
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['left behind']);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  await owner.query('DELETE FROM job_workers');
});

test('a process without jobs uses no connection; one that ends removes its heartbeat', async () => {
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  const idle = startProcess([]);
  await inTransaction(async (tx) => void (await tx.query(sql`SELECT 1`)));
  expect(await connections()).toBe(0);
  await idle.stop();
  started.splice(started.indexOf(idle), 1);

  const done: string[] = [];
  const busy = startProcess(done);
  await inTransaction((tx) => busy.add(tx, note, { id: 'one' }));
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['one']);
  await busy.stop();
  started.splice(started.indexOf(busy), 1);
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  expect((await owner.query('SELECT FROM job_workers')).rowCount).toBe(0);
});

test('a stopping process waits for the current job, and signals long work to stop', async () => {
  let begun: (() => void) | undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let told = false;
  const jobs = createJobs({ owner: db.owner, lease: 180, log });
  jobs.handle(note, async (_payload, { isStopping }) => {
    begun?.();
    while (!isStopping()) await sleep(5);
    told = true;
  });
  await inTransaction((tx) => jobs.add(tx, note, { id: 'long' }));
  await hasBegun;
  await jobs.stop();
  expect(told).toBe(true);
  expect(await waiting()).toBe(0);
});
