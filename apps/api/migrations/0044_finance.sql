-- Fiscal and financial parameters: tax rates, exchange rates, bank accounts, fiscal sequences and periods, withholding
-- rules and reasons. Some were columns and JSON of `companies`, a flag of `ad_articles` and a setting.

SELECT set_config('pauta.request', 'migration:0044', true), set_config('pauta.reason', 'Parámetros fiscales y financieros', true);

-- Tax rates ----------------------------------------------------------------------------------------------------------

CREATE TABLE tax_rates (
  id uuid PRIMARY KEY DEFAULT new_id(),
  code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 20),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  is_exempt boolean NOT NULL DEFAULT false,
  pct numeric(7,4) NOT NULL DEFAULT 0 CHECK (pct BETWEEN 0 AND 100),
  is_default boolean NOT NULL DEFAULT false,
  valid daterange CHECK (NOT isempty(valid)),
  legal_basis text CHECK (char_length(legal_basis) <= 200),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT tax_rates_exempt CHECK (NOT is_exempt OR pct = 0),
  -- A code has one rate on a day, and a day one default.
  CONSTRAINT tax_rates_code_once EXCLUDE USING gist (code WITH =, (coalesce(valid, '(,)'::daterange)) WITH &&)
    WHERE (archived_at IS NULL),
  CONSTRAINT tax_rates_one_default EXCLUDE USING gist ((coalesce(valid, '(,)'::daterange)) WITH &&)
    WHERE (is_default AND archived_at IS NULL)
);

