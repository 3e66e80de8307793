-- Actual figures beside plans and accounts: the credit of sales, and what was sold, billed and collected.

SELECT set_config('pauta.request', 'migration:0057', true), set_config('pauta.reason', 'Cifras reales', true);

-- Credit of sales ------------------------------------------------------------------------------------------------------

-- Who sold what, and when: a row for each seller of each order line, written with the signature and never changed. An
-- addendum that changes a line adds the difference, and what ends early is taken back by a negative row on its last day.
-- Transfers and later changes of shares do not touch it.
CREATE TABLE sale_credits (
  id uuid PRIMARY KEY DEFAULT new_id(),
  order_line_id uuid NOT NULL REFERENCES order_lines ON DELETE RESTRICT,
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('signed', 'changed', 'ended')),
  on_date date NOT NULL,
  pct numeric(7,4) NOT NULL CHECK (pct BETWEEN 0 AND 100),
  currency_code text COLLATE "C" NOT NULL,
  -- Before tax, after discounts.
  amount numeric(18,2) NOT NULL CHECK (amount <> 0 AND (kind = 'changed' OR (amount > 0) = (kind = 'signed'))),
  -- The line of the addendum that changed the order line.
  addendum_line_id uuid REFERENCES addendum_lines ON DELETE RESTRICT
    CHECK ((addendum_line_id IS NOT NULL) = (kind = 'changed')),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sale_credits_once UNIQUE NULLS NOT DISTINCT (order_line_id, user_id, kind, addendum_line_id)
);
CREATE INDEX sale_credits_user_id ON sale_credits (user_id, on_date) INCLUDE (contract_id, currency_code, amount);
CREATE INDEX sale_credits_on_date ON sale_credits (on_date) INCLUDE (contract_id, order_line_id, currency_code, amount);
CREATE INDEX sale_credits_contract_id ON sale_credits (contract_id);
CREATE INDEX sale_credits_addendum_line_id ON sale_credits (addendum_line_id) WHERE addendum_line_id IS NOT NULL;
-- Only the triggers below write it.
CALL restrict_app('sale_credits', 'SELECT');

-- Who shares the credit of a contract that is signed on this day: the sellers of its opportunity; without them the
-- client's sellers of that day, if the seller of the contract is one of them; otherwise the seller of the contract.
CREATE FUNCTION sale_shares(sold contracts, day date) RETURNS TABLE (user_id uuid, pct numeric)
LANGUAGE sql STABLE AS $$
  WITH of_opportunity AS (
    SELECT s.user_id, s.pct FROM opportunity_splits s WHERE s.opportunity_id = sold.opportunity_id),
  of_client AS (
    SELECT a.user_id, sum(a.split_pct) AS pct FROM portfolio_assignments a
    WHERE a.client_id = sold.client_id AND a.valid @> day AND a.split_pct > 0 GROUP BY 1)
  SELECT * FROM of_opportunity
  UNION ALL
  SELECT * FROM of_client
  WHERE NOT EXISTS (SELECT FROM of_opportunity) AND sold.owner_id IN (SELECT c.user_id FROM of_client c)
  UNION ALL
  SELECT sold.owner_id, 100
  WHERE NOT EXISTS (SELECT FROM of_opportunity) AND sold.owner_id NOT IN (SELECT c.user_id FROM of_client c)
$$;

-- The shares of a line are rounded so that they add up to its amount.
CREATE FUNCTION credit_sale(sold contracts, lines uuid[], day date) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO sale_credits (order_line_id, contract_id, user_id, kind, on_date, pct, currency_code, amount)
  SELECT * FROM (
    SELECT o.id, o.contract_id, p.user_id, 'signed', day, p.pct, o.currency_code,
      round(o.taxable * p.upto / 100, 2) - round(o.taxable * (p.upto - p.pct) / 100, 2) AS amount
    FROM (SELECT s.*, sum(s.pct) OVER (ORDER BY s.pct DESC, s.user_id) AS upto FROM sale_shares(sold, day) s) p
      JOIN order_lines o ON o.id = ANY(lines)) credits
  WHERE amount > 0
