import type { Holder } from '@pauta/domain/inventory/capacity/holder.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import type { Period } from './period.ts';

/** Who is in a space, or in the spaces it contains, on the days of a period; at most 200. */
export const readHolders = (
  database: Queryable,
  actor: Actor,
  itemId: string,
  { from, to }: Period,
): Promise<Holder[]> =>
  database.query<Holder>(sql`
    SELECT CASE c.state WHEN 'held' THEN 'hold' ELSE 'sale' END AS kind,
      json_build_object('id', i.id, 'label', i.name) AS item,
      CASE WHEN count(t.id) > 0 THEN json_build_object('id', t.id, 'number', t.number, 'client', k.trade_name,
        'owner', u.full_name, 'expires_at', min(c.expires_at)) END AS hold,
      json_agg(json_build_object('day', c.day, 'units', c.units) ORDER BY c.day) AS days
    FROM inventory_items i JOIN capacity_cells c ON c.item_id = i.id
      LEFT JOIN holds t ON t.id = c.hold_id AND c.state = 'held' AND ${scopeCondition(holds, actor)}
      LEFT JOIN clients k ON k.id = t.client_id LEFT JOIN users u ON u.id = t.owner_id
    WHERE i.path @> ARRAY[${itemId}::uuid] AND c.day BETWEEN ${from}::date AND ${to}::date
      AND (c.state = 'booked' OR c.expires_at > now())
    GROUP BY c.state, c.hold_id, c.order_line_id, i.id, t.id, k.id, u.id
    ORDER BY min(c.day), min(c.id) LIMIT 200`);
