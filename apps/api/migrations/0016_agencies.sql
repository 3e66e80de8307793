-- Agencies complete: rebates by volume and letters of authorisation; and who signs for clients, agencies and companies.

SELECT set_config('pauta.request', 'migration:0016', true), set_config('pauta.reason', 'Gestor de firmantes', true);

-- Rebates by volume ----------------------------------------------------------------------------------------------

-- Each step begins at a greater amount than the one before it.
CREATE FUNCTION is_rising(steps jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_array_length(steps) > 0 AND coalesce(bool_and(starts > previous OR previous IS NULL), false)
  FROM (
    SELECT (step ->> 'from')::numeric AS starts, lag((step ->> 'from')::numeric) OVER (ORDER BY place) AS previous
    FROM jsonb_array_elements(steps) WITH ORDINALITY AS s(step, place)) s
$$;

CREATE TABLE volume_rebates (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  period text COLLATE "C" NOT NULL DEFAULT 'year' CHECK (period IN ('quarter', 'semester', 'year')),
  base text COLLATE "C" NOT NULL DEFAULT 'net' CHECK (base IN ('gross', 'net', 'collected')),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  tiers jsonb NOT NULL CHECK (jsonb_typeof(tiers) = 'array'),
  valid daterange NOT NULL CHECK (NOT isempty(valid)),
  is_active boolean NOT NULL DEFAULT true,
  notes text CHECK (char_length(notes) <= 4000),
  search_text text GENERATED ALWAYS AS (fold(name)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz,
  CONSTRAINT volume_rebates_name_key UNIQUE (name),
  CONSTRAINT volume_rebates_rising CHECK (is_rising(tiers))
);

CREATE INDEX volume_rebates_by_name ON volume_rebates ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX volume_rebates_by_created_at ON volume_rebates (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX volume_rebates_by_updated_at ON volume_rebates (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX volume_rebates_search ON volume_rebates USING gin (search_text gin_trgm_ops);

CALL track('volume_rebates', unnoticed => '{search_text}');
CALL restrict_app('volume_rebates', 'SELECT, INSERT, UPDATE');

ALTER TABLE agencies
  ADD COLUMN volume_rebate_id uuid REFERENCES volume_rebates ON DELETE RESTRICT,
  -- Kept by the letters below: clients with a letter that is valid today, and the day the next letter ends.
  ADD COLUMN active_clients integer NOT NULL DEFAULT 0,
  ADD COLUMN next_letter_ends_on date;
CREATE INDEX agencies_volume_rebate_id ON agencies (volume_rebate_id) WHERE volume_rebate_id IS NOT NULL;
CREATE INDEX agencies_by_active_clients ON agencies (active_clients, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_by_next_letter_ends_on ON agencies (next_letter_ends_on, id)
  WHERE archived_at IS NULL AND next_letter_ends_on IS NOT NULL;
CREATE INDEX agencies_sequence ON agencies ((substring(agency_code FROM '^AGE-([0-9]{1,9})$')::integer))
  WHERE agency_code ~ '^AGE-[0-9]{1,9}$';
CALL unnotice('agencies', '{active_clients,next_letter_ends_on}');

-- Letters of authorisation ---------------------------------------------------------------------------------------

ALTER TABLE brands ADD CONSTRAINT brands_of_client_key UNIQUE (id, client_id);

-- With which letter an agency books for a client, or for one of his brands; without a brand it is for all of them.
CREATE TABLE client_agencies (
  id uuid PRIMARY KEY DEFAULT new_id(),
  folio text NOT NULL CHECK (folio ~ '^CAR-[0-9]{4}-[0-9]{6,}$'),
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid NOT NULL REFERENCES agencies ON DELETE RESTRICT,
  brand_id uuid REFERENCES brands ON DELETE RESTRICT,
  authorization_letter uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  -- As the letter says; a revocation does not rewrite it.
  valid daterange NOT NULL CHECK (NOT isempty(valid) AND NOT lower_inf(valid)),
  services text[] NOT NULL DEFAULT '{}' CHECK (services <@ '{planning,buying,creative,digital}'),
  commission_pct_override numeric(7,4) CHECK (commission_pct_override BETWEEN 0 AND 30),
  is_default boolean NOT NULL DEFAULT false,
  status text COLLATE "C" NOT NULL DEFAULT 'granted' CHECK (status IN ('granted', 'revoked')),
  -- First day without authorisation.
  revoked_on date,
  revocation_reason text CHECK (char_length(revocation_reason) <= 4000),
  -- The days on which it authorises; none when it was revoked before it began.
  effective daterange NOT NULL GENERATED ALWAYS AS (
    CASE WHEN revoked_on IS NULL THEN valid ELSE valid * daterange(NULL, revoked_on) END) STORED,
  ends_on date GENERATED ALWAYS AS (
    least(upper(valid), revoked_on) - 1) STORED,
  notes text CHECK (char_length(notes) <= 4000),
  search_text text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz,
  CONSTRAINT client_agencies_folio_key UNIQUE (folio),
  CONSTRAINT client_agencies_brand_of_client FOREIGN KEY (brand_id, client_id) REFERENCES brands (id, client_id) ON DELETE RESTRICT
    DEFERRABLE,
  CONSTRAINT client_agencies_revoked CHECK ((status = 'revoked') = (revoked_on IS NOT NULL)),
  -- One usual agency of a client and brand at a time; the nil id stands for "all brands".
  CONSTRAINT client_agencies_one_default EXCLUDE USING gist (
    client_id WITH =, coalesce(brand_id, '00000000-0000-0000-0000-000000000000') WITH =, effective WITH &&)
    WHERE (is_default AND archived_at IS NULL),
  CONSTRAINT client_agencies_once EXCLUDE USING gist (
    client_id WITH =, agency_id WITH =, coalesce(brand_id, '00000000-0000-0000-0000-000000000000') WITH =, effective WITH &&)
    WHERE (archived_at IS NULL)
);

CREATE INDEX client_agencies_by_folio ON client_agencies ((sort_key(folio) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX client_agencies_by_ends_on ON client_agencies (ends_on, id) WHERE archived_at IS NULL AND ends_on IS NOT NULL;
CREATE INDEX client_agencies_by_created_at ON client_agencies (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX client_agencies_by_updated_at ON client_agencies (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX client_agencies_client_id ON client_agencies (client_id, created_at, id);
CREATE INDEX client_agencies_agency_id ON client_agencies (agency_id, client_id, created_at, id);
CREATE INDEX client_agencies_brand_id ON client_agencies (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX client_agencies_authorization_letter ON client_agencies (authorization_letter);
CREATE INDEX client_agencies_search ON client_agencies USING gin (search_text gin_trgm_ops);

-- Letters are looked for by the names of client and agency, wherever the list is.
CREATE FUNCTION client_agencies_search_text() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := fold(NEW.folio || ' ' || (
    SELECT c.trade_name || ' ' || c.legal_name || ' ' || c.client_code FROM clients c WHERE c.id = NEW.client_id) || ' ' || (
    SELECT a.trade_name || ' ' || a.legal_name || ' ' || a.agency_code FROM agencies a WHERE a.id = NEW.agency_id));
  RETURN NEW;
END
$$;

CREATE TRIGGER search_text BEFORE INSERT OR UPDATE OF folio, client_id, agency_id, search_text ON client_agencies
  FOR EACH ROW EXECUTE FUNCTION client_agencies_search_text();

CREATE FUNCTION rename_letters() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE client_agencies SET search_text = '''' WHERE %I = $1', TG_ARGV[0]) USING NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER rename_letters AFTER UPDATE OF trade_name, legal_name, client_code ON clients FOR EACH ROW
  WHEN ((OLD.trade_name, OLD.legal_name, OLD.client_code) IS DISTINCT FROM (NEW.trade_name, NEW.legal_name, NEW.client_code))
  EXECUTE FUNCTION rename_letters('client_id');
CREATE TRIGGER rename_letters AFTER UPDATE OF trade_name, legal_name, agency_code ON agencies FOR EACH ROW
  WHEN ((OLD.trade_name, OLD.legal_name, OLD.agency_code) IS DISTINCT FROM (NEW.trade_name, NEW.legal_name, NEW.agency_code))
  EXECUTE FUNCTION rename_letters('agency_id');

CALL track('client_agencies', unnoticed => '{search_text,effective,ends_on}');
CALL restrict_app('client_agencies', 'SELECT, INSERT, UPDATE');

/* May the agency book for this client and brand on this day? A letter without a brand is for every brand; a booking
   without a brand needs such a letter. Nobody books through an agency that is not active. */
CREATE FUNCTION agency_may_book(agency uuid, client uuid, brand uuid, on_day date) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (
    SELECT FROM client_agencies l JOIN agencies a ON a.id = l.agency_id
    WHERE l.agency_id = agency AND l.client_id = client AND (l.brand_id IS NULL OR l.brand_id = brand)
      AND l.archived_at IS NULL AND l.effective @> on_day AND a.status = 'active' AND a.archived_at IS NULL)
$$;

-- What follows from the letters of today -------------------------------------------------------------------------

CALL unnotice('clients', '{default_agency_id}');

CREATE FUNCTION refresh_agency(agency uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- First the lock, then what is counted: whoever waited sees the letters that were written meanwhile.
  PERFORM FROM agencies WHERE id = agency FOR NO KEY UPDATE;
  UPDATE agencies a SET active_clients = n.active_clients, next_letter_ends_on = n.next_letter_ends_on
  FROM (
    SELECT (count(DISTINCT client_id) FILTER (WHERE effective @> business_date()))::integer AS active_clients,
      min(ends_on) FILTER (WHERE ends_on >= business_date() AND NOT isempty(effective)) AS next_letter_ends_on
    FROM client_agencies WHERE agency_id = agency AND archived_at IS NULL) n
  WHERE a.id = agency AND (a.active_clients, a.next_letter_ends_on) IS DISTINCT FROM (n.active_clients, n.next_letter_ends_on);
END
$$;

-- The usual agency of a client is the one whose default letter for all brands is valid today.
CREATE FUNCTION refresh_client(client uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM clients WHERE id = client FOR NO KEY UPDATE;
  UPDATE clients c SET default_agency_id = n.agency_id
  FROM (
    SELECT (
      SELECT agency_id FROM client_agencies
      WHERE client_id = client AND brand_id IS NULL AND is_default AND archived_at IS NULL AND effective @> business_date()
    ) AS agency_id) n
  WHERE c.id = client AND c.default_agency_id IS DISTINCT FROM n.agency_id;
END
$$;

CREATE FUNCTION follow_letter() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  was client_agencies := CASE WHEN TG_OP = 'UPDATE' THEN OLD ELSE NEW END;
BEGIN
  -- In one order, so that two letters written at once wait for each other.
  PERFORM refresh_client(one) FROM (SELECT unnest(ARRAY[NEW.client_id, was.client_id]) AS one GROUP BY 1 ORDER BY 1) o;
  PERFORM refresh_agency(one) FROM (SELECT unnest(ARRAY[NEW.agency_id, was.agency_id]) AS one GROUP BY 1 ORDER BY 1) o;
  RETURN NULL;
END
$$;

CREATE TRIGGER follow_letter
  AFTER INSERT OR UPDATE OF client_id, agency_id, brand_id, valid, status, revoked_on, is_default, archived_at ON client_agencies
  FOR EACH ROW EXECUTE FUNCTION follow_letter();

-- A new day begins and ends letters without anybody writing them. Cheap when nothing changed; safe to run at any time
-- and from several processes.
CREATE FUNCTION refresh_letters() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_agency(a.id) FROM agencies a
  LEFT JOIN (
    SELECT agency_id, (count(DISTINCT client_id) FILTER (WHERE effective @> business_date()))::integer AS active_clients,
      min(ends_on) FILTER (WHERE ends_on >= business_date() AND NOT isempty(effective)) AS next_letter_ends_on
    FROM client_agencies WHERE archived_at IS NULL GROUP BY agency_id) n ON n.agency_id = a.id
  WHERE (a.active_clients, a.next_letter_ends_on) IS DISTINCT FROM (coalesce(n.active_clients, 0), n.next_letter_ends_on);
  PERFORM refresh_client(c.id) FROM clients c
  LEFT JOIN client_agencies l ON l.client_id = c.id AND l.brand_id IS NULL AND l.is_default AND l.archived_at IS NULL
    AND l.effective @> business_date()
  WHERE c.default_agency_id IS DISTINCT FROM l.agency_id;
END
$$;

-- Signatories ----------------------------------------------------------------------------------------------------

-- Who signs for a client, an agency or one of the own companies: with which powers, up to how much, until when.
CREATE TABLE signatories (
  id uuid PRIMARY KEY DEFAULT new_id(),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  company_id uuid REFERENCES companies ON DELETE RESTRICT,
  full_name text NOT NULL CHECK (char_length(full_name) BETWEEN 1 AND 120),
  country_id uuid NOT NULL REFERENCES countries ON DELETE RESTRICT,
  national_id_type text COLLATE "C" NOT NULL DEFAULT 'CEDULA' CHECK (national_id_type IN ('CEDULA', 'PASAPORTE', 'OTRO')),
  national_id text NOT NULL CHECK (char_length(national_id) BETWEEN 1 AND 20),
  job_position_id uuid NOT NULL REFERENCES job_positions ON DELETE RESTRICT,
  capacity text COLLATE "C" NOT NULL CHECK (capacity IN ('legal_representative', 'attorney', 'manager', 'witness')),
  power_document uuid REFERENCES files ON DELETE RESTRICT,
  registry_no text CHECK (char_length(registry_no) <= 40),
  valid daterange NOT NULL CHECK (NOT isempty(valid) AND NOT lower_inf(valid)),
  ends_on date GENERATED ALWAYS AS (upper(valid) - 1) STORED,
  max_amount numeric(18,2) CHECK (max_amount >= 0),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  sign_mode text COLLATE "C" NOT NULL DEFAULT 'individual' CHECK (sign_mode IN ('individual', 'joint')),
  joint_group text CHECK (char_length(joint_group) BETWEEN 1 AND 40),
  email text CHECK (email = lower(email) AND char_length(email) <= 254),
  phone text CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  signature_image uuid REFERENCES files ON DELETE RESTRICT,
  is_default boolean NOT NULL DEFAULT false,
  notes text CHECK (char_length(notes) <= 4000),
  search_text text GENERATED ALWAYS AS (fold(full_name || ' ' || national_id)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz,
  CONSTRAINT signatories_one_owner CHECK (num_nonnulls(client_id, agency_id, company_id) = 1),
  CONSTRAINT signatories_power_proved CHECK (capacity <> 'attorney' OR power_document IS NOT NULL),
  CONSTRAINT signatories_joint_group CHECK ((sign_mode = 'joint') = (joint_group IS NOT NULL)),
  CONSTRAINT signatories_one_default EXCLUDE USING gist (
    coalesce(client_id, agency_id, company_id) WITH =, valid WITH &&) WHERE (is_default AND archived_at IS NULL),
  -- The same person signs once for the same owner at a time.
  CONSTRAINT signatories_once EXCLUDE USING gist (
    coalesce(client_id, agency_id, company_id) WITH =, country_id WITH =, national_id WITH =, valid WITH &&)
    WHERE (archived_at IS NULL)
);

CREATE INDEX signatories_by_full_name ON signatories ((sort_key(full_name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX signatories_by_ends_on ON signatories (ends_on, id) WHERE archived_at IS NULL AND ends_on IS NOT NULL;
CREATE INDEX signatories_by_created_at ON signatories (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX signatories_by_updated_at ON signatories (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX signatories_client_id ON signatories (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX signatories_agency_id ON signatories (agency_id) WHERE agency_id IS NOT NULL;
CREATE INDEX signatories_company_id ON signatories (company_id) WHERE company_id IS NOT NULL;
CREATE INDEX signatories_country_id ON signatories (country_id);
CREATE INDEX signatories_job_position_id ON signatories (job_position_id);
CREATE INDEX signatories_power_document ON signatories (power_document) WHERE power_document IS NOT NULL;
CREATE INDEX signatories_signature_image ON signatories (signature_image) WHERE signature_image IS NOT NULL;
CREATE INDEX signatories_search ON signatories USING gin (search_text gin_trgm_ops);

CALL track('signatories', unnoticed => '{search_text,ends_on}');
CALL restrict_app('signatories', 'SELECT, INSERT, UPDATE');

-- The short list that companies had gives way to these; what was written in it is kept where people read it.
UPDATE companies SET description = left(concat_ws(E'\n', description, 'Firmantes: ' || (
  SELECT string_agg(concat_ws(', ', one ->> 'name', one ->> 'position', one ->> 'id_number'), '; ')
  FROM jsonb_array_elements(signatories) AS one)), 500)
WHERE jsonb_array_length(signatories) > 0;
ALTER TABLE companies DROP COLUMN signatories;
