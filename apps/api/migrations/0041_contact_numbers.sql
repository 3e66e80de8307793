-- The telephones and e-mails of a contact are stored once, in its own row, which forms read and write. The tables into
-- which triggers copied them are dropped; their rules are now checks of the row.

DROP TRIGGER contacts_unfold ON contacts;
DROP FUNCTION contacts_unfold();
DROP TRIGGER contacts_unfold_new ON contacts;
DROP FUNCTION contacts_unfold_new();
DROP TABLE contact_phones, contact_emails;

CREATE FUNCTION are_contact_phones(phones jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN NOT EXISTS (
  SELECT FROM jsonb_to_recordset(phones) AS p (kind text, number text, extension text, valid_hours text)
  WHERE (p.kind IN ('mobile', 'office', 'extension', 'whatsapp', 'fax', 'home')
    AND p.number ~ '^\+[1-9][0-9]{6,14}$'
    AND (p.extension IS NULL OR p.extension ~ '^[0-9]{1,8}$')
    AND (p.valid_hours IS NULL OR char_length(p.valid_hours) <= 60)) IS NOT TRUE);

CREATE FUNCTION are_contact_emails(emails jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN NOT EXISTS (
  SELECT FROM jsonb_to_recordset(emails) AS e (email text)
  WHERE (e.email = lower(e.email) AND char_length(e.email) BETWEEN 3 AND 254) IS NOT TRUE);

-- Whether no combination of these two keys is repeated.
CREATE FUNCTION is_each_once(items jsonb, first_key text, second_key text) RETURNS boolean
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT count(*) = count(DISTINCT (i ->> first_key, i ->> second_key)) FROM jsonb_array_elements(items) AS i);

ALTER TABLE contacts
  ADD CONSTRAINT contact_phones_valid CHECK (are_contact_phones(phones)),
  ADD CONSTRAINT contact_phones_once CHECK (is_each_once(phones, 'number', 'extension')),
  ADD CONSTRAINT contact_phones_one_primary CHECK (
    jsonb_array_length(phones) = 0
    OR jsonb_array_length(jsonb_path_query_array(phones, '$[*] ? (@.is_primary == true)')) = 1),
  ADD CONSTRAINT contact_emails_valid CHECK (are_contact_emails(emails)),
  ADD CONSTRAINT contact_emails_once CHECK (is_each_once(emails, 'email', 'email')),
  ADD CONSTRAINT contact_emails_one_primary CHECK (
    jsonb_array_length(emails) = 0
    OR jsonb_array_length(jsonb_path_query_array(emails, '$[*] ? (@.is_primary == true)')) = 1);

-- Finds other owners of a number: see `readOwners` in the API.
CREATE INDEX contacts_phones ON contacts USING gin (phones jsonb_path_ops);

-- The first company of a new contact; there are no earlier affiliations to check.
CREATE FUNCTION contacts_note_first_company() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF audit_setting('merging') IS DISTINCT FROM 'on' THEN
    INSERT INTO contact_affiliations (contact_id, client_id, agency_id, role, is_primary, valid)
    SELECT id, client_id, agency_id, role, true, daterange(company_since, NULL)
    FROM new_rows WHERE num_nonnulls(client_id, agency_id) > 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER contacts_note_first_company AFTER INSERT ON contacts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contacts_note_first_company();
