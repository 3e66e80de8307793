import type { OccupiedDay } from '@pauta/domain/inventory/capacity/occupied-day.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Period } from './period.ts';

/** Every day of a period of one space, in one statement; holds past their time do not count. */
export const readOccupancy = (
  database: Queryable,
  itemId: string,
  { from, to }: Period,
): Promise<OccupiedDay[]> =>
  database.query<OccupiedDay>(sql`
    WITH level AS MATERIALIZED (
      SELECT a.* FROM inventory_items i CROSS JOIN unnest(i.path) AS p(id) JOIN inventory_items a ON a.id = p.id
      WHERE i.id = ${itemId}::uuid
    ), expired AS MATERIALIZED (
      SELECT p.id AS item_id, c.day, sum(c.units) AS units
      FROM inventory_items i JOIN capacity_cells c ON c.item_id = i.id CROSS JOIN unnest(i.path) AS p(id)
      WHERE i.path && ARRAY(SELECT id FROM level) AND p.id IN (SELECT id FROM level)
        AND c.state = 'held' AND c.expires_at <= now() AND c.day BETWEEN ${from}::date AND ${to}::date
      GROUP BY 1, 2
    ), cell AS (
      SELECT l.id, d.day::date AS day, n.capacity, coalesce(o.held, 0) - coalesce(e.units, 0) AS held,
        coalesce(o.booked, 0) AS booked, coalesce(o.extra, 0) AS extra
      FROM level l CROSS JOIN generate_series(${from}::date, ${to}::date, interval '1 day') AS d(day)
        CROSS JOIN LATERAL (SELECT capacity_on(l::inventory_items, d.day::date) AS capacity) n
        LEFT JOIN occupancy o ON o.item_id = l.id AND o.day = d.day
        LEFT JOIN expired e ON e.item_id = l.id AND e.day = d.day
    )
    SELECT day::text, max(capacity) FILTER (WHERE id = ${itemId}::uuid) AS capacity,
      (max(held) FILTER (WHERE id = ${itemId}::uuid))::integer AS held, max(booked) FILTER (WHERE id = ${itemId}::uuid) AS booked,
      greatest(0, min(capacity + extra - held - booked))::integer AS free
    FROM cell GROUP BY day ORDER BY day`);
