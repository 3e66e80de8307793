import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { type PreparedDatabase, prepareDatabase } from '../../platform/database/prepare-database.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { findSnapshot } from './find-snapshot.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { snapshotVersion } from './snapshot-version.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const makeFolder = async (): Promise<string> => {
  const folder = await makeTestFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const configOf = (dataDir: string, env: Record<string, string> = {}) =>
  readConfig({ PAUTA_DATA_DIR: dataDir, DATABASE_POOL: '2', ...env });

const start = async (dataDir: string, snapshots: string): Promise<PreparedDatabase> => {
  const config = configOf(dataDir);
  const prepared = await prepareDatabase(config, log, await findSnapshot(config, { folder: snapshots }));
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= prepared.close());
  onTestFinished(close);
  return { ...prepared, close };
};

test('a first start copies the snapshot with its files, and nothing that belongs to one installation', async () => {
  const snapshots = await makeFolder();
  await makeSnapshot(snapshots, { clients: 60, spaces: 450 });
  // Without the spare segments that the load left.
  const wal = await readdir(join(snapshots, 'cluster', 'pg_wal'));
  expect(wal.filter((name) => /^[0-9A-F]{24}$/.test(name)).length).toBeLessThanOrEqual(2);
  const [one, other] = [await makeFolder(), await makeFolder()];
  const first = await start(one, snapshots);
  expect(first).toMatchObject({ isNew: true, applied: [] });
  expect(
    await first.database.one(sql`
      SELECT is_demonstration() AS demonstration, (SELECT count(*)::integer FROM clients) AS clients, (SELECT count(*)::integer FROM credentials) AS passwords,
        (SELECT count(*)::integer FROM sessions) AS sessions, (SELECT count(*)::integer FROM mails) AS mails,
        (SELECT count(*)::integer FROM user_roles l JOIN roles r ON r.id = l.role_id WHERE r.name = 'admin') AS admins`),
  ).toEqual({ demonstration: true, clients: 60, passwords: 0, sessions: 0, mails: 0, admins: 0 });
  const files = await first.database.query<{ path: string; sha256: Buffer }>(
    sql`SELECT path, sha256 FROM files`,
  );
  expect(files.length).toBeGreaterThan(0);
  for (const { path, sha256 } of files) {
    const bytes = await readFile(join(one, 'storage', path));
    expect(createHash('sha256').update(bytes).digest()).toEqual(sha256);
  }

  // The second installation copies the same snapshot while the first one runs.
  const second = await start(other, snapshots);
  expect(await second.database.one(sql`SELECT count(*)::integer AS n FROM clients`)).toEqual({ n: 60 });

  await first.close();
  const again = await start(one, snapshots);
  expect(again.isNew).toBe(false);
});

test('a snapshot that cannot be copied is an empty database', async () => {
  const snapshots = await makeFolder();
  await writeFile(
    join(snapshots, 'snapshot.json'),
    JSON.stringify({ madeAt: new Date().toISOString(), version: await snapshotVersion() }),
  );
  const { isNew, database } = await start(await makeFolder(), snapshots);
  expect(isNew).toBe(true);
  expect(await database.query(sql`SELECT id FROM clients`)).toEqual([]);
});

test('none is used when it is old, of another version, not wanted, or for another database', async () => {
  const snapshots = await makeFolder();
  const dataDir = await makeFolder();
  await mkdir(join(snapshots, 'storage'));
  const now = Date.parse('2026-11-20T12:00:00Z');
  const current = await snapshotVersion();
  const madeAt = (text: string, version = current) =>
    writeFile(join(snapshots, 'snapshot.json'), JSON.stringify({ madeAt: text, version }));
  const find = (env: Record<string, string> = {}) =>
    findSnapshot(configOf(dataDir, env), { folder: snapshots, now });

  expect(await find()).toBeUndefined();
  await madeAt('2026-11-19T12:00:00Z');
  expect(await find()).toBeTypeOf('function');
  expect(await find({ PAUTA_DEMO: '0' })).toBeUndefined();
  expect(await find({ DATABASE_URL: 'postgres://pauta@localhost/pauta' })).toBeUndefined();
  await madeAt('2026-11-19T12:00:00Z', 'of other migrations');
  expect(await find()).toBeUndefined();
  await madeAt('2026-11-16T12:00:00Z');
  expect(await find()).toBeUndefined();
  await madeAt('2026-11-21T12:00:00Z');
  expect(await find()).toBeUndefined();
});