$$;

-- Brings the credit of lines that an addendum changed to their new amounts, with the shares of their signature; a line
-- that was sold for nothing has the shares of this day. The rows of a line add up to its amount.
CREATE FUNCTION change_sale(sold contracts, lines uuid[], day date) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO sale_credits (order_line_id, contract_id, user_id, kind, on_date, pct, currency_code, amount, addendum_line_id)
  SELECT * FROM (
    SELECT o.id, o.contract_id, p.user_id, 'changed', day, p.pct, o.currency_code,
      round(o.taxable * p.upto / p.whole, 2) - round(o.taxable * (p.upto - p.pct) / p.whole, 2)
        - coalesce((SELECT sum(s.amount) FROM sale_credits s WHERE s.order_line_id = o.id AND s.user_id = p.user_id), 0) AS amount,
      o.addendum_line_id
    FROM order_lines o CROSS JOIN LATERAL (
      -- A share of less than a cent has no row.
      SELECT s.*, sum(s.pct) OVER (ORDER BY s.pct DESC, s.user_id) AS upto, sum(s.pct) OVER () AS whole FROM (
        SELECT DISTINCT c.user_id, c.pct FROM sale_credits c WHERE c.order_line_id = o.id
        UNION ALL
        SELECT n.user_id, n.pct FROM sale_shares(sold, day) n
        WHERE NOT EXISTS (SELECT FROM sale_credits c WHERE c.order_line_id = o.id)) s) p
    WHERE o.id = ANY(lines)) credits
  WHERE amount <> 0
$$;

-- Takes back the days of these lines after `last`, in proportion to the days of their flight.
CREATE FUNCTION end_sale(lines uuid[], last date) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO sale_credits (order_line_id, contract_id, user_id, kind, on_date, pct, currency_code, amount)
  SELECT * FROM (
    SELECT s.order_line_id, s.contract_id, s.user_id, 'ended', last, s.pct, s.currency_code,
      -round(s.amount * greatest(upper(o.flight) - greatest(lower(o.flight), last + 1), 0)
        / (upper(o.flight) - lower(o.flight)), 2) AS amount
    FROM (
      SELECT order_line_id, contract_id, user_id, pct, currency_code, sum(amount) AS amount FROM sale_credits
      WHERE order_line_id = ANY(lines) AND kind <> 'ended' GROUP BY 1, 2, 3, 4, 5) s
      JOIN order_lines o ON o.id = s.order_line_id) credits
  WHERE amount < 0
  ON CONFLICT ON CONSTRAINT sale_credits_once DO NOTHING
$$;

CREATE FUNCTION contracts_credit_sale() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  lines constant uuid[] := ARRAY(SELECT id FROM order_lines WHERE contract_id = NEW.id AND status = 'active' ORDER BY id);
BEGIN
  IF NEW.status = 'cancelled' THEN
    PERFORM end_sale(lines, business_date());
  ELSE
    PERFORM credit_sale(NEW, lines, NEW.signed_on);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER credit_sale AFTER UPDATE OF status ON contracts FOR EACH ROW
  WHEN (OLD.status = 'pending_signature' AND NEW.status = 'signed'
    OR OLD.status IN ('signed', 'active', 'suspended') AND NEW.status = 'cancelled')
  EXECUTE FUNCTION contracts_credit_sale();

