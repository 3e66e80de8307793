-- Receipts that are mailed to who paid, volume rebates that are settled by credit notes, discounts for prompt payment
-- that are taken back, and deposits of several payments.

SELECT set_config('pauta.request', 'migration:0140', true), set_config('pauta.reason', 'Recibos por correo, descuentos por nota y depósitos', true);

CREATE TABLE receipt_deliveries (
  id uuid PRIMARY KEY DEFAULT new_id(),
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) <= 254),
  payment_id uuid NOT NULL REFERENCES payments ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
  sent_at timestamptz,
  error text CHECK (char_length(error) <= 500),
  -- Sent mails are forgotten after a while, so this refers to none of them.
  mail_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT receipt_deliveries_sent CHECK ((status = 'sent') = (sent_at IS NOT NULL))
);

CREATE INDEX receipt_deliveries_by_recipient ON receipt_deliveries ((sort_key(recipient) COLLATE "C"), id);
CREATE INDEX receipt_deliveries_by_sent_at ON receipt_deliveries (sent_at, id) WHERE sent_at IS NOT NULL;
CREATE INDEX receipt_deliveries_by_created_at ON receipt_deliveries (created_at, id);
CREATE INDEX receipt_deliveries_by_updated_at ON receipt_deliveries (updated_at, id);
CREATE INDEX receipt_deliveries_payment_id ON receipt_deliveries (payment_id, created_at, id);
CREATE INDEX receipt_deliveries_status ON receipt_deliveries (status, created_at, id);
CREATE INDEX receipt_deliveries_mail_id ON receipt_deliveries (mail_id) WHERE mail_id IS NOT NULL;

CALL make_searchable('receipt_deliveries', 'recipient');
CALL track('receipt_deliveries', unnoticed => '{search_text,mail_id,status,sent_at,error}');
CALL restrict_app('receipt_deliveries', 'SELECT, INSERT');
CALL leave_with_demonstration('{receipt_deliveries}');

-- As before (0131), also of receipts.
CREATE OR REPLACE FUNCTION show_delivery() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  state constant text := CASE WHEN NEW.sent_at IS NOT NULL THEN 'sent' ELSE 'failed' END;
  failure constant text := CASE WHEN NEW.sent_at IS NULL THEN coalesce(NEW.last_error, 'unknown') END;
BEGIN
  UPDATE invoice_deliveries SET status = state, sent_at = NEW.sent_at, error = failure WHERE mail_id = NEW.id;
  UPDATE receipt_deliveries SET status = state, sent_at = NEW.sent_at, error = failure WHERE mail_id = NEW.id;
  RETURN NULL;
END
$$;

-- Who of an account gets what is mailed about billing: these contacts and those for billing, or else the usual one.
CREATE FUNCTION billing_recipients(client uuid, agency uuid, party text, named uuid[]) RETURNS TABLE (name text, email text)
LANGUAGE sql STABLE AS $$
  WITH reachable AS (
    SELECT p.id, p.full_name, p.primary_email, p.role = 'billing' OR p.id = ANY (named) AS is_billing
    FROM contacts p
    WHERE p.archived_at IS NULL AND p.status = 'active' AND p.primary_email IS NOT NULL AND NOT p.email_bounced
      AND CASE WHEN party = 'agency' THEN p.agency_id = agency ELSE p.client_id = client END)
  SELECT DISTINCT ON (r.primary_email) r.full_name, r.primary_email FROM reachable r
  WHERE r.is_billing OR (NOT EXISTS (SELECT FROM reachable b WHERE b.is_billing)
    AND r.id = usual_billing_contact(client, agency, party))
  ORDER BY r.primary_email, r.id
$$;

-- As before (0135).
CREATE OR REPLACE FUNCTION invoice_recipients(i invoices) RETURNS TABLE (name text, email text)
LANGUAGE sql STABLE AS $$
  SELECT r.* FROM billing_recipients(i.client_id, i.agency_id, i.bill_to, ARRAY(
    SELECT o.billing_contact_id FROM invoice_contracts g JOIN contracts o ON o.id = g.contract_id
    WHERE g.invoice_id = i.id AND o.billing_contact_id IS NOT NULL)) r
$$;

-- Rebates by credit note -------------------------------------------------------------------------------------------------

INSERT INTO reasons (kind, code, name, fiscal_code, sort_order)
SELECT 'credit_note', 'NC-BONIFICACION', 'Bonificación por volumen', '3', 60
WHERE NOT EXISTS (SELECT FROM reasons WHERE code = 'NC-BONIFICACION');

