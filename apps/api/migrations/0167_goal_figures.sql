-- What a goal has reached is planned once: the plan of its five metrics took 5 ms and its rows less than 1. The list of
-- goals asks for it three times a row.

SELECT set_config('pauta.request', 'migration:0167', true), set_config('pauta.reason', 'Cifras de las metas', true);

-- As before (0087, renamed in 0145), with the visits of a year between two moments: the time zone was read for each visit of a person.
CREATE OR REPLACE FUNCTION goal_rows(g rep_goals) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT s.on_date, p.amount FROM sale_credits s
    JOIN order_lines o ON o.id = s.order_line_id
    JOIN order_line_terms t ON t.order_line_id = o.id AND t.counts_for_goal
    CROSS JOIN LATERAL (
      SELECT s.amount WHERE g.division_id IS NULL AND g.platform_id IS NULL
      UNION ALL
      SELECT part.amount FROM sold_parts(o, s.amount) part
      WHERE (g.division_id IS NOT NULL OR g.platform_id IS NOT NULL)
        AND (g.division_id IS NULL OR part.division_id = g.division_id)
        AND (g.platform_id IS NULL OR part.platform_id = g.platform_id)) p
  WHERE g.metric = 'signed_sales' AND s.user_id = g.user_id AND s.currency_code = g.currency_code
    AND s.on_date >= lower(plan_year(g.fiscal_year)) AND s.on_date < upper(plan_year(g.fiscal_year))
  UNION ALL
  SELECT a.day, a.amount * p.split_pct / 100 FROM portfolio_assignments p
    JOIN billed_amounts a ON a.client_id = p.client_id AND p.valid @> a.day
  WHERE g.metric = 'billed' AND p.user_id = g.user_id AND a.currency_code = g.currency_code
    AND a.day >= lower(plan_year(g.fiscal_year)) AND a.day < upper(plan_year(g.fiscal_year))
  UNION ALL
  SELECT a.day, a.amount * p.split_pct / 100 FROM portfolio_assignments p
    JOIN collected_amounts a ON a.client_id = p.client_id AND p.valid @> a.day
  WHERE g.metric = 'collected' AND p.user_id = g.user_id AND a.currency_code = g.currency_code
    AND a.day >= lower(plan_year(g.fiscal_year)) AND a.day < upper(plan_year(g.fiscal_year))
  UNION ALL
  SELECT min(m.signed_on), 1 FROM (
    SELECT DISTINCT k.id, k.signed_on, coalesce(c.merged_into_id, c.id) AS client_id
    FROM sale_credits s JOIN contracts k ON k.id = s.contract_id JOIN clients c ON c.id = k.client_id
      JOIN order_line_terms t ON t.order_line_id = s.order_line_id AND t.counts_for_goal
    WHERE g.metric IN ('new_clients', 'renewals') AND s.user_id = g.user_id AND s.kind = 'signed' AND s.on_date = k.signed_on
      AND s.on_date >= lower(plan_year(g.fiscal_year)) AND s.on_date < upper(plan_year(g.fiscal_year))) m
    CROSS JOIN LATERAL (
      SELECT EXISTS (SELECT FROM contracts e
        WHERE e.client_id = ANY(with_merged_clients(m.client_id)) AND (e.signed_on, e.id) < (m.signed_on, m.id)) AS had) h
  WHERE h.had = (g.metric = 'renewals')
  GROUP BY m.id
  UNION ALL
  SELECT (v.closed_at AT TIME ZONE (SELECT business_time_zone()))::date, 1 FROM activities v
  WHERE g.metric = 'visits' AND v.assigned_to_id = g.user_id AND v.kind = 'visit' AND v.status = 'done'
    AND v.closed_at >= lower(plan_year(g.fiscal_year))::timestamp AT TIME ZONE (SELECT business_time_zone())
    AND v.closed_at < upper(plan_year(g.fiscal_year))::timestamp AT TIME ZONE (SELECT business_time_zone())
$$;
CREATE INDEX activities_visits_done ON activities (assigned_to_id, closed_at) WHERE kind = 'visit' AND status = 'done';

ALTER FUNCTION reached(rep_goals) SET plan_cache_mode = force_generic_plan;
