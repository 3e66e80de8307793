-- Opportunities: possible sales, their stages, and who shares the credit for them.

SELECT set_config('pauta.request', 'migration:0047', true), set_config('pauta.reason', 'Oportunidades', true);

-- Permissions ------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('opportunities.view_own', 'Oportunidades', 'Ver sus oportunidades y aquellas en que comparte el crédito'),
  ('opportunities.view_team', 'Oportunidades', 'Ver las oportunidades de su equipo'),
  ('opportunities.view_all', 'Oportunidades', 'Ver todas las oportunidades'),
  ('opportunities.create', 'Oportunidades', 'Crear oportunidades'),
  ('opportunities.update_own', 'Oportunidades', 'Editar sus oportunidades y cambiarlas de etapa'),
  ('opportunities.update_all', 'Oportunidades', 'Editar cualquier oportunidad y cambiarla de etapa'),
  ('opportunities.force_win', 'Oportunidades', 'Ganar oportunidades sin contrato firmado'),
  ('opportunities.delete', 'Oportunidades', 'Archivar oportunidades'),
  ('opportunities.export', 'Oportunidades', 'Exportar oportunidades'),
  ('opportunities.import', 'Oportunidades', 'Importar oportunidades');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.name FROM roles r
JOIN (VALUES
  ('admin', '{view_own,view_team,view_all,create,update_own,update_all,force_win,delete,export,import}'::text[]),
  ('sales_manager', '{view_own,view_team,view_all,create,update_own,update_all,force_win,delete,export,import}'),
  ('general_manager', '{view_all,export}'),
  ('auditor', '{view_all,export}'),
  ('sales_rep', '{view_own,create,update_own}'),
  ('sales_assistant', '{view_all,create,update_all,export,import}'),
  ('planner', '{view_all}')) AS grants (role, actions) ON grants.role = r.name
CROSS JOIN LATERAL unnest(grants.actions) AS action
JOIN permissions p ON p.name = 'opportunities.' || action;

-- Opportunities ----------------------------------------------------------------------------------------------------

