import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { systemChange } from './database.ts';
import { dryRun } from './dry-run.ts';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase?.drop());

const change = systemChange('dry-run');

test('returns the result of the work and changes nothing', async () => {
  const { database } = testDatabase;
  const count = raw('SELECT count(*)::integer AS count FROM idempotency_keys');
  const insert = raw(`
    INSERT INTO idempotency_keys (key_hash, owner, route, request_hash)
    VALUES ('\\x00', 'anonymous', 'POST /x', '\\x00') RETURNING owner`);
  expect(await dryRun(database, change, async (tx) => (await tx.one<{ owner: string }>(insert))?.owner)).toBe(
    'anonymous',
  );
  expect(await database.one(count)).toEqual({ count: 0 });
});

test('checks deferred constraints, although the transaction never commits', async () => {
  const work = dryRun(testDatabase.database, change, async (tx) => {
    await tx.query(
      raw('CREATE TEMP TABLE pairs (one integer UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP'),
    );
    await tx.query(raw('INSERT INTO pairs VALUES (1), (1)'));
    return 'done';
  });
  await expect(work).rejects.toMatchObject({ constraint: 'pairs_one_key' });
});

test('fails on a lock held by others instead of waiting', async () => {
  const { database } = testDatabase;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = (): void => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const holder = database.transaction(change, async (tx) => {
    await tx.query(raw('SELECT pg_advisory_xact_lock(7)'));
    locked();
    await held;
  });
  await isLocked;
  const waiting = dryRun(database, change, (tx) => tx.query(raw('SELECT pg_advisory_xact_lock(7)')));
  await expect(waiting).rejects.toMatchObject({ code: '55P03' });
  release();
  await holder;
});
