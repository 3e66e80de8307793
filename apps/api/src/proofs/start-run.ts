import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange, type Transaction } from '../platform/database/database.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { workRegularly } from '../platform/regular-work.ts';
import { workOnProof } from './work-on-proof.ts';

/** Hour of the company's day after which the nightly proof runs. */
export const nightlyHour = 3;

/** Ends runs that nothing works on any more: their job failed at each attempt, or its process was lost. */
const giveUp = (tx: Transaction): Promise<unknown> =>
  tx.query(sql`
    UPDATE proof_runs r SET status = 'incomplete', finished_at = now(),
      proved = (SELECT count(*) FROM proof_results p WHERE p.run_id = r.id AND p.state = 'passed'),
      broken = (SELECT count(*) FROM proof_results p WHERE p.run_id = r.id AND p.state = 'failed')
    WHERE status = 'running' AND created_at < now() - interval '6 hours'`);

/**
 * Starts a proof, unless one is running or, for a nightly one, that of the day exists. The row decides which of several
 * processes runs it.
 *
 * @returns its id
 */
export const startRun = async (
  tx: Transaction,
  jobs: Jobs,
  by: { readonly userId: string } | 'night',
): Promise<string | undefined> => {
  const userId = by === 'night' ? null : by.userId;
  await giveUp(tx);
  const run = await tx.one<{ id: string }>(sql`
    INSERT INTO proof_runs (name, origin, night, requested_by_id)
    SELECT 'Prueba del ' || to_char(business_date(), 'DD/MM/YYYY'),
      ${userId === null ? 'nightly' : 'manual'}, ${userId === null ? sql`business_date()` : null}, ${userId}::uuid
    ON CONFLICT DO NOTHING RETURNING id`);
  if (run) await jobs.add(tx, workOnProof, { id: run.id });
  return run?.id;
};

/** Starts the proof of the night if it is due, once a day whatever the number of processes. */
export const startNightlyRun = ({ database, jobs }: Pick<FastifyInstance, 'database' | 'jobs'>) =>
  database.transaction(systemChange('proofs', 'Prueba de cada noche'), async (tx) => {
    const due = await tx.one<{ due: boolean }>(sql`
      SELECT extract(hour FROM now() AT TIME ZONE business_time_zone()) >= ${nightlyHour}
        AND NOT EXISTS (SELECT FROM proof_runs WHERE night = business_date()) AS due`);
    if (!due?.due) return undefined;
    await tx.query(sql`SELECT forget_old_proofs()`);
    return startRun(tx, jobs, 'night');
  });

/** Every process looks for a due nightly proof. */
export const proveEveryNight = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'the nightly proof could not be started',
    pause: 5 * 60_000,
    pauseAfterFailure: 60_000,
    work: async () => {
      await startNightlyRun(app);
      return undefined;
    },
  });
