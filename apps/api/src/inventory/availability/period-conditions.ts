import type { Filter } from '@pauta/domain/resource/query/query.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { allOf } from '../../resource/statement.ts';
import type { Period } from './period.ts';

/**
 * Held units by space and day that no longer count, because their hold is past its time and has not been ended yet; in
 * the space and in every space that contains it.
 */
export const expiredUnits = ({ from, to }: Period): Sql => sql`
  SELECT p AS item_id, c.day, sum(c.units)::integer AS units
  FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) AS p
  WHERE c.state = 'held' AND c.expires_at <= now() AND c.day BETWEEN ${from}::date AND ${to}::date
  GROUP BY 1, 2`;

/**
 * The ids of the spaces `candidate` that have between so many units free on every day of the period on which they are sold.
 * What can be sold of a day follows from a few columns of a space, which are the same in most of them: it is computed
 * once for each combination.
 */
const roomyIn = ({ from, to }: Period, least: string | null, most: string | null): Sql => sql`
  WITH level AS MATERIALIZED (
    SELECT i.id, a.id AS item_id,
      min(a.id::text) OVER (PARTITION BY a.capacity, a.days, a.month_days, a.active, a.permit_until, a.exceptions)::uuid AS alike
    FROM candidate i CROSS JOIN unnest(i.path) AS p JOIN inventory_items a ON a.id = p
  ), usual AS MATERIALIZED (
    SELECT a.id AS alike, d.day::date AS day, capacity_on(a, d.day::date) AS capacity
    FROM inventory_items a CROSS JOIN generate_series(${from}::date, ${to}::date, interval '1 day') AS d(day)
    WHERE a.id IN (SELECT alike FROM level)
  ), gone AS MATERIALIZED (${expiredUnits({ from, to })}), counter AS MATERIALIZED (
    -- Once for all spaces: the counters would be searched for each day of each of them.
    SELECT o.item_id, o.day, o.capacity + o.extra AS capacity,
      o.capacity + o.extra - o.held - o.booked + coalesce(g.units, 0) AS free
    FROM occupancy o LEFT JOIN gone g ON g.item_id = o.item_id AND g.day = o.day
    WHERE o.day BETWEEN ${from}::date AND ${to}::date AND o.item_id IN (SELECT item_id FROM level)
  ), day AS (
    SELECT l.id, u.day, min(coalesce(c.free, u.capacity)) AS free, min(coalesce(c.capacity, u.capacity)) AS capacity
    FROM level l JOIN usual u USING (alike) LEFT JOIN counter c ON c.item_id = l.item_id AND c.day = u.day
    GROUP BY 1, 2
  )
  SELECT id FROM day WHERE capacity > 0 GROUP BY id
  HAVING min(free) BETWEEN coalesce(${least}::bigint, 0) AND coalesce(${most}::bigint, 9223372036854775807)`;

/**
 * The ids of the spaces of which clients of some industries hold or bought something in the period, and of those around
 * and inside of them.
 */
const rivalIn = ({ from, to }: Period, industries: readonly string[]): Sql => sql`
  WITH rival AS MATERIALIZED (
    SELECT c.item_id FROM clients k JOIN holds h ON h.client_id = k.id JOIN capacity_cells c ON c.hold_id = h.id
    WHERE k.industry_id = ANY(${industries}::uuid[]) AND h.status = 'active'
      AND h.flight && daterange(${from}::date, ${to}::date, '[]')
      AND c.state = 'held' AND c.expires_at > now() AND c.day BETWEEN ${from}::date AND ${to}::date
    UNION
    SELECT c.item_id FROM clients k JOIN contracts o ON o.client_id = k.id JOIN order_lines l ON l.contract_id = o.id
      JOIN capacity_cells c ON c.order_line_id = l.id
    WHERE k.industry_id = ANY(${industries}::uuid[]) AND c.day BETWEEN ${from}::date AND ${to}::date
  )
  SELECT unnest(x.path) AS id FROM rival r JOIN inventory_items x ON x.id = r.item_id
  UNION SELECT y.id FROM rival r JOIN inventory_items y ON y.path @> ARRAY[r.item_id]`;

/** The definitions and the condition on the row `i` of `candidate` that the filters of the period need. */
export const periodConditions = (
  period: Period,
  filters: readonly Filter[],
): { readonly definitions: Sql; readonly condition: Sql } => {
  const conditions: Sql[] = [];
  const definitions: Sql[] = [];
  for (const filter of filters) {
    if (filter.operator === 'between') {
      const [step, least, most] = [filter.open ? 1n : 0n, filter.from, filter.to];
      definitions.push(
        sql`, roomy AS MATERIALIZED (${roomyIn(
          period,
          least === null ? null : String(BigInt(least) + step),
          most === null ? null : String(BigInt(most) - step),
        )})`,
      );
      conditions.push(sql`i.id IN (SELECT id FROM roomy)`);
    } else if (filter.operator === 'in' || filter.operator === 'notIn') {
      definitions.push(sql`, rival AS MATERIALIZED (${rivalIn(period, filter.values)})`);
      conditions.push(sql`${raw(filter.operator === 'in' ? '' : 'NOT ')}i.id IN (SELECT id FROM rival)`);
    }
  }
  return {
    definitions: definitions.reduce((all, one) => sql`${all}${one}`, sql``),
    condition: allOf(conditions),
  };
};
