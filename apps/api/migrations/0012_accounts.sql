-- Agencies, and the one a client usually buys through.

CREATE TABLE agencies (
  id uuid PRIMARY KEY DEFAULT new_id(),
  agency_code text NOT NULL CHECK (agency_code ~ '^[A-Z0-9][A-Z0-9-]{1,19}$'),
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
  status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'blocked')),
  agency_type_id uuid NOT NULL REFERENCES agency_types ON DELETE RESTRICT,
  agency_category_id uuid NOT NULL REFERENCES agency_categories ON DELETE RESTRICT,
  agency_group_id uuid REFERENCES agency_groups ON DELETE RESTRICT,
  tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 20),
  primary_sales_rep_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  commission_type_id uuid NOT NULL REFERENCES commission_types ON DELETE RESTRICT,
  commission_pct numeric(7,4) NOT NULL DEFAULT 15 CHECK (commission_pct BETWEEN 0 AND 30),
  commission_mode text COLLATE "C" NOT NULL DEFAULT 'invoice_discount'
    CHECK (commission_mode IN ('invoice_discount', 'later_settlement')),
  bank_account text CHECK (char_length(bank_account) <= 60),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  credit_term_id uuid NOT NULL REFERENCES credit_terms ON DELETE RESTRICT,
  credit_limit numeric(18,2) CHECK (credit_limit >= 0),
  credit_status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (credit_status IN ('active', 'in_review', 'on_hold', 'blocked')),
  email text CHECK (email = lower(email) AND char_length(email) <= 254),
  phone text CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  website text CHECK (char_length(website) <= 300),
  address_line text CHECK (char_length(address_line) <= 240),
  locality_id uuid REFERENCES localities ON DELETE RESTRICT,
  notes text CHECK (char_length(notes) <= 4000),
  search_text text GENERATED ALWAYS AS (
    fold(agency_code || ' ' || coalesce(company_code, '') || ' ' || legal_name || ' ' || trade_name || ' ' || tax_id)
  ) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz,
  CONSTRAINT agencies_agency_code_key UNIQUE (agency_code),
  CONSTRAINT agencies_company_code_key UNIQUE (company_code),
  CONSTRAINT agencies_tax_id_key UNIQUE (country_id, tax_id)
);

CREATE INDEX agencies_by_agency_code ON agencies ((sort_key(agency_code) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX agencies_by_legal_name ON agencies ((sort_key(legal_name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX agencies_by_trade_name ON agencies ((sort_key(trade_name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX agencies_by_commission_pct ON agencies (commission_pct, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_by_status ON agencies (status, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_by_created_at ON agencies (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_by_updated_at ON agencies (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_status ON agencies (status, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_agency_type_id ON agencies (agency_type_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_agency_category_id ON agencies (agency_category_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_agency_group_id ON agencies (agency_group_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_primary_sales_rep_id ON agencies (primary_sales_rep_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_commission_mode ON agencies (commission_mode, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_credit_status ON agencies (credit_status, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX agencies_tags ON agencies USING gin (tags);
CREATE INDEX agencies_search ON agencies USING gin (search_text gin_trgm_ops);
CREATE INDEX agencies_archived_at ON agencies (archived_at) WHERE archived_at IS NOT NULL;
-- Where a reference points.
CREATE INDEX agencies_commission_type_id ON agencies (commission_type_id);
CREATE INDEX agencies_credit_term_id ON agencies (credit_term_id);
CREATE INDEX agencies_locality_id ON agencies (locality_id) WHERE locality_id IS NOT NULL;

CALL track('agencies', unnoticed => '{search_text}');
CALL restrict_app('agencies', 'SELECT, INSERT, UPDATE');
CALL guard_owners('agencies', '{primary_sales_rep_id}');

ALTER TABLE clients ADD COLUMN default_agency_id uuid REFERENCES agencies ON DELETE RESTRICT;
CREATE INDEX clients_default_agency_id ON clients (default_agency_id) WHERE default_agency_id IS NOT NULL;
