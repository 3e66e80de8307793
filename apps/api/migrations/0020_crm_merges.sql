-- Agencies and contacts that became one, clients that turned out to be agencies, and when somebody was last attended.

SELECT set_config('pauta.request', 'migration:0020', true), set_config('pauta.reason', 'Fusiones de agencias y contactos', true);

-- Agencies -------------------------------------------------------------------------------------------------------

ALTER TABLE agencies
  ADD COLUMN merged_into_id uuid REFERENCES agencies ON DELETE RESTRICT CHECK (merged_into_id <> id),
  -- Codes and tax ids of the agencies that were merged into it: whoever looks for them finds it.
  ADD COLUMN former_codes text CHECK (char_length(former_codes) <= 2000),
  ADD CONSTRAINT agencies_merged_stay_archived CHECK (merged_into_id IS NULL OR archived_at IS NOT NULL);

-- An agency that was merged into another gives its identifiers free: the other may take them.
ALTER TABLE agencies
  DROP CONSTRAINT agencies_agency_code_key, DROP CONSTRAINT agencies_company_code_key, DROP CONSTRAINT agencies_tax_id_key;
CREATE UNIQUE INDEX agencies_agency_code_key ON agencies (agency_code) WHERE merged_into_id IS NULL;
CREATE UNIQUE INDEX agencies_company_code_key ON agencies (company_code) WHERE merged_into_id IS NULL;
CREATE UNIQUE INDEX agencies_tax_id_key ON agencies (country_id, tax_id) WHERE merged_into_id IS NULL;

CREATE INDEX agencies_country_id ON agencies (country_id, tax_id);
CREATE INDEX agencies_merged_into_id ON agencies (merged_into_id) WHERE merged_into_id IS NOT NULL;

ALTER TABLE agencies DROP COLUMN search_text;
ALTER TABLE agencies ADD COLUMN search_text text GENERATED ALWAYS AS (
  fold(agency_code || ' ' || coalesce(company_code, '') || ' ' || legal_name || ' ' || trade_name || ' ' || tax_id
    || ' ' || coalesce(former_codes, ''))
) STORED;
CREATE INDEX agencies_search ON agencies USING gin (search_text gin_trgm_ops);

-- Contacts -------------------------------------------------------------------------------------------------------

ALTER TABLE contacts
  ADD COLUMN merged_into_id uuid REFERENCES contacts ON DELETE RESTRICT CHECK (merged_into_id <> id),
  -- Follows from activities, as it does for clients.
  ADD COLUMN last_activity_at timestamptz,
  ADD CONSTRAINT contacts_merged_stay_archived CHECK (merged_into_id IS NULL OR archived_at IS NOT NULL);

CREATE INDEX contacts_merged_into_id ON contacts (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX contacts_by_last_activity_at ON contacts (last_activity_at, id)
  WHERE archived_at IS NULL AND last_activity_at IS NOT NULL;
CREATE INDEX contacts_without_activity ON contacts (id) WHERE archived_at IS NULL AND last_activity_at IS NULL;
CREATE INDEX activities_last_of_contact ON activities (contact_id, closed_at) WHERE status = 'done';

UPDATE contacts c SET last_activity_at = l.at
FROM (SELECT contact_id, max(closed_at) AS at FROM activities WHERE status = 'done' GROUP BY contact_id) l
WHERE l.contact_id = c.id;

-- The day of a consent is logged with it: who gets the consent of another gets its day, and gives both back.
DROP TRIGGER touch_row ON contacts;
DROP TRIGGER audit_change ON contacts;
CALL track('contacts',
  unnoticed => '{search_text,full_name,primary_phone,primary_email,email_bounced,birth_month,last_activity_at}');

CREATE FUNCTION activities_tell_contact() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  contact uuid;
BEGIN
  FOR contact IN
    SELECT DISTINCT c FROM unnest(ARRAY[NEW.contact_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.contact_id END]) AS c
    WHERE c IS NOT NULL ORDER BY c
  LOOP
    -- Two activities with one person take turns: the second counts with what the first wrote.
    PERFORM FROM contacts WHERE id = contact FOR NO KEY UPDATE;
    UPDATE contacts c SET last_activity_at = l.at
    FROM (SELECT max(closed_at) AS at FROM activities WHERE contact_id = contact AND status = 'done') l
    WHERE c.id = contact AND c.last_activity_at IS DISTINCT FROM l.at;
  END LOOP;
  RETURN NULL;
END
$$;

-- Only what is finished counts, so what is planned with somebody does not wait for him.
CREATE TRIGGER tell_contact AFTER UPDATE OF contact_id, status ON activities
  FOR EACH ROW WHEN (OLD.status = 'done' OR NEW.status = 'done') EXECUTE FUNCTION activities_tell_contact();
CREATE TRIGGER tell_contact_of_new AFTER INSERT ON activities
  FOR EACH ROW WHEN (NEW.status = 'done' AND NEW.contact_id IS NOT NULL) EXECUTE FUNCTION activities_tell_contact();

-- Clients that are agencies ----------------------------------------------------------------------------------------

ALTER TABLE clients
  ADD COLUMN became_agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  ADD CONSTRAINT clients_became_agency_stay_archived CHECK (became_agency_id IS NULL OR archived_at IS NOT NULL);
CREATE INDEX clients_became_agency_id ON clients (became_agency_id) WHERE became_agency_id IS NOT NULL;

-- Whose a finished activity is may change when two become one, and when a client becomes an agency; nothing else may.
CREATE OR REPLACE FUNCTION activities_guard() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  ours constant text[] := '{assigned_to_id,updated_at,updated_by,row_version,scheduled_at,search_text}'::text[]
    || CASE WHEN audit_setting('merging') = 'on' THEN '{client_id,agency_id,contact_id}'::text[] ELSE '{}' END;
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

-- Comments and attachments stay with their record, unless it becomes part of another one, also of another kind: then
-- they go with it.
CREATE OR REPLACE FUNCTION notes_check_record() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  found boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.resource, NEW.record_id) IS DISTINCT FROM (OLD.resource, OLD.record_id)
    AND audit_setting('merging') IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION '% of a record stay with it', TG_TABLE_NAME
      USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_record_stays';
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = $1)', NEW.resource) INTO found USING NEW.record_id;
  IF NOT found THEN
    RAISE EXCEPTION 'no % %', NEW.resource, NEW.record_id
      USING ERRCODE = '23503', CONSTRAINT = TG_TABLE_NAME || '_record_exists';
  END IF;
  RETURN NEW;
END
$$;
