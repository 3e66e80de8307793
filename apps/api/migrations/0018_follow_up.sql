-- What sellers do and will do (activities), and who was recommended to us by whom (referrals).

SELECT set_config('pauta.request', 'migration:0018', true), set_config('pauta.reason', 'Valores iniciales', true);

-- A task needs a result too, and none of the others says just that it was done.
INSERT INTO contact_results (code, name, channel, is_positive, closes, requires_next, sort_order, description)
SELECT 'CUMPLIDA', 'Tarea cumplida', 'any', true, true, false, coalesce(max(sort_order), 0) + 10, 'Cierra sin pedir próximo paso.'
FROM contact_results
ON CONFLICT DO NOTHING;

-- Referrals ------------------------------------------------------------------------------------------------------

CREATE TABLE referrals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  referred_name text NOT NULL CHECK (char_length(referred_name) BETWEEN 1 AND 160),
  -- Without separators, as clients keep theirs.
  referred_tax_id text CHECK (referred_tax_id ~ '^[A-Z0-9]{1,20}$'),
  referred_contact text CHECK (char_length(referred_contact) <= 160),
  referred_email text CHECK (referred_email = lower(referred_email) AND char_length(referred_email) <= 254),
  referred_phone text CHECK (referred_phone ~ '^\+[1-9][0-9]{6,14}$'),
  referrer_kind text COLLATE "C" NOT NULL CHECK (referrer_kind IN ('client', 'agency', 'employee', 'partner', 'event')),
  referrer_client_id uuid REFERENCES clients ON DELETE RESTRICT,
  referrer_agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  referrer_user_id uuid REFERENCES users ON DELETE RESTRICT,
  referrer_name text CHECK (char_length(referrer_name) BETWEEN 1 AND 160),
  received_at timestamptz NOT NULL DEFAULT now(),
  lead_source_id uuid REFERENCES lead_sources ON DELETE RESTRICT,
  assigned_to_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'received'
    CHECK (status IN ('received', 'contacted', 'qualified', 'converted', 'discarded', 'expired')),
  -- Until when somebody should have spoken with them: 24 working hours after they were received.
  contact_due_at timestamptz NOT NULL,
  first_contact_at timestamptz,
  expires_at timestamptz NOT NULL,
  discard_reason text CHECK (char_length(discard_reason) <= 4000),
  reward_type text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (reward_type IN ('none', 'commission', 'airtime', 'gift')),
  commission_type_id uuid REFERENCES commission_types ON DELETE RESTRICT,
  reward_amount numeric(18,2) CHECK (reward_amount >= 0),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  converted_client_id uuid REFERENCES clients ON DELETE RESTRICT,
  notes text CHECK (char_length(notes) <= 4000),
  search_text text GENERATED ALWAYS AS (
    fold(referred_name || ' ' || coalesce(referred_tax_id, '') || ' ' || coalesce(referrer_name, ''))
  ) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  -- The referrer is of the kind that is said, and only one.
  CONSTRAINT referrals_one_referrer CHECK (
    CASE referrer_kind
      WHEN 'client' THEN referrer_client_id IS NOT NULL
      WHEN 'agency' THEN referrer_agency_id IS NOT NULL
      WHEN 'employee' THEN referrer_user_id IS NOT NULL
      ELSE referrer_name IS NOT NULL
    END AND num_nonnulls(referrer_client_id, referrer_agency_id, referrer_user_id, referrer_name) = 1),
  CONSTRAINT referrals_client_when_converted CHECK ((status = 'converted') = (converted_client_id IS NOT NULL)),
  CONSTRAINT referrals_discarded_with_reason CHECK (status <> 'discarded' OR discard_reason IS NOT NULL),
  CONSTRAINT referrals_commission_has_type CHECK ((reward_type = 'commission') = (commission_type_id IS NOT NULL))
);

