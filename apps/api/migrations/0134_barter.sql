-- Barter: the invoices of clients for what they give, which become payments by barter.

SELECT set_config('pauta.request', 'migration:0134', true), set_config('pauta.reason', 'Canjes y pronto pago', true);

CREATE TABLE barter_receipts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  fiscal_number text NOT NULL CHECK (char_length(fiscal_number) BETWEEN 1 AND 19),
  issued_on date NOT NULL,
  received_on date NOT NULL,
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 500),
  supplied text COLLATE "C" NOT NULL DEFAULT 'goods' CHECK (supplied IN ('services', 'goods')),
  purchase_kind text COLLATE "C" NOT NULL DEFAULT 'supplies' CHECK (purchase_kind IN ('staff', 'supplies', 'rent', 'fixed_assets', 'representation', 'other_deductions', 'financial', 'extraordinary', 'cost_of_sales', 'assets', 'insurance')),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL CHECK (amount >= 0.01),
  tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (tax >= 0),
  document uuid REFERENCES files ON DELETE RESTRICT,
  supplier_tax_id text NOT NULL CHECK (char_length(supplier_tax_id) <= 20),
  total numeric(18,2) NOT NULL GENERATED ALWAYS AS (amount + tax) STORED,
  used numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (used >= 0),
  unused numeric(18,2) NOT NULL GENERATED ALWAYS AS (CASE WHEN status = 'registered' THEN amount + tax - used ELSE 0 END) STORED,
  payment_id uuid NOT NULL REFERENCES payments ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'registered' CHECK (status IN ('registered', 'voided')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT barter_receipts_of_payment UNIQUE (payment_id),
  CONSTRAINT barter_receipts_not_overused CHECK (used <= amount + tax)
);

CREATE INDEX barter_receipts_by_fiscal_number ON barter_receipts ((sort_key(fiscal_number) COLLATE "C"), id);
CREATE INDEX barter_receipts_by_issued_on ON barter_receipts (issued_on, id);
CREATE INDEX barter_receipts_by_received_on ON barter_receipts (received_on, id);
CREATE INDEX barter_receipts_by_amount ON barter_receipts (amount, id);
CREATE INDEX barter_receipts_by_created_at ON barter_receipts (created_at, id);
CREATE INDEX barter_receipts_by_updated_at ON barter_receipts (updated_at, id);
CREATE INDEX barter_receipts_company_id ON barter_receipts (company_id, created_at, id);
CREATE INDEX barter_receipts_client_id ON barter_receipts (client_id, created_at, id);
CREATE INDEX barter_receipts_currency_code ON barter_receipts (currency_code, created_at, id);
CREATE INDEX barter_receipts_document ON barter_receipts (document) WHERE document IS NOT NULL;
CREATE INDEX barter_receipts_unused ON barter_receipts (unused);
CREATE INDEX barter_receipts_status ON barter_receipts (status, created_at, id);

CALL make_searchable('barter_receipts', 'name', 'fiscal_number');
CALL track('barter_receipts', unnoticed => '{search_text,total,unused}');
CALL restrict_app('barter_receipts', 'SELECT, INSERT, UPDATE (client_id)');
CALL leave_with_demonstration('{barter_receipts}');

-- An invoice of a client counts once while it is in force; after its payment is taken back it may be registered again.
CREATE UNIQUE INDEX barter_receipts_once ON barter_receipts (supplier_tax_id, fiscal_number) WHERE status = 'registered';

