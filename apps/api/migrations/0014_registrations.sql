-- Review of client registrations: service level, documents, links for visitors, spam.

DROP TRIGGER touch_row ON client_registrations;
DROP TRIGGER audit_change ON client_registrations;

ALTER TABLE client_registrations
  DROP CONSTRAINT client_registrations_status_check,
  DROP CONSTRAINT client_registrations_decided,
  DROP CONSTRAINT client_registrations_client_when_decided,
  ADD CONSTRAINT client_registrations_status_check
    CHECK (status IN ('received', 'in_review', 'info_requested', 'approved', 'rejected', 'duplicate', 'spam')),
  ADD CONSTRAINT client_registrations_decided
    CHECK ((status IN ('approved', 'rejected', 'duplicate', 'spam')) = (decided_at IS NOT NULL)),
  ADD CONSTRAINT client_registrations_client_when_decided
    CHECK ((status IN ('approved', 'duplicate')) = (resulting_client_id IS NOT NULL)),
  -- Until when it is to be answered: promised when it came, so that a changed setting moves no promise.
  ADD COLUMN due_at timestamptz,
  -- Clients that may be the same company, kept up to date by the triggers below.
  ADD COLUMN match_count integer NOT NULL DEFAULT 0 CHECK (match_count >= 0),
  -- Whether what it must show is there, kept up to date by the triggers below.
  ADD COLUMN documents text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (documents IN ('complete', 'incomplete', 'none')),
  ADD COLUMN spam_signs text[] NOT NULL DEFAULT '{}',
  -- What the visitor answered to a request for information.
  ADD COLUMN visitor_reply text CHECK (char_length(visitor_reply) <= 2000),
  -- SHA-256 of the network a visitor came from: enough to count, not to find anybody.
  ADD COLUMN source_hash bytea CHECK (octet_length(source_hash) = 32);

UPDATE client_registrations SET due_at = received_at + interval '24 hours';
ALTER TABLE client_registrations
  ALTER COLUMN due_at SET DEFAULT now() + interval '24 hours',
  ALTER COLUMN due_at SET NOT NULL;

CREATE INDEX client_registrations_by_due_at ON client_registrations (due_at, id);
CREATE INDEX client_registrations_by_match_count ON client_registrations (match_count, id);
CREATE INDEX client_registrations_documents ON client_registrations (documents, received_at, id);
CREATE INDEX client_registrations_contact_email ON client_registrations (contact_email, received_at);
CREATE INDEX client_registrations_contact_domain
  ON client_registrations ((split_part(contact_email, '@', 2)), received_at);
CREATE INDEX client_registrations_source ON client_registrations (source_hash, received_at) WHERE source_hash IS NOT NULL;
-- The few that a new client may be one of.
CREATE INDEX client_registrations_open_search ON client_registrations USING gin (search_text gin_trgm_ops)
  WHERE status IN ('received', 'in_review', 'info_requested');

CALL track('client_registrations', hidden => '{source_hash}', unnoticed => '{search_text,match_count,documents}');

-- Likeness --------------------------------------------------------------------------------------------------------

-- Clients with the same tax id or a similar name; at most 99, because a list only says "many" beyond that.
-- In plpgsql, whose plans are kept: a registration is written while the next folio waits.
CREATE FUNCTION count_alike_clients(country uuid, tax text, legal text, trade text, own uuid) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  legal_folded constant text := fold(legal);
  trade_folded constant text := fold(coalesce(trade, legal));
BEGIN
  RETURN (
    SELECT count(*) FROM (
      SELECT FROM clients c
      WHERE c.id IN (
          SELECT id FROM clients WHERE country_id = country AND tax_id = tax
          UNION SELECT id FROM clients WHERE legal_folded <% search_text
          UNION SELECT id FROM clients WHERE trade_folded <% search_text AND trade_folded <> legal_folded)
        AND c.id IS DISTINCT FROM own
        AND ((c.country_id = country AND c.tax_id = tax)
          OR similarity(fold(c.legal_name), legal_folded) >= 0.6
          OR similarity(fold(c.trade_name), trade_folded) >= 0.6)
      LIMIT 99) found);
END
$$;

CREATE FUNCTION registrations_count_matches() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.match_count := count_alike_clients(
    NEW.country_id, NEW.tax_id, NEW.legal_name, NEW.trade_name, NEW.resulting_client_id);
  RETURN NEW;
END
$$;

CREATE TRIGGER count_matches
  BEFORE INSERT OR UPDATE OF country_id, tax_id, legal_name, trade_name, resulting_client_id ON client_registrations
  FOR EACH ROW EXECUTE FUNCTION registrations_count_matches();

