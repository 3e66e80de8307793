-- Figures of budgets of clients look up once which accounts were merged into the client and the agency, and not for each
-- contract or invoice.

SELECT set_config('pauta.request', 'migration:0148', true), set_config('pauta.reason', 'Cifras de presupuestos de clientes', true);

CREATE OR REPLACE FUNCTION booked_rows(b client_budgets) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT s.on_date, p.amount FROM contracts k JOIN sale_credits s ON s.contract_id = k.id
    JOIN order_lines o ON o.id = s.order_line_id
    CROSS JOIN LATERAL (
      SELECT s.amount WHERE b.platform_id IS NULL
      UNION ALL
      SELECT part.amount FROM sold_parts(o, s.amount) part
      WHERE b.platform_id IS NOT NULL AND part.platform_id = b.platform_id) p
  WHERE k.client_id = ANY((SELECT with_merged_clients(b.client_id))::uuid[])
    AND s.on_date >= lower(plan_year(b.fiscal_year)) AND s.on_date < upper(plan_year(b.fiscal_year))
    AND s.currency_code = b.currency_code
    AND (b.brand_id IS NULL OR k.brand_id = b.brand_id)
    AND (b.agency_id IS NULL OR k.agency_id = ANY((SELECT with_merged_agencies(b.agency_id))::uuid[]))
$$;
CREATE OR REPLACE FUNCTION billed_rows(b client_budgets) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT a.day, a.amount FROM billed_amounts a
  WHERE a.client_id = ANY((SELECT with_merged_clients(b.client_id))::uuid[]) AND b.brand_id IS NULL AND b.platform_id IS NULL
    AND a.day >= lower(plan_year(b.fiscal_year)) AND a.day < upper(plan_year(b.fiscal_year))
    AND a.currency_code = b.currency_code
    AND (b.agency_id IS NULL OR a.agency_id = ANY((SELECT with_merged_agencies(b.agency_id))::uuid[]))
$$;
