import type { OffendingRow, ProofState, Proofs, ProvedInvariant } from '@pauta/domain/proofs/proof-result.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Invariant } from '../platform/invariants/invariant.ts';
import type { Engine } from '../resource/engine.ts';

/** A stored result. */
interface Result {
  readonly name: string;
  readonly state: ProofState;
  readonly at: string;
  readonly since: string | null;
  readonly count: number;
  readonly rows: readonly OffendingRow[];
  readonly problem: string | null;
  readonly took_ms: number;
  readonly task_id: string | null;
}

interface Reader {
  readonly database: Queryable;
  readonly engine: Engine;
  readonly actor: Actor;
}

const orderOf = (number: string): number => Number(number.slice(1));

/** Offending rows of resources whose records the reader sees all of; the count still has the others. */
const visible = ({ engine, actor }: Reader, rows: readonly OffendingRow[]): OffendingRow[] =>
  rows.filter(({ resource }) => {
    const served = resource === null ? undefined : engine.served.get(resource);
    const needed = served?.table.resource.permissions.viewAll ?? null;
    return needed === null || actor.permissions.has(needed);
  });

const described = (
  invariants: readonly Invariant[],
  reader: Reader,
  results: readonly Result[],
): ProvedInvariant[] => {
  const byName = new Map(results.map((result) => [result.name, result]));
  const seesTasks = reader.actor.permissions.has('activities.view_all');
  return invariants
    .map(({ name, number, title, meaning, enforcedBy }): ProvedInvariant => {
      const result = byName.get(name);
      return {
        name,
        number,
        title,
        meaning,
        enforced_by: enforcedBy,
        state: result?.state ?? null,
        at: result?.at ?? null,
        since: result?.since ?? null,
        count: result?.count ?? 0,
        rows: visible(reader, result?.rows ?? []),
        problem: result?.problem ?? null,
        took_ms: result?.took_ms ?? null,
        task_id: seesTasks ? (result?.task_id ?? null) : null,
      };
    })
    .sort((one, other) => orderOf(one.number) - orderOf(other.number));
};

const task = sql`(
  SELECT a.id FROM activities a WHERE a.invariant = r.invariant AND a.status IN ('pending', 'in_progress')) AS task_id`;

/** The last result of each invariant, and since when it is kept. */
export const readProofs = async (invariants: readonly Invariant[], reader: Reader): Promise<Proofs> => {
  const results = await reader.database.query<Result>(sql`
    SELECT r.invariant AS name, r.state, r.at, r.count, r.rows, r.problem, r.took_ms, ${task}, (
        SELECT min(p.at) FROM proof_results p
        WHERE p.invariant = r.invariant AND p.state = 'passed' AND p.at > coalesce(
          (SELECT max(b.at) FROM proof_results b WHERE b.invariant = r.invariant AND b.state <> 'passed'), '-infinity')
      ) AS since
    FROM (SELECT DISTINCT ON (invariant) * FROM proof_results ORDER BY invariant, at DESC) r`);
  const run = await reader.database.one<{ running_id: string | null; proved_at: string | null }>(sql`
    SELECT (SELECT id FROM proof_runs WHERE status = 'running') AS running_id,
      (SELECT max(finished_at) FROM proof_runs) AS proved_at`);
  return {
    invariants: described(invariants, reader, results),
    running_id: run?.running_id ?? null,
    proved_at: run?.proved_at ?? null,
  };
};

/** What one run found; of invariants that it has not proved, nothing. */
export const readResults = async (
  invariants: readonly Invariant[],
  reader: Reader,
  runId: string,
): Promise<ProvedInvariant[]> => {
  const results = await reader.database.query<Result>(sql`
    SELECT r.invariant AS name, r.state, r.at, NULL AS since, r.count, r.rows, r.problem, r.took_ms, ${task}
    FROM proof_results r WHERE r.run_id = ${runId}::uuid`);
  return described(invariants, reader, results).filter(({ state }) => state !== null);
};
