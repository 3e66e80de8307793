-- The opening of a company: open invoices, advances and fiscal numbers of the system that it used before.

SELECT set_config('pauta.request', 'migration:0132', true), set_config('pauta.reason', 'Aperturas', true);

CREATE TABLE openings (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL DEFAULT 'Apertura' CHECK (char_length(name) BETWEEN 1 AND 120),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  opened_on date NOT NULL,
  tie_out jsonb CHECK (jsonb_typeof(tie_out) = 'array'),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'posted', 'undone', 'discarded')),
  difference_reason text CHECK (char_length(difference_reason) <= 500),
  posted_by_id uuid REFERENCES users ON DELETE RESTRICT,
  undo_reason text CHECK (char_length(undo_reason) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX openings_by_name ON openings ((sort_key(name) COLLATE "C"), id);
CREATE INDEX openings_by_opened_on ON openings (opened_on, id);
CREATE INDEX openings_by_status ON openings (status, id);
CREATE INDEX openings_by_created_at ON openings (created_at, id);
CREATE INDEX openings_by_updated_at ON openings (updated_at, id);
CREATE INDEX openings_company_id ON openings (company_id, created_at, id);
CREATE INDEX openings_status ON openings (status, created_at, id);
CREATE INDEX openings_posted_by_id ON openings (posted_by_id) WHERE posted_by_id IS NOT NULL;

CALL make_searchable('openings', 'name');
CALL track('openings', unnoticed => '{search_text}');
CALL restrict_app('openings', 'SELECT, INSERT, UPDATE');

-- A company is opened once; an opening that was undone makes room for another.
CREATE UNIQUE INDEX openings_once ON openings (company_id) WHERE status = 'posted';

ALTER TABLE openings
  ADD CONSTRAINT openings_posted CHECK ((posted_by_id IS NOT NULL) = (status IN ('posted', 'undone'))),
  ADD CONSTRAINT openings_undone CHECK ((undo_reason IS NOT NULL) = (status = 'undone'));

-- The rows of its files, as they were read: cells by column.
CREATE TABLE opening_rows (
  opening_id uuid NOT NULL REFERENCES openings ON DELETE CASCADE,
  part text COLLATE "C" NOT NULL CHECK (part IN ('invoices', 'advances', 'sequences', 'sales')),
  line integer NOT NULL CHECK (line >= 1),
  cells jsonb NOT NULL CHECK (jsonb_typeof(cells) = 'object'),
  PRIMARY KEY (opening_id, part, line)
);
CALL restrict_app('opening_rows', 'SELECT, INSERT, DELETE');

-- Sales before tax by month that the system before had, for comparisons. They count while the opening is posted.
CREATE TABLE opening_sales (
  id uuid PRIMARY KEY DEFAULT new_id(),
  opening_id uuid NOT NULL REFERENCES openings ON DELETE RESTRICT,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  platform_id uuid NOT NULL REFERENCES platforms ON DELETE RESTRICT,
  seller_id uuid REFERENCES users ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL CHECK (amount > 0)
);
CREATE INDEX opening_sales_opening_id ON opening_sales (opening_id);
CREATE INDEX opening_sales_client_id ON opening_sales (client_id, month);
CREATE INDEX opening_sales_platform_id ON opening_sales (platform_id);
CREATE INDEX opening_sales_seller_id ON opening_sales (seller_id) WHERE seller_id IS NOT NULL;
COMMENT ON TABLE opening_sales IS 'Ventas de la apertura';
CALL track('opening_sales');
CALL restrict_app('opening_sales', 'SELECT, INSERT, UPDATE (client_id, platform_id, seller_id)');

CALL leave_with_demonstration('{opening_rows,opening_sales,openings}');

-- The order of its states; what was posted stays.
CREATE FUNCTION keep_opening() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status <> 'draft'
    OR TG_OP = 'UPDATE' AND (
      NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
        ('draft', 'posted'), ('draft', 'discarded'), ('posted', 'undone'))
      OR OLD.status <> 'draft' AND (NEW.company_id, NEW.opened_on, NEW.tie_out, NEW.difference_reason, NEW.posted_by_id)
        IS DISTINCT FROM (OLD.company_id, OLD.opened_on, OLD.tie_out, OLD.difference_reason, OLD.posted_by_id)) THEN
    RAISE EXCEPTION 'an opening is prepared, posted and undone'
      USING ERRCODE = '23514', CONSTRAINT = 'openings_keep', TABLE = 'openings';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_opening BEFORE INSERT OR UPDATE ON openings FOR EACH ROW EXECUTE FUNCTION keep_opening();

