-- What payers withhold: rules by who pays, what is expected of an invoice, and missing certificates; and write-offs.

SELECT set_config('pauta.request', 'migration:0129', true), set_config('pauta.reason', 'Retenciones e incobrables', true);

ALTER TABLE companies
  ADD COLUMN taxpayer_type text COLLATE "C" NOT NULL DEFAULT 'taxpayer'
    CHECK (taxpayer_type IN ('taxpayer', 'final_consumer', 'nonprofit', 'special_regime', 'government', 'foreign'));
CREATE INDEX companies_taxpayer_type ON companies (taxpayer_type, sort_order, id);

ALTER TABLE withholding_rules
  ADD COLUMN payer_types text[] NOT NULL DEFAULT '{}'
    CHECK (payer_types <@ ARRAY['taxpayer', 'final_consumer', 'nonprofit', 'special_regime', 'government', 'foreign']);
CREATE INDEX withholding_rules_payer_types ON withholding_rules USING gin (payer_types);

-- The State withholds income tax from its suppliers. Advertising between companies is not subject to a withholding of ITBIS,
-- so no rule is for it.
INSERT INTO withholding_rules (name, country_id, tax, taxpayer_types, payer_types, pct, base, legal_basis)
SELECT 'ISR de pagos del Estado', id, 'isr', '{taxpayer,nonprofit,special_regime}', '{government}', 5, 'net',
  'Código Tributario, artículo 309; confírmelo con su contador'
FROM countries WHERE code = 'DO' AND NOT EXISTS (SELECT FROM withholding_rules WHERE name = 'ISR de pagos del Estado');

