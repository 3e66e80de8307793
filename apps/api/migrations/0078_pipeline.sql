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
