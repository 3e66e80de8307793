-- An addendum takes from the instalments of its contract at most what is planned on their day. What was invoiced too much
-- is taken back by a credit note, not by an instalment below zero.

SELECT set_config('pauta.request', 'migration:0062', true), set_config('pauta.reason', 'Cuotas de las adendas', true);

-- The days on which an addendum, applied or not, takes more than its contract has planned with the addenda in force, and
-- what is left of the instalment. What earlier addenda left below zero does not count.
CREATE FUNCTION instalments_below_zero(a addenda) RETURNS TABLE (due_on date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT p.due_on, sum(p.amount) FROM (
    SELECT i.due_on, i.amount, false AS is_own FROM contract_instalments i WHERE i.contract_id = a.contract_id
    UNION ALL
    SELECT i.due_on, i.amount, o.id = a.id FROM addendum_instalments i JOIN addenda o ON o.id = i.addendum_id
    WHERE o.contract_id = a.contract_id AND (o.status = 'applied' OR o.id = a.id)) p
  GROUP BY p.due_on HAVING sum(p.amount) < 0 AND sum(p.amount) FILTER (WHERE p.is_own) < 0
$$;

CREATE FUNCTION addendum_keeps_instalments() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM instalments_below_zero(NEW)) THEN
    RAISE EXCEPTION 'addendum % leaves an instalment below zero', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'addenda_instalments_above_zero', TABLE = 'addenda';
  END IF;
  RETURN NULL;
END
$$;

-- A trigger, because the instalments of a contract are in two tables.
CREATE CONSTRAINT TRIGGER instalments_above_zero AFTER UPDATE OF status ON addenda DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status = 'pending_signature' AND NEW.status = 'applied')
  EXECUTE FUNCTION addendum_keeps_instalments();
