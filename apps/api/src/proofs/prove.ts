import type { OffendingRow, ProofState } from '@pauta/domain/proofs/proof-result.ts';
import sql from 'sql-template-tag';
import { type Database, sqlState, systemChange } from '../platform/database/database.ts';
import type { Invariant } from '../platform/invariants/invariant.ts';

/** What a proof found of one invariant. */
export interface Found {
  readonly state: ProofState;
  /** Number of rows that violate it. */
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly OffendingRow[];
  /** Why it could not be proved, in Spanish. */
  readonly problem: string | null;
  readonly took_ms: number;
}

/** Rows that are stored with a result. */
export const mostRows = 50;

/** Time limit of one invariant in milliseconds. */
export const proofLimit = 120_000;

/** SQLSTATE of a statement that was cancelled because of its time limit. */
const cancelled = '57014';

/** Why an invariant could not be proved; null for an error of the connection, after which the job is retried. */
const problemOf = (error: unknown, limit: number): string | null => {
  const state = sqlState(error);
  if (state === undefined || state.startsWith('57P') || state.startsWith('08')) return null;
  return state === cancelled
    ? `La consulta llegó a su límite de tiempo (${limit / 1000} s) y se detuvo.`
    : `La consulta no se pudo ejecutar (error ${state} de la base de datos).`;
};

/**
 * Proves one invariant in a read-only transaction of its own.
 *
 * @param limit milliseconds after which it is given up
 * @throws Error when the connection was lost
 */
export const prove = async (
  database: Database,
  { name, offending }: Pick<Invariant, 'name' | 'offending'>,
  limit = proofLimit,
): Promise<Found> => {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const found = await database.transaction(systemChange(`proof:${name}`), async (tx) => {
      await tx.query(sql`SET TRANSACTION READ ONLY`);
      // One processor is left to the people who work meanwhile.
      await tx.query(sql`
        SELECT set_config('statement_timeout', ${String(limit)}, true), set_config('max_parallel_workers_per_gather', '0', true)`);
      return tx.one<{ count: number; rows: readonly OffendingRow[] }>(sql`
        WITH offending (resource, id, label, wrong) AS MATERIALIZED (${offending}), first_rows AS (
          SELECT resource, id, label, wrong FROM offending ORDER BY label, wrong LIMIT ${mostRows})
        SELECT (SELECT count(*) FROM offending)::integer AS count,
          (SELECT coalesce(json_agg(f), '[]') FROM first_rows f) AS rows`);
    });
    if (!found) throw new Error('a query without FROM answers one row');
    return { ...found, state: found.count === 0 ? 'passed' : 'failed', problem: null, took_ms: took() };
  } catch (error) {
    const problem = problemOf(error, limit);
    if (problem === null) throw error;
    return { state: 'error', count: 0, rows: [], problem, took_ms: took() };
  }
};
