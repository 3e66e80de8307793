-- One invoice of several contracts of a payer. The contracts of such an invoice are those of the order lines that its lines
-- bill; `contract_id` of an invoice is set while it bills one contract only.

SELECT set_config('pauta.request', 'migration:0135', true), set_config('pauta.reason', 'Facturas de varios contratos', true);

SET CONSTRAINTS ALL IMMEDIATE;

-- The invoices and notes of several contracts (`record_id`), each with its contracts (`target_id`).
CREATE VIEW invoices_contract_id_further AS
SELECT DISTINCT i.id AS record_id, o.contract_id AS target_id
FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id JOIN order_lines o ON o.id = l.order_line_id
WHERE i.contract_id IS NULL;
CALL restrict_app('invoices_contract_id_further', 'SELECT');

-- Every invoice and note with each of its contracts.
CREATE VIEW invoice_contracts AS
SELECT id AS invoice_id, contract_id FROM invoices WHERE contract_id IS NOT NULL
UNION ALL
SELECT record_id, target_id FROM invoices_contract_id_further;
CALL restrict_app('invoice_contracts', 'SELECT');

-- What of an invoice each of its contracts has; what its lines without a contract have is a row without one. A payment is of
-- the whole invoice, so what was paid and what is owed are shared by what notes left of each contract; the parts add up to
-- the amounts of the invoice.
CREATE FUNCTION contract_parts(i invoices) RETURNS TABLE (contract_id uuid, gross numeric, net numeric,
  agency_discount numeric, taxable numeric, tax numeric, total numeric, credited numeric, paid numeric, balance numeric)
LANGUAGE sql STABLE AS $$
  SELECT s.contract_id, s.gross, s.net, s.agency_discount, s.taxable, s.tax, s.total, s.credited,
    coalesce(round_amount(i.paid * s.upto / nullif(s.whole, 0), i.currency_code)
      - round_amount(i.paid * (s.upto - s.total + s.credited) / nullif(s.whole, 0), i.currency_code), 0),
    coalesce(round_amount(i.balance * s.upto / nullif(s.whole, 0), i.currency_code)
      - round_amount(i.balance * (s.upto - s.total + s.credited) / nullif(s.whole, 0), i.currency_code), 0)
  FROM (
    SELECT p.*, sum(p.total - p.credited) OVER (ORDER BY p.contract_id) AS upto, sum(p.total - p.credited) OVER () AS whole
    FROM (
      SELECT coalesce(i.contract_id, o.contract_id) AS contract_id, sum(l.gross) AS gross, sum(l.net) AS net,
        sum(l.agency_discount) AS agency_discount, sum(l.taxable) AS taxable, sum(l.tax) AS tax, sum(l.total) AS total,
        coalesce(sum(n.total), 0) AS credited
      FROM invoice_lines l LEFT JOIN order_lines o ON o.id = l.order_line_id
        LEFT JOIN LATERAL (
          SELECT sum(c.total) AS total FROM invoice_lines c
            JOIN invoices m ON m.id = c.invoice_id AND m.doc_kind = 'credit_note' AND m.status = 'issued'
          WHERE c.original_line_id = l.id) n ON true
      WHERE l.invoice_id = i.id GROUP BY 1) p) s
$$;

-- What the issued invoices of a contract have of it.
CREATE FUNCTION contract_invoices(contract uuid)
RETURNS TABLE (invoice_id uuid, net numeric, total numeric, credited numeric, paid numeric, balance numeric)
LANGUAGE sql STABLE AS $$
  SELECT i.id, i.net, i.total, i.credited, i.paid, i.balance FROM invoices i
  WHERE i.contract_id = contract AND i.status = 'issued' AND i.doc_kind <> 'credit_note'
  UNION ALL
  SELECT i.id, p.net, p.total, p.credited, p.paid, p.balance
  FROM invoices_contract_id_further g JOIN invoices i ON i.id = g.record_id CROSS JOIN LATERAL contract_parts(i) p
  WHERE g.target_id = contract AND i.status = 'issued' AND i.doc_kind <> 'credit_note' AND p.contract_id = contract
$$;

-- As before (0122), also of invoices of several contracts: the order lines say what is counted.
CREATE OR REPLACE FUNCTION invoices_count_billed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changed constant uuid[] := ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o USING (id) WHERE n.status <> o.status
      AND 'issued' IN (n.status, o.status) AND (n.doc_kind <> 'credit_note' OR n.rebill));
  lines uuid[];