CREATE INDEX tax_rates_by_code ON tax_rates ((sort_key(code) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX tax_rates_by_name ON tax_rates ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX tax_rates_by_created_at ON tax_rates (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX tax_rates_by_updated_at ON tax_rates (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX tax_rates_is_exempt ON tax_rates (is_exempt, (sort_key(code) COLLATE "C"), id);
CREATE INDEX tax_rates_is_default ON tax_rates (is_default, (sort_key(code) COLLATE "C"), id);
CREATE INDEX tax_rates_valid ON tax_rates USING gist (valid);

CALL make_searchable('tax_rates', 'code', 'name');
CALL track('tax_rates', unnoticed => '{search_text}');
CALL free_when_withdrawn('tax_rates');
CALL restrict_app('tax_rates', 'SELECT, INSERT, UPDATE');

INSERT INTO tax_rates (code, name, pct, is_exempt, is_default) VALUES
  ('ITBIS18', 'ITBIS 18 %', 18, false, false), ('ITBIS16', 'ITBIS 16 %', 16, false, false),
  ('ITBIS0', 'ITBIS 0 %', 0, false, false), ('EXENTO', 'Exento', 0, true, false);

-- Rates in use that are none of these: of companies, and of the setting with the default rate.
INSERT INTO tax_rates (code, name, pct)
SELECT 'IMP' || v.written, 'Impuesto ' || v.written || ' %', v.pct
FROM (
  SELECT pct, trim_scale(pct)::text AS written FROM (
    SELECT tax_pct FROM companies WHERE tax_pct IS NOT NULL
    UNION SELECT (value #>> '{}')::numeric(7,4) FROM settings WHERE key = 'tax_default_rate') used (pct)) v
WHERE NOT EXISTS (SELECT FROM tax_rates t WHERE t.pct = v.pct);

UPDATE tax_rates SET is_default = true
WHERE NOT is_exempt
  AND pct = coalesce((SELECT (value #>> '{}')::numeric FROM settings WHERE key = 'tax_default_rate'), 18);
DELETE FROM settings WHERE key = 'tax_default_rate';

-- A company with the default rate needs no rate of its own.
ALTER TABLE companies ADD COLUMN tax_rate_id uuid REFERENCES tax_rates ON DELETE RESTRICT;
UPDATE companies c SET tax_rate_id = t.id FROM tax_rates t
WHERE t.pct = c.tax_pct AND NOT t.is_exempt AND NOT t.is_default;
ALTER TABLE companies DROP COLUMN tax_pct;
CREATE INDEX companies_tax_rate_id ON companies (tax_rate_id) WHERE tax_rate_id IS NOT NULL;

ALTER TABLE ad_articles ADD COLUMN tax_rate_id uuid REFERENCES tax_rates ON DELETE RESTRICT;
UPDATE ad_articles SET tax_rate_id = (SELECT id FROM tax_rates WHERE is_exempt) WHERE NOT is_taxable;
ALTER TABLE ad_articles DROP COLUMN is_taxable;
CREATE INDEX ad_articles_tax_rate_id ON ad_articles (tax_rate_id) WHERE tax_rate_id IS NOT NULL;

-- Exchange rates -----------------------------------------------------------------------------------------------------

CREATE TABLE exchange_rates (
  id uuid PRIMARY KEY DEFAULT new_id(),
  from_currency text COLLATE "C" NOT NULL DEFAULT 'USD' CHECK (from_currency IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  to_currency text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (to_currency IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  on_date date NOT NULL,
  rate numeric(18,6) NOT NULL CHECK (rate >= 0.000001),
  source text CHECK (char_length(source) <= 80),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT exchange_rates_two_currencies CHECK (from_currency <> to_currency),
  CONSTRAINT exchange_rates_once UNIQUE (from_currency, to_currency, on_date)
);

CREATE INDEX exchange_rates_by_on_date ON exchange_rates (on_date, id) WHERE archived_at IS NULL;
CREATE INDEX exchange_rates_by_created_at ON exchange_rates (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX exchange_rates_by_updated_at ON exchange_rates (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX exchange_rates_from_currency ON exchange_rates (from_currency, on_date, id);
CREATE INDEX exchange_rates_to_currency ON exchange_rates (to_currency, on_date, id);

CALL make_searchable('exchange_rates', 'name');
CALL track('exchange_rates', unnoticed => '{search_text,name}');
CALL free_when_withdrawn('exchange_rates');
CALL restrict_app('exchange_rates', 'SELECT, INSERT, UPDATE');

CREATE FUNCTION exchange_rates_name() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := NEW.from_currency || ' → ' || NEW.to_currency || ' · ' || to_char(NEW.on_date, 'DD/MM/YYYY');
  RETURN NEW;
END
$$;
CREATE TRIGGER exchange_rates_name BEFORE INSERT OR UPDATE OF from_currency, to_currency, on_date ON exchange_rates
  FOR EACH ROW EXECUTE FUNCTION exchange_rates_name();

-- Bank accounts ------------------------------------------------------------------------------------------------------

CREATE TABLE bank_accounts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  bank text NOT NULL CHECK (char_length(bank) BETWEEN 1 AND 80),
  account_no text NOT NULL CHECK (char_length(account_no) BETWEEN 1 AND 34),
  kind text COLLATE "C" NOT NULL DEFAULT 'checking' CHECK (kind IN ('checking', 'savings')),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  gl_account_id uuid REFERENCES gl_accounts ON DELETE RESTRICT,
  is_active boolean NOT NULL DEFAULT true,
  notes text CHECK (char_length(notes) <= 500),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 130),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT bank_accounts_once UNIQUE (company_id, bank, account_no, currency_code)
);

CREATE INDEX bank_accounts_by_bank ON bank_accounts ((sort_key(bank) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX bank_accounts_by_created_at ON bank_accounts (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX bank_accounts_by_updated_at ON bank_accounts (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX bank_accounts_company_id ON bank_accounts (company_id, (sort_key(bank) COLLATE "C"), id);
CREATE INDEX bank_accounts_kind ON bank_accounts (kind, (sort_key(bank) COLLATE "C"), id);
CREATE INDEX bank_accounts_currency_code ON bank_accounts (currency_code, (sort_key(bank) COLLATE "C"), id);
CREATE INDEX bank_accounts_gl_account_id ON bank_accounts (gl_account_id) WHERE gl_account_id IS NOT NULL;
CREATE INDEX bank_accounts_is_active ON bank_accounts (is_active, (sort_key(bank) COLLATE "C"), id);

CALL make_searchable('bank_accounts', 'name');
CALL track('bank_accounts', unnoticed => '{search_text,name}');
CALL free_when_withdrawn('bank_accounts');
CALL restrict_app('bank_accounts', 'SELECT, INSERT, UPDATE');

CREATE FUNCTION bank_accounts_name() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := NEW.bank || ' · ' || NEW.account_no || ' · ' || NEW.currency_code;
  RETURN NEW;
END
$$;
CREATE TRIGGER bank_accounts_name BEFORE INSERT OR UPDATE OF bank, account_no, currency_code ON bank_accounts
  FOR EACH ROW EXECUTE FUNCTION bank_accounts_name();

INSERT INTO bank_accounts (company_id, bank, account_no, kind, currency_code)
SELECT c.id, a.bank, a.account, a.kind, a.currency
FROM companies c
  CROSS JOIN LATERAL jsonb_to_recordset(c.bank_accounts) AS a (bank text, account text, kind text, currency text)
WHERE c.bank_accounts IS NOT NULL
ON CONFLICT DO NOTHING;
ALTER TABLE companies DROP COLUMN bank_accounts;

-- Fiscal sequences ---------------------------------------------------------------------------------------------------

CREATE TABLE fiscal_sequences (
  id uuid PRIMARY KEY DEFAULT new_id(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  document text COLLATE "C" NOT NULL CHECK (document IN
    ('B01', 'B02', 'B03', 'B04', 'B14', 'B15', 'B16', 'E31', 'E32', 'E33', 'E34', 'E44', 'E45', 'E46')),
  first_no integer NOT NULL CHECK (first_no BETWEEN 1 AND 2000000000),
  last_no integer NOT NULL CHECK (last_no BETWEEN 1 AND 2000000000),
  next_no integer NOT NULL,
  remaining integer NOT NULL GENERATED ALWAYS AS (last_no - next_no + 1) STORED,
  expires_on date,
  authorization_no text CHECK (char_length(authorization_no) <= 60),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT fiscal_sequences_in_order CHECK (first_no <= last_no),
  CONSTRAINT fiscal_sequences_next CHECK (next_no BETWEEN first_no AND last_no + 1),
  -- An NCF (B…) has eight digits after its kind.
  CONSTRAINT fiscal_sequences_digits CHECK (document NOT LIKE 'B%' OR last_no <= 99999999),
  -- A used range keeps its numbers also when it is archived.
  CONSTRAINT fiscal_sequences_no_overlap
    EXCLUDE USING gist (company_id WITH =, document WITH =, (int8range(first_no, last_no, '[]')) WITH &&)
    WHERE (archived_at IS NULL OR next_no > first_no)
);

CREATE INDEX fiscal_sequences_by_remaining ON fiscal_sequences (remaining, id) WHERE archived_at IS NULL;
CREATE INDEX fiscal_sequences_by_expires_on ON fiscal_sequences (expires_on, id)
  WHERE archived_at IS NULL AND expires_on IS NOT NULL;
CREATE INDEX fiscal_sequences_by_name ON fiscal_sequences ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX fiscal_sequences_by_created_at ON fiscal_sequences (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX fiscal_sequences_by_updated_at ON fiscal_sequences (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX fiscal_sequences_company_id ON fiscal_sequences (company_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX fiscal_sequences_document ON fiscal_sequences (document, (sort_key(name) COLLATE "C"), id);

CALL make_searchable('fiscal_sequences', 'name');
CALL track('fiscal_sequences', unnoticed => '{search_text,name,next_no,remaining}');
CALL free_when_withdrawn('fiscal_sequences');
CALL restrict_app('fiscal_sequences', 'SELECT, INSERT, UPDATE');

CREATE FUNCTION fiscal_sequences_name() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := NEW.document || ' · ' || NEW.first_no || '–' || NEW.last_no;
  IF TG_OP = 'INSERT' OR OLD.next_no = OLD.first_no AND NEW.next_no = OLD.next_no THEN
    NEW.next_no := NEW.first_no;
  ELSIF (NEW.company_id, NEW.document, NEW.first_no) IS DISTINCT FROM (OLD.company_id, OLD.document, OLD.first_no)
    OR NEW.next_no NOT IN (OLD.next_no, OLD.next_no + 1) THEN
    RAISE EXCEPTION 'a used fiscal sequence keeps its numbers'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_sequences_used', TABLE = 'fiscal_sequences';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER fiscal_sequences_name BEFORE INSERT OR UPDATE ON fiscal_sequences
  FOR EACH ROW EXECUTE FUNCTION fiscal_sequences_name();

-- The API refused ranges that share numbers, but no number that is too long.
INSERT INTO fiscal_sequences (company_id, document, first_no, last_no, expires_on)
SELECT c.id, s.document, s.first, least(s.last, most), s.expires
FROM companies c
  CROSS JOIN LATERAL jsonb_to_recordset(c.fiscal_sequences) AS s (document text, first integer, last integer, expires date)
  CROSS JOIN LATERAL (VALUES (CASE WHEN s.document LIKE 'B%' THEN 99999999 ELSE 2000000000 END)) AS limits (most)
WHERE c.fiscal_sequences IS NOT NULL AND s.first <= most;
ALTER TABLE companies DROP COLUMN fiscal_sequences;

-- Fiscal periods -----------------------------------------------------------------------------------------------------

CREATE TABLE fiscal_periods (
  id uuid PRIMARY KEY DEFAULT new_id(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  month date NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT fiscal_periods_first_day CHECK (extract(day FROM month) = 1),
  CONSTRAINT fiscal_periods_once UNIQUE (company_id, month)
);

CREATE INDEX fiscal_periods_by_month ON fiscal_periods (month, id);
CREATE INDEX fiscal_periods_by_created_at ON fiscal_periods (created_at, id);
CREATE INDEX fiscal_periods_by_updated_at ON fiscal_periods (updated_at, id);
CREATE INDEX fiscal_periods_company_id ON fiscal_periods (company_id, month, id);
CREATE INDEX fiscal_periods_status ON fiscal_periods (status, month, id);

CALL make_searchable('fiscal_periods', 'name');
CALL track('fiscal_periods', unnoticed => '{search_text,name}');
CALL restrict_app('fiscal_periods', 'SELECT, INSERT, UPDATE');

CREATE FUNCTION fiscal_periods_name() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := (ARRAY['Enero', 'Febrero', 'Marzo', 'Abril', 'Mayo', 'Junio', 'Julio', 'Agosto', 'Septiembre', 'Octubre',
    'Noviembre', 'Diciembre'])[extract(month FROM NEW.month)::integer] || ' de ' || extract(year FROM NEW.month);
  RETURN NEW;
END
$$;
CREATE TRIGGER fiscal_periods_name BEFORE INSERT OR UPDATE OF month ON fiscal_periods
  FOR EACH ROW EXECUTE FUNCTION fiscal_periods_name();

-- Key of the advisory lock of a company's month.
CREATE FUNCTION fiscal_period_lock(company uuid, day date) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('fiscal_period/' || company || '/' || (day - extract(day FROM day)::integer), 0)
$$;

-- Whether documents and postings of this day are allowed. The shared lock, held until the transaction ends, makes a
-- closing wait for the transactions that were told the month is open.
CREATE FUNCTION fiscal_period_is_open(company uuid, day date) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(fiscal_period_lock(company, day));
  RETURN NOT EXISTS (
    SELECT FROM fiscal_periods
    WHERE company_id = company AND month = date_trunc('month', day)::date AND status = 'closed');
END
$$;

CREATE FUNCTION fiscal_periods_close() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(fiscal_period_lock(NEW.company_id, NEW.month));
  RETURN NEW;
END
$$;
CREATE TRIGGER fiscal_periods_close BEFORE INSERT OR UPDATE ON fiscal_periods
  FOR EACH ROW WHEN (NEW.status = 'closed') EXECUTE FUNCTION fiscal_periods_close();

-- Withholding rules --------------------------------------------------------------------------------------------------

CREATE TABLE withholding_rules (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  country_id uuid NOT NULL REFERENCES countries ON DELETE RESTRICT,
  tax text COLLATE "C" NOT NULL CHECK (tax IN ('itbis', 'isr')),
  taxpayer_types text[] NOT NULL DEFAULT '{}' 
    CHECK (taxpayer_types <@ ARRAY['taxpayer', 'final_consumer', 'nonprofit', 'special_regime', 'government', 'foreign']),
  pct numeric(7,4) NOT NULL CHECK (pct BETWEEN 0 AND 100),
  base text COLLATE "C" NOT NULL DEFAULT 'tax' CHECK (base IN ('tax', 'net')),
  valid daterange CHECK (NOT isempty(valid)),
  legal_basis text CHECK (char_length(legal_basis) <= 200),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT withholding_rules_name_key UNIQUE (name),
  CONSTRAINT withholding_rules_some_type CHECK (cardinality(taxpayer_types) > 0)
);

CREATE INDEX withholding_rules_by_name ON withholding_rules ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX withholding_rules_by_created_at ON withholding_rules (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX withholding_rules_by_updated_at ON withholding_rules (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX withholding_rules_country_id ON withholding_rules (country_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX withholding_rules_tax ON withholding_rules (tax, (sort_key(name) COLLATE "C"), id);
CREATE INDEX withholding_rules_taxpayer_types ON withholding_rules USING gin (taxpayer_types);
CREATE INDEX withholding_rules_base ON withholding_rules (base, (sort_key(name) COLLATE "C"), id);
CREATE INDEX withholding_rules_valid ON withholding_rules USING gist (valid);

CALL make_searchable('withholding_rules', 'name');
CALL track('withholding_rules', unnoticed => '{search_text}');
CALL free_when_withdrawn('withholding_rules');
CALL restrict_app('withholding_rules', 'SELECT, INSERT, UPDATE');

INSERT INTO withholding_rules (name, country_id, tax, taxpayer_types, pct, base)
SELECT 'ITBIS de entidades sin fines de lucro', id, 'itbis', '{nonprofit}', 100, 'tax' FROM countries WHERE code = 'DO';

-- Reasons ------------------------------------------------------------------------------------------------------------

CREATE TABLE reasons (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text COLLATE "C" NOT NULL DEFAULT 'loss' CHECK (kind IN ('loss', 'non_airing', 'credit_note', 'void')),
  code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 20),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  fiscal_code text CHECK (char_length(fiscal_code) <= 2),
  is_active boolean NOT NULL DEFAULT true,
  sort_order integer NOT NULL DEFAULT 0 CHECK (sort_order BETWEEN 0 AND 100000),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT reasons_code_key UNIQUE (code),
  CONSTRAINT reasons_name_once UNIQUE (kind, name),
  CONSTRAINT reasons_fiscal_code CHECK (fiscal_code ~ '^[0-9]{1,2}$')
);

CREATE INDEX reasons_by_code ON reasons ((sort_key(code) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX reasons_by_name ON reasons ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX reasons_by_sort_order ON reasons (sort_order, id) WHERE archived_at IS NULL;
CREATE INDEX reasons_by_created_at ON reasons (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX reasons_by_updated_at ON reasons (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX reasons_kind ON reasons (kind, sort_order, id);
CREATE INDEX reasons_is_active ON reasons (is_active, sort_order, id);

CALL make_searchable('reasons', 'code', 'name');
CALL track('reasons', unnoticed => '{search_text}');
CALL free_when_withdrawn('reasons');
CALL restrict_app('reasons', 'SELECT, INSERT, UPDATE');

INSERT INTO reasons (kind, code, name, fiscal_code, sort_order)
SELECT v.kind, v.code, v.name, v.fiscal_code, (row_number() OVER (PARTITION BY v.kind ORDER BY v.place)) * 10
FROM (VALUES
  (1, 'loss', 'PRECIO', 'Precio', NULL),
  (2, 'loss', 'SIN-PRESUPUESTO', 'Presupuesto congelado', NULL),
  (3, 'loss', 'COMPETENCIA', 'Contrató con la competencia', NULL),
  (4, 'loss', 'SIN-ESPACIO', 'Sin disponibilidad', NULL),
  (5, 'loss', 'FECHA', 'No cumplía la fecha', NULL),
  (6, 'loss', 'CREDITO', 'Crédito rechazado', NULL),
  (7, 'loss', 'OTRA-AGENCIA', 'Cambio de agencia', NULL),
  (8, 'loss', 'SIN-RESPUESTA', 'Sin respuesta', NULL),
  (9, 'loss', 'DUPLICADA', 'Oportunidad duplicada', NULL),
  (10, 'loss', 'NO-CALIFICADA', 'No calificada', NULL),
  (11, 'non_airing', 'FALLA-TECNICA', 'Falla técnica', NULL),
  (12, 'non_airing', 'CAMBIO-PROGRAMACION', 'Cambio de programación', NULL),
  (13, 'non_airing', 'SIN-MATERIAL', 'Material no recibido', NULL),
  (14, 'non_airing', 'MATERIAL-RECHAZADO', 'Material rechazado', NULL),
  (15, 'non_airing', 'CADENA-NACIONAL', 'Transmisión oficial', NULL),
  (16, 'non_airing', 'ERROR-TRAFICO', 'Error de tráfico', NULL),
  -- Modification codes of a fiscal credit note (domain §1.6).
  (21, 'credit_note', 'NC-1', 'Anulación total', '1'),
  (22, 'credit_note', 'NC-2', 'Corrección de texto', '2'),
  (23, 'credit_note', 'NC-3', 'Corrección de montos', '3'),
  (24, 'credit_note', 'NC-4', 'Reemplazo de comprobante emitido en contingencia', '4'),
  (25, 'credit_note', 'NC-5', 'Referencia a factura de consumo', '5'),
  -- Types of voiding of the 608 report.
  (31, 'void', 'AN-01', 'Deterioro de factura preimpresa', '01'),
  (32, 'void', 'AN-02', 'Errores de impresión (factura preimpresa)', '02'),
  (33, 'void', 'AN-03', 'Impresión defectuosa', '03'),
  (34, 'void', 'AN-04', 'Corrección de la información', '04'),
  (35, 'void', 'AN-05', 'Cambio de productos', '05'),
  (36, 'void', 'AN-06', 'Devolución de productos', '06'),
  (37, 'void', 'AN-07', 'Omisión de productos', '07'),
  (38, 'void', 'AN-08', 'Errores en la secuencia de NCF', '08'),
  (39, 'void', 'AN-09', 'Cese de operaciones', '09'),
  (40, 'void', 'AN-10', 'Pérdida o hurto de talonarios', '10')
) AS v (place, kind, code, name, fiscal_code);
