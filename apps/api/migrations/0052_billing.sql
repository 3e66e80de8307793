-- Billing: invoices and notes, payments and what they settle, commissions of agencies, and the ledger of all of them.

SELECT set_config('pauta.request', 'migration:0052', true), set_config('pauta.reason', 'Facturación y cobros', true);

-- Invoices -------------------------------------------------------------------------------------------------------------

CREATE TABLE invoices (
  id uuid PRIMARY KEY DEFAULT new_id(),
  concept text NOT NULL CHECK (char_length(concept) BETWEEN 1 AND 160),
  doc_kind text COLLATE "C" NOT NULL DEFAULT 'invoice' CHECK (doc_kind IN ('invoice', 'credit_note', 'debit_note')),
  internal_no text CHECK (char_length(internal_no) <= 40),
  fiscal_document text COLLATE "C" CHECK (fiscal_document IN ('B01', 'B02', 'B03', 'B04', 'B14', 'B15', 'B16')),
  fiscal_number text CHECK (char_length(fiscal_number) <= 19),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  bill_to text COLLATE "C" NOT NULL DEFAULT 'client' CHECK (bill_to IN ('client', 'agency')),
  contract_id uuid REFERENCES contracts ON DELETE RESTRICT,
  period daterange CHECK (NOT isempty(period)),
  modifies_invoice_id uuid REFERENCES invoices ON DELETE RESTRICT CHECK (modifies_invoice_id <> id),
  reason_id uuid REFERENCES reasons ON DELETE RESTRICT,
  po_number text CHECK (char_length(po_number) <= 60),
  credit_term_id uuid REFERENCES credit_terms ON DELETE RESTRICT,
  issue_date date,
  due_date date,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  fx_rate numeric(18,6),
  income_type text COLLATE "C" NOT NULL DEFAULT '01' CHECK (income_type IN ('01', '02', '03', '04', '05', '06')),
  payment_type text COLLATE "C" NOT NULL DEFAULT 'credit' CHECK (payment_type IN ('cash', 'credit', 'free')),
  agency_commission_pct numeric(7,4) CHECK (agency_commission_pct BETWEEN 0 AND 100),
  commission_mode text COLLATE "C" CHECK (commission_mode IN ('invoice_discount', 'later_settlement')),
  payer_name text CHECK (char_length(payer_name) <= 160),
  payer_tax_id text CHECK (char_length(payer_tax_id) <= 40),
  payer_address text CHECK (char_length(payer_address) <= 300),
  notes text CHECK (char_length(notes) <= 2000),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'reviewed', 'issued', 'voided')),
  payment_status text COLLATE "C" NOT NULL GENERATED ALWAYS AS (CASE
    WHEN status <> 'issued' OR doc_kind = 'credit_note' THEN 'none' WHEN paid + credited >= total THEN 'paid'
    WHEN paid + credited > 0 THEN 'partial' ELSE 'open' END) STORED
    CHECK (payment_status IN ('none', 'open', 'partial', 'paid')),
  void_reason_id uuid REFERENCES reasons ON DELETE RESTRICT,
  voided_on date,
  gross numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (gross >= 0),
  net numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (net >= 0),
  agency_discount numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (agency_discount >= 0),
  taxable numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (taxable >= 0),
  tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (tax >= 0),
  total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (total >= 0),
  paid numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (paid >= 0),
  credited numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (credited >= 0),
  balance numeric(18,2) NOT NULL GENERATED ALWAYS AS (
    CASE WHEN status = 'issued' AND doc_kind <> 'credit_note' THEN total - paid - credited ELSE 0 END) STORED,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT invoices_fiscal_number_key UNIQUE (company_id, fiscal_number),
  CONSTRAINT invoices_internal_no_key UNIQUE (company_id, internal_no),
  -- What is collected and credited never exceeds the total (invariant I10, domain §2.3).
  CONSTRAINT invoices_balance_left CHECK (paid + credited <= total),
  CONSTRAINT invoices_settled_when_issued CHECK (status = 'issued' OR (paid = 0 AND credited = 0)),
  CONSTRAINT invoices_credit_is_not_owed CHECK (doc_kind <> 'credit_note' OR (paid = 0 AND credited = 0)),
  CONSTRAINT invoices_bill_to CHECK (bill_to = 'client' OR agency_id IS NOT NULL),
  CONSTRAINT invoices_note_modifies CHECK (doc_kind = 'invoice' OR modifies_invoice_id IS NOT NULL),
  CONSTRAINT invoices_issued_whole CHECK (status IN ('draft', 'reviewed') OR (
    total > 0 AND internal_no IS NOT NULL AND fiscal_number IS NOT NULL AND left(fiscal_number, 3) = fiscal_document
    AND issue_date IS NOT NULL AND due_date >= issue_date AND payer_name IS NOT NULL)),
  CONSTRAINT invoices_void_reason CHECK (status <> 'voided' OR (void_reason_id IS NOT NULL AND voided_on IS NOT NULL))
);