-- Lines that an addendum adds to, changes in or removes from a contract in force.
CREATE FUNCTION order_lines_credit_sale() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  removed uuid[];
  changed uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM credit_sale(c, ARRAY(SELECT id FROM new_rows WHERE contract_id = c.id ORDER BY id), business_date())
    FROM contracts c
    WHERE c.id IN (SELECT contract_id FROM new_rows) AND c.status IN ('signed', 'active', 'suspended');
  ELSE
    removed := ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o USING (id) WHERE n.status = 'removed' AND o.status = 'active' ORDER BY n.id);
    IF cardinality(removed) > 0 THEN
      PERFORM end_sale(removed, business_date());
    END IF;
    changed := ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o USING (id) WHERE n.status = 'active' AND n.taxable <> o.taxable ORDER BY n.id);
    IF cardinality(changed) > 0 THEN
      PERFORM change_sale(c, ARRAY(SELECT id FROM new_rows WHERE contract_id = c.id AND id = ANY(changed) ORDER BY id),
        business_date())
      FROM contracts c WHERE c.id IN (SELECT contract_id FROM new_rows WHERE id = ANY(changed));
    END IF;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER credit_sale_new AFTER INSERT ON order_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION order_lines_credit_sale();
CREATE TRIGGER credit_sale AFTER UPDATE ON order_lines REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION order_lines_credit_sale();

-- Contracts that were signed before. The day of a cancellation is that of their last change.
SELECT credit_sale(c, ARRAY(SELECT id FROM order_lines WHERE contract_id = c.id ORDER BY id), c.signed_on)
FROM contracts c WHERE c.signed_on IS NOT NULL;
SELECT end_sale(ARRAY(SELECT id FROM order_lines WHERE contract_id = c.id ORDER BY id), business_date(c.updated_at))
FROM contracts c WHERE c.signed_on IS NOT NULL AND c.status = 'cancelled';

-- Billed and collected -------------------------------------------------------------------------------------------------

CREATE INDEX invoices_billed_of_client ON invoices (client_id, issue_date) WHERE status IN ('issued', 'voided');
CREATE INDEX invoices_billed_of_agency ON invoices (agency_id, issue_date) WHERE status IN ('issued', 'voided');
CREATE INDEX invoices_billed ON invoices (issue_date) INCLUDE (company_id, currency_code, client_id, doc_kind, taxable)
  WHERE status IN ('issued', 'voided');
CREATE INDEX invoices_taken_back ON invoices (voided_on) WHERE status = 'voided';
CREATE INDEX invoices_overdue ON invoices (due_date) INCLUDE (client_id, agency_id, bill_to) WHERE balance > 0;

-- What was billed, before tax, by day: invoices and debit notes, less credit notes. A document that is voided counts on
-- its day and is taken back on the day of the void, as in the ledger.
CREATE VIEW billed_amounts AS
SELECT i.id AS invoice_id, i.company_id, i.client_id, i.agency_id, i.currency_code, i.issue_date AS day,
  CASE i.doc_kind WHEN 'credit_note' THEN -i.taxable ELSE i.taxable END AS amount
FROM invoices i WHERE i.status IN ('issued', 'voided')
UNION ALL
SELECT i.id, i.company_id, i.client_id, i.agency_id, i.currency_code, i.voided_on,
  CASE i.doc_kind WHEN 'credit_note' THEN i.taxable ELSE -i.taxable END
FROM invoices i WHERE i.status = 'voided';
CALL restrict_app('billed_amounts', 'SELECT');

-- What was collected by day: the part before tax of each application, so that it compares with what was billed.
CREATE VIEW collected_amounts AS
SELECT i.id AS invoice_id, i.company_id, i.client_id, i.agency_id, i.currency_code, a.applied_on AS day,
  round(a.amount * i.taxable / i.total, 2) AS amount
FROM payment_applications a JOIN invoices i ON i.id = a.invoice_id;
CALL restrict_app('collected_amounts', 'SELECT');

-- An account with those that were merged into it: signed and issued documents keep their party.
CREATE FUNCTION with_merged_clients(client uuid) RETURNS uuid[]
LANGUAGE sql STABLE AS $$ SELECT array_agg(id) FROM clients WHERE id = client OR merged_into_id = client $$;
CREATE FUNCTION with_merged_agencies(agency uuid) RETURNS uuid[]
LANGUAGE sql STABLE AS $$ SELECT array_agg(id) FROM agencies WHERE id = agency OR merged_into_id = agency $$;

