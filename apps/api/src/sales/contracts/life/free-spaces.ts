import sql from 'sql-template-tag';
import { release } from '../../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../../platform/database/database.ts';

/**
 * Frees what order lines have booked from a day on. Their delivery is cut before (`closeDelivery`, `cutDelivery`).
 *
 * @param fromDay `YYYY-MM-DD`
 */
export const freeSpaces = async (
  tx: Transaction,
  orderLineIds: readonly string[],
  fromDay: string,
): Promise<void> => {
  const days = await tx.query<{ day: string }>(sql`
    SELECT DISTINCT day::text FROM capacity_cells
    WHERE order_line_id = ANY(${orderLineIds}::uuid[]) AND day >= ${fromDay}::date`);
  if (days.length > 0)
    await release(
      tx,
      { orderLineIds },
      days.map(({ day }) => day),
    );
};

/** The order lines of a contract, in the order in which they are locked. */
export const orderLineIdsOf = async (tx: Transaction, contractId: string): Promise<readonly string[]> => {
  const lines = await tx.query<{ id: string }>(
    sql`SELECT id FROM order_lines WHERE contract_id = ${contractId}::uuid ORDER BY id`,
  );
  return lines.map(({ id }) => id);
};
