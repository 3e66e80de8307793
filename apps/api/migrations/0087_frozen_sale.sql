-- What a sale fixes of each order line besides its price: who sold it, the commission of its agency, and whether it counts
-- towards goals.

SELECT set_config('pauta.request', 'migration:0087', true), set_config('pauta.reason', 'Lo que la firma fija de cada renglón', true);

-- Written with the signature, or with the addendum that adds the line, and never changed: catalogues, portfolios and shares
-- that change later do not touch it.
CREATE TABLE order_line_terms (
  order_line_id uuid PRIMARY KEY REFERENCES order_lines ON DELETE RESTRICT,
  -- Those of the contract; null without an agency.
  commission_pct numeric(7,4) CHECK (commission_pct BETWEEN 0 AND 100),
  commission_mode text COLLATE "C" CHECK (commission_mode IN ('invoice_discount', 'later_settlement')),
  is_commissionable boolean NOT NULL,
  counts_for_goal boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT order_line_terms_commission CHECK (num_nonnulls(commission_pct, commission_mode) <> 1)
);
CREATE TABLE order_line_sellers (
  order_line_id uuid NOT NULL REFERENCES order_line_terms ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  pct numeric(7,4) NOT NULL CHECK (pct > 0 AND pct <= 100),
  PRIMARY KEY (order_line_id, user_id)
);
CREATE INDEX order_line_sellers_user_id ON order_line_sellers (user_id);
-- Only the triggers below write them.
CALL restrict_app('order_line_terms', 'SELECT');
CALL restrict_app('order_line_sellers', 'SELECT');
CALL leave_with_demonstration('{order_line_sellers,order_line_terms}');

-- Also for whoever has more rights than the API.
CREATE FUNCTION keep_frozen_sale() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what the sale of an order line fixed does not change'
    USING ERRCODE = '23514', CONSTRAINT = 'order_lines_frozen_sale', TABLE = TG_TABLE_NAME;
END
$$;
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON order_line_terms FOR EACH STATEMENT EXECUTE FUNCTION keep_frozen_sale();
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON order_line_sellers FOR EACH STATEMENT EXECUTE FUNCTION keep_frozen_sale();

-- The shares of a line are whole (invariant I12, domain §2.3), and each line that was sold has its terms.
CREATE FUNCTION prove_sold_line() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  line constant uuid := CASE TG_TABLE_NAME
    WHEN 'order_lines' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'order_line_id' END;
BEGIN
  IF EXISTS (SELECT FROM order_lines o JOIN contracts c ON c.id = o.contract_id WHERE o.id = line AND c.signed_on IS NOT NULL)
    AND (SELECT sum(pct) FROM order_line_sellers WHERE order_line_id = line) IS DISTINCT FROM 100 THEN
    RAISE EXCEPTION 'the shares of order line % do not add up to 100', line
      USING ERRCODE = '23514', CONSTRAINT = 'order_line_sellers_whole', TABLE = 'order_line_sellers';
  END IF;
  RETURN NULL;
END
$$;

-- Fixes the terms of lines that are sold on a day. Where the price contains the discount of the agency, or would contain it,
-- that decides whether the line is commissionable: the catalogue may have changed since the price was agreed.
CREATE FUNCTION freeze_sale(sold contracts, lines uuid[], day date) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO order_line_terms (order_line_id, commission_pct, commission_mode, is_commissionable, counts_for_goal)
  SELECT o.id, t.pct, t.mode,
    CASE WHEN t.mode = 'invoice_discount' AND round_amount(o.net * t.pct / 100, o.currency_code) > 0 THEN o.agency_discount > 0
      ELSE coalesce(r.is_commissionable, true) END,
    k.counts_for_goal
  FROM order_lines o JOIN ad_classifications k ON k.id = o.ad_classification_id
    LEFT JOIN inventory_items i ON i.id = o.inventory_item_id
    LEFT JOIN ad_articles r ON r.id = coalesce(o.ad_article_id, i.ad_article_id)
    LEFT JOIN LATERAL (
      SELECT coalesce(sold.agency_commission_pct, agency_commission(a.id, sold.client_id, sold.brand_id, day)) AS pct,
        coalesce(sold.commission_mode, a.commission_mode) AS mode
      FROM agencies a WHERE a.id = sold.agency_id) t ON true
  WHERE o.id = ANY(lines);
  INSERT INTO order_line_sellers (order_line_id, user_id, pct)
  SELECT line, s.user_id, s.pct FROM unnest(lines) AS line CROSS JOIN LATERAL sale_shares(sold, day) s