BEGIN
  IF cardinality(changed) = 0 THEN
    RETURN NULL;
  END IF;
  lines := ARRAY(SELECT DISTINCT order_line_id FROM invoice_lines
    WHERE invoice_id = ANY (changed) AND order_line_id IS NOT NULL);
  IF cardinality(lines) = 0 THEN
    RETURN NULL;
  END IF;
  PERFORM FROM order_lines WHERE id = ANY (lines) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM quotas WHERE order_line_id = ANY (lines) ORDER BY id FOR SHARE;
  UPDATE order_lines o SET billed_quantity = o.billed_quantity + b.quantity, billed_net = o.billed_net + b.net
  FROM (
    SELECT l.order_line_id AS id, sum(s.sign * l.billed_quantity) AS quantity, sum(s.sign * l.net) AS net
    FROM new_rows n JOIN invoice_lines l ON l.invoice_id = n.id AND l.order_line_id IS NOT NULL
      CROSS JOIN LATERAL (SELECT CASE WHEN (n.status = 'issued') = (n.doc_kind <> 'credit_note') THEN 1 ELSE -1 END AS sign) s
    WHERE n.id = ANY (changed) GROUP BY l.order_line_id) b
  WHERE o.id = b.id AND (b.quantity, b.net) <> (0, 0);
  IF EXISTS (
    SELECT FROM new_rows n JOIN invoice_lines l ON l.invoice_id = n.id JOIN order_lines o ON o.id = l.order_line_id
      JOIN contracts c ON c.id = o.contract_id CROSS JOIN LATERAL billable_part(o, c) AS part
    WHERE n.id = ANY (changed) AND (n.status = 'issued') = (n.doc_kind <> 'credit_note')
      AND (o.billed_net > round_amount(o.net * part, o.currency_code) OR o.billed_quantity > round(o.quantity * part, 4))) THEN
    RAISE EXCEPTION 'more would be billed than was delivered'
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_billed_when_delivered', TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;

-- Whether an invoice of this company, currency, payer, client and agency may bill a contract. A signed contract keeps the
-- accounts that were merged into others.
CREATE FUNCTION bills_contract(i invoices, contract uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM contracts c CROSS JOIN LATERAL payers_of(c) p WHERE c.id = contract AND c.signed_on IS NOT NULL
      AND (c.company_id, p.bill_to, c.currency_code) = (i.company_id, i.bill_to, i.currency_code)
      AND i.client_id IN (p.client_id, (SELECT merged_into_id FROM clients WHERE id = p.client_id))
      AND (i.agency_id IS NOT DISTINCT FROM c.agency_id
        OR i.agency_id = (SELECT merged_into_id FROM agencies WHERE id = c.agency_id)))
$$;

-- As before (0087); without a contract of its own an invoice bills order lines of contracts of its parties, which have one
-- commission of the agency and are all of barter or none. A note is of the contract of the document that it modifies, and
-- takes back only what that bills; a charge by debit note is of no contract.
CREATE OR REPLACE FUNCTION invoices_follow_contract() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- An issued invoice stays as it is, also when an addendum changes who pays.
  IF TG_OP = 'UPDATE' AND OLD.status NOT IN ('draft', 'reviewed') THEN
    RETURN NULL;
  END IF;
  IF NEW.doc_kind = 'invoice' AND NEW.contract_id IS NOT NULL AND NOT bills_contract(NEW, NEW.contract_id)
    OR NEW.doc_kind <> 'invoice' AND NOT (NEW.doc_kind = 'debit_note' AND NEW.contract_id IS NULL)
      AND NEW.contract_id IS DISTINCT FROM (SELECT i.contract_id FROM invoices i WHERE i.id = NEW.modifies_invoice_id)
    OR NEW.doc_kind = 'invoice' AND NEW.contract_id IS NULL AND EXISTS (
      SELECT FROM invoices_contract_id_further g WHERE g.record_id = NEW.id AND NOT bills_contract(NEW, g.target_id)) THEN
    RAISE EXCEPTION 'invoice % differs from its contract', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'invoices_follow_contract', TABLE = 'invoices';
  END IF;
  IF NEW.contract_id IS NOT NULL AND EXISTS (
      SELECT FROM invoice_lines l JOIN order_lines o ON o.id = l.order_line_id
      WHERE l.invoice_id = NEW.id AND o.contract_id <> NEW.contract_id)
    OR NEW.doc_kind <> 'invoice' AND EXISTS (
      SELECT FROM invoices_contract_id_further g WHERE g.record_id = NEW.id AND NOT EXISTS (
        SELECT FROM invoice_contracts b WHERE b.invoice_id = NEW.modifies_invoice_id AND b.contract_id = g.target_id)) THEN
    RAISE EXCEPTION 'invoice % bills lines of another contract', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'invoice_lines_of_contract', TABLE = 'invoice_lines';
  END IF;
  IF NEW.contract_id IS NULL AND (
    SELECT count(DISTINCT (t.commission_pct, t.commission_mode)) > 1 OR count(DISTINCT c.contract_type = 'barter') > 1
    FROM invoice_lines l JOIN order_lines o ON o.id = l.order_line_id JOIN contracts c ON c.id = o.contract_id
      LEFT JOIN order_line_terms t ON t.order_line_id = o.id
    WHERE l.invoice_id = NEW.id) THEN
    RAISE EXCEPTION 'the contracts of invoice % have different terms', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'invoices_group_fits', TABLE = 'invoices';
  END IF;
  RETURN NULL;
