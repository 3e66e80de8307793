-- Payments in another currency than the invoice, of other accounts, and the realised exchange difference.

SELECT set_config('pauta.request', 'migration:0119', true), set_config('pauta.reason', 'Cobros a fondo', true);

-- Applications ---------------------------------------------------------------------------------------------------------

ALTER TABLE payment_applications
  -- What the application takes from the payment, in its currency; `amount` is what it settles, in that of the invoice.
  ADD COLUMN payment_amount numeric(18,2),
  ADD COLUMN payment_currency_code text COLLATE "C" CHECK (payment_currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  -- From the currency of the invoice to that of the company, on the day of the payment; only where the currencies differ.
  ADD COLUMN fx_rate numeric(18,6) CHECK (fx_rate > 0),
  -- The payer is another than who was billed.
  ADD COLUMN for_another boolean NOT NULL DEFAULT false;
ALTER TABLE payment_applications DISABLE TRIGGER USER;
UPDATE payment_applications SET payment_amount = amount, payment_currency_code = currency_code;
ALTER TABLE payment_applications ENABLE TRIGGER USER;
ALTER TABLE payment_applications
  ALTER COLUMN payment_amount SET NOT NULL,
  ALTER COLUMN payment_currency_code SET NOT NULL,
  ADD CONSTRAINT payment_applications_one_sign CHECK (payment_amount <> 0 AND (payment_amount < 0) = (amount < 0)),
  ADD CONSTRAINT payment_applications_same_currency CHECK (
    payment_currency_code <> currency_code OR payment_amount = amount AND fx_rate IS NULL);
CREATE INDEX payment_applications_for_another ON payment_applications (for_another, created_at, id);
CREATE INDEX payment_applications_payment_amount ON payment_applications (payment_amount);

-- An application in the currency of its payment takes what it settles.
CREATE FUNCTION payment_applications_begin() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.payment_amount := coalesce(NEW.payment_amount, NEW.amount);
  NEW.payment_currency_code := coalesce(NEW.payment_currency_code, NEW.currency_code);
  RETURN NEW;
END
$$;
CREATE TRIGGER payment_applications_begin BEFORE INSERT ON payment_applications
  FOR EACH ROW EXECUTE FUNCTION payment_applications_begin();

-- As before (0052), and now each application takes from its payment what it takes at the rates of the day of the payment,
-- at least a cent, and one for another account says so.
CREATE OR REPLACE FUNCTION payment_applications_count() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM payments p WHERE p.id IN (SELECT payment_id FROM new_rows) ORDER BY p.id FOR NO KEY UPDATE;
  PERFORM FROM invoices i WHERE i.id IN (SELECT invoice_id FROM new_rows) ORDER BY i.id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM new_rows n JOIN payments p ON p.id = n.payment_id JOIN invoices i ON i.id = n.invoice_id
      LEFT JOIN clients c ON c.id = i.client_id LEFT JOIN agencies a ON a.id = i.agency_id
    WHERE p.status NOT IN ('registered', 'reconciled') OR i.status <> 'issued' OR i.doc_kind = 'credit_note'
      OR p.company_id <> i.company_id
      OR n.currency_code <> i.currency_code OR n.payment_currency_code <> p.currency_code
      OR n.client_id IS DISTINCT FROM p.client_id OR n.agency_id IS DISTINCT FROM p.agency_id
      -- The payer is who was billed, or the record it was merged into, unless it pays for another.
      OR NOT n.for_another AND CASE i.bill_to WHEN 'client' THEN p.client_id IN (i.client_id, c.merged_into_id)
        ELSE p.agency_id IN (i.agency_id, a.merged_into_id) END IS NOT TRUE) THEN
    RAISE EXCEPTION 'a payment is applied to issued invoices of its payer and company'
      USING ERRCODE = '23514', CONSTRAINT = 'payment_applications_fit', TABLE = 'payment_applications';
  END IF;
  IF EXISTS (
    SELECT FROM new_rows n JOIN payments p ON p.id = n.payment_id
    WHERE n.payment_currency_code <> n.currency_code AND n.reverses_id IS NULL
      AND n.payment_amount <> greatest(round(n.amount * coalesce(n.fx_rate, 1) / coalesce(p.fx_rate, 1), 2), 0.01)
      AND n.amount <> round(n.payment_amount * coalesce(p.fx_rate, 1) / coalesce(n.fx_rate, 1), 2)) THEN
    RAISE EXCEPTION 'an application takes what it settles at the rates of the day of the payment'
      USING ERRCODE = '23514', CONSTRAINT = 'payment_applications_at_rate', TABLE = 'payment_applications';
  END IF;
  IF EXISTS (
    SELECT FROM new_rows n JOIN payment_applications o ON o.id = n.reverses_id
    WHERE (o.payment_id, o.invoice_id, -o.amount, -o.payment_amount, o.fx_rate)
        IS DISTINCT FROM (n.payment_id, n.invoice_id, n.amount, n.payment_amount, n.fx_rate)
      OR o.reverses_id IS NOT NULL) THEN
    RAISE EXCEPTION 'a reversal takes back one application'
      USING ERRCODE = '23514', CONSTRAINT = 'payment_applications_reversal', TABLE = 'payment_applications';
  END IF;
  UPDATE payments p SET applied = p.applied + s.amount
  FROM (SELECT payment_id, sum(payment_amount) AS amount FROM new_rows GROUP BY 1) s WHERE p.id = s.payment_id;
  UPDATE invoices i SET paid = i.paid + s.amount
  FROM (SELECT invoice_id, sum(amount) AS amount FROM new_rows GROUP BY 1) s WHERE i.id = s.invoice_id;
  RETURN NULL;
