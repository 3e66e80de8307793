import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** How many days before the end of a flight the removal of what is installed is planned. */
const daysAhead = 7;

/** How many orders were made. */
export interface OpenedOrders {
  readonly orders: number;
  readonly removals: number;
}

/**
 * Makes the orders that are missing: of the lines of contracts in force, and the removals of what is installed and ends
 * soon. The database keeps two who do so at once from making one twice.
 */
export const openDueOrders = async (tx: Transaction, now: Date): Promise<OpenedOrders> => {
  const opened = await tx.one<{ orders: number; removals: number }>(sql`
    SELECT (
        SELECT coalesce(sum(open_work_orders(c.id)), 0)::integer FROM contracts c
        WHERE c.status IN ('signed', 'active', 'suspended') AND EXISTS (
          SELECT FROM order_lines o WHERE o.contract_id = c.id AND o.status = 'active'
            AND NOT EXISTS (SELECT FROM work_orders w WHERE w.order_line_id = o.id))) AS orders,
      open_removals(${addDays(companyDay(now), daysAhead)}::date) AS removals`);
  return opened ?? { orders: 0, removals: 0 };
};
