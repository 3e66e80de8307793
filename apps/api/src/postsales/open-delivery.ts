import sql from 'sql-template-tag';
import { readWorkingCalendar } from '../crm/working-calendar.ts';
import type { Transaction } from '../platform/database/database.ts';

/**
 * Makes the quotas, work orders and technical sheets of the order lines of a contract that have none yet. Signing a
 * contract and applying an addendum call it after the capacity of the lines is booked.
 *
 * @example await openDelivery(tx, contract.id)
 */
export const openDelivery = async (tx: Transaction, contractId: string): Promise<void> => {
  const { holidays } = await readWorkingCalendar(tx);
  await tx.query(sql`SELECT open_delivery(${contractId}::uuid, ${[...holidays]}::date[])`);
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