CREATE INDEX referrals_by_referred_name ON referrals ((sort_key(referred_name) COLLATE "C"), id);
CREATE INDEX referrals_by_received_at ON referrals (received_at, id);
CREATE INDEX referrals_by_status ON referrals (status, id);
CREATE INDEX referrals_by_contact_due_at ON referrals (contact_due_at, id);
CREATE INDEX referrals_by_first_contact_at ON referrals (first_contact_at, id) WHERE first_contact_at IS NOT NULL;
CREATE INDEX referrals_by_created_at ON referrals (created_at, id);
CREATE INDEX referrals_by_updated_at ON referrals (updated_at, id);
CREATE INDEX referrals_status ON referrals (status, received_at, id);
CREATE INDEX referrals_assigned_to_id ON referrals (assigned_to_id, received_at, id);
CREATE INDEX referrals_referrer_kind ON referrals (referrer_kind, received_at, id);
CREATE INDEX referrals_reward_type ON referrals (reward_type, received_at, id);
CREATE INDEX referrals_referrer_client_id ON referrals (referrer_client_id) WHERE referrer_client_id IS NOT NULL;
CREATE INDEX referrals_referrer_agency_id ON referrals (referrer_agency_id) WHERE referrer_agency_id IS NOT NULL;
CREATE INDEX referrals_referrer_user_id ON referrals (referrer_user_id) WHERE referrer_user_id IS NOT NULL;
CREATE INDEX referrals_lead_source_id ON referrals (lead_source_id) WHERE lead_source_id IS NOT NULL;
CREATE INDEX referrals_commission_type_id ON referrals (commission_type_id) WHERE commission_type_id IS NOT NULL;
CREATE INDEX referrals_converted_client_id ON referrals (converted_client_id) WHERE converted_client_id IS NOT NULL;
CREATE INDEX referrals_search ON referrals USING gin (search_text gin_trgm_ops);
-- What the clock lets lapse.
CREATE INDEX referrals_expiring ON referrals (expires_at) WHERE status IN ('received', 'contacted', 'qualified');

-- Nobody recommends himself: neither the tax id that was written down nor the client it became is the referrer's. The
-- rows that are compared are held, so that a tax id changed meanwhile comes before or after.
CREATE FUNCTION referrals_check_referrer() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  own_country uuid;
  own_tax_id text;
  became_country uuid;
  became_tax_id text;
BEGIN
  IF NEW.referrer_client_id IS NOT NULL THEN
    SELECT country_id, tax_id INTO own_country, own_tax_id FROM clients WHERE id = NEW.referrer_client_id FOR SHARE;
  ELSIF NEW.referrer_agency_id IS NOT NULL THEN
    SELECT country_id, tax_id INTO own_country, own_tax_id FROM agencies WHERE id = NEW.referrer_agency_id FOR SHARE;
  END IF;
  IF own_tax_id IS NULL THEN
    RETURN NEW;
  END IF;
  IF NEW.converted_client_id IS NOT NULL THEN
    SELECT country_id, tax_id INTO became_country, became_tax_id FROM clients WHERE id = NEW.converted_client_id FOR SHARE;
  END IF;
  IF NEW.converted_client_id = NEW.referrer_client_id OR (became_country = own_country AND became_tax_id = own_tax_id) THEN
    RAISE EXCEPTION 'a referral became its own referrer'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'referrals_converted_is_another', TABLE = 'referrals';
  END IF;
  IF NEW.referred_tax_id = own_tax_id THEN
    RAISE EXCEPTION 'who is referred is the referrer'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'referrals_not_oneself', TABLE = 'referrals';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER check_referrer BEFORE INSERT OR UPDATE OF referrer_client_id, referrer_agency_id, referred_tax_id, converted_client_id
  ON referrals FOR EACH ROW EXECUTE FUNCTION referrals_check_referrer();
CALL track('referrals', unnoticed => '{search_text}');
CALL restrict_app('referrals', 'SELECT, INSERT, UPDATE');
CALL guard_owners('referrals', '{assigned_to_id}');

-- Activities -----------------------------------------------------------------------------------------------------

