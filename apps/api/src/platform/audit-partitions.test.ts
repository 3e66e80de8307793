import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readChanges, readPosition } from '../live/change-log.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { makeTestFolder } from '../testing/test-folder.ts';
import { sealAudit, verifyAudit } from './audit.ts';
import { settleAudit } from './audit-fixtures.ts';
import { migrate } from './database/migrate.ts';
import { paths } from './paths.ts';

let db: TestDatabase;
let owner: pg.Client;

const connect = async (config: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client(config);
  await client.connect();
  return client;
};

/** Names of the partitions, in the order of their names. */
const partitions = async (): Promise<string[]> =>
  (
    await db.database.query<{ name: string }>(sql`
      SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_log'::regclass ORDER BY 1`)
  ).map(({ name }) => name);

const insertAt = async (at: string, id: string): Promise<string> => {
  const row = await db.database.one<{ partition: string }>(sql`
    INSERT INTO audit_log (at, entity, entity_id, action) VALUES (${raw(at)}, 'things', ${id}, 'create')
    RETURNING tableoid::regclass::text AS partition`);
  return row?.partition ?? '';
};

beforeAll(async () => {
  db = await createTestDatabase();
  owner = await connect(db.owner);
});
afterAll(async () => {
  await owner.end();
  await db.drop();
});

test('a log from before partitioning keeps every row in place, and its chain', async () => {
  const old = await createTestDatabase({ empty: true });
  const folder = await makeTestFolder();
  for (const name of await readdir(paths.migrations))
    if (name < '0039') await copyFile(join(paths.migrations, name), join(folder, name));
  await migrate(old.owner, { folder });
  const client = await connect(old.owner);
  try {
    await client.query(`
      INSERT INTO audit_log (at, actor_id, ip, request_id, entity, entity_id, action, before, after, reason)
      SELECT now() - n * interval '5 days', new_id(), '192.0.2.1', 'r' || n, 'clients', n::text, 'update',
        jsonb_build_object('n', n), jsonb_build_object('n', n + 1), 'Motivo ' || n FROM generate_series(1, 400) n`);
    await sealAudit(old.database);
    const rows = 'SELECT l.*, l.xid::text AS xid FROM audit_log l ORDER BY id';
    const before = (await client.query(rows)).rows;
    const { rows: table } = await client.query("SELECT 'audit_log'::regclass::oid AS oid");
    await migrate(old.owner);
    expect((await client.query(rows)).rows.slice(0, before.length)).toEqual(before);
    const [place] = (
      await client.query(
        "SELECT array_agg(DISTINCT tableoid) AS oids FROM audit_log WHERE reason LIKE 'Motivo %'",
      )
    ).rows;
    // Nothing was copied.
    expect(place.oids).toEqual([table[0].oid]);
    await old.database.query(
      sql`INSERT INTO audit_log (entity, entity_id, action) VALUES ('clients', '1', 'update')`,
    );
    await sealAudit(old.database);
    expect(await verifyAudit(old.database)).toBeNull();
    const { rows: ids } = await client.query('SELECT count(*) = count(DISTINCT id) AS once FROM audit_log');
    expect(ids).toEqual([{ once: true }]);
  } finally {
    await client.end();
    await old.drop();
    await rm(folder, { recursive: true });
  }
});