-- Accounts -------------------------------------------------------------------------------------------------------------

-- The twelve months of sales that pages and lists show: this one and the eleven before.
CREATE FUNCTION sales_year_start() RETURNS date
LANGUAGE sql STABLE AS $$ SELECT (date_trunc('month', business_date()) - interval '11 months')::date $$;

CREATE FUNCTION billed_12m(c clients) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(b.amount), 0)::numeric(18,2) FROM billed_amounts b
  WHERE b.client_id = ANY(with_merged_clients(c.id)) AND b.day >= sales_year_start() AND b.currency_code = c.currency_code
$$;
CREATE FUNCTION billed_12m(a agencies) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(b.amount), 0)::numeric(18,2) FROM billed_amounts b
  WHERE b.agency_id = ANY(with_merged_agencies(a.id)) AND b.day >= sales_year_start() AND b.currency_code = a.currency_code
$$;

-- What is owed about a client, also by its agencies; by an agency, what it is billed itself.
CREATE FUNCTION overdue_balance(c clients) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(i.balance), 0)::numeric(18,2) FROM invoices i
  WHERE i.client_id = ANY(with_merged_clients(c.id)) AND i.balance > 0 AND i.due_date < business_date()
    AND i.currency_code = c.currency_code
$$;
CREATE FUNCTION open_balance(a agencies) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(i.balance), 0)::numeric(18,2) FROM invoices i
  WHERE i.agency_id = ANY(with_merged_agencies(a.id)) AND i.balance > 0 AND i.bill_to = 'agency'
    AND i.currency_code = a.currency_code
$$;

-- Accounts with an overdue invoice in any currency, and those with a contract in force; with each also the account it was
-- merged into.
CREATE VIEW clients_has_overdue AS
SELECT i.client_id AS record_id FROM invoices i WHERE i.balance > 0 AND i.due_date < business_date()
UNION ALL
SELECT m.merged_into_id FROM clients m JOIN invoices i ON i.client_id = m.id
WHERE m.merged_into_id IS NOT NULL AND i.balance > 0 AND i.due_date < business_date();
CREATE VIEW agencies_has_overdue AS
SELECT i.agency_id AS record_id FROM invoices i
WHERE i.bill_to = 'agency' AND i.balance > 0 AND i.due_date < business_date()
UNION ALL
SELECT m.merged_into_id FROM agencies m JOIN invoices i ON i.agency_id = m.id
WHERE m.merged_into_id IS NOT NULL AND i.bill_to = 'agency' AND i.balance > 0 AND i.due_date < business_date();
CREATE VIEW clients_has_contract AS
SELECT k.client_id AS record_id FROM contracts k
WHERE k.status IN ('signed', 'active', 'suspended') AND k.valid @> business_date()
UNION ALL
SELECT m.merged_into_id FROM clients m JOIN contracts k ON k.client_id = m.id
WHERE m.merged_into_id IS NOT NULL AND k.status IN ('signed', 'active', 'suspended') AND k.valid @> business_date();
CREATE VIEW agencies_has_contract AS
SELECT k.agency_id AS record_id FROM contracts k
WHERE k.agency_id IS NOT NULL AND k.status IN ('signed', 'active', 'suspended') AND k.valid @> business_date()
UNION ALL
SELECT m.merged_into_id FROM agencies m JOIN contracts k ON k.agency_id = m.id
WHERE m.merged_into_id IS NOT NULL AND k.status IN ('signed', 'active', 'suspended') AND k.valid @> business_date();
CALL restrict_app('clients_has_overdue', 'SELECT');
CALL restrict_app('agencies_has_overdue', 'SELECT');
CALL restrict_app('clients_has_contract', 'SELECT');
CALL restrict_app('agencies_has_contract', 'SELECT');
CREATE INDEX contracts_in_force ON contracts (client_id, agency_id) INCLUDE (valid)
  WHERE status IN ('signed', 'active', 'suspended');

