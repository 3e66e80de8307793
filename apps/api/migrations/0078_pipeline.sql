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

-- Who shares the credit for an opportunity on the day on which it is expected to close.
CREATE FUNCTION opportunity_shares(o opportunities) RETURNS TABLE (user_id uuid, pct numeric)
LANGUAGE sql STABLE AS $$
  WITH own AS (
    SELECT s.user_id, s.pct FROM opportunity_splits s
    WHERE s.opportunity_id = o.id AND coalesce(s.valid, '(,)'::daterange) @> o.expected_close_date)
  SELECT * FROM own
  UNION ALL
  SELECT o.owner_id, 100 WHERE NOT EXISTS (SELECT FROM own)
$$;

-- What changes in the pipeline -------------------------------------------------------------------------------------

-- The log has every change of what the pipeline contains, not only of stages: the sum of `pipeline_change` between two
-- moments is the difference of the open amount.
ALTER TABLE opportunity_moves
  ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'opened' CHECK (kind IN
    ('opened', 'advanced', 'went_back', 'won', 'lost', 'paused', 'resumed', 'amount', 'close_date', 'archived', 'restored')),
  ADD COLUMN pipeline_change numeric(18,2) NOT NULL DEFAULT 0;

-- What a change of the stage is called.
CREATE FUNCTION move_kind(origin closing_probabilities, stage closing_probabilities) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN origin.id IS NULL THEN 'opened'
    WHEN stage.result <> 'open' THEN stage.result
    WHEN origin.result <> 'open' THEN 'resumed'
    WHEN (stage.probability_pct, stage.sort_order) >= (origin.probability_pct, origin.sort_order) THEN 'advanced'
    ELSE 'went_back' END
$$;
UPDATE opportunity_moves m SET kind = k.kind, pipeline_change = m.expected_amount * k.sign
FROM (
  SELECT m.id, move_kind(f, t) AS kind, (t.result = 'open')::integer - (f.id IS NOT NULL AND f.result = 'open')::integer AS sign
  FROM opportunity_moves m JOIN closing_probabilities t ON t.id = m.to_stage_id
    LEFT JOIN closing_probabilities f ON f.id = m.from_stage_id) k
WHERE k.id = m.id;
ALTER TABLE opportunity_moves ALTER COLUMN kind DROP DEFAULT, ALTER COLUMN pipeline_change DROP DEFAULT;
CREATE INDEX opportunity_moves_kind ON opportunity_moves (kind, moved_at, id);
CREATE INDEX opportunity_moves_by_pipeline_change ON opportunity_moves (pipeline_change, id);

CREATE OR REPLACE FUNCTION opportunities_log_move() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_new constant boolean := TG_OP = 'INSERT';
  -- An undo restores the time at which the stage was reached first.
  moment constant timestamptz := CASE WHEN NOT is_new AND NEW.stage_since <= OLD.stage_since THEN now() ELSE NEW.stage_since END;
  was_open constant boolean := NOT is_new AND OLD.result = 'open' AND OLD.archived_at IS NULL;
  origin closing_probabilities;
  stage closing_probabilities;