describe('months', () => {
  test('the current and the next two months have a partition; rows far outside are accepted too', async () => {
    const months = await db.database.query<{ name: string }>(sql`
      SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month', 'YYYY_MM') AS name
      FROM generate_series(1, 2) n`);
    expect(await partitions()).toEqual(
      [...months.map(({ name }) => `audit_log_${name}`), 'audit_log_default', 'audit_log_former'].sort(),
    );
    const next = `date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '1 month'`;
    expect(await insertAt(`${next} - interval '1 microsecond'`, 'this')).toBe('audit_log_former');
    expect(await insertAt(next, 'next')).toBe(`audit_log_${months[0]?.name}`);
    expect(await insertAt("'2190-01-01'", 'far')).toBe('audit_log_default');
    expect(await insertAt("'1990-01-01'", 'past')).toBe('audit_log_former');
  });

  test('any process creates a missing month, also concurrently, and moves rows already written', async () => {
    const months = (await partitions()).filter((name) => /_\d{4}_\d\d$/.test(name));
    const last = months.at(-1) ?? '';
    await owner.query(`ALTER TABLE audit_log DETACH PARTITION ${last}`);
    await owner.query(`DROP TABLE ${last}`);
    const inLast = `'${last.slice(-7).replace('_', '-')}-03T00:00:00Z'`;
    expect(await insertAt(inLast, 'early')).toBe('audit_log_default');
    await sealAudit(db.database);
    await Promise.all(
      Array.from({ length: 3 }, () => db.database.query(sql`SELECT make_audit_partitions()`)),
    );
    expect((await partitions()).filter((name) => /_\d{4}_\d\d$/.test(name))).toEqual(months);
    expect(
      await db.database.query(
        sql`SELECT tableoid::regclass::text AS partition FROM audit_log WHERE entity_id = 'early'`,
      ),
    ).toEqual([{ partition: last }]);
    expect(await verifyAudit(db.database)).toBeNull();
  });

  test('the role of the API can access partitions only through the log', async () => {
    await db.database.query(sql`SELECT make_audit_partitions()`);
    for (const name of (await partitions()).map(raw)) {
      for (const statement of [
        sql`SELECT FROM ${name}`,
        sql`INSERT INTO ${name} (at, entity, entity_id, action) VALUES (now(), 'x', 'x', 'x')`,
        sql`UPDATE ${name} SET reason = 'x'`,
        sql`DELETE FROM ${name}`,
        sql`TRUNCATE ${name}`,
        sql`DROP TABLE ${name}`,
        sql`ALTER TABLE audit_log DETACH PARTITION ${name}`,
      ])
        await expect(db.database.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('nor can their owner change them', async () => {
    for (const name of await partitions()) {
      for (const statement of [
        `UPDATE ${name} SET id = id`,
        `DELETE FROM ${name}`,
        `TRUNCATE ${name} CASCADE`,
      ])
        await expect(owner.query(statement), statement).rejects.toThrow(/append-only/);
    }
  });
});

describe('plans', () => {
  const person = '0190a000-0000-7000-8000-00000000000a';
  let settledId = '';

  beforeAll(async () => {
    // Some in each of the three months.
    await owner.query(`
      INSERT INTO audit_log (at, actor_id, request_id, entity, entity_id, action, before, after, reason)
      SELECT date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '1 month' + (n - 6000) * interval '4 minutes',
        md5((n % 97)::text)::uuid, 'request-' || n / 3, (ARRAY['clients', 'users', 'settings', 'contacts'])[1 + n % 4], (n % 4000)::text,
        CASE WHEN n % 1999 = 0 THEN 'undo' ELSE 'update' END, '{"name": "a"}', '{"name": "b"}',
        CASE WHEN n % 1999 = 0 THEN 'Deshace la solicitud request-' || n / 6 END
      FROM generate_series(1, 20000) n`);
    await settleAudit(db.database);
    // The state after autovacuum.
    await owner.query('VACUUM ANALYZE audit_log');
    await owner.query('VACUUM ANALYZE audit_chain');
    settledId =
      (await owner.query<{ id: string }>('SELECT settled_id::text AS id FROM audit_head')).rows[0]?.id ?? '';
  });

  const planOf = async (text: string): Promise<string> =>
    (await owner.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text.replace('$1', settledId)}`)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  /** The non-empty partitions that a plan scans. */
  const readThrough = (plan: string): string[] =>
    [...plan.matchAll(/Seq Scan on (audit_log_\w+)/g)].flatMap(([, name = '']) =>
      name === 'audit_log_default' ? [] : [name],
    );

  test.each([
    [
      'history',
      `SELECT * FROM audit_log WHERE entity = ANY('{clients,notes}') AND entity_id = '7' ORDER BY id DESC LIMIT 1000`,
    ],
    ['undo of a request', "SELECT * FROM audit_log WHERE request_id = 'request-70' AND actor_id IS NOT NULL"],
    [
      'whether it was undone',
      "SELECT at FROM audit_log WHERE action = 'undo' AND reason = 'Deshace la solicitud request-70' ORDER BY at DESC LIMIT 1",
    ],
    ['live changes', 'SELECT * FROM audit_log WHERE id > $1 ORDER BY id LIMIT 5001'],
    [
      'what is not sealed',
      // The query of audit_unsealed(), which reads the number first.
      'SELECT count(*) FROM audit_log l WHERE l.id > $1 AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = l.id)',
    ],
    ['the latest entries', 'SELECT * FROM audit_entries t ORDER BY t.at DESC, t.id DESC LIMIT 26'],
    [
      'entries of a person',
      `SELECT * FROM audit_entries t WHERE t.actor_id = '${person}' ORDER BY t.at DESC, t.id DESC LIMIT 26`,
    ],
    [
      'entries of an action',
      "SELECT * FROM audit_entries t WHERE t.action = 'undo' ORDER BY t.at DESC, t.id DESC LIMIT 26",
    ],
    [
      'entries of an action on one kind',
      "SELECT * FROM audit_entries t WHERE t.entity = 'users' AND t.action = 'undo' ORDER BY t.at DESC, t.id DESC LIMIT 26",
    ],
    [
      'entries about a record',
      "SELECT * FROM audit_entries t WHERE t.record_id = '7' ORDER BY t.at DESC, t.id DESC LIMIT 26",
    ],
    ['entries by a field', `SELECT * FROM audit_entries t WHERE t.fields @> '{legal_name}'`],
    [
      'entries by words of their reason',
      `SELECT * FROM audit_entries t WHERE t.search_text LIKE '%request-3331%'`,
    ],
  ])('%s: an index of every partition', async (_name, text) => {
    const plan = await planOf(text);
    expect(readThrough(plan), plan).toEqual([]);
  });

  test('a query with a known period skips the other months', async () => {
    const plan = await planOf("SELECT count(*) FROM audit_log WHERE at >= now() + interval '32 days'");
    expect(plan).not.toContain('audit_log_former');
    expect(plan).toContain('Subplans Removed');
  });

  test('live changes are read across partitions', async () => {
    const from = await readPosition(db.database);
    await insertAt('now()', 'live-1');
    await insertAt("now() + interval '33 days'", 'live-2');
    const { entries } = await readChanges(db.database, from);
    expect(entries.map(({ entity_id }) => entity_id)).toEqual(['live-1', 'live-2']);
  });
});
