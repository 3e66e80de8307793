import { add, multiply } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';

/** Exclusive upper limit of a stored price: `numeric(18,6)`. */
const tooHigh = '1000000000000';

/** By what all prices of a list are multiplied, and to how many decimals they are rounded. */
export interface Adjustment {
  /** Decimal text: 1.1 raises prices by 10 %. */
  readonly factor: string;
  readonly decimals: number;
}

/** @throws Problem 422 if a price would become too large to be stored */
export const readAdjustment = async (tx: Transaction, listId: string, input: Values): Promise<Adjustment> => {
  const factor = add('1', multiply(String(input.adjust_pct ?? '0'), '0.01'));
  const row = await tx.one<{ most: string | null }>(
    sql`SELECT max(unit_price)::text AS most FROM prices WHERE price_list_id = ${listId}::uuid`,
  );
  if (compareDecimals(multiply(row?.most ?? '0', factor), tooHigh) >= 0)
    throw invalid({ adjust_pct: ['Con este ajuste algún precio sería demasiado grande.'] });
  return { factor, decimals: Number(input.decimals ?? 2) };
};

/** An adjusted column of `prices`. */
export const adjusted = (column: Sql, { factor, decimals }: Adjustment): Sql =>
  sql`round(${column} * ${factor}::numeric, ${decimals}::integer)`;

/** Prices per statement, so that none takes longer than a statement may. */
const together = 2000;

/**
 * Runs a statement over the prices of a list, in chunks.
 *
 * @param statement for the ids of some prices
 */
export const inChunks = async (
  tx: Transaction,
  listId: string,
  statement: (ids: readonly string[]) => Sql,
): Promise<void> => {
  const rows = await tx.query<{ id: string }>(
    sql`SELECT id FROM prices WHERE price_list_id = ${listId}::uuid ORDER BY position, id`,
  );
  for (let from = 0; from < rows.length; from += together)
    await tx.query(statement(rows.slice(from, from + together).map(({ id }) => id)));
};