BEGIN
  SELECT * INTO stage FROM closing_probabilities WHERE id = NEW.stage_id;
  IF NOT is_new THEN
    SELECT * INTO origin FROM closing_probabilities WHERE id = OLD.stage_id;
  END IF;
  -- In this order, so that each change is of what the one before it left.
  INSERT INTO opportunity_moves (opportunity_id, kind, label, from_stage_id, to_stage_id, days, expected_amount, currency_code,
    pipeline_change, moved_at, moved_by_id)
  SELECT NEW.id, c.kind, c.label, CASE WHEN NOT is_new THEN origin.id END, CASE WHEN c.is_move THEN stage.id ELSE origin.id END,
    CASE WHEN c.is_move AND NOT is_new THEN round(extract(epoch FROM moment - OLD.stage_since) / 86400, 1) END,
    c.amount, c.currency, c.change, CASE WHEN c.is_move THEN moment ELSE now() END, audit_setting('actor')::uuid
  FROM (
    -- Another currency takes the amount out of the one and puts it into the other.
    SELECT 1 AS place, false AS is_move, 'amount' AS kind,
      'Monto: ' || OLD.currency_code || to_char(OLD.expected_amount, ' FM999,999,999,999,990.00')
        || ' → ' || NEW.currency_code || to_char(NEW.expected_amount, ' FM999,999,999,999,990.00') AS label,
      part.amount, part.currency, part.change
    FROM (
      SELECT NEW.expected_amount AS amount, NEW.currency_code AS currency, NEW.expected_amount - OLD.expected_amount AS change
      WHERE NEW.currency_code = OLD.currency_code AND NEW.expected_amount <> OLD.expected_amount
      UNION ALL
      SELECT OLD.expected_amount, OLD.currency_code, -OLD.expected_amount WHERE NEW.currency_code <> OLD.currency_code
      UNION ALL
      SELECT NEW.expected_amount, NEW.currency_code, NEW.expected_amount WHERE NEW.currency_code <> OLD.currency_code) part
    WHERE was_open
    UNION ALL
    SELECT 2, false, 'close_date',
      'Cierre: ' || to_char(OLD.expected_close_date, 'DD/MM/YYYY') || ' → ' || to_char(NEW.expected_close_date, 'DD/MM/YYYY'),
      NEW.expected_amount, NEW.currency_code, 0
    WHERE was_open AND NEW.expected_close_date <> OLD.expected_close_date
    UNION ALL
    SELECT 3, true, move_kind(origin, stage), concat_ws(' → ', origin.name, stage.name), NEW.expected_amount, NEW.currency_code,
      CASE WHEN NEW.result = 'open' AND (is_new OR OLD.archived_at IS NULL) THEN NEW.expected_amount ELSE 0 END
        - CASE WHEN was_open THEN NEW.expected_amount ELSE 0 END
    WHERE is_new OR NEW.stage_id <> OLD.stage_id
    UNION ALL
    SELECT 4, false, CASE WHEN NEW.archived_at IS NULL THEN 'restored' ELSE 'archived' END,
      CASE WHEN NEW.archived_at IS NULL THEN 'Restaurada' ELSE 'Archivada' END, NEW.expected_amount, NEW.currency_code,
      CASE WHEN NEW.result <> 'open' THEN 0 WHEN NEW.archived_at IS NULL THEN NEW.expected_amount ELSE -NEW.expected_amount END
    WHERE NOT is_new AND (NEW.archived_at IS NULL) <> (OLD.archived_at IS NULL)) c
  ORDER BY c.place;
  RETURN NULL;
END
$$;
DROP TRIGGER log_move ON opportunities;
-- Not limited to updates that name the column, because a trigger may change it.
CREATE TRIGGER log_move AFTER UPDATE ON opportunities
  FOR EACH ROW WHEN ((OLD.stage_id, OLD.expected_amount, OLD.currency_code, OLD.expected_close_date, OLD.archived_at IS NULL)
    IS DISTINCT FROM (NEW.stage_id, NEW.expected_amount, NEW.currency_code, NEW.expected_close_date, NEW.archived_at IS NULL))
  EXECUTE FUNCTION opportunities_log_move();

-- Weekly commitments -----------------------------------------------------------------------------------------------

-- What a seller or a manager expects to sign in the month, as said in a week; with what the pipeline held then.
CREATE TABLE forecast_snapshots (
  id uuid PRIMARY KEY DEFAULT new_id(),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 250),
  -- Its Monday.
  week date NOT NULL CHECK (extract(isodow FROM week) = 1),
  -- The first day of the month.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  amount numeric(18,2) NOT NULL CHECK (amount >= 0),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  open_amount numeric(18,2) NOT NULL,
  weighted_amount numeric(18,2) NOT NULL,
  notes text CHECK (char_length(notes) <= 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT forecast_snapshots_once UNIQUE (week, user_id)
);
CREATE INDEX forecast_snapshots_by_week ON forecast_snapshots (week, id);
CREATE INDEX forecast_snapshots_by_month ON forecast_snapshots (month, id);
CREATE INDEX forecast_snapshots_by_amount ON forecast_snapshots (amount, id);
CREATE INDEX forecast_snapshots_by_created_at ON forecast_snapshots (created_at, id);
CREATE INDEX forecast_snapshots_by_updated_at ON forecast_snapshots (updated_at, id);
CREATE INDEX forecast_snapshots_user_id ON forecast_snapshots (user_id, week, id);
CALL make_searchable('forecast_snapshots', 'label');
CALL track('forecast_snapshots', unnoticed => '{search_text}');
CALL restrict_app('forecast_snapshots', 'SELECT, INSERT, UPDATE');
CALL leave_with_demonstration('{forecast_snapshots}');