-- Documents ------------------------------------------------------------------------------------------------------------

-- The opening that wrote a document. Its invoices are what was left open: they were issued, reported and counted as sales in
-- the system before.
ALTER TABLE invoices
  ADD COLUMN opening_id uuid REFERENCES openings ON DELETE RESTRICT,
  ADD COLUMN is_opening boolean NOT NULL GENERATED ALWAYS AS (opening_id IS NOT NULL) STORED;
CREATE INDEX invoices_opening_id ON invoices (opening_id) WHERE opening_id IS NOT NULL;
CREATE INDEX invoices_is_opening ON invoices (is_opening, created_at, id);
ALTER TABLE payments
  ADD COLUMN opening_id uuid REFERENCES openings ON DELETE RESTRICT,
  ADD COLUMN is_opening boolean NOT NULL GENERATED ALWAYS AS (opening_id IS NOT NULL) STORED;
CALL unnotice('invoices', '{is_opening}');
CALL unnotice('payments', '{is_opening}');
CREATE INDEX payments_opening_id ON payments (opening_id) WHERE opening_id IS NOT NULL;
CREATE INDEX payments_is_opening ON payments (is_opening, created_at, id);

ALTER TABLE invoices
  DROP CONSTRAINT invoices_issued_whole,
  -- An opening has numbers of the system before, of any form.
  ADD CONSTRAINT invoices_issued_whole CHECK (status IN ('draft', 'reviewed') OR (
    total > 0 AND internal_no IS NOT NULL AND fiscal_number IS NOT NULL
    AND (opening_id IS NOT NULL OR left(fiscal_number, 3) = fiscal_document)
    AND issue_date IS NOT NULL AND due_date >= issue_date AND payer_name IS NOT NULL)),
  DROP CONSTRAINT invoices_void_reason,
  ADD CONSTRAINT invoices_void_reason CHECK (
    status <> 'voided' OR ((void_reason_id IS NOT NULL OR opening_id IS NOT NULL) AND voided_on IS NOT NULL)),
  DROP CONSTRAINT invoices_void_on_paper,
  ADD CONSTRAINT invoices_void_on_paper
    CHECK (status <> 'voided' OR fiscal_number LIKE 'B%' OR ecf_status = 'rejected' OR opening_id IS NOT NULL);
ALTER TABLE payments
  DROP CONSTRAINT payments_bank_known,
  -- The money of an opening was received in the system before.
  ADD CONSTRAINT payments_bank_known CHECK (
    method IN ('cash', 'barter') OR opening_id IS NOT NULL OR (bank_account_id IS NOT NULL AND reference IS NOT NULL));

-- Numbers of an opening that was undone are free for the next one.
DROP INDEX invoices_fiscal_number_key;
CREATE UNIQUE INDEX invoices_fiscal_number_key ON invoices (company_id, fiscal_number)
  WHERE withdrawn_at IS NULL AND NOT (opening_id IS NOT NULL AND status = 'voided');
DROP INDEX invoices_internal_no_key;
CREATE UNIQUE INDEX invoices_internal_no_key ON invoices (company_id, internal_no)
  WHERE withdrawn_at IS NULL AND NOT (opening_id IS NOT NULL AND status = 'voided');

-- What an opening wrote was in the months before, so only its entry has to be in an open month.
DO $$
DECLARE
  definition text;
BEGIN
  definition := pg_get_functiondef('invoices_check_status()'::regprocedure);
  IF definition NOT LIKE '%IF NOT fiscal_period_is_open(NEW.company_id, NEW.issue_date)%' THEN
    RAISE EXCEPTION 'invoices_check_status() is another than expected';
  END IF;
  EXECUTE replace(definition, 'IF NOT fiscal_period_is_open(NEW.company_id, NEW.issue_date)',
    'IF NEW.opening_id IS NULL AND NOT fiscal_period_is_open(NEW.company_id, NEW.issue_date)');
  definition := pg_get_functiondef('payments_keep()'::regprocedure);
  IF definition NOT LIKE '%TG_OP = ''INSERT'' AND NOT fiscal_period_is_open(NEW.company_id, NEW.received_on)%' THEN
    RAISE EXCEPTION 'payments_keep() is another than expected';
  END IF;
  EXECUTE replace(definition, 'TG_OP = ''INSERT'' AND NOT fiscal_period_is_open(NEW.company_id, NEW.received_on)',
    'TG_OP = ''INSERT'' AND NEW.opening_id IS NULL AND NOT fiscal_period_is_open(NEW.company_id, NEW.received_on)');
