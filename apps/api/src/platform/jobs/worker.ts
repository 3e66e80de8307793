import { EventEmitter } from 'node:events';
import type { JobHelpers, Logger, TaskList, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { JobWork } from './job.ts';

export interface JobLog {
  warn(fields: object, message: string): void;
}

/** Number of jobs that one process executes concurrently. */
const concurrency = 3;

/** Handlers by the name of their job. */
export type Handlers = ReadonlyMap<string, JobWork<object>>;

/** A worker of graphile-worker. */
export interface Worker {
  /** Its name in the jobs that it has locked. */
  readonly name: string;
  /** Accepts no more jobs and waits for the running ones; after five seconds they are released. */
  stop(): Promise<void>;
  /** Settles when the worker has stopped, also by itself. */
  readonly ended: Promise<void>;
}

/** The handlers in the form that graphile-worker calls. */
export const taskListOf = (handlers: Handlers, isStopping: () => boolean = () => false): TaskList =>
  Object.fromEntries(
    [...handlers].map(([name, work]) => [
      name,
      (payload: unknown, { job }: JobHelpers) =>
        work(payload as object, { isLastAttempt: job.attempts >= job.max_attempts, isStopping }),
    ]),
  );

/** The logger of graphile-worker: only errors are passed on, because it logs every job. */
export const loggerFor = (log: JobLog, Base: typeof Logger): Logger =>
  new Base(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') {
      const job = meta?.job as { id: string; task_identifier: string } | undefined;
      log.warn({ ...(job && { job: job.id, task: job.task_identifier }) }, message);
    }
  });

/** Starts a worker; the library is loaded at this point and not before. */
export const startWorker = async (
  pool: pg.Pool,
  handlers: Handlers,
  { log, isStopping }: { readonly log: JobLog; readonly isStopping: () => boolean },
): Promise<Worker> => {
  const { run, Logger: Base } = await import('graphile-worker');
  const events = new EventEmitter() as WorkerEvents;
  let name = '';
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id;
  });
  const runner = await run({
    pgPool: pool,
    taskList: taskListOf(handlers, isStopping),
    parsedCronItems: [],
    concurrency,
    noHandleSignals: true,
    events,
    logger: loggerFor(log, Base),
  });
  return { name, stop: () => runner.stop(), ended: runner.promise };
};
