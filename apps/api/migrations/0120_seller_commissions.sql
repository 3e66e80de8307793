-- Commissions of sellers and referrers: the plan that a sale fixes, their rows in the ledger of commissions, and their
-- settlements.

SELECT set_config('pauta.request', 'migration:0120', true), set_config('pauta.reason', 'Comisiones de ejecutivos y referentes', true);

SET CONSTRAINTS ALL IMMEDIATE;

-- Plans ----------------------------------------------------------------------------------------------------------------

CREATE TABLE seller_plans (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  sale text COLLATE "C" NOT NULL DEFAULT 'direct' CHECK (sale IN ('direct', 'agency')),
  seller_id uuid REFERENCES users ON DELETE RESTRICT,
  commission_type_id uuid NOT NULL REFERENCES commission_types ON DELETE RESTRICT,
  valid daterange NOT NULL CHECK (NOT isempty(valid)),
  notes text CHECK (char_length(notes) <= 4000),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT seller_plans_name_key UNIQUE (name),
  -- One plan of a seller at a time, and one of all; the nil id stands for "all sellers".
  CONSTRAINT seller_plans_one EXCLUDE USING gist (
    sale WITH =, coalesce(seller_id, '00000000-0000-0000-0000-000000000000') WITH =, valid WITH &&)
    WHERE (archived_at IS NULL)
);