END
$$;

-- As before (0122), also of invoices of several contracts.
CREATE OR REPLACE FUNCTION billed_to(contract uuid, payer text, client uuid) RETURNS TABLE (order_line_id uuid, net numeric)
LANGUAGE sql STABLE AS $$
  SELECT l.order_line_id, sum(CASE i.doc_kind WHEN 'credit_note' THEN -l.net ELSE l.net END)
  FROM order_lines o JOIN invoice_lines l ON l.order_line_id = o.id JOIN invoices i ON i.id = l.invoice_id
    LEFT JOIN clients m ON m.id = client
  WHERE o.contract_id = contract AND i.bill_to = payer AND i.client_id IN (client, m.merged_into_id)
    AND i.archived_at IS NULL AND (i.doc_kind <> 'credit_note' OR i.rebill)
    AND (i.status = 'issued' OR i.status IN ('draft', 'reviewed') AND i.doc_kind <> 'credit_note')
  GROUP BY 1
$$;

-- The drafts of invoices that bill a contract, alone or with others.
CREATE FUNCTION invoice_drafts(contract uuid) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM invoice_contracts g JOIN invoices i ON i.id = g.invoice_id
  WHERE g.contract_id = contract AND i.doc_kind = 'invoice' AND i.status IN ('draft', 'reviewed') AND i.archived_at IS NULL
$$;

-- As before (0093), also of invoices of several contracts.
CREATE OR REPLACE FUNCTION addendum_changes_payers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM addendum_payers WHERE addendum_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  IF invoice_drafts(NEW.contract_id) > 0 THEN
    RAISE EXCEPTION 'contract % has drafts of invoices', NEW.contract_id
      USING ERRCODE = '23514', CONSTRAINT = 'addendum_payers_drafts', TABLE = 'addenda';
  END IF;
  INSERT INTO addendum_payer_billed (addendum_payer_id, order_line_id, net)
  SELECT p.payer_id, b.order_line_id, b.net
  FROM contracts c CROSS JOIN LATERAL payers_of(c, NEW.id) p CROSS JOIN LATERAL billed_to(c.id, p.bill_to, p.client_id) b
  WHERE c.id = NEW.contract_id;
  RETURN NULL;
END
$$;

-- As before (0055), with the part of the contract of invoices of several.
CREATE OR REPLACE FUNCTION collected_pct(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT round(100 * sum(i.paid) / nullif(sum(i.total - i.credited), 0), 4) FROM contract_invoices(c.id) i
$$;

CREATE OR REPLACE FUNCTION open_balance(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(i.balance), 0)::numeric(18,2) FROM contract_invoices(c.id) i
$$;

-- As before (0089), with the part of the contract of invoices of several.
CREATE OR REPLACE FUNCTION collection_missing(contract uuid, states text[], also uuid DEFAULT NULL) RETURNS numeric
LANGUAGE plpgsql AS $$
DECLARE
  missing numeric;
BEGIN
  IF NOT (SELECT is_political(c) FROM contracts c WHERE c.id = contract) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('pauta.collected.' || contract, 0));
  SELECT round((SELECT coalesce(sum(o.total * placed_part(o, states, also)), 0) FROM order_lines o WHERE o.contract_id = contract), 2)
    - (SELECT coalesce(sum(i.paid), 0) FROM contract_invoices(contract) i)
  INTO missing;
  RETURN CASE WHEN missing > 0 THEN missing END;