END
$$;

-- A document keeps its opening, and one is of a posted opening of its company; it is voided or returned with the opening
-- alone, because its entry is that of the opening.
CREATE FUNCTION follow_opening() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  expected constant text := CASE WHEN NEW.status IN ('voided', 'returned') THEN 'undone' ELSE 'posted' END;
BEGIN
  IF NOT EXISTS (
    SELECT FROM openings o
    WHERE o.id = NEW.opening_id AND o.company_id = NEW.company_id AND o.status = expected) THEN
    RAISE EXCEPTION '% % does not follow its opening', TG_TABLE_NAME, NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'documents_follow_opening', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER follow_opening AFTER INSERT OR UPDATE OF status ON invoices DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.opening_id IS NOT NULL) EXECUTE FUNCTION follow_opening();
CREATE CONSTRAINT TRIGGER follow_opening AFTER INSERT OR UPDATE OF status ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.opening_id IS NOT NULL) EXECUTE FUNCTION follow_opening();

CREATE FUNCTION keep_opening_of_document() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% % keeps its opening', TG_TABLE_NAME, NEW.id
    USING ERRCODE = '23514', CONSTRAINT = 'documents_follow_opening', TABLE = TG_TABLE_NAME;
END
$$;
CREATE TRIGGER keep_opening BEFORE UPDATE ON invoices FOR EACH ROW
  WHEN (NEW.opening_id IS DISTINCT FROM OLD.opening_id) EXECUTE FUNCTION keep_opening_of_document();
CREATE TRIGGER keep_opening BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (NEW.opening_id IS DISTINCT FROM OLD.opening_id) EXECUTE FUNCTION keep_opening_of_document();

-- The invoices of an opening are not counted, because its sales by month are. As before (0057) otherwise.
CREATE OR REPLACE VIEW billed_amounts AS
SELECT i.id AS invoice_id, i.company_id, i.client_id, i.agency_id, i.currency_code, i.issue_date AS day,
  CASE i.doc_kind WHEN 'credit_note' THEN -i.taxable ELSE i.taxable END AS amount
FROM invoices i WHERE i.status IN ('issued', 'voided') AND i.opening_id IS NULL
UNION ALL
SELECT i.id, i.company_id, i.client_id, i.agency_id, i.currency_code, i.voided_on,
  CASE i.doc_kind WHEN 'credit_note' THEN i.taxable ELSE -i.taxable END
FROM invoices i WHERE i.status = 'voided' AND i.opening_id IS NULL
UNION ALL
SELECT NULL, o.company_id, s.client_id, NULL, s.currency_code, s.month, s.amount
FROM opening_sales s JOIN openings o ON o.id = s.opening_id WHERE o.status = 'posted';

-- As before (0130), without the balances of an opening.
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
        AND i.status = 'issued' AND i.issue_date <@ days AND i.opening_id IS NULL) END
$$;

-- Fiscal numbers -------------------------------------------------------------------------------------------------------

-- The numbers of a range below this one were used in the system before.
ALTER TABLE fiscal_sequences
  ADD COLUMN opening_no integer,
  -- Without a reference: leaving the demonstration empties the openings and keeps the ranges.
  ADD COLUMN opening_id uuid,
  ADD CONSTRAINT fiscal_sequences_opening CHECK (
    (opening_no IS NULL) = (opening_id IS NULL) AND opening_no BETWEEN first_no AND last_no + 1);
CREATE INDEX fiscal_sequences_opening_id ON fiscal_sequences (opening_id) WHERE opening_id IS NOT NULL;

