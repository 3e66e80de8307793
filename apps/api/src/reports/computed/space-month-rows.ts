import { companyCurrency } from '@pauta/domain/money/company-currency.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql, { type Sql } from 'sql-template-tag';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import type { Computing } from './computed-rows.ts';

/**
 * Spaces by the months of the period. What a line was sold for is divided among the units that it booked, so that a month
 * has the part of its days; lines that the actor may not see count as units only. Spaces that are no longer offered have
 * the days on which they were taken.
 */
export const spaceMonthRows = ({ period, actor }: Computing): Sql => sql`
  WITH days AS MATERIALIZED (
    SELECT d::date AS day, greatest(date_trunc('month', d)::date, ${period.from}::date) AS month,
      extract(isodow FROM d)::text AS weekday
    FROM generate_series(${period.from}::date, ${period.to}::date, interval '1 day') AS d),
  weekdays AS MATERIALIZED (SELECT month, weekday, count(*) AS n FROM days GROUP BY 1, 2),
  spaces AS MATERIALIZED (
    SELECT i AS item, i.id, i.status = 'active' AND i.archived_at IS NULL AS is_offered,
      i.exceptions = '[]' AND i.month_days = '{}'
        AND coalesce(i.active @> daterange(${period.from}::date, ${period.to}::date, '[]'), true)
        AND coalesce(i.permit_until >= ${period.to}::date, true) AS is_plain
    FROM inventory_items i WHERE i.parent_id IS NULL),
  offered AS (
    -- The days of a space without exceptions need not be visited.
    SELECT s.id, w.month, sum(w.n) AS open_days, sum(w.n) * (s.item).capacity AS available
    FROM spaces s JOIN weekdays w ON w.weekday = ANY ((s.item).days)
    WHERE s.is_offered AND s.is_plain GROUP BY s.id, w.month, (s.item).capacity
    UNION ALL
    SELECT s.id, d.month, count(*), sum(capacity_on(s.item, d.day))
    FROM spaces s CROSS JOIN days d WHERE s.is_offered AND NOT s.is_plain AND capacity_on(s.item, d.day) > 0
    GROUP BY s.id, d.month),
  taken AS (
    SELECT s.id, d.month, count(*) FILTER (WHERE NOT s.is_offered) AS open_days,
      coalesce(sum(o.capacity) FILTER (WHERE NOT s.is_offered), 0) AS available,
      sum(least(1.0, (o.held + o.booked)::numeric / nullif(o.capacity, 0))) AS taken_days,
      sum(least(1.0, o.booked::numeric / nullif(o.capacity, 0))) AS sold_days, sum(o.booked) AS sold, sum(o.held) AS held
    FROM occupancy o JOIN days d ON d.day = o.day JOIN spaces s ON s.id = o.item_id
    WHERE o.day BETWEEN ${period.from}::date AND ${period.to}::date AND o.held + o.booked > 0 AND o.capacity > 0
    GROUP BY s.id, d.month),
  cells AS MATERIALIZED (
    SELECT c.order_line_id, i.path[1] AS id, d.month, sum(c.units) AS units
    FROM capacity_cells c JOIN days d ON d.day = c.day JOIN inventory_items i ON i.id = c.item_id
    WHERE c.day BETWEEN ${period.from}::date AND ${period.to}::date AND c.state = 'booked' GROUP BY 1, 2, 3),
  lines AS MATERIALIZED (
    SELECT o.id, o.net, o.currency_code,
      (SELECT sum(w.units) FROM capacity_cells w WHERE w.order_line_id = o.id) AS units
    FROM order_lines o JOIN contracts k ON k.id = o.contract_id
    WHERE o.id IN (SELECT c.order_line_id FROM cells c) AND ${rowVisibility(contracts, actor, 'k')}),
  sales AS (
    SELECT c.id, c.month, l.currency_code, sum(c.units) AS priced, round(sum(l.net * c.units / l.units), 2) AS net
    FROM cells c JOIN lines l ON l.id = c.order_line_id GROUP BY 1, 2, 3),
  keys AS (
    SELECT id, month, ${companyCurrency}::text AS currency_code FROM offered
    UNION SELECT id, month, ${companyCurrency}::text FROM taken
    UNION SELECT id, month, currency_code FROM sales)
  SELECT i.id || ':' || k.currency_code AS id, i.code AS space, i.id AS inventory_item_id, k.month, i.capacity_unit,
    coalesce(f.open_days, 0) + coalesce(t.open_days, 0) AS open_days,
    round(coalesce(t.taken_days, 0), 4) AS taken_days, round(coalesce(t.sold_days, 0), 4) AS sold_days,
    coalesce(f.available, 0) + coalesce(t.available, 0) AS available, coalesce(t.sold, 0) AS sold, coalesce(t.held, 0) AS held,
    coalesce(s.priced, 0) AS priced, coalesce(s.net, 0) AS net, k.currency_code, i.platform_id, i.division_id, i.company_id,
    i.inventory_category_id
  FROM keys k JOIN inventory_items i ON i.id = k.id
    LEFT JOIN offered f ON f.id = k.id AND f.month = k.month AND k.currency_code = ${companyCurrency}
    LEFT JOIN taken t ON t.id = k.id AND t.month = k.month AND k.currency_code = ${companyCurrency}
    LEFT JOIN sales s ON s.id = k.id AND s.month = k.month AND s.currency_code = k.currency_code`;
