import type { OccupiedDay } from '@pauta/domain/inventory/capacity/occupied-day.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Period } from './period.ts';

/**
 * The counters `cell` of these spaces, and of the spaces above them, on every day of a period; holds past their time do
 * not count.
 */
const cellsOfTrees = (itemIds: readonly string[], { from, to }: Period): Sql => sql`
  level AS MATERIALIZED (
    SELECT DISTINCT a.* FROM inventory_items i CROSS JOIN unnest(i.path) AS p(id) JOIN inventory_items a ON a.id = p.id
    WHERE i.id = ANY(${itemIds}::uuid[])
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
  )`;

/** Every day of a period of one space, in one statement. */
export const readOccupancy = (database: Queryable, itemId: string, period: Period): Promise<OccupiedDay[]> =>
  database.query<OccupiedDay>(sql`
    WITH ${cellsOfTrees([itemId], period)}
    SELECT day::text, max(capacity) FILTER (WHERE id = ${itemId}::uuid) AS capacity,
      (max(held) FILTER (WHERE id = ${itemId}::uuid))::integer AS held, max(booked) FILTER (WHERE id = ${itemId}::uuid) AS booked,
      greatest(0, min(capacity + extra - held - booked))::integer AS free
    FROM cell GROUP BY day ORDER BY day`);

/** What is free of these spaces and of those above them, each by itself, by day: `free.get(id)?.get('2026-11-24')`. */
export const readFreeUnits = async (
  database: Queryable,
  itemIds: readonly string[],
  period: Period,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> => {
  const rows = await database.query<{ id: string; days: Readonly<Record<string, number>> }>(sql`
    WITH ${cellsOfTrees(itemIds, period)}
    SELECT id, json_object_agg(day, greatest(0, capacity + extra - held - booked)) AS days FROM cell GROUP BY id`);
  return new Map(rows.map(({ id, days }) => [id, new Map(Object.entries(days))]));
};
