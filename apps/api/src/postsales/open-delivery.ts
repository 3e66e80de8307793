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

/**
 * Ends what is placed of order lines from a day on, before their capacity is freed from that day on. What is not placed yet
 * stays due as far as it is booked before; work orders stay as they are.
 *
 * @param days civil days; `since` is the first one whose bookings may still be placed, null for all of them
 */
export const cutDelivery = async (
  tx: Transaction,
  orderLineIds: readonly string[],
  { since, from }: { readonly since: string | null; readonly from: string },
): Promise<void> => {
  await tx.query(sql`
    SELECT cut_delivery(${orderLineIds}::uuid[], coalesce(${since}::date, '-infinity'), ${from}::date)`);
};

/**
 * Ends the delivery of the order lines of a cancelled contract from a day on, before their capacity is freed from that day
 * on: as `cutDelivery`, and the work orders of what does not begin before.
 */
export const endDelivery = async (
  tx: Transaction,
  orderLineIds: readonly string[],
  { since, from }: { readonly since: string; readonly from: string },
): Promise<void> => {
  await tx.query(sql`SELECT end_delivery(${orderLineIds}::uuid[], ${since}::date, ${from}::date)`);
};