CREATE TABLE activities (
  id uuid PRIMARY KEY DEFAULT new_id(),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 160),
  kind text COLLATE "C" NOT NULL DEFAULT 'call'
    CHECK (kind IN ('call', 'visit', 'meeting', 'email', 'whatsapp', 'task', 'note')),
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'in_progress', 'done', 'cancelled')),
  priority text COLLATE "C" NOT NULL DEFAULT 'medium' CHECK (priority IN ('low', 'medium', 'high')),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  contact_id uuid REFERENCES contacts ON DELETE RESTRICT,
  referral_id uuid REFERENCES referrals ON DELETE RESTRICT,
  assigned_to_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  -- An appointment begins at an hour, a task has a limit; where both are given the appointment tells the day.
  starts_at timestamptz,
  duration_min integer CHECK (duration_min BETWEEN 1 AND 1440),
  due_at timestamptz,
  scheduled_at timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(starts_at, due_at)) STORED,
  remind_at timestamptz,
  reminded_at timestamptz,
  location text CHECK (char_length(location) <= 160),
  notes text CHECK (char_length(notes) <= 4000),
  contact_result_id uuid REFERENCES contact_results ON DELETE RESTRICT,
  result_notes text CHECK (char_length(result_notes) <= 4000),
  cancel_reason text CHECK (char_length(cancel_reason) <= 4000),
  closed_at timestamptz,
  closed_by_id uuid REFERENCES users ON DELETE RESTRICT,
  next_activity_id uuid REFERENCES activities ON DELETE RESTRICT CHECK (next_activity_id <> id),
  -- Made by itself, to thank who recommended somebody and tell how it went: no contact with the one recommended.
  thanks_referrer boolean NOT NULL DEFAULT false,
  search_text text GENERATED ALWAYS AS (fold(subject || ' ' || coalesce(location, ''))) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT activities_next_activity_id_key UNIQUE (next_activity_id),
  CONSTRAINT activities_is_about_somebody CHECK (num_nonnulls(client_id, agency_id, contact_id, referral_id) > 0),
  CONSTRAINT activities_has_a_time CHECK (starts_at IS NOT NULL OR due_at IS NOT NULL),
  CONSTRAINT activities_done_has_result CHECK ((status = 'done') = (contact_result_id IS NOT NULL)),
  CONSTRAINT activities_cancelled_has_reason CHECK (status <> 'cancelled' OR cancel_reason IS NOT NULL),
  CONSTRAINT activities_closed CHECK ((status IN ('done', 'cancelled')) = (closed_at IS NOT NULL))
);

CREATE INDEX activities_by_subject ON activities ((sort_key(subject) COLLATE "C"), id);
CREATE INDEX activities_by_status ON activities (status, id);
-- With what such a list is nearly always narrowed by: rows that do not belong are passed over inside the index.
CREATE INDEX activities_by_scheduled_at ON activities (scheduled_at, id, status, assigned_to_id);
CREATE INDEX activities_by_closed_at ON activities (closed_at, id, status, assigned_to_id) WHERE closed_at IS NOT NULL;
CREATE INDEX activities_by_created_at ON activities (created_at, id);
CREATE INDEX activities_by_updated_at ON activities (updated_at, id);
-- What lists are filtered by, in their usual order.
CREATE INDEX activities_status ON activities (status, scheduled_at, id);
CREATE INDEX activities_kind ON activities (kind, scheduled_at, id);
CREATE INDEX activities_priority ON activities (priority, scheduled_at, id);
CREATE INDEX activities_assigned_to_id ON activities (assigned_to_id, scheduled_at, id);
CREATE INDEX activities_assigned_status ON activities (assigned_to_id, status, scheduled_at, id);
CREATE INDEX activities_client_id ON activities (client_id, scheduled_at, id) WHERE client_id IS NOT NULL;
CREATE INDEX activities_agency_id ON activities (agency_id, scheduled_at, id) WHERE agency_id IS NOT NULL;
CREATE INDEX activities_contact_id ON activities (contact_id, scheduled_at, id) WHERE contact_id IS NOT NULL;
CREATE INDEX activities_referral_id ON activities (referral_id, scheduled_at, id) WHERE referral_id IS NOT NULL;
CREATE INDEX activities_contact_result_id ON activities (contact_result_id, scheduled_at, id) WHERE contact_result_id IS NOT NULL;
CREATE INDEX activities_closed_by_id ON activities (closed_by_id) WHERE closed_by_id IS NOT NULL;
CREATE INDEX activities_search ON activities USING gin (search_text gin_trgm_ops);
-- When a client is next and was last attended.
CREATE INDEX activities_next_of_client ON activities (client_id, scheduled_at) WHERE status IN ('pending', 'in_progress');
CREATE INDEX activities_last_of_client ON activities (client_id, closed_at) WHERE status = 'done';
-- Reminders that are due.
CREATE INDEX activities_to_remind ON activities (remind_at)
  WHERE reminded_at IS NULL AND status IN ('pending', 'in_progress') AND remind_at IS NOT NULL;

