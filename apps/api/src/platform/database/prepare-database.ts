import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { OwnerConnection } from '../jobs/owner-pool.ts';
import { type Database, openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { appRole, migrate } from './migrate.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface PreparedDatabase {
  database: Database;
  /** The account that owns the schema. */
  owner: OwnerConnection;
  /** Migrations applied now. */
  applied: string[];
  /** Whether this start created the database. */
  isNew: boolean;
  /** Closes the connections and then, if it is the embedded one and no other process uses it, the server. */
  close(): Promise<void>;
}

/** The database at DATABASE_URL cannot be used; the Spanish message gives the reason. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}

const isFirst = (applied: readonly string[]): boolean => applied.some((name) => name.startsWith('0001'));

const checkServer = async (url: string, log: Log): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; encoding: string; fsync: string }>(`
      SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
        current_setting('fsync') AS fsync`);
    const [found] = rows;
    if (!found || found.version < 150_000)
      throw new DatabaseError('La base de datos de DATABASE_URL debe ser PostgreSQL 15 o posterior.');
    if (found.encoding !== 'UTF8')
      throw new DatabaseError(`La base de datos debe usar la codificación UTF8; usa ${found.encoding}.`);
    if (found.fsync !== 'on')
      log.warn({}, 'fsync is off on the database server: a power failure can lose or corrupt data');
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(
      `No se puede usar la base de datos de DATABASE_URL: ${(error as Error).message}`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Starts or connects to the configured database, migrates it to this version and opens the pool of the API.
 *
 * @param copyTemplate copies what an embedded database begins with, instead of an empty one
 */
export const prepareDatabase = async (
  config: Config,
  log: Log,
  copyTemplate?: (folder: string) => Promise<void>,
): Promise<PreparedDatabase> => {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');

  if (config.databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log, copyTemplate });
    try {
      const owner = embedded.connection('owner');
      const { applied } = await migrate(owner, { appUser: appRole });
      const database = openDatabase({
        connection: embedded.connection(appRole),
        pool: config.databasePool,
        onError,
      });
      return {
        database,
        owner,
        applied,
        isNew: embedded.isFromTemplate || isFirst(applied),
        close: async () => {
          // A transaction that outlived its request would block the pool; stopping the server rolls it back.
          await Promise.race([database.close(), sleep(2000, undefined, { ref: false })]);
          await embedded.stop();
        },
      };
    } catch (error) {
      await embedded.stop();
      throw error;
    }
  }

  await checkServer(config.databaseUrl, log);
  const appUser = new pg.Client({ connectionString: config.databaseUrl }).user;
  const owner = config.databaseOwnerUrl ?? config.databaseUrl;
  const { applied, hasAppRole } = await migrate(owner, { appUser });
  if (!hasAppRole) {
    log.warn(
      {},
      `the role ${appRole} cannot be used, so the API runs with all rights of its user; as a superuser run: CREATE ROLE ${appRole}; GRANT ${appRole} TO "${appUser}"`,
    );
  }
  const role = hasAppRole && appUser !== appRole ? appRole : undefined;
  const database = openDatabase({ connection: config.databaseUrl, role, pool: config.databasePool, onError });
  return {
    database,
    owner,
    applied,
    isNew: isFirst(applied),
    close: () => Promise.race([database.close(), sleep(2000, undefined, { ref: false })]),
  };
};