-- What issued notes gave of a rebate, before tax: by trigger.
ALTER TABLE rebate_accruals
  ADD COLUMN credited numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (credited >= 0),
  DROP CONSTRAINT rebate_accruals_status_check,
  ADD CONSTRAINT rebate_accruals_status_check CHECK (
    status IN ('accrued', 'approved', 'crediting', 'paid', 'credited', 'voided')),
  ADD CONSTRAINT rebate_accruals_credited_within CHECK (credited <= amount),
  ADD CONSTRAINT rebate_accruals_credited_state CHECK (
    (status = 'credited') = (credited = amount) AND (credited = 0 OR status IN ('crediting', 'credited')));
CREATE TRIGGER refuse_counted BEFORE UPDATE ON rebate_accruals FOR EACH ROW
  WHEN (NEW.credited IS DISTINCT FROM OLD.credited AND pg_trigger_depth() < 1) EXECUTE FUNCTION refuse_counted('credited');

CALL create_link('rebate_accrual_credit_notes', 'rebate_accruals', 'rebate_accrual_id', 'invoices', 'credit_note_id');
CALL restrict_app('rebate_accrual_credit_notes', 'SELECT, INSERT');
CREATE UNIQUE INDEX rebate_accrual_credit_notes_once ON rebate_accrual_credit_notes (credit_note_id);
CALL leave_with_demonstration('{rebate_accrual_credit_notes}');

-- As before (0130), with the notes that settle it.
CREATE OR REPLACE FUNCTION keep_rebate() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM agencies WHERE id = NEW.agency_id FOR NO KEY UPDATE;
    IF NEW.status <> 'accrued' OR EXISTS (
      SELECT FROM rebate_accruals r
      WHERE (r.agency_id, r.company_id, r.currency_code) = (NEW.agency_id, NEW.company_id, NEW.currency_code)
        AND r.period && NEW.period AND r.status <> 'voided') THEN
      RAISE EXCEPTION 'the agency has a rebate of this period'
        USING ERRCODE = '23514', CONSTRAINT = 'rebate_accruals_once', TABLE = 'rebate_accruals';
    END IF;
  ELSIF (NEW.company_id, NEW.volume_rebate_id, NEW.period, NEW.base, NEW.currency_code, NEW.base_amount, NEW.pct, NEW.amount,
      NEW.prepared_by_id) IS DISTINCT FROM (OLD.company_id, OLD.volume_rebate_id, OLD.period, OLD.base, OLD.currency_code,
      OLD.base_amount, OLD.pct, OLD.amount, OLD.prepared_by_id)
    OR NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
      ('accrued', 'approved'), ('approved', 'paid'), ('accrued', 'voided'), ('approved', 'voided'), ('approved', 'crediting'),
      ('crediting', 'credited'), ('credited', 'crediting'), ('crediting', 'approved'), ('credited', 'approved')) THEN
    RAISE EXCEPTION 'a rebate goes from accrued to paid'
      USING ERRCODE = '23514', CONSTRAINT = 'rebate_accruals_keep', TABLE = 'rebate_accruals';
  END IF;
  RETURN NEW;
END
$$;

-- A note settles a rebate if it takes back an invoice of its period that was billed to its agency.
CREATE FUNCTION rebate_note_fits() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM rebate_accruals WHERE id = NEW.rebate_accrual_id FOR NO KEY UPDATE;
  IF NOT EXISTS (
    SELECT FROM rebate_accruals r JOIN invoices n ON n.id = NEW.credit_note_id JOIN invoices i ON i.id = n.modifies_invoice_id
    WHERE r.id = NEW.rebate_accrual_id AND r.status IN ('approved', 'crediting') AND n.doc_kind = 'credit_note'
      AND n.status = 'draft' AND NOT n.rebill AND i.bill_to = 'agency' AND i.agency_id = ANY(with_merged_agencies(r.agency_id))
      AND (i.company_id, i.currency_code) = (r.company_id, r.currency_code) AND i.issue_date <@ r.period) THEN
    RAISE EXCEPTION 'the note is of no invoice of the rebate'
      USING ERRCODE = '23514', CONSTRAINT = 'rebate_notes_fit', TABLE = 'rebate_accrual_credit_notes';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER rebate_note_fits BEFORE INSERT ON rebate_accrual_credit_notes
  FOR EACH ROW EXECUTE FUNCTION rebate_note_fits();