-- A receipt is a payment by barter of its client, company, currency and total; what is used of it and its state follow the
-- payment, and the rest never changes. The payment is locked, so that nothing is applied of it meanwhile.
CREATE FUNCTION barter_receipts_keep() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  payment payments;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.name, NEW.company_id, NEW.fiscal_number, NEW.issued_on, NEW.received_on, NEW.description, NEW.supplied,
        NEW.purchase_kind, NEW.currency_code, NEW.amount, NEW.tax, NEW.document, NEW.supplier_tax_id, NEW.payment_id)
      IS DISTINCT FROM (OLD.name, OLD.company_id, OLD.fiscal_number, OLD.issued_on, OLD.received_on, OLD.description,
        OLD.supplied, OLD.purchase_kind, OLD.currency_code, OLD.amount, OLD.tax, OLD.document, OLD.supplier_tax_id,
        OLD.payment_id)
      OR (NEW.used, NEW.status) IS DISTINCT FROM (OLD.used, OLD.status) AND pg_trigger_depth() < 2 THEN
      RAISE EXCEPTION 'a barter receipt follows its payment'
        USING ERRCODE = '23514', CONSTRAINT = 'barter_receipts_keep', TABLE = 'barter_receipts';
    END IF;
    RETURN NEW;
  END IF;
  SELECT * INTO payment FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  IF (payment.method, payment.company_id, payment.client_id, payment.currency_code, payment.received_on, payment.amount,
      payment.withheld) IS DISTINCT FROM ('barter', NEW.company_id, NEW.client_id, NEW.currency_code, NEW.received_on,
      NEW.amount + NEW.tax, 0) OR payment.status NOT IN ('registered', 'reconciled') THEN
    RAISE EXCEPTION 'a barter receipt is a payment by barter of its client and its total'
      USING ERRCODE = '23514', CONSTRAINT = 'barter_receipts_is_payment', TABLE = 'barter_receipts';
  END IF;
  NEW.used := payment.applied;
  NEW.status := 'registered';
  RETURN NEW;
END
$$;
CREATE TRIGGER barter_receipts_keep BEFORE INSERT OR UPDATE ON barter_receipts
  FOR EACH ROW EXECUTE FUNCTION barter_receipts_keep();

CREATE FUNCTION follow_barter_payment() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE barter_receipts
  SET used = NEW.applied, status = CASE WHEN NEW.status IN ('returned', 'voided') THEN 'voided' ELSE 'registered' END
  WHERE payment_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER follow_barter_payment AFTER UPDATE OF applied, status ON payments FOR EACH ROW
  WHEN (NEW.method = 'barter' AND (NEW.applied, NEW.status) IS DISTINCT FROM (OLD.applied, OLD.status))
  EXECUTE FUNCTION follow_barter_payment();

-- A payment by barter needs the client's own invoice; payments of before have none.
CREATE FUNCTION barter_has_receipt() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM barter_receipts WHERE payment_id = NEW.id) THEN
    RAISE EXCEPTION 'a payment by barter has the invoice of its client'
      USING ERRCODE = '23514', CONSTRAINT = 'payments_barter_receipt', TABLE = 'payments';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER has_receipt AFTER INSERT ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.method = 'barter') EXECUTE FUNCTION barter_has_receipt();

-- Whether an invoice may be settled by barter: it bills a barter contract to its client.
CREATE FUNCTION is_bartered(i invoices) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT i.bill_to = 'client' AND EXISTS (
    SELECT FROM contracts c WHERE c.id = i.contract_id AND c.contract_type = 'barter')
$$;

CREATE FUNCTION barter_applications_fit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM new_rows n JOIN payments p ON p.id = n.payment_id JOIN invoices i ON i.id = n.invoice_id
    WHERE p.method = 'barter' AND n.amount > 0 AND (n.for_another OR NOT is_bartered(i))) THEN
    RAISE EXCEPTION 'a payment by barter settles invoices of barter contracts of its client'
      USING ERRCODE = '23514', CONSTRAINT = 'payment_applications_barter', TABLE = 'payment_applications';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER barter_applications_fit AFTER INSERT ON payment_applications REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION barter_applications_fit();

-- Prompt payment --------------------------------------------------------------------------------------------------------

-- What an invoice offers, fixed when it is issued with the terms of its credit term.
ALTER TABLE invoices
  ADD COLUMN prompt_until date,
  ADD COLUMN prompt_pct numeric(7,4) CHECK (prompt_pct BETWEEN 0 AND 100),
  ADD COLUMN prompt_discount numeric(18,2) CHECK (prompt_discount >= 0),
  ADD CONSTRAINT invoices_prompt_whole CHECK (num_nonnulls(prompt_until, prompt_pct, prompt_discount) IN (0, 3));