CREATE INDEX invoices_by_internal_no ON invoices ((sort_key(internal_no) COLLATE "C"), id) WHERE archived_at IS NULL AND internal_no IS NOT NULL;
CREATE INDEX invoices_by_fiscal_number ON invoices ((sort_key(fiscal_number) COLLATE "C"), id) WHERE archived_at IS NULL AND fiscal_number IS NOT NULL;
CREATE INDEX invoices_by_issue_date ON invoices (issue_date, id) WHERE archived_at IS NULL AND issue_date IS NOT NULL;
CREATE INDEX invoices_by_due_date ON invoices (due_date, id) WHERE archived_at IS NULL AND due_date IS NOT NULL;
CREATE INDEX invoices_by_voided_on ON invoices (voided_on, id) WHERE archived_at IS NULL AND voided_on IS NOT NULL;
CREATE INDEX invoices_by_created_at ON invoices (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX invoices_by_updated_at ON invoices (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX invoices_doc_kind ON invoices (doc_kind, created_at, id);
CREATE INDEX invoices_fiscal_document ON invoices (fiscal_document, created_at, id);
CREATE INDEX invoices_company_id ON invoices (company_id, created_at, id);
CREATE INDEX invoices_client_id ON invoices (client_id, created_at, id);
CREATE INDEX invoices_agency_id ON invoices (agency_id, created_at, id);
CREATE INDEX invoices_contract_id ON invoices (contract_id, created_at, id);
CREATE INDEX invoices_period ON invoices USING gist (period);
CREATE INDEX invoices_bill_to ON invoices (bill_to, created_at, id);
CREATE INDEX invoices_modifies_invoice_id ON invoices (modifies_invoice_id, created_at, id);
CREATE INDEX invoices_reason_id ON invoices (reason_id) WHERE reason_id IS NOT NULL;
CREATE INDEX invoices_credit_term_id ON invoices (credit_term_id) WHERE credit_term_id IS NOT NULL;
CREATE INDEX invoices_currency_code ON invoices (currency_code, created_at, id);
CREATE INDEX invoices_status ON invoices (status, created_at, id);
CREATE INDEX invoices_payment_status ON invoices (payment_status, created_at, id);
CREATE INDEX invoices_void_reason_id ON invoices (void_reason_id) WHERE void_reason_id IS NOT NULL;
-- Aging, and the open invoices of a payer.
CREATE INDEX invoices_owed ON invoices (client_id, due_date)
  INCLUDE (agency_id, bill_to, currency_code, issue_date, balance) WHERE balance > 0;
CREATE INDEX invoices_owed_by_agency ON invoices (agency_id, due_date) WHERE balance > 0 AND bill_to = 'agency';
CREATE INDEX invoices_total ON invoices (total);
CREATE INDEX invoices_balance ON invoices (balance);

CALL make_searchable('invoices', 'internal_no', 'fiscal_number', 'concept', 'po_number', 'payer_name');
CALL track('invoices', unnoticed => '{search_text,balance,payment_status}');
CALL free_when_withdrawn('invoices');
CALL restrict_app('invoices', 'SELECT, INSERT, UPDATE');

CALL make_document('invoices', 'status', '{"issued","voided"}', '{"notes","paid","credited","void_reason_id","voided_on"}');
CREATE TABLE "invoice_lines" (
  id uuid PRIMARY KEY,
  "invoice_id" uuid NOT NULL REFERENCES "invoices" ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 200),
  ad_article_id uuid REFERENCES ad_articles ON DELETE RESTRICT,
  quantity numeric(18,4) NOT NULL DEFAULT '1' CHECK (quantity >= 0),
  unit_price numeric(18,6) NOT NULL DEFAULT '0' CHECK (unit_price >= 0),
  discount_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (discount_pct BETWEEN 0 AND 100),
  tax_rate_id uuid REFERENCES tax_rates ON DELETE RESTRICT,
  gl_account_id uuid REFERENCES gl_accounts ON DELETE RESTRICT,
  tax_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (tax_pct BETWEEN 0 AND 100),
  gross numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (gross >= 0),
  net numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (net >= 0),
  agency_discount numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (agency_discount >= 0),
  taxable numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (taxable >= 0),
  tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (tax >= 0),
  total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (total >= 0),
  -- Of a line of a credit note: the line that it takes back.
  original_line_id uuid REFERENCES invoice_lines ON DELETE RESTRICT,
  -- The line in force of the contract that it bills, and how much of its quantity.
  order_line_id uuid REFERENCES order_lines ON DELETE RESTRICT,
  billed_quantity numeric(18,4) CHECK (billed_quantity >= 0),
  CONSTRAINT invoice_lines_billed CHECK ((order_line_id IS NULL) = (billed_quantity IS NULL))
);
CREATE INDEX "invoice_lines_order_line_id" ON "invoice_lines" ("order_line_id") WHERE order_line_id IS NOT NULL;
CREATE INDEX "invoice_lines_original_line_id" ON "invoice_lines" ("original_line_id") WHERE original_line_id IS NOT NULL;
CREATE INDEX "invoice_lines_invoice_id_position" ON "invoice_lines" ("invoice_id", position, id);
CREATE INDEX "invoice_lines_ad_article_id" ON "invoice_lines" ("ad_article_id");
CREATE INDEX "invoice_lines_tax_rate_id" ON "invoice_lines" ("tax_rate_id");
CREATE INDEX "invoice_lines_gl_account_id" ON "invoice_lines" ("gl_account_id");
CALL make_lines('invoice_lines', 'invoices', 'invoice_id', 'status', '{"issued","voided"}', '{}');
CALL prove_totals('invoices', ARRAY[['gross', 'invoice_lines', 'invoice_id', 'gross'], ['net', 'invoice_lines', 'invoice_id', 'net'], ['agency_discount', 'invoice_lines', 'invoice_id', 'agency_discount'], ['taxable', 'invoice_lines', 'invoice_id', 'taxable'], ['tax', 'invoice_lines', 'invoice_id', 'tax'], ['total', 'invoice_lines', 'invoice_id', 'total']]);

-- An invoice begins as a draft, and is issued and voided in an open month (invariant I16). A note modifies an issued
-- document of the same client, agency and currency.
CREATE FUNCTION invoices_check_status() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  original invoices;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'draft' OR NEW.paid <> 0 OR NEW.credited <> 0 THEN
      RAISE EXCEPTION 'an invoice begins as a draft'
        USING ERRCODE = '23514', CONSTRAINT = 'invoices_begin_as_draft', TABLE = 'invoices';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.status = OLD.status OR NEW.status NOT IN ('issued', 'voided') THEN
    RETURN NEW;
  END IF;
  IF (OLD.status, NEW.status) NOT IN (('draft', 'issued'), ('reviewed', 'issued'), ('issued', 'voided')) THEN
    RAISE EXCEPTION 'an invoice that is % does not become %', OLD.status, NEW.status
      USING ERRCODE = '23514', CONSTRAINT = 'invoices_status_order', TABLE = 'invoices';
  END IF;
  IF NOT fiscal_period_is_open(NEW.company_id, NEW.issue_date) THEN
    RAISE EXCEPTION 'the month of % is closed', NEW.issue_date
      USING ERRCODE = '23514', CONSTRAINT = 'billing_period_open', TABLE = 'invoices';
  END IF;
  IF NEW.modifies_invoice_id IS NOT NULL AND NEW.status = 'issued' THEN
    SELECT * INTO original FROM invoices WHERE id = NEW.modifies_invoice_id;
    -- An issued document keeps the accounts that were merged into others; its notes may have the others.
    IF original.status <> 'issued' OR original.doc_kind = 'credit_note'
      OR (original.company_id, original.bill_to, original.currency_code)
        IS DISTINCT FROM (NEW.company_id, NEW.bill_to, NEW.currency_code)
      OR NEW.client_id <> original.client_id
        AND NEW.client_id IS DISTINCT FROM (SELECT merged_into_id FROM clients WHERE id = original.client_id)
      OR NEW.agency_id IS DISTINCT FROM original.agency_id
        AND (NEW.agency_id IS NULL
          OR NEW.agency_id IS DISTINCT FROM (SELECT merged_into_id FROM agencies WHERE id = original.agency_id)) THEN
      RAISE EXCEPTION 'a note modifies an issued invoice of the same parties'
        USING ERRCODE = '23514', CONSTRAINT = 'invoices_note_fits', TABLE = 'invoices';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER invoices_check_status BEFORE INSERT OR UPDATE ON invoices
  FOR EACH ROW EXECUTE FUNCTION invoices_check_status();

-- A credit note counts from its issue until it is voided. All credited invoices are locked in the order of their ids,
-- also where one statement issues many notes. Each of its lines takes back a line of the invoice, and all notes together
-- take back no more of a line than it bills (domain §1.6).
CREATE FUNCTION invoices_count_credit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM new_rows n JOIN old_rows o USING (id) WHERE n.doc_kind = 'credit_note' AND n.status <> o.status) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM invoices i WHERE i.id IN (SELECT modifies_invoice_id FROM new_rows WHERE doc_kind = 'credit_note')
    ORDER BY i.id FOR NO KEY UPDATE;
  UPDATE invoices i SET credited = i.credited + c.amount FROM (
    SELECT n.modifies_invoice_id AS id,
      sum(CASE WHEN n.status = 'issued' THEN n.total WHEN o.status = 'issued' THEN -n.total ELSE 0 END) AS amount
    FROM new_rows n JOIN old_rows o USING (id) WHERE n.doc_kind = 'credit_note' AND n.status <> o.status
    GROUP BY n.modifies_invoice_id) c
  WHERE i.id = c.id AND c.amount <> 0;
  IF EXISTS (
    SELECT FROM new_rows n JOIN old_rows o USING (id) JOIN invoice_lines l ON l.invoice_id = n.id
      LEFT JOIN invoice_lines b ON b.id = l.original_line_id
    WHERE n.doc_kind = 'credit_note' AND n.status = 'issued' AND o.status <> 'issued'
      AND (b.invoice_id IS DISTINCT FROM n.modifies_invoice_id OR b.order_line_id IS DISTINCT FROM l.order_line_id)) THEN
    RAISE EXCEPTION 'a line of a credit note takes back a line of the invoice that it modifies'
      USING ERRCODE = '23514', CONSTRAINT = 'invoice_lines_take_back', TABLE = 'invoice_lines';
  END IF;
  -- Within the lock of the invoice, so that two notes issued at once do not both take back the same line.
  IF EXISTS (
    SELECT FROM invoice_lines b JOIN invoice_lines l ON l.original_line_id = b.id
      JOIN invoices n ON n.id = l.invoice_id AND n.doc_kind = 'credit_note' AND n.status = 'issued'
    WHERE b.invoice_id IN (SELECT modifies_invoice_id FROM new_rows WHERE doc_kind = 'credit_note' AND status = 'issued')
    GROUP BY b.id HAVING sum(l.net) > b.net OR sum(l.tax) > b.tax OR sum(l.billed_quantity) > b.billed_quantity) THEN
    RAISE EXCEPTION 'a line is credited beyond its amount'
      USING ERRCODE = '23514', CONSTRAINT = 'invoice_lines_credited', TABLE = 'invoice_lines';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER invoices_count_credit AFTER UPDATE ON invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION invoices_count_credit();