END
$$;

-- Ledger ---------------------------------------------------------------------------------------------------------------

ALTER TABLE journal_entries
  DROP CONSTRAINT journal_entries_source_kind_check,
  ADD CONSTRAINT journal_entries_source_kind_check CHECK (source_kind IN ('invoice', 'void', 'payment', 'application',
    'reversal', 'commission', 'settlement', 'deferral', 'exchange', 'write_off'));
ALTER TABLE posting_accounts
  DROP CONSTRAINT posting_accounts_role_check,
  ADD CONSTRAINT posting_accounts_role_check CHECK (role IN ('receivable_clients', 'receivable_agencies', 'income',
    'discounts', 'agency_discount', 'tax_payable', 'advances', 'bank', 'barter', 'withholdings', 'commission_expense',
    'commission_payable', 'tax_advanced', 'deferred_income', 'exchange_gain', 'exchange_loss', 'exchange_clearing',
    'bad_debt'));

-- Accounts of the model chart, where it is still in use.
INSERT INTO gl_accounts (code, name, nature, is_postable, sort_order, parent_id)
SELECT v.code, v.name, v.nature, false, v.place, p.id
FROM (VALUES ('4.2', 'Otros ingresos', 'income', 355, '4'), ('5.2', 'Gastos financieros', 'expense', 365, '5'))
    AS v (code, name, nature, place, parent)
  JOIN gl_accounts p ON p.code = v.parent AND NOT p.is_postable AND p.archived_at IS NULL
WHERE NOT EXISTS (SELECT FROM gl_accounts a WHERE a.code = v.code);
INSERT INTO gl_accounts (code, name, nature, is_postable, sort_order, parent_id)
SELECT v.code, v.name, v.nature, true, v.place, p.id
FROM (VALUES ('1.1.07', 'Conversión de cobros', 'asset', 350, '1.1'),
    ('4.2.01', 'Diferencia cambiaria ganada', 'income', 360, '4.2'),
    ('5.2.01', 'Diferencia cambiaria perdida', 'expense', 370, '5.2')) AS v (code, name, nature, place, parent)
  JOIN gl_accounts p ON p.code = v.parent AND NOT p.is_postable AND p.archived_at IS NULL
WHERE NOT EXISTS (SELECT FROM gl_accounts a WHERE a.code = v.code);
INSERT INTO posting_accounts (role, name, gl_account_id)
SELECT v.role, v.name, a.id
FROM (VALUES ('exchange_gain', 'Diferencia cambiaria ganada', '4.2.01'),
    ('exchange_loss', 'Diferencia cambiaria perdida', '5.2.01'),
    ('exchange_clearing', 'Conversión de cobros', '1.1.07'),
    ('bad_debt', 'Cuentas incobrables', '5.1.04')) AS v (role, name, account)
  LEFT JOIN gl_accounts a ON a.code = v.account AND a.is_postable AND a.archived_at IS NULL;

-- The value of a line of the ledger in the currency of its company.
CREATE FUNCTION company_value(l journal_lines, e journal_entries) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$ SELECT round((l.debit - l.credit) * coalesce(e.fx_rate, 1), 2) $$;