-- What is expected to be withheld of the payment of an invoice, by the rules of its day, of what credit notes left.
CREATE FUNCTION expected_withholdings(invoice uuid)
RETURNS TABLE (rule_id uuid, name text, tax text, pct numeric, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT r.id, r.name, r.tax, r.pct, w.amount
  FROM invoices i JOIN companies c ON c.id = i.company_id
    LEFT JOIN clients l ON l.id = i.client_id LEFT JOIN agencies g ON g.id = i.agency_id
    CROSS JOIN LATERAL (
      SELECT i.tax - coalesce(sum(n.tax), 0) AS tax, i.taxable - coalesce(sum(n.taxable), 0) AS net
      FROM invoices n WHERE n.modifies_invoice_id = i.id AND n.doc_kind = 'credit_note' AND n.status = 'issued') b
    JOIN withholding_rules r ON r.country_id = c.country_id AND r.archived_at IS NULL
      AND c.taxpayer_type = ANY(r.taxpayer_types)
      AND (r.payer_types = '{}'
        OR CASE i.bill_to WHEN 'agency' THEN g.taxpayer_type ELSE l.taxpayer_type END = ANY(r.payer_types))
      AND (r.valid IS NULL OR r.valid @> i.issue_date)
    CROSS JOIN LATERAL (SELECT round(CASE r.base WHEN 'tax' THEN b.tax ELSE b.net END * r.pct / 100, 2) AS amount) w
  WHERE i.id = invoice AND i.status = 'issued' AND i.doc_kind <> 'credit_note' AND w.amount > 0
  ORDER BY r.tax, r.name
$$;

-- Withholdings of payments -----------------------------------------------------------------------------------------------

CREATE TABLE payment_withholdings (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  payment_id uuid NOT NULL REFERENCES payments ON DELETE RESTRICT,
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  tax text COLLATE "C" NOT NULL CHECK (tax IN ('itbis', 'isr')),
  pct numeric(7,4) CHECK (pct BETWEEN 0 AND 100),
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL CHECK (amount >= 0),
  withheld_on date NOT NULL,
  certificate text CHECK (char_length(certificate) <= 60),
  certificate_file uuid REFERENCES files ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'certified', 'cancelled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT payment_withholdings_certified CHECK (status <> 'certified' OR certificate IS NOT NULL)
);

CREATE INDEX payment_withholdings_by_withheld_on ON payment_withholdings (withheld_on, id);
CREATE INDEX payment_withholdings_by_created_at ON payment_withholdings (created_at, id);
CREATE INDEX payment_withholdings_by_updated_at ON payment_withholdings (updated_at, id);
CREATE INDEX payment_withholdings_payment_id ON payment_withholdings (payment_id, withheld_on, id);
CREATE INDEX payment_withholdings_client_id ON payment_withholdings (client_id, withheld_on, id);
CREATE INDEX payment_withholdings_agency_id ON payment_withholdings (agency_id, withheld_on, id);
CREATE INDEX payment_withholdings_tax ON payment_withholdings (tax, withheld_on, id);
CREATE INDEX payment_withholdings_currency_code ON payment_withholdings (currency_code, withheld_on, id);
CREATE INDEX payment_withholdings_amount ON payment_withholdings (amount);
CREATE INDEX payment_withholdings_certificate_file ON payment_withholdings (certificate_file) WHERE certificate_file IS NOT NULL;
CREATE INDEX payment_withholdings_status ON payment_withholdings (status, withheld_on, id);

CALL make_searchable('payment_withholdings', 'name', 'certificate');
CALL track('payment_withholdings', unnoticed => '{search_text}');
CALL restrict_app('payment_withholdings', 'SELECT, UPDATE (client_id, agency_id, certificate, certificate_file, status)');
CALL leave_with_demonstration('{payment_withholdings}');

CREATE FUNCTION waiting_days(w payment_withholdings) RETURNS integer
LANGUAGE sql STABLE AS $$ SELECT CASE w.status WHEN 'pending' THEN business_date() - w.withheld_on END $$;

CREATE FUNCTION withholdings_of(p payments) RETURNS TABLE (tax text, pct numeric, amount numeric, certificate text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT w.kind, w.pct, round(w.amount, 2), nullif(btrim(w.certificate), '')
  FROM jsonb_to_recordset(coalesce(p.withholdings, '[]')) AS w (kind text, pct numeric, amount numeric, certificate text)
  WHERE round(w.amount, 2) > 0
$$;

-- A payment makes its rows, and takes them back when it is returned or voided: the only ways in which either happens.
CREATE FUNCTION make_withholdings(p payments) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO payment_withholdings (name, payment_id, client_id, agency_id, tax, pct, currency_code, amount, withheld_on,
    certificate, status)
  SELECT left(p.receipt_no || ' · ' || upper(w.tax), 100), p.id, p.client_id, p.agency_id, w.tax, w.pct, p.currency_code,
    w.amount, p.received_on, w.certificate,
    CASE WHEN p.status IN ('returned', 'voided') THEN 'cancelled' WHEN w.certificate IS NULL THEN 'pending' ELSE 'certified' END
  FROM withholdings_of(p) w
$$;
REVOKE EXECUTE ON FUNCTION make_withholdings FROM PUBLIC;

CREATE FUNCTION payments_make_withholdings() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM make_withholdings(NEW);
  ELSE
    UPDATE payment_withholdings SET status = 'cancelled' WHERE payment_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER payments_make_withholdings AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.withholdings IS NOT NULL) EXECUTE FUNCTION payments_make_withholdings();
CREATE TRIGGER payments_cancel_withholdings AFTER UPDATE OF status ON payments
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status IN ('returned', 'voided') AND NEW.withheld > 0)
  EXECUTE FUNCTION payments_make_withholdings();

-- What was withheld is fixed with the payment.
CREATE FUNCTION payments_keep_withholdings() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a payment keeps what was withheld'
    USING ERRCODE = '23514', CONSTRAINT = 'payments_keep', TABLE = 'payments';
END
$$;
CREATE TRIGGER payments_keep_withholdings BEFORE UPDATE OF withholdings ON payments
  FOR EACH ROW WHEN (NEW.withholdings IS DISTINCT FROM OLD.withholdings) EXECUTE FUNCTION payments_keep_withholdings();
