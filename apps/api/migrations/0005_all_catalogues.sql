-- The rest of the 37 catalogues, with the values a new installation starts with, and what all of them gained since.

SELECT set_config('pauta.request', 'migration:0005', true), set_config('pauta.reason', 'Valores iniciales', true);

-- Some catalogues have no archive: the months stay twelve.
CREATE OR REPLACE FUNCTION protect_system_row() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.is_system AND (TG_OP = 'DELETE' OR NOT NEW.is_system OR to_jsonb(NEW) ->> 'archived_at' IS NOT NULL) THEN
    RAISE EXCEPTION '% % belongs to the system', TG_TABLE_NAME, OLD.code
      USING ERRCODE = '23514', CONSTRAINT = 'system_row_stays';
  END IF;
  IF OLD.is_system AND NEW.code <> OLD.code THEN
    RAISE EXCEPTION '% % belongs to the system', TG_TABLE_NAME, OLD.code
      USING ERRCODE = '23514', CONSTRAINT = 'system_row_code';
  END IF;
  RETURN coalesce(NEW, OLD);
END
$$;

-- The indexes that lists and foreign keys of a catalogue need, derived from its columns, as far as they are missing.
CREATE PROCEDURE index_catalogue(catalogue name)
LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT a.attname AS name, EXISTS (
        SELECT FROM pg_constraint k
        WHERE k.conrelid = a.attrelid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]
      ) AS refers
    FROM pg_attribute a
    WHERE a.attrelid = format('%I', catalogue)::regclass AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attname <> ALL ('{id,sort_order,row_version,created_by,updated_by}')
      AND (a.atttypid IN ('integer'::regtype, 'date'::regtype, 'time'::regtype, 'uuid'::regtype))
      AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indkey[0] = a.attnum)
  LOOP
    IF one.refers THEN
      EXECUTE format('CREATE INDEX %I ON %I (%I)', catalogue || '_' || one.name, catalogue, one.name);
    ELSE
      EXECUTE format('CREATE INDEX %I ON %I (%I, id)', catalogue || '_by_' || one.name, catalogue, one.name);
    END IF;
  END LOOP;
END
$$;

DROP PROCEDURE create_catalogue(name, text, text);

-- A catalogue's table: what all share, the columns of its own, and within which columns a name is unique (once in the
-- whole catalogue when none is given; upper and lower case and accents do not make another name). Its foreign keys
-- and the numbers, days and times that lists are ordered by get their indexes; a `parent_id` never closes a circle.
-- One whose values are `fixed` has no archive.
CREATE PROCEDURE create_catalogue(catalogue name, own_columns text DEFAULT '', name_scope text DEFAULT '', fixed boolean DEFAULT false)
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($sql$
    CREATE TABLE %1$I (
      id uuid PRIMARY KEY DEFAULT new_id(),
      code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 20),
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
      %2$s
      description text CHECK (char_length(description) <= 500),
      external_code text CHECK (char_length(external_code) <= 40),
      sort_order integer NOT NULL DEFAULT 0 CHECK (sort_order BETWEEN 0 AND 100000),
      is_active boolean NOT NULL DEFAULT true,
      is_system boolean NOT NULL DEFAULT false,
      search_text text GENERATED ALWAYS AS (fold(code || ' ' || name)) STORED,
      links_changed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      created_by uuid REFERENCES users ON DELETE RESTRICT,
      updated_at timestamptz NOT NULL DEFAULT now(),
      updated_by uuid REFERENCES users ON DELETE RESTRICT,
      row_version integer NOT NULL DEFAULT 1
      %3$s
    )$sql$, catalogue,
    CASE WHEN own_columns <> '' THEN own_columns || ',' ELSE '' END,
    CASE WHEN fixed THEN '' ELSE ', archived_at timestamptz' END);
  EXECUTE format('CREATE UNIQUE INDEX %I ON %I (upper(code))', catalogue || '_code_key', catalogue);
  EXECUTE format('CREATE UNIQUE INDEX %I ON %I (%sfold(name)) NULLS NOT DISTINCT', catalogue || '_name_key', catalogue,
    CASE WHEN name_scope <> '' THEN name_scope || ', ' ELSE '' END);
  EXECUTE format('CREATE INDEX %I ON %I (sort_order, id)', catalogue || '_by_sort_order', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I ((sort_key(code) COLLATE "C"), id)', catalogue || '_by_code', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I ((sort_key(name) COLLATE "C"), id)', catalogue || '_by_name', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I (created_at, id)', catalogue || '_by_created_at', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I (updated_at, id)', catalogue || '_by_updated_at', catalogue);
  EXECUTE format('CREATE INDEX %I ON %I USING gin (search_text gin_trgm_ops)', catalogue || '_search', catalogue);
  CALL index_catalogue(catalogue);
  IF own_columns ~ '\yparent_id\y' THEN
    EXECUTE format('CREATE TRIGGER refuse_cycle BEFORE UPDATE OF parent_id ON %I FOR EACH ROW EXECUTE FUNCTION refuse_cycle(''parent_id'')', catalogue);
  END IF;
  EXECUTE format('CREATE TRIGGER protect_system_row BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION protect_system_row()', catalogue);
  -- Columns that the database computes are no change of anybody.
  EXECUTE format('CALL track(%L, unnoticed => %L)', catalogue, (
    SELECT array_agg(attname::text) FROM pg_attribute
    WHERE attrelid = format('%I', catalogue)::regclass AND attgenerated <> '' AND NOT attisdropped));
END
$$;

-- What a record of a catalogue refers to several of: a link table, under the log of its owner.
CREATE PROCEDURE create_link(link name, owner name, owner_column name, target name, target_column name)
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($sql$
    CREATE TABLE %I (
      %I uuid NOT NULL REFERENCES %I ON DELETE RESTRICT,
      %I uuid NOT NULL REFERENCES %I ON DELETE RESTRICT,
      PRIMARY KEY (%I, %I)
    )$sql$, link, owner_column, owner, target_column, target, owner_column, target_column);
  EXECUTE format('CREATE INDEX %I ON %I (%I)', link || '_' || target_column, link, target_column);
  EXECUTE format('CALL track(%L, key => %L)', link, owner_column);
END
$$;

CREATE PROCEDURE add_color(catalogue name)
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($sql$
    ALTER TABLE %I ADD COLUMN color text CHECK (color IN
      ('slate', 'red', 'orange', 'amber', 'green', 'teal', 'blue', 'indigo', 'purple', 'pink'))$sql$, catalogue);
END
$$;

CREATE PROCEDURE add_icon(catalogue name)
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($sql$
    ALTER TABLE %I ADD COLUMN icon text CHECK (icon IN
      ('tv', 'radio', 'billboard', 'screen', 'newspaper', 'magazine', 'globe', 'share', 'play', 'microphone', 'film',
       'calendar', 'mail', 'clapperboard', 'message', 'camera', 'music', 'briefcase'))$sql$, catalogue);
END
$$;

-- Sum of one number over the rows of a structured value.
CREATE FUNCTION json_sum(list jsonb, key text) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sum((item ->> key)::numeric) FROM jsonb_array_elements(list) AS item
$$;

-- Minutes of the week (0 is the start of Monday, 10,080 its end) that a window of time covers on its days. An end that
-- is not after the start is one of the next day; what goes beyond Sunday goes on on Monday.
CREATE FUNCTION week_minutes(days text[], starts time, ends time) RETURNS int4multirange
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT range_agg(part) FROM (
    SELECT (day::integer - 1) * 1440 + (extract(epoch FROM starts) / 60)::integer AS opens,
      CASE WHEN ends > starts THEN (extract(epoch FROM ends - starts) / 60)::integer
        ELSE 1440 - (extract(epoch FROM starts - ends) / 60)::integer END AS minutes
    FROM unnest(days) AS day) AS span,
  LATERAL (VALUES
    (int4range(span.opens, least(span.opens + span.minutes, 10080))),
    (int4range(0, greatest(span.opens + span.minutes - 10080, 0)))) AS parts (part)
$$;

-- What the first ten gained ---------------------------------------------------------------------------------------

DO $$
DECLARE
  catalogue name;
BEGIN
  FOREACH catalogue IN ARRAY '{countries,localities,industries,client_types,client_categories,lead_sources,clusters,credit_terms,job_positions,platforms}'::name[] LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN external_code text CHECK (char_length(external_code) <= 40), ADD COLUMN links_changed_at timestamptz', catalogue);
  END LOOP;
END
$$;

ALTER TABLE countries
  ADD COLUMN tax_id_name text CHECK (char_length(tax_id_name) <= 40),
  ADD COLUMN tax_name text CHECK (char_length(tax_name) <= 20),
  ADD COLUMN reduced_tax_pct numeric(7,4) CHECK (reduced_tax_pct BETWEEN 0 AND 100);
UPDATE countries c SET tax_id_name = v.tax_id_name, tax_name = v.tax_name, reduced_tax_pct = v.reduced
FROM (VALUES
  ('DO', 'RNC o cédula', 'ITBIS', 16), ('MX', 'RFC', 'IVA', NULL), ('GT', 'NIT', 'IVA', NULL), ('SV', 'NIT', 'IVA', NULL),
  ('HN', 'RTN', 'ISV', NULL), ('NI', 'RUC', 'IVA', NULL), ('CR', 'Cédula jurídica', 'IVA', NULL), ('PA', 'RUC', 'ITBMS', NULL),
  ('CU', 'NI', NULL, NULL), ('HT', 'NIF', NULL, NULL), ('CO', 'NIT', 'IVA', NULL), ('VE', 'RIF', 'IVA', NULL),
  ('EC', 'RUC', 'IVA', NULL), ('PE', 'RUC', 'IGV', NULL), ('BO', 'NIT', 'IVA', NULL), ('CL', 'RUT', 'IVA', NULL),
  ('AR', 'CUIT', 'IVA', NULL), ('UY', 'RUT', 'IVA', NULL), ('PY', 'RUC', 'IVA', NULL), ('BR', 'CNPJ', NULL, NULL),
  ('ES', 'NIF', 'IVA', NULL), ('US', 'EIN', NULL, NULL)
) AS v (code, tax_id_name, tax_name, reduced)
WHERE c.code = v.code;