CREATE INDEX invoices_by_prompt_until ON invoices (prompt_until, id) WHERE archived_at IS NULL AND prompt_until IS NOT NULL;

CREATE TABLE prompt_discounts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  credit_note_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX prompt_discounts_invoice_id ON prompt_discounts (invoice_id);
CREATE UNIQUE INDEX prompt_discounts_credit_note_id ON prompt_discounts (credit_note_id);
COMMENT ON TABLE prompt_discounts IS 'Descuentos por pronto pago';
CALL restrict_app('prompt_discounts', 'SELECT, INSERT');
CALL leave_with_demonstration('{prompt_discounts}');

-- The receipt of a payment of an invoice that came after the last day of its discount; null if there is none.
CREATE FUNCTION late_payment(i invoices) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT p.receipt_no FROM payment_applications a JOIN payments p ON p.id = a.payment_id
  WHERE a.invoice_id = i.id AND p.received_on > i.prompt_until
  GROUP BY p.id HAVING sum(a.amount) > 0 ORDER BY p.received_on, p.receipt_no LIMIT 1
$$;

-- An invoice earned its discount when all of it but the discount was paid by the last day.
CREATE FUNCTION prompt_discount_earned(i invoices) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(i.status = 'issued' AND i.doc_kind = 'invoice' AND i.credited = 0 AND i.written_off = 0
    AND i.prompt_discount > 0 AND i.balance = i.prompt_discount AND late_payment(i) IS NULL, false)
$$;

-- An invoice gets its discount once, unless the note was voided or its draft archived. The invoice is locked.
CREATE FUNCTION prompt_discount_once() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM prompt_discounts d JOIN invoices n ON n.id = d.credit_note_id
    WHERE d.invoice_id = NEW.invoice_id AND n.status <> 'voided' AND n.archived_at IS NULL) THEN
    RAISE EXCEPTION 'the invoice has its discount for prompt payment'
      USING ERRCODE = '23514', CONSTRAINT = 'prompt_discounts_once', TABLE = 'prompt_discounts';
  END IF;
  IF NOT EXISTS (
    SELECT FROM invoices i JOIN invoices n ON n.modifies_invoice_id = i.id AND n.doc_kind = 'credit_note'
    WHERE i.id = NEW.invoice_id AND n.id = NEW.credit_note_id AND n.status = 'draft' AND n.total = i.prompt_discount
      AND NOT n.rebill AND prompt_discount_earned(i)) THEN
    RAISE EXCEPTION 'the invoice did not earn this discount'
      USING ERRCODE = '23514', CONSTRAINT = 'prompt_discounts_earned', TABLE = 'prompt_discounts';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER prompt_discount_once BEFORE INSERT ON prompt_discounts FOR EACH ROW EXECUTE FUNCTION prompt_discount_once();

-- The note is issued as it was prepared, and only while the discount is still earned.
CREATE FUNCTION prompt_discount_holds() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM prompt_discounts WHERE credit_note_id = NEW.id) THEN
    RETURN NEW;
  END IF;
  PERFORM FROM invoices WHERE id = NEW.modifies_invoice_id FOR NO KEY UPDATE;
  IF NOT EXISTS (
    SELECT FROM prompt_discounts d JOIN invoices i ON i.id = d.invoice_id
    WHERE d.credit_note_id = NEW.id AND i.id = NEW.modifies_invoice_id AND i.prompt_discount = NEW.total AND NOT NEW.rebill
      AND prompt_discount_earned(i)) THEN
    RAISE EXCEPTION 'the discount for prompt payment is no longer earned'
      USING ERRCODE = '23514', CONSTRAINT = 'prompt_discounts_hold', TABLE = 'invoices';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER prompt_discount_holds BEFORE UPDATE OF status ON invoices FOR EACH ROW
  WHEN (NEW.doc_kind = 'credit_note' AND NEW.status = 'issued' AND OLD.status <> 'issued')
  EXECUTE FUNCTION prompt_discount_holds();
