import sql from 'sql-template-tag';
import { readWorkingCalendar } from '../crm/working-calendar.ts';
import { type BookedLine, unitsIn } from '../inventory/capacity/move-capacity.ts';
import { preparedStatement, type Transaction } from '../platform/database/database.ts';

/** How the database functions of delivery name a line, or a component of its package. */
export const deliveryKey = ({
  orderLineId,
  packageItemId,
}: Pick<BookedLine, 'orderLineId' | 'packageItemId'>): string =>
  packageItemId ? `${orderLineId}/${packageItemId}` : orderLineId;

/**
 * Makes the quotas, work orders and technical sheets of the order lines of a contract that have none yet. Signing a
 * contract and applying an addendum call it.
 *
 * @param booked what the new lines book, in the same transaction; before or after this call
 * @example await openDelivery(tx, contract.id, booked)
 */
export const openDelivery = async (
  tx: Transaction,
  contractId: string,
  booked: readonly BookedLine[],
): Promise<void> => {
  const { holidays } = await readWorkingCalendar(tx);
  const units: Record<string, number> = {};
  for (const line of booked) {
    const key = deliveryKey(line);
    units[key] = (units[key] ?? 0) + unitsIn(line.cells);
  }
  await tx.query(
    preparedStatement(
      sql`SELECT open_delivery(${contractId}::uuid, ${[...holidays]}::date[], ${JSON.stringify(units)}::jsonb)`,
    ),
  );
};

/**
 * Ends the delivery of order lines from a day on, before their capacity is freed from that day on: placements and work
 * orders are cancelled, periods end the day before. What was aired stays.
 *
 * @param fromDay `YYYY-MM-DD`
 * @example await closeDelivery(tx, [orderLine.id], '2026-12-24')
 */
export const closeDelivery = async (
  tx: Transaction,
  orderLineIds: readonly string[],
  fromDay: string,
): Promise<void> => {
  await tx.query(sql`SELECT close_delivery(${orderLineIds}::uuid[], ${fromDay}::date)`);
};
