-- Volume rebates of agencies: what they get for the volume of a period, by the tier that it reaches.

SELECT set_config('pauta.request', 'migration:0130', true), set_config('pauta.reason', 'Bonificaciones por volumen', true);

CREATE TABLE rebate_accruals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  agency_id uuid NOT NULL REFERENCES agencies ON DELETE RESTRICT,
  volume_rebate_id uuid NOT NULL REFERENCES volume_rebates ON DELETE RESTRICT,
  period daterange NOT NULL CHECK (NOT isempty(period)),
  base text COLLATE "C" NOT NULL CHECK (base IN ('gross', 'net', 'collected')),
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  base_amount numeric(18,2) NOT NULL CHECK (base_amount >= 0),
  pct numeric(7,4) NOT NULL CHECK (pct BETWEEN 0 AND 100),
  amount numeric(18,2) NOT NULL CHECK (amount >= 0),
  status text COLLATE "C" NOT NULL DEFAULT 'accrued' CHECK (status IN ('accrued', 'approved', 'paid', 'voided')),
  prepared_by_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  approved_by_id uuid REFERENCES users ON DELETE RESTRICT,
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

CREATE INDEX rebate_accruals_by_name ON rebate_accruals ((sort_key(name) COLLATE "C"), id);
CREATE INDEX rebate_accruals_by_status ON rebate_accruals (status, id);
CREATE INDEX rebate_accruals_by_paid_on ON rebate_accruals (paid_on, id) WHERE paid_on IS NOT NULL;
CREATE INDEX rebate_accruals_by_created_at ON rebate_accruals (created_at, id);
CREATE INDEX rebate_accruals_by_updated_at ON rebate_accruals (updated_at, id);
CREATE INDEX rebate_accruals_company_id ON rebate_accruals (company_id, created_at, id);
CREATE INDEX rebate_accruals_agency_id ON rebate_accruals (agency_id, created_at, id);
CREATE INDEX rebate_accruals_volume_rebate_id ON rebate_accruals (volume_rebate_id, created_at, id);
CREATE INDEX rebate_accruals_period ON rebate_accruals USING gist (period);
CREATE INDEX rebate_accruals_currency_code ON rebate_accruals (currency_code, created_at, id);
CREATE INDEX rebate_accruals_status ON rebate_accruals (status, created_at, id);
CREATE INDEX rebate_accruals_prepared_by_id ON rebate_accruals (prepared_by_id);
CREATE INDEX rebate_accruals_approved_by_id ON rebate_accruals (approved_by_id) WHERE approved_by_id IS NOT NULL;
CREATE INDEX rebate_accruals_bank_account_id ON rebate_accruals (bank_account_id) WHERE bank_account_id IS NOT NULL;

CALL make_searchable('rebate_accruals', 'name');
CALL track('rebate_accruals', unnoticed => '{search_text}');
CALL restrict_app('rebate_accruals', 'SELECT, INSERT, UPDATE');

CALL leave_with_demonstration('{rebate_accruals}');

ALTER TABLE rebate_accruals
  ADD CONSTRAINT rebate_accruals_some CHECK (amount > 0),
  -- Whoever calculates a rebate does not approve it.
  ADD CONSTRAINT rebate_accruals_by_another CHECK (approved_by_id <> prepared_by_id),
  ADD CONSTRAINT rebate_accruals_approved CHECK (status IN ('accrued', 'voided') OR approved_by_id IS NOT NULL),
  ADD CONSTRAINT rebate_accruals_paid CHECK (
    num_nonnulls(paid_on, bank_account_id, payment_reference) = CASE status WHEN 'paid' THEN 3 ELSE 0 END);

-- The order of its states; what was calculated stays, and a period is rewarded once: the agency is locked meanwhile.
CREATE FUNCTION keep_rebate() RETURNS trigger
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
      ('accrued', 'approved'), ('approved', 'paid'), ('accrued', 'voided'), ('approved', 'voided')) THEN
    RAISE EXCEPTION 'a rebate goes from accrued to paid'
      USING ERRCODE = '23514', CONSTRAINT = 'rebate_accruals_keep', TABLE = 'rebate_accruals';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_rebate BEFORE INSERT OR UPDATE ON rebate_accruals FOR EACH ROW EXECUTE FUNCTION keep_rebate();

-- The volume of an agency with a company in a period, in one currency and before tax: what was invoiced to its clients
-- through it, less credit notes, or what was collected of that.
CREATE FUNCTION rebate_volume(agency uuid, company uuid, days daterange, currency text, of_base text) RETURNS numeric
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
        AND i.status = 'issued' AND i.issue_date <@ days) END
$$;

-- Ledger ---------------------------------------------------------------------------------------------------------------

ALTER TABLE journal_entries
  DROP CONSTRAINT journal_entries_source_kind_check,
  ADD CONSTRAINT journal_entries_source_kind_check CHECK (source_kind IN ('invoice', 'void', 'payment', 'application',
    'reversal', 'commission', 'settlement', 'deferral', 'exchange', 'write_off', 'rebate'));
ALTER TABLE posting_accounts
  DROP CONSTRAINT posting_accounts_role_check,
  ADD CONSTRAINT posting_accounts_role_check CHECK (role IN ('receivable_clients', 'receivable_agencies', 'income',
    'discounts', 'agency_discount', 'tax_payable', 'advances', 'bank', 'barter', 'withholdings', 'commission_expense',
    'commission_payable', 'tax_advanced', 'deferred_income', 'exchange_gain', 'exchange_loss', 'exchange_clearing',
    'bad_debt', 'sales_commission_expense', 'sales_commission_payable', 'rebate_payable'));
-- The model chart has no account for it; a chart that replaced it chooses its own.
INSERT INTO gl_accounts (code, name, nature, parent_id, is_postable, sort_order)
SELECT '2.1.06', 'Bonificaciones por pagar', 'liability', a.parent_id, true, a.sort_order
FROM gl_accounts a WHERE a.code = '2.1.03' AND a.archived_at IS NULL
  AND NOT EXISTS (SELECT FROM gl_accounts WHERE code = '2.1.06');
INSERT INTO posting_accounts (role, name, gl_account_id)
SELECT 'rebate_payable', 'Bonificaciones por volumen por pagar', (
  SELECT id FROM gl_accounts WHERE code = '2.1.06' AND name = 'Bonificaciones por pagar' AND is_postable AND archived_at IS NULL);
