import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { ImportJob } from '../rows/job.ts';
import { leaseSeconds, runStep } from './steps.ts';

const pollEvery = 2_000;
/** Imports that one process works on at once. */
const mostAtOnce = 2;

/** Work on imports in the background of an API process. */
export interface ImportRunner {
  /** There is something to do now. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Takes imports that wait for work, its own and those a dead process left behind: a job belongs to a process as long
 * as its lease is renewed, and two processes never take the same one.
 */
export const startImportRunner = (app: FastifyInstance): ImportRunner => {
  const { engine, database, log } = app;
  const worker = randomUUID();
  const running = new Set<Promise<void>>();
  let stopping = false;

  const claim = (): Promise<ImportJob | undefined> =>
    database.one<ImportJob>(sql`
      UPDATE imports SET leased_by = ${worker}::uuid, lease_until = now() + ${`${leaseSeconds} seconds`}::interval
      WHERE id = (
        SELECT id FROM imports
        WHERE status IN ('checking', 'committing') AND (lease_until IS NULL OR lease_until < now())
        ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING *`);

  const takeOne = async (): Promise<boolean> => {
    const job = await claim();
    if (!job) return false;
    const served = engine.served.get(job.resource);
    if (served) await runStep({ engine, database, served, job, worker }, () => stopping, log);
    return true;
  };

  const wake = (): void => {
    if (stopping || running.size >= mostAtOnce) return;
    const work = (async () => {
      while (!stopping && (await takeOne()));
    })().catch((error: unknown) => {
      if (!stopping) log.warn({ err: error }, 'work on imports was interrupted; it is tried again');
    });
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  const timer = setInterval(wake, pollEvery);
  timer.unref();
  return {
    wake,
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await Promise.all(running);
    },
  };
};
