import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Invariant } from '../platform/invariants/invariant.ts';
import { type JobKind, type JobWork, jobSlice } from '../platform/jobs/job.ts';
import { finishRun } from './finish-run.ts';
import { prove } from './prove.ts';

/** The row of `proof_runs` to work on. */
interface ProofPayload {
  readonly id: string;
}

/** Proves the invariants of a run, after the jobs that somebody waits for. */
export const workOnProof: JobKind<ProofPayload> = {
  name: 'work_on_proof',
  attempts: 10,
  keyOf: ({ id }) => id,
  priority: 10,
};

/**
 * The handler of {@link workOnProof}: proves what the run has no result of yet, for a limited time, and leaves the rest
 * to another job; does nothing when the run has ended.
 */
export const workOnProofs =
  (app: FastifyInstance, invariants: readonly Invariant[]): JobWork<ProofPayload> =>
  async ({ id }, { isStopping }) => {
    const { database, jobs } = app;
    const run = await database.one<{ proved: readonly string[] }>(sql`
      SELECT ARRAY(SELECT invariant::text FROM proof_results WHERE run_id = r.id) AS proved
      FROM proof_runs r WHERE r.id = ${id}::uuid AND r.status = 'running'`);
    if (!run) return;
    const until = performance.now() + jobSlice;
    for (const invariant of invariants.filter(({ name }) => !run.proved.includes(name))) {
      if (isStopping() || performance.now() > until) return jobs.add(database, workOnProof, { id });
      const { state, count, rows, problem, took_ms } = await prove(database, invariant);
      await database.query(sql`
        INSERT INTO proof_results (run_id, invariant, state, count, rows, problem, took_ms)
        SELECT ${id}::uuid, ${invariant.name}, ${state}, ${count}, ${JSON.stringify(rows)}::jsonb, ${problem}, ${took_ms}
        WHERE EXISTS (SELECT FROM proof_runs WHERE id = ${id}::uuid) ON CONFLICT DO NOTHING`);
    }
    await finishRun(app, id, invariants);
  };
