import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import pg from 'pg';
import { migrate } from '../../platform/database/migrate.ts';
import { paths } from '../../platform/paths.ts';
import { makeTestFolder } from '../test-folder.ts';

/** The rows of every table of a database of a past release, and the last value of every sequence. */
export interface ReleaseSnapshot {
  /** File names of the migrations that created its tables. */
  readonly migrations: readonly string[];
  /** The rows of each table as JSON text of PostgreSQL, because parsing would round numbers in JavaScript. */
  readonly tables: Readonly<Record<string, string>>;
  readonly sequences: Readonly<Record<string, string>>;
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Writable columns, in order; generated ones are computed again. */
const columnsOf = async (client: pg.ClientBase): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
};

/** Reads a whole database. */
export const takeSnapshot = async (client: pg.ClientBase): Promise<Buffer> => {
  const tables: Record<string, string> = {};
  for (const [table, columns] of await columnsOf(client)) {
    if (table === 'schema_migrations') continue;
    const { rows } = await client.query<{ json: string }>(
      `SELECT coalesce(json_agg(t)::text, '[]') AS json
       FROM (SELECT ${columns.map(pg.escapeIdentifier).join(', ')} FROM ${pg.escapeIdentifier(table)}) t`,
    );
    tables[table] = rows[0]?.json ?? '[]';
  }
  const { rows } = await client.query<Pick<ReleaseSnapshot, 'migrations' | 'sequences'>>(`
    SELECT (SELECT json_agg(name ORDER BY number) FROM schema_migrations) AS migrations,
      (SELECT coalesce(json_object_agg(sequencename, last_value::text), '{}') FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL) AS sequences`);
  return compress(JSON.stringify({ ...rows[0], tables }));
};

export const readSnapshot = async (bytes: Buffer): Promise<ReleaseSnapshot> =>
  JSON.parse((await decompress(bytes)).toString()) as ReleaseSnapshot;

/**
 * Restores an empty database to the state of the snapshot: its migrations, then its rows, with triggers disabled,
 * because they ran when the rows were originally written.
 *
 * @param superuser a connection that may disable triggers
 */
export const restoreSnapshot = async (
  snapshot: ReleaseSnapshot,
  owner: pg.ClientConfig,
  superuser: pg.ClientConfig,
): Promise<void> => {
  const folder = await makeTestFolder();
  const present = await readdir(paths.migrations);
  for (const name of snapshot.migrations.filter((one) => present.includes(one)))
    await copyFile(join(paths.migrations, name), join(folder, name));
  await migrate(owner, { folder });
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    for (const [table, columns] of await columnsOf(client)) {
      const rows = snapshot.tables[table];
      if (rows === undefined) continue;
      const name = pg.escapeIdentifier(table);
      const list = columns.map(pg.escapeIdentifier).join(', ');
      // Rows that the migrations themselves insert are in the snapshot too.
      await client.query(`DELETE FROM ${name}`);
      await client.query(
        `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE
         SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1)`,
        [rows],
      );
    }
    for (const [sequence, value] of Object.entries(snapshot.sequences))
      await client.query('SELECT setval($1::regclass, $2::bigint)', [sequence, value]);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
};