CREATE FUNCTION keep_withholding() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a withholding of a payment that was taken back stays cancelled'
    USING ERRCODE = '23514', CONSTRAINT = 'payment_withholdings_keep', TABLE = 'payment_withholdings';
END
$$;
CREATE TRIGGER keep_withholding BEFORE UPDATE OF status ON payment_withholdings
  FOR EACH ROW WHEN (OLD.status = 'cancelled' AND NEW.status <> 'cancelled') EXECUTE FUNCTION keep_withholding();

SELECT make_withholdings(p) FROM payments p WHERE p.withheld > 0 ORDER BY p.received_on, p.id;

-- Write-offs -------------------------------------------------------------------------------------------------------------

CREATE TABLE write_offs (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL CHECK (amount >= 0.01),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  requested_by_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  decided_by_id uuid REFERENCES users ON DELETE RESTRICT,
  -- At its request it was within the limit up to which no other user approves.
  is_within_limit boolean NOT NULL,
  written_on date,
  recovered_on date,
  status text COLLATE "C" NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'applied', 'rejected', 'recovered')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT write_offs_by_another CHECK (
    status NOT IN ('applied', 'recovered') OR is_within_limit
      OR decided_by_id IS NOT NULL AND decided_by_id <> requested_by_id),
  CONSTRAINT write_offs_dated CHECK (
    (written_on IS NOT NULL) = (status IN ('applied', 'recovered')) AND (recovered_on IS NOT NULL) = (status = 'recovered'))
);

CREATE INDEX write_offs_by_written_on ON write_offs (written_on, id) WHERE written_on IS NOT NULL;
CREATE INDEX write_offs_by_recovered_on ON write_offs (recovered_on, id) WHERE recovered_on IS NOT NULL;
CREATE INDEX write_offs_by_created_at ON write_offs (created_at, id);
CREATE INDEX write_offs_by_updated_at ON write_offs (updated_at, id);
CREATE INDEX write_offs_invoice_id ON write_offs (invoice_id, created_at, id);
CREATE INDEX write_offs_currency_code ON write_offs (currency_code, created_at, id);
CREATE INDEX write_offs_amount ON write_offs (amount);
CREATE INDEX write_offs_requested_by_id ON write_offs (requested_by_id, created_at, id);
CREATE INDEX write_offs_decided_by_id ON write_offs (decided_by_id) WHERE decided_by_id IS NOT NULL;
CREATE INDEX write_offs_status ON write_offs (status, created_at, id);
CREATE UNIQUE INDEX write_offs_open_once ON write_offs (invoice_id) WHERE status IN ('requested', 'applied');

CALL make_searchable('write_offs', 'name');
CALL track('write_offs', unnoticed => '{search_text}');
CALL restrict_app('write_offs', 'SELECT, INSERT, UPDATE (decided_by_id, written_on, recovered_on, status)');
CALL leave_with_demonstration('{write_offs}');

-- What is written off of an invoice is not owed, and was not collected either.
ALTER TABLE invoices
  ADD COLUMN written_off numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (written_off >= 0),
  DROP CONSTRAINT invoices_balance_left,
  ADD CONSTRAINT invoices_balance_left CHECK (paid + credited + written_off <= total),
  DROP CONSTRAINT invoices_settled_when_issued,
  ADD CONSTRAINT invoices_settled_when_issued CHECK (
    status = 'issued' OR (paid = 0 AND credited = 0 AND written_off = 0)),
  DROP CONSTRAINT invoices_credit_is_not_owed,
  ADD CONSTRAINT invoices_credit_is_not_owed CHECK (
    doc_kind <> 'credit_note' OR (paid = 0 AND credited = 0 AND written_off = 0)),
  DROP CONSTRAINT invoices_payment_status_check,
  ADD CONSTRAINT invoices_payment_status_check CHECK (
    payment_status IN ('none', 'open', 'partial', 'paid', 'written_off'));
