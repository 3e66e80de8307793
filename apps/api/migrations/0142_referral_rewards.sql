-- How far the reward of a referral is from being paid, on the opportunities that came from it.

SELECT set_config('pauta.request', 'migration:0142', true), set_config('pauta.reason', 'Recompensas de referidos', true);

SET CONSTRAINTS ALL IMMEDIATE;

ALTER TABLE opportunities ADD COLUMN reward_state text COLLATE "C" NOT NULL DEFAULT 'none'
  CHECK (reward_state IN ('none', 'accrued', 'due', 'settling', 'paid'));
CREATE INDEX opportunities_reward_state ON opportunities (reward_state, created_at, id);
CALL unnotice('opportunities', '{reward_state}');

-- A referral earns once, by the first contract that is signed: whether that is one of this opportunity.
CREATE FUNCTION earns_reward(opportunity uuid, referral uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM order_line_commissions e JOIN order_lines l ON l.id = e.order_line_id JOIN contracts c ON c.id = l.contract_id
    WHERE e.referral_id = referral AND c.opportunity_id = opportunity)
$$;

-- The field that is computed: `t.reward_earned`. What the referrer has earned, in the currency of the opportunity.
CREATE FUNCTION reward_earned(o opportunities) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT sum(c.amount) FROM agency_commissions c
  WHERE c.referral_id = o.referral_id AND c.currency_code = o.currency_code AND earns_reward(o.id, o.referral_id)
$$;

-- The state that needs attention first: what can be settled, then what is being settled, then what waits for cash.
CREATE FUNCTION reward_state_of(opportunity uuid, referral uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN bool_or(c.status = 'due') THEN 'due'
    WHEN bool_or(c.status IN ('settling', 'invoiced')) THEN 'settling'
    WHEN coalesce(sum(c.amount), 0) = 0 THEN 'none'
    WHEN bool_or(c.status = 'accrued' AND c.amount > 0) THEN 'accrued'
    ELSE 'paid' END
  FROM agency_commissions c WHERE c.referral_id = referral AND earns_reward(opportunity, referral)
$$;

-- At the end of the transaction, because an opportunity is locked before invoices and commissions.
CREATE FUNCTION commissions_show_reward() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE opportunities o SET reward_state = reward_state_of(o.id, o.referral_id)
  WHERE o.referral_id = NEW.referral_id AND o.reward_state <> reward_state_of(o.id, o.referral_id);
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER commissions_show_reward AFTER INSERT OR UPDATE ON agency_commissions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.referral_id IS NOT NULL)
  EXECUTE FUNCTION commissions_show_reward();

-- An opportunity that is given another referral shows what that one earned by it.
CREATE FUNCTION opportunities_show_reward() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.reward_state := CASE WHEN NEW.referral_id IS NULL THEN 'none' ELSE reward_state_of(NEW.id, NEW.referral_id) END;
  RETURN NEW;
END
$$;
CREATE TRIGGER opportunities_show_reward BEFORE INSERT OR UPDATE OF referral_id ON opportunities
  FOR EACH ROW EXECUTE FUNCTION opportunities_show_reward();

UPDATE opportunities o SET reward_state = reward_state_of(o.id, o.referral_id)
WHERE o.referral_id IS NOT NULL AND o.reward_state <> reward_state_of(o.id, o.referral_id);