CREATE INDEX seller_plans_by_name ON seller_plans ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX seller_plans_by_created_at ON seller_plans (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX seller_plans_by_updated_at ON seller_plans (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX seller_plans_sale ON seller_plans (sale, (sort_key(name) COLLATE "C"), id);
CREATE INDEX seller_plans_seller_id ON seller_plans (seller_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX seller_plans_commission_type_id ON seller_plans (commission_type_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX seller_plans_valid ON seller_plans USING gist (valid);

CALL make_searchable('seller_plans', 'name');
CALL track('seller_plans', unnoticed => '{search_text}');
CALL free_when_withdrawn('seller_plans');
CALL restrict_app('seller_plans', 'SELECT, INSERT, UPDATE');

-- A plan gives a commission of sellers.
CREATE FUNCTION keep_seller_plan() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM commission_types WHERE id = NEW.commission_type_id AND beneficiary = 'sales_rep') THEN
    RAISE EXCEPTION 'a plan of sellers has a commission of sellers'
      USING ERRCODE = '23514', CONSTRAINT = 'seller_plans_of_sellers', TABLE = 'seller_plans';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_seller_plan BEFORE INSERT OR UPDATE OF commission_type_id ON seller_plans
  FOR EACH ROW EXECUTE FUNCTION keep_seller_plan();

-- The rates of the model catalogue; where it or the model chart was replaced, the plans are to be chosen.
INSERT INTO seller_plans (name, sale, commission_type_id, valid)
SELECT v.name, v.sale, t.id, '[2000-01-01,)'
FROM (VALUES ('Venta directa', 'direct', 'EJECUTIVO-DIRECTA'), ('Venta con agencia', 'agency', 'EJECUTIVO-AGENCIA'))
  AS v (name, sale, code) JOIN commission_types t ON t.code = v.code AND t.beneficiary = 'sales_rep' AND t.archived_at IS NULL
-- Without the accounts that commissions are posted to, a plan would keep invoices from being issued.
WHERE 2 = (SELECT count(*) FROM gl_accounts WHERE code IN ('5.1.02', '2.1.03') AND is_postable AND archived_at IS NULL);

-- The rate of a type for a sale of this worth: of the highest volume that it reaches, else the usual one.
CREATE FUNCTION commission_rate(t commission_types, worth numeric) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT (e ->> 'pct')::numeric FROM jsonb_array_elements(t.tiers) e
    WHERE (e ->> 'from')::numeric <= worth ORDER BY (e ->> 'from')::numeric DESC LIMIT 1), t.default_pct)
$$;

-- When a type is earned: what is calculated of what is collected is earned with it.
CREATE FUNCTION commission_accrual(t commission_types) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT CASE t.base WHEN 'collected' THEN 'payment' ELSE t.accrual END $$;

-- The type by which a seller earns on a day: of their own plan, else of the plan of all.
CREATE FUNCTION seller_plan(seller uuid, way text, day date) RETURNS SETOF commission_types
LANGUAGE sql STABLE AS $$
  SELECT t.* FROM seller_plans p JOIN commission_types t ON t.id = p.commission_type_id
  WHERE p.archived_at IS NULL AND p.sale = way AND p.valid @> day AND coalesce(p.seller_id, seller) = seller
  ORDER BY p.seller_id NULLS LAST LIMIT 1
$$;

-- What a sale fixes ----------------------------------------------------------------------------------------------------

-- What sellers and the referrer earn on an order line: written with the signature, or with the addendum that adds the line,
-- and never changed. Nothing is written of a line that is not commissionable.
CREATE TABLE order_line_commissions (
  order_line_id uuid NOT NULL REFERENCES order_line_terms ON DELETE RESTRICT,
  beneficiary_kind text COLLATE "C" NOT NULL CHECK (beneficiary_kind IN ('seller', 'referrer')),
  seller_id uuid REFERENCES users ON DELETE RESTRICT,
  referral_id uuid REFERENCES referrals ON DELETE RESTRICT,
  -- Percent of the line that it is calculated from.
  share numeric(7,4) NOT NULL CHECK (share > 0 AND share <= 100),
  -- The name of the type, which the catalogue may change.
  plan text NOT NULL,
  base text COLLATE "C" NOT NULL CHECK (base IN ('gross', 'net', 'collected')),
  accrual text COLLATE "C" NOT NULL CHECK (accrual IN ('invoice', 'payment')),
  pct numeric(7,4) NOT NULL CHECK (pct > 0 AND pct <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT order_line_commissions_once UNIQUE NULLS NOT DISTINCT (order_line_id, seller_id, referral_id),
  CONSTRAINT order_line_commissions_beneficiary CHECK (
    (beneficiary_kind = 'seller') = (seller_id IS NOT NULL) AND (beneficiary_kind = 'referrer') = (referral_id IS NOT NULL))
);
CREATE INDEX order_line_commissions_seller_id ON order_line_commissions (seller_id) WHERE seller_id IS NOT NULL;
CREATE INDEX order_line_commissions_referral_id ON order_line_commissions (referral_id) WHERE referral_id IS NOT NULL;
COMMENT ON TABLE order_line_commissions IS 'Comisiones que la firma fija de cada renglón';
CALL restrict_app('order_line_commissions', 'SELECT');
CALL leave_with_demonstration('{order_line_commissions}');
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON order_line_commissions FOR EACH STATEMENT EXECUTE FUNCTION keep_frozen_sale();

-- Fixes the commissions of lines that are sold on a day. A type that is given once is earned on the first contract that
-- came from the referral; two that are signed at once wait for each other at the referral.
CREATE FUNCTION freeze_commissions(sold contracts, lines uuid[], day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  way constant text := CASE WHEN sold.agency_id IS NULL THEN 'direct' ELSE 'agency' END;
  worth constant numeric := (SELECT coalesce(sum(o.net), 0) FROM order_lines o WHERE o.contract_id = sold.id AND o.status = 'active');
  of_referral constant uuid := (SELECT referral_id FROM opportunities WHERE id = sold.opportunity_id);
BEGIN
  INSERT INTO order_line_commissions (order_line_id, beneficiary_kind, seller_id, share, plan, base, accrual, pct)
  SELECT s.order_line_id, 'seller', s.user_id, s.pct, t.name, t.base, commission_accrual(t), commission_rate(t, worth)
  FROM order_line_sellers s JOIN order_line_terms f ON f.order_line_id = s.order_line_id AND f.is_commissionable
    CROSS JOIN LATERAL seller_plan(s.user_id, way, day) t
  WHERE s.order_line_id = ANY(lines) AND commission_rate(t, worth) > 0;
  IF of_referral IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM referrals WHERE id = of_referral FOR NO KEY UPDATE;
  INSERT INTO order_line_commissions (order_line_id, beneficiary_kind, referral_id, share, plan, base, accrual, pct)
  SELECT f.order_line_id, 'referrer', r.id, 100, t.name, t.base, commission_accrual(t), commission_rate(t, worth)
  FROM order_line_terms f CROSS JOIN referrals r JOIN commission_types t ON t.id = r.commission_type_id
  WHERE f.order_line_id = ANY(lines) AND f.is_commissionable AND r.id = of_referral AND r.reward_type = 'commission'
    AND commission_rate(t, worth) > 0
    AND NOT (t.is_one_time AND EXISTS (
      SELECT FROM order_line_commissions e JOIN order_lines o ON o.id = e.order_line_id
      WHERE e.referral_id = r.id AND o.contract_id <> sold.id));
END
$$;

-- As before (0087), with the commissions of sellers and of the referrer.
CREATE OR REPLACE FUNCTION freeze_sale(sold contracts, lines uuid[], day date) RETURNS void
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
  SELECT line, s.user_id, s.pct FROM unnest(lines) AS line CROSS JOIN LATERAL sale_shares(sold, day) s;
  SELECT freeze_commissions(sold, lines, day)
$$;

-- What sellers and referrers earn on amounts of order lines, at the rates that their sales fixed: `gross`, `net` and
-- `taxable` of each `order_line_id`. The shares of a line are rounded so that they add up to it; each rate is rounded once.
CREATE FUNCTION sale_commissions(amounts jsonb) RETURNS TABLE (beneficiary_kind text, seller_id uuid, referral_id uuid,
  accrual text, pct numeric, base numeric, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT g.beneficiary_kind, g.seller_id, g.referral_id, g.accrual, g.pct, g.base, round(g.base * g.pct / 100, 2)
  FROM (
    SELECT p.beneficiary_kind, p.seller_id, p.referral_id, p.accrual, p.pct,
      sum(round(p.worth * p.upto / 100, 2) - round(p.worth * (p.upto - p.share) / 100, 2)) AS base
    FROM (
      SELECT f.*, CASE f.base WHEN 'gross' THEN a.gross WHEN 'net' THEN a.net ELSE a.taxable END AS worth,
        sum(f.share) OVER (PARTITION BY f.order_line_id, f.beneficiary_kind ORDER BY f.share DESC, f.seller_id, f.referral_id)
          AS upto
      FROM (
        SELECT r.order_line_id, sum(r.gross) AS gross, sum(r.net) AS net, sum(r.taxable) AS taxable
        FROM jsonb_to_recordset(amounts) AS r (order_line_id uuid, gross numeric, net numeric, taxable numeric) GROUP BY 1) a
        JOIN order_line_commissions f ON f.order_line_id = a.order_line_id) p
    GROUP BY 1, 2, 3, 4, 5) g
$$;

-- Ledger of commissions ------------------------------------------------------------------------------------------------

ALTER TABLE agency_commissions
  ADD COLUMN beneficiary_kind text COLLATE "C" NOT NULL DEFAULT 'agency'
    CHECK (beneficiary_kind IN ('agency', 'seller', 'referrer')),
  ADD COLUMN seller_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN referral_id uuid REFERENCES referrals ON DELETE RESTRICT,
  ALTER COLUMN agency_id DROP NOT NULL,
  ADD COLUMN beneficiary_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(agency_id, seller_id, referral_id)) STORED,
  ADD CONSTRAINT agency_commissions_beneficiary CHECK (
    (beneficiary_kind = 'agency') = (agency_id IS NOT NULL) AND (beneficiary_kind = 'seller') = (seller_id IS NOT NULL)
    AND (beneficiary_kind = 'referrer') = (referral_id IS NOT NULL));
CALL unnotice('agency_commissions', '{beneficiary_id}');
CREATE INDEX agency_commissions_beneficiary_kind ON agency_commissions (beneficiary_kind, created_at, id);
CREATE INDEX agency_commissions_seller_id ON agency_commissions (seller_id, created_at, id);
CREATE INDEX agency_commissions_referral_id ON agency_commissions (referral_id, created_at, id);
-- An invoice adds one row for each beneficiary and rate; notes and voids add further ones.
DROP INDEX agency_commissions_accrued_once;
CREATE UNIQUE INDEX agency_commissions_accrued_once ON agency_commissions
  (invoice_id, beneficiary_kind, beneficiary_id, accrual, pct) WHERE document_id = invoice_id AND kind = 'accrued';

-- Which user sees which commissions as their own, besides those of their agencies. They are not handed over with accounts.
CREATE VIEW agency_commission_readers AS
SELECT id AS record_id, seller_id AS user_id FROM agency_commissions WHERE seller_id IS NOT NULL;
CALL restrict_app('agency_commission_readers', 'SELECT');

-- As before (0052), of each beneficiary and rate.
CREATE OR REPLACE FUNCTION earn_commission(of_invoice uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE agency_commissions c SET due_amount = d.due
  FROM (
    SELECT r.beneficiary_kind, r.beneficiary_id, r.pct,
      coalesce(round(sum(r.amount) * i.paid / nullif(i.total - i.credited, 0), 2), 0) AS due
    FROM agency_commissions r JOIN invoices i ON i.id = r.invoice_id
    WHERE r.invoice_id = of_invoice AND r.accrual = 'payment' GROUP BY i.id, 1, 2, 3) d
  WHERE c.invoice_id = of_invoice AND c.document_id = of_invoice AND c.kind = 'accrued' AND c.accrual = 'payment'
    AND (c.beneficiary_kind, c.beneficiary_id, c.pct) = (d.beneficiary_kind, d.beneficiary_id, d.pct)
    AND c.due_amount <> d.due
$$;

-- The reward of a referral follows from the commissions of its sales.
ALTER TABLE referrals DROP COLUMN reward_amount;
CREATE FUNCTION reward_amount(r referrals) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT sum(c.amount) FROM agency_commissions c WHERE c.referral_id = r.id AND c.currency_code = r.currency_code
$$;

-- Settlements ----------------------------------------------------------------------------------------------------------

ALTER TABLE commission_settlements
  ADD COLUMN beneficiary_kind text COLLATE "C" NOT NULL DEFAULT 'agency'
    CHECK (beneficiary_kind IN ('agency', 'seller', 'referrer')),
  ADD COLUMN seller_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN referral_id uuid REFERENCES referrals ON DELETE RESTRICT,
  ALTER COLUMN agency_id DROP NOT NULL,
  ADD CONSTRAINT commission_settlements_beneficiary CHECK (
    (beneficiary_kind = 'agency') = (agency_id IS NOT NULL) AND (beneficiary_kind = 'seller') = (seller_id IS NOT NULL)
    AND (beneficiary_kind = 'referrer') = (referral_id IS NOT NULL)),
  -- Only agencies invoice their commission; sellers and referrers are paid when it is approved.
  DROP CONSTRAINT commission_settlements_invoiced,
  ADD CONSTRAINT commission_settlements_invoiced CHECK (CASE beneficiary_kind
    WHEN 'agency' THEN status NOT IN ('invoiced', 'paid') OR num_nonnulls(agency_number, agency_date) = 2
    ELSE status <> 'invoiced' AND num_nonnulls(agency_number, agency_date, agency_file) = 0 AND agency_tax = 0 END);
CREATE INDEX commission_settlements_beneficiary_kind ON commission_settlements (beneficiary_kind, created_at, id);
CREATE INDEX commission_settlements_seller_id ON commission_settlements (seller_id, created_at, id);
CREATE INDEX commission_settlements_referral_id ON commission_settlements (referral_id, created_at, id);

CREATE VIEW commission_settlement_readers AS
SELECT id AS record_id, seller_id AS user_id FROM commission_settlements WHERE seller_id IS NOT NULL;
CALL restrict_app('commission_settlement_readers', 'SELECT');

-- As before (0113); without an invoice of the beneficiary there is no state for it. Whoever is paid does not change.
CREATE OR REPLACE FUNCTION keep_settlement() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status <> 'draft'
    OR TG_OP = 'UPDATE' AND (
      OLD.status IN ('paid', 'voided') AND
        (NEW.status, NEW.agency_number, NEW.agency_date, NEW.agency_tax, NEW.agency_file, NEW.paid_on, NEW.bank_account_id,
          NEW.payment_reference, NEW.void_reason)
        IS DISTINCT FROM (OLD.status, OLD.agency_number, OLD.agency_date, OLD.agency_tax, OLD.agency_file, OLD.paid_on,
          OLD.bank_account_id, OLD.payment_reference, OLD.void_reason)
      OR (NEW.beneficiary_kind, NEW.seller_id, NEW.referral_id) IS DISTINCT FROM
        (OLD.beneficiary_kind, OLD.seller_id, OLD.referral_id)
      OR NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
        ('draft', 'approved'), ('approved', 'invoiced'), ('invoiced', 'paid'),
        ('draft', 'voided'), ('approved', 'voided'), ('invoiced', 'voided'))
        AND NOT (NEW.beneficiary_kind <> 'agency' AND (OLD.status, NEW.status) = ('approved', 'paid'))) THEN
    RAISE EXCEPTION 'a settlement goes from draft to paid'
      USING ERRCODE = '23514', CONSTRAINT = 'commission_settlements_keep', TABLE = 'commission_settlements';
  END IF;
  RETURN NEW;
END
$$;

-- As before (0113), of any beneficiary. Nobody approves what they are paid.
CREATE OR REPLACE FUNCTION settle_commissions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM agency_commissions c WHERE c.id IN (SELECT commission_id FROM new_rows) ORDER BY c.id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM new_rows n JOIN agency_commissions c ON c.id = n.commission_id JOIN invoices i ON i.id = c.invoice_id
      JOIN commission_settlements s ON s.id = n.settlement_id
    WHERE n.amount <> c.due_amount - c.settled_amount
      OR (n.invoice_id, s.beneficiary_kind, coalesce(s.agency_id, s.seller_id, s.referral_id), s.currency_code, s.company_id)
        IS DISTINCT FROM (c.invoice_id, c.beneficiary_kind, c.beneficiary_id, c.currency_code, i.company_id)) THEN
    RAISE EXCEPTION 'a settlement has what is due of its beneficiary and not settled'
      USING ERRCODE = '23514', CONSTRAINT = 'commission_settlement_lines_fit', TABLE = 'commission_settlement_lines';
  END IF;
  UPDATE agency_commissions c SET settled_amount = c.settled_amount + n.amount, settlement_id = n.settlement_id
  FROM new_rows n WHERE c.id = n.commission_id;
  RETURN NULL;
END
$$;
ALTER TABLE commission_settlements
  ADD CONSTRAINT commission_settlements_not_by_beneficiary CHECK (approved_by_id <> seller_id);

-- Ledger ---------------------------------------------------------------------------------------------------------------

ALTER TABLE posting_accounts
  DROP CONSTRAINT posting_accounts_role_check,
  ADD CONSTRAINT posting_accounts_role_check CHECK (role IN ('receivable_clients', 'receivable_agencies', 'income',
    'discounts', 'agency_discount', 'tax_payable', 'advances', 'bank', 'barter', 'withholdings', 'commission_expense',
    'commission_payable', 'tax_advanced', 'deferred_income', 'exchange_gain', 'exchange_loss', 'exchange_clearing',
    'bad_debt', 'sales_commission_expense', 'sales_commission_payable'));
INSERT INTO posting_accounts (role, name, gl_account_id)
SELECT v.role, v.name, (SELECT id FROM gl_accounts WHERE code = v.code AND is_postable AND archived_at IS NULL)
FROM (VALUES ('sales_commission_expense', 'Gasto de comisión de ventas', '5.1.02'),
  ('sales_commission_payable', 'Comisiones de ventas por pagar', '2.1.03')) AS v (role, name, code);

ALTER TABLE journal_lines
  ADD COLUMN seller_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN referral_id uuid REFERENCES referrals ON DELETE RESTRICT;
CREATE INDEX journal_lines_seller_id ON journal_lines (seller_id) WHERE seller_id IS NOT NULL;
CREATE INDEX journal_lines_referral_id ON journal_lines (referral_id) WHERE referral_id IS NOT NULL;

-- Permissions ----------------------------------------------------------------------------------------------------------

UPDATE permissions p SET label = v.label
FROM (VALUES ('agency_commissions.view_own', 'Ver sus comisiones y las de sus agencias'),
  ('agency_commissions.view_team', 'Ver las comisiones de su equipo y de sus agencias'),
  ('agency_commissions.view_all', 'Ver todas las comisiones'),
  ('agency_commissions.export', 'Exportar comisiones y su nómina'),
  ('commissions.edit_rate', 'Cambiar la comisión de una agencia y los planes de ejecutivos')) AS v (name, label)
WHERE p.name = v.name;

-- Sales of before ------------------------------------------------------------------------------------------------------

SELECT freeze_commissions(c, ARRAY(SELECT order_line_id FROM order_line_terms t JOIN order_lines o ON o.id = t.order_line_id
  WHERE o.contract_id = c.id ORDER BY o.id), c.signed_on)
FROM (SELECT * FROM contracts WHERE signed_on IS NOT NULL ORDER BY signed_on, id) c;

-- What a credit note on these amounts takes back of what sellers and referrers earned on its invoice: at the rate of each,
-- never more than is left, and all that is left when nothing of the invoice is left.
CREATE FUNCTION sale_commissions_left(of_invoice uuid, amounts jsonb, is_rest boolean) RETURNS TABLE (beneficiary_kind text,
  seller_id uuid, referral_id uuid, accrual text, pct numeric, base numeric, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT * FROM (
    SELECT l.beneficiary_kind, l.seller_id, l.referral_id, l.accrual, l.pct,
      CASE WHEN is_rest OR t.base >= l.base THEN l.base ELSE coalesce(t.base, 0) END,
      CASE WHEN is_rest OR t.base >= l.base THEN l.amount ELSE least(coalesce(t.amount, 0), l.amount) END AS amount
    FROM (
      SELECT c.beneficiary_kind, c.seller_id, c.referral_id, c.accrual, c.pct, sum(c.base_amount) AS base, sum(c.amount) AS amount
      FROM agency_commissions c WHERE c.invoice_id = of_invoice AND c.beneficiary_kind <> 'agency'
      GROUP BY 1, 2, 3, 4, 5) l
      LEFT JOIN sale_commissions(amounts) t ON (t.beneficiary_kind, t.accrual, t.pct) = (l.beneficiary_kind, l.accrual, l.pct)
        AND coalesce(t.seller_id, t.referral_id) = coalesce(l.seller_id, l.referral_id)) r
  WHERE r.amount > 0
$$;

-- Adds what sellers and referrers earned on documents that were issued without it, with their entries: on the day of the
-- document, or on the next open day from today on if its month is closed. Voided documents leave nothing. Without the
-- accounts of both roles nothing is added.
CREATE FUNCTION accrue_earlier_sales() RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  expense constant uuid := (SELECT gl_account_id FROM posting_accounts WHERE role = 'sales_commission_expense');
  payable constant uuid := (SELECT gl_account_id FROM posting_accounts WHERE role = 'sales_commission_payable');
  note record;
  entries uuid[];
BEGIN
  IF expense IS NULL OR payable IS NULL THEN
    RETURN;
  END IF;
  CREATE TEMPORARY TABLE earlier_documents ON COMMIT DROP AS
  SELECT i.id, i.doc_kind = 'credit_note' AS is_credit, i.modifies_invoice_id AS invoice_id, i.issue_date, a.amounts,
    CASE WHEN fiscal_period_is_open(i.company_id, i.issue_date) THEN i.issue_date ELSE (
      SELECT min(day)::date FROM generate_series(business_date(), business_date() + 730, interval '1 day') AS day
      WHERE fiscal_period_is_open(i.company_id, day::date)) END AS posted_on
  FROM invoices i JOIN (
      SELECT l.invoice_id, jsonb_agg(jsonb_build_object('order_line_id', l.order_line_id, 'gross', l.gross, 'net', l.net,
        'taxable', l.taxable)) AS amounts
      FROM invoice_lines l
      WHERE EXISTS (SELECT FROM order_line_commissions f WHERE f.order_line_id = l.order_line_id) GROUP BY 1) a
    ON a.invoice_id = i.id
  WHERE i.status = 'issued' AND NOT EXISTS (
    SELECT FROM agency_commissions c WHERE c.document_id = i.id AND c.beneficiary_kind <> 'agency');

  INSERT INTO agency_commissions (name, beneficiary_kind, seller_id, referral_id, invoice_id, document_id, kind, accrued_on,
    accrual, currency_code, base_amount, pct, amount)
  SELECT left(i.concept, 100), e.beneficiary_kind, e.seller_id, e.referral_id, i.id, i.id, 'accrued', d.posted_on, e.accrual,
    i.currency_code, e.base, e.pct, e.amount
  FROM earlier_documents d JOIN invoices i ON i.id = d.id CROSS JOIN LATERAL sale_commissions(d.amounts) e
  WHERE NOT d.is_credit AND e.amount <> 0;
  -- Each note takes back of what those before it left.
  FOR note IN SELECT * FROM earlier_documents WHERE is_credit ORDER BY issue_date, id LOOP
    INSERT INTO agency_commissions (name, beneficiary_kind, seller_id, referral_id, invoice_id, document_id, kind, accrued_on,
      accrual, currency_code, base_amount, pct, amount)
    SELECT left(n.concept, 100), e.beneficiary_kind, e.seller_id, e.referral_id, note.invoice_id, n.id, 'reversed',
      note.posted_on, e.accrual, n.currency_code, -e.base, e.pct, -e.amount
    FROM invoices n JOIN invoices o ON o.id = note.invoice_id CROSS JOIN LATERAL sale_commissions_left(o.id, note.amounts, (
        SELECT sum(m.total) FROM invoices m
        WHERE m.modifies_invoice_id = o.id AND m.doc_kind = 'credit_note' AND m.status = 'issued'
          AND (m.issue_date, m.id) <= (note.issue_date, note.id)) >= o.total) e
    WHERE n.id = note.id;
  END LOOP;

  WITH added AS (
    INSERT INTO journal_entries (company_id, posted_on, description, source_kind, source_id, currency_code, fx_rate, debit, credit)
    SELECT i.company_id, d.posted_on,
      left('Comisión de ventas de ' || coalesce(i.fiscal_number, i.internal_no, i.concept), 200), 'commission', i.id::text,
      i.currency_code, i.fx_rate, c.amount, c.amount
    FROM earlier_documents d JOIN invoices i ON i.id = d.id JOIN (
        SELECT document_id, sum(abs(amount)) AS amount FROM agency_commissions WHERE beneficiary_kind <> 'agency' GROUP BY 1) c
      ON c.document_id = d.id
    ORDER BY d.posted_on, d.is_credit, d.id RETURNING id)
  SELECT array_agg(id) INTO entries FROM added;
  INSERT INTO journal_lines (id, entry_id, position, gl_account_id, memo, debit, credit, client_id, invoice_id, seller_id,
    referral_id)
  SELECT new_id(), e.id,
    'a0' || lpad(row_number() OVER (PARTITION BY e.id ORDER BY c.id, s.side)::text, 4, '0') || 'V',
    CASE s.side WHEN 'expense' THEN expense ELSE payable END, e.description,
    CASE WHEN (s.side = 'expense') = (c.amount > 0) THEN abs(c.amount) ELSE 0 END,
    CASE WHEN (s.side = 'expense') = (c.amount > 0) THEN 0 ELSE abs(c.amount) END,
    i.client_id, c.invoice_id, c.seller_id, c.referral_id
  FROM journal_entries e JOIN agency_commissions c ON c.document_id = e.source_id::uuid AND c.beneficiary_kind <> 'agency'
    JOIN invoices i ON i.id = c.document_id CROSS JOIN (VALUES ('expense'), ('payable')) AS s (side)
  WHERE e.id = ANY(entries) ORDER BY e.entry_no, c.id;
  DROP TABLE earlier_documents;
END
$$;

-- Entries are written before their lines.
SET CONSTRAINTS ALL DEFERRED;
SELECT accrue_earlier_sales();