$$;

-- As before (0057), with the shares that the sale fixes.
CREATE OR REPLACE FUNCTION credit_sale(sold contracts, lines uuid[], day date) RETURNS void
LANGUAGE sql AS $$
  SELECT freeze_sale(sold, lines, day);
  INSERT INTO sale_credits (order_line_id, contract_id, user_id, kind, on_date, pct, currency_code, amount)
  SELECT * FROM (
    SELECT o.id, o.contract_id, p.user_id, 'signed', day, p.pct, o.currency_code,
      round(o.taxable * p.upto / 100, 2) - round(o.taxable * (p.upto - p.pct) / 100, 2) AS amount
    FROM order_lines o CROSS JOIN LATERAL (
      SELECT s.user_id, s.pct, sum(s.pct) OVER (ORDER BY s.pct DESC, s.user_id) AS upto
      FROM order_line_sellers s WHERE s.order_line_id = o.id) p
    WHERE o.id = ANY(lines)) credits
  WHERE amount > 0
$$;

-- As before (0057); also a line that was sold for nothing has the shares of its sale.
CREATE OR REPLACE FUNCTION change_sale(sold contracts, lines uuid[], day date) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO sale_credits (order_line_id, contract_id, user_id, kind, on_date, pct, currency_code, amount, addendum_line_id)
  SELECT * FROM (
    SELECT o.id, o.contract_id, p.user_id, 'changed', day, p.pct, o.currency_code,
      round(o.taxable * p.upto / 100, 2) - round(o.taxable * (p.upto - p.pct) / 100, 2)
        - coalesce((SELECT sum(s.amount) FROM sale_credits s WHERE s.order_line_id = o.id AND s.user_id = p.user_id), 0) AS amount,
      o.addendum_line_id
    FROM order_lines o CROSS JOIN LATERAL (
      SELECT s.user_id, s.pct, sum(s.pct) OVER (ORDER BY s.pct DESC, s.user_id) AS upto
      FROM order_line_sellers s WHERE s.order_line_id = o.id) p
    WHERE o.id = ANY(lines)) credits
  WHERE amount <> 0
$$;

-- As before (0057); of what was signed, only what counts towards goals.
CREATE OR REPLACE FUNCTION reached_rows(g rep_goals) RETURNS TABLE (day date, amount numeric)
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
  SELECT business_date(v.closed_at), 1 FROM activities v
  WHERE g.metric = 'visits' AND v.assigned_to_id = g.user_id AND v.kind = 'visit' AND v.status = 'done'
    AND business_date(v.closed_at) <@ plan_year(g.fiscal_year)
$$;

-- Lines that were sold before. Who sold them is what their credit says; a line without credit, or with a share of less
-- than a cent, has the shares of another line of the same sale, else those of the day of its signature as far as they are
-- still known.
SELECT freeze_sale(c, ARRAY(SELECT id FROM order_lines WHERE contract_id = c.id ORDER BY id), c.signed_on)
FROM contracts c WHERE c.signed_on IS NOT NULL;
CREATE TEMPORARY TABLE earlier_sellers ON COMMIT DROP AS
SELECT o.id AS order_line_id, s.user_id, s.pct
FROM order_lines o CROSS JOIN LATERAL (
  -- A line that an addendum added was sold with it.
  SELECT l.id FROM order_lines l
  WHERE l.contract_id = o.contract_id AND (l.contract_line_id IS NULL) = (o.contract_line_id IS NULL)
    AND l.created_at = o.created_at
    AND (SELECT sum(d.pct) FROM (SELECT DISTINCT user_id, pct FROM sale_credits WHERE order_line_id = l.id) d) = 100
  ORDER BY l.id <> o.id, l.id LIMIT 1) l
  CROSS JOIN LATERAL (SELECT DISTINCT user_id, pct FROM sale_credits WHERE order_line_id = l.id) s;