CREATE FUNCTION has_overdue(c clients) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM invoices i
    WHERE i.client_id = ANY(with_merged_clients(c.id)) AND i.balance > 0 AND i.due_date < business_date())
$$;
CREATE FUNCTION has_overdue(a agencies) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM invoices i
    WHERE i.agency_id = ANY(with_merged_agencies(a.id)) AND i.bill_to = 'agency' AND i.balance > 0
      AND i.due_date < business_date())
$$;
CREATE FUNCTION has_contract(c clients) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM contracts k
    WHERE k.client_id = ANY(with_merged_clients(c.id)) AND k.status IN ('signed', 'active', 'suspended')
      AND k.valid @> business_date())
$$;
CREATE FUNCTION has_contract(a agencies) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM contracts k
    WHERE k.agency_id = ANY(with_merged_agencies(a.id)) AND k.status IN ('signed', 'active', 'suspended')
      AND k.valid @> business_date())
$$;

-- Plans ----------------------------------------------------------------------------------------------------------------

-- Amounts by day that count towards a plan, in its year and currency. What was signed is known by platform and brand;
-- what was billed and collected is not, so a plan of one platform or brand has no such figures.

CREATE FUNCTION plan_year(year integer) RETURNS daterange
LANGUAGE sql IMMUTABLE AS $$ SELECT daterange(make_date(year, 1, 1), make_date(year + 1, 1, 1)) $$;

-- Where an amount of an order line was sold, for plans of a part of what is on sale.
CREATE FUNCTION sold_parts(o order_lines, whole numeric)
RETURNS TABLE (platform_id uuid, division_id uuid, subdivision_id uuid, inventory_category_id uuid, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(i.platform_id, t.platform_id), i.division_id, i.subdivision_id, i.inventory_category_id, whole
  FROM (SELECT) one LEFT JOIN inventory_items i ON i.id = o.inventory_item_id
    LEFT JOIN ad_articles t ON t.id = o.ad_article_id
$$;

CREATE FUNCTION booked_rows(b sales_budgets) RETURNS TABLE (day date, amount numeric, order_line_id uuid)
LANGUAGE sql STABLE AS $$
  SELECT s.on_date, s.amount, s.order_line_id FROM sale_credits s JOIN contracts k ON k.id = s.contract_id
  WHERE s.on_date >= lower(plan_year(b.fiscal_year)) AND s.on_date < upper(plan_year(b.fiscal_year))
    AND s.currency_code = b.currency_code AND k.company_id = b.company_id
$$;
CREATE FUNCTION billed_rows(b sales_budgets) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT a.day, a.amount FROM billed_amounts a
  WHERE a.day >= lower(plan_year(b.fiscal_year)) AND a.day < upper(plan_year(b.fiscal_year))
    AND a.currency_code = b.currency_code AND a.company_id = b.company_id
$$;
CREATE FUNCTION collected_rows(b sales_budgets) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT a.day, a.amount FROM collected_amounts a
  WHERE a.day >= lower(plan_year(b.fiscal_year)) AND a.day < upper(plan_year(b.fiscal_year))
    AND a.currency_code = b.currency_code AND a.company_id = b.company_id
$$;

CREATE FUNCTION booked_rows(b client_budgets) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT s.on_date, p.amount FROM contracts k JOIN sale_credits s ON s.contract_id = k.id
    JOIN order_lines o ON o.id = s.order_line_id
    CROSS JOIN LATERAL (
      SELECT s.amount WHERE b.platform_id IS NULL
      UNION ALL
      SELECT part.amount FROM sold_parts(o, s.amount) part WHERE part.platform_id = b.platform_id) p
  WHERE k.client_id = ANY(with_merged_clients(b.client_id))
    AND s.on_date >= lower(plan_year(b.fiscal_year)) AND s.on_date < upper(plan_year(b.fiscal_year))
    AND s.currency_code = b.currency_code
    AND (b.brand_id IS NULL OR k.brand_id = b.brand_id)
    AND (b.agency_id IS NULL OR k.agency_id = ANY(with_merged_agencies(b.agency_id)))
$$;
CREATE FUNCTION billed_rows(b client_budgets) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT a.day, a.amount FROM billed_amounts a
  WHERE a.client_id = ANY(with_merged_clients(b.client_id)) AND b.brand_id IS NULL AND b.platform_id IS NULL
    AND a.day >= lower(plan_year(b.fiscal_year)) AND a.day < upper(plan_year(b.fiscal_year))
    AND a.currency_code = b.currency_code
    AND (b.agency_id IS NULL OR a.agency_id = ANY(with_merged_agencies(b.agency_id)))
$$;

-- Of a seller: the credit of what was signed; of what was billed and collected, their share of the client on that day.
-- A client is new on the day of its first signed contract; any later contract of it is a renewal. Both count once for
-- each seller with credit. Visits are those that were done.
CREATE FUNCTION reached_rows(g rep_goals) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT s.on_date, p.amount FROM sale_credits s
    JOIN order_lines o ON o.id = s.order_line_id
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
    WHERE g.metric IN ('new_clients', 'renewals') AND s.user_id = g.user_id AND s.kind = 'signed' AND s.on_date = k.signed_on
      AND s.on_date >= lower(plan_year(g.fiscal_year)) AND s.on_date < upper(plan_year(g.fiscal_year))) m
    CROSS JOIN LATERAL (
      SELECT EXISTS (SELECT FROM contracts e
        WHERE e.client_id = ANY(with_merged_clients(m.client_id)) AND (e.signed_on, e.id) < (m.signed_on, m.id)) AS had) h
  WHERE h.had = (g.metric = 'renewals')
  GROUP BY m.id
  UNION ALL
  SELECT business_date(v.closed_at), 1 FROM activities v
  WHERE g.metric = 'visits' AND v.assigned_to_id = g.user_id AND v.kind = 'visit' AND v.status = 'done'
    AND business_date(v.closed_at) <@ plan_year(g.fiscal_year)