-- A rebate follows its notes: settled by those that are issued, and to be settled otherwise when there are none.
CREATE FUNCTION follow_rebate_note() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  rebate constant uuid := (SELECT rebate_accrual_id FROM rebate_accrual_credit_notes WHERE credit_note_id = NEW.id);
  issued numeric;
  some_active boolean;
BEGIN
  IF rebate IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM FROM rebate_accruals WHERE id = rebate FOR NO KEY UPDATE;
  SELECT coalesce(sum(n.taxable) FILTER (WHERE n.status = 'issued'), 0),
    coalesce(bool_or(n.status <> 'voided' AND n.archived_at IS NULL), false)
  INTO issued, some_active
  FROM rebate_accrual_credit_notes l JOIN invoices n ON n.id = l.credit_note_id WHERE l.rebate_accrual_id = rebate;
  IF some_active AND NEW.rebill
    OR some_active AND EXISTS (SELECT FROM rebate_accruals WHERE id = rebate AND status IN ('accrued', 'paid', 'voided')) THEN
    RAISE EXCEPTION 'the rebate of this note is settled otherwise'
      USING ERRCODE = '23514', CONSTRAINT = 'rebate_notes_fit', TABLE = 'invoices';
  END IF;
  UPDATE rebate_accruals r SET credited = issued,
    status = CASE WHEN issued = r.amount THEN 'credited' WHEN some_active THEN 'crediting' ELSE 'approved' END
  WHERE r.id = rebate AND r.status IN ('approved', 'crediting', 'credited');
  RETURN NULL;
END
$$;
CREATE TRIGGER follow_rebate_note AFTER UPDATE OF status, archived_at, rebill ON invoices FOR EACH ROW
  WHEN (NEW.doc_kind = 'credit_note' AND (NEW.status, NEW.archived_at, NEW.rebill)
    IS DISTINCT FROM (OLD.status, OLD.archived_at, OLD.rebill))
  EXECUTE FUNCTION follow_rebate_note();

-- As before (0132), without the notes that give rebates: they are no less volume.
CREATE OR REPLACE FUNCTION rebate_volume(agency uuid, company uuid, days daterange, currency text, of_base text) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE of_base
    WHEN 'collected' THEN (
      SELECT coalesce(sum(a.amount), 0) FROM collected_amounts a
      WHERE a.agency_id = ANY(with_merged_agencies(agency)) AND a.company_id = company AND a.currency_code = currency
        AND a.day <@ days)
    ELSE (
      SELECT coalesce(sum(CASE i.doc_kind WHEN 'credit_note' THEN -v.amount ELSE v.amount END), 0)
      FROM invoices i CROSS JOIN LATERAL (SELECT CASE of_base WHEN 'gross' THEN i.gross ELSE i.net END AS amount) v
      WHERE i.agency_id = ANY(with_merged_agencies(agency)) AND i.company_id = company AND i.currency_code = currency
        AND i.status = 'issued' AND i.issue_date <@ days AND i.opening_id IS NULL
        AND NOT EXISTS (SELECT FROM rebate_accrual_credit_notes l WHERE l.credit_note_id = i.id)) END
$$;

-- Discounts for prompt payment -------------------------------------------------------------------------------------------

-- The debit note that charges an issued discount again, after the payment that earned it was taken back.
ALTER TABLE prompt_discounts ADD COLUMN debit_note_id uuid REFERENCES invoices ON DELETE RESTRICT;
CREATE UNIQUE INDEX prompt_discounts_debit_note_id ON prompt_discounts (debit_note_id) WHERE debit_note_id IS NOT NULL;
CALL restrict_app('prompt_discounts', 'SELECT, INSERT, UPDATE (debit_note_id)');

-- It charges what the issued note gave, once.
CREATE FUNCTION prompt_discount_charged() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  IF OLD.debit_note_id IS NOT NULL AND EXISTS (
      SELECT FROM invoices d WHERE d.id = OLD.debit_note_id AND d.status <> 'voided' AND d.archived_at IS NULL)
    OR NEW.debit_note_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM invoices d JOIN invoices n ON n.id = NEW.credit_note_id
      WHERE d.id = NEW.debit_note_id AND d.doc_kind = 'debit_note' AND d.status = 'draft'
        AND d.modifies_invoice_id = NEW.invoice_id AND n.status = 'issued' AND d.total = n.total) THEN
    RAISE EXCEPTION 'a discount that was taken back is charged once'
      USING ERRCODE = '23514', CONSTRAINT = 'prompt_discounts_charged', TABLE = 'prompt_discounts';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER prompt_discount_charged BEFORE UPDATE OF debit_note_id ON prompt_discounts
  FOR EACH ROW EXECUTE FUNCTION prompt_discount_charged();