-- As before (0044); a range without issued numbers begins where the opening says.
CREATE OR REPLACE FUNCTION fiscal_sequences_name() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := NEW.document || ' · ' || NEW.first_no || '–' || NEW.last_no;
  IF TG_OP = 'INSERT' OR OLD.next_no = coalesce(OLD.opening_no, OLD.first_no) AND NEW.next_no = OLD.next_no THEN
    NEW.next_no := coalesce(NEW.opening_no, NEW.first_no);
  ELSIF (NEW.company_id, NEW.document, NEW.first_no, NEW.opening_no, NEW.opening_id)
      IS DISTINCT FROM (OLD.company_id, OLD.document, OLD.first_no, OLD.opening_no, OLD.opening_id)
    OR NEW.next_no NOT IN (OLD.next_no, OLD.next_no + 1) THEN
    RAISE EXCEPTION 'a used fiscal sequence keeps its numbers'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_sequences_used', TABLE = 'fiscal_sequences';
  END IF;
  RETURN NEW;
END
$$;

-- As before (0056), and the ranges that stay forget the opening.
DO $$
DECLARE
  was constant text := pg_get_functiondef('leave_demonstration()'::regprocedure);
  becomes constant text := replace(was, 'SET next_no = first_no WHERE next_no <> first_no;',
    'SET next_no = first_no, opening_no = NULL, opening_id = NULL WHERE next_no <> first_no OR opening_id IS NOT NULL;');
BEGIN
  IF becomes = was THEN
    RAISE EXCEPTION 'leave_demonstration() does not reset the fiscal sequences as before';
  END IF;
  EXECUTE becomes;
END
$$;

-- Ledger ---------------------------------------------------------------------------------------------------------------

ALTER TABLE journal_entries
  DROP CONSTRAINT journal_entries_source_kind_check,
  ADD CONSTRAINT journal_entries_source_kind_check CHECK (source_kind IN ('invoice', 'void', 'payment', 'application',
    'reversal', 'commission', 'settlement', 'deferral', 'exchange', 'write_off', 'rebate', 'opening'));
ALTER TABLE posting_accounts
  DROP CONSTRAINT posting_accounts_role_check,
  ADD CONSTRAINT posting_accounts_role_check CHECK (role IN ('receivable_clients', 'receivable_agencies', 'income',
    'discounts', 'agency_discount', 'tax_payable', 'advances', 'bank', 'barter', 'withholdings', 'commission_expense',
    'commission_payable', 'tax_advanced', 'deferred_income', 'exchange_gain', 'exchange_loss', 'exchange_clearing',
    'bad_debt', 'sales_commission_expense', 'sales_commission_payable', 'rebate_payable', 'opening_balance'));
-- The model chart has no equity; a chart that replaced it chooses its own account.
INSERT INTO gl_accounts (code, name, nature, is_postable, sort_order)
SELECT '3', 'Patrimonio', 'equity', false, a.sort_order + 5
FROM gl_accounts a WHERE a.code = '2.1.05' AND a.archived_at IS NULL AND NOT EXISTS (SELECT FROM gl_accounts WHERE code = '3');
INSERT INTO gl_accounts (code, name, nature, parent_id, is_postable, sort_order)
SELECT '3.1', 'Saldos iniciales', 'equity', p.id, false, p.sort_order + 1
FROM gl_accounts p WHERE p.code = '3' AND p.name = 'Patrimonio' AND NOT p.is_postable AND p.archived_at IS NULL
  AND NOT EXISTS (SELECT FROM gl_accounts WHERE code = '3.1');
INSERT INTO gl_accounts (code, name, nature, parent_id, is_postable, sort_order)
SELECT '3.1.01', 'Saldos de apertura', 'equity', p.id, true, p.sort_order + 1
FROM gl_accounts p WHERE p.code = '3.1' AND p.name = 'Saldos iniciales' AND NOT p.is_postable AND p.archived_at IS NULL
  AND NOT EXISTS (SELECT FROM gl_accounts WHERE code = '3.1.01');
INSERT INTO posting_accounts (role, name, gl_account_id)
SELECT 'opening_balance', 'Saldos de apertura', (
  SELECT id FROM gl_accounts WHERE code = '3.1.01' AND name = 'Saldos de apertura' AND is_postable AND archived_at IS NULL);

-- Permissions ----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('openings.manage', 'Contabilidad', 'Registrar y deshacer la apertura de una compañía');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, 'openings.manage' FROM roles r WHERE r.name IN ('admin', 'finance') AND r.archived_at IS NULL;