-- By how much the books in the company's currency differ from documents at their own rates: of the receivable of an
-- invoice, which is what is owed of it at its rate; of what is not applied of a payment, at the rate of the payment; and of
-- the account that converts between currencies, which is zero. Debits less credits; entries of exchange differences count
-- only here.
CREATE FUNCTION exchange_differences(of_invoices uuid[], of_payment uuid)
RETURNS TABLE (gl_account_id uuid, invoice_id uuid, client_id uuid, agency_id uuid, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT l.gl_account_id, i.id, i.client_id, i.agency_id,
    sum(company_value(l, e))
      - round(coalesce(sum(l.debit - l.credit) FILTER (WHERE e.source_kind <> 'exchange'), 0) * coalesce(i.fx_rate, 1), 2)
  FROM invoices i JOIN journal_lines l ON l.invoice_id = i.id JOIN journal_entries e ON e.id = l.entry_id
  WHERE i.id = ANY(of_invoices) AND l.gl_account_id IN (
    SELECT r.gl_account_id FROM posting_accounts r WHERE r.role IN ('receivable_clients', 'receivable_agencies'))
  GROUP BY i.id, l.gl_account_id
  UNION ALL
  SELECT l.gl_account_id, NULL, p.client_id, p.agency_id,
    sum(company_value(l, e))
      - round(coalesce(sum(l.debit - l.credit) FILTER (WHERE e.source_kind <> 'exchange' AND l.gl_account_id IN (
          SELECT r.gl_account_id FROM posting_accounts r WHERE r.role = 'advances')), 0) * coalesce(p.fx_rate, 1), 2)
  FROM payments p JOIN journal_entries e ON e.source_id = p.id::text JOIN journal_lines l ON l.entry_id = e.id
  WHERE p.id = of_payment AND l.gl_account_id IN (
    SELECT r.gl_account_id FROM posting_accounts r WHERE r.role IN ('advances', 'exchange_clearing'))
  GROUP BY p.id, l.gl_account_id
$$;

-- What was realised before is posted once, today, so that what was settled owes nothing; where the month of today is closed,
-- with the next movement of each document.
SET CONSTRAINTS ALL DEFERRED;
DO $$
DECLARE
  of_company record;
  entry uuid;
BEGIN
  FOR of_company IN
    SELECT c.id, c.currency_code FROM companies c
    WHERE EXISTS (SELECT FROM invoices i WHERE i.company_id = c.id AND i.fx_rate IS NOT NULL AND i.status = 'issued')
      AND fiscal_period_is_open(c.id, business_date())
      AND NOT EXISTS (SELECT FROM posting_accounts WHERE role IN ('exchange_gain', 'exchange_loss') AND gl_account_id IS NULL)
  LOOP
    CREATE TEMPORARY TABLE differences ON COMMIT DROP AS
      SELECT d.* FROM exchange_differences((
        SELECT array_agg(id) FROM invoices WHERE company_id = of_company.id AND fx_rate IS NOT NULL AND status = 'issued'), NULL) d
      WHERE d.amount <> 0;
    IF EXISTS (SELECT FROM differences) THEN
      INSERT INTO journal_entries (company_id, posted_on, description, source_kind, source_id, currency_code, debit, credit)
      SELECT of_company.id, business_date(), 'Diferencia cambiaria realizada', 'exchange', 'migration:0119',
        of_company.currency_code, sum(abs(amount)), sum(abs(amount)) FROM differences
      RETURNING id INTO entry;
      INSERT INTO journal_lines (id, entry_id, position, gl_account_id, memo, debit, credit, client_id, agency_id, invoice_id)
      SELECT new_id(), entry, 'a' || lpad(row_number() OVER (ORDER BY d.invoice_id, l.place)::text, 8, '0'), l.account,
        'Diferencia cambiaria realizada', l.debit, l.credit, d.client_id, d.agency_id, d.invoice_id
      FROM differences d CROSS JOIN LATERAL (VALUES
        (1, d.gl_account_id, greatest(-d.amount, 0), greatest(d.amount, 0)),
        (2, (SELECT gl_account_id FROM posting_accounts
            WHERE role = CASE WHEN d.amount > 0 THEN 'exchange_loss' ELSE 'exchange_gain' END),
          greatest(d.amount, 0), greatest(-d.amount, 0))) AS l (place, account, debit, credit);
    END IF;
    DROP TABLE differences;
  END LOOP;
END
$$;
SET CONSTRAINTS ALL IMMEDIATE;

-- Permissions ----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('payments.apply_others', 'Cobros', 'Aplicar cobros a facturas de otras cuentas');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, 'payments.' || action
FROM roles r JOIN (VALUES
  ('admin', '{apply_others}'::text[]),
  ('collections', '{apply_others}')) AS grants (role, actions) ON grants.role = r.name AND r.archived_at IS NULL
CROSS JOIN LATERAL unnest(grants.actions) AS action;