-- Columns that only triggers change: the role of the API updates the table, but not them.
CREATE FUNCTION refuse_counted() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % follow from applications and credit notes', TG_ARGV[0], TG_TABLE_NAME
    USING ERRCODE = '23514', CONSTRAINT = 'counted_columns', TABLE = TG_TABLE_NAME;
END
$$;
CREATE TRIGGER refuse_counted BEFORE UPDATE ON invoices FOR EACH ROW
  WHEN ((NEW.paid, NEW.credited) IS DISTINCT FROM (OLD.paid, OLD.credited) AND pg_trigger_depth() < 1)
  EXECUTE FUNCTION refuse_counted('paid, credited');

-- Ledger ---------------------------------------------------------------------------------------------------------------

CREATE TABLE posting_accounts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  role text COLLATE "C" NOT NULL CHECK (role IN ('receivable_clients', 'receivable_agencies', 'income', 'discounts', 'agency_discount', 'tax_payable', 'advances', 'bank', 'barter', 'withholdings', 'commission_expense', 'commission_payable')),
  platform_id uuid REFERENCES platforms ON DELETE RESTRICT,
  gl_account_id uuid REFERENCES gl_accounts ON DELETE RESTRICT,
  notes text CHECK (char_length(notes) <= 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT posting_accounts_once UNIQUE NULLS NOT DISTINCT (role, platform_id)
);

