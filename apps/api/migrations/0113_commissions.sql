-- What is paid to agencies of their commissions: settlements, and adjustments of single commissions.

SELECT set_config('pauta.request', 'migration:0113', true), set_config('pauta.reason', 'Liquidaciones de comisiones', true);

SET CONSTRAINTS ALL IMMEDIATE;

CREATE TABLE commission_settlements (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number text NOT NULL CHECK (char_length(number) BETWEEN 1 AND 40),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  agency_id uuid NOT NULL REFERENCES agencies ON DELETE RESTRICT,
  until date NOT NULL,
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (total >= -1000000000000000),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'approved', 'invoiced', 'paid', 'voided')),
  prepared_by_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  approved_by_id uuid REFERENCES users ON DELETE RESTRICT,
  agency_number text CHECK (char_length(agency_number) <= 19),
  agency_date date,
  agency_tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (agency_tax >= 0),
  agency_file uuid REFERENCES files ON DELETE RESTRICT,
  paid_on date,
  bank_account_id uuid REFERENCES bank_accounts ON DELETE RESTRICT,
  payment_reference text CHECK (char_length(payment_reference) <= 60),
  void_reason text CHECK (char_length(void_reason) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX commission_settlements_by_number ON commission_settlements ((sort_key(number) COLLATE "C"), id);
CREATE INDEX commission_settlements_by_until ON commission_settlements (until, id);
CREATE INDEX commission_settlements_by_status ON commission_settlements (status, id);
CREATE INDEX commission_settlements_by_agency_date ON commission_settlements (agency_date, id) WHERE agency_date IS NOT NULL;
CREATE INDEX commission_settlements_by_paid_on ON commission_settlements (paid_on, id) WHERE paid_on IS NOT NULL;
CREATE INDEX commission_settlements_by_created_at ON commission_settlements (created_at, id);
CREATE INDEX commission_settlements_by_updated_at ON commission_settlements (updated_at, id);
CREATE INDEX commission_settlements_company_id ON commission_settlements (company_id, created_at, id);
CREATE INDEX commission_settlements_agency_id ON commission_settlements (agency_id, created_at, id);
CREATE INDEX commission_settlements_currency_code ON commission_settlements (currency_code, created_at, id);
CREATE INDEX commission_settlements_status ON commission_settlements (status, created_at, id);
CREATE INDEX commission_settlements_prepared_by_id ON commission_settlements (prepared_by_id);
CREATE INDEX commission_settlements_approved_by_id ON commission_settlements (approved_by_id) WHERE approved_by_id IS NOT NULL;
CREATE INDEX commission_settlements_agency_file ON commission_settlements (agency_file) WHERE agency_file IS NOT NULL;
CREATE INDEX commission_settlements_bank_account_id ON commission_settlements (bank_account_id) WHERE bank_account_id IS NOT NULL;

CALL make_searchable('commission_settlements', 'number', 'agency_number');
CALL track('commission_settlements', unnoticed => '{search_text}');
CALL restrict_app('commission_settlements', 'SELECT, INSERT, UPDATE');

CALL make_document('commission_settlements', 'status', '{approved,invoiced,paid,voided}',
  '{agency_id,agency_number,agency_date,agency_tax,agency_file,paid_on,bank_account_id,payment_reference,void_reason}');
CREATE TABLE "commission_settlement_lines" (
  id uuid PRIMARY KEY,
  "settlement_id" uuid NOT NULL REFERENCES "commission_settlements" ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  memo text NOT NULL CHECK (char_length(memo) BETWEEN 1 AND 100),
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  commission_id uuid NOT NULL REFERENCES agency_commissions ON DELETE RESTRICT,
  amount numeric(18,2) NOT NULL CHECK (amount >= -1000000000000000)
);
CREATE INDEX "commission_settlement_lines_settlement_id_position" ON "commission_settlement_lines" ("settlement_id", position, id);
CREATE INDEX "commission_settlement_lines_invoice_id" ON "commission_settlement_lines" ("invoice_id");
CREATE INDEX "commission_settlement_lines_commission_id" ON "commission_settlement_lines" ("commission_id");
CALL make_lines('commission_settlement_lines', 'commission_settlements', 'settlement_id', 'status', '{"approved","invoiced","paid","voided"}', '{}');
CALL prove_totals('commission_settlements', ARRAY[['total', 'commission_settlement_lines', 'settlement_id', 'amount']]);


CALL restrict_app('commission_settlement_lines', 'SELECT, INSERT, DELETE');
CALL leave_with_demonstration('{commission_settlements,commission_settlement_lines}');

ALTER TABLE commission_settlements
  ADD CONSTRAINT commission_settlements_number_once UNIQUE (company_id, number),
  -- Whoever prepares a settlement does not approve it.
  ADD CONSTRAINT commission_settlements_by_another CHECK (approved_by_id <> prepared_by_id),
  ADD CONSTRAINT commission_settlements_approved CHECK (
    status IN ('draft', 'voided') OR approved_by_id IS NOT NULL AND total > 0),
  ADD CONSTRAINT commission_settlements_invoiced CHECK (
    status NOT IN ('invoiced', 'paid') OR num_nonnulls(agency_number, agency_date) = 2),
  ADD CONSTRAINT commission_settlements_paid CHECK (
    num_nonnulls(paid_on, bank_account_id, payment_reference) = CASE status WHEN 'paid' THEN 3 ELSE 0 END);
-- An invoice of an agency is settled once.
CREATE UNIQUE INDEX commission_settlements_agency_number_once ON commission_settlements (agency_id, agency_number)
  WHERE agency_number IS NOT NULL AND status <> 'voided';

-- The order of its states, and what an end keeps.
CREATE FUNCTION keep_settlement() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status <> 'draft'
    OR TG_OP = 'UPDATE' AND (
      OLD.status IN ('paid', 'voided') AND
        (NEW.status, NEW.agency_number, NEW.agency_date, NEW.agency_tax, NEW.agency_file, NEW.paid_on, NEW.bank_account_id,
          NEW.payment_reference, NEW.void_reason)
        IS DISTINCT FROM (OLD.status, OLD.agency_number, OLD.agency_date, OLD.agency_tax, OLD.agency_file, OLD.paid_on,
          OLD.bank_account_id, OLD.payment_reference, OLD.void_reason)
      OR NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
        ('draft', 'approved'), ('approved', 'invoiced'), ('invoiced', 'paid'),
        ('draft', 'voided'), ('approved', 'voided'), ('invoiced', 'voided'))) THEN
    RAISE EXCEPTION 'a settlement goes from draft to paid'
      USING ERRCODE = '23514', CONSTRAINT = 'commission_settlements_keep', TABLE = 'commission_settlements';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_settlement BEFORE INSERT OR UPDATE ON commission_settlements
  FOR EACH ROW EXECUTE FUNCTION keep_settlement();