CREATE TABLE opportunities (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number text CHECK (char_length(number) <= 40),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  brand_id uuid REFERENCES brands ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  contact_id uuid REFERENCES contacts ON DELETE RESTRICT,
  owner_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  stage_id uuid NOT NULL REFERENCES closing_probabilities ON DELETE RESTRICT,
  -- That of the stage; set by a trigger.
  probability_pct numeric(7,4) NOT NULL CHECK (probability_pct BETWEEN 0 AND 100),
  expected_amount numeric(18,2) NOT NULL CHECK (expected_amount >= 0),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  weighted_amount numeric(18,2) NOT NULL GENERATED ALWAYS AS (round(expected_amount * probability_pct / 100, 2)) STORED,
  expected_close_date date NOT NULL,
  flight daterange CHECK (NOT isempty(flight)),
  ad_classification_id uuid REFERENCES ad_classifications ON DELETE RESTRICT,
  objective text CHECK (char_length(objective) <= 2000),
  lead_source_id uuid REFERENCES lead_sources ON DELETE RESTRICT,
  referral_id uuid REFERENCES referrals ON DELETE RESTRICT,
  next_step text NOT NULL CHECK (char_length(next_step) BETWEEN 1 AND 200),
  result text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (result IN ('open', 'won', 'lost', 'paused')),
  stage_since timestamptz NOT NULL DEFAULT now(),
  -- The day from which it has been in its stage for too long; set by a trigger.
  stale_on date,
  -- The open stage that it left when it was closed or paused, to which it returns.
  last_stage_id uuid REFERENCES closing_probabilities ON DELETE RESTRICT,
  resume_on date,
  loss_reason_id uuid REFERENCES reasons ON DELETE RESTRICT,
  loss_notes text CHECK (char_length(loss_notes) <= 2000),
  closed_at timestamptz,
  won_amount numeric(18,2) CHECK (won_amount >= 0),
  won_currency_code text COLLATE "C" CHECK (won_currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  splits_pct numeric(7,4) NOT NULL DEFAULT '0' CHECK (splits_pct BETWEEN 0 AND 100),
  next_activity_at timestamptz,
  links_changed_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  -- Deferrable, because merging clients moves the brand and the opportunity in separate steps.
  CONSTRAINT opportunities_brand_of_client FOREIGN KEY (brand_id, client_id) REFERENCES brands (id, client_id)
    ON DELETE RESTRICT DEFERRABLE,
  -- Either nobody shares the credit, or the shares add up to all of it. `totals_agree` proves that the sum is right.
  CONSTRAINT opportunities_splits_complete CHECK (splits_pct IN (0, 100)),
  CONSTRAINT opportunities_closed CHECK ((result IN ('won', 'lost')) = (closed_at IS NOT NULL)),
  CONSTRAINT opportunities_won_amount CHECK ((result = 'won') = (won_amount IS NOT NULL)
    AND (won_amount IS NULL) = (won_currency_code IS NULL)),
  CONSTRAINT opportunities_loss_reason CHECK ((result = 'lost') = (loss_reason_id IS NOT NULL)),
  CONSTRAINT opportunities_paused_until CHECK ((result = 'paused') = (resume_on IS NOT NULL))
);

CREATE INDEX opportunities_by_number ON opportunities ((sort_key(number) COLLATE "C"), id) WHERE archived_at IS NULL AND number IS NOT NULL;
CREATE INDEX opportunities_by_name ON opportunities ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX opportunities_by_probability_pct ON opportunities (probability_pct, id) WHERE archived_at IS NULL;
CREATE INDEX opportunities_by_expected_amount ON opportunities (expected_amount, id) WHERE archived_at IS NULL;
CREATE INDEX opportunities_by_weighted_amount ON opportunities (weighted_amount, id) WHERE archived_at IS NULL;
CREATE INDEX opportunities_by_expected_close_date ON opportunities (expected_close_date, id) WHERE archived_at IS NULL;
CREATE INDEX opportunities_by_stage_since ON opportunities (stage_since, id) WHERE archived_at IS NULL;
CREATE INDEX opportunities_by_stale_on ON opportunities (stale_on, id) WHERE archived_at IS NULL AND stale_on IS NOT NULL;
CREATE INDEX opportunities_by_resume_on ON opportunities (resume_on, id) WHERE archived_at IS NULL AND resume_on IS NOT NULL;
CREATE INDEX opportunities_by_closed_at ON opportunities (closed_at, id) WHERE archived_at IS NULL AND closed_at IS NOT NULL;
CREATE INDEX opportunities_by_next_activity_at ON opportunities (next_activity_at, id) WHERE archived_at IS NULL AND next_activity_at IS NOT NULL;
CREATE INDEX opportunities_by_created_at ON opportunities (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX opportunities_by_updated_at ON opportunities (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX opportunities_client_id ON opportunities (client_id, created_at, id);
CREATE INDEX opportunities_brand_id ON opportunities (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX opportunities_agency_id ON opportunities (agency_id, created_at, id);
CREATE INDEX opportunities_contact_id ON opportunities (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX opportunities_owner_id ON opportunities (owner_id, created_at, id);
CREATE INDEX opportunities_stage_id ON opportunities (stage_id, created_at, id);
CREATE INDEX opportunities_ad_classification_id ON opportunities (ad_classification_id) WHERE ad_classification_id IS NOT NULL;
CREATE INDEX opportunities_lead_source_id ON opportunities (lead_source_id, created_at, id);
CREATE INDEX opportunities_referral_id ON opportunities (referral_id, created_at, id);
CREATE INDEX opportunities_loss_reason_id ON opportunities (loss_reason_id, created_at, id);
CREATE INDEX opportunities_result ON opportunities (result, created_at, id);
CREATE INDEX opportunities_last_stage_id ON opportunities (last_stage_id) WHERE last_stage_id IS NOT NULL;
-- A column of the board, in its order.
CREATE INDEX opportunities_of_stage ON opportunities (stage_id, expected_close_date, id) WHERE archived_at IS NULL;

CALL make_searchable('opportunities', 'number', 'name');
CALL track('opportunities', unnoticed => '{search_text,weighted_amount,probability_pct,stale_on,next_activity_at}');
CALL free_when_withdrawn('opportunities');
CALL create_link('opportunity_platforms', 'opportunities', 'opportunity_id', 'platforms', 'platform_id');
CALL restrict_app('opportunities', 'SELECT, INSERT, UPDATE');
CALL guard_owners('opportunities', '{owner_id}', 'result', '{won,lost}');

CALL make_document('opportunities');
CREATE TABLE opportunity_splits (
  id uuid PRIMARY KEY,
  opportunity_id uuid NOT NULL REFERENCES opportunities ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  role text COLLATE "C" NOT NULL DEFAULT 'support' CHECK (role IN ('lead', 'support', 'specialist', 'cover')),
  pct numeric(7,4) NOT NULL CHECK (pct BETWEEN 0.01 AND 100),
  -- Deferrable, so that two lines may exchange their users in one statement.
  CONSTRAINT opportunity_splits_user_once UNIQUE (opportunity_id, user_id) DEFERRABLE
);
CREATE INDEX opportunity_splits_opportunity_id_position ON opportunity_splits (opportunity_id, position, id);
CREATE INDEX opportunity_splits_user_id ON opportunity_splits (user_id);
CALL make_lines('opportunity_splits', 'opportunities', 'opportunity_id');
CALL prove_totals('opportunities', ARRAY[['splits_pct', 'opportunity_splits', 'opportunity_id', 'pct']]);

-- The first stage of the pipeline with this result.
CREATE FUNCTION stage_of_result(wanted text) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT id FROM closing_probabilities WHERE result = wanted AND archived_at IS NULL
  ORDER BY NOT is_active, NOT is_system, sort_order, id LIMIT 1
$$;

-- What follows from the stage and the result. A change of the result alone moves the opportunity to a stage with that
-- result; back to open, to the stage it left.
CREATE FUNCTION opportunities_follow_stage() RETURNS trigger
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
  NEW.probability_pct := stage.probability_pct;
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

CREATE TRIGGER follow_stage BEFORE INSERT OR UPDATE OF stage_id, result, probability_pct, stage_since, stale_on ON opportunities
  FOR EACH ROW EXECUTE FUNCTION opportunities_follow_stage();

-- A stage keeps its result while opportunities are in it, and they follow its probability.
CREATE FUNCTION closing_probabilities_lead() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.result <> OLD.result AND EXISTS (SELECT FROM opportunities WHERE stage_id = NEW.id) THEN
    RAISE EXCEPTION 'opportunities are in the stage %', NEW.code
      USING ERRCODE = 'check_violation', CONSTRAINT = 'closing_probabilities_result_in_use', TABLE = 'closing_probabilities';
  END IF;
  UPDATE opportunities SET stage_id = stage_id WHERE stage_id = NEW.id AND result IN ('open', 'paused');
  RETURN NULL;
END
$$;

CREATE TRIGGER lead_opportunities AFTER UPDATE ON closing_probabilities
  FOR EACH ROW WHEN ((OLD.probability_pct, OLD.result, OLD.stale_days) IS DISTINCT FROM (NEW.probability_pct, NEW.result, NEW.stale_days))
  EXECUTE FUNCTION closing_probabilities_lead();

-- The fields that are computed: `t.referrer`, `t.reward_type`.
CREATE FUNCTION referrer(o opportunities) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT coalesce(c.trade_name, a.trade_name, u.full_name, r.referrer_name) FROM referrals r
  LEFT JOIN clients c ON c.id = r.referrer_client_id
  LEFT JOIN agencies a ON a.id = r.referrer_agency_id
  LEFT JOIN users u ON u.id = r.referrer_user_id
  WHERE r.id = o.referral_id
$$;
CREATE FUNCTION reward_type(o opportunities) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT reward_type FROM referrals WHERE id = o.referral_id
$$;

-- What a referral was sold for: its last opportunity that is won. It follows the opportunity, also when that is undone.
CREATE INDEX opportunities_won_referrals ON opportunities (referral_id, closed_at) WHERE referral_id IS NOT NULL AND result = 'won';
CREATE FUNCTION won_opportunity(r referrals) RETURNS opportunities
LANGUAGE sql STABLE AS $$
  SELECT o FROM opportunities o WHERE o.referral_id = r.id AND o.result = 'won' AND o.archived_at IS NULL
  ORDER BY o.closed_at DESC, o.id DESC LIMIT 1
$$;
CREATE FUNCTION won_at(r referrals) RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT (won_opportunity(r)).closed_at $$;
CREATE FUNCTION won_amount(r referrals) RETURNS numeric LANGUAGE sql STABLE AS $$ SELECT (won_opportunity(r)).won_amount $$;
CREATE FUNCTION won_currency_code(r referrals) RETURNS text LANGUAGE sql STABLE AS $$ SELECT (won_opportunity(r)).won_currency_code $$;

-- Stage log --------------------------------------------------------------------------------------------------------

CREATE TABLE opportunity_moves (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- The former and the new stage, by their names of that time.
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 250),
  opportunity_id uuid NOT NULL REFERENCES opportunities ON DELETE RESTRICT,
  from_stage_id uuid REFERENCES closing_probabilities ON DELETE RESTRICT,
  to_stage_id uuid NOT NULL REFERENCES closing_probabilities ON DELETE RESTRICT,
  days numeric(18,1),
  expected_amount numeric(18,2) NOT NULL CHECK (expected_amount >= 0),
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  moved_at timestamptz NOT NULL,
  moved_by_id uuid REFERENCES users ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX opportunity_moves_by_days ON opportunity_moves (days, id) WHERE days IS NOT NULL;
CREATE INDEX opportunity_moves_by_moved_at ON opportunity_moves (moved_at, id);
CREATE INDEX opportunity_moves_by_created_at ON opportunity_moves (created_at, id);
CREATE INDEX opportunity_moves_by_updated_at ON opportunity_moves (updated_at, id);
CREATE INDEX opportunity_moves_opportunity_id ON opportunity_moves (opportunity_id, moved_at, id);
CREATE INDEX opportunity_moves_from_stage_id ON opportunity_moves (from_stage_id, moved_at, id);
CREATE INDEX opportunity_moves_to_stage_id ON opportunity_moves (to_stage_id, moved_at, id);
CREATE INDEX opportunity_moves_moved_by_id ON opportunity_moves (moved_by_id, moved_at, id);

CALL make_searchable('opportunity_moves', 'label');
CALL track('opportunity_moves', unnoticed => '{search_text}');
-- Only merging stages changes a row, to refer to the stage that remains.
CALL restrict_app('opportunity_moves', 'SELECT, UPDATE (from_stage_id, to_stage_id)');

CREATE FUNCTION opportunities_log_move() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- An undo restores the time at which the stage was reached first.
  moment constant timestamptz := CASE WHEN TG_OP = 'UPDATE' AND NEW.stage_since <= OLD.stage_since THEN now() ELSE NEW.stage_since END;
BEGIN
  INSERT INTO opportunity_moves (opportunity_id, label, from_stage_id, to_stage_id, days, expected_amount, currency_code, moved_at, moved_by_id)
  VALUES (NEW.id, (SELECT string_agg(name, ' → ' ORDER BY id = NEW.stage_id) FROM closing_probabilities
      WHERE id IN (NEW.stage_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.stage_id END)),
    CASE WHEN TG_OP = 'UPDATE' THEN OLD.stage_id END, NEW.stage_id,
    CASE WHEN TG_OP = 'UPDATE' THEN round(extract(epoch FROM moment - OLD.stage_since) / 86400, 1) END,
    NEW.expected_amount, NEW.currency_code, moment, audit_setting('actor')::uuid);
  RETURN NULL;
END
$$;

CREATE TRIGGER log_move_new AFTER INSERT ON opportunities FOR EACH ROW EXECUTE FUNCTION opportunities_log_move();
-- Not limited to updates that name the column, because a trigger may change it.
CREATE TRIGGER log_move AFTER UPDATE ON opportunities
  FOR EACH ROW WHEN (OLD.stage_id IS DISTINCT FROM NEW.stage_id) EXECUTE FUNCTION opportunities_log_move();

-- Activities about an opportunity ----------------------------------------------------------------------------------

ALTER TABLE activities ADD COLUMN opportunity_id uuid REFERENCES opportunities ON DELETE RESTRICT;
CREATE INDEX activities_opportunity_id ON activities (opportunity_id, scheduled_at, id) WHERE opportunity_id IS NOT NULL;

CREATE FUNCTION activities_take_client() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.client_id := (SELECT client_id FROM opportunities WHERE id = NEW.opportunity_id);
  RETURN NEW;
END
$$;

CREATE TRIGGER take_client BEFORE INSERT OR UPDATE OF opportunity_id, client_id ON activities
  FOR EACH ROW WHEN (NEW.opportunity_id IS NOT NULL AND NEW.client_id IS NULL) EXECUTE FUNCTION activities_take_client();

CREATE FUNCTION tell_opportunities_of_activities(touched uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- Two activities of one opportunity take turns: the second counts with what the first wrote.
  PERFORM FROM opportunities WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE;
  UPDATE opportunities o SET next_activity_at = n.next
  FROM (
    SELECT t.id, (SELECT min(scheduled_at) FROM activities WHERE opportunity_id = t.id AND status IN ('pending', 'in_progress')) AS next
    FROM unnest(touched) AS t (id)) n
  WHERE o.id = n.id AND o.next_activity_at IS DISTINCT FROM n.next;
END
$$;

CREATE FUNCTION activities_tell_opportunities_new() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  touched constant uuid[] := ARRAY(SELECT DISTINCT opportunity_id FROM new_rows WHERE opportunity_id IS NOT NULL);
BEGIN
  IF cardinality(touched) > 0 THEN
    PERFORM tell_opportunities_of_activities(touched);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION activities_tell_opportunities() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  touched constant uuid[] := ARRAY(
    SELECT DISTINCT side.opportunity_id
    FROM new_rows n JOIN old_rows o ON o.id = n.id
      CROSS JOIN LATERAL (VALUES (n.opportunity_id), (o.opportunity_id)) AS side (opportunity_id)
    WHERE side.opportunity_id IS NOT NULL
      AND (n.opportunity_id, n.status, n.scheduled_at) IS DISTINCT FROM (o.opportunity_id, o.status, o.scheduled_at));
BEGIN
  IF cardinality(touched) > 0 THEN
    PERFORM tell_opportunities_of_activities(touched);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER tell_opportunities_new AFTER INSERT ON activities
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION activities_tell_opportunities_new();
CREATE TRIGGER tell_opportunities AFTER UPDATE ON activities
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION activities_tell_opportunities();

-- Target lists -----------------------------------------------------------------------------------------------------

ALTER TABLE target_list_members
  ADD CONSTRAINT target_list_members_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities ON DELETE RESTRICT;
CREATE UNIQUE INDEX target_list_members_opportunity_id ON target_list_members (opportunity_id)
  WHERE opportunity_id IS NOT NULL AND withdrawn_at IS NULL;