CREATE INDEX posting_accounts_by_name ON posting_accounts ((sort_key(name) COLLATE "C"), id);
CREATE INDEX posting_accounts_by_created_at ON posting_accounts (created_at, id);
CREATE INDEX posting_accounts_by_updated_at ON posting_accounts (updated_at, id);
CREATE INDEX posting_accounts_role ON posting_accounts (role, (sort_key(name) COLLATE "C"), id);
CREATE INDEX posting_accounts_platform_id ON posting_accounts (platform_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX posting_accounts_gl_account_id ON posting_accounts (gl_account_id, (sort_key(name) COLLATE "C"), id);

CALL make_searchable('posting_accounts', 'name');
CALL track('posting_accounts', unnoticed => '{search_text}');
CALL restrict_app('posting_accounts', 'SELECT, INSERT, UPDATE');

INSERT INTO posting_accounts (role, platform_id, name, gl_account_id)
SELECT v.role, p.id, v.name || coalesce(' · ' || p.name, ''), a.id
FROM (VALUES
  ('receivable_clients', NULL, 'Cuentas por cobrar a clientes', '1.1.02'),
  ('receivable_agencies', NULL, 'Cuentas por cobrar a agencias', '1.1.03'),
  ('discounts', NULL, 'Descuentos y bonificaciones', '4.9.01'),
  ('agency_discount', NULL, 'Descuento de agencia', '4.9.02'),
  ('tax_payable', NULL, 'ITBIS por pagar', '2.1.01'),
  ('advances', NULL, 'Anticipos de clientes', '2.1.04'),
  ('bank', NULL, 'Caja y bancos', '1.1.01'),
  ('barter', NULL, 'Cuentas por cobrar por canje', '1.1.04'),
  ('withholdings', NULL, 'Retenciones por compensar', '1.1.06'),
  ('commission_expense', NULL, 'Gasto de comisión de agencia', '5.1.01'),
  ('commission_payable', NULL, 'Comisiones de agencia por pagar', '2.1.02'),
  ('income', NULL, 'Ingresos', '4.1.01'),
  ('income', 'TV', 'Ingresos', '4.1.01'), ('income', 'RADIO', 'Ingresos', '4.1.02'),
  ('income', 'PRENSA', 'Ingresos', '4.1.03'), ('income', 'REVISTA', 'Ingresos', '4.1.03'),
  ('income', 'DIGITAL', 'Ingresos', '4.1.04'), ('income', 'REDES', 'Ingresos', '4.1.04'),
  ('income', 'STREAMING', 'Ingresos', '4.1.04'), ('income', 'PODCAST', 'Ingresos', '4.1.04'),
  ('income', 'CORREO', 'Ingresos', '4.1.04'), ('income', 'OOH', 'Ingresos', '4.1.05'),
  ('income', 'DOOH', 'Ingresos', '4.1.05'), ('income', 'EVENTOS', 'Ingresos', '4.1.06'),
  ('income', 'CINE', 'Ingresos', '4.1.06'), ('income', 'PRODUCCION', 'Ingresos', '4.1.07')
) AS v (role, platform, name, account)
  LEFT JOIN platforms p ON p.code = v.platform
  -- In a chart that replaced the model one, the accounts are to be chosen.
  LEFT JOIN gl_accounts a ON a.code = v.account AND a.is_postable AND a.archived_at IS NULL
WHERE v.platform IS NULL OR p.id IS NOT NULL;

CREATE TABLE journal_entries (
  id uuid PRIMARY KEY DEFAULT new_id(),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 200),
  entry_no integer NOT NULL,
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  posted_on date NOT NULL,
  source_kind text COLLATE "C" NOT NULL CHECK (source_kind IN ('invoice', 'void', 'payment', 'application', 'reversal')),
  source_id text NOT NULL CHECK (char_length(source_id) BETWEEN 1 AND 36),
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  fx_rate numeric(18,6),
  debit numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (debit >= 0),
  credit numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (credit >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT journal_entries_number_once UNIQUE (company_id, entry_no),
  CONSTRAINT journal_entries_balanced CHECK (debit = credit AND debit > 0)
);

CREATE INDEX journal_entries_by_entry_no ON journal_entries (entry_no, id);
CREATE INDEX journal_entries_by_posted_on ON journal_entries (posted_on, id);
CREATE INDEX journal_entries_by_created_at ON journal_entries (created_at, id);
CREATE INDEX journal_entries_by_updated_at ON journal_entries (updated_at, id);
CREATE INDEX journal_entries_company_id ON journal_entries (company_id, entry_no, id);
CREATE INDEX journal_entries_source_kind ON journal_entries (source_kind, entry_no, id);
CREATE INDEX journal_entries_currency_code ON journal_entries (currency_code, entry_no, id);
CREATE INDEX journal_entries_debit ON journal_entries (debit);

CALL make_searchable('journal_entries', 'description');
CALL track('journal_entries', unnoticed => '{search_text}');
-- Append-only. Merging two clients changes whom lines are about, which first writes their header.
CALL restrict_app('journal_entries', 'SELECT, INSERT, UPDATE (lines_xact)');
CREATE INDEX journal_entries_source ON journal_entries (source_id);

CALL make_document('journal_entries');
CREATE TABLE "journal_lines" (
  id uuid PRIMARY KEY,
  "entry_id" uuid NOT NULL REFERENCES "journal_entries" ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  gl_account_id uuid NOT NULL REFERENCES gl_accounts ON DELETE RESTRICT,
  memo text NOT NULL CHECK (char_length(memo) BETWEEN 1 AND 200),
  debit numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (debit >= 0),
  credit numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (credit >= 0),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  invoice_id uuid REFERENCES invoices ON DELETE RESTRICT,
  CONSTRAINT journal_lines_one_side CHECK ((debit > 0) <> (credit > 0))
);
CALL restrict_app('journal_lines', 'SELECT, INSERT, UPDATE (client_id, agency_id)');
CREATE INDEX "journal_lines_entry_id_position" ON "journal_lines" ("entry_id", position, id);
CREATE INDEX "journal_lines_gl_account_id" ON "journal_lines" ("gl_account_id");
CREATE INDEX "journal_lines_client_id" ON "journal_lines" ("client_id");
CREATE INDEX "journal_lines_agency_id" ON "journal_lines" ("agency_id");
CREATE INDEX "journal_lines_invoice_id" ON "journal_lines" ("invoice_id");
CALL make_lines('journal_lines', 'journal_entries', 'entry_id');
CALL prove_totals('journal_entries', ARRAY[['debit', 'journal_lines', 'entry_id', 'debit'], ['credit', 'journal_lines', 'entry_id', 'credit']]);

-- The number of an entry: counted by company without gaps, because the row of the company stays locked until the
-- transaction ends. Runs as its owner: the API cannot write the counters.
CREATE TABLE journal_counters (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE RESTRICT,
  last_no integer NOT NULL
);
CALL restrict_app('journal_counters', 'SELECT');
COMMENT ON TABLE journal_counters IS 'Numeración de asientos';

CREATE FUNCTION journal_entries_number() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT fiscal_period_is_open(NEW.company_id, NEW.posted_on) THEN
    RAISE EXCEPTION 'the month of % is closed', NEW.posted_on
      USING ERRCODE = '23514', CONSTRAINT = 'billing_period_open', TABLE = 'journal_entries';
  END IF;
  INSERT INTO journal_counters AS c VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET last_no = c.last_no + 1 RETURNING last_no INTO NEW.entry_no;
  RETURN NEW;
END
$$;
CREATE TRIGGER journal_entries_number BEFORE INSERT ON journal_entries
  FOR EACH ROW EXECUTE FUNCTION journal_entries_number();

-- Payments -------------------------------------------------------------------------------------------------------------

CREATE TABLE payments (
  id uuid PRIMARY KEY DEFAULT new_id(),
  receipt_no text NOT NULL CHECK (char_length(receipt_no) BETWEEN 1 AND 40),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  received_on date NOT NULL,
  method text COLLATE "C" NOT NULL DEFAULT 'transfer' CHECK (method IN ('transfer', 'cheque', 'cash', 'card', 'deposit', 'barter')),
  bank_account_id uuid REFERENCES bank_accounts ON DELETE RESTRICT,
  reference text CHECK (char_length(reference) <= 60),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL CHECK (amount >= 0.01),
  withholdings jsonb CHECK (jsonb_typeof(withholdings) = 'array'),
  notes text CHECK (char_length(notes) <= 1000),
  fx_rate numeric(18,6),
  withheld numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (withheld >= 0),
  applied numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (applied >= 0),
  unapplied numeric(18,2) NOT NULL GENERATED ALWAYS AS (
    CASE WHEN status IN ('registered', 'reconciled') THEN amount + withheld - applied ELSE 0 END) STORED,
  status text COLLATE "C" NOT NULL DEFAULT 'registered' CHECK (status IN ('registered', 'reconciled', 'returned', 'voided')),
  closed_on date,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT payments_receipt_no_key UNIQUE (company_id, receipt_no),
  CONSTRAINT payments_one_payer CHECK (num_nonnulls(client_id, agency_id) = 1),
  CONSTRAINT payments_bank_known
    CHECK (method IN ('cash', 'barter') OR (bank_account_id IS NOT NULL AND reference IS NOT NULL)),
  -- What is applied never exceeds what was received and withheld (invariant I10, domain §2.3).
  CONSTRAINT payments_not_overapplied CHECK (applied <= amount + withheld),
  CONSTRAINT payments_taken_back CHECK (status IN ('registered', 'reconciled') OR (applied = 0 AND closed_on IS NOT NULL))
);

-- One that was returned or voided is registered again with the same reference.
CREATE UNIQUE INDEX payments_reference_once ON payments (method, bank_account_id, reference)
  WHERE status IN ('registered', 'reconciled');
CREATE INDEX payments_by_receipt_no ON payments ((sort_key(receipt_no) COLLATE "C"), id);
CREATE INDEX payments_by_received_on ON payments (received_on, id);
CREATE INDEX payments_by_amount ON payments (amount, id);
CREATE INDEX payments_by_closed_on ON payments (closed_on, id) WHERE closed_on IS NOT NULL;
CREATE INDEX payments_by_created_at ON payments (created_at, id);
CREATE INDEX payments_by_updated_at ON payments (updated_at, id);
CREATE INDEX payments_company_id ON payments (company_id, created_at, id);
CREATE INDEX payments_client_id ON payments (client_id, created_at, id);
CREATE INDEX payments_agency_id ON payments (agency_id, created_at, id);
CREATE INDEX payments_method ON payments (method, created_at, id);
CREATE INDEX payments_bank_account_id ON payments (bank_account_id, created_at, id);
CREATE INDEX payments_currency_code ON payments (currency_code, created_at, id);
CREATE INDEX payments_unapplied ON payments (unapplied);
CREATE INDEX payments_status ON payments (status, created_at, id);

CALL make_searchable('payments', 'receipt_no', 'reference');
CALL track('payments', unnoticed => '{search_text,unapplied}');
CALL restrict_app('payments', 'SELECT, INSERT, UPDATE');

-- A payment begins as registered, in an open month, and its amounts never change.
CREATE FUNCTION payments_keep() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND (NEW.status <> 'registered' OR NEW.applied <> 0)
    OR TG_OP = 'UPDATE' AND ((NEW.company_id, NEW.received_on, NEW.method, NEW.bank_account_id, NEW.currency_code, NEW.amount,
        NEW.withheld, NEW.receipt_no, NEW.fx_rate) IS DISTINCT FROM (OLD.company_id, OLD.received_on, OLD.method,
        OLD.bank_account_id, OLD.currency_code, OLD.amount, OLD.withheld, OLD.receipt_no, OLD.fx_rate)
      OR OLD.status IN ('returned', 'voided') AND NEW.status <> OLD.status) THEN
    RAISE EXCEPTION 'a payment keeps its amounts'
      USING ERRCODE = '23514', CONSTRAINT = 'payments_keep', TABLE = 'payments';
  END IF;
  IF TG_OP = 'INSERT' AND NOT fiscal_period_is_open(NEW.company_id, NEW.received_on) THEN
    RAISE EXCEPTION 'the month of % is closed', NEW.received_on
      USING ERRCODE = '23514', CONSTRAINT = 'billing_period_open', TABLE = 'payments';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER payments_keep BEFORE INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION payments_keep();
CREATE TRIGGER refuse_counted BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (NEW.applied IS DISTINCT FROM OLD.applied AND pg_trigger_depth() < 1)
  EXECUTE FUNCTION refuse_counted('applied');

CREATE TABLE payment_applications (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  payment_id uuid NOT NULL REFERENCES payments ON DELETE RESTRICT,
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  applied_on date NOT NULL,
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL CHECK (amount <> 0),
  reverses_id uuid REFERENCES payment_applications ON DELETE RESTRICT CHECK (reverses_id <> id),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT payment_applications_reversal CHECK ((amount < 0) = (reverses_id IS NOT NULL)),
  CONSTRAINT payment_applications_reversed_once UNIQUE (reverses_id)
);

CREATE INDEX payment_applications_by_applied_on ON payment_applications (applied_on, id);
CREATE INDEX payment_applications_by_created_at ON payment_applications (created_at, id);
CREATE INDEX payment_applications_by_updated_at ON payment_applications (updated_at, id);
CREATE INDEX payment_applications_payment_id ON payment_applications (payment_id, created_at, id);
CREATE INDEX payment_applications_invoice_id ON payment_applications (invoice_id, created_at, id);
CREATE INDEX payment_applications_client_id ON payment_applications (client_id, created_at, id);
CREATE INDEX payment_applications_agency_id ON payment_applications (agency_id, created_at, id);
CREATE INDEX payment_applications_currency_code ON payment_applications (currency_code, created_at, id);
CREATE INDEX payment_applications_amount ON payment_applications (amount);
CREATE INDEX payment_applications_reverses_id ON payment_applications (reverses_id) WHERE reverses_id IS NOT NULL;

CALL make_searchable('payment_applications', 'name');
CALL track('payment_applications', unnoticed => '{search_text}');
CALL restrict_app('payment_applications', 'SELECT, INSERT, UPDATE (client_id, agency_id)');

-- Applications are the only way to change what is applied of a payment and paid of an invoice: the rows of both are
-- locked in the order of their ids, payments first, and their CHECK constraints limit the sums (invariant I10).
CREATE FUNCTION payment_applications_count() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM payments p WHERE p.id IN (SELECT payment_id FROM new_rows) ORDER BY p.id FOR NO KEY UPDATE;
  PERFORM FROM invoices i WHERE i.id IN (SELECT invoice_id FROM new_rows) ORDER BY i.id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM new_rows n JOIN payments p ON p.id = n.payment_id JOIN invoices i ON i.id = n.invoice_id
      LEFT JOIN clients c ON c.id = i.client_id LEFT JOIN agencies a ON a.id = i.agency_id
    WHERE p.status NOT IN ('registered', 'reconciled') OR i.status <> 'issued' OR i.doc_kind = 'credit_note'
      OR (p.company_id, p.currency_code) IS DISTINCT FROM (i.company_id, i.currency_code)
      OR n.currency_code <> i.currency_code
      OR n.client_id IS DISTINCT FROM p.client_id OR n.agency_id IS DISTINCT FROM p.agency_id
      -- The payer is who was billed, or the record it was merged into.
      OR CASE i.bill_to WHEN 'client' THEN p.client_id IN (i.client_id, c.merged_into_id)
        ELSE p.agency_id IN (i.agency_id, a.merged_into_id) END IS NOT TRUE) THEN
    RAISE EXCEPTION 'a payment is applied to issued invoices of its payer, company and currency'
      USING ERRCODE = '23514', CONSTRAINT = 'payment_applications_fit', TABLE = 'payment_applications';
  END IF;
  IF EXISTS (
    SELECT FROM new_rows n JOIN payment_applications o ON o.id = n.reverses_id
    WHERE (o.payment_id, o.invoice_id, -o.amount) IS DISTINCT FROM (n.payment_id, n.invoice_id, n.amount)
      OR o.reverses_id IS NOT NULL) THEN
    RAISE EXCEPTION 'a reversal takes back one application'
      USING ERRCODE = '23514', CONSTRAINT = 'payment_applications_reversal', TABLE = 'payment_applications';
  END IF;
  UPDATE payments p SET applied = p.applied + s.amount
  FROM (SELECT payment_id, sum(amount) AS amount FROM new_rows GROUP BY 1) s WHERE p.id = s.payment_id;
  UPDATE invoices i SET paid = i.paid + s.amount
  FROM (SELECT invoice_id, sum(amount) AS amount FROM new_rows GROUP BY 1) s WHERE i.id = s.invoice_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER payment_applications_count AFTER INSERT ON payment_applications REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION payment_applications_count();

