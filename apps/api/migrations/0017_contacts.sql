-- Contacts: the company a person speaks for and the ones before, telephones and e-mails, consent.

SELECT set_config('pauta.request', 'migration:0017', true), set_config('pauta.reason', 'Contactos completos', true);

CREATE EXTENSION IF NOT EXISTS btree_gist;

ALTER TABLE contacts
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  -- The company he speaks for today; its past and further companies are contact_affiliations.
  ADD COLUMN client_id uuid REFERENCES clients ON DELETE RESTRICT,
  ADD COLUMN agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  ADD COLUMN role text COLLATE "C" NOT NULL DEFAULT 'commercial'
    CHECK (role IN ('billing', 'purchasing', 'creative', 'commercial', 'decision', 'collections')),
  ADD COLUMN company_since date,
  ADD COLUMN is_main_contact boolean NOT NULL DEFAULT false,
  ADD COLUMN department_id uuid REFERENCES departments ON DELETE RESTRICT,
  -- What a form writes; contact_phones and contact_emails are the same rows, for what must hold among them.
  ADD COLUMN phones jsonb CHECK (jsonb_typeof(phones) = 'array'),
  ADD COLUMN emails jsonb CHECK (jsonb_typeof(emails) = 'array'),
  ADD COLUMN preferred_channel text COLLATE "C" CHECK (preferred_channel IN ('call', 'email', 'whatsapp', 'visit')),
  ADD COLUMN consent_marketing boolean NOT NULL DEFAULT false,
  ADD COLUMN consent_changed_at timestamptz,
  ADD COLUMN birthday date,
  ADD COLUMN social_links jsonb CHECK (jsonb_typeof(social_links) = 'array'),
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 20),
  ADD COLUMN full_name text NOT NULL GENERATED ALWAYS AS (first_name || ' ' || last_name) STORED,
  ADD COLUMN primary_phone text GENERATED ALWAYS AS (
    jsonb_path_query_first(phones, '$[*] ? (@.is_primary == true).number') #>> '{}') STORED,
  ADD COLUMN primary_email text GENERATED ALWAYS AS (
    jsonb_path_query_first(emails, '$[*] ? (@.is_primary == true).email') #>> '{}') STORED,
  ADD COLUMN email_bounced boolean NOT NULL GENERATED ALWAYS AS (
    coalesce(jsonb_path_exists(emails, '$[*] ? (@.is_primary == true && @.bounced == true)'), false)) STORED,
  ADD COLUMN birth_month text COLLATE "C" GENERATED ALWAYS AS (
    lpad(extract(month FROM birthday)::integer::text, 2, '0')) STORED
    CHECK (birth_month IN ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12')),
  ADD COLUMN search_text text GENERATED ALWAYS AS (
    fold(first_name || ' ' || last_name || ' ' || coalesce(job_title, '') || ' '
      || coalesce(jsonb_path_query_array(phones, '$[*].number')::text, '') || ' '
      || coalesce(jsonb_path_query_array(emails, '$[*].email')::text, ''))
  ) STORED,
  ADD CONSTRAINT contacts_one_company CHECK (num_nonnulls(client_id, agency_id) <= 1),
  ADD CONSTRAINT contacts_main_of_company CHECK (NOT is_main_contact OR num_nonnulls(client_id, agency_id) = 1);

ALTER TABLE contact_phones
  ADD COLUMN is_whatsapp boolean NOT NULL DEFAULT false,
  ADD COLUMN valid_hours text CHECK (char_length(valid_hours) <= 60),
  ADD COLUMN verified_on date;
ALTER TABLE contact_emails ADD COLUMN bounced boolean NOT NULL DEFAULT false;

ALTER TABLE contact_affiliations
  ALTER COLUMN client_id DROP NOT NULL,
  ADD COLUMN agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  ADD CONSTRAINT contact_affiliations_one_company CHECK (num_nonnulls(client_id, agency_id) = 1);

-- What there was: the main contact of a client was said by its affiliation, and is now said by the contact.
DROP INDEX contact_affiliations_one_primary;
DROP INDEX contact_affiliations_once;

UPDATE contacts c SET
  client_id = a.client_id, role = a.role, company_since = lower(a.valid), is_main_contact = a.is_primary
FROM (
  SELECT DISTINCT ON (contact_id) * FROM contact_affiliations WHERE upper_inf(valid)
  ORDER BY contact_id, is_primary DESC, lower(valid), id
) a WHERE a.contact_id = c.id;
UPDATE contact_affiliations a SET is_primary = upper_inf(a.valid) AND a.id = (
  SELECT f.id FROM contact_affiliations f JOIN contacts c ON c.id = f.contact_id
  WHERE f.contact_id = a.contact_id AND upper_inf(f.valid) AND f.client_id = c.client_id AND f.role = c.role
  ORDER BY lower(f.valid), f.id LIMIT 1);
UPDATE contacts c SET
  phones = (
    SELECT jsonb_agg(jsonb_build_object('kind', p.kind, 'number', p.number, 'extension', p.extension,
      'is_primary', p.is_primary, 'is_whatsapp', p.is_whatsapp, 'do_not_call', p.do_not_call,
      'valid_hours', p.valid_hours, 'verified_on', p.verified_on) ORDER BY p.is_primary DESC, p.number)
    FROM contact_phones p WHERE p.contact_id = c.id),
  emails = (
    SELECT jsonb_agg(jsonb_build_object('email', e.email, 'is_primary', e.is_primary, 'bounced', e.bounced)
      ORDER BY e.is_primary DESC, e.email)
    FROM contact_emails e WHERE e.contact_id = c.id);

-- A person has one company first at any time, and one role in a company once.
ALTER TABLE contact_affiliations
  ADD CONSTRAINT contact_affiliations_one_main EXCLUDE USING gist (contact_id WITH =, valid WITH &&) WHERE (is_primary),
  ADD CONSTRAINT contact_affiliations_no_overlap EXCLUDE USING gist (
    contact_id WITH =, (coalesce(client_id, agency_id)) WITH =, role WITH =, valid WITH &&);
CREATE INDEX contact_affiliations_agency_id ON contact_affiliations (agency_id) WHERE agency_id IS NOT NULL;
CREATE INDEX contact_affiliations_contact_id ON contact_affiliations (contact_id);

-- One main contact a company.
CREATE UNIQUE INDEX contacts_one_main ON contacts (coalesce(client_id, agency_id)) WHERE is_main_contact;

-- Before a contact is written: since when, consent, and who else was the main contact.
CREATE FUNCTION contacts_complete() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  moved constant boolean := TG_OP = 'INSERT'
    OR (NEW.client_id, NEW.agency_id, NEW.role) IS DISTINCT FROM (OLD.client_id, OLD.agency_id, OLD.role);
  company constant uuid := coalesce(NEW.client_id, NEW.agency_id);
BEGIN
  -- Two clients that become one are the same company: nobody moves, and the history goes along as it is.
  IF audit_setting('merging') = 'on' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    NEW.company_since := CASE WHEN company IS NOT NULL THEN coalesce(NEW.company_since, business_date()) END;
    NEW.consent_changed_at := CASE WHEN NEW.consent_marketing THEN now() END;
  ELSE
    IF NEW.company_since IS NULL AND company IS NOT NULL
      OR moved AND NEW.company_since IS NOT DISTINCT FROM OLD.company_since THEN
      NEW.company_since := business_date();
    END IF;
    IF NEW.consent_marketing <> OLD.consent_marketing THEN
      NEW.consent_changed_at := now();
    END IF;
    -- Who goes is not the main contact where he arrives, unless that is said too.
    IF company IS DISTINCT FROM coalesce(OLD.client_id, OLD.agency_id) AND NEW.is_main_contact AND OLD.is_main_contact THEN
      NEW.is_main_contact := false;
    END IF;
  END IF;
  IF NEW.company_since > business_date() THEN
    RAISE EXCEPTION 'a contact begins in the future' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'contacts_company_since_past', TABLE = 'contacts';
  END IF;
  IF NEW.is_main_contact AND (TG_OP = 'INSERT' OR NOT OLD.is_main_contact) THEN
    UPDATE contacts SET is_main_contact = false
    WHERE is_main_contact AND coalesce(client_id, agency_id) = company AND id <> NEW.id;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER contacts_complete BEFORE INSERT OR UPDATE ON contacts
  FOR EACH ROW EXECUTE FUNCTION contacts_complete();

-- Writes the history of companies: contacts.client_id, agency_id, role and company_since are the open primary
-- affiliation, and what they were before is a closed one. It runs as its owner: nobody else writes primary rows.
CREATE FUNCTION contacts_note_company() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  company constant uuid := coalesce(NEW.client_id, NEW.agency_id);
  present contact_affiliations;
  former contact_affiliations;
BEGIN
  IF audit_setting('merging') = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.client_id, NEW.agency_id, NEW.role, NEW.company_since)
    IS NOT DISTINCT FROM (OLD.client_id, OLD.agency_id, OLD.role, OLD.company_since) THEN
    RETURN NULL;
  END IF;
  SELECT * INTO present FROM contact_affiliations WHERE contact_id = NEW.id AND is_primary AND upper_inf(valid);
  IF company IS NULL THEN
    IF lower(present.valid) < NEW.company_since THEN
      UPDATE contact_affiliations SET valid = daterange(lower(valid), NEW.company_since) WHERE id = present.id;
    ELSIF present.id IS NOT NULL THEN
      DELETE FROM contact_affiliations WHERE id = present.id;
    END IF;
    RETURN NULL;
  END IF;
  IF coalesce(present.client_id, present.agency_id) = company AND present.role = NEW.role THEN
    UPDATE contact_affiliations SET valid = daterange(NEW.company_since, NULL)
    WHERE id = present.id AND lower(valid) <> NEW.company_since;
    RETURN NULL;
  END IF;
  -- Back to the one before, as it was: the move is taken back.
  SELECT * INTO former FROM contact_affiliations
  WHERE contact_id = NEW.id AND is_primary AND coalesce(client_id, agency_id) = company AND role = NEW.role
    AND lower(valid) = NEW.company_since AND NOT upper_inf(valid)
    AND (present.id IS NULL OR upper(valid) = lower(present.valid));
  IF former.id IS NOT NULL THEN
    DELETE FROM contact_affiliations WHERE id = present.id;
    UPDATE contact_affiliations SET valid = daterange(lower(valid), NULL) WHERE id = former.id;
    RETURN NULL;
  END IF;
  IF NEW.company_since < lower(present.valid) THEN
    RAISE EXCEPTION 'a contact moves before he came' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'contacts_company_since_order', TABLE = 'contacts';
  END IF;
  -- A second company that becomes the first one ends as such.
  DELETE FROM contact_affiliations WHERE contact_id = NEW.id AND NOT is_primary
    AND coalesce(client_id, agency_id) = company AND role = NEW.role AND lower(valid) >= NEW.company_since;
  UPDATE contact_affiliations SET valid = daterange(lower(valid), NEW.company_since)
  WHERE contact_id = NEW.id AND NOT is_primary AND coalesce(client_id, agency_id) = company AND role = NEW.role
    AND valid && daterange(NEW.company_since, NULL);
  IF lower(present.valid) = NEW.company_since THEN
    UPDATE contact_affiliations SET client_id = NEW.client_id, agency_id = NEW.agency_id, role = NEW.role
    WHERE id = present.id;
    RETURN NULL;
  END IF;
  UPDATE contact_affiliations SET valid = daterange(lower(valid), NEW.company_since) WHERE id = present.id;
  INSERT INTO contact_affiliations (contact_id, client_id, agency_id, role, is_primary, valid)
  VALUES (NEW.id, NEW.client_id, NEW.agency_id, NEW.role, true, daterange(NEW.company_since, NULL));
  RETURN NULL;
END
$$;

CREATE TRIGGER contacts_note_company AFTER INSERT OR UPDATE ON contacts
  FOR EACH ROW EXECUTE FUNCTION contacts_note_company();

-- The first company of a person is changed with the person: what is written past it would make the two differ.
CREATE FUNCTION contact_affiliations_guard() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 AND audit_setting('merging') IS DISTINCT FROM 'on'
    AND (TG_OP = 'DELETE' OR NEW.is_primary OR TG_OP = 'UPDATE' AND OLD.is_primary) THEN
    RAISE EXCEPTION 'the first company is changed with its contact, and none is forgotten' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'contact_affiliations_by_contact', TABLE = 'contact_affiliations';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

CREATE TRIGGER contact_affiliations_guard BEFORE INSERT OR UPDATE OR DELETE ON contact_affiliations
  FOR EACH ROW EXECUTE FUNCTION contact_affiliations_guard();

-- Telephones and e-mails as rows: each once, exactly one first. Their history is that of the contact.
CREATE FUNCTION contacts_unfold() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.phones IS DISTINCT FROM OLD.phones THEN
    DELETE FROM contact_phones WHERE contact_id = NEW.id;
    INSERT INTO contact_phones
      (contact_id, kind, number, extension, is_primary, is_whatsapp, do_not_call, valid_hours, verified_on)
    SELECT NEW.id, kind, number, extension, coalesce(is_primary, false), coalesce(is_whatsapp, false),
      coalesce(do_not_call, false), valid_hours, verified_on
    FROM jsonb_to_recordset(NEW.phones) AS p(kind text, number text, extension text, is_primary boolean,
      is_whatsapp boolean, do_not_call boolean, valid_hours text, verified_on date);
    IF jsonb_array_length(NEW.phones) > 0 AND NEW.primary_phone IS NULL THEN
      RAISE EXCEPTION 'no telephone is the first one' USING ERRCODE = 'check_violation',
        CONSTRAINT = 'contact_phones_one_primary', TABLE = 'contact_phones';
    END IF;
  END IF;
  IF TG_OP = 'INSERT' OR NEW.emails IS DISTINCT FROM OLD.emails THEN
    DELETE FROM contact_emails WHERE contact_id = NEW.id;
    INSERT INTO contact_emails (contact_id, email, is_primary, bounced)
    SELECT NEW.id, email, coalesce(is_primary, false), coalesce(bounced, false)
    FROM jsonb_to_recordset(NEW.emails) AS e(email text, is_primary boolean, bounced boolean);
    IF jsonb_array_length(NEW.emails) > 0 AND NEW.primary_email IS NULL THEN
      RAISE EXCEPTION 'no e-mail is the first one' USING ERRCODE = 'check_violation',
        CONSTRAINT = 'contact_emails_one_primary', TABLE = 'contact_emails';
    END IF;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER contacts_unfold AFTER INSERT OR UPDATE ON contacts
  FOR EACH ROW EXECUTE FUNCTION contacts_unfold();

DROP TRIGGER audit_change ON contact_phones;
DROP TRIGGER audit_change ON contact_emails;
CALL restrict_app('contact_phones', 'SELECT');
CALL restrict_app('contact_emails', 'SELECT');
CALL restrict_app('contact_affiliations', 'SELECT, INSERT, UPDATE, DELETE');
CALL restrict_app('contacts', 'SELECT, INSERT, UPDATE');

DROP TRIGGER touch_row ON contacts;
DROP TRIGGER audit_change ON contacts;
CALL track('contacts',
  unnoticed => '{search_text,full_name,primary_phone,primary_email,email_bounced,birth_month,consent_changed_at}');

-- What lists are ordered and filtered by.
CREATE INDEX contacts_by_full_name ON contacts ((sort_key(full_name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX contacts_by_last_name ON contacts ((sort_key(last_name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX contacts_by_created_at ON contacts (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX contacts_by_updated_at ON contacts (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX contacts_client_id ON contacts (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX contacts_agency_id ON contacts (agency_id) WHERE agency_id IS NOT NULL;
CREATE INDEX contacts_department_id ON contacts (department_id) WHERE department_id IS NOT NULL;
CREATE INDEX contacts_role ON contacts (role) WHERE archived_at IS NULL;
CREATE INDEX contacts_inactive ON contacts (status) WHERE archived_at IS NULL AND status <> 'active';
CREATE INDEX contacts_birth_month ON contacts (birth_month) WHERE archived_at IS NULL AND birth_month IS NOT NULL;
CREATE INDEX contacts_without_phone ON contacts (id) WHERE archived_at IS NULL AND primary_phone IS NULL;
CREATE INDEX contacts_bounced ON contacts (email_bounced) WHERE archived_at IS NULL AND email_bounced;
CREATE INDEX contacts_consent ON contacts (consent_marketing) WHERE archived_at IS NULL;
CREATE INDEX contacts_primary_email ON contacts ((sort_key(primary_email) COLLATE "C")) WHERE primary_email IS NOT NULL;
CREATE INDEX contacts_tags ON contacts USING gin (tags);
CREATE INDEX contacts_search ON contacts USING gin (search_text gin_trgm_ops);
CREATE INDEX contacts_archived_at ON contacts (archived_at) WHERE archived_at IS NOT NULL;

-- Vcards are a format of both.
ALTER TABLE exports DROP CONSTRAINT exports_format_check, ADD CHECK (format IN ('csv', 'xlsx', 'vcf'));
ALTER TABLE imports DROP CONSTRAINT imports_format_check, ADD CHECK (format IN ('csv', 'xlsx', 'text', 'vcf'));
