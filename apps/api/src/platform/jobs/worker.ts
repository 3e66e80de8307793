import { EventEmitter } from 'node:events';
import type { JobHelpers, Logger, TaskList, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { JobWork } from './job.ts';

export interface JobLog {
  warn(fields: object, message: string): void;
}

/** Jobs that one process does at once. */
const concurrency = 3;

/** Handlers by the name of their kind. */
export type Handlers = ReadonlyMap<string, JobWork<object>>;

/** A worker of graphile-worker that looks for jobs. */
export interface Worker {
  /** As it is named where it holds a job. */
  readonly name: string;
  /** Takes no more jobs and waits for those in hand; after five seconds they are given back. */
  stop(): Promise<void>;
  /** Settles when it ended, also by itself. */
  readonly ended: Promise<void>;
}

/** The handlers as graphile-worker calls them. */
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

/** Starts to look for jobs; the library is loaded now, and not before. */
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