-- Deposits of several payments -------------------------------------------------------------------------------------------

ALTER TABLE bank_movements
  DROP CONSTRAINT bank_movements_outcome_check,
  ADD CONSTRAINT bank_movements_outcome_check CHECK (outcome IN ('reconciled', 'registered', 'several', 'returned',
    'bank_charge', 'own_transfer', 'outgoing', 'other'));

CALL create_link('bank_movement_payments', 'bank_movements', 'bank_movement_id', 'payments', 'payment_id');
-- Whether the movement registered the payment, so that deciding it again takes the payment back.
ALTER TABLE bank_movement_payments ADD COLUMN is_registered boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX bank_movement_payments_once ON bank_movement_payments (payment_id);
CALL restrict_app('bank_movement_payments', 'SELECT, INSERT, DELETE');
CALL leave_with_demonstration('{bank_movement_payments}');

-- As before (0118); a deposit is the payments that it names, which are no other movement.
CREATE OR REPLACE FUNCTION bank_movement_is_payment() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM bank_movements m LEFT JOIN payments p ON p.id = m.payment_id
    WHERE m.id = NEW.id AND m.status = 'settled' AND m.outcome IN ('reconciled', 'registered', 'returned') AND NOT coalesce(
      p.bank_account_id = m.bank_account_id AND p.currency_code = m.currency_code AND CASE m.outcome
        WHEN 'returned' THEN p.amount = -m.amount AND p.status = 'returned'
        ELSE p.amount = m.amount AND p.status IN ('reconciled', 'returned')
          AND NOT EXISTS (SELECT FROM bank_movement_payments l WHERE l.payment_id = p.id) END, false))
    OR EXISTS (
      SELECT FROM bank_movements m CROSS JOIN LATERAL (
        SELECT count(*) AS parts, sum(p.amount) AS amount, bool_and(p.bank_account_id = m.bank_account_id
          AND p.currency_code = m.currency_code AND p.status IN ('reconciled', 'returned')
          AND NOT EXISTS (
            SELECT FROM bank_movements o WHERE o.payment_id = p.id AND o.status = 'settled' AND o.amount > 0)) AS fit
        FROM bank_movement_payments l JOIN payments p ON p.id = l.payment_id WHERE l.bank_movement_id = m.id) s
      WHERE m.id = NEW.id AND CASE WHEN m.status = 'settled' AND m.outcome = 'several'
        THEN NOT coalesce(s.parts > 1 AND s.amount = m.amount AND s.fit, false) ELSE s.parts > 0 END) THEN
    RAISE EXCEPTION 'movement % is another amount, account or state than its payment', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'bank_movements_is_payment', TABLE = 'bank_movements';
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION bank_deposit_is_whole() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM bank_movements m
    WHERE m.id = NEW.bank_movement_id AND m.status = 'settled' AND m.outcome = 'several' AND m.amount = (
      SELECT sum(p.amount) FROM bank_movement_payments l JOIN payments p ON p.id = l.payment_id
      WHERE l.bank_movement_id = m.id)) THEN
    RAISE EXCEPTION 'movement % is another amount, account or state than its payment', NEW.bank_movement_id
      USING ERRCODE = '23514', CONSTRAINT = 'bank_movements_is_payment', TABLE = 'bank_movements';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER is_whole AFTER INSERT ON bank_movement_payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION bank_deposit_is_whole();

-- As before (0118); of a deposit, the other payments stay as they are, for the next decision.
CREATE OR REPLACE FUNCTION release_bank_movements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  deposit uuid;
BEGIN
  -- Whoever decides a movement changes it themselves.
  IF current_setting('pauta.deciding', true) = 'on' THEN
    RETURN NULL;
  END IF;
  UPDATE bank_movements SET status = 'pending', outcome = NULL, payment_id = NULL, proposal = NULL, grade = NULL, why = NULL,
    problem = 'Su cobro ya no está conciliado.'
  WHERE payment_id = NEW.id AND status = 'settled' AND amount > 0;
  SELECT bank_movement_id INTO deposit FROM bank_movement_payments WHERE payment_id = NEW.id;
  IF deposit IS NOT NULL THEN
    DELETE FROM bank_movement_payments WHERE bank_movement_id = deposit;
    UPDATE bank_movements SET status = 'pending', outcome = NULL, proposal = NULL, grade = NULL, why = NULL,
      problem = 'Uno de sus cobros ya no está conciliado.'
    WHERE id = deposit;
  END IF;
  RETURN NULL;
END
$$;
