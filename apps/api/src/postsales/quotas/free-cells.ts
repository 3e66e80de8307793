import type { Cell } from '@pauta/domain/inventory/capacity/cells.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Locks the quotas of an order line, so that nobody places in them meanwhile, and reads one of them. Those of a package
 * share what the line has booked.
 */
export const lockQuota = async (tx: Transaction, id: string): Promise<LockedQuota> => {
  const quotas = await tx.query<LockedQuota>(sql`
    SELECT id, order_line_id, inventory_item_id, unit, unplaced::float8 AS unplaced, cell_units, contract_id
    FROM quotas WHERE order_line_id = (SELECT order_line_id FROM quotas WHERE id = ${id}::uuid)
    ORDER BY id FOR NO KEY UPDATE`);
  const quota = quotas.find((one) => one.id === id);
  if (!quota) throw new Error(`quota ${id} is gone within its own transaction`);
  return quota;
};

/** A quota whose placements nobody else changes until the transaction ends. */
export interface LockedQuota {
  readonly id: string;
  readonly order_line_id: string;
  readonly inventory_item_id: string;
  readonly unit: string;
  readonly unplaced: number;
  /** Units of capacity that one unit takes: the seconds of a spot, or 1. */
  readonly cell_units: number;
  readonly contract_id: string;
}

/** Units of a quota that are booked in a space on a day and not placed yet. */
export interface FreeCell extends Cell {
  readonly item_id: string;
}

/**
 * What is booked for a locked quota and not placed yet, in units of the quota: first in its own space, then in others to
 * which placements were moved, each in the order of the days. The spaces of other components of the package are theirs.
 *
 * @param between first and last day; null: without that limit
 */
export const freeCells = (
  tx: Transaction,
  quota: LockedQuota,
  between: { readonly from: string | null; readonly to: string | null },
): Promise<FreeCell[]> =>
  tx.query<FreeCell & object>(sql`
    SELECT c.item_id, c.day::text, f.units::float8 AS units
    FROM (
      SELECT item_id, day, sum(units) AS units FROM capacity_cells
      WHERE order_line_id = ${quota.order_line_id}::uuid AND (item_id = ${quota.inventory_item_id}::uuid
          OR item_id NOT IN (SELECT inventory_item_id FROM quotas WHERE order_line_id = ${quota.order_line_id}::uuid))
        AND day >= coalesce(${between.from}::date, day) AND day <= coalesce(${between.to}::date, day)
      GROUP BY item_id, day) c
      CROSS JOIN LATERAL (
        SELECT (c.units - coalesce(sum(p.units::bigint * q.cell_units), 0))::bigint / ${quota.cell_units}::integer AS units
        FROM quotas q JOIN placements p ON p.quota_id = q.id
        WHERE q.order_line_id = ${quota.order_line_id}::uuid AND p.inventory_item_id = c.item_id
          AND p.status <> 'cancelled' AND c.day BETWEEN p.starts_on AND p.ends_on) f
    WHERE f.units > 0
    ORDER BY c.item_id <> ${quota.inventory_item_id}::uuid, c.item_id, c.day`);
