-- Figures of plans find the sales of a company and of a client, and what was billed, in an index of their own: with years
-- of sales they looked at those of everybody.

SELECT set_config('pauta.request', 'migration:0161', true), set_config('pauta.reason', 'Ventas por compañía y cliente', true);

-- The company and the client of the contract, which a signed contract keeps. They are no references of their own: merging
-- clients moves references, and a signed contract is not moved.
ALTER TABLE sale_credits ADD company_id uuid, ADD client_id uuid;
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

-- What was billed is read from an index alone: since openings (0132) invoices_billed lacked a column.
DROP INDEX invoices_billed;
CREATE INDEX invoices_billed ON invoices (company_id, currency_code, issue_date)
  INCLUDE (id, client_id, agency_id, doc_kind, taxable, total, opening_id) WHERE status IN ('issued', 'voided');

-- What was collected before tax, by the company: looked up from the invoice of each payment of a year it took 130 ms.
ALTER TABLE payment_applications ADD company_id uuid, ADD net numeric(18,2);
ALTER TABLE payment_applications DISABLE TRIGGER USER;
UPDATE payment_applications a SET company_id = i.company_id, net = round(a.amount * i.taxable / i.total, 2)
FROM invoices i WHERE i.id = a.invoice_id;
ALTER TABLE payment_applications ENABLE TRIGGER USER;
ALTER TABLE payment_applications ALTER company_id SET NOT NULL, ALTER net SET NOT NULL;
CALL unnotice('payment_applications', '{company_id,net}');
CREATE INDEX payment_applications_collected ON payment_applications (company_id, currency_code, applied_on) INCLUDE (net);

-- As before (0119), with the company of the invoice and the part before its tax, which an issued invoice keeps.
CREATE OR REPLACE FUNCTION payment_applications_begin() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.payment_amount := coalesce(NEW.payment_amount, NEW.amount);
  NEW.payment_currency_code := coalesce(NEW.payment_currency_code, NEW.currency_code);
  SELECT i.company_id, coalesce(round(NEW.amount * i.taxable / nullif(i.total, 0), 2), 0) INTO NEW.company_id, NEW.net
  FROM invoices i WHERE i.id = NEW.invoice_id;
  RETURN NEW;
END
$$;

-- As before (0057), with the company and the amount of the row.
CREATE OR REPLACE VIEW collected_amounts AS
SELECT a.invoice_id, a.company_id, i.client_id, i.agency_id, a.currency_code, a.applied_on AS day, round(a.net, 2) AS amount
FROM payment_applications a JOIN invoices i ON i.id = a.invoice_id;
CREATE OR REPLACE FUNCTION collected_rows(b sales_budgets) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT a.applied_on, a.net FROM payment_applications a
  WHERE a.company_id = b.company_id AND a.currency_code = b.currency_code
    AND a.applied_on >= lower(plan_year(b.fiscal_year)) AND a.applied_on < upper(plan_year(b.fiscal_year))
$$;