END
$$;

-- As before (0090), also of invoices of several contracts.
CREATE OR REPLACE FUNCTION acts_on_contract(contract uuid) RETURNS TABLE (act text)
LANGUAGE sql STABLE AS $$
  SELECT 'invoice' WHERE EXISTS (
    SELECT FROM invoice_contracts g JOIN invoices i ON i.id = g.invoice_id
    WHERE g.contract_id = contract AND i.archived_at IS NULL)
  UNION ALL
  SELECT 'placement' WHERE EXISTS (SELECT FROM placements WHERE contract_id = contract)
  UNION ALL
  SELECT 'addendum' WHERE EXISTS (SELECT FROM addenda WHERE contract_id = contract)
  UNION ALL
  SELECT 'suspension' WHERE EXISTS (
    SELECT FROM audit_log WHERE entity = 'contracts' AND entity_id = contract::text AND after ->> 'status' = 'suspended')
  UNION ALL
  SELECT 'evidence' WHERE EXISTS (SELECT FROM evidence_reports WHERE contract_id = contract AND archived_at IS NULL)
  UNION ALL
  SELECT 'sheet' WHERE EXISTS (
    SELECT FROM tech_sheets s WHERE s.contract_id = contract
      AND (s.status <> 'pending' OR EXISTS (SELECT FROM tech_sheet_items i WHERE i.tech_sheet_id = s.id AND i.is_done)))
  UNION ALL
  SELECT 'work_order' WHERE EXISTS (
    SELECT FROM work_orders w LEFT JOIN order_lines o ON o.id = w.order_line_id
      LEFT JOIN contract_lines l ON l.id = o.contract_line_id
    WHERE w.contract_id = contract AND w.status <> 'pending' AND NOT (w.status = 'completed' AND coalesce(l.former_aired, 0) > 0))
  UNION ALL
  SELECT 'renewal' WHERE EXISTS (SELECT FROM quotes WHERE renewal_of_id = contract AND archived_at IS NULL)
$$;

-- As before (0131), with the contacts of all contracts of the invoice.
CREATE OR REPLACE FUNCTION invoice_recipients(i invoices) RETURNS TABLE (name text, email text)
LANGUAGE sql STABLE AS $$
  WITH reachable AS (
    SELECT p.id, p.full_name, p.primary_email, p.role = 'billing' OR p.id IN (
        SELECT o.billing_contact_id FROM invoice_contracts g JOIN contracts o ON o.id = g.contract_id
        WHERE g.invoice_id = i.id AND o.billing_contact_id IS NOT NULL) AS is_billing
    FROM contacts p
    WHERE p.archived_at IS NULL AND p.status = 'active' AND p.primary_email IS NOT NULL AND NOT p.email_bounced
      AND CASE WHEN i.bill_to = 'agency' THEN p.agency_id = i.agency_id ELSE p.client_id = i.client_id END)
  SELECT DISTINCT ON (r.primary_email) r.full_name, r.primary_email FROM reachable r
  WHERE r.is_billing OR (NOT EXISTS (SELECT FROM reachable b WHERE b.is_billing)
    AND r.id = usual_billing_contact(i.client_id, i.agency_id, i.bill_to))
  ORDER BY r.primary_email, r.id
$$;

-- As before (0134), also of invoices of several contracts.
CREATE OR REPLACE FUNCTION is_bartered(i invoices) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT i.bill_to = 'client' AND coalesce((
    SELECT bool_and(c.contract_type = 'barter') FROM invoice_contracts g JOIN contracts c ON c.id = g.contract_id
    WHERE g.invoice_id = i.id), false)
$$;

-- How a run puts what is due on invoices.
ALTER TABLE billing_runs ADD COLUMN grouping text COLLATE "C" NOT NULL DEFAULT 'contract'
  CHECK (grouping IN ('contract', 'payer', 'purchase_order', 'month'));
CREATE INDEX billing_runs_grouping ON billing_runs (grouping, created_at, id);
