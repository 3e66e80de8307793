import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import type { OrderSpace } from '@pauta/domain/sales/orders/match-spaces.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';

/** The spaces on sale that the actor may see, as lines of an order are matched with them. */
export const readOrderSpaces = (database: Queryable, actor: Actor): Promise<readonly OrderSpace[]> =>
  database.query<OrderSpace>(sql`
    SELECT t.id, t.name, t.code, s.name AS station, p.name AS programme, z.name AS time_slot,
      to_char(coalesce(t.airs_at, h.starts, z.starts), 'HH24:MI') AS "from",
      CASE WHEN t.airs_at IS NULL THEN to_char(coalesce(h.ends, z.ends), 'HH24:MI') END AS "to",
      t.break_no IS NOT NULL AS "isBreak", t.capacity_unit IN ('seconds', 'spots') AS "isSpots"
    FROM inventory_items t
      JOIN subdivisions s ON s.id = t.subdivision_id
      LEFT JOIN programs p ON p.id = t.program_id
      LEFT JOIN time_slots z ON z.id = t.time_slot_id
      LEFT JOIN schedules h ON h.id = t.schedule_id
    WHERE t.status = 'active' AND t.archived_at IS NULL AND ${scopeCondition(inventoryItems, actor)}
    ORDER BY t.name, t.id`);
