-- Clients: what a fiscal document freezes, clients that became one, and those that may be the same company.

SELECT set_config('pauta.request', 'migration:0013', true), set_config('pauta.reason', 'Valores iniciales', true);

-- Further columns of a tracked table whose change alone neither counts as a version nor is logged: those that follow
-- from other facts. What was unnoticed before stays so.
--   CALL unnotice('clients', '{possible_duplicate}');
CREATE PROCEDURE unnotice(target regclass, columns text[])
LANGUAGE plpgsql AS $$
DECLARE
  -- The arguments of audit_change: the column that names the record, the hidden and the unnoticed columns.
  was constant text[] := (
    SELECT string_to_array(encode(tgargs, 'escape'), '\000') FROM pg_trigger
    WHERE tgrelid = target AND tgname = 'audit_change');
  becomes constant text[] := ARRAY(SELECT DISTINCT one FROM unnest(was[3]::text[] || columns) AS one ORDER BY one);
BEGIN
  IF was IS NULL THEN
    RAISE EXCEPTION 'unnotice(%): the table is not tracked', target;
  END IF;
  EXECUTE format('DROP TRIGGER audit_change ON %s', target);
  EXECUTE format('DROP TRIGGER IF EXISTS touch_row ON %s', target);
  CALL track(target, was[1], was[2]::text[], becomes);
END
$$;

ALTER TABLE clients
  -- Since when a fiscal document bears its name; billing sets it with the first one it issues.
  ADD COLUMN fiscal_locked_at timestamptz,
  ADD COLUMN merged_into_id uuid REFERENCES clients ON DELETE RESTRICT CHECK (merged_into_id <> id),
  -- Codes and tax ids of the clients that were merged into it: whoever looks for them finds it.
  ADD COLUMN former_codes text CHECK (char_length(former_codes) <= 2000),
  -- Follows from client_duplicates.
  ADD COLUMN possible_duplicate boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT clients_merged_stay_archived CHECK (merged_into_id IS NULL OR archived_at IS NOT NULL);

-- A client that was merged into another gives its identifiers free: the other may take them.
ALTER TABLE clients
  DROP CONSTRAINT clients_client_code_key, DROP CONSTRAINT clients_company_code_key, DROP CONSTRAINT clients_tax_id_key;
CREATE UNIQUE INDEX clients_client_code_key ON clients (client_code) WHERE merged_into_id IS NULL;
CREATE UNIQUE INDEX clients_company_code_key ON clients (company_code) WHERE merged_into_id IS NULL;
CREATE UNIQUE INDEX clients_tax_id_key ON clients (country_id, tax_id) WHERE merged_into_id IS NULL;

CREATE INDEX clients_country_id ON clients (country_id, tax_id);
CREATE INDEX clients_merged_into_id ON clients (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX clients_by_fiscal_locked_at ON clients (fiscal_locked_at, id)
  WHERE archived_at IS NULL AND fiscal_locked_at IS NOT NULL;
CREATE INDEX clients_possible_duplicate ON clients (created_at, id) WHERE possible_duplicate AND archived_at IS NULL;

ALTER TABLE clients DROP COLUMN search_text;
ALTER TABLE clients ADD COLUMN search_text text GENERATED ALWAYS AS (
  fold(client_code || ' ' || coalesce(company_code, '') || ' ' || legal_name || ' ' || trade_name || ' ' || tax_id
    || ' ' || coalesce(former_codes, ''))
) STORED;
CREATE INDEX clients_search ON clients USING gin (search_text gin_trgm_ops);

CALL unnotice('clients', '{possible_duplicate}');

-- What fiscal documents say -----------------------------------------------------------------------------------------

-- The API sets pauta.edit_fiscal in the transaction of somebody who holds clients.edit_fiscal.
CREATE FUNCTION clients_freeze_fiscal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF audit_setting('edit_fiscal') = 'on' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'client % has fiscal documents', OLD.id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'clients_fiscal_frozen', TABLE = 'clients',
      COLUMN = CASE
        WHEN NEW.legal_name IS DISTINCT FROM OLD.legal_name THEN 'legal_name'
        WHEN NEW.country_id IS DISTINCT FROM OLD.country_id THEN 'country_id'
        WHEN NEW.tax_id_type IS DISTINCT FROM OLD.tax_id_type THEN 'tax_id_type'
        WHEN NEW.tax_id IS DISTINCT FROM OLD.tax_id THEN 'tax_id'
        ELSE 'fiscal_locked_at' END;
END
$$;

CREATE TRIGGER freeze_fiscal BEFORE UPDATE ON clients
  FOR EACH ROW WHEN (OLD.fiscal_locked_at IS NOT NULL AND (
    NEW.legal_name IS DISTINCT FROM OLD.legal_name OR NEW.country_id IS DISTINCT FROM OLD.country_id
    OR NEW.tax_id_type IS DISTINCT FROM OLD.tax_id_type OR NEW.tax_id IS DISTINCT FROM OLD.tax_id
    OR NEW.fiscal_locked_at IS NULL))
  EXECUTE FUNCTION clients_freeze_fiscal();

-- Profiles of clients in social networks ------------------------------------------------------------------------------

CREATE TABLE client_social_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  social_network_id uuid NOT NULL REFERENCES social_networks ON DELETE RESTRICT,
  handle text NOT NULL CHECK (char_length(handle) BETWEEN 1 AND 100),
  -- Follows from the network's pattern when it is written.
  url text CHECK (char_length(url) <= 500),
  notes text CHECK (char_length(notes) <= 200),
  search_text text GENERATED ALWAYS AS (fold(handle || ' ' || coalesce(url, ''))) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz
);