-- A registration that somebody decides just now is left out instead of waited for: what he sees is counted anew by the
-- checks of the review, and two decisions never wait for each other's client.
CREATE FUNCTION clients_count_matches() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  WITH alike AS (
    SELECT r.id FROM client_registrations r
    WHERE r.status IN ('received', 'in_review', 'info_requested') AND r.id IN (
      SELECT o.id FROM (VALUES (NEW.country_id, NEW.tax_id), (OLD.country_id, OLD.tax_id)) AS given (country_id, tax_id)
        JOIN client_registrations o ON (o.country_id, o.tax_id) = (given.country_id, given.tax_id)
      UNION SELECT o.id
        FROM (VALUES (NEW.legal_name), (NEW.trade_name), (OLD.legal_name), (OLD.trade_name)) AS given (name)
        JOIN client_registrations o
          ON o.status IN ('received', 'in_review', 'info_requested') AND fold(given.name) <% o.search_text)
    FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE client_registrations r
  SET match_count = count_alike_clients(r.country_id, r.tax_id, r.legal_name, r.trade_name, r.resulting_client_id)
  FROM alike WHERE r.id = alike.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_matches AFTER INSERT OR UPDATE OF country_id, tax_id, legal_name, trade_name ON clients
  FOR EACH ROW EXECUTE FUNCTION clients_count_matches();

UPDATE client_registrations
SET match_count = count_alike_clients(country_id, tax_id, legal_name, trade_name, resulting_client_id);

-- Documents -------------------------------------------------------------------------------------------------------

CREATE TABLE client_registration_documents (
  id uuid PRIMARY KEY DEFAULT new_id(),
  client_registration_id uuid NOT NULL REFERENCES client_registrations ON DELETE RESTRICT,
  kind text COLLATE "C" NOT NULL CHECK (kind IN
    ('commercial_registry', 'tax_certificate', 'representative_id', 'authorization_letter', 'other')),
  file_id uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  -- The link the visitor sent it with; null for what the staff added.
  link_id uuid,
  removed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  -- A file belongs to one registration: who sees the registration reads the file.
  CONSTRAINT client_registration_documents_file_id_key UNIQUE (file_id)
);

CREATE INDEX client_registration_documents_of
  ON client_registration_documents (client_registration_id, kind) WHERE removed_at IS NULL;
CREATE INDEX client_registration_documents_link_id ON client_registration_documents (link_id) WHERE link_id IS NOT NULL;

CALL track('client_registration_documents');
CALL restrict_app('client_registration_documents', 'SELECT, INSERT, UPDATE');

-- What a company, or a person, must show. An agency asks in the name of its client.
CREATE FUNCTION required_registration_documents(r client_registrations) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE r.person_kind
      WHEN 'legal_entity' THEN ARRAY['commercial_registry', 'tax_certificate', 'representative_id']
      ELSE ARRAY['representative_id'] END
    || CASE WHEN r.agency_name IS NULL THEN ARRAY[]::text[] ELSE ARRAY['authorization_letter'] END
$$;

CREATE FUNCTION registration_documents_state(r client_registrations) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN count(*) = 0 THEN 'none'
    WHEN required_registration_documents(r) <@ array_agg(d.kind::text) THEN 'complete'
    ELSE 'incomplete' END
  FROM client_registration_documents d WHERE d.client_registration_id = r.id AND d.removed_at IS NULL
$$;

CREATE FUNCTION registrations_state_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.documents := registration_documents_state(NEW);
  RETURN NEW;
END
$$;

CREATE TRIGGER state_documents BEFORE UPDATE OF person_kind, agency_name ON client_registrations
  FOR EACH ROW EXECUTE FUNCTION registrations_state_documents();

-- Whoever adds or removes a document holds its registration.
CREATE FUNCTION documents_state_documents() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE client_registrations r SET documents = registration_documents_state(r)
  WHERE r.id = NEW.client_registration_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER state_documents AFTER INSERT OR UPDATE OF removed_at ON client_registration_documents
  FOR EACH ROW EXECUTE FUNCTION documents_state_documents();

-- The field that is computed: `t.sla`.
CREATE FUNCTION sla(r client_registrations) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN r.decided_at IS NOT NULL THEN CASE WHEN r.decided_at <= r.due_at THEN 'met' ELSE 'missed' END
    WHEN r.status = 'info_requested' THEN 'paused'
    WHEN r.due_at < now() THEN 'late'
    ELSE 'on_time' END
$$;

-- Links for visitors ----------------------------------------------------------------------------------------------

-- Not under track: neither the token nor its hash belongs in the log; the request itself is a state change of the
-- registration.
CREATE TABLE client_registration_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  client_registration_id uuid NOT NULL REFERENCES client_registrations ON DELETE RESTRICT,
  message text NOT NULL CHECK (char_length(message) BETWEEN 1 AND 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT client_registration_links_token_hash_key UNIQUE (token_hash)
);

-- One link of a registration is good at a time: a new one takes the place of the last.
CREATE UNIQUE INDEX client_registration_links_open ON client_registration_links (client_registration_id)
  WHERE used_at IS NULL AND revoked_at IS NULL;
CREATE INDEX client_registration_links_of ON client_registration_links (client_registration_id, created_at);
CREATE INDEX client_registration_links_created_by ON client_registration_links (created_by) WHERE created_by IS NOT NULL;
ALTER TABLE client_registration_documents
  ADD CONSTRAINT client_registration_documents_link_id_fkey
    FOREIGN KEY (link_id) REFERENCES client_registration_links ON DELETE RESTRICT;

INSERT INTO file_types (code, name, use, extensions, mimes, max_mb, sort_order)
SELECT 'CERT-RNC', 'Certificado de RNC', 'document', '{pdf,jpg,png}', '{application/pdf,image/jpeg,image/png}', 10,
  (SELECT max(sort_order) + 10 FROM file_types)
ON CONFLICT DO NOTHING;