ALTER TABLE order_line_sellers DISABLE TRIGGER keep;
DELETE FROM order_line_sellers WHERE order_line_id IN (SELECT order_line_id FROM earlier_sellers);
INSERT INTO order_line_sellers SELECT order_line_id, user_id, pct FROM earlier_sellers;
ALTER TABLE order_line_sellers ENABLE TRIGGER keep;

CREATE CONSTRAINT TRIGGER prove_sold AFTER INSERT ON order_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION prove_sold_line();
CREATE CONSTRAINT TRIGGER prove_whole AFTER INSERT ON order_line_sellers DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION prove_sold_line();

-- Consumption --------------------------------------------------------------------------------------------------------

-- As `delivered_part`, of what was placed: of a line with a quota what was placed of what was sold, of any other line what
-- was delivered. What was aired was placed.
CREATE FUNCTION placed_part(o order_lines) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT greatest(delivered_part(o), coalesce((
    SELECT coalesce(sum(s.share * p.part) / nullif(sum(s.share), 0), avg(p.part))
    FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s
      CROSS JOIN LATERAL (SELECT coalesce(
        (SELECT least(1, q.placed / q.sold)
        FROM quotas q WHERE q.order_line_id = o.id AND q.package_item_id IS NOT DISTINCT FROM s.package_item_id),
        (SELECT 1 FROM work_orders w WHERE w.order_line_id = o.id AND w.status = 'completed'
          AND (w.package_item_id IS NULL OR w.package_item_id = s.package_item_id) LIMIT 1), 0) AS part) p), 0))
$$;

-- Payers -------------------------------------------------------------------------------------------------------------

-- Who pays a contract that several pay; none: its billing party pays all of it.
CREATE TABLE contract_payers (
  id uuid PRIMARY KEY,
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  party text COLLATE "C" NOT NULL DEFAULT 'client' CHECK (party IN ('client', 'agency', 'other')),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  pct numeric(7,4) NOT NULL CHECK (pct BETWEEN 0.0001 AND 100),
  CONSTRAINT contract_payers_other CHECK ((party = 'other') = (client_id IS NOT NULL))
);
CREATE INDEX contract_payers_contract_id_position ON contract_payers (contract_id, position, id);
CREATE INDEX contract_payers_client_id ON contract_payers (client_id);
CALL make_lines('contract_payers', 'contracts', 'contract_id', 'status', '{signed,active,suspended,finished,cancelled}', '{}');
CALL leave_with_demonstration('{contract_payers}');
DO $$
DECLARE
  event text[];
