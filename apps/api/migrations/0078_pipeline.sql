-- The pipeline: what each stage requires, adjusted probabilities, and shares of the credit that change with time.

SELECT set_config('pauta.request', 'migration:0078', true), set_config('pauta.reason', 'Pipeline', true);

-- Stages -----------------------------------------------------------------------------------------------------------

ALTER TABLE closing_probabilities ADD COLUMN required_fields text[] NOT NULL DEFAULT '{}' CHECK (required_fields <@ ARRAY[
  'contact_id', 'brand_id', 'flight', 'platform_ids', 'expected_amount', 'ad_classification_id', 'objective', 'lead_source_id']);
-- What the usual stages require; a company changes it in its catalogue.
UPDATE closing_probabilities p SET required_fields = v.fields
FROM (VALUES
  ('CALIFICACION', '{contact_id}'::text[]),
  ('PROPUESTA', '{contact_id,expected_amount,flight}'),
  ('NEGOCIACION', '{contact_id,expected_amount,flight,platform_ids}'),
  ('CIERRE-VERBAL', '{contact_id,expected_amount,flight,platform_ids,ad_classification_id}')) AS v (code, fields)
WHERE p.code = v.code;

-- Probability ------------------------------------------------------------------------------------------------------

ALTER TABLE opportunities
  ADD COLUMN probability_override numeric(7,4) CHECK (probability_override BETWEEN 0 AND 100),
  ADD COLUMN probability_reason text CHECK (char_length(probability_reason) <= 1000),
  ADD CONSTRAINT opportunities_override_reason CHECK ((probability_override IS NULL) = (probability_reason IS NULL));

-- As before (0047), and a probability of its own is valid only in the stage in which it was given.
CREATE OR REPLACE FUNCTION opportunities_follow_stage() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  stage closing_probabilities;
  is_closed constant boolean := NEW.result IN ('won', 'lost');
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.result <> OLD.result AND NEW.stage_id = OLD.stage_id THEN
    NEW.stage_id := CASE WHEN NEW.result = 'open'
      THEN coalesce((SELECT id FROM closing_probabilities WHERE id = OLD.last_stage_id AND result = 'open'), stage_of_result('open'))
      ELSE stage_of_result(NEW.result) END;
  END IF;
  -- Locked, so that its probability does not change meanwhile.
  SELECT * INTO stage FROM closing_probabilities WHERE id = NEW.stage_id FOR SHARE;
  IF stage.result IS DISTINCT FROM NEW.result THEN
    RAISE EXCEPTION 'the stage % is not one of % opportunities', stage.code, NEW.result
      USING ERRCODE = 'check_violation', CONSTRAINT = 'opportunities_stage_of_result', TABLE = 'opportunities';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF NEW.stage_id <> OLD.stage_id AND NEW.stage_since = OLD.stage_since THEN
      NEW.stage_since := now();
    END IF;
    -- An undo returns to the former stage with the former probability, which is another than the current one.
    IF NEW.stage_id <> OLD.stage_id AND NEW.probability_override IS NOT DISTINCT FROM OLD.probability_override THEN
      NEW.probability_override := NULL;
    END IF;
    IF NEW.result = 'open' THEN
      NEW.last_stage_id := NULL;
    ELSIF OLD.result = 'open' THEN
      NEW.last_stage_id := OLD.stage_id;
    END IF;
    IF is_closed AND NEW.result <> OLD.result AND NEW.closed_at IS NOT DISTINCT FROM OLD.closed_at THEN
      NEW.closed_at := now();
    END IF;
  END IF;
  NEW.closed_at := CASE WHEN is_closed THEN coalesce(NEW.closed_at, now()) END;
  IF NEW.result <> 'open' THEN
    NEW.probability_override := NULL;
  END IF;
  IF NEW.probability_override IS NULL THEN
    NEW.probability_reason := NULL;
  END IF;
  NEW.probability_pct := coalesce(NEW.probability_override, stage.probability_pct);
  NEW.stale_on := CASE WHEN NEW.result = 'open' THEN business_date(NEW.stage_since) + stage.stale_days END;
  IF NEW.result <> 'won' THEN
    NEW.won_amount := NULL;
    NEW.won_currency_code := NULL;
  END IF;
  IF NEW.result <> 'lost' THEN
    NEW.loss_reason_id := NULL;
    NEW.loss_notes := NULL;
  END IF;
  IF NEW.result <> 'paused' THEN
    NEW.resume_on := NULL;
  END IF;
  RETURN NEW;
END
$$;
DROP TRIGGER follow_stage ON opportunities;
CREATE TRIGGER follow_stage
  BEFORE INSERT OR UPDATE OF stage_id, result, probability_pct, probability_override, probability_reason, stage_since, stale_on
  ON opportunities FOR EACH ROW EXECUTE FUNCTION opportunities_follow_stage();

-- The field that is computed: `t.stage_probability_pct`.
CREATE FUNCTION stage_probability_pct(o opportunities) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT probability_pct FROM closing_probabilities WHERE id = o.stage_id
$$;

-- Competitors and mergers ------------------------------------------------------------------------------------------

