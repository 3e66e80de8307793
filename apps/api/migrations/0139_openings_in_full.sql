-- An opening also takes over withholdings that can still be offset, and commissions that are due.

SELECT set_config('pauta.request', 'migration:0139', true), set_config('pauta.reason', 'Retenciones y comisiones de aperturas', true);

SET CONSTRAINTS ALL IMMEDIATE;

ALTER TABLE opening_rows
  DROP CONSTRAINT opening_rows_part_check,
  ADD CONSTRAINT opening_rows_part_check CHECK (
    part IN ('invoices', 'advances', 'withholdings', 'commissions', 'sequences', 'sales'));

-- Withholdings ---------------------------------------------------------------------------------------------------------

-- A withholding is of a payment, or of the system before.
ALTER TABLE payment_withholdings
  ALTER COLUMN payment_id DROP NOT NULL,
  ADD COLUMN opening_id uuid REFERENCES openings ON DELETE RESTRICT,
  ADD CONSTRAINT payment_withholdings_of_one CHECK (num_nonnulls(payment_id, opening_id) = 1);
CREATE INDEX payment_withholdings_opening_id ON payment_withholdings (opening_id) WHERE opening_id IS NOT NULL;
CALL restrict_app('payment_withholdings',
  'SELECT, INSERT, UPDATE (client_id, agency_id, certificate, certificate_file, status)');

CREATE FUNCTION refuse_withholding() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'withholdings are made by payments and openings'
    USING ERRCODE = '23514', CONSTRAINT = 'payment_withholdings_of_one', TABLE = 'payment_withholdings';
END
$$;
CREATE TRIGGER refuse_withholding BEFORE INSERT ON payment_withholdings
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL AND pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_withholding();

-- Commissions ----------------------------------------------------------------------------------------------------------

-- A commission is of an invoice, or of one of the system before, which is named by its number.
ALTER TABLE agency_commissions
  ALTER COLUMN invoice_id DROP NOT NULL,
  ALTER COLUMN document_id DROP NOT NULL,
  ADD COLUMN opening_id uuid REFERENCES openings ON DELETE RESTRICT,
  ADD COLUMN former_number text CHECK (char_length(former_number) BETWEEN 1 AND 40),
  DROP CONSTRAINT agency_commissions_kind_check,
  ADD CONSTRAINT agency_commissions_kind_check CHECK (kind IN ('accrued', 'reversed', 'adjusted', 'opened')),
  ADD CONSTRAINT agency_commissions_of_one CHECK (CASE
    WHEN opening_id IS NULL THEN num_nonnulls(invoice_id, document_id) = 2 AND former_number IS NULL AND kind <> 'opened'
    ELSE num_nonnulls(invoice_id, document_id) = 0 AND former_number IS NOT NULL AND kind <> 'accrued'
      AND accrual = 'invoice' END);
CREATE INDEX agency_commissions_opening_id ON agency_commissions (opening_id) WHERE opening_id IS NOT NULL;
ALTER TABLE commission_settlement_lines ALTER COLUMN invoice_id DROP NOT NULL;

-- As before (0052); what is taken back with an opening was never due.
CREATE OR REPLACE FUNCTION agency_commissions_begin() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.due_amount := CASE WHEN NEW.opening_id IS NOT NULL AND NEW.kind = 'reversed' THEN 0
    WHEN NEW.accrual = 'invoice' THEN NEW.amount ELSE 0 END;
  RETURN NEW;
END
$$;

-- As before (0120), also of openings, whose commissions have no invoice.
CREATE OR REPLACE FUNCTION settle_commissions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM agency_commissions c WHERE c.id IN (SELECT commission_id FROM new_rows) ORDER BY c.id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM new_rows n JOIN agency_commissions c ON c.id = n.commission_id LEFT JOIN invoices i ON i.id = c.invoice_id
      LEFT JOIN openings o ON o.id = c.opening_id JOIN commission_settlements s ON s.id = n.settlement_id
    WHERE n.amount <> c.due_amount - c.settled_amount
      OR (n.invoice_id, s.beneficiary_kind, coalesce(s.agency_id, s.seller_id, s.referral_id), s.currency_code, s.company_id)
        IS DISTINCT FROM (c.invoice_id, c.beneficiary_kind, c.beneficiary_id, c.currency_code,
          coalesce(i.company_id, o.company_id))) THEN
    RAISE EXCEPTION 'a settlement has what is due of its beneficiary and not settled'
      USING ERRCODE = '23514', CONSTRAINT = 'commission_settlement_lines_fit', TABLE = 'commission_settlement_lines';
  END IF;
  UPDATE agency_commissions c SET settled_amount = c.settled_amount + n.amount, settlement_id = n.settlement_id
  FROM new_rows n WHERE c.id = n.commission_id;
  RETURN NULL;
END
$$;

-- Openings -------------------------------------------------------------------------------------------------------------

-- What an opening wrote without a state of its own is of a posted one.
CREATE FUNCTION of_posted_opening() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM openings o
    WHERE o.id = NEW.opening_id AND o.status IN ('posted', 'undone')) THEN
    RAISE EXCEPTION '% % does not follow its opening', TG_TABLE_NAME, NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'documents_follow_opening', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER of_posted_opening AFTER INSERT ON payment_withholdings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.opening_id IS NOT NULL) EXECUTE FUNCTION of_posted_opening();
CREATE CONSTRAINT TRIGGER of_posted_opening AFTER INSERT ON agency_commissions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.opening_id IS NOT NULL) EXECUTE FUNCTION of_posted_opening();

-- Undoing an opening takes back its withholdings and its commissions, of which nothing may be settled.
CREATE FUNCTION undo_opened() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE payment_withholdings SET status = 'cancelled' WHERE opening_id = NEW.id AND status <> 'cancelled';
  PERFORM FROM agency_commissions WHERE opening_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM agency_commissions WHERE opening_id = NEW.id AND (settled_amount <> 0 OR kind = 'adjusted')) THEN
    RAISE EXCEPTION 'a commission of the opening was settled or adjusted'
      USING ERRCODE = '23514', CONSTRAINT = 'documents_follow_opening', TABLE = 'agency_commissions';
  END IF;
  INSERT INTO agency_commissions (name, beneficiary_kind, agency_id, seller_id, referral_id, opening_id, former_number, kind,
    accrued_on, accrual, currency_code, base_amount, pct, amount)
  SELECT name, beneficiary_kind, agency_id, seller_id, referral_id, opening_id, former_number, 'reversed', business_date(),
    accrual, currency_code, -base_amount, pct, -amount
  FROM agency_commissions WHERE opening_id = NEW.id AND kind = 'opened' ORDER BY id;
  UPDATE agency_commissions SET due_amount = 0 WHERE opening_id = NEW.id AND due_amount <> 0;
  RETURN NULL;
END
$$;
CREATE TRIGGER undo_opened AFTER UPDATE OF status ON openings
  FOR EACH ROW WHEN (OLD.status = 'posted' AND NEW.status = 'undone') EXECUTE FUNCTION undo_opened();