-- One is of the week in which it is written, and is not changed after it.
CREATE FUNCTION forecast_snapshots_keep() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  monday constant date := date_trunc('week', business_date())::date;
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.week <> monday OR (NEW.week, NEW.user_id) <> (OLD.week, OLD.user_id)) THEN
    RAISE EXCEPTION 'the week % is over', OLD.week
      USING ERRCODE = 'check_violation', CONSTRAINT = 'forecast_snapshots_week_over', TABLE = 'forecast_snapshots';
  END IF;
  NEW.week := monday;
  NEW.month := date_trunc('month', business_date())::date;
  NEW.label := 'Semana del ' || to_char(monday, 'DD/MM/YYYY') || ' · ' || (SELECT full_name FROM users WHERE id = NEW.user_id);
  SELECT coalesce(sum(round(o.expected_amount * s.pct / 100, 2)), 0), coalesce(sum(round(o.weighted_amount * s.pct / 100, 2)), 0)
  INTO NEW.open_amount, NEW.weighted_amount
  FROM opportunities o CROSS JOIN LATERAL opportunity_shares(o) s
  WHERE o.result = 'open' AND o.archived_at IS NULL AND o.currency_code = NEW.currency_code AND s.user_id = NEW.user_id
    AND o.expected_close_date < NEW.month + interval '1 month';
  RETURN NEW;
END
$$;
CREATE TRIGGER keep BEFORE INSERT OR UPDATE ON forecast_snapshots FOR EACH ROW EXECUTE FUNCTION forecast_snapshots_keep();

-- Commitments stay with their author: they are shown to them by this view, and not handed over with their accounts.
CREATE VIEW forecast_snapshot_readers AS SELECT id AS record_id, user_id FROM forecast_snapshots;
CALL restrict_app('forecast_snapshot_readers', 'SELECT');

INSERT INTO permissions (name, module, label) VALUES
  ('forecast_snapshots.view_own', 'Oportunidades', 'Ver sus compromisos semanales'),
  ('forecast_snapshots.view_team', 'Oportunidades', 'Ver los compromisos semanales de su equipo'),
  ('forecast_snapshots.view_all', 'Oportunidades', 'Ver todos los compromisos semanales'),
  ('forecast_snapshots.create', 'Oportunidades', 'Guardar su compromiso de la semana');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, 'forecast_snapshots.' || action
FROM roles r JOIN (VALUES
  ('admin', '{view_own,view_team,view_all,create}'::text[]),
  ('sales_manager', '{view_own,view_team,view_all,create}'),
  ('general_manager', '{view_all}'),
  ('auditor', '{view_all}'),
  ('sales_rep', '{view_own,create}'),
  ('planner', '{view_all}')) AS grants (role, actions) ON grants.role = r.name AND r.archived_at IS NULL
CROSS JOIN LATERAL unnest(grants.actions) AS action;

-- Referrals ----------------------------------------------------------------------------------------------------------

-- The field that is computed: `t.expected_reward`. What the referrer would get by the terms of the referral: the
-- percentage of the highest volume that the amount reaches, else the usual one.
CREATE FUNCTION expected_reward(o opportunities) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT round(a.amount * coalesce(v.pct, t.default_pct) / 100, 2)
  FROM referrals r JOIN commission_types t ON t.id = r.commission_type_id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN o.won_currency_code = o.currency_code THEN o.won_amount ELSE o.expected_amount END AS amount) a
    LEFT JOIN LATERAL (
      SELECT (e ->> 'pct')::numeric AS pct FROM jsonb_array_elements(t.tiers) e
      WHERE (e ->> 'from')::numeric <= a.amount ORDER BY (e ->> 'from')::numeric DESC LIMIT 1) v ON true
  WHERE r.id = o.referral_id AND r.reward_type = 'commission' AND o.result <> 'lost'
$$;