ALTER TABLE opportunities
  ADD COLUMN competitors text[] NOT NULL DEFAULT '{}' CHECK (cardinality(competitors) <= 20),
  ADD COLUMN merged_into_id uuid REFERENCES opportunities ON DELETE RESTRICT CHECK (merged_into_id <> id),
  ADD CONSTRAINT opportunities_merged_stay_archived CHECK (merged_into_id IS NULL OR archived_at IS NOT NULL);
CREATE INDEX opportunities_competitors ON opportunities USING gin (competitors);
CREATE INDEX opportunities_merged_into_id ON opportunities (merged_into_id) WHERE merged_into_id IS NOT NULL;

-- Which opportunity a finished activity, a closed quote and a row of the stage log are about changes when two
-- opportunities become one.
DO $$
DECLARE
  activities text := replace(pg_get_functiondef('activities_guard()'::regprocedure),
    '{client_id,agency_id,contact_id}', '{client_id,agency_id,contact_id,opportunity_id}');
  documents text := replace(pg_get_functiondef('refuse_frozen()'::regprocedure),
    '|| generated_columns(TG_RELID)', '|| generated_columns(TG_RELID)
      || CASE WHEN audit_setting(''merging'') = ''on'' THEN ''{opportunity_id}''::text[] ELSE ''{}'' END');
BEGIN
  IF activities !~ 'contact_id,opportunity_id' OR documents !~ 'opportunity_id' THEN
    RAISE EXCEPTION 'the guards of activities and documents are not those that this migration changes';
  END IF;
  EXECUTE activities;
  EXECUTE documents;
END
$$;
CREATE FUNCTION opportunity_moves_guard() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF audit_setting('merging') IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'the stage log of % does not change', OLD.opportunity_id
      USING ERRCODE = '42501', TABLE = 'opportunity_moves';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard BEFORE UPDATE OF opportunity_id ON opportunity_moves
  FOR EACH ROW WHEN (NEW.opportunity_id <> OLD.opportunity_id) EXECUTE FUNCTION opportunity_moves_guard();
CALL restrict_app('opportunity_moves', 'SELECT, UPDATE (opportunity_id, from_stage_id, to_stage_id)');

-- Shares of the credit -----------------------------------------------------------------------------------------------

-- The days on which a share is valid; all days if empty. One person has one share on each day.
ALTER TABLE opportunity_splits
  ADD COLUMN valid daterange CHECK (NOT isempty(valid)),
  DROP CONSTRAINT opportunity_splits_user_once,
  ADD CONSTRAINT opportunity_splits_user_once
    EXCLUDE USING gist (opportunity_id WITH =, user_id WITH =, coalesce(valid, '(,)'::daterange) WITH &&) DEFERRABLE;

-- A day on which there are shares that do not add up to 100 %; NULL if there is none. Sums change only where a share
-- begins or has ended.
CREATE FUNCTION incomplete_split_day(opportunity uuid) RETURNS date
LANGUAGE sql STABLE AS $$
  WITH s AS (SELECT coalesce(valid, '(,)'::daterange) AS valid, pct FROM opportunity_splits WHERE opportunity_id = opportunity),
  days AS (
    SELECT coalesce(lower(valid), '-infinity') AS day FROM s
    UNION SELECT upper(valid) FROM s WHERE NOT upper_inf(valid))
  SELECT d.day FROM days d JOIN s ON s.valid @> d.day GROUP BY d.day HAVING sum(s.pct) <> 100 ORDER BY d.day LIMIT 1
$$;

-- At the end of each transaction that wrote the shares, which writes the opportunity first and so holds its lock.
CREATE FUNCTION opportunities_prove_splits() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF incomplete_split_day(NEW.id) IS NOT NULL
    OR (SELECT splits_pct = 100 FROM opportunities WHERE id = NEW.id)
      IS DISTINCT FROM EXISTS (SELECT FROM opportunity_splits WHERE opportunity_id = NEW.id) THEN
    RAISE EXCEPTION 'the shares of % do not add up to 100', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'opportunities_splits_complete', TABLE = 'opportunities';
  END IF;
  RETURN NULL;
END
$$;
DROP TRIGGER totals_agree ON opportunities;
CREATE CONSTRAINT TRIGGER prove_splits AFTER INSERT OR UPDATE ON opportunities DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION opportunities_prove_splits();

-- As before (0057), with the shares of that day.
CREATE OR REPLACE FUNCTION sale_shares(sold contracts, day date) RETURNS TABLE (user_id uuid, pct numeric)
LANGUAGE sql STABLE AS $$
  WITH of_opportunity AS (
    SELECT s.user_id, s.pct FROM opportunity_splits s
    WHERE s.opportunity_id = sold.opportunity_id AND coalesce(s.valid, '(,)'::daterange) @> day),
  of_client AS (
    SELECT a.user_id, sum(a.split_pct) AS pct FROM portfolio_assignments a
    WHERE a.client_id = sold.client_id AND a.valid @> day AND a.split_pct > 0 GROUP BY 1)
  SELECT * FROM of_opportunity
  UNION ALL
  SELECT * FROM of_client
  WHERE NOT EXISTS (SELECT FROM of_opportunity) AND sold.owner_id IN (SELECT c.user_id FROM of_client c)
  UNION ALL
  SELECT sold.owner_id, 100
  WHERE NOT EXISTS (SELECT FROM of_opportunity) AND sold.owner_id NOT IN (SELECT c.user_id FROM of_client c)
$$;