$$;

CREATE FUNCTION booked(b sales_budgets) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT coalesce(sum(r.amount), 0)::numeric(18,2) FROM booked_rows(b) r $$;
CREATE FUNCTION billed(b sales_budgets) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT coalesce(sum(r.amount), 0)::numeric(18,2) FROM billed_rows(b) r $$;
CREATE FUNCTION collected(b sales_budgets) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT coalesce(sum(r.amount), 0)::numeric(18,2) FROM collected_rows(b) r $$;
CREATE FUNCTION booked(b client_budgets) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT coalesce(sum(r.amount), 0)::numeric(18,2) FROM booked_rows(b) r $$;
CREATE FUNCTION billed(b client_budgets) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN b.brand_id IS NULL AND b.platform_id IS NULL THEN
    (SELECT coalesce(sum(r.amount), 0)::numeric(18,2) FROM billed_rows(b) r) END
$$;
CREATE FUNCTION reached(g rep_goals) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN g.metric = 'signed_sales' OR g.division_id IS NULL AND g.platform_id IS NULL THEN
    (SELECT coalesce(sum(r.amount), 0)::numeric(18,2) FROM reached_rows(g) r) END
$$;

-- The part of a plan that was reached; none of a plan without amounts.
CREATE FUNCTION part_reached(reached numeric, planned numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN planned > 0 THEN round(reached * 100 / planned, 1) END $$;
CREATE FUNCTION booked_pct(b sales_budgets) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT part_reached(booked(b), b.total) $$;
CREATE FUNCTION booked_pct(b client_budgets) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT part_reached(booked(b), b.total) $$;
CREATE FUNCTION gap(b client_budgets) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT (b.total - booked(b))::numeric(18,2) $$;
CREATE FUNCTION reached_pct(g rep_goals) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT part_reached(reached(g), g.total) $$;
