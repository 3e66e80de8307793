-- What every filter, search and summary of a large list needs to answer at once.

SELECT set_config('pauta.request', 'migration:0026', true);

-- The same text as before. A function in SQL that cannot be written into the statement is set up anew for every call;
-- this one is kept, and folding a name takes half as long.
DO $$
DECLARE
  home text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent');
BEGIN
  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION fold(value text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $body$ BEGIN RETURN lower(%1$I.unaccent(%2$L::regdictionary, normalize(value, NFKC))); END $body$
  $sql$, home, format('%I.unaccent', home));
END
$$;

-- Contacts --------------------------------------------------------------------------------------------------------

-- Whose contacts somebody sees follows from their client: with it stands what they are grouped and filtered by, so that
-- neither needs the rows.
DROP INDEX contacts_client_id;
CREATE INDEX contacts_client_id ON contacts (client_id)
  INCLUDE (id, agency_id, role, status, is_main_contact, job_position_id, department_id, email_bounced,
    preferred_channel, consent_marketing, consent_changed_at, birthday, birth_month, merged_into_id, company_since, tags,
    last_activity_at, created_at, updated_at)
  WHERE archived_at IS NULL;
CREATE INDEX contacts_every_client_id ON contacts (client_id);

CREATE INDEX contacts_birthday ON contacts (birthday) WHERE archived_at IS NULL;
CREATE INDEX contacts_company_since ON contacts (company_since) WHERE archived_at IS NULL;
CREATE INDEX contacts_preferred_channel ON contacts (preferred_channel) WHERE archived_at IS NULL;
CREATE INDEX contacts_without_email ON contacts (id) WHERE archived_at IS NULL AND primary_email IS NULL;

-- Those without one are asked for too.
DROP INDEX contacts_department_id;
CREATE INDEX contacts_department_id ON contacts (department_id);
DROP INDEX contacts_job_position_id;
CREATE INDEX contacts_job_position_id ON contacts (job_position_id);

-- Clients ---------------------------------------------------------------------------------------------------------

DROP INDEX clients_lead_source_id;
CREATE INDEX clients_lead_source_id ON clients (lead_source_id);
DROP INDEX clients_locality_id;
CREATE INDEX clients_locality_id ON clients (locality_id);

-- Texts that are filtered and not searched.
CREATE INDEX clients_address_line ON clients USING gin (fold(address_line) gin_trgm_ops);
CREATE INDEX clients_website ON clients USING gin (fold(website) gin_trgm_ops);

-- Activities ------------------------------------------------------------------------------------------------------

CREATE INDEX activities_starts_at ON activities (starts_at) WHERE starts_at IS NOT NULL;
CREATE INDEX activities_thanks_referrer ON activities (scheduled_at, id) WHERE thanks_referrer;
CREATE INDEX activities_without_client ON activities (scheduled_at, id) WHERE client_id IS NULL;
