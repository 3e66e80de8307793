-- What is due by day, for the history of debts; and which lines a held credit keeps from being placed.

SELECT set_config('pauta.request', 'migration:0141', true),
  set_config('pauta.reason', 'Deuda por mes y colocación con crédito retenido', true);

-- What falls due from a day on, without what is due in instalments.
CREATE INDEX invoices_falling_due ON invoices (currency_code, due_date) INCLUDE (id, issue_date, total)
  WHERE status IN ('issued', 'voided') AND doc_kind <> 'credit_note' AND instalments IS NULL;

-- Locks the rows of those who pay the contracts of quotas, so that a hold and a placement at once come in some order.
CREATE FUNCTION lock_payers_of(quotas uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM clients k WHERE k.id IN (
    SELECT p.account_id FROM contracts c CROSS JOIN LATERAL payers_of(c) p
    WHERE c.id IN (SELECT q.contract_id FROM quotas q WHERE q.id = ANY(lock_payers_of.quotas)) AND p.bill_to = 'client')
  ORDER BY k.id FOR SHARE;
  PERFORM FROM agencies a WHERE a.id IN (
    SELECT p.account_id FROM contracts c CROSS JOIN LATERAL payers_of(c) p
    WHERE c.id IN (SELECT q.contract_id FROM quotas q WHERE q.id = ANY(lock_payers_of.quotas)) AND p.bill_to = 'agency')
  ORDER BY a.id FOR SHARE;
END
$$;

-- Of quotas those of which nothing new may be scheduled, because the credit of a payer is held and they are not paid for.
CREATE FUNCTION held_quotas(quotas uuid[]) RETURNS TABLE (quota_id uuid, payers text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT q.id, string_agg(DISTINCT p.name, ', ')
  FROM quotas q JOIN contracts c ON c.id = q.contract_id CROSS JOIN LATERAL payers_of(c) p
    JOIN order_lines o ON o.id = q.order_line_id
  WHERE q.id = ANY(held_quotas.quotas) AND p.credit_status IN ('on_hold', 'blocked') AND NOT is_paid_for(o)
  GROUP BY q.id
$$;

-- As before (0117): nothing new is scheduled for an account whose credit is held, except what it has paid for and what
-- compensates a placement that was not aired. Units of a confirmed placement that are split, and what is recorded as lost,
-- are not new.
CREATE OR REPLACE FUNCTION refuse_held_placements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  placed constant uuid[] := ARRAY(
    SELECT DISTINCT quota_id FROM new_rows WHERE makegood_of_id IS NULL AND status = 'scheduled');
BEGIN
  IF cardinality(placed) = 0 THEN
    RETURN NULL;
  END IF;
  PERFORM lock_payers_of(placed);
  IF EXISTS (SELECT FROM held_quotas(placed)) THEN
    RAISE EXCEPTION 'the credit of the account is held'
      USING ERRCODE = '23514', CONSTRAINT = 'placements_credit_held', TABLE = 'placements';
  END IF;
  RETURN NULL;
END
$$;