ALTER TABLE invoices
  ALTER COLUMN balance SET EXPRESSION AS (CASE
    WHEN status = 'issued' AND doc_kind <> 'credit_note' THEN total - paid - credited - written_off ELSE 0 END),
  ALTER COLUMN payment_status SET EXPRESSION AS (CASE
    WHEN status <> 'issued' OR doc_kind = 'credit_note' THEN 'none' WHEN written_off > 0 THEN 'written_off'
    WHEN paid + credited >= total THEN 'paid' WHEN paid + credited > 0 THEN 'partial' ELSE 'open' END);
CREATE INDEX invoices_written_off ON invoices (written_off) WHERE written_off > 0;
DROP TRIGGER refuse_counted ON invoices;
CREATE TRIGGER refuse_counted BEFORE UPDATE ON invoices FOR EACH ROW
  WHEN ((NEW.paid, NEW.credited, NEW.written_off) IS DISTINCT FROM (OLD.paid, OLD.credited, OLD.written_off)
    AND pg_trigger_depth() < 1)
  EXECUTE FUNCTION refuse_counted('paid, credited, written_off');
DROP TRIGGER refuse_frozen ON invoices;
CREATE TRIGGER refuse_frozen AFTER UPDATE OR DELETE ON invoices FOR EACH ROW
  EXECUTE FUNCTION refuse_frozen('status', '{"issued","voided"}', '{"notes","paid","credited","written_off","void_reason_id","voided_on","ecf_status"}');

-- Write-offs are the only way to change what is written off: the invoice is locked, and a write-off has all of its balance.
CREATE FUNCTION count_write_off() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  before text := CASE TG_OP WHEN 'UPDATE' THEN OLD.status ELSE 'requested' END;
BEGIN
  IF TG_OP = 'INSERT' AND (NEW.status NOT IN ('requested', 'applied') OR NEW.decided_by_id IS NOT NULL)
    OR TG_OP = 'UPDATE' AND (before, NEW.status) NOT IN (
      ('requested', 'applied'), ('requested', 'rejected'), ('applied', 'recovered')) THEN
    RAISE EXCEPTION 'a write-off goes from requested to applied or rejected, and is then recovered'
      USING ERRCODE = '23514', CONSTRAINT = 'write_offs_keep', TABLE = 'write_offs';
  END IF;
  PERFORM FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  IF NOT EXISTS (
    SELECT FROM invoices i WHERE i.id = NEW.invoice_id AND i.currency_code = NEW.currency_code AND i.status = 'issued'
      AND (NEW.status IN ('rejected', 'recovered') OR i.balance = NEW.amount)) THEN
    RAISE EXCEPTION 'a write-off has the balance of an issued invoice'
      USING ERRCODE = '23514', CONSTRAINT = 'write_offs_fit', TABLE = 'write_offs';
  END IF;
  UPDATE invoices i SET written_off = i.written_off + CASE NEW.status WHEN 'applied' THEN NEW.amount ELSE -NEW.amount END
  WHERE i.id = NEW.invoice_id AND NEW.status IN ('applied', 'recovered');
  RETURN NULL;
END
$$;
CREATE TRIGGER count_write_off AFTER INSERT ON write_offs FOR EACH ROW EXECUTE FUNCTION count_write_off();
CREATE TRIGGER count_write_off_change AFTER UPDATE OF status ON write_offs
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION count_write_off();

INSERT INTO permissions (name, module, label) VALUES
  ('write_offs.request', 'Facturación', 'Cancelar facturas incobrables'),
  ('write_offs.approve', 'Facturación', 'Aprobar cuentas incobrables');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, 'write_offs.' || action
FROM roles r JOIN (VALUES
  ('admin', '{request,approve}'::text[]),
  ('collections', '{request}'),
  ('finance', '{request,approve}'),
  ('general_manager', '{approve}')) AS grants (role, actions) ON grants.role = r.name AND r.archived_at IS NULL
CROSS JOIN LATERAL unnest(grants.actions) AS action;