ALTER TABLE localities
  ADD COLUMN level text NOT NULL DEFAULT 'province' CHECK (level IN ('province', 'municipality', 'sector', 'zone')),
  ADD COLUMN latitude numeric(18,6) CHECK (latitude BETWEEN -90 AND 90),
  ADD COLUMN longitude numeric(18,6) CHECK (longitude BETWEEN -180 AND 180),
  ADD CONSTRAINT localities_id_country UNIQUE (id, country_id),
  -- A locality stands in the country of the one it belongs to.
  ADD CONSTRAINT localities_parent_country FOREIGN KEY (parent_id, country_id) REFERENCES localities (id, country_id);
UPDATE localities SET level = 'zone' WHERE iso_code IS NULL;

ALTER TABLE client_categories
  ADD COLUMN min_amount numeric(18,2) CHECK (min_amount >= 0),
  ADD COLUMN max_amount numeric(18,2) CHECK (max_amount >= 0),
  ADD COLUMN currency_code text NOT NULL DEFAULT 'DOP' CHECK (currency_code IN (
    'DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  ADD COLUMN service_level text CHECK (service_level IN ('dedicated', 'preferred', 'standard', 'basic')),
  ADD CONSTRAINT client_categories_amounts CHECK (min_amount <= max_amount);
CALL add_color('client_categories');
UPDATE client_categories c SET service_level = v.service_level, color = v.color
FROM (VALUES
  ('ESTRATEGICO', 'dedicated', 'purple'), ('A', 'preferred', 'green'), ('B', 'standard', 'blue'), ('C', 'basic', 'slate'),
  ('NUEVO', 'standard', 'teal'), ('RECUPERADO', 'preferred', 'amber'), ('INACTIVO', 'basic', 'slate')
) AS v (code, service_level, color)
WHERE c.code = v.code;

ALTER TABLE clusters ADD COLUMN rule text CHECK (char_length(rule) <= 500);
CALL add_color('clusters');

ALTER TABLE credit_terms
  ADD COLUMN installments jsonb CHECK (jsonb_typeof(installments) = 'array' AND json_sum(installments, 'pct') = 100);
UPDATE credit_terms SET installments = '[{"pct": "50.0000", "days": 0}, {"pct": "50.0000", "days": 30}]' WHERE code = '50-50';
UPDATE credit_terms SET installments =
  '[{"pct": "33.3334", "days": 30}, {"pct": "33.3333", "days": 60}, {"pct": "33.3333", "days": 90}]' WHERE code = '30-60-90';
ALTER TABLE credit_terms
  ADD CONSTRAINT credit_terms_installments CHECK ((kind = 'milestones') = (installments IS NOT NULL)),
  ADD CONSTRAINT credit_terms_discount CHECK (coalesce(discount_pct, 0) = 0 OR discount_days IS NOT NULL);

ALTER TABLE job_positions
  ADD COLUMN level text CHECK (level IN ('director', 'manager', 'coordinator', 'specialist', 'assistant')),
  ADD COLUMN decision_level text CHECK (decision_level IN ('decides', 'influences', 'executes', 'none'));
UPDATE job_positions c SET level = v.level, decision_level = v.decision_level
FROM (VALUES
  ('PRESIDENTE', 'director', 'decides'), ('GTE-GENERAL', 'director', 'decides'), ('GTE-MERCADEO', 'manager', 'decides'),
  ('GTE-MARCA', 'manager', 'influences'), ('DIR-MEDIOS', 'director', 'decides'), ('PLANIF-MEDIOS', 'specialist', 'influences'),
  ('COMPRADOR-MEDIOS', 'specialist', 'executes'), ('EJEC-CUENTAS', 'specialist', 'influences'), ('DIR-CREATIVO', 'director', 'influences'),
  ('TRAFICO', 'specialist', 'executes'), ('GTE-FINANCIERO', 'manager', 'influences'), ('CONTADOR', 'specialist', 'none'),
  ('CTAS-PAGAR', 'specialist', 'executes'), ('COMPRAS', 'specialist', 'executes'), ('ASISTENTE', 'assistant', 'none'),
  ('REP-LEGAL', 'director', 'decides'), ('GTE-COMERCIAL', 'manager', NULL), ('EJEC-VENTAS', 'specialist', NULL),
  ('COORD-COMERCIAL', 'coordinator', NULL), ('ANALISTA-PAUTA', 'specialist', NULL), ('OPER-MASTER', 'specialist', NULL),
  ('INSTALADOR-OOH', 'specialist', NULL), ('ANALISTA-FACT', 'specialist', NULL), ('GESTOR-COBROS', 'specialist', NULL)
) AS v (code, level, decision_level)
WHERE c.code = v.code;

ALTER TABLE platforms
  ADD COLUMN media text NOT NULL DEFAULT 'digital'
    CHECK (media IN ('tv', 'radio', 'ooh', 'print', 'digital', 'cinema', 'event', 'production')),
  ADD COLUMN default_unit text CHECK (default_unit IN (
    'spots', 'seconds', 'faces', 'impressions', 'sov_pct', 'modules', 'column_cm', 'pages', 'mentions', 'hours', 'days'));
CALL add_icon('platforms');
CALL add_color('platforms');
UPDATE platforms p SET media = v.media, default_unit = v.default_unit, icon = v.icon, color = v.color
FROM (VALUES
  ('TV', 'tv', 'spots', 'tv', 'blue'), ('RADIO', 'radio', 'spots', 'radio', 'amber'),
  ('OOH', 'ooh', 'faces', 'billboard', 'green'), ('DOOH', 'ooh', 'seconds', 'screen', 'teal'),
  ('PRENSA', 'print', 'modules', 'newspaper', 'slate'), ('REVISTA', 'print', 'pages', 'magazine', 'purple'),
  ('DIGITAL', 'digital', 'impressions', 'globe', 'indigo'), ('REDES', 'digital', 'impressions', 'share', 'pink'),
  ('STREAMING', 'digital', 'impressions', 'play', 'red'), ('PODCAST', 'digital', 'mentions', 'microphone', 'orange'),
  ('CINE', 'cinema', 'spots', 'film', 'red'), ('EVENTOS', 'event', 'days', 'calendar', 'teal'),
  ('CORREO', 'digital', 'impressions', 'mail', 'slate'), ('PRODUCCION', 'production', 'hours', 'clapperboard', 'slate')
) AS v (code, media, default_unit, icon, color)
WHERE p.code = v.code;

-- Organization ----------------------------------------------------------------------------------------------------

CALL create_catalogue('companies', $$
  legal_name text CHECK (char_length(legal_name) <= 160),
  country_id uuid NOT NULL REFERENCES countries ON DELETE RESTRICT,
  tax_id_type text NOT NULL DEFAULT 'RNC' CHECK (tax_id_type IN
    ('RNC', 'CEDULA', 'PASAPORTE', 'RFC', 'NIT', 'RUC', 'CUIT', 'RUT', 'RIF', 'CPJ', 'NIF', 'OTRO')),
  tax_id text CHECK (char_length(tax_id) BETWEEN 1 AND 20),
  currency_code text NOT NULL DEFAULT 'DOP' CHECK (currency_code IN (
    'DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  tax_pct numeric(7,4) CHECK (tax_pct BETWEEN 0 AND 100),
  address text CHECK (char_length(address) <= 300),
  phone text CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  email text CHECK (char_length(email) BETWEEN 3 AND 254),
  website text CHECK (char_length(website) <= 300),
  logo uuid REFERENCES files ON DELETE RESTRICT,
  bank_accounts jsonb CHECK (jsonb_typeof(bank_accounts) = 'array'),
  signatories jsonb CHECK (jsonb_typeof(signatories) = 'array'),
  fiscal_sequences jsonb CHECK (jsonb_typeof(fiscal_sequences) = 'array')
$$);
CREATE UNIQUE INDEX companies_tax_id_key ON companies (country_id, tax_id) WHERE tax_id IS NOT NULL;
INSERT INTO companies (code, name, country_id, tax_pct, sort_order, description)
SELECT 'PRINCIPAL', 'Compañía Principal', id, tax_pct, 10, 'Complete su identificación fiscal antes de emitir facturas.'
FROM countries WHERE code = 'DO';

CALL create_catalogue('divisions', $$
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  manager_id uuid REFERENCES users ON DELETE RESTRICT
$$, 'company_id');
CALL add_color('divisions');
INSERT INTO divisions (code, name, company_id, color, sort_order)
SELECT v.code, v.name, c.id, v.color, (row_number() OVER ()) * 10
FROM companies c, (VALUES
  ('TELEVISION', 'Televisión', 'blue'), ('RADIO', 'Radio', 'amber'), ('PRENSA', 'Prensa y Revistas', 'slate'),
  ('DIGITAL', 'Digital', 'indigo'), ('EXTERIOR', 'Publicidad Exterior', 'green'),
  ('EVENTOS', 'Eventos y Activaciones', 'teal'), ('PRODUCCION', 'Producción', 'orange'), ('CORPORATIVO', 'Corporativo', 'purple')
) AS v (code, name, color);

CALL create_catalogue('subdivisions', $$
  division_id uuid NOT NULL REFERENCES divisions ON DELETE RESTRICT,
  kind text NOT NULL DEFAULT 'channel'
    CHECK (kind IN ('channel', 'station', 'publication', 'ooh_circuit', 'site', 'event')),
  frequency text CHECK (char_length(frequency) <= 20),
  call_sign text CHECK (char_length(call_sign) <= 20)
$$, 'division_id');
CALL create_link('subdivision_localities', 'subdivisions', 'subdivision_id', 'localities', 'locality_id');
INSERT INTO subdivisions (code, name, division_id, kind, sort_order)
SELECT v.code, v.name, d.id, v.kind, (row_number() OVER (ORDER BY v.place)) * 10
FROM (VALUES
  (1, 'CANAL-1', 'Canal 1', 'TELEVISION', 'channel'), (2, 'CANAL-HD', 'Canal HD', 'TELEVISION', 'channel'),
  (3, 'FM-1', 'Emisora FM 1', 'RADIO', 'station'), (4, 'FM-2', 'Emisora FM 2', 'RADIO', 'station'),
  (5, 'DIARIO', 'Diario', 'PRENSA', 'publication'), (6, 'REVISTA', 'Revista Semanal', 'PRENSA', 'publication'),
  (7, 'PORTAL', 'Portal Web', 'DIGITAL', 'site'), (8, 'APP', 'App', 'DIGITAL', 'site'), (9, 'REDES', 'Redes', 'DIGITAL', 'site'),
  (10, 'VALLAS', 'Circuito Vallas Ciudad', 'EXTERIOR', 'ooh_circuit'),
  (11, 'PANTALLAS', 'Circuito Pantallas LED', 'EXTERIOR', 'ooh_circuit'),
  (12, 'TRANSPORTE', 'Circuito Transporte', 'EXTERIOR', 'ooh_circuit')
) AS v (place, code, name, division, kind) JOIN divisions d ON d.code = v.division;

CALL create_catalogue('departments', $$
  parent_id uuid REFERENCES departments ON DELETE RESTRICT,
  company_id uuid REFERENCES companies ON DELETE RESTRICT
$$, 'company_id, parent_id');
INSERT INTO departments (code, name, sort_order)
SELECT v.code, v.name, (row_number() OVER ()) * 10
FROM (VALUES
  ('DIRECCION', 'Dirección'), ('MERCADEO', 'Mercadeo'), ('MEDIOS', 'Medios'), ('COMPRAS', 'Compras'), ('FINANZAS', 'Finanzas'),
  ('CTAS-PAGAR', 'Cuentas por Pagar'), ('LEGAL', 'Legal'), ('VENTAS', 'Ventas'), ('PREVENTA', 'Preventa'),
  ('TRAFICO', 'Tráfico'), ('POSTVENTA', 'Postventa'), ('FACTURACION', 'Facturación'), ('COBROS', 'Cobros'),
  ('CONTABILIDAD', 'Contabilidad'), ('PROGRAMACION', 'Programación'), ('PRODUCCION', 'Producción'),
  ('TECNOLOGIA', 'Tecnología'), ('AUDITORIA', 'Auditoría')
) AS v (code, name);

CALL create_link('cluster_subdivisions', 'clusters', 'cluster_id', 'subdivisions', 'subdivision_id');
CALL create_link('cluster_localities', 'clusters', 'cluster_id', 'localities', 'locality_id');

CALL create_catalogue('months', $$
  number integer NOT NULL UNIQUE CHECK (number BETWEEN 1 AND 12),
  abbreviation text NOT NULL CHECK (char_length(abbreviation) BETWEEN 1 AND 4),
  quarter integer NOT NULL CHECK (quarter = (number + 2) / 3),
  broadcast_weeks integer CHECK (broadcast_weeks BETWEEN 4 AND 5),
  working_days jsonb CHECK (jsonb_typeof(working_days) = 'array')
$$, fixed => true);
CREATE INDEX months_by_number ON months (number, id);
-- Weeks of the broadcast calendar: Monday to Sunday, each belongs to the month of its Sunday; 4-4-5 in a quarter.
INSERT INTO months (code, name, number, abbreviation, quarter, broadcast_weeks, is_system, sort_order)
SELECT v.abbreviation, v.name, v.number, v.abbreviation, (v.number + 2) / 3, CASE v.number % 3 WHEN 0 THEN 5 ELSE 4 END, true, v.number * 10
FROM (VALUES
  (1, 'Enero', 'ENE'), (2, 'Febrero', 'FEB'), (3, 'Marzo', 'MAR'), (4, 'Abril', 'ABR'), (5, 'Mayo', 'MAY'), (6, 'Junio', 'JUN'),
  (7, 'Julio', 'JUL'), (8, 'Agosto', 'AGO'), (9, 'Septiembre', 'SEP'), (10, 'Octubre', 'OCT'), (11, 'Noviembre', 'NOV'), (12, 'Diciembre', 'DIC')
) AS v (number, name, abbreviation);

CALL create_catalogue('weekdays', $$
  number integer NOT NULL UNIQUE CHECK (number BETWEEN 1 AND 7),
  abbreviation text NOT NULL CHECK (char_length(abbreviation) BETWEEN 1 AND 3),
  is_weekend boolean NOT NULL DEFAULT false
$$, fixed => true);
CREATE INDEX weekdays_by_number ON weekdays (number, id);
INSERT INTO weekdays (code, name, number, abbreviation, is_weekend, is_system, sort_order)
SELECT v.code, v.name, v.number, v.abbreviation, v.number > 5, true, v.number * 10
FROM (VALUES
  (1, 'LUN', 'Lunes', 'L'), (2, 'MAR', 'Martes', 'M'), (3, 'MIE', 'Miércoles', 'X'), (4, 'JUE', 'Jueves', 'J'),
  (5, 'VIE', 'Viernes', 'V'), (6, 'SAB', 'Sábado', 'S'), (7, 'DOM', 'Domingo', 'D')
) AS v (number, code, name, abbreviation);

CALL create_catalogue('file_types', $$
  use text NOT NULL DEFAULT 'document'
    CHECK (use IN ('document', 'tv_material', 'radio_material', 'artwork', 'evidence', 'photo')),
  extensions text[] NOT NULL CHECK (cardinality(extensions) > 0),
  mimes text[] NOT NULL DEFAULT '{}',
  max_mb integer NOT NULL DEFAULT 20 CHECK (max_mb BETWEEN 1 AND 10240),
  scan boolean NOT NULL DEFAULT true
$$);
INSERT INTO file_types (code, name, use, extensions, mimes, max_mb, sort_order)
SELECT v.code, v.name, v.use, v.extensions::text[], v.mimes::text[], v.max_mb, (row_number() OVER ()) * 10
FROM (VALUES
  ('PDF', 'Documento PDF', 'document', '{pdf}', '{application/pdf}', 20),
  ('WORD', 'Word', 'document', '{docx}', '{application/vnd.openxmlformats-officedocument.wordprocessingml.document}', 20),
  ('EXCEL', 'Excel', 'document', '{xlsx,csv}', '{application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv}', 20),
  ('CEDULA', 'Cédula o identificación', 'document', '{pdf,jpg,png}', '{application/pdf,image/jpeg,image/png}', 5),
  ('REGISTRO-MERCANTIL', 'Registro mercantil', 'document', '{pdf}', '{application/pdf}', 20),
  ('CARTA-AUTORIZACION', 'Carta de autorización', 'document', '{pdf}', '{application/pdf}', 20),
  ('CERT-EXENCION', 'Certificación de exención', 'document', '{pdf}', '{application/pdf}', 20),
  ('ORDEN-COMPRA', 'Orden de compra o pauta', 'document', '{pdf,xlsx,msg}', '{application/pdf,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-outlook}', 20),
  ('CONTRATO', 'Contrato firmado', 'document', '{pdf}', '{application/pdf}', 20),
  ('VIDEO-TV', 'Video TV', 'tv_material', '{mov,mxf,mp4}', '{video/quicktime,application/mxf,video/mp4}', 4096),
  ('AUDIO-RADIO', 'Audio radio', 'radio_material', '{wav,mp3}', '{audio/wav,audio/mpeg}', 200),
  ('IMAGEN-DIGITAL', 'Imagen digital', 'artwork', '{jpg,png,gif,webp}', '{image/jpeg,image/png,image/gif,image/webp}', 5),
  ('HTML5', 'Banner HTML5', 'artwork', '{zip}', '{application/zip}', 1),
  ('ARTE-IMPRESO', 'Arte impreso', 'artwork', '{pdf,tif,ai}', '{application/pdf,image/tiff,application/postscript}', 500),
  ('ARTE-OOH', 'Arte OOH', 'artwork', '{pdf,tif,psd}', '{application/pdf,image/tiff,image/vnd.adobe.photoshop}', 1024),
  ('FOTO-EVIDENCIA', 'Foto evidencia', 'photo', '{jpg,heic}', '{image/jpeg,image/heic}', 15),
  ('VIDEO-EVIDENCIA', 'Video evidencia', 'evidence', '{mp4}', '{video/mp4}', 500),
  ('LOG-EMISION', 'Log de emisión', 'evidence', '{csv,txt,xlsx,xml}', '{text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/xml}', 20),
  ('CERT-RETENCION', 'Certificado de retención', 'document', '{pdf}', '{application/pdf}', 20)
) AS v (code, name, use, extensions, mimes, max_mb);

-- Clients and agencies --------------------------------------------------------------------------------------------

CALL create_catalogue('contact_results', $$
  channel text NOT NULL DEFAULT 'any' CHECK (channel IN ('any', 'call', 'visit', 'meeting', 'email', 'chat')),
  is_positive boolean NOT NULL DEFAULT false,
  closes boolean NOT NULL DEFAULT false,
  requires_next boolean NOT NULL DEFAULT false,
  suggest_days integer CHECK (suggest_days BETWEEN 0 AND 365),
  CONSTRAINT contact_results_ends_or_goes_on CHECK (NOT (closes AND requires_next))
$$);
INSERT INTO contact_results (code, name, channel, is_positive, closes, requires_next, suggest_days, sort_order, description)
SELECT v.code, v.name, v.channel, v.is_positive, v.closes, v.requires_next, v.suggest_days, (row_number() OVER ()) * 10, v.description
FROM (VALUES
  ('INTERESADO', 'Contactado – interesado', 'any', true, false, true, 3, NULL),
  ('PIDE-PROPUESTA', 'Contactado – solicita propuesta', 'any', true, false, true, 1, NULL),
  ('VOLVER-LLAMAR', 'Contactado – volver a llamar', 'call', false, false, true, NULL, 'Se anota la fecha acordada.'),
  ('REUNION-AGENDADA', 'Reunión agendada', 'any', true, false, true, NULL, NULL),
  ('REUNION-REALIZADA', 'Reunión realizada', 'meeting', true, false, false, NULL, NULL),
  ('PROPUESTA-ENVIADA', 'Propuesta enviada', 'email', true, false, true, 3, NULL),
  ('NEGOCIANDO', 'Negociando', 'any', true, false, true, 2, NULL),
  ('ACEPTO', 'Aceptó verbalmente', 'any', true, false, true, 1, NULL),
  ('NO-CONTESTA', 'No contesta', 'call', false, false, true, 2, NULL),
  ('NUMERO-EQUIVOCADO', 'Número equivocado', 'call', false, true, false, NULL, NULL),
  ('CORREO-REBOTADO', 'Correo rebotado', 'email', false, false, false, NULL, NULL),
  ('SIN-PRESUPUESTO', 'Sin presupuesto', 'any', false, false, true, 90, NULL),
  ('COMPETENCIA', 'Ya contrató con competencia', 'any', false, false, true, 60, NULL),
  ('NO-INTERESADO', 'No interesado', 'any', false, true, false, NULL, NULL),
  ('FUERA-PERFIL', 'Fuera de perfil', 'any', false, true, false, NULL, NULL),
  ('RECLAMO', 'Reclamo', 'any', false, false, true, NULL, 'Pasa a postventa.')
) AS v (code, name, channel, is_positive, closes, requires_next, suggest_days, description);

CALL create_catalogue('social_networks', $$
  url_pattern text NOT NULL CHECK (char_length(url_pattern) <= 200 AND url_pattern LIKE 'https://%{usuario}%'),
  handle_regex text CHECK (char_length(handle_regex) <= 120)
$$);
CALL add_icon('social_networks');
INSERT INTO social_networks (code, name, url_pattern, handle_regex, icon, sort_order)
SELECT v.code, v.name, v.url_pattern, v.handle_regex, v.icon, (row_number() OVER ()) * 10
FROM (VALUES
  ('FACEBOOK', 'Facebook', 'https://www.facebook.com/{usuario}', '^[A-Za-z0-9.]{5,50}$', 'share'),
  ('INSTAGRAM', 'Instagram', 'https://www.instagram.com/{usuario}', '^[A-Za-z0-9._]{1,30}$', 'camera'),
  ('X', 'X', 'https://x.com/{usuario}', '^[A-Za-z0-9_]{1,15}$', 'message'),
  ('TIKTOK', 'TikTok', 'https://www.tiktok.com/@{usuario}', '^[A-Za-z0-9._]{2,24}$', 'music'),
  ('YOUTUBE', 'YouTube', 'https://www.youtube.com/@{usuario}', '^[A-Za-z0-9._-]{3,30}$', 'play'),
  ('LINKEDIN', 'LinkedIn', 'https://www.linkedin.com/company/{usuario}', '^[A-Za-z0-9-]{2,100}$', 'briefcase'),
  ('WHATSAPP', 'WhatsApp', 'https://wa.me/{usuario}', '^[1-9][0-9]{6,14}$', 'message'),
  ('TELEGRAM', 'Telegram', 'https://t.me/{usuario}', '^[A-Za-z0-9_]{5,32}$', 'message'),
  ('THREADS', 'Threads', 'https://www.threads.net/@{usuario}', '^[A-Za-z0-9._]{1,30}$', 'message'),
  ('PINTEREST', 'Pinterest', 'https://www.pinterest.com/{usuario}', '^[A-Za-z0-9_]{3,30}$', 'camera'),
  ('SNAPCHAT', 'Snapchat', 'https://www.snapchat.com/add/{usuario}', '^[A-Za-z0-9._-]{3,15}$', 'camera'),
  ('SPOTIFY', 'Spotify', 'https://open.spotify.com/user/{usuario}', NULL, 'music'),
  ('TWITCH', 'Twitch', 'https://www.twitch.tv/{usuario}', '^[A-Za-z0-9_]{4,25}$', 'play')
) AS v (code, name, url_pattern, handle_regex, icon);

CALL create_catalogue('closing_probabilities', $$
  probability_pct numeric(7,4) NOT NULL CHECK (probability_pct BETWEEN 0 AND 100),
  result text NOT NULL DEFAULT 'open' CHECK (result IN ('open', 'won', 'lost', 'paused')),
  master_stage text NOT NULL DEFAULT 'prospecting'
    CHECK (master_stage IN ('prospecting', 'qualification', 'proposal', 'negotiation', 'commitment', 'closed')),
  stale_days integer CHECK (stale_days BETWEEN 1 AND 365),
  CONSTRAINT closing_probabilities_certain
    CHECK ((result <> 'won' OR probability_pct = 100) AND (result <> 'lost' OR probability_pct = 0))
$$);
CALL add_color('closing_probabilities');
INSERT INTO closing_probabilities (code, name, probability_pct, result, master_stage, stale_days, color, is_system, sort_order)
SELECT v.code, v.name, v.pct, v.result, v.stage, v.stale_days, v.color, v.is_system, (row_number() OVER ()) * 10
FROM (VALUES
  ('PROSPECTO', 'Prospecto', 10, 'open', 'prospecting', 15, 'slate', false),
  ('CALIFICACION', 'Calificación o brief', 25, 'open', 'qualification', 10, 'blue', false),
  ('PROPUESTA', 'Propuesta enviada', 50, 'open', 'proposal', 10, 'indigo', false),
  ('NEGOCIACION', 'Negociación', 70, 'open', 'negotiation', 7, 'purple', false),
  ('CIERRE-VERBAL', 'Cierre verbal o reserva', 90, 'open', 'commitment', 5, 'teal', false),
  ('GANADA', 'Ganada', 100, 'won', 'closed', NULL, 'green', true),
  ('PERDIDA', 'Perdida', 0, 'lost', 'closed', NULL, 'red', true),
  ('EN-PAUSA', 'En pausa', 5, 'paused', 'prospecting', NULL, 'amber', true)
) AS v (code, name, pct, result, stage, stale_days, color, is_system);

CALL create_catalogue('brands', $$
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  industry_id uuid REFERENCES industries ON DELETE RESTRICT,
  product_lines text[] NOT NULL DEFAULT '{}',
  logo uuid REFERENCES files ON DELETE RESTRICT
$$, 'client_id');

CALL create_catalogue('agency_groups');
INSERT INTO agency_groups (code, name, is_system, sort_order)
SELECT v.code, v.name, v.is_system, (row_number() OVER ()) * 10
FROM (VALUES
  ('INDEPENDIENTE', 'Independiente', true), ('WPP', 'WPP', false), ('OMNICOM', 'Omnicom', false), ('PUBLICIS', 'Publicis', false),
  ('IPG', 'IPG', false), ('DENTSU', 'Dentsu', false), ('HAVAS', 'Havas', false), ('RED-REGIONAL', 'Red regional', false),
  ('GRUPO-LOCAL', 'Grupo local', false)
) AS v (code, name, is_system);

CALL create_catalogue('agency_types');
INSERT INTO agency_types (code, name, sort_order)
SELECT v.code, v.name, (row_number() OVER ()) * 10
FROM (VALUES
  ('SERVICIO-COMPLETO', 'Agencia de publicidad (servicio completo)'), ('MEDIOS', 'Central o agencia de medios'),
  ('CREATIVA', 'Agencia creativa'), ('DIGITAL', 'Agencia digital o de performance'), ('BTL', 'Agencia BTL o de activaciones'),
  ('RRPP', 'Relaciones públicas'), ('IN-HOUSE', 'In-house'), ('FREELANCE', 'Freelance o broker'), ('PRODUCTORA', 'Productora')
) AS v (code, name);

CALL create_catalogue('agency_categories', $$
  min_amount numeric(18,2) CHECK (min_amount >= 0),
  max_amount numeric(18,2) CHECK (max_amount >= 0),
  currency_code text NOT NULL DEFAULT 'DOP' CHECK (currency_code IN (
    'DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  benefits text CHECK (char_length(benefits) <= 1000),
  CONSTRAINT agency_categories_amounts CHECK (min_amount <= max_amount)
$$);
CALL add_color('agency_categories');
INSERT INTO agency_categories (code, name, min_amount, max_amount, color, sort_order)
SELECT v.code, v.name, v.min_amount, v.max_amount, v.color, (row_number() OVER ()) * 10
FROM (VALUES
  ('A', 'A', 25000000, NULL, 'green'), ('B', 'B', 10000000, 25000000, 'blue'), ('C', 'C', 2000000, 10000000, 'slate'),
  ('D', 'D', NULL, 2000000, 'slate'), ('NUEVA', 'Nueva', NULL, NULL, 'teal')
) AS v (code, name, min_amount, max_amount, color);

-- Audiences -------------------------------------------------------------------------------------------------------

CALL create_catalogue('age_targets', $$
  age_from integer NOT NULL DEFAULT 0 CHECK (age_from BETWEEN 0 AND 120),
  age_to integer CHECK (age_to BETWEEN 0 AND 120),
  CONSTRAINT age_targets_ages CHECK (age_from <= age_to)
$$);
-- The bands from 18–20 on are those of the IAB Audience Taxonomy, for digital media.
INSERT INTO age_targets (code, name, age_from, age_to, sort_order)
SELECT v.code, v.name, v.age_from, v.age_to, (row_number() OVER ()) * 10
FROM (VALUES
  ('4-12', '4–12 Niños', 4, 12), ('13-17', '13–17 Adolescentes', 13, 17), ('18-24', '18–24', 18, 24), ('25-34', '25–34', 25, 34),
  ('35-44', '35–44', 35, 44), ('45-54', '45–54', 45, 54), ('55-64', '55–64', 55, 64), ('65+', '65+', 65, NULL),
  ('18-49', '18–49 Adulto comprador', 18, 49), ('25-54', '25–54', 25, 54), ('18+', '18+', 18, NULL), ('TODOS', 'Todos', 0, NULL),
  ('IAB-18-20', '18–20', 18, 20), ('IAB-21-24', '21–24', 21, 24), ('IAB-25-29', '25–29', 25, 29), ('IAB-30-34', '30–34', 30, 34),
  ('IAB-35-39', '35–39', 35, 39), ('IAB-40-44', '40–44', 40, 44), ('IAB-45-49', '45–49', 45, 49), ('IAB-50-54', '50–54', 50, 54),
  ('IAB-55-59', '55–59', 55, 59), ('IAB-60-64', '60–64', 60, 64), ('IAB-65-69', '65–69', 65, 69), ('IAB-70-74', '70–74', 70, 74),
  ('IAB-75+', '75+', 75, NULL)
) AS v (code, name, age_from, age_to);

CALL create_catalogue('gender_targets');
INSERT INTO gender_targets (code, name, is_system, sort_order)
SELECT v.code, v.name, v.is_system, (row_number() OVER ()) * 10
FROM (VALUES
  ('MUJERES', 'Mujeres', false), ('HOMBRES', 'Hombres', false), ('AMBOS', 'Ambos', true),
  ('OTRO', 'Otro o no binario', false), ('NO-ESPECIFICADO', 'No especificado', false)
) AS v (code, name, is_system);

CALL create_catalogue('nse_targets', $$
  points_from integer CHECK (points_from BETWEEN 0 AND 1000),
  points_to integer CHECK (points_to BETWEEN 0 AND 1000),
  country_id uuid REFERENCES countries ON DELETE RESTRICT,
  CONSTRAINT nse_targets_points CHECK (points_from <= points_to)
$$, 'country_id');
-- Points of the rule AMAI 2022 (Mexico).
INSERT INTO nse_targets (code, name, points_from, points_to, country_id, sort_order)
SELECT v.code, v.code, v.points_from, v.points_to, c.id, (row_number() OVER (ORDER BY v.place)) * 10
FROM countries c, (VALUES
  (1, 'A/B', 202, NULL), (2, 'C+', 168, 201), (3, 'C', 141, 167), (4, 'C-', 116, 140), (5, 'D+', 95, 115), (6, 'D', 48, 94), (7, 'E', 0, 47)
) AS v (place, code, points_from, points_to)
WHERE c.code = 'MX';

CALL create_catalogue('nse_profiles', $$
  income_from numeric(18,2) CHECK (income_from >= 0),
  income_to numeric(18,2) CHECK (income_to >= 0),
  currency_code text NOT NULL DEFAULT 'DOP' CHECK (currency_code IN (
    'DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  housing text CHECK (char_length(housing) <= 1000),
  habits text CHECK (char_length(habits) <= 1000),
  population_pct numeric(7,4) CHECK (population_pct BETWEEN 0 AND 100),
  country_id uuid REFERENCES countries ON DELETE RESTRICT,
  source text CHECK (char_length(source) <= 120),
  source_year integer CHECK (source_year BETWEEN 1990 AND 2100),
  CONSTRAINT nse_profiles_incomes CHECK (income_from <= income_to),
  CONSTRAINT nse_profiles_sourced CHECK (population_pct IS NULL OR (source IS NOT NULL AND source_year IS NOT NULL))
$$);
CALL create_link('nse_profile_nse_targets', 'nse_profiles', 'nse_profile_id', 'nse_targets', 'nse_target_id');
INSERT INTO nse_profiles (code, name, currency_code, housing, habits, population_pct, country_id, source, source_year, sort_order)
SELECT v.code, v.name, 'MXN', v.housing, v.habits, v.population_pct, c.id, v.source, v.source_year, (row_number() OVER (ORDER BY v.place)) * 10
FROM countries c, (VALUES
  (1, 'ABC+', 'ABC+ · Alto y medio alto', 'El 89 % de C+ tiene vehículo.',
    'El 82 % de los jefes de hogar A/B tiene estudios universitarios; tienen internet fijo el 98 % de A/B y el 91 % de C+.',
    16.9, 'AMAI, regla 2018 (El Financiero)', 2018),
  (2, 'C-TIPICO', 'C típico', NULL, 'Tienen internet fijo el 73 % de C y el 47 % de C-.', 27.6, 'AMAI, regla 2018 (El Financiero)', 2018),
  (3, 'D+', 'D+ · Medio bajo', NULL, 'El 19 % tiene internet fijo.', 15, 'AMAI, regla 2018 (El Financiero)', 2018),
  (4, 'DE', 'DE · Bajo', NULL, 'El 4 % de D tiene internet fijo; dedica el 46 % de su gasto a alimentos.', NULL, NULL, NULL),
  (5, 'MASIVO', 'Masivo', NULL, NULL, NULL, NULL, NULL),
  (6, 'TODOS', 'Todos', NULL, NULL, NULL, NULL, NULL)
) AS v (place, code, name, housing, habits, population_pct, source, source_year)
WHERE c.code = 'MX';
INSERT INTO nse_profile_nse_targets (nse_profile_id, nse_target_id)
SELECT p.id, t.id
FROM (VALUES
  ('ABC+', '{A/B,C+}'), ('C-TIPICO', '{C,C-}'), ('D+', '{D+}'), ('DE', '{D,E}'), ('MASIVO', '{C,C-,D+,D}'),
  ('TODOS', '{A/B,C+,C,C-,D+,D,E}')
) AS v (profile, targets)
JOIN nse_profiles p ON p.code = v.profile JOIN nse_targets t ON t.code = ANY (v.targets::text[]);

-- Inventory -------------------------------------------------------------------------------------------------------

CALL create_catalogue('inventory_categories', $$
  platform_id uuid NOT NULL REFERENCES platforms ON DELETE RESTRICT,
  parent_id uuid REFERENCES inventory_categories ON DELETE RESTRICT,
  capacity_unit text CHECK (capacity_unit IN (
    'spots', 'seconds', 'faces', 'impressions', 'sov_pct', 'modules', 'column_cm', 'pages', 'mentions', 'hours', 'days')),
  openooh_code text CHECK (openooh_code ~ '^[0-9]{1,6}$')
$$, 'platform_id, parent_id');
-- Codes of the OpenOOH venue taxonomy where there is one.
INSERT INTO inventory_categories (code, name, platform_id, capacity_unit, openooh_code, sort_order)
SELECT v.code, v.name, p.id, v.unit, v.openooh, (row_number() OVER (ORDER BY v.place)) * 10
FROM (VALUES
  (1, 'TV-CORTE', 'Corte comercial regular', 'TV', 'spots', NULL), (2, 'TV-ESTELAR', 'Corte estelar', 'TV', 'spots', NULL),
  (3, 'TV-PATROCINIO', 'Patrocinio de programa', 'TV', 'days', NULL), (4, 'TV-LBANNER', 'Superposición o L-banner', 'TV', 'spots', NULL),
  (5, 'TV-MENCION', 'Mención o integración', 'TV', 'mentions', NULL), (6, 'TV-INFOMERCIAL', 'Infomercial', 'TV', 'hours', NULL),
  (7, 'TV-TELETIENDA', 'Teletienda', 'TV', 'hours', NULL),
  (8, 'RADIO-TANDA', 'Tanda regular', 'RADIO', 'spots', NULL), (9, 'RADIO-PRIME', 'Tanda prime', 'RADIO', 'spots', NULL),
  (10, 'RADIO-MENCION', 'Mención en cabina', 'RADIO', 'mentions', NULL), (11, 'RADIO-PATROCINIO', 'Patrocinio de sección', 'RADIO', 'days', NULL),
  (12, 'RADIO-REMOTO', 'Control remoto', 'RADIO', 'hours', NULL), (13, 'RADIO-MICRO', 'Micro-espacio', 'RADIO', 'spots', NULL),
  (14, 'OOH-CARRETERA', 'Valla carretera', 'OOH', 'faces', '301'), (15, 'OOH-URBANA', 'Valla urbana', 'OOH', 'faces', '301'),
  (16, 'OOH-MUPI', 'Mupi o paleta', 'OOH', 'faces', '302'), (17, 'OOH-PARADA', 'Parada de autobús', 'OOH', 'faces', '303'),
  (18, 'OOH-PUENTE', 'Puente', 'OOH', 'faces', '301'), (19, 'OOH-MEGA', 'Mega o espectacular', 'OOH', 'faces', '304'),
  (20, 'OOH-MURO', 'Muro', 'OOH', 'faces', '3'), (21, 'DOOH-LED', 'Pantalla LED', 'DOOH', 'seconds', '3'),
  (22, 'OOH-TRANSP-EXT', 'Transporte exterior', 'OOH', 'faces', '306'), (23, 'OOH-TRANSP-INT', 'Transporte interior', 'OOH', 'faces', '1'),
  (24, 'OOH-AEROPUERTO', 'Aeropuerto', 'OOH', 'faces', '1'), (25, 'OOH-CENTRO-COM', 'Centro comercial', 'OOH', 'faces', '2'),
  (26, 'PRENSA-PORTADA', 'Portada', 'PRENSA', 'modules', NULL), (27, 'PRENSA-IMPAR', 'Página impar', 'PRENSA', 'pages', NULL),
  (28, 'PRENSA-PAR', 'Página par', 'PRENSA', 'pages', NULL), (29, 'PRENSA-CONTRA', 'Contraportada', 'PRENSA', 'pages', NULL),
  (30, 'PRENSA-ENCARTE', 'Encarte', 'PRENSA', 'pages', NULL), (31, 'PRENSA-CLASIFICADO', 'Clasificado', 'PRENSA', 'column_cm', NULL),
  (32, 'PRENSA-PUBLIRREP', 'Publirreportaje', 'PRENSA', 'pages', NULL),
  (33, 'DIG-DISPLAY', 'Display', 'DIGITAL', 'impressions', NULL), (34, 'DIG-VIDEO', 'Video', 'DIGITAL', 'impressions', NULL),
  (35, 'DIG-NATIVO', 'Nativo', 'DIGITAL', 'impressions', NULL), (36, 'DIG-TAKEOVER', 'Home takeover', 'DIGITAL', 'days', NULL),
  (37, 'DIG-NEWSLETTER', 'Newsletter', 'CORREO', 'impressions', NULL), (38, 'DIG-PUSH', 'Push', 'DIGITAL', 'impressions', NULL),
  (39, 'DIG-REDES', 'Redes', 'REDES', 'impressions', NULL),
  (40, 'EVENTO', 'Evento', 'EVENTOS', 'days', NULL), (41, 'STAND', 'Stand', 'EVENTOS', 'days', NULL),
  (42, 'PRODUCCION', 'Producción', 'PRODUCCION', 'hours', NULL)
) AS v (place, code, name, platform, unit, openooh) JOIN platforms p ON p.code = v.platform;

CALL create_catalogue('ad_articles', $$
  platform_id uuid NOT NULL REFERENCES platforms ON DELETE RESTRICT,
  unit text NOT NULL DEFAULT 'unit' CHECK (unit IN (
    'spot', 'mention', 'hour', 'unit', 'face_month', 'face_fortnight', 'week', 'month', 'day', 'page', 'module', 'column_cm',
    'thousand', 'cpm', 'post', 'send', 'episode', 'showing', 'square_meter', 'service')),
  duration_sec integer CHECK (duration_sec BETWEEN 1 AND 7200),
  duration_factor numeric(18,4) CHECK (duration_factor BETWEEN 0 AND 100),
  size text CHECK (char_length(size) <= 40),
  is_commissionable boolean NOT NULL DEFAULT true,
  is_taxable boolean NOT NULL DEFAULT true
$$, 'platform_id');
INSERT INTO ad_articles (code, name, platform_id, unit, duration_sec, duration_factor, size, is_commissionable, sort_order)
SELECT p.prefix || v.code, v.name, p.id, v.unit, v.seconds, v.factor, v.size, v.commissionable, (row_number() OVER (ORDER BY v.place, p.prefix DESC)) * 10
FROM (VALUES
  (1, 'CUNA-10', 'Cuña 10 s', '{TV,RADIO}', 'spot', 10, 0.50, NULL, true), (2, 'CUNA-15', 'Cuña 15 s', '{TV,RADIO}', 'spot', 15, 0.65, NULL, true),
  (3, 'CUNA-20', 'Cuña 20 s', '{TV,RADIO}', 'spot', 20, 0.75, NULL, true), (4, 'CUNA-30', 'Cuña 30 s', '{TV,RADIO}', 'spot', 30, 1.00, NULL, true),
  (5, 'CUNA-45', 'Cuña 45 s', '{TV,RADIO}', 'spot', 45, 1.50, NULL, true), (6, 'CUNA-60', 'Cuña 60 s', '{TV,RADIO}', 'spot', 60, 2.00, NULL, true),
  (7, 'MENCION', 'Mención en vivo', '{TV,RADIO}', 'mention', 30, NULL, NULL, true),
  (8, 'PATROCINIO', 'Patrocinio apertura o cierre', '{TV,RADIO}', 'spot', 10, NULL, NULL, true),
  (9, 'BUMPER', 'Bumper 5 s', '{TV}', 'spot', 5, NULL, NULL, true), (10, 'SUPERPOSICION', 'Superposición 10 s', '{TV}', 'spot', 10, NULL, NULL, true),
  (11, 'RAFAGA', 'Ráfaga 5–10 s', '{RADIO}', 'spot', 10, NULL, NULL, true), (12, 'MICRO', 'Micro-espacio', '{TV,RADIO}', 'spot', 180, NULL, NULL, true),
  (13, 'INFOMERCIAL', 'Infomercial 30 min', '{TV}', 'unit', 1800, NULL, NULL, true),
  (14, 'REMOTO', 'Control remoto', '{RADIO}', 'hour', 3600, NULL, NULL, true),
  (15, 'INTEGRACION', 'Integración de producto', '{TV,RADIO}', 'unit', NULL, NULL, NULL, true),
  (16, 'VALLA', 'Valla estática', '{OOH}', 'face_month', NULL, NULL, NULL, true), (17, 'MUPI', 'Mupi', '{OOH}', 'face_fortnight', NULL, NULL, NULL, true),
  (18, 'LED-10', 'Pantalla LED, espacio 10 s', '{DOOH}', 'week', 10, NULL, NULL, true), (19, 'BUS', 'Bus completo', '{OOH}', 'month', NULL, NULL, NULL, true),
  (20, 'LONA', 'Impresión lona', '{OOH}', 'square_meter', NULL, NULL, NULL, false), (21, 'INSTALACION', 'Instalación', '{OOH}', 'service', NULL, NULL, NULL, false),
  (22, 'PAGINA', 'Página completa', '{PRENSA}', 'page', NULL, NULL, NULL, true), (23, 'MEDIA-PAGINA', 'Media página', '{PRENSA}', 'page', NULL, NULL, NULL, true),
  (24, 'CUARTO', 'Cuarto de página', '{PRENSA}', 'page', NULL, NULL, NULL, true), (25, 'ROBAPAGINA', 'Robapágina', '{PRENSA}', 'page', NULL, NULL, NULL, true),
  (26, 'COL-CM', 'Columna por centímetro', '{PRENSA}', 'column_cm', NULL, NULL, NULL, true), (27, 'ENCARTE', 'Encarte', '{PRENSA}', 'thousand', NULL, NULL, NULL, true),
  (28, 'PUBLIRREPORTAJE', 'Publirreportaje', '{PRENSA}', 'page', NULL, NULL, NULL, true),
  (29, 'BANNER-300X250', 'Banner 300×250', '{DIGITAL}', 'cpm', NULL, NULL, '300×250', true), (30, 'BANNER-728X90', 'Banner 728×90', '{DIGITAL}', 'cpm', NULL, NULL, '728×90', true),
  (31, 'BANNER-970X250', 'Banner 970×250', '{DIGITAL}', 'cpm', NULL, NULL, '970×250', true), (32, 'BANNER-320X50', 'Banner 320×50', '{DIGITAL}', 'cpm', NULL, NULL, '320×50', true),
  (33, 'BANNER-300X600', 'Banner 300×600', '{DIGITAL}', 'cpm', NULL, NULL, '300×600', true), (34, 'PREROLL-15', 'Pre-roll 15 s', '{DIGITAL}', 'cpm', 15, NULL, NULL, true),
  (35, 'TAKEOVER', 'Home takeover', '{DIGITAL}', 'day', NULL, NULL, NULL, true), (36, 'NOTA', 'Nota patrocinada', '{DIGITAL}', 'unit', NULL, NULL, NULL, true),
  (37, 'POST', 'Post, story o reel', '{REDES}', 'post', NULL, NULL, NULL, true), (38, 'NEWSLETTER', 'Newsletter', '{CORREO}', 'send', NULL, NULL, NULL, true),
  (39, 'HOST-READ', 'Podcast host-read', '{PODCAST}', 'episode', NULL, NULL, NULL, true),
  (40, 'PROD-CUNA', 'Producción de cuña radio', '{PRODUCCION}', 'service', NULL, NULL, NULL, false), (41, 'PROD-SPOT', 'Producción spot TV', '{PRODUCCION}', 'service', NULL, NULL, NULL, false),
  (42, 'DISENO', 'Diseño de arte', '{PRODUCCION}', 'service', NULL, NULL, NULL, false), (43, 'LOCUCION', 'Locución', '{PRODUCCION}', 'service', NULL, NULL, NULL, false),
  (44, 'COBERTURA', 'Cobertura de evento', '{PRODUCCION}', 'service', NULL, NULL, NULL, false)
) AS v (place, code, name, platforms, unit, seconds, factor, size, commissionable)
-- What television and radio both sell has the medium in its code.
JOIN LATERAL (
  SELECT p.id, CASE WHEN p.code IN ('TV', 'RADIO') THEN p.code || '-' ELSE '' END AS prefix
  FROM platforms p WHERE p.code = ANY (v.platforms::text[])) AS p ON true;

CALL create_catalogue('ad_classifications', $$
  is_billable boolean NOT NULL DEFAULT true,
  counts_for_goal boolean NOT NULL DEFAULT true,
  counts_capacity boolean NOT NULL DEFAULT true,
  needs_approval boolean NOT NULL DEFAULT false,
  priority integer NOT NULL DEFAULT 5 CHECK (priority BETWEEN 1 AND 10)
$$);
CALL add_color('ad_classifications');
INSERT INTO ad_classifications (code, name, is_billable, counts_for_goal, counts_capacity, needs_approval, priority, color, is_system, sort_order, description)
SELECT v.code, v.name, v.bill, v.goal, v.capacity, v.approval, v.priority, v.color, v.is_system, (row_number() OVER ()) * 10, v.description
FROM (VALUES
  ('PAGADA', 'Pagada', true, true, true, false, 3, 'green', true, NULL),
  ('BONIFICADA', 'Bonificada', false, false, true, true, 5, 'teal', true, 'Pide aprobación por encima del porcentaje de la configuración.'),
  ('CANJE', 'Canje o intercambio', true, false, true, true, 4, 'amber', true, 'Se factura sin efectivo; que cuente para la meta es opcional.'),
  ('CORTESIA', 'Cortesía', false, false, true, true, 8, 'slate', false, NULL),
  ('SERVICIO-SOCIAL', 'Servicio social o público', false, false, true, false, 6, 'blue', false, NULL),
  ('OFICIAL', 'Oficial o electoral', false, false, true, false, 1, 'red', false, 'Tiempos del Estado y de la autoridad electoral: van primero.'),
  ('POLITICA', 'Política', true, true, true, true, 3, 'purple', false, 'Se paga antes de salir y tiene tarifa propia.'),
  ('INSTITUCIONAL', 'Institucional o autopromoción', false, false, false, false, 10, 'slate', false, 'Llena lo que no se vendió.'),
  ('COMPENSACION', 'Compensación', false, false, true, false, 2, 'orange', true, 'Repone lo que no se emitió.'),
  ('PATROCINIO', 'Patrocinio', true, true, true, false, 2, 'indigo', false, NULL),
  ('PRUEBA', 'Prueba o demo', false, false, false, true, 9, 'pink', false, NULL)
) AS v (code, name, bill, goal, capacity, approval, priority, color, is_system, description);

CALL create_catalogue('consumption_types', $$
  schedule_mode text NOT NULL DEFAULT 'scheduled' CHECK (schedule_mode IN ('scheduled', 'pool', 'on_demand')),
  billing_mode text NOT NULL DEFAULT 'on_schedule'
    CHECK (billing_mode IN ('on_schedule', 'on_consumption', 'monthly', 'upfront')),
  expires boolean NOT NULL DEFAULT false
$$);
INSERT INTO consumption_types (code, name, schedule_mode, billing_mode, expires, is_system, sort_order)
SELECT v.code, v.name, v.schedule_mode, v.billing_mode, v.expires, v.is_system, (row_number() OVER ()) * 10
FROM (VALUES
  ('CALENDARIZADO', 'Calendarizado (fechas fijas)', 'scheduled', 'on_schedule', false, true),
  ('BOLSA-UNIDADES', 'Bolsa de unidades', 'pool', 'upfront', true, false),
  ('BOLSA-DINERO', 'Bolsa de dinero (consumo por tarifa)', 'pool', 'on_consumption', true, false),
  ('MENSUAL', 'Mensual recurrente', 'scheduled', 'monthly', false, false),
  ('DEMANDA', 'Por demanda (al pedir)', 'on_demand', 'on_consumption', false, false),
  ('RENDIMIENTO', 'Por rendimiento (CPM o CPC entregado)', 'on_demand', 'on_consumption', false, false),
  ('ANUAL-METAS', 'Anual con metas (rappel)', 'pool', 'monthly', true, false)
) AS v (code, name, schedule_mode, billing_mode, expires, is_system);

CALL create_catalogue('programs', $$
  subdivision_id uuid NOT NULL REFERENCES subdivisions ON DELETE RESTRICT,
  genre text NOT NULL DEFAULT 'entertainment' CHECK (genre IN (
    'news', 'politics', 'sports', 'entertainment', 'fiction', 'movies', 'music', 'food', 'family', 'kids', 'education', 'business',
    'health', 'religion', 'travel', 'other')),
  host text CHECK (char_length(host) <= 120),
  run_type text NOT NULL DEFAULT 'regular' CHECK (run_type IN ('premiere', 'regular', 'rerun')),
  consumption_mode text NOT NULL DEFAULT 'live' CHECK (consumption_mode IN ('live', 'on_demand', 'both')),
  is_live boolean NOT NULL DEFAULT false,
  rating numeric(18,2) CHECK (rating BETWEEN 0 AND 100),
  age_rating text CHECK (age_rating IN ('all', '7', '12', '16', '18')),
  valid daterange CHECK (NOT isempty(valid))
$$, 'subdivision_id');
CALL create_link('program_restricted_industries', 'programs', 'program_id', 'industries', 'restricted_industry_id');
INSERT INTO programs (code, name, subdivision_id, genre, is_live, age_rating, sort_order)
SELECT v.code, v.name, s.id, v.genre, v.is_live, v.age_rating, (row_number() OVER (ORDER BY v.place)) * 10
FROM (VALUES
  (1, 'NOTICIERO-MATINAL', 'Noticiero Matinal', 'CANAL-1', 'news', true, 'all'),
  (2, 'NOTICIERO-ESTELAR', 'Noticiero Estelar', 'CANAL-1', 'news', true, 'all'),
  (3, 'HABLAN-DEPORTES', 'Hablan los Deportes', 'CANAL-1', 'sports', true, 'all'),
  (4, 'COCINA-EN-CASA', 'Cocina en Casa', 'CANAL-1', 'food', false, 'all'),
  (5, 'NOVELA-8', 'La Novela de las 8', 'CANAL-1', 'fiction', false, '12'),
  (6, 'SABADO-FAMILIA', 'Sábado en Familia', 'CANAL-1', 'family', true, 'all'),
  (7, 'OPINION-PUBLICA', 'Opinión Pública', 'FM-1', 'politics', true, 'all'),
  (8, 'TARDE-MUSICAL', 'Tarde Musical', 'FM-1', 'music', true, 'all'),
  (9, 'NOCHE-CINE', 'Noche de Cine', 'CANAL-HD', 'movies', false, '16'),
  (10, 'INFANTIL', 'Infantil', 'CANAL-HD', 'kids', false, 'all')
) AS v (place, code, name, subdivision, genre, is_live, age_rating) JOIN subdivisions s ON s.code = v.subdivision;
INSERT INTO program_restricted_industries (program_id, restricted_industry_id)
SELECT p.id, i.id FROM programs p, industries i
WHERE p.code = 'INFANTIL' AND (i.regulated <> 'none' OR i.code IN ('1001', '1049', '1519', '1576'));

CALL create_catalogue('schedules', $$
  starts time NOT NULL,
  ends time NOT NULL,
  days text[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}' CHECK (cardinality(days) > 0 AND days <@ '{1,2,3,4,5,6,7}'),
  program_id uuid REFERENCES programs ON DELETE RESTRICT
$$, 'program_id');
INSERT INTO schedules (code, name, starts, ends, sort_order)
SELECT 'B' || to_char(starts, 'HH24MI'), to_char(starts, 'HH24:MI') || '–' || to_char(starts + interval '30 minutes', 'HH24:MI'),
  starts, starts + interval '30 minutes', n * 10 + 10
FROM (SELECT n, time '00:00' + n * interval '30 minutes' AS starts FROM generate_series(0, 47) AS n) AS blocks;
INSERT INTO schedules (code, name, starts, ends, days, program_id, sort_order)
SELECT v.code, v.name, v.starts::time, v.ends::time, v.days::text[], (SELECT id FROM programs p WHERE p.code = v.program), 490 + v.place * 10
FROM (VALUES
  (1, 'NOTICIERO-MANANA', 'Noticiero mañana', '06:00', '07:30', '{1,2,3,4,5}', 'NOTICIERO-MATINAL'),
  (2, 'NOTICIERO-MEDIODIA', 'Noticiero mediodía', '12:00', '13:00', '{1,2,3,4,5}', NULL),
  (3, 'NOTICIERO-ESTELAR', 'Noticiero estelar', '19:00', '20:00', '{1,2,3,4,5}', 'NOTICIERO-ESTELAR'),
  (4, 'NOVELA', 'Novela', '20:00', '21:00', '{1,2,3,4,5}', 'NOVELA-8'),
  (5, 'SABADO-FAMILIAR', 'Sábado familiar', '14:00', '18:00', '{6}', 'SABADO-FAMILIA'),
  (6, 'MISA-DOMINGO', 'Misa del domingo', '08:00', '09:00', '{7}', NULL)
) AS v (place, code, name, starts, ends, days, program);

CALL create_catalogue('time_slots', $$
  platform_id uuid NOT NULL REFERENCES platforms ON DELETE RESTRICT,
  starts time NOT NULL,
  ends time NOT NULL,
  days text[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}' CHECK (cardinality(days) > 0 AND days <@ '{1,2,3,4,5,6,7}'),
  is_prime boolean NOT NULL DEFAULT false,
  is_rotating boolean NOT NULL DEFAULT false,
  price_factor numeric(18,4) NOT NULL DEFAULT 1 CHECK (price_factor BETWEEN 0 AND 100),
  week int4multirange GENERATED ALWAYS AS (week_minutes(days, starts, ends)) STORED
$$, 'platform_id');
CALL add_color('time_slots');
-- Two dayparts of a platform share no minute of the week. A rotating one is sold besides them.
ALTER TABLE time_slots ADD CONSTRAINT time_slots_no_overlap EXCLUDE USING gist (platform_id WITH =, week WITH &&)
  WHERE (is_active AND NOT is_rotating AND archived_at IS NULL);
INSERT INTO time_slots (code, name, platform_id, starts, ends, is_prime, is_rotating, price_factor, sort_order)
SELECT v.platform || '-' || v.code, v.name, p.id, v.starts::time, v.ends::time, v.prime, v.rotating, v.factor, (row_number() OVER (ORDER BY v.place)) * 10
FROM (VALUES
  (1, 'TV', 'MADRUGADA', 'Madrugada', '00:00', '06:00', false, false, 0.30), (2, 'TV', 'DESPERTADOR', 'Despertador', '06:00', '09:00', false, false, 0.70),
  (3, 'TV', 'MANANA', 'Mañana', '09:00', '12:00', false, false, 0.60), (4, 'TV', 'MEDIODIA', 'Mediodía', '12:00', '14:00', false, false, 0.90),
  (5, 'TV', 'TARDE', 'Tarde', '14:00', '18:00', false, false, 0.70), (6, 'TV', 'ACCESO', 'Acceso a estelar', '18:00', '19:00', false, false, 1.00),
  (7, 'TV', 'ESTELAR', 'Estelar', '19:00', '22:00', true, false, 1.60), (8, 'TV', 'NOCHE', 'Noche', '22:00', '00:00', false, false, 0.90),
  (9, 'RADIO', 'MADRUGADA', 'Madrugada', '00:00', '06:00', false, false, 0.30), (10, 'RADIO', 'DESPERTADOR', 'Despertador', '06:00', '09:00', true, false, 1.50),
  (11, 'RADIO', 'MANANA', 'Mañana', '09:00', '12:00', false, false, 1.10), (12, 'RADIO', 'MEDIODIA', 'Mediodía', '12:00', '14:00', false, false, 1.00),
  (13, 'RADIO', 'TARDE', 'Tarde', '14:00', '17:00', false, false, 0.80), (14, 'RADIO', 'RETORNO', 'Retorno', '17:00', '20:00', true, false, 1.30),
  (15, 'RADIO', 'NOCHE', 'Noche', '20:00', '00:00', false, false, 0.60), (16, 'RADIO', 'ROTATIVO', 'Rotativo', '06:00', '00:00', false, true, 0.75),
  (17, 'DOOH', 'MANANA-PICO', 'Mañana pico', '07:00', '10:00', true, false, 1.00), (18, 'DOOH', 'VALLE', 'Valle', '10:00', '16:00', false, false, 1.00),
  (19, 'DOOH', 'TARDE-PICO', 'Tarde pico', '16:00', '20:00', true, false, 1.00), (20, 'DOOH', 'NOCHE', 'Noche', '20:00', '00:00', false, false, 1.00),
  (21, 'DOOH', '24H', '24 horas', '00:00', '00:00', false, true, 1.00), (22, 'DIGITAL', 'TODO-EL-DIA', 'Todo el día', '00:00', '00:00', false, false, 1.00)
) AS v (place, platform, code, name, starts, ends, prime, rotating, factor) JOIN platforms p ON p.code = v.platform;

-- Finance ---------------------------------------------------------------------------------------------------------

CALL create_catalogue('gl_accounts', $$
  nature text NOT NULL DEFAULT 'income' CHECK (nature IN ('asset', 'liability', 'equity', 'income', 'cost', 'expense')),
  parent_id uuid REFERENCES gl_accounts ON DELETE RESTRICT,
  is_postable boolean NOT NULL DEFAULT true,
  company_id uuid REFERENCES companies ON DELETE RESTRICT,
  CONSTRAINT gl_accounts_code_form CHECK (code ~ '^[0-9][0-9.-]*$')
$$, 'company_id, parent_id');

-- Entries go to the leaves: an account that others belong to takes none. The parent is locked, so that of two changes
-- that would break this together one waits for the other.
CREATE FUNCTION gl_accounts_check_postable() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  parent_takes_entries boolean;
BEGIN
  IF NEW.parent_id IS NOT NULL THEN
    SELECT is_postable INTO parent_takes_entries FROM gl_accounts WHERE id = NEW.parent_id FOR NO KEY UPDATE;
    IF parent_takes_entries THEN
      RAISE EXCEPTION 'gl_accounts % takes entries', NEW.parent_id USING ERRCODE = '23514', CONSTRAINT = 'gl_accounts_parent_groups';
    END IF;
  END IF;
  IF NEW.is_postable AND EXISTS (SELECT FROM gl_accounts WHERE parent_id = NEW.id) THEN
    RAISE EXCEPTION 'gl_accounts % has accounts below', NEW.code USING ERRCODE = '23514', CONSTRAINT = 'gl_accounts_group_no_entries';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_postable BEFORE INSERT OR UPDATE OF parent_id, is_postable ON gl_accounts
  FOR EACH ROW EXECUTE FUNCTION gl_accounts_check_postable();

-- A model chart, to be replaced by the customer's.
INSERT INTO gl_accounts (code, name, nature, is_postable, sort_order)
SELECT v.code, v.name, v.nature, v.code ~ '^\d\.\d\.\d\d$', v.place * 10
FROM (VALUES
  (1, '1', 'Activo', 'asset'), (2, '1.1', 'Activo corriente', 'asset'), (3, '1.1.01', 'Caja y bancos', 'asset'), (4, '1.1.02', 'Cuentas por cobrar clientes', 'asset'),
  (5, '1.1.03', 'Cuentas por cobrar agencias', 'asset'), (6, '1.1.04', 'Cuentas por cobrar canje', 'asset'), (7, '1.1.05', 'ITBIS adelantado', 'asset'),
  (8, '1.1.06', 'Retenciones por compensar', 'asset'),
  (9, '2', 'Pasivo', 'liability'), (10, '2.1', 'Pasivo corriente', 'liability'), (11, '2.1.01', 'ITBIS por pagar', 'liability'),
  (12, '2.1.02', 'Comisiones agencia por pagar', 'liability'), (13, '2.1.03', 'Comisiones ejecutivos por pagar', 'liability'),
  (14, '2.1.04', 'Anticipos de clientes', 'liability'), (15, '2.1.05', 'Ingresos diferidos', 'liability'),
  (16, '4', 'Ingresos', 'income'), (17, '4.1', 'Ingresos por publicidad', 'income'), (18, '4.1.01', 'Ingresos TV', 'income'), (19, '4.1.02', 'Ingresos radio', 'income'),
  (20, '4.1.03', 'Ingresos prensa', 'income'), (21, '4.1.04', 'Ingresos digital', 'income'), (22, '4.1.05', 'Ingresos exterior', 'income'),
  (23, '4.1.06', 'Ingresos eventos', 'income'), (24, '4.1.07', 'Ingresos producción', 'income'), (25, '4.1.08', 'Ingresos canje', 'income'),
  (26, '4.9', 'Menos ingresos', 'income'), (27, '4.9.01', 'Descuentos y bonificaciones', 'income'), (28, '4.9.02', 'Descuento de agencia', 'income'),
  (29, '5', 'Costos y gastos', 'expense'), (30, '5.1', 'Costos y gastos de venta', 'expense'), (31, '5.1.01', 'Comisión agencia', 'expense'),
  (32, '5.1.02', 'Comisión ventas', 'expense'), (33, '5.1.03', 'Instalación OOH', 'cost'), (34, '5.1.04', 'Incobrables', 'expense')
) AS v (place, code, name, nature);
UPDATE gl_accounts a SET parent_id = p.id FROM gl_accounts p WHERE a.code LIKE '%.%' AND p.code = regexp_replace(a.code, '\.[^.]*$', '');

CALL create_catalogue('commission_types', $$
  beneficiary text NOT NULL DEFAULT 'agency' CHECK (beneficiary IN ('agency', 'sales_rep', 'referrer', 'intermediary')),
  base text NOT NULL DEFAULT 'net' CHECK (base IN ('gross', 'net', 'collected')),
  default_pct numeric(7,4) NOT NULL DEFAULT 0 CHECK (default_pct BETWEEN 0 AND 100),
  accrual text NOT NULL DEFAULT 'payment' CHECK (accrual IN ('invoice', 'payment')),
  is_one_time boolean NOT NULL DEFAULT false,
  tiers jsonb CHECK (jsonb_typeof(tiers) = 'array'),
  gl_account_id uuid REFERENCES gl_accounts ON DELETE RESTRICT,
  valid daterange CHECK (NOT isempty(valid))
$$);
INSERT INTO commission_types (code, name, beneficiary, base, default_pct, accrual, is_one_time, tiers, gl_account_id, is_system, sort_order)
SELECT v.code, v.name, v.beneficiary, v.base, v.pct, v.accrual, v.one_time, v.tiers::jsonb, a.id, v.is_system, v.place * 10
FROM (VALUES
  (1, 'AGENCIA-15', 'Comisión de agencia', 'agency', 'net', 15, 'payment', false, NULL, '5.1.01', true),
  (2, 'DESCUENTO-15', 'Descuento de agencia en factura', 'agency', 'gross', 15, 'invoice', false, NULL, '4.9.02', true),
  (3, 'AGENCIA-DIGITAL', 'Agencia digital', 'agency', 'net', 10, 'payment', false, NULL, '5.1.01', false),
  (4, 'VOLUMEN', 'Bonificación por volumen', 'agency', 'collected', 0, 'payment', false,
    '[{"from": "5000000.00", "pct": "1.0000"}, {"from": "10000000.00", "pct": "2.0000"}, {"from": "25000000.00", "pct": "3.0000"}]', '4.9.01', false),
  (5, 'EJECUTIVO-DIRECTA', 'Comisión ejecutivo, venta directa', 'sales_rep', 'collected', 5, 'payment', false, NULL, '5.1.02', false),
  (6, 'EJECUTIVO-AGENCIA', 'Comisión ejecutivo con agencia', 'sales_rep', 'collected', 3, 'payment', false, NULL, '5.1.02', false),
  (7, 'GERENCIA', 'Comisión gerencia', 'sales_rep', 'collected', 1, 'payment', false, NULL, '5.1.02', false),
  (8, 'REFERIDO', 'Comisión por referido', 'referrer', 'collected', 5, 'payment', true, NULL, '5.1.02', false),
  (9, 'INTERMEDIARIO', 'Intermediario o freelance', 'intermediary', 'collected', 10, 'payment', false, NULL, '5.1.02', false),
  (10, 'SIN-COMISION', 'Sin comisión', 'sales_rep', 'net', 0, 'payment', false, NULL, NULL, false)
) AS v (place, code, name, beneficiary, base, pct, accrual, one_time, tiers, account, is_system)
LEFT JOIN gl_accounts a ON a.code = v.account;

-- What is merged or counted where no screen has a definition of it is called by this name.
COMMENT ON TABLE contacts IS 'Contactos';
