import type { Holder } from '@pauta/domain/inventory/capacity/holder.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { flightDays } from './flight-days.ts';
import type { Period } from './period.ts';

/**
 * Who is in a space, or in the spaces it contains, on the days of a period, and who waits for it, or for a space around
 * it, and which quotes offer it; at most 200 of each.
 */
export const readHolders = (
  database: Queryable,
  actor: Actor,
  itemId: string,
  { from, to }: Period,
): Promise<Holder[]> =>
  database.query<Holder>(sql`
    (SELECT CASE c.state WHEN 'held' THEN 'hold' ELSE 'sale' END AS kind,
      json_build_object('id', i.id, 'label', i.name) AS item,
      CASE WHEN count(t.id) > 0 THEN json_build_object('id', t.id, 'number', t.number, 'client', k.trade_name,
        'owner', u.full_name, 'expires_at', min(c.expires_at)) END AS hold,
      CASE WHEN count(n.id) > 0 THEN json_build_object('id', n.id, 'number', coalesce(n.number, n.name),
        'client', nk.trade_name) END AS contract,
      NULL::json AS quote,
      CASE c.state WHEN 'held' THEN 1 END AS rank,
      json_agg(json_build_object('day', c.day, 'units', c.units) ORDER BY c.day) AS days
    FROM inventory_items i JOIN capacity_cells c ON c.item_id = i.id
      LEFT JOIN holds t ON t.id = c.hold_id AND c.state = 'held' AND ${scopeCondition(holds, actor)}
      LEFT JOIN clients k ON k.id = t.client_id LEFT JOIN users u ON u.id = t.owner_id
      LEFT JOIN order_lines l ON l.id = c.order_line_id
      LEFT JOIN LATERAL (SELECT t.* FROM contracts t WHERE t.id = l.contract_id AND ${scopeCondition(contracts, actor)}) n ON true
      LEFT JOIN clients nk ON nk.id = n.client_id
    WHERE i.path @> ARRAY[${itemId}::uuid] AND c.day BETWEEN ${from}::date AND ${to}::date
      AND (c.state = 'booked' OR c.expires_at > now())
    GROUP BY c.state, c.hold_id, c.order_line_id, i.id, t.id, k.id, u.id, n.id, n.number, n.name, nk.id
    ORDER BY min(c.day), min(c.id) LIMIT 200)
    UNION ALL
    (SELECT 'queue', json_build_object('id', i.id, 'label', i.name),
      CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'number', t.number, 'client', k.trade_name,
        'owner', u.full_name, 'expires_at', NULL) END, NULL, NULL, h.rank,
      (SELECT json_agg(json_build_object('day', f.at::date,
          'units', h.units_per_day * CASE WHEN i.capacity_unit = 'seconds' THEN coalesce(h.duration_sec, 1) ELSE 1 END) ORDER BY f.at)
        FROM generate_series(greatest(lower(h.flight), ${from}::date), least(upper(h.flight) - 1, ${to}::date), interval '1 day') AS f(at)
        WHERE extract(isodow FROM f.at)::text = ANY (h.days))
    FROM inventory_items s JOIN inventory_items i ON i.path @> ARRAY[s.id] OR s.path @> ARRAY[i.id]
      JOIN holds h ON h.inventory_item_id = i.id
      LEFT JOIN LATERAL (SELECT t.* FROM holds t WHERE t.id = h.id AND ${scopeCondition(holds, actor)}) t ON true
      LEFT JOIN clients k ON k.id = t.client_id LEFT JOIN users u ON u.id = t.owner_id
    WHERE s.id = ${itemId}::uuid AND h.status = 'queued' AND h.expires_at > now() AND h.flight && daterange(${from}::date, ${to}::date, '[]')
      AND EXISTS (SELECT FROM generate_series(greatest(lower(h.flight), ${from}::date), least(upper(h.flight) - 1, ${to}::date), interval '1 day') AS f(at)
        WHERE extract(isodow FROM f.at)::text = ANY (h.days))
    ORDER BY h.rank, h.created_at, h.id LIMIT 200)
    UNION ALL
    (SELECT 'offer', json_build_object('id', i.id, 'label', i.name), NULL, NULL,
      CASE WHEN count(t.id) > 0 THEN json_build_object('id', t.id, 'number', t.number, 'client', k.trade_name,
        'valid_until', t.valid_until) END, NULL,
      json_agg(json_build_object('day', d.day, 'units', s.units_per_day) ORDER BY d.day)
    FROM inventory_items i CROSS JOIN quotes q JOIN quote_lines l ON l.quote_id = q.id
      CROSS JOIN LATERAL sold_components(l.inventory_item_id, l.package_id, l.days, l.units_per_day, l.units,
        l.duration_sec, l.components) s
      CROSS JOIN ${flightDays(raw('l.flight'), raw('s.days'), { from, to })}
      LEFT JOIN LATERAL (SELECT t.* FROM quotes t WHERE t.id = q.id AND ${scopeCondition(quotes, actor)}) t ON true
      LEFT JOIN clients k ON k.id = t.client_id
    WHERE i.path @> ARRAY[${itemId}::uuid] AND s.inventory_item_id = i.id
      AND q.status IN ('sent', 'accepted') AND q.archived_at IS NULL AND coalesce(q.valid_until >= business_date(), true)
      AND l.flight && daterange(${from}::date, ${to}::date, '[]')
      AND NOT EXISTS (SELECT FROM holds h WHERE h.quote_line_id = l.id AND h.status = 'active' AND h.expires_at > now())
    GROUP BY q.id, l.id, i.id, t.id, t.number, t.valid_until, k.id ORDER BY min(d.day), q.id, l.id LIMIT 200)`);
