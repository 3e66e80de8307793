import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { parserOf } from './column-types.ts';
import type { ConstraintMeaning, ConstraintMeanings } from './constraints.ts';
import { createHotStatements, type HotStatements, hotPrefix } from './hot-statements.ts';
import { startListener } from './listener.ts';

/** Runs statements written with `sql` of `sql-template-tag`. */
export interface Queryable {
  query<Row extends object>(statement: Sql): Promise<Row[]>;
  /** The first row, or undefined. */
  one<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /** The message for a violated constraint, if its area registered one (`explainConstraints`). */
  constraintMeaning(constraint: string): ConstraintMeaning | undefined;
}

/** One open transaction: one statement at a time, await each before the next. */
export interface Transaction extends Queryable {
  /** The actor, reason and request in the audit rows of this transaction. */
  readonly change: ChangeContext;
}

/** Author and reason of a change; the audit triggers write them into every row of the transaction. */
export interface ChangeContext {
  /** A user's id; null for the system itself or an anonymous visitor. */
  actorId: string | null;
  requestId: string;
  ip: string | null;
  /** Overrides create/update/delete in the log, for example `approve`. */
  action?: string | undefined;
  reason?: string | undefined;
  onBehalfOf?: string | null | undefined;
}

/** A pool of connections. Statements outside `transaction` are for reading: what they write has no author in the log. */
export interface Database extends Queryable {
  /**
   * Runs `work` in one READ COMMITTED transaction and commits. After serialization failures, deadlocks and lock
   * timeouts it is run again, up to five times, so `work` must have no effect outside of the transaction.
   */
  transaction<T>(change: ChangeContext, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `onNotify` for each NOTIFY on the channel and whenever one may have been missed, until the returned function is
   * called. It uses a dedicated connection and does not work through a transaction pooler, so it must not be the only
   * mechanism.
   */
  listen(channel: string, onNotify: (payload?: string) => void): () => Promise<void>;
  /**
   * Gives constraints a field and a Spanish message: the area that owns the tables does so when it is registered.
   *
   * @example database.explainConstraints({ users_email_key: { field: 'email', message: 'Ese correo ya está en uso.' } })
   */
  explainConstraints(meanings: ConstraintMeanings): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connection string, or host (a socket folder too), user and database. */
  connection: string | { host: string; port?: number; user: string; database: string };
  /** Role that every connection assumes after signing in. */
  role?: string | undefined;
  pool?: number | undefined;
  statementTimeout?: number | undefined;
  onError?: ((error: Error) => void) | undefined;
}

const worthPreparing = new WeakSet<Sql>();

/**
 * Marks a statement that is repeated with other values: each connection parses and plans it once while it is among the
 * most frequent ones (`hot-statements.ts`).
 */
export const preparedStatement = (statement: Sql): Sql => {
  worthPreparing.add(statement);
  return statement;
};

/** A change made by the system itself (start, clean-up, seeds), not by a request. */
export const systemChange = (action: string, reason?: string): ChangeContext => ({
  actorId: null,
  requestId: `system:${action}`,
  ip: null,
  reason,
});

const retried = new Set(['40001', '40P01', '55P03']);
const attempts = 5;

/** The SQLSTATE of an error of the database, if it is one. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** A database error with the message registered for its constraint. */
export interface ExplainedError extends pg.DatabaseError {
  meaning?: ConstraintMeaning | undefined;
}

/** The texts that a connection has prepared, by name, as `pg` stores them. */
const parsedOn = (client: pg.PoolClient): Record<string, string> =>
  (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection
    .parsedStatements;

/** Deallocates statements that are no longer hot before a connection prepares another one. */
const makeRoom = async (client: pg.PoolClient, name: string, hot: HotStatements): Promise<void> => {
  const parsed = parsedOn(client);
  if (name in parsed) return;
  const stale = Object.keys(parsed).filter((held) => held.startsWith(hotPrefix) && !hot.has(held));
  if (stale.length === 0) return;
  await client.query(stale.map((held) => `DEALLOCATE ${pg.escapeIdentifier(held)}`).join('; '));
  for (const held of stale) delete parsed[held];
};

const run = async <Row extends object>(
  client: pg.PoolClient,
  statement: Sql,
  hot: HotStatements,
): Promise<Row[]> => {
  const name = worthPreparing.has(statement) ? hot.nameOf(statement.text) : undefined;
  if (name !== undefined) await makeRoom(client, name, hot);
  const result = await client.query<Row & pg.QueryResultRow>({
    text: statement.text,
    values: statement.values,
    ...(name === undefined ? {} : { name }),
  });
  return result.rows;
};

const beginOf = (change: ChangeContext): string => {
  const settings = {
    actor: change.actorId,
    on_behalf_of: change.onBehalfOf,
    request: change.requestId,
    ip: change.ip,
    action: change.action,
    reason: change.reason,
  };
  const calls = Object.entries(settings)
    .filter(([, value]) => value != null && value !== '')
    .map(([name, value]) => `set_config('pauta.${name}', ${pg.escapeLiteral(String(value))}, true)`);
  return `BEGIN; SELECT ${calls.join(', ')}`;
};

/** Opens a pool; connections are opened when first needed. */
export const openDatabase = (options: DatabaseOptions): Database => {
  const { connection, role, statementTimeout = 5000 } = options;
  const settings = [
    `-c statement_timeout=${statementTimeout}`,
    '-c lock_timeout=4000',
    '-c idle_in_transaction_session_timeout=10000',
    // The default suits a spinning disk, where scanning a table is faster than using its index.
    '-c random_page_cost=1.1',
    // JIT compilation would take longer than a whole request; work_mem avoids sorting on disk.
    '-c jit=off',
    '-c work_mem=16MB',
    '-c TimeZone=UTC',
    '-c DateStyle=ISO',
    '-c IntervalStyle=iso_8601',
    ...(role ? [`-c role=${role}`] : []),
  ];
  const server = {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'pauta',
    options: settings.join(' '),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  };
  const pool = new pg.Pool({
    ...server,
    max: options.pool ?? 10,
    idleTimeoutMillis: 30_000,
    types: { getTypeParser: parserOf },
  });
  // A broken connection, idle or in a transaction, is discarded; without a listener its error would end the process.
  const noticed = (error: Error) => options.onError?.(error);
  pool.on('error', noticed);
  pool.on('connect', (client) => client.on('error', noticed));

  const hot = createHotStatements(256);
  const listeners = new Set<() => Promise<void>>();
  const meanings = new Map<string, ConstraintMeaning>();
  const constraintMeaning = (constraint: string) => meanings.get(constraint);
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.constraint !== undefined) {
        (error as ExplainedError).meaning = meanings.get(error.constraint);
      }
      throw error;
    }
  };

  const runAlone = async <Row extends object>(statement: Sql): Promise<Row[]> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      return await run<Row>(client, statement, hot);
    } catch (error) {
      // After an error of a statement the connection itself is still usable.
      if (!(error instanceof pg.DatabaseError))
        failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(failure);
    }
  };

  const attempt = async <T>(change: ChangeContext, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    let busy = false;
    let open = true;
    const query = async <Row extends object>(statement: Sql): Promise<Row[]> => {
      if (!open) throw new Error('The transaction has ended; a query was started after its work returned.');
      if (busy) throw new Error('Two queries at once on one transaction; await the first.');
      busy = true;
      try {
        return await explained(run<Row>(client, statement, hot));
      } finally {
        busy = false;
      }
    };
    const tx: Transaction = {
      change,
      query,
      one: async (statement) => (await query<never>(statement))[0],
      constraintMeaning,
    };
    try {
      await client.query(beginOf(change));
      const result = await work(tx);
      if (busy) throw new Error('The work of a transaction returned before its last query ended.');
      open = false;
      const commit = await explained(client.query('COMMIT'));
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error.
      if (commit.command !== 'COMMIT')
        throw new Error('The transaction had failed and was rolled back: an error was swallowed.');
      return result;
    } catch (error) {
      open = false;
      await client.query('ROLLBACK').catch((rollback: Error) => {
        failure = rollback;
      });
      throw error;
    } finally {
      client.release(failure);
    }
  };

  return {
    query: (statement) => explained(runAlone(statement)),
    one: async (statement) => (await explained(runAlone<never>(statement)))[0],
    constraintMeaning,
    explainConstraints: (entries) => {
      for (const [constraint, meaning] of Object.entries(entries)) meanings.set(constraint, meaning);
    },
    transaction: async (change, work) => {
      for (let tried = 1; ; tried += 1) {
        try {
          return await attempt(change, work);
        } catch (error) {
          if (tried >= attempts || !retried.has(sqlState(error) ?? '')) throw error;
          await sleep(Math.random() * 20 * 2 ** tried);
        }
      }
    },
    listen: (channel, onNotify) => {
      const stop = startListener(server, channel, onNotify, noticed);
      const ending = async (): Promise<void> => {
        listeners.delete(ending);
        await stop();
      };
      listeners.add(ending);
      return ending;
    },
    close: async () => {
      await Promise.all([...listeners].map((end) => end()));
      await pool.end();
    },
  };
};
