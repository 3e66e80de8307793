-- What the approval of a sale asks for: the exposure of the account that pays, and the discounts of contracts that were
-- made by hand.

SELECT set_config('pauta.request', 'migration:0060', true), set_config('pauta.reason', 'Aprobaciones de la venta', true);

-- Exposure ---------------------------------------------------------------------------------------------------------

-- The days of the setting `holiday_calendar`; without it its default, `dominicanHolidays`.
CREATE FUNCTION company_holidays() RETURNS SETOF date
LANGUAGE sql STABLE AS $$
  SELECT (h ->> 'day')::date FROM settings s CROSS JOIN jsonb_array_elements(s.value) AS h WHERE s.key = 'holiday_calendar'
  UNION ALL
  SELECT unnest('{2026-01-01,2026-01-05,2026-01-21,2026-01-26,2026-02-27,2026-04-03,2026-05-04,2026-06-04,2026-08-16,
    2026-09-24,2026-11-09,2026-12-25,2027-01-01,2027-01-04,2027-01-21,2027-01-25,2027-02-27,2027-03-26,2027-05-01,
    2027-05-27,2027-08-16,2027-09-24,2027-11-06,2027-12-25}'::date[])
  WHERE NOT EXISTS (SELECT FROM settings WHERE key = 'holiday_calendar')
$$;

-- The day itself, or the last working day before it (`isWorkingDay` in `working-time.ts`).
CREATE FUNCTION last_working_day(day date) RETURNS date
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE days (d) AS (
    SELECT day
    UNION ALL
    SELECT d - 1 FROM days WHERE extract(isodow FROM d) > 5 OR d IN (SELECT company_holidays()))
  SELECT min(d) FROM days
$$;

-- The rate that applies on a day: that of the day. On a day that is no working day, without one of its own, that of the
-- last working day before, because no rate is published.
CREATE FUNCTION exchange_rate_on(from_code text, to_code text, on_day date) RETURNS SETOF exchange_rates
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT r.* FROM exchange_rates r
  WHERE r.from_currency = from_code AND r.to_currency = to_code AND r.archived_at IS NULL
    AND r.on_date IN (on_day, last_working_day(on_day))
  ORDER BY r.on_date DESC LIMIT 1
$$;

-- An amount in another currency; null without a rate.
CREATE FUNCTION in_currency(amount numeric, from_code text, to_code text, on_day date) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN from_code = to_code THEN amount
    ELSE round_amount(amount * (SELECT rate FROM exchange_rate_on(from_code, to_code, on_day)), to_code) END
$$;

/* What an account owes or will owe, by currency: what is signed and not invoiced yet, what is owed of invoices, less what
   was paid in advance. One statement, so that an invoice that is issued meanwhile counts once. With what was sold to the
   accounts that were merged into it. */
CREATE FUNCTION owed_by(party text, account uuid) RETURNS TABLE (currency_code text, amount numeric)
LANGUAGE sql STABLE AS $$
  WITH payers AS (
    SELECT id FROM clients WHERE party = 'client' AND account IN (id, merged_into_id)
  ), paying_agencies AS (
    SELECT id FROM agencies WHERE party = 'agency' AND account IN (id, merged_into_id)
  )
  SELECT o.currency_code, sum(o.amount) FROM (
    SELECT c.currency_code, unbilled_total(c) AS amount FROM contracts c
    WHERE c.client_id IN (SELECT id FROM payers) AND c.billing_party = 'client'
      AND c.status IN ('signed', 'active', 'suspended', 'finished')
    UNION ALL
    SELECT c.currency_code, unbilled_total(c) FROM contracts c
    WHERE c.agency_id IN (SELECT id FROM paying_agencies) AND c.billing_party = 'agency'
      AND c.status IN ('signed', 'active', 'suspended', 'finished')
    UNION ALL
    SELECT i.currency_code, i.balance FROM invoices i
    WHERE i.client_id IN (SELECT id FROM payers) AND i.bill_to = 'client' AND i.balance > 0
    UNION ALL
    SELECT i.currency_code, i.balance FROM invoices i
    WHERE i.agency_id IN (SELECT id FROM paying_agencies) AND i.bill_to = 'agency' AND i.balance > 0
    UNION ALL
    SELECT p.currency_code, -p.unapplied FROM payments p
    WHERE p.client_id IN (SELECT id FROM payers) AND p.unapplied > 0 AND p.status IN ('registered', 'reconciled')
    UNION ALL
    SELECT p.currency_code, -p.unapplied FROM payments p
    WHERE p.agency_id IN (SELECT id FROM paying_agencies) AND p.unapplied > 0 AND p.status IN ('registered', 'reconciled')
  ) o GROUP BY o.currency_code
$$;

-- The account that would pay a quote, while the quote is a draft: afterwards its credit is checked by the contract.
CREATE FUNCTION payer_of(q quotes) RETURNS TABLE (party text, id uuid, credit_limit numeric, currency_code text)
LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT u.party, a.id, a.credit_limit, a.currency_code
  FROM usual_billing_party(q.client_id, q.brand_id, q.agency_id) AS u (party) CROSS JOIN LATERAL (
    SELECT c.id, c.credit_limit, c.currency_code FROM clients c WHERE c.id = q.client_id AND u.party = 'client'
    UNION ALL
    SELECT g.id, g.credit_limit, g.currency_code FROM agencies g WHERE g.id = q.agency_id AND u.party = 'agency') a
  WHERE q.status = 'draft'
$$;

CREATE FUNCTION credit_limit(q quotes) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT credit_limit FROM payer_of(q) $$;
CREATE FUNCTION credit_currency_code(q quotes) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT currency_code FROM payer_of(q) $$;

-- What its payer would owe with this quote, in the currency of the limit. Null without a limit, or where a rate is missing.
CREATE FUNCTION exposure(q quotes) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN bool_and(in_limit.amount IS NOT NULL) THEN greatest(sum(in_limit.amount), 0)::numeric(18,2) END
  FROM payer_of(q) p
    CROSS JOIN LATERAL (
      SELECT * FROM owed_by(p.party, p.id) UNION ALL SELECT q.currency_code, q.total) o
    CROSS JOIN LATERAL in_currency(o.amount, o.currency_code, p.currency_code, business_date()) AS in_limit (amount)
  WHERE p.credit_limit IS NOT NULL
$$;

-- Contracts that were made by hand -----------------------------------------------------------------------------------

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check
  CHECK (kind IN ('credit_proposal', 'quotes', 'contracts', 'addenda'));

-- As of quotes: the largest discount that the seller may give, and days by which the credit term is longer than the
-- client's.
CREATE FUNCTION allowed_discount_pct(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT discount_limit(c.owner_id) $$;
CREATE FUNCTION term_days_over(c contracts) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT nullif(greatest(t.days - own.days, 0), 0)
  FROM clients k JOIN credit_terms own ON own.id = k.credit_term_id, credit_terms t
  WHERE k.id = c.client_id AND t.id = c.credit_term_id
$$;