-- Commissions ----------------------------------------------------------------------------------------------------------

CREATE TABLE agency_commissions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  agency_id uuid NOT NULL REFERENCES agencies ON DELETE RESTRICT,
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  -- The document that added it: the invoice, or the note that modifies it.
  document_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('accrued', 'reversed')),
  accrued_on date NOT NULL,
  accrual text COLLATE "C" NOT NULL CHECK (accrual IN ('invoice', 'payment')),
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  base_amount numeric(18,2) NOT NULL,
  pct numeric(7,4) NOT NULL CHECK (pct BETWEEN 0 AND 100),
  amount numeric(18,2) NOT NULL CHECK (amount <> 0),
  due_amount numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (due_amount >= -1000000000000000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX agency_commissions_by_accrued_on ON agency_commissions (accrued_on, id);
CREATE INDEX agency_commissions_by_created_at ON agency_commissions (created_at, id);
CREATE INDEX agency_commissions_by_updated_at ON agency_commissions (updated_at, id);
CREATE INDEX agency_commissions_agency_id ON agency_commissions (agency_id, created_at, id);
CREATE INDEX agency_commissions_invoice_id ON agency_commissions (invoice_id, created_at, id);
CREATE INDEX agency_commissions_document_id ON agency_commissions (document_id);
-- An invoice adds one row; notes and voids add further ones.
CREATE UNIQUE INDEX agency_commissions_accrued_once ON agency_commissions (invoice_id)
  WHERE document_id = invoice_id AND kind = 'accrued';
CREATE INDEX agency_commissions_kind ON agency_commissions (kind, created_at, id);
CREATE INDEX agency_commissions_accrual ON agency_commissions (accrual, created_at, id);
CREATE INDEX agency_commissions_currency_code ON agency_commissions (currency_code, created_at, id);
CREATE INDEX agency_commissions_amount ON agency_commissions (amount);

CALL make_searchable('agency_commissions', 'name');
CALL track('agency_commissions', unnoticed => '{search_text}');
CALL restrict_app('agency_commissions', 'SELECT, INSERT, UPDATE (agency_id)');

-- A commission that is earned with the invoice is due at once. One that is earned with the payment is due in proportion to
-- what was collected of what is left to collect: what is left of the commission, after credit notes, times that share. It
-- is stored in the row that the invoice added, so that the rows of an invoice add up to it without a rounding difference;
-- rows of credit notes and voids have none (invariant I11).
CREATE FUNCTION earn_commission(of_invoice uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE agency_commissions c SET due_amount = d.due
  FROM (
    SELECT coalesce(round(sum(r.amount) * i.paid / nullif(i.total - i.credited, 0), 2), 0) AS due
    FROM agency_commissions r JOIN invoices i ON i.id = r.invoice_id
    WHERE r.invoice_id = of_invoice GROUP BY i.id) d
  WHERE c.invoice_id = of_invoice AND c.document_id = of_invoice AND c.kind = 'accrued' AND c.accrual = 'payment'
    AND c.due_amount <> d.due
$$;

CREATE FUNCTION agency_commissions_begin() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.due_amount := CASE NEW.accrual WHEN 'invoice' THEN NEW.amount ELSE 0 END;
  RETURN NEW;
END
$$;
CREATE TRIGGER agency_commissions_begin BEFORE INSERT ON agency_commissions
  FOR EACH ROW EXECUTE FUNCTION agency_commissions_begin();

CREATE FUNCTION agency_commissions_earn() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM earn_commission(NEW.invoice_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER agency_commissions_earn AFTER INSERT ON agency_commissions
  FOR EACH ROW WHEN (NEW.accrual = 'payment') EXECUTE FUNCTION agency_commissions_earn();

CREATE FUNCTION invoices_earn_commission() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM earn_commission(NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER invoices_earn_commission AFTER UPDATE OF paid, credited ON invoices FOR EACH ROW
  WHEN ((NEW.paid, NEW.credited) IS DISTINCT FROM (OLD.paid, OLD.credited)) EXECUTE FUNCTION invoices_earn_commission();

-- Permissions ----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('invoices.view_own', 'Facturación', 'Ver las facturas de sus clientes'),
  ('invoices.view_team', 'Facturación', 'Ver las facturas de los clientes de su equipo'),
  ('invoices.view_all', 'Facturación', 'Ver todas las facturas'),
  ('invoices.create', 'Facturación', 'Crear facturas y notas'),
  ('invoices.update_all', 'Facturación', 'Editar y revisar borradores de facturas'),
  ('invoices.delete', 'Facturación', 'Archivar borradores de facturas'),
  ('invoices.issue', 'Facturación', 'Emitir facturas y notas'),
  ('invoices.void', 'Facturación', 'Anular facturas emitidas'),
  ('invoices.credit_note', 'Facturación', 'Preparar notas de crédito'),
  ('invoices.export', 'Facturación', 'Exportar facturas'),
  ('invoices.import', 'Facturación', 'Importar borradores de facturas'),
  ('payments.view_own', 'Cobros', 'Ver los cobros de sus cuentas'),
  ('payments.view_team', 'Cobros', 'Ver los cobros de las cuentas de su equipo'),
  ('payments.view_all', 'Cobros', 'Ver todos los cobros'),
  ('payments.create', 'Cobros', 'Registrar cobros'),
  ('payments.apply', 'Cobros', 'Aplicar y conciliar cobros'),
  ('payments.reverse', 'Cobros', 'Devolver y anular cobros y quitar aplicaciones'),
  ('payments.export', 'Cobros', 'Exportar cobros y sus aplicaciones'),
  ('payments.import', 'Cobros', 'Importar cobros'),
  ('agency_commissions.view_own', 'Comisiones de agencia', 'Ver las comisiones de sus agencias'),
  ('agency_commissions.view_team', 'Comisiones de agencia', 'Ver las comisiones de las agencias de su equipo'),
  ('agency_commissions.view_all', 'Comisiones de agencia', 'Ver todas las comisiones de agencia'),
  ('agency_commissions.export', 'Comisiones de agencia', 'Exportar comisiones de agencia'),
  ('journal_entries.view_all', 'Contabilidad', 'Ver los asientos y sus cuentas'),
  ('journal_entries.export', 'Contabilidad', 'Exportar asientos');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission
FROM (VALUES
  ('admin', '{invoices.view_own,invoices.view_team,invoices.view_all,invoices.create,invoices.update_all,invoices.delete,invoices.issue,invoices.void,invoices.credit_note,invoices.export,invoices.import,payments.view_own,payments.view_team,payments.view_all,payments.create,payments.apply,payments.reverse,payments.export,payments.import,agency_commissions.view_own,agency_commissions.view_team,agency_commissions.view_all,agency_commissions.export,journal_entries.view_all,journal_entries.export}'::text[]),
  ('general_manager', '{invoices.view_all,payments.view_all,agency_commissions.view_all,journal_entries.view_all,invoices.export,payments.export,agency_commissions.export,journal_entries.export}'::text[]),
  ('auditor', '{invoices.view_all,payments.view_all,agency_commissions.view_all,journal_entries.view_all,invoices.export,payments.export,agency_commissions.export,journal_entries.export}'::text[]),
  ('billing', '{invoices.view_all,invoices.create,invoices.update_all,invoices.delete,invoices.issue,invoices.void,invoices.credit_note,invoices.export,invoices.import,payments.view_all,agency_commissions.view_all,journal_entries.view_all}'::text[]),
  ('collections', '{invoices.view_all,invoices.export,payments.view_all,payments.create,payments.apply,payments.reverse,payments.export,payments.import,agency_commissions.view_all}'::text[]),
  ('finance', '{invoices.view_all,payments.view_all,agency_commissions.view_all,journal_entries.view_all,invoices.export,payments.export,agency_commissions.export,journal_entries.export,payments.reverse}'::text[]),
  ('sales_manager', '{invoices.view_all,payments.view_all,agency_commissions.view_all}'::text[]),
  ('sales_assistant', '{invoices.view_all}'::text[]),
  ('sales_rep', '{invoices.view_own,payments.view_own,agency_commissions.view_own}'::text[])
) AS v (role, permissions)
  JOIN roles r ON r.name = v.role AND r.archived_at IS NULL CROSS JOIN LATERAL unnest(v.permissions) AS p (permission);
