import { companyCurrency } from '@pauta/domain/money/company-currency.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import type { Computing } from './computed-rows.ts';

/**
 * Spaces by the months of the period. What a line was sold for is divided among the units that it booked, so that a month
 * has the part of its days; lines that the actor may not see count as units only. Spaces that are no longer offered have
 * the days on which they were taken.
 */
export const spaceMonthRows = ({ period, actor }: Computing): Sql => {
  const monthOf = (day: string): Sql =>
    sql`greatest(date_trunc('month', ${raw(day)})::date, ${period.from}::date)`;
  return sql`
  WITH days AS MATERIALIZED (
    SELECT d::date AS day, greatest(date_trunc('month', d)::date, ${period.from}::date) AS month,
      extract(isodow FROM d)::integer AS weekday
    FROM generate_series(${period.from}::date, ${period.to}::date, interval '1 day') AS d),
  -- How often each weekday occurs in a month, from Monday to Sunday.
  months AS MATERIALIZED (
    SELECT m.month, m.last, ARRAY(SELECT count(d.day) FROM generate_series(1, 7) AS w(weekday)
      LEFT JOIN days d ON d.month = m.month AND d.weekday = w.weekday GROUP BY w.weekday ORDER BY w.weekday) AS weekdays
    FROM (SELECT month, max(day) AS last FROM days GROUP BY 1) m),
  spaces AS MATERIALIZED (
    SELECT i AS item, i.id, i.status = 'active' AND i.archived_at IS NULL AS is_offered
    FROM inventory_items i WHERE i.parent_id IS NULL),
  offered AS MATERIALIZED (
    SELECT s.id, m.month, o.open_days, o.available
    FROM spaces s CROSS JOIN months m CROSS JOIN LATERAL (
      SELECT (s.item).month_days = '{}' AND coalesce((s.item).active @> daterange(m.month, m.last, '[]'), true)
        AND coalesce((s.item).permit_until >= m.last, true)
        AND ((s.item).exceptions = '[]' OR NOT EXISTS (
          SELECT FROM jsonb_array_elements((s.item).exceptions) AS e(one)
          WHERE (e.one ->> 'from')::date <= m.last AND (e.one ->> 'to')::date >= m.month)) AS is_plain) p
      CROSS JOIN LATERAL (
        -- The days of a month without exceptions need not be visited.
        SELECT sum(m.weekdays[w::integer]) AS open_days, sum(m.weekdays[w::integer]) * (s.item).capacity AS available
        FROM unnest((s.item).days) AS w WHERE p.is_plain
        UNION ALL
        SELECT count(*), sum(c.capacity)
        FROM days d CROSS JOIN LATERAL (SELECT capacity_on(s.item, d.day) AS capacity OFFSET 0) c
        WHERE NOT p.is_plain AND d.month = m.month AND c.capacity > 0) o
    WHERE s.is_offered AND o.open_days > 0),
  taken AS MATERIALIZED (
    SELECT s.id, ${monthOf('o.day')} AS month, count(*) FILTER (WHERE NOT s.is_offered) AS open_days,
      coalesce(sum(o.capacity) FILTER (WHERE NOT s.is_offered), 0) AS available,
      sum(least(1.0, (o.held + o.booked)::numeric / nullif(o.capacity, 0))) AS taken_days,
      sum(least(1.0, o.booked::numeric / nullif(o.capacity, 0))) AS sold_days, sum(o.booked) AS sold, sum(o.held) AS held
    FROM occupancy o JOIN spaces s ON s.id = o.item_id
    WHERE o.day BETWEEN ${period.from}::date AND ${period.to}::date AND o.held + o.booked > 0 AND o.capacity > 0
    GROUP BY 1, 2),
  cells AS MATERIALIZED (
    SELECT c.order_line_id, i.path[1] AS id, ${monthOf('c.day')} AS month, sum(c.units) AS units
    FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id
    WHERE c.day BETWEEN ${period.from}::date AND ${period.to}::date AND c.state = 'booked' GROUP BY 1, 2, 3),
  lines AS MATERIALIZED (
    SELECT o.id, o.net, o.currency_code,
      (SELECT sum(w.units) FROM capacity_cells w WHERE w.order_line_id = o.id) AS units
    FROM order_lines o JOIN contracts k ON k.id = o.contract_id
    WHERE o.id IN (SELECT c.order_line_id FROM cells c) AND ${rowVisibility(contracts, actor, 'k')}),
  sales AS MATERIALIZED (
    SELECT c.id, c.month, l.currency_code, sum(c.units) AS priced, round(sum(l.net * c.units / l.units), 2) AS net
    FROM cells c JOIN lines l ON l.id = c.order_line_id GROUP BY 1, 2, 3),
  sums AS (
    SELECT r.id, r.month, r.currency_code, sum(r.open_days) AS open_days, sum(r.taken_days) AS taken_days,
      sum(r.sold_days) AS sold_days, sum(r.available) AS available, sum(r.sold) AS sold, sum(r.held) AS held,
      sum(r.priced) AS priced, sum(r.net) AS net
    FROM (
      SELECT id, month, ${companyCurrency}::text AS currency_code, open_days, 0 AS taken_days, 0 AS sold_days, available,
        0 AS sold, 0 AS held, 0 AS priced, 0 AS net FROM offered
      UNION ALL
      SELECT id, month, ${companyCurrency}::text, open_days, taken_days, sold_days, available, sold, held, 0, 0 FROM taken
      UNION ALL
      SELECT id, month, currency_code, 0, 0, 0, 0, 0, 0, priced, net FROM sales) r
    GROUP BY 1, 2, 3),
  -- Filtered afterwards: the planner expects a platform and a division to leave one space, and would scan the sums for each.
  rows AS MATERIALIZED (
    SELECT i.id || ':' || s.currency_code AS id, i.code AS space, i.id AS inventory_item_id, s.month, i.capacity_unit,
      s.open_days, round(s.taken_days, 4) AS taken_days, round(s.sold_days, 4) AS sold_days, s.available, s.sold, s.held,
      s.priced, s.net, s.currency_code, i.platform_id, i.division_id, i.company_id, i.inventory_category_id
    FROM sums s JOIN inventory_items i ON i.id = s.id)
  SELECT * FROM rows`;
};