-- Who finished it and when is written by the database, not by its caller. What was finished more than 24 hours ago
-- stays as it is: who reads it later relies on it. Only whose it is may change, since who leaves owns nothing.
CREATE FUNCTION activities_guard() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  ours constant text[] := '{assigned_to_id,updated_at,updated_by,row_version,scheduled_at,search_text}'::text[]
    || CASE WHEN audit_setting('merging') = 'on' THEN '{client_id}'::text[] ELSE '{}' END;
BEGIN
  IF OLD.status IN ('done', 'cancelled') AND OLD.closed_at < now() - interval '24 hours'
    AND to_jsonb(NEW) - ours IS DISTINCT FROM to_jsonb(OLD) - ours THEN
    RAISE EXCEPTION 'activity % was finished more than 24 hours ago', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'activities_settled', TABLE = 'activities';
  END IF;
  IF NEW.status IS DISTINCT FROM OLD.status THEN
    NEW.closed_at := CASE WHEN NEW.status IN ('done', 'cancelled') THEN now() END;
    NEW.closed_by_id := CASE WHEN NEW.closed_at IS NOT NULL THEN audit_setting('actor')::uuid END;
  ELSE
    NEW.closed_at := OLD.closed_at;
    NEW.closed_by_id := OLD.closed_by_id;
  END IF;
  IF NEW.remind_at IS DISTINCT FROM OLD.remind_at THEN
    NEW.reminded_at := NULL;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER guard BEFORE UPDATE ON activities FOR EACH ROW EXECUTE FUNCTION activities_guard();
CREATE TRIGGER refuse_cycle BEFORE INSERT OR UPDATE OF next_activity_id ON activities
  FOR EACH ROW WHEN (NEW.next_activity_id IS NOT NULL) EXECUTE FUNCTION refuse_cycle('next_activity_id');
CALL track('activities', unnoticed => '{search_text,scheduled_at}');
CALL restrict_app('activities', 'SELECT, INSERT, UPDATE');
CALL guard_owners('activities', '{assigned_to_id}');

-- What a client's list says of it ---------------------------------------------------------------------------------

-- Kept beside the client, so that "without next action" is one index of one table, whatever the number of activities.
ALTER TABLE clients
  ADD COLUMN last_activity_at timestamptz,
  ADD COLUMN next_activity_at timestamptz;

CREATE INDEX clients_by_last_activity_at ON clients (last_activity_at, id) WHERE archived_at IS NULL AND last_activity_at IS NOT NULL;
CREATE INDEX clients_by_next_activity_at ON clients (next_activity_at, id) WHERE archived_at IS NULL AND next_activity_at IS NOT NULL;
CREATE INDEX clients_without_next_activity ON clients (status, primary_sales_rep_id, created_at, id)
  WHERE archived_at IS NULL AND next_activity_at IS NULL;

-- They follow from activities: a change of them is neither a version of the client nor worth a row of the log.
CALL unnotice('clients', '{last_activity_at,next_activity_at}');

CREATE FUNCTION activities_tell_client() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  client uuid;
BEGIN
  FOR client IN
    SELECT DISTINCT c FROM unnest(ARRAY[NEW.client_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.client_id END]) AS c
    WHERE c IS NOT NULL ORDER BY c
  LOOP
    -- Two activities of one client take turns: the second counts with what the first wrote.
    PERFORM FROM clients WHERE id = client FOR NO KEY UPDATE;
    UPDATE clients c SET next_activity_at = n.at, last_activity_at = l.at
    FROM
      (SELECT min(scheduled_at) AS at FROM activities WHERE client_id = client AND status IN ('pending', 'in_progress')) n,
      (SELECT max(closed_at) AS at FROM activities WHERE client_id = client AND status = 'done') l
    WHERE c.id = client AND (c.next_activity_at, c.last_activity_at) IS DISTINCT FROM (n.at, l.at);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER tell_client AFTER INSERT OR UPDATE OF client_id, status, starts_at, due_at ON activities
  FOR EACH ROW EXECUTE FUNCTION activities_tell_client();
