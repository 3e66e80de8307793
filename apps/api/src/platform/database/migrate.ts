import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openOwnerPool } from '../jobs/owner-pool.ts';
import { paths } from '../paths.ts';

/** The role of the running API: reads and writes rows, creates nothing. */
export const appRole = 'pauta_app';

export interface MigrationResult {
  /** File names applied now. */
  applied: string[];
  /** False when the role cannot be created or assumed: the API then has the permissions of its own user. */
  hasAppRole: boolean;
}

interface MigrationFile {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

/** The migrations cannot be applied; the Spanish message gives the reason and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

const readMigrations = async (folder: string): Promise<MigrationFile[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files: MigrationFile[] = [];
  for (const name of names) {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (!Number.isInteger(number))
      throw new MigrationError(`La migración ${name} no se llama como 0001_nombre.sql.`);
    if (files.some((file) => file.number === number))
      throw new MigrationError(`Hay dos migraciones con el número ${number}.`);
    // A checkout on Windows may have converted the line endings.
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
    files.push({ number, name, text, checksum: createHash('sha256').update(text).digest('hex') });
  }
  return files;
};

const ensureAppRole = async (client: pg.Client): Promise<boolean> => {
  const existing = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [appRole]);
  if (existing.rowCount === 0) {
    try {
      await client.query(`CREATE ROLE ${appRole} NOLOGIN`);
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (code === '42501') return false;
      // Another database of the same server was being set up at the same time.
      if (code !== '42710' && code !== '23505') throw error;
    }
  }
  return true;
};

// Since PostgreSQL 16 even the creator of a role must be granted membership to assume it.
const letBecomeApp = async (client: pg.Client, user: string | undefined): Promise<boolean> => {
  const { rows } = await client.query<{ name: string; can: boolean }>(
    `SELECT u AS name, pg_has_role(u, '${appRole}', 'MEMBER') AS can FROM coalesce($1::name, current_user) AS u`,
    [user ?? null],
  );
  if (!rows[0] || rows[0].can) return true;
  try {
    await client.query(`GRANT ${appRole} TO ${pg.escapeIdentifier(rows[0].name)}`);
    return true;
  } catch {
    return false;
  }
};

/** Creates the tables of graphile-worker. Its library is loaded only if there may be something to do. */
const migrateJobs = async (
  client: pg.Client,
  connection: string | pg.ClientConfig,
  isChanged: boolean,
): Promise<void> => {
  const { rows } = await client.query<{ missing: boolean }>(
    "SELECT to_regclass('graphile_worker.migrations') IS NULL AS missing",
  );
  if (!isChanged && !rows[0]?.missing) return;
  const { Logger, runMigrations } = await import('graphile-worker');
  const pool = openOwnerPool(connection, 2, () => undefined);
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
};

// Functions that name every foreign key to a catalogue are written again, because a migration may have added some. Before
// migration 0061 there are none.
const derived = `
  DO $$ BEGIN
    IF to_regprocedure('list_all_unused()') IS NOT NULL THEN CALL list_all_unused(); END IF;
  END $$`;

/**
 * Applies the numbered SQL files that are not applied yet, each in a transaction, one migrator at a time, as the owner
 * of the database, and with the product's own files those of graphile-worker. Then it grants the role `pauta_app` its
 * permissions and allows `appUser` (the API's own user, by default that of this connection) to assume it.
 *
 * @throws MigrationError if an applied file changed, is missing or has a lower number than the last applied one
 */
export const migrate = async (
  connection: string | pg.ClientConfig,
  options: { folder?: string; appUser?: string | undefined } = {},
): Promise<MigrationResult> => {
  const files = await readMigrations(options.folder ?? paths.migrations);
  const client = new pg.Client(
    typeof connection === 'string'
      ? { connectionString: connection, application_name: 'pauta migrations' }
      : connection,
  );
  await client.connect();
  try {
    await client.query("SET client_min_messages = warning; SET TimeZone = 'UTC'");
    await client.query("SELECT pg_advisory_lock(hashtext('pauta.migrate'))");
    const hasAppRole = await ensureAppRole(client);
    await client.query(`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        number integer PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
    const { rows: done } = await client.query<{ number: number; name: string; checksum: string }>(
      'SELECT number, name, checksum FROM schema_migrations ORDER BY number',
    );
    for (const row of done) {
      const file = files.find(({ number }) => number === row.number);
      if (!file) {
        throw new MigrationError(
          `La base de datos tiene la migración ${row.name}, que esta versión no conoce. ¿Es una versión más antigua?`,
        );
      }
      if (file.checksum !== row.checksum) {
        throw new MigrationError(
          `La migración ${file.name} ya se aplicó y después cambió. Restaure el archivo y ponga el cambio en una migración nueva.`,
        );
      }
    }
    const last = done.at(-1)?.number ?? 0;
    const applied: string[] = [];
    for (const file of files.filter(({ number }) => !done.some((row) => row.number === number))) {
      if (file.number < last) {
        throw new MigrationError(
          `La migración ${file.name} es anterior a la última aplicada (${last}). Dele un número mayor.`,
        );
      }
      try {
        await client.query('BEGIN');
        await client.query(file.text);
        await client.query('INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [
          file.number,
          file.name,
          file.checksum,
        ]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        const reason = error instanceof Error ? error.message : String(error);
        throw new MigrationError(`La migración ${file.name} falló: ${reason}`, { cause: error });
      }
      applied.push(file.name);
    }
    if (applied.length > 0) await client.query(derived);
    if (options.folder === undefined) await migrateJobs(client, connection, applied.length > 0);
    if (hasAppRole) {
      const { rows } = await client.query<{ ready: boolean }>(
        `SELECT has_table_privilege('${appRole}', 'schema_migrations', 'SELECT') AS ready`,
      );
      if (applied.length > 0 || !rows[0]?.ready)
        await client.query(`CALL grant_app_privileges('${appRole}')`);
    }
    return { applied, hasAppRole: hasAppRole && (await letBecomeApp(client, options.appUser)) };
  } finally {
    await client.end();
  }
};
