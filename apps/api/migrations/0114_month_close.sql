-- Closing a month: what was open when it was closed, and two users for reopening it.

SELECT set_config('pauta.request', 'migration:0114', true), set_config('pauta.reason', 'Cierre de mes', true);

ALTER TABLE fiscal_periods
  ADD COLUMN left_open text CHECK (char_length(left_open) <= 1000),
  ADD COLUMN closed_by_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN reopening_by_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN reopening_reason text CHECK (char_length(reopening_reason) <= 500),
  ADD COLUMN reopened_by_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD CONSTRAINT fiscal_periods_reopening CHECK (num_nonnulls(reopening_by_id, reopening_reason) IN (0, 2));
CREATE INDEX fiscal_periods_closed_by_id ON fiscal_periods (closed_by_id) WHERE closed_by_id IS NOT NULL;
CREATE INDEX fiscal_periods_reopening_by_id ON fiscal_periods (reopening_by_id) WHERE reopening_by_id IS NOT NULL;
CREATE INDEX fiscal_periods_reopened_by_id ON fiscal_periods (reopened_by_id) WHERE reopened_by_id IS NOT NULL;

-- A closed month is reopened by another user than who asks for it.
CREATE FUNCTION reopen_by_another() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.reopening_by_id IS NULL OR NEW.reopened_by_id IS NULL OR NEW.reopened_by_id = OLD.reopening_by_id THEN
    RAISE EXCEPTION 'a month is reopened by another user than who asks for it'
      USING ERRCODE = '23514', CONSTRAINT = 'fiscal_periods_reopened_by_another', TABLE = 'fiscal_periods';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER reopen_by_another BEFORE UPDATE ON fiscal_periods
  FOR EACH ROW WHEN (OLD.status = 'closed' AND NEW.status = 'open') EXECUTE FUNCTION reopen_by_another();

-- Deferred income ------------------------------------------------------------------------------------------------------

ALTER TABLE journal_entries
  DROP CONSTRAINT journal_entries_source_kind_check,
  ADD CONSTRAINT journal_entries_source_kind_check CHECK (source_kind IN ('invoice', 'void', 'payment', 'application',
    'reversal', 'commission', 'settlement', 'deferral'));
ALTER TABLE posting_accounts
  DROP CONSTRAINT posting_accounts_role_check,
  ADD CONSTRAINT posting_accounts_role_check CHECK (role IN ('receivable_clients', 'receivable_agencies', 'income',
    'discounts', 'agency_discount', 'tax_payable', 'advances', 'bank', 'barter', 'withholdings', 'commission_expense',
    'commission_payable', 'tax_advanced', 'deferred_income'));
INSERT INTO posting_accounts (role, name, gl_account_id)
SELECT 'deferred_income', 'Ingresos diferidos', (
  SELECT id FROM gl_accounts WHERE code = '2.1.05' AND is_postable AND archived_at IS NULL);

-- By how much what is deferred of an order line changed with a closing: more was billed ahead, or it was earned.
-- Append-only; what is deferred of a line is the sum.
CREATE TABLE income_deferrals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  fiscal_period_id uuid NOT NULL REFERENCES fiscal_periods ON DELETE RESTRICT,
  month date NOT NULL,
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  order_line_id uuid NOT NULL REFERENCES order_lines ON DELETE RESTRICT,
  platform_id uuid REFERENCES platforms ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL,
  -- At the end of the month: what was billed, and what of that was not delivered.
  billed numeric(18,2) NOT NULL CHECK (billed >= 0),
  deferred numeric(18,2) NOT NULL CHECK (deferred BETWEEN 0 AND billed),
  amount numeric(18,2) NOT NULL CHECK (amount <> 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX income_deferrals_order_line_id ON income_deferrals (order_line_id);
CREATE INDEX income_deferrals_company_id ON income_deferrals (company_id, month);
CREATE INDEX income_deferrals_fiscal_period_id ON income_deferrals (fiscal_period_id);
CREATE INDEX income_deferrals_platform_id ON income_deferrals (platform_id) WHERE platform_id IS NOT NULL;
COMMENT ON TABLE income_deferrals IS 'Ingresos diferidos por cierre de mes';
CALL restrict_app('income_deferrals', 'SELECT, INSERT');
CALL leave_with_demonstration('{income_deferrals}');

-- As delivered_part, of what was aired by the end of a day.
CREATE FUNCTION delivered_part_on(o order_lines, day date) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT coalesce(sum(s.share * d.part) / nullif(sum(s.share), 0), avg(d.part))
    FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s
      CROSS JOIN LATERAL (SELECT coalesce(
        (SELECT least(1, (q.aired - coalesce((
            SELECT sum(p.load) FROM placements p WHERE p.quota_id = q.id AND p.status = 'aired' AND p.starts_on > day), 0))
          / q.sold)
        FROM quotas q WHERE q.order_line_id = o.id AND q.package_item_id IS NOT DISTINCT FROM s.package_item_id),
        (SELECT 1 FROM work_orders w WHERE w.order_line_id = o.id AND w.status = 'completed'
          AND (w.package_item_id IS NULL OR w.package_item_id = s.package_item_id) LIMIT 1), 0) AS part) d), 0)
$$;

-- What is deferred at the end of a day, by order line, and by how much that differs from what is deferred in the books. Of
-- contracts that are over nothing is: what was not delivered of them is credited or kept.
CREATE FUNCTION deferred_income(company uuid, day date)
RETURNS TABLE (order_line_id uuid, client_id uuid, platform_id uuid, currency_code text, billed numeric, deferred numeric,
  amount numeric)
LANGUAGE sql STABLE AS $$
  WITH billed AS (
    SELECT l.order_line_id, sum(CASE i.doc_kind WHEN 'credit_note' THEN -l.net ELSE l.net END) AS net
    FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
    WHERE i.company_id = company AND i.status = 'issued' AND i.issue_date <= day AND l.order_line_id IS NOT NULL
    GROUP BY 1),
  booked AS (
    SELECT d.order_line_id, sum(d.amount) AS net FROM income_deferrals d WHERE d.company_id = company GROUP BY 1)
  SELECT * FROM (
    SELECT o.id, c.client_id, r.platform_id, o.currency_code, greatest(coalesce(b.net, 0), 0) AS billed, t.deferred,
      t.deferred - coalesce(k.net, 0) AS amount
    FROM billed b FULL JOIN booked k ON k.order_line_id = b.order_line_id
      JOIN order_lines o ON o.id = coalesce(b.order_line_id, k.order_line_id)
      JOIN contracts c ON c.id = o.contract_id
      LEFT JOIN inventory_items s ON s.id = o.inventory_item_id
      LEFT JOIN ad_articles r ON r.id = coalesce(o.ad_article_id, s.ad_article_id)
      CROSS JOIN LATERAL former_billing(o) f
      CROSS JOIN LATERAL (
        SELECT CASE WHEN c.status IN ('finished', 'cancelled') OR o.status <> 'active' THEN 0
          ELSE least(greatest(coalesce(b.net, 0), 0), greatest(0,
            coalesce(b.net, 0) + f.net - round_amount(o.net * delivered_part_on(o, day), o.currency_code))) END AS deferred) t
    ) lines
  WHERE lines.amount <> 0
$$;