CREATE UNIQUE INDEX client_social_links_once ON client_social_links (client_id, social_network_id, lower(handle))
  WHERE archived_at IS NULL;
CREATE INDEX client_social_links_by_handle ON client_social_links ((sort_key(handle) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX client_social_links_by_created_at ON client_social_links (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX client_social_links_by_updated_at ON client_social_links (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX client_social_links_client_id ON client_social_links (client_id, created_at, id);
CREATE INDEX client_social_links_social_network_id ON client_social_links (social_network_id, created_at, id);
CREATE INDEX client_social_links_search ON client_social_links USING gin (search_text gin_trgm_ops);
CREATE INDEX client_social_links_archived_at ON client_social_links (archived_at) WHERE archived_at IS NOT NULL;

CALL track('client_social_links', unnoticed => '{search_text}');
CALL restrict_app('client_social_links', 'SELECT, INSERT, UPDATE, DELETE');

-- Comments and attachments stay with their record, unless the record becomes part of another one: then they go with it.
CREATE OR REPLACE FUNCTION notes_check_record() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  found boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.resource, NEW.record_id) IS DISTINCT FROM (OLD.resource, OLD.record_id)
    AND (NEW.resource <> OLD.resource OR audit_setting('merging') IS DISTINCT FROM 'on') THEN
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

-- Clients that may be the same company -------------------------------------------------------------------------------

-- Pairs with similar names, found behind the writes. They follow from the names, so they refer to nothing that must
-- stay: neither undo nor merge is stopped by them.
CREATE TABLE client_duplicates (
  id uuid PRIMARY KEY DEFAULT new_id(),
  a_id uuid NOT NULL,
  b_id uuid NOT NULL,
  -- Similarity of trigrams of the legal and of the trade names.
  legal numeric(3,2) NOT NULL CHECK (legal BETWEEN 0 AND 1),
  trade numeric(3,2) NOT NULL CHECK (trade BETWEEN 0 AND 1),
  score numeric(3,2) NOT NULL GENERATED ALWAYS AS (greatest(legal, trade)) STORED,
  -- Somebody said that they are two companies.
  dismissed_at timestamptz,
  dismissed_by uuid REFERENCES users ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT client_duplicates_ordered CHECK (a_id < b_id),
  CONSTRAINT client_duplicates_once UNIQUE (a_id, b_id)
);

CREATE INDEX client_duplicates_b_id ON client_duplicates (b_id);
CREATE INDEX client_duplicates_open ON client_duplicates (score, id) WHERE dismissed_at IS NULL;
CREATE INDEX client_duplicates_dismissed_by ON client_duplicates (dismissed_by) WHERE dismissed_by IS NOT NULL;

-- Clients whose names changed since the pairs were last looked for.
CREATE TABLE client_duplicate_checks (
  client_id uuid PRIMARY KEY,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX client_duplicate_checks_due_at ON client_duplicate_checks (due_at);

CREATE FUNCTION clients_check_duplicates() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO client_duplicate_checks (client_id) VALUES (NEW.id)
  ON CONFLICT (client_id) DO UPDATE SET due_at = clock_timestamp();
  RETURN NULL;
END
$$;

CREATE TRIGGER check_duplicates_of_new AFTER INSERT ON clients
  FOR EACH ROW EXECUTE FUNCTION clients_check_duplicates();
CREATE TRIGGER check_duplicates AFTER UPDATE OF legal_name, trade_name, archived_at, merged_into_id ON clients
  FOR EACH ROW WHEN (NEW.legal_name <> OLD.legal_name OR NEW.trade_name <> OLD.trade_name
    OR (NEW.archived_at IS NULL) <> (OLD.archived_at IS NULL)
    OR NEW.merged_into_id IS DISTINCT FROM OLD.merged_into_id)
  EXECUTE FUNCTION clients_check_duplicates();

INSERT INTO client_duplicate_checks (client_id) SELECT id FROM clients WHERE archived_at IS NULL;

-- Looks for the pairs of up to `batch` clients that wait for it and returns how many it did; 0 also while another
-- session is at it. One at a time, so that what a client is told to be follows from all pairs.
CREATE FUNCTION find_client_duplicates(batch integer DEFAULT 100) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  checked uuid[];
  touched uuid[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('pauta.client_duplicates')) THEN
    RETURN 0;
  END IF;
  WITH due AS (
    SELECT client_id FROM client_duplicate_checks ORDER BY due_at LIMIT batch FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM client_duplicate_checks c USING due WHERE c.client_id = due.client_id RETURNING c.client_id
  )
  SELECT array_agg(client_id) INTO checked FROM taken;
  IF checked IS NULL THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM client_duplicates WHERE (a_id = ANY (checked) OR b_id = ANY (checked)) AND dismissed_at IS NULL
    RETURNING a_id, b_id
  )
  SELECT array_agg(id) INTO touched FROM gone CROSS JOIN LATERAL (VALUES (a_id), (b_id)) AS of_pair(id);

  WITH found AS (
    SELECT least(c.id, o.id) AS a_id, greatest(c.id, o.id) AS b_id, max(o.legal) AS legal, max(o.trade) AS trade
    FROM clients c CROSS JOIN LATERAL (
      SELECT t.id, similarity(fold(t.legal_name), fold(c.legal_name)) AS legal,
        similarity(fold(t.trade_name), fold(c.trade_name)) AS trade
      FROM clients t
      WHERE t.id <> c.id AND t.archived_at IS NULL
        AND (fold(c.legal_name) <% t.search_text OR fold(c.trade_name) <% t.search_text)
        AND greatest(similarity(fold(t.legal_name), fold(c.legal_name)), similarity(fold(t.trade_name), fold(c.trade_name))) >= 0.6
      -- A name as common as that tells nothing more.
      ORDER BY similarity(fold(t.legal_name), fold(c.legal_name)) + similarity(fold(t.trade_name), fold(c.trade_name)) DESC, t.id
      LIMIT 5
    ) o
    WHERE c.id = ANY (checked) AND c.archived_at IS NULL
    GROUP BY 1, 2
  ), kept AS (
    INSERT INTO client_duplicates AS d (a_id, b_id, legal, trade)
    SELECT a_id, b_id, legal, trade FROM found
    ON CONFLICT ON CONSTRAINT client_duplicates_once DO UPDATE SET legal = excluded.legal, trade = excluded.trade
    RETURNING a_id, b_id
  )
  SELECT touched || array_agg(id) INTO touched FROM kept CROSS JOIN LATERAL (VALUES (a_id), (b_id)) AS of_pair(id);
  CALL mark_client_duplicates(checked || touched);
  RETURN cardinality(checked);
END
$$;

-- Notes on each of these clients whether a pair of it is open. The caller holds the lock of find_client_duplicates.
CREATE PROCEDURE mark_client_duplicates(ids uuid[])
LANGUAGE sql AS $$
  UPDATE clients c SET possible_duplicate = NOT c.possible_duplicate
  WHERE c.id = ANY (ids) AND c.possible_duplicate <> (c.archived_at IS NULL AND EXISTS (
    SELECT FROM client_duplicates d WHERE (d.a_id = c.id OR d.b_id = c.id) AND d.dismissed_at IS NULL))
$$;
