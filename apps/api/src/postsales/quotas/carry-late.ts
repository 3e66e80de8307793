import { distribute } from '@pauta/domain/postsales/quotas/distribute.ts';
import sql from 'sql-template-tag';
import { type CapacityCell, lockSpaces, moveCells } from '../../inventory/capacity/move-capacity.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { LockedQuota } from './free-cells.ts';

interface LateDay {
  readonly item_id: string;
  readonly day: string;
  readonly units: number;
}

/** Booked cells of so many units, the earliest days first. */
const firstOf = (late: readonly LateDay[], units: number, { cell_units }: LockedQuota): CapacityCell[] => {
  let left = units;
  return late.flatMap(({ item_id, day, units: there }) => {
    const count = Math.min(there, left);
    left -= count;
    return count === 0 ? [] : [{ itemId: item_id, day, units: count * cell_units }];
  });
};

/**
 * Moves what a locked quota has booked on days that are over, and did not place, to the days that are left of its flight
 * or its period: evenly, as far as they have room.
 *
 * @param most units that are wanted
 */
export const carryLate = async (tx: Transaction, quota: LockedQuota, most: number): Promise<void> => {
  const late = await tx.query<LateDay & object>(sql`
    SELECT d.item_id, d.day::text, d.units::float8 AS units
    FROM quotas q CROSS JOIN LATERAL late_days(q) d WHERE q.id = ${quota.id}::uuid ORDER BY d.day, d.item_id`);
  const wanted = Math.min(
    most,
    late.reduce((sum, { units }) => sum + units, 0),
  );
  if (wanted <= 0) return;
  const days = await tx.query<{ day: string }>(sql`
    SELECT d.day::date::text FROM quotas q JOIN inventory_items i ON i.id = q.inventory_item_id
      CROSS JOIN generate_series(greatest(business_date(), lower(q.flight)), late_until(q), interval '1 day') AS d(day)
      JOIN contracts k ON k.id = q.contract_id
    WHERE q.id = ${quota.id}::uuid AND capacity_on(i, d.day::date) > 0 AND contract_runs(k, d.day::date) ORDER BY 1`);
  const itemId = quota.inventory_item_id;
  await lockSpaces(tx, [
    ...days.map(({ day }) => ({ itemId, day })),
    ...late.map(({ item_id, day }) => ({ itemId: item_id, day })),
  ]);
  const rooms = await tx.query<{ units: number }>(sql`
    SELECT greatest(0, floor(min(coalesce(o.capacity + o.extra - o.held - o.booked, capacity_on(a, d.day))
      / ${quota.cell_units}::numeric)))::float8 AS units
    FROM unnest(${days.map(({ day }) => day)}::date[]) AS d(day) JOIN inventory_items i ON i.id = ${itemId}::uuid
      JOIN inventory_items a ON a.id = ANY (i.path) LEFT JOIN occupancy o ON o.item_id = a.id AND o.day = d.day
    GROUP BY d.day ORDER BY d.day`);
  const shares = distribute(
    wanted,
    rooms.map(({ units }) => Math.min(units, wanted)),
  );
  const carried = shares.reduce((sum, units) => sum + units, 0);
  await moveCells(
    tx,
    quota.order_line_id,
    firstOf(late, carried, quota),
    days.flatMap(({ day }, place) => {
      const units = (shares[place] ?? 0) * quota.cell_units;
      return units === 0 ? [] : [{ itemId, day, units }];
    }),
  );
};
