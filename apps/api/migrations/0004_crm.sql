-- Clients, their contacts, requests to become a client, the public form they come in by, and uploaded files.

SELECT set_config('pauta.request', 'migration:0004', true), set_config('pauta.reason', 'Valores iniciales', true);

-- Days and years of documents are those of the company's own clock.
CREATE FUNCTION business_date(moment timestamptz DEFAULT now()) RETURNS date
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT (moment AT TIME ZONE 'America/Santo_Domingo')::date $$;

-- Files ----------------------------------------------------------------------------------------------------------

-- A file is uploaded before the record that refers to it is saved, and never changes.
CREATE TABLE files (
  id uuid PRIMARY KEY DEFAULT new_id(),
  path text NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  mime text NOT NULL,
  bytes integer NOT NULL CHECK (bytes > 0),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT files_path_key UNIQUE (path)
);

CREATE INDEX files_created_by ON files (created_by, created_at);

CALL track('files');
CALL restrict_app('files', 'SELECT, INSERT');

-- Clients --------------------------------------------------------------------------------------------------------

CREATE TABLE clients (
  id uuid PRIMARY KEY DEFAULT new_id(),
  client_code text NOT NULL CHECK (client_code ~ '^[A-Z0-9][A-Z0-9-]{1,19}$'),
  company_code text CHECK (char_length(company_code) BETWEEN 1 AND 30),
  legal_name text NOT NULL CHECK (char_length(legal_name) BETWEEN 1 AND 160),
  trade_name text NOT NULL CHECK (char_length(trade_name) BETWEEN 1 AND 160),
  person_kind text COLLATE "C" NOT NULL DEFAULT 'legal_entity' CHECK (person_kind IN ('legal_entity', 'individual')),
  country_id uuid NOT NULL REFERENCES countries ON DELETE RESTRICT,
  tax_id_type text COLLATE "C" NOT NULL CHECK (tax_id_type IN
    ('RNC', 'CEDULA', 'PASAPORTE', 'RFC', 'NIT', 'RUC', 'CUIT', 'RUT', 'RIF', 'CPJ', 'NIF', 'OTRO')),
  tax_id text NOT NULL CHECK (char_length(tax_id) BETWEEN 1 AND 20),
  taxpayer_type text COLLATE "C" NOT NULL DEFAULT 'taxpayer' CHECK (taxpayer_type IN
    ('taxpayer', 'final_consumer', 'nonprofit', 'special_regime', 'government', 'foreign')),
  status text COLLATE "C" NOT NULL DEFAULT 'prospect' CHECK (status IN ('prospect', 'active', 'inactive', 'blocked')),
  client_type_id uuid NOT NULL REFERENCES client_types ON DELETE RESTRICT,
  client_category_id uuid NOT NULL REFERENCES client_categories ON DELETE RESTRICT,
  industry_id uuid NOT NULL REFERENCES industries ON DELETE RESTRICT,
  lead_source_id uuid REFERENCES lead_sources ON DELETE RESTRICT,
  cluster_id uuid REFERENCES clusters ON DELETE RESTRICT,
  parent_client_id uuid REFERENCES clients ON DELETE RESTRICT CHECK (parent_client_id <> id),
  tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 20),
  primary_sales_rep_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  additional_sales_rep_id uuid REFERENCES users ON DELETE RESTRICT,
  billing_party text COLLATE "C" NOT NULL DEFAULT 'client' CHECK (billing_party IN ('client', 'agency')),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  credit_term_id uuid NOT NULL REFERENCES credit_terms ON DELETE RESTRICT,
  credit_limit numeric(18,2) CHECK (credit_limit >= 0),
  credit_status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (credit_status IN ('active', 'in_review', 'on_hold', 'blocked')),
  tax_exempt boolean NOT NULL DEFAULT false,
  tax_exempt_doc uuid REFERENCES files ON DELETE RESTRICT,
  tax_exempt_until date,
  website text CHECK (char_length(website) <= 300),
  address_line text CHECK (char_length(address_line) <= 240),
  locality_id uuid REFERENCES localities ON DELETE RESTRICT,
  latitude numeric(18,6) CHECK (latitude BETWEEN -90 AND 90),
  longitude numeric(18,6) CHECK (longitude BETWEEN -180 AND 180),
  notes text CHECK (char_length(notes) <= 4000),
  search_text text GENERATED ALWAYS AS (
    fold(client_code || ' ' || coalesce(company_code, '') || ' ' || legal_name || ' ' || trade_name || ' ' || tax_id)
  ) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz,
  CONSTRAINT clients_client_code_key UNIQUE (client_code),
  CONSTRAINT clients_company_code_key UNIQUE (company_code),
  CONSTRAINT clients_tax_id_key UNIQUE (country_id, tax_id),
  CONSTRAINT clients_sellers_differ CHECK (additional_sales_rep_id <> primary_sales_rep_id),
  -- Without a document that is still valid nobody is exempt.
  CONSTRAINT clients_exemption_proved CHECK (NOT tax_exempt OR (tax_exempt_doc IS NOT NULL AND tax_exempt_until IS NOT NULL))
);