BEGIN
  FOREACH event SLICE 1 IN ARRAY ARRAY[
    ['INSERT', 'NEW TABLE AS new_rows'], ['UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['DELETE', 'OLD TABLE AS old_rows']]
  LOOP
    EXECUTE format('CREATE TRIGGER keep_%s AFTER %s ON contract_payers REFERENCING %s
      FOR EACH STATEMENT EXECUTE FUNCTION keep_contract_lines(false)', lower(event[1]), event[1], event[2]);
  END LOOP;
END
$$;

-- The shares of a contract are whole, nobody pays twice, and the agency pays only where there is one (invariant I12, domain
-- §2.3). A signed contract keeps its payers, also when one was merged into another.
CREATE FUNCTION prove_contract_payers() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  of_contract constant uuid := CASE TG_TABLE_NAME WHEN 'contracts' THEN to_jsonb(NEW) ->> 'id'
    ELSE coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'contract_id' END;
  broken text;
BEGIN
  SELECT CASE
      WHEN sum(p.pct) <> 100 THEN 'contract_payers_whole'
      WHEN bool_or(p.party = 'agency' AND c.agency_id IS NULL) THEN 'contract_payers_agency'
      WHEN count(*) <> count(DISTINCT CASE p.party WHEN 'agency' THEN c.agency_id ELSE coalesce(p.client_id, c.client_id) END)
        THEN 'contract_payers_once' END
  INTO broken FROM contract_payers p JOIN contracts c ON c.id = p.contract_id
  WHERE p.contract_id = of_contract AND c.status IN ('draft', 'pending_signature');
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'the payers of contract % are refused: %', of_contract, broken
      USING ERRCODE = '23514', CONSTRAINT = broken, TABLE = 'contract_payers';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER prove_payers AFTER INSERT OR UPDATE OR DELETE ON contract_payers DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION prove_contract_payers();
CREATE CONSTRAINT TRIGGER prove_payers AFTER UPDATE OF client_id, agency_id ON contracts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN ((NEW.client_id, NEW.agency_id) IS DISTINCT FROM (OLD.client_id, OLD.agency_id))
  EXECUTE FUNCTION prove_contract_payers();

-- Who pays a contract, with their shares: its payers, or its billing party. An account that was merged into another is that
-- other; `client_id` is that of the documents they are billed with.
CREATE FUNCTION payers_of(c contracts)
RETURNS TABLE (place text, bill_to text, client_id uuid, account_id uuid, name text, credit_status text, pct numeric)
LANGUAGE sql STABLE AS $$
  SELECT s.place, s.bill_to, s.client_id, coalesce(a.id, k.id), coalesce(a.trade_name, k.trade_name),
    coalesce(a.credit_status, k.credit_status), s.pct
  FROM (
    SELECT p.position AS place, CASE p.party WHEN 'agency' THEN 'agency' ELSE 'client' END AS bill_to,
      coalesce(p.client_id, c.client_id) AS client_id, p.pct
    FROM contract_payers p WHERE p.contract_id = c.id
    UNION ALL
    SELECT '', c.billing_party, c.client_id, 100
    WHERE NOT EXISTS (SELECT FROM contract_payers p WHERE p.contract_id = c.id)) s
    JOIN clients o ON o.id = s.client_id JOIN clients k ON k.id = coalesce(o.merged_into_id, o.id)
    LEFT JOIN agencies g ON g.id = c.agency_id AND s.bill_to = 'agency'
    LEFT JOIN agencies a ON a.id = coalesce(g.merged_into_id, g.id)
$$;

-- As before (0055); it is billed to one of the payers of its contract.
CREATE OR REPLACE FUNCTION invoices_follow_contract() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- An issued invoice stays as it is, also when an addendum changes who pays.
  IF TG_OP = 'UPDATE' AND OLD.status NOT IN ('draft', 'reviewed') THEN
    RETURN NULL;
  END IF;
  IF NEW.doc_kind = 'invoice' AND NEW.contract_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM contracts c CROSS JOIN LATERAL payers_of(c) p WHERE c.id = NEW.contract_id AND c.signed_on IS NOT NULL
        AND (c.company_id, p.bill_to, c.currency_code) = (NEW.company_id, NEW.bill_to, NEW.currency_code)
        -- A signed contract keeps the accounts that were merged into others.
        AND NEW.client_id IN (p.client_id, (SELECT merged_into_id FROM clients WHERE id = p.client_id))
        AND (NEW.agency_id IS NOT DISTINCT FROM c.agency_id
          OR NEW.agency_id = (SELECT merged_into_id FROM agencies WHERE id = c.agency_id)))
    OR NEW.doc_kind <> 'invoice' AND NEW.contract_id IS DISTINCT FROM (
      SELECT i.contract_id FROM invoices i WHERE i.id = NEW.modifies_invoice_id) THEN
    RAISE EXCEPTION 'invoice % differs from its contract', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'invoices_follow_contract', TABLE = 'invoices';
  END IF;
  IF EXISTS (
    SELECT FROM invoice_lines l JOIN order_lines o ON o.id = l.order_line_id
    WHERE l.invoice_id = NEW.id AND o.contract_id IS DISTINCT FROM NEW.contract_id) THEN
    RAISE EXCEPTION 'invoice % bills lines of another contract', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'invoice_lines_of_contract', TABLE = 'invoice_lines';
  END IF;
  RETURN NULL;
END
$$;

/* As before (0060); of a contract that several pay, the share of the account. */
CREATE OR REPLACE FUNCTION owed_by(party text, account uuid) RETURNS TABLE (currency_code text, amount numeric)
LANGUAGE sql STABLE AS $$
  WITH payers AS (
    SELECT id FROM clients WHERE party = 'client' AND account IN (id, merged_into_id)
  ), paying_agencies AS (
    SELECT id FROM agencies WHERE party = 'agency' AND account IN (id, merged_into_id)
  ), shared AS (
    SELECT p.contract_id, p.pct FROM contract_payers p
    WHERE p.party = 'other' AND p.client_id IN (SELECT id FROM payers)
    UNION ALL
    SELECT p.contract_id, p.pct FROM contracts c JOIN contract_payers p ON p.contract_id = c.id AND p.party = 'client'
    WHERE c.client_id IN (SELECT id FROM payers)
    UNION ALL
    SELECT p.contract_id, p.pct FROM contracts c JOIN contract_payers p ON p.contract_id = c.id AND p.party = 'agency'
    WHERE c.agency_id IN (SELECT id FROM paying_agencies)
  )
  SELECT o.currency_code, sum(o.amount) FROM (
    SELECT c.currency_code, unbilled_total(c) AS amount FROM contracts c
    WHERE c.client_id IN (SELECT id FROM payers) AND c.billing_party = 'client'
      AND c.status IN ('signed', 'active', 'suspended', 'finished')
      AND NOT EXISTS (SELECT FROM contract_payers p WHERE p.contract_id = c.id)
    UNION ALL
    SELECT c.currency_code, unbilled_total(c) FROM contracts c
    WHERE c.agency_id IN (SELECT id FROM paying_agencies) AND c.billing_party = 'agency'
      AND c.status IN ('signed', 'active', 'suspended', 'finished')
      AND NOT EXISTS (SELECT FROM contract_payers p WHERE p.contract_id = c.id)
    UNION ALL
    SELECT c.currency_code, round_amount(unbilled_total(c) * s.pct / 100, c.currency_code)
    FROM shared s JOIN contracts c ON c.id = s.contract_id
    WHERE c.status IN ('signed', 'active', 'suspended', 'finished')
    UNION ALL
    SELECT i.currency_code, i.balance FROM invoices i
    WHERE i.client_id IN (SELECT id FROM payers) AND i.bill_to = 'client' AND i.balance > 0
    UNION ALL
    SELECT i.currency_code, i.balance FROM invoices i
    WHERE i.agency_id IN (SELECT id FROM paying_agencies) AND i.bill_to = 'agency' AND i.balance > 0
    UNION ALL
    SELECT p.currency_code, -p.unapplied FROM payments p
    WHERE p.client_id IN (SELECT id FROM payers) AND p.unapplied > 0 AND p.status IN ('registered', 'reconciled')
    UNION ALL
    SELECT p.currency_code, -p.unapplied FROM payments p
    WHERE p.agency_id IN (SELECT id FROM paying_agencies) AND p.unapplied > 0 AND p.status IN ('registered', 'reconciled')
  ) o GROUP BY o.currency_code
$$;
