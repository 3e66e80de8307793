-- Invoices that are due in instalments.

SELECT set_config('pauta.request', 'migration:0111', true), set_config('pauta.reason', 'Cuotas de facturas', true);

-- The sum of instalments, each `{"due_on": …, "amount": …}`.
CREATE FUNCTION sum_of_instalments(instalments jsonb) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$
  SELECT sum(i.amount) FROM jsonb_to_recordset(instalments) AS i (amount numeric)
$$;

-- What an issued invoice asks for by dates, where its credit term has instalments; the last of them is its due date.
ALTER TABLE invoices ADD COLUMN instalments jsonb,
  ADD CONSTRAINT invoices_instalments CHECK (sum_of_instalments(instalments) = total);

-- What is open of an invoice by the day it is due: payments and notes settle the earliest instalment first.
CREATE FUNCTION dues_of(i invoices) RETURNS TABLE (due_on date, balance numeric)
LANGUAGE sql STABLE AS $$
  SELECT i.due_date, i.balance WHERE i.instalments IS NULL
  UNION ALL
  SELECT t.due_on, least(t.amount, t.until - (i.total - i.balance))
  FROM (
    SELECT r.due_on, r.amount, sum(r.amount) OVER (ORDER BY r.due_on) AS until
    FROM jsonb_to_recordset(i.instalments) AS r (due_on date, amount numeric)) t
  WHERE i.instalments IS NOT NULL AND t.until > i.total - i.balance
$$;
