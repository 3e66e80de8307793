-- The seller of the client of each budget, so that budgets are filtered by seller; which budgets count in a sum.

SELECT set_config('pauta.request', 'migration:0146', true), set_config('pauta.reason', 'Vendedor de los presupuestos de clientes', true);

ALTER TABLE client_budgets ADD COLUMN sales_rep_id uuid REFERENCES users ON DELETE RESTRICT;
-- Another seller of the client is no version of the budget. A trigger before an update sees no generated column, so that
-- `touch_row` would take the total for a change.
CALL unnotice('client_budgets', '{sales_rep_id,total}');
UPDATE client_budgets b SET sales_rep_id = c.primary_sales_rep_id FROM clients c WHERE c.id = b.client_id;
CREATE INDEX client_budgets_sales_rep_id ON client_budgets (sales_rep_id, fiscal_year, id);

CREATE FUNCTION client_budgets_seller() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- The client is locked against a change of its seller, which FOR KEY SHARE would allow.
  SELECT primary_sales_rep_id INTO NEW.sales_rep_id FROM clients WHERE id = NEW.client_id FOR SHARE;
  RETURN NEW;
END
$$;
CREATE TRIGGER client_budgets_seller BEFORE INSERT OR UPDATE OF client_id, sales_rep_id ON client_budgets
  FOR EACH ROW EXECUTE FUNCTION client_budgets_seller();

CREATE FUNCTION clients_pass_budgets() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE client_budgets SET sales_rep_id = NEW.primary_sales_rep_id WHERE client_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER pass_budgets AFTER UPDATE OF primary_sales_rep_id ON clients
  FOR EACH ROW WHEN (NEW.primary_sales_rep_id IS DISTINCT FROM OLD.primary_sales_rep_id)
  EXECUTE FUNCTION clients_pass_budgets();

-- Of budgets of the same client, brand, agency and platform, the most certain source counts in a sum: declared, estimated,
-- historical. A budget of the whole client counts instead of those of its parts.
CREATE VIEW counted_client_budgets AS
SELECT DISTINCT ON (b.fiscal_year, b.client_id, b.brand_id, b.agency_id, b.platform_id)
  b.id, b.fiscal_year, b.client_id, b.sales_rep_id, b.source, b.currency_code,
  ARRAY[b.m01, b.m02, b.m03, b.m04, b.m05, b.m06, b.m07, b.m08, b.m09, b.m10, b.m11, b.m12] AS months, b.total
FROM client_budgets b
WHERE b.archived_at IS NULL AND ((b.brand_id IS NULL AND b.agency_id IS NULL AND b.platform_id IS NULL) OR NOT EXISTS (
  SELECT FROM client_budgets w
  WHERE w.client_id = b.client_id AND w.fiscal_year = b.fiscal_year AND w.archived_at IS NULL
    AND w.brand_id IS NULL AND w.agency_id IS NULL AND w.platform_id IS NULL))
ORDER BY b.fiscal_year, b.client_id, b.brand_id, b.agency_id, b.platform_id,
  array_position('{declared,estimated,historical}'::text[], b.source::text);
CALL restrict_app('counted_client_budgets', 'SELECT');