-- What lists are ordered by; the id after it makes the order total. Lists show what is not in the archive: indexes
-- of just that let a count be read from the index alone.
CREATE INDEX clients_by_client_code ON clients ((sort_key(client_code) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX clients_by_legal_name ON clients ((sort_key(legal_name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX clients_by_trade_name ON clients ((sort_key(trade_name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX clients_by_status ON clients (status, id) WHERE archived_at IS NULL;
CREATE INDEX clients_by_tax_exempt_until ON clients (tax_exempt_until, id)
  WHERE archived_at IS NULL AND tax_exempt_until IS NOT NULL;
CREATE INDEX clients_by_created_at ON clients (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX clients_by_updated_at ON clients (updated_at, id) WHERE archived_at IS NULL;
-- What lists are filtered by, in their usual order. Country: clients_tax_id_key.
CREATE INDEX clients_status ON clients (status, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX clients_client_type_id ON clients (client_type_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX clients_client_category_id ON clients (client_category_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX clients_industry_id ON clients (industry_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX clients_primary_sales_rep_id ON clients (primary_sales_rep_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX clients_credit_status ON clients (credit_status, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX clients_credit_term_id ON clients (credit_term_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX clients_tags ON clients USING gin (tags);
CREATE INDEX clients_search ON clients USING gin (search_text gin_trgm_ops);
CREATE INDEX clients_archived_at ON clients (archived_at) WHERE archived_at IS NOT NULL;
-- How many names contain a word, for the planner.
CREATE STATISTICS clients_legal_name ON (fold(legal_name)) FROM clients;
CREATE STATISTICS clients_trade_name ON (fold(trade_name)) FROM clients;
-- The next code of the usual sequence.
CREATE INDEX clients_sequence ON clients ((substring(client_code FROM '^CLI-([0-9]{1,9})$')::integer))
  WHERE client_code ~ '^CLI-[0-9]{1,9}$';
-- Where a rare reference points.
CREATE INDEX clients_additional_sales_rep_id ON clients (additional_sales_rep_id) WHERE additional_sales_rep_id IS NOT NULL;
CREATE INDEX clients_lead_source_id ON clients (lead_source_id) WHERE lead_source_id IS NOT NULL;
CREATE INDEX clients_cluster_id ON clients (cluster_id) WHERE cluster_id IS NOT NULL;
CREATE INDEX clients_parent_client_id ON clients (parent_client_id) WHERE parent_client_id IS NOT NULL;
CREATE INDEX clients_tax_exempt_doc ON clients (tax_exempt_doc) WHERE tax_exempt_doc IS NOT NULL;
CREATE INDEX clients_locality_id ON clients (locality_id) WHERE locality_id IS NOT NULL;

CREATE TRIGGER refuse_cycle BEFORE UPDATE OF parent_client_id ON clients
  FOR EACH ROW EXECUTE FUNCTION refuse_cycle('parent_client_id');
CALL track('clients', unnoticed => '{search_text}');
CALL restrict_app('clients', 'SELECT, INSERT, UPDATE');

-- Contacts -------------------------------------------------------------------------------------------------------

CREATE TABLE contacts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  first_name text NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 80),
  last_name text NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 80),
  -- As the person said it; job_position_id is the same from the catalogue.
  job_title text CHECK (char_length(job_title) <= 80),
  job_position_id uuid REFERENCES job_positions ON DELETE RESTRICT,
  notes text CHECK (char_length(notes) <= 4000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz
);

CREATE INDEX contacts_job_position_id ON contacts (job_position_id) WHERE job_position_id IS NOT NULL;

-- For which company a person speaks, and since when; one person may speak for several, one after the other or at once.
CREATE TABLE contact_affiliations (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contact_id uuid NOT NULL REFERENCES contacts ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  role text COLLATE "C" NOT NULL DEFAULT 'commercial'
    CHECK (role IN ('billing', 'purchasing', 'creative', 'commercial', 'decision', 'collections')),
  is_primary boolean NOT NULL DEFAULT false,
  valid daterange NOT NULL DEFAULT daterange(business_date(), NULL) CHECK (NOT isempty(valid) AND NOT lower_inf(valid)),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE UNIQUE INDEX contact_affiliations_one_primary ON contact_affiliations (client_id) WHERE is_primary AND upper_inf(valid);
CREATE UNIQUE INDEX contact_affiliations_once ON contact_affiliations (contact_id, client_id, role) WHERE upper_inf(valid);
CREATE INDEX contact_affiliations_client_id ON contact_affiliations (client_id);

CREATE TABLE contact_emails (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contact_id uuid NOT NULL REFERENCES contacts ON DELETE RESTRICT,
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  is_primary boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT contact_emails_once UNIQUE (contact_id, email)
);

CREATE UNIQUE INDEX contact_emails_one_primary ON contact_emails (contact_id) WHERE is_primary;
CREATE INDEX contact_emails_email ON contact_emails (email);

CREATE TABLE contact_phones (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contact_id uuid NOT NULL REFERENCES contacts ON DELETE RESTRICT,
  kind text COLLATE "C" NOT NULL DEFAULT 'mobile' CHECK (kind IN ('mobile', 'office', 'extension', 'whatsapp', 'fax', 'home')),
  number text NOT NULL CHECK (number ~ '^\+[1-9][0-9]{6,14}$'),
  extension text CHECK (extension ~ '^[0-9]{1,8}$'),
  is_primary boolean NOT NULL DEFAULT false,
  do_not_call boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT contact_phones_once UNIQUE NULLS NOT DISTINCT (contact_id, number, extension)
);

CREATE UNIQUE INDEX contact_phones_one_primary ON contact_phones (contact_id) WHERE is_primary;
CREATE INDEX contact_phones_number ON contact_phones (number);

CALL track('contacts');
CALL track('contact_affiliations');
CALL track('contact_emails');
CALL track('contact_phones');

-- Public forms ---------------------------------------------------------------------------------------------------

-- A form that guests fill in; its key stands in the address and is no secret.
CREATE TABLE public_forms (
  id uuid PRIMARY KEY DEFAULT new_id(),
  key text NOT NULL CHECK (key ~ '^pk_[a-z0-9_]{8,60}$'),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120),
  -- Origins of pages that may embed it, exact; a port * is allowed for the loopback host only.
  allowed_origins text[] NOT NULL DEFAULT '{}',
  is_active boolean NOT NULL DEFAULT true,
  -- default_country (ISO 3166-1 alpha-2), locale, notice { version, text }.
  settings jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(settings) = 'object'),
  -- Signs the challenges of the form.
  secret bytea NOT NULL DEFAULT gen_random_bytes(32) CHECK (octet_length(secret) >= 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT public_forms_key_key UNIQUE (key)
);

CALL track('public_forms', hidden => '{secret}');

-- The form of our own page /client-registration. A page of our own origin is always allowed.
INSERT INTO public_forms (key, title, allowed_origins, settings) VALUES (
  'pk_pauta_registro_clientes',
  'Registro de clientes',
  '{http://localhost:*,http://127.0.0.1:*,http://[::1]:*}',
  jsonb_build_object(
    'default_country', 'DO',
    'locale', 'es',
    'notice', jsonb_build_object(
      'version', '2026-01',
      'text', 'Usaremos estos datos solo para evaluar su solicitud, crear su cuenta de cliente y comunicarnos con usted. '
        || 'No los cedemos a terceros. Puede pedir que los corrijamos o los eliminemos escribiendo a la persona que atiende su solicitud.')));

-- Challenges that were used; each is good for one registration.
CREATE TABLE spent_challenges (
  signature_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE INDEX spent_challenges_expires_at ON spent_challenges (expires_at);

-- Numbers of documents without gaps: the row of the series is held until the document is committed.
CREATE TABLE numbering_counters (
  series text NOT NULL,
  year integer NOT NULL,
  last integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (series, year)
);

CALL restrict_app('numbering_counters', 'SELECT, INSERT, UPDATE');

-- REG-2026-000001. Take it as late in the transaction as can be: the next document of the series waits.
CREATE FUNCTION next_folio(series text) RETURNS text
LANGUAGE sql VOLATILE AS $$
  WITH taken AS (
    INSERT INTO numbering_counters AS c (series, year, last)
    VALUES (next_folio.series, extract(year FROM business_date())::integer, 1)
    ON CONFLICT ON CONSTRAINT numbering_counters_pkey DO UPDATE SET last = c.last + 1
    RETURNING c.year, c.last
  )
  SELECT next_folio.series || '-' || year || '-' || lpad(last::text, 6, '0') FROM taken
$$;

-- Client registrations -------------------------------------------------------------------------------------------

CREATE TABLE client_registrations (
  id uuid PRIMARY KEY DEFAULT new_id(),
  folio text NOT NULL CHECK (folio ~ '^REG-[0-9]{4}-[0-9]{6,}$'),
  received_at timestamptz NOT NULL DEFAULT now(),
  status text COLLATE "C" NOT NULL DEFAULT 'received'
    CHECK (status IN ('received', 'in_review', 'info_requested', 'approved', 'rejected', 'duplicate')),
  origin text COLLATE "C" NOT NULL CHECK (origin IN ('web', 'internal', 'event')),
  reviewer_id uuid REFERENCES users ON DELETE RESTRICT,
  legal_name text NOT NULL CHECK (char_length(legal_name) BETWEEN 1 AND 160),
  trade_name text CHECK (char_length(trade_name) <= 160),
  person_kind text COLLATE "C" NOT NULL DEFAULT 'legal_entity' CHECK (person_kind IN ('legal_entity', 'individual')),
  country_id uuid NOT NULL REFERENCES countries ON DELETE RESTRICT,
  tax_id_type text COLLATE "C" NOT NULL CHECK (tax_id_type IN
    ('RNC', 'CEDULA', 'PASAPORTE', 'RFC', 'NIT', 'RUC', 'CUIT', 'RUT', 'RIF', 'CPJ', 'NIF', 'OTRO')),
  tax_id text NOT NULL CHECK (char_length(tax_id) BETWEEN 1 AND 20),
  locality text CHECK (char_length(locality) <= 120),
  address text CHECK (char_length(address) <= 240),
  website text CHECK (char_length(website) <= 300),
  industry_id uuid REFERENCES industries ON DELETE RESTRICT,
  investment_band text COLLATE "C" CHECK (investment_band IN
    ('under_50k', 'from_50k', 'from_200k', 'from_500k', 'over_2m', 'unknown')),
  contact_first_name text NOT NULL CHECK (char_length(contact_first_name) BETWEEN 1 AND 80),
  contact_last_name text NOT NULL CHECK (char_length(contact_last_name) BETWEEN 1 AND 80),
  contact_job text CHECK (char_length(contact_job) <= 80),
  contact_email text NOT NULL CHECK (contact_email = lower(contact_email) AND char_length(contact_email) <= 254),
  contact_phone text NOT NULL CHECK (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  agency_name text CHECK (char_length(agency_name) <= 160),
  agency_tax_id text CHECK (char_length(agency_tax_id) <= 20),
  comments text CHECK (char_length(comments) <= 2000),
  consent boolean NOT NULL DEFAULT false,
  notice_version text CHECK (char_length(notice_version) <= 20),
  decision_reason text CHECK (char_length(decision_reason) <= 4000),
  decided_at timestamptz,
  resulting_client_id uuid REFERENCES clients ON DELETE RESTRICT,
  public_form_id uuid REFERENCES public_forms ON DELETE RESTRICT,
  -- Where a visitor came from, as the page that embeds the form says.
  attribution jsonb CHECK (pg_column_size(attribution) <= 8192),
  -- When rows of its link tables last changed: those are a new version of the record too.
  links_changed_at timestamptz,
  search_text text GENERATED ALWAYS AS (
    fold(folio || ' ' || legal_name || ' ' || coalesce(trade_name, '') || ' ' || tax_id || ' ' || contact_email)
  ) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT client_registrations_folio_key UNIQUE (folio),
  CONSTRAINT client_registrations_visitor_consents CHECK (origin <> 'web' OR consent),
  CONSTRAINT client_registrations_client_when_decided
    CHECK ((status IN ('approved', 'duplicate')) = (resulting_client_id IS NOT NULL)),
  CONSTRAINT client_registrations_decided
    CHECK ((status IN ('approved', 'rejected', 'duplicate')) = (decided_at IS NOT NULL))
);

CREATE INDEX client_registrations_by_folio ON client_registrations ((sort_key(folio) COLLATE "C"), id);
CREATE INDEX client_registrations_by_received_at ON client_registrations (received_at, id);
CREATE INDEX client_registrations_by_status ON client_registrations (status, id);
CREATE INDEX client_registrations_by_legal_name ON client_registrations ((sort_key(legal_name) COLLATE "C"), id);
CREATE INDEX client_registrations_by_decided_at ON client_registrations (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE INDEX client_registrations_by_created_at ON client_registrations (created_at, id);
CREATE INDEX client_registrations_by_updated_at ON client_registrations (updated_at, id);
CREATE INDEX client_registrations_status ON client_registrations (status, received_at, id);
CREATE INDEX client_registrations_reviewer_id ON client_registrations (reviewer_id, received_at, id);
CREATE INDEX client_registrations_origin ON client_registrations (origin, received_at, id);
CREATE INDEX client_registrations_country_id ON client_registrations (country_id, tax_id);
CREATE INDEX client_registrations_industry_id ON client_registrations (industry_id, received_at, id);
CREATE INDEX client_registrations_resulting_client_id ON client_registrations (resulting_client_id)
  WHERE resulting_client_id IS NOT NULL;
CREATE INDEX client_registrations_public_form_id ON client_registrations (public_form_id) WHERE public_form_id IS NOT NULL;
CREATE INDEX client_registrations_search ON client_registrations USING gin (search_text gin_trgm_ops);

CREATE TABLE client_registration_platforms (
  client_registration_id uuid NOT NULL REFERENCES client_registrations ON DELETE RESTRICT,
  platform_id uuid NOT NULL REFERENCES platforms ON DELETE RESTRICT,
  PRIMARY KEY (client_registration_id, platform_id)
);

CREATE INDEX client_registration_platforms_platform_id ON client_registration_platforms (platform_id);

CALL track('client_registrations', unnoticed => '{search_text}');
CALL track('client_registration_platforms', key => 'client_registration_id');
CALL restrict_app('client_registrations', 'SELECT, INSERT, UPDATE');