ALTER TABLE commission_settlement_lines
  ADD CONSTRAINT commission_settlement_lines_once UNIQUE (settlement_id, commission_id),
  ADD CONSTRAINT commission_settlement_lines_some CHECK (amount <> 0);

-- Commissions ----------------------------------------------------------------------------------------------------------

ALTER TABLE agency_commissions
  DROP CONSTRAINT agency_commissions_kind_check,
  ADD CONSTRAINT agency_commissions_kind_check CHECK (kind IN ('accrued', 'reversed', 'adjusted')),
  ADD COLUMN settled_amount numeric(18,2) NOT NULL DEFAULT '0.00',
  ADD COLUMN settlement_id uuid REFERENCES commission_settlements ON DELETE RESTRICT,
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'accrued' CHECK (status IN ('accrued', 'due', 'settling', 'invoiced', 'paid')),
  ADD COLUMN reason text CHECK (char_length(reason) <= 500),
  ADD CONSTRAINT agency_commissions_adjusted CHECK (kind <> 'adjusted' OR reason IS NOT NULL);
CREATE INDEX agency_commissions_settlement_id ON agency_commissions (settlement_id, created_at, id);
CREATE INDEX agency_commissions_status ON agency_commissions (status, created_at, id);

ALTER TABLE agency_commissions DISABLE TRIGGER USER;
UPDATE agency_commissions SET status = 'due' WHERE due_amount <> 0;
ALTER TABLE agency_commissions ENABLE TRIGGER USER;

-- The state of a commission: that of its settlement, unless more or less of it is due meanwhile.
CREATE FUNCTION agency_commissions_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.settled_amount := 0;
    NEW.settlement_id := NULL;
  END IF;
  NEW.status := CASE
    WHEN NEW.due_amount <> NEW.settled_amount THEN 'due'
    WHEN NEW.settlement_id IS NULL THEN 'accrued'
    ELSE (
      SELECT CASE status WHEN 'paid' THEN 'paid' WHEN 'invoiced' THEN 'invoiced' ELSE 'settling' END
      FROM commission_settlements WHERE id = NEW.settlement_id)
  END;
  RETURN NEW;
END
$$;
CREATE TRIGGER agency_commissions_state BEFORE INSERT OR UPDATE ON agency_commissions
  FOR EACH ROW EXECUTE FUNCTION agency_commissions_state();

