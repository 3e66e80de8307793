import type { PlacingProblem } from '@pauta/domain/postsales/placing/placing-problem.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** Quotas of which nothing new may be placed, each with the names of the payers whose credit is held. */
type Held = ReadonlyMap<string, string>;

const textOf = (payers: string): string =>
  `El crédito de ${payers} está retenido. Lo libera un pago o una promesa que cubra lo atrasado.`;

/** Why everything of these payers is left out. */
export const heldReason = (payers: string): Reason => ({ code: 'credit_held', text: textOf(payers) });

export const readHeld = async (database: Queryable, quotas: readonly string[]): Promise<Held> => {
  const rows = await database.query<{ quota_id: string; payers: string }>(
    sql`SELECT quota_id, payers FROM held_quotas(${[...new Set(quotas)]}::uuid[])`,
  );
  return new Map(rows.map(({ quota_id, payers }) => [quota_id, payers]));
};

/** Divides what a plan would place: what is of a payer whose credit is held is not placed. What has its day is not new. */
export const withoutHeld = async (
  database: Queryable,
  problem: PlacingProblem,
): Promise<{
  readonly problem: PlacingProblem;
  readonly held: readonly { readonly quota: string; readonly units: number; readonly reasons: string }[];
}> => {
  const held = await readHeld(
    database,
    problem.lines.flatMap(({ quota, placement }) => (placement === undefined ? [quota] : [])),
  );
  if (held.size === 0) return { problem, held: [] };
  const isHeld = ({ quota, placement }: PlacingProblem['lines'][number]): boolean =>
    placement === undefined && held.has(quota);
  return {
    problem: { ...problem, lines: problem.lines.filter((line) => !isHeld(line)) },
    held: problem.lines
      .filter(isHeld)
      .map(({ quota, units }) => ({ quota, units, reasons: textOf(held.get(quota) ?? '') })),
  };
};

/** Moves the units of held quotas from what a plan places to what it leaves out. */
export const leaveOut = (tx: Transaction, planId: string, held: Held): Promise<unknown> =>
  tx.query(sql`
    WITH gone AS (
      DELETE FROM placing_plan_units
      WHERE plan_id = ${planId}::uuid AND dated_id IS NULL AND quota_id = ANY(${[...held.keys()]}::uuid[])
      RETURNING quota_id)
    INSERT INTO placing_plan_gaps (plan_id, place, quota_id, units, reasons)
    SELECT ${planId}::uuid, row_number() OVER (ORDER BY g.quota_id) + (
        SELECT coalesce(max(place), -1) FROM placing_plan_gaps WHERE plan_id = ${planId}::uuid),
      g.quota_id, count(*), h.reasons
    FROM gone g JOIN unnest(${[...held.keys()]}::uuid[], ${[...held.values()].map(textOf)}::text[]) AS h (quota_id, reasons)
      ON h.quota_id = g.quota_id
    GROUP BY g.quota_id, h.reasons`);
