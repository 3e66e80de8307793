import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { OccupancyWeeks } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** Weeks in one answer. */
const weeks = 4;

interface Row {
  readonly id: string;
  readonly platform: string;
  readonly spaces: number;
  readonly pct: (string | null)[];
}

/**
 * How much of the active spaces is held or sold, by platform and week from today, in one statement. Of spaces that are
 * part of others only the whole counts, since its counters include its parts. A week's value is the mean over the days on
 * which a space is open, so that spaces of different units weigh the same.
 */
export const readOccupancy = async (
  database: Queryable,
  today: string,
  { company, division }: { readonly company?: string; readonly division?: string },
): Promise<OccupancyWeeks> => {
  const rows = await database.query<Row>(sql`
    WITH days AS MATERIALIZED (
      SELECT ${today}::date + n AS day, n / 7 AS week FROM generate_series(0, ${weeks * 7 - 1}::integer) AS n),
    space AS MATERIALIZED (
      SELECT i AS item, i.platform_id,
        i.capacity > 0 AND i.exceptions = '[]' AND i.month_days = '{}'
          AND coalesce(i.active @> daterange(${today}::date, ${today}::date + ${weeks * 7}::integer), true)
          AND coalesce(i.permit_until >= ${today}::date + ${weeks * 7}::integer, true) AS is_plain
      FROM inventory_items i JOIN subdivisions s ON s.id = i.subdivision_id JOIN divisions d ON d.id = s.division_id
      WHERE i.status = 'active' AND i.archived_at IS NULL AND i.parent_id IS NULL
        AND (${division ?? null}::uuid IS NULL OR d.id = ${division ?? null}::uuid)
        AND (${company ?? null}::uuid IS NULL OR d.company_id = ${company ?? null}::uuid)),
    -- Seven days have each weekday once, so the days of a space without exceptions need not be visited.
    open AS (
      SELECT platform_id, week, sum(days) AS days FROM (
        SELECT p.platform_id, w.week, sum(cardinality((p.item).days)) AS days
        FROM space p CROSS JOIN generate_series(0, ${weeks - 1}::integer) AS w(week) WHERE p.is_plain GROUP BY 1, 2
        UNION ALL
        SELECT p.platform_id, d.week, count(*)
        FROM space p CROSS JOIN days d WHERE NOT p.is_plain AND capacity_on(p.item, d.day) > 0 GROUP BY 1, 2) o
      GROUP BY 1, 2 HAVING sum(days) > 0),
    taken AS (
      SELECT p.platform_id, d.week, sum(least(1.0, (o.held + o.booked)::numeric / o.capacity)) AS days
      FROM days d JOIN occupancy o ON o.day = d.day AND o.capacity > 0 AND o.held + o.booked > 0
        JOIN space p ON (p.item).id = o.item_id
      GROUP BY 1, 2)
    SELECT f.id, f.name AS platform, n.spaces,
      (SELECT array_agg(round(100 * coalesce(t.days, 0) / o.days, 1)::text ORDER BY w.week)
        FROM generate_series(0, ${weeks - 1}::integer) AS w(week)
          LEFT JOIN open o ON o.platform_id = f.id AND o.week = w.week
          LEFT JOIN taken t ON t.platform_id = f.id AND t.week = w.week) AS pct
    FROM (SELECT platform_id, count(*)::integer AS spaces FROM space GROUP BY 1) n JOIN platforms f ON f.id = n.platform_id
    ORDER BY f.name, f.id`);
  return {
    weeks: Array.from({ length: weeks }, (_, week) => addDays(today, 7 * week)),
    platforms: rows.map(({ pct, ...platform }) => ({ ...platform, weeks: pct })),
  };
};
