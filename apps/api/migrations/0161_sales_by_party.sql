-- Figures of plans find the sales of a company and of a client, and what was billed, in an index of their own: with years
-- of sales they looked at those of everybody.

SELECT set_config('pauta.request', 'migration:0161', true), set_config('pauta.reason', 'Ventas por compañía y cliente', true);

-- The company and the client of the contract, which a signed contract keeps.
ALTER TABLE sale_credits ADD company_id uuid REFERENCES companies ON DELETE RESTRICT,
  ADD client_id uuid REFERENCES clients ON DELETE RESTRICT;
UPDATE sale_credits s SET company_id = k.company_id, client_id = k.client_id FROM contracts k WHERE k.id = s.contract_id;
ALTER TABLE sale_credits ALTER company_id SET NOT NULL, ALTER client_id SET NOT NULL;

CREATE FUNCTION sale_credits_parties() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT k.company_id, k.client_id INTO NEW.company_id, NEW.client_id FROM contracts k WHERE k.id = NEW.contract_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER parties BEFORE INSERT OR UPDATE OF contract_id ON sale_credits FOR EACH ROW
  EXECUTE FUNCTION sale_credits_parties();

CREATE INDEX sale_credits_company_id ON sale_credits (company_id, currency_code, on_date) INCLUDE (order_line_id, amount);
CREATE INDEX sale_credits_client_id ON sale_credits (client_id, currency_code, on_date);

-- As before (0057), with the party of the row.
CREATE OR REPLACE FUNCTION booked_rows(b sales_budgets) RETURNS TABLE (day date, amount numeric, order_line_id uuid)
LANGUAGE sql STABLE AS $$
  SELECT s.on_date, s.amount, s.order_line_id FROM sale_credits s
  WHERE s.on_date >= lower(plan_year(b.fiscal_year)) AND s.on_date < upper(plan_year(b.fiscal_year))
    AND s.currency_code = b.currency_code AND s.company_id = b.company_id
$$;
-- As before (0148), with the party of the row. The sales of the client are taken first, because the planner expects the
-- other conditions to leave few contracts; a range is no condition of the index by day, which has the sales of everybody.
CREATE OR REPLACE FUNCTION booked_rows(b client_budgets) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  WITH own AS MATERIALIZED (
    SELECT s.on_date, s.amount, s.contract_id, s.order_line_id FROM sale_credits s
    WHERE s.client_id = ANY((SELECT with_merged_clients(b.client_id))::uuid[])
      AND s.on_date <@ plan_year(b.fiscal_year) AND s.currency_code = b.currency_code)
  SELECT s.on_date, p.amount FROM own s JOIN contracts k ON k.id = s.contract_id
    JOIN order_lines o ON o.id = s.order_line_id
    CROSS JOIN LATERAL (
      SELECT s.amount WHERE b.platform_id IS NULL
      UNION ALL
      SELECT part.amount FROM sold_parts(o, s.amount) part
      WHERE b.platform_id IS NOT NULL AND part.platform_id = b.platform_id) p
  WHERE (b.brand_id IS NULL OR k.brand_id = b.brand_id)
    AND (b.agency_id IS NULL OR k.agency_id = ANY((SELECT with_merged_agencies(b.agency_id))::uuid[]))
$$;

-- What was billed and collected is read from indexes alone: since openings (0132) invoices_billed lacked a column.
DROP INDEX invoices_billed;
CREATE INDEX invoices_billed ON invoices (company_id, currency_code, issue_date)
  INCLUDE (id, client_id, agency_id, doc_kind, taxable, total, opening_id) WHERE status IN ('issued', 'voided');
DROP INDEX payment_applications_by_applied_on;
CREATE INDEX payment_applications_by_applied_on ON payment_applications (applied_on, id) INCLUDE (invoice_id, amount);

-- As before (0057). The invoices of the company are taken first: looked up for each payment of the year they took four
-- fifths of the time. Only a document that was issued can be paid.
CREATE OR REPLACE FUNCTION collected_rows(b sales_budgets) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  WITH own AS MATERIALIZED (
    SELECT i.id, i.taxable, i.total FROM invoices i
    WHERE i.company_id = b.company_id AND i.currency_code = b.currency_code AND i.status IN ('issued', 'voided'))
  SELECT a.applied_on, round(a.amount * i.taxable / i.total, 2)
  FROM payment_applications a JOIN own i ON i.id = a.invoice_id
  WHERE a.applied_on >= lower(plan_year(b.fiscal_year)) AND a.applied_on < upper(plan_year(b.fiscal_year))
$$;
