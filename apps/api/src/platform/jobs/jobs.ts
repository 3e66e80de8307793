import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import { startRegularWork } from '../regular-work.ts';
import type { JobKind, JobWork } from './job.ts';
import { endLease, renewLease } from './lease.ts';
import { type OwnerConnection, openOwnerPool } from './owner-pool.ts';
import { type Handlers, type JobLog, startWorker, type Worker } from './worker.ts';

/** Background work that must not be lost: each job is executed once, by any process. */
export interface Jobs {
  /** Registers the handler for a kind of job; areas call it when they are registered. */
  handle<Payload extends object>(kind: JobKind<Payload>, work: JobWork<Payload>): void;
  /**
   * Adds a job in the transaction that causes it: a rollback leaves none. A waiting job with the same key is replaced.
   */
  add<Payload extends object>(tx: Queryable, kind: JobKind<Payload>, payload: Payload): Promise<void>;
  /** Adds a job unless there is one with the same key, waiting or running. */
  addMissing<Payload extends object>(tx: Queryable, kind: JobKind<Payload>, payload: Payload): Promise<void>;
  /** Starts to look for jobs of other processes, including dead ones. */
  begin(): void;
  /** Stops after the running jobs. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  /** Without it jobs are added, but executed by other processes. */
  readonly owner?: OwnerConnection | undefined;
  /** Seconds without a heartbeat after which other processes take over the jobs of this one. */
  readonly lease: number;
  readonly log: JobLog;
}

const waitingJobs = `SELECT EXISTS (
  SELECT FROM graphile_worker.jobs WHERE task_identifier = ANY ($1) AND attempts < max_attempts) AS waits`;

/**
 * The jobs of one process. Its worker starts with the first job that this process adds, or finds when it looks for
 * jobs: at its start and three times in each lease. A process that never had a job needs neither the library nor a
 * connection for it.
 */
export const createJobs = ({ owner, lease, log }: JobsOptions): Jobs => {
  const handlers = new Map<string, JobWork<object>>();
  let pool: pg.Pool | undefined;
  let starting: Promise<void> | undefined;
  let worker: Worker | undefined;
  let stopPolling: (() => Promise<void>) | undefined;
  let firstPoll: Promise<void> = Promise.resolve();
  let stopping = false;
  const isStopping = () => stopping;

  const poolOf = (connection: OwnerConnection): pg.Pool => {
    pool ??= openOwnerPool(connection, 4, (error) => {
      log.warn({ err: error }, 'a connection of the jobs was lost');
    });
    return pool;
  };

  const start = async (connection: OwnerConnection, known: Handlers): Promise<void> => {
    const started = await startWorker(poolOf(connection), known, { log, isStopping });
    worker = started;
    const gone = () => {
      if (worker === started) worker = undefined;
    };
    started.ended.then(gone, (error: unknown) => {
      gone();
      log.warn({ err: error }, 'the worker of jobs ended; another one is started');
    });
  };

  /** Starts the worker, once. */
  const wake = (): Promise<void> => {
    if (!owner || stopping || worker || handlers.size === 0) return Promise.resolve();
    starting ??= start(owner, handlers).finally(() => {
      starting = undefined;
    });
    return starting;
  };

  const poll = async (): Promise<void> => {
    if (!owner || stopping || handlers.size === 0) return;
    if (!worker) {
      const { rows } = await poolOf(owner).query<{ waits: boolean }>(waitingJobs, [[...handlers.keys()]]);
      if (rows[0]?.waits) await wake();
    }
    if (worker) await renewLease(poolOf(owner), worker.name, lease);
  };

  const begin = (): void => {
    if (!owner || stopping || stopPolling) return;
    stopPolling = startRegularWork(log, {
      failure: 'jobs could not be looked for',
      pause: (lease * 1000) / 3,
      work: async () => {
        await poll();
        return undefined;
      },
    });
    firstPoll = poll().catch((error: unknown) =>
      log.warn({ err: error }, 'jobs could not be looked for; it is tried again'),
    );
  };

  const add = async <Payload extends object>(
    tx: Queryable,
    kind: JobKind<Payload>,
    payload: Payload,
    isKept: boolean,
  ): Promise<void> => {
    await tx.query(sql`
      SELECT add_job(${kind.name}, ${JSON.stringify(payload)}::json, ${`${kind.name}:${kind.keyOf(payload)}`}, ${kind.attempts},
        ${isKept}, ${kind.priority ?? 0})`);
    wake().then(begin, (error: unknown) => {
      log.warn({ err: error }, 'the worker of jobs could not start; it is tried again');
      begin();
    });
  };

  return {
    handle: (kind, work) => {
      handlers.set(kind.name, work as unknown as JobWork<object>);
    },
    add: (tx, kind, payload) => add(tx, kind, payload, false),
    addMissing: (tx, kind, payload) => add(tx, kind, payload, true),
    begin,
    stop: async () => {
      stopping = true;
      await Promise.all([stopPolling?.(), firstPoll]);
      await starting?.catch(() => undefined);
      if (!pool) return;
      const own = worker;
      try {
        await own?.stop();
        if (own) await endLease(pool, own.name);
      } finally {
        await pool.end();
      }
    },
  };
};
