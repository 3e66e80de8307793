import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type JobKind, type JobWork, jobSlice } from '../../platform/jobs/job.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import type { ImportJob } from '../rows/job.ts';
import { fail, runStep } from './steps.ts';

/** The row of `imports` to work on. */
export interface ImportPayload {
  readonly id: string;
}

/** Checks or commits the rows of an import. */
export const workOnImport: JobKind<ImportPayload> = {
  name: 'work_on_import',
  attempts: 25,
  keyOf: ({ id }) => id,
};

const isUnderWay = sql`status IN ('checking', 'committing')`;

/** Adds jobs for unfinished imports without one, which an earlier version created. */
export const addMissingImports = async ({ database, jobs }: FastifyInstance): Promise<void> => {
  const waiting = await database.query<ImportPayload>(
    sql`SELECT id FROM imports WHERE ${isUnderWay} ORDER BY created_at`,
  );
  for (const { id } of waiting) await jobs.addMissing(database, workOnImport, { id });
};

/**
 * The handler of {@link workOnImport}: runs the import's current step for a limited time; does nothing when it has
 * ended.
 */
export const workOnImports =
  ({ engine, database, jobs, log }: FastifyInstance): JobWork<ImportPayload> =>
  async ({ id }, { isLastAttempt, isStopping }) => {
    const job = await database.one<ImportJob>(
      sql`SELECT * FROM imports WHERE id = ${id}::uuid AND ${isUnderWay}`,
    );
    if (!job) return;
    const served = servedOf({ engine }, job.resource);
    const end = performance.now() + jobSlice;
    const step = { engine, database, served, job };
    try {
      const isDone = await runStep(step, () => isStopping() || performance.now() > end, log);
      if (!isDone) await jobs.add(database, workOnImport, { id });
    } catch (error) {
      if (isLastAttempt)
        await fail(step, 'La base de datos no respondió. Lo que ya se importó quedó guardado.');
      throw error;
    }
  };
