import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import sql from 'sql-template-tag';
import { release } from '../../inventory/capacity/move-capacity.ts';
import { closeDelivery } from '../../postsales/open-delivery.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';

/**
 * Frees the spaces of a cancelled contract from tomorrow on; what ran until today was used. The quote of a contract that
 * was never signed is accepted again, so that another contract can be made of it.
 */
export const cancelContract: StateChangeHandler = async ({ tx, now }, record) => {
  const quote = record.quote_id as Reference | null;
  if (quote && !record.number)
    await tx.query(
      sql`UPDATE quotes SET status = 'accepted' WHERE id = ${quote.id}::uuid AND status = 'converted'`,
    );
  const lines = await tx.query<{ id: string }>(
    sql`SELECT id FROM order_lines WHERE contract_id = ${record.id}::uuid ORDER BY id`,
  );
  if (lines.length === 0) return;
  // Before the counters of capacity, as a signature locks them: the new state gives the packages back.
  await tx.query(sql`
    SELECT FROM packages WHERE max_sales IS NOT NULL
      AND id IN (SELECT package_id FROM order_lines WHERE contract_id = ${record.id}::uuid)
    ORDER BY id FOR NO KEY UPDATE`);
  const orderLineIds = lines.map(({ id }) => id);
  const tomorrow = addDays(companyDay(now), 1);
  await closeDelivery(tx, orderLineIds, tomorrow);
  const days = await tx.query<{ day: string }>(sql`
    SELECT DISTINCT day::text FROM capacity_cells
    WHERE order_line_id = ANY(${orderLineIds}::uuid[]) AND day >= ${tomorrow}::date`);
  if (days.length > 0)
    await release(
      tx,
      { orderLineIds },
      days.map(({ day }) => day),
    );
};