-- Lines are the only way to settle a commission: its row is locked, and a line has all that was due of it and is in no
-- other settlement, so that two settlements at once never pay the same.
CREATE FUNCTION settle_commissions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM agency_commissions c WHERE c.id IN (SELECT commission_id FROM new_rows) ORDER BY c.id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM new_rows n JOIN agency_commissions c ON c.id = n.commission_id JOIN invoices i ON i.id = c.invoice_id
      JOIN commission_settlements s ON s.id = n.settlement_id
    WHERE n.amount <> c.due_amount - c.settled_amount
      OR (n.invoice_id, s.agency_id, s.currency_code, s.company_id)
        IS DISTINCT FROM (c.invoice_id, c.agency_id, c.currency_code, i.company_id)) THEN
    RAISE EXCEPTION 'a settlement has what is due of its agency and not settled'
      USING ERRCODE = '23514', CONSTRAINT = 'commission_settlement_lines_fit', TABLE = 'commission_settlement_lines';
  END IF;
  UPDATE agency_commissions c SET settled_amount = c.settled_amount + n.amount, settlement_id = n.settlement_id
  FROM new_rows n WHERE c.id = n.commission_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER settle_commissions AFTER INSERT ON commission_settlement_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION settle_commissions();

-- Takes amounts of commissions out of a settlement; they belong to the one before it, if any.
CREATE FUNCTION release_commissions(settlement uuid, commissions uuid[], amounts numeric[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM agency_commissions c WHERE c.id = ANY(commissions) ORDER BY c.id FOR NO KEY UPDATE;
  UPDATE agency_commissions c SET settled_amount = c.settled_amount - r.amount,
    settlement_id = (
      SELECT l.settlement_id FROM commission_settlement_lines l JOIN commission_settlements s ON s.id = l.settlement_id
      WHERE l.commission_id = c.id AND s.id <> settlement AND s.status <> 'voided' ORDER BY l.id DESC LIMIT 1)
  FROM unnest(commissions, amounts) AS r (id, amount) WHERE c.id = r.id;
END
$$;
REVOKE EXECUTE ON FUNCTION release_commissions FROM PUBLIC;

CREATE FUNCTION leave_out_commissions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM release_commissions(settlement_id, array_agg(commission_id), array_agg(amount)) FROM old_rows GROUP BY settlement_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER leave_out_commissions AFTER DELETE ON commission_settlement_lines REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION leave_out_commissions();

CREATE FUNCTION follow_settlement() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status = 'voided' THEN
    PERFORM release_commissions(NEW.id, array_agg(commission_id), array_agg(amount))
    FROM commission_settlement_lines WHERE settlement_id = NEW.id HAVING count(*) > 0;
  ELSE
    PERFORM FROM agency_commissions WHERE settlement_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
    -- Their trigger writes the state.
    UPDATE agency_commissions SET settlement_id = NEW.id WHERE settlement_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER follow_settlement AFTER UPDATE OF status ON commission_settlements
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION follow_settlement();

-- Ledger ---------------------------------------------------------------------------------------------------------------

ALTER TABLE journal_entries
  DROP CONSTRAINT journal_entries_source_kind_check,
  ADD CONSTRAINT journal_entries_source_kind_check CHECK (
    source_kind IN ('invoice', 'void', 'payment', 'application', 'reversal', 'commission', 'settlement'));
ALTER TABLE posting_accounts
  DROP CONSTRAINT posting_accounts_role_check,
  ADD CONSTRAINT posting_accounts_role_check CHECK (role IN ('receivable_clients', 'receivable_agencies', 'income',
    'discounts', 'agency_discount', 'tax_payable', 'advances', 'bank', 'barter', 'withholdings', 'commission_expense',
    'commission_payable', 'tax_advanced'));
INSERT INTO posting_accounts (role, name, gl_account_id)
SELECT 'tax_advanced', 'ITBIS adelantado', (
  SELECT id FROM gl_accounts WHERE code = '1.1.05' AND is_postable AND archived_at IS NULL);

-- Permissions ----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('commissions.settle', 'Comisiones de agencia', 'Liquidar, ajustar y pagar comisiones'),
  ('commissions.approve', 'Comisiones de agencia', 'Aprobar liquidaciones de comisiones');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, 'commissions.' || action
FROM roles r JOIN (VALUES
  ('admin', '{settle,approve}'::text[]),
  ('finance', '{settle,approve}'),
  ('billing', '{settle}'),
  ('general_manager', '{approve}')) AS grants (role, actions) ON grants.role = r.name AND r.archived_at IS NULL
CROSS JOIN LATERAL unnest(grants.actions) AS action;
