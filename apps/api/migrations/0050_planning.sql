-- Planning: budgets of sales by company, budgets of clients, goals of sellers. Amounts are by month, in twelve columns.

SELECT set_config('pauta.request', 'migration:0050', true), set_config('pauta.reason', 'Presupuestos y metas', true);

-- Sales budgets ------------------------------------------------------------------------------------------------------

CREATE TABLE sales_budgets (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  fiscal_year integer NOT NULL CHECK (fiscal_year BETWEEN 2000 AND 2100),
  version integer NOT NULL,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'in_review', 'approved', 'superseded')),
  approved_by_id uuid REFERENCES users ON DELETE RESTRICT,
  approved_at timestamptz,
  notes text CHECK (char_length(notes) <= 4000),
  m01 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m01 >= 0),
  m02 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m02 >= 0),
  m03 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m03 >= 0),
  m04 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m04 >= 0),
  m05 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m05 >= 0),
  m06 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m06 >= 0),
  m07 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m07 >= 0),
  m08 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m08 >= 0),
  m09 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m09 >= 0),
  m10 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m10 >= 0),
  m11 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m11 >= 0),
  m12 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m12 >= 0),
  total numeric(18,2) NOT NULL DEFAULT 0 CHECK (total >= 0),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT sales_budgets_approval CHECK (status NOT IN ('approved', 'superseded') OR approved_at IS NOT NULL)
);

-- Versions are counted by company and year; one of them is approved.
CREATE UNIQUE INDEX sales_budgets_version ON sales_budgets (company_id, fiscal_year, version);
CREATE UNIQUE INDEX sales_budgets_one_approved ON sales_budgets (company_id, fiscal_year) WHERE status = 'approved';
CREATE INDEX sales_budgets_by_name ON sales_budgets ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX sales_budgets_by_fiscal_year ON sales_budgets (fiscal_year, id) WHERE archived_at IS NULL;
CREATE INDEX sales_budgets_by_version ON sales_budgets (version, id) WHERE archived_at IS NULL;
CREATE INDEX sales_budgets_by_total ON sales_budgets (total, id) WHERE archived_at IS NULL;
CREATE INDEX sales_budgets_by_created_at ON sales_budgets (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX sales_budgets_by_updated_at ON sales_budgets (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX sales_budgets_company_id ON sales_budgets (company_id, fiscal_year, id);
CREATE INDEX sales_budgets_currency_code ON sales_budgets (currency_code, fiscal_year, id);
CREATE INDEX sales_budgets_status ON sales_budgets (status, fiscal_year, id);
CREATE INDEX sales_budgets_approved_by_id ON sales_budgets (approved_by_id) WHERE approved_by_id IS NOT NULL;

CALL make_searchable('sales_budgets', 'name');
CALL track('sales_budgets', unnoticed => '{search_text}');
CALL free_when_withdrawn('sales_budgets');
CALL restrict_app('sales_budgets', 'SELECT, INSERT, UPDATE');

CALL make_document('sales_budgets', 'status', '{"approved","superseded"}', '{"notes"}');
CREATE TABLE sales_budget_lines (
  id uuid PRIMARY KEY,
  sales_budget_id uuid NOT NULL REFERENCES sales_budgets ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 120),
  platform_id uuid REFERENCES platforms ON DELETE RESTRICT,
  division_id uuid REFERENCES divisions ON DELETE RESTRICT,
  subdivision_id uuid REFERENCES subdivisions ON DELETE RESTRICT,
  inventory_category_id uuid REFERENCES inventory_categories ON DELETE RESTRICT,
  ad_classification_id uuid REFERENCES ad_classifications ON DELETE RESTRICT,
  m01 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m01 >= 0),
  m02 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m02 >= 0),
  m03 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m03 >= 0),
  m04 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m04 >= 0),
  m05 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m05 >= 0),
  m06 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m06 >= 0),
  m07 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m07 >= 0),
  m08 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m08 >= 0),
  m09 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m09 >= 0),
  m10 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m10 >= 0),
  m11 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m11 >= 0),
  m12 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m12 >= 0),
  total numeric(18,2) NOT NULL DEFAULT 0 CHECK (total >= 0)
);
CREATE INDEX sales_budget_lines_sales_budget_id_position ON sales_budget_lines (sales_budget_id, position, id);
CREATE INDEX sales_budget_lines_platform_id ON sales_budget_lines (platform_id);
CREATE INDEX sales_budget_lines_division_id ON sales_budget_lines (division_id);
CREATE INDEX sales_budget_lines_subdivision_id ON sales_budget_lines (subdivision_id);
CREATE INDEX sales_budget_lines_inventory_category_id ON sales_budget_lines (inventory_category_id);
CREATE INDEX sales_budget_lines_ad_classification_id ON sales_budget_lines (ad_classification_id);
CALL make_lines('sales_budget_lines', 'sales_budgets', 'sales_budget_id', 'status', '{"approved","superseded"}', '{}');
CALL prove_totals('sales_budgets', ARRAY[
  ['m01', 'sales_budget_lines', 'sales_budget_id', 'm01'],
  ['m02', 'sales_budget_lines', 'sales_budget_id', 'm02'],
  ['m03', 'sales_budget_lines', 'sales_budget_id', 'm03'],
  ['m04', 'sales_budget_lines', 'sales_budget_id', 'm04'],
  ['m05', 'sales_budget_lines', 'sales_budget_id', 'm05'],
  ['m06', 'sales_budget_lines', 'sales_budget_id', 'm06'],
  ['m07', 'sales_budget_lines', 'sales_budget_id', 'm07'],
  ['m08', 'sales_budget_lines', 'sales_budget_id', 'm08'],
  ['m09', 'sales_budget_lines', 'sales_budget_id', 'm09'],
  ['m10', 'sales_budget_lines', 'sales_budget_id', 'm10'],
  ['m11', 'sales_budget_lines', 'sales_budget_id', 'm11'],
  ['m12', 'sales_budget_lines', 'sales_budget_id', 'm12'],
  ['total', 'sales_budget_lines', 'sales_budget_id', 'total']]);

CREATE FUNCTION sales_budgets_count_version() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Versions that are created at once get different numbers.
  PERFORM pg_advisory_xact_lock(hashtextextended('sales_budget/' || NEW.company_id || '/' || NEW.fiscal_year, 0));
  NEW.version := (
    SELECT coalesce(max(version), 0) + 1 FROM sales_budgets
    WHERE company_id = NEW.company_id AND fiscal_year = NEW.fiscal_year);
  RETURN NEW;
END
$$;
CREATE TRIGGER count_version BEFORE INSERT ON sales_budgets
  FOR EACH ROW EXECUTE FUNCTION sales_budgets_count_version();
CREATE TRIGGER count_version_again BEFORE UPDATE OF company_id, fiscal_year ON sales_budgets
  FOR EACH ROW WHEN ((NEW.company_id, NEW.fiscal_year) IS DISTINCT FROM (OLD.company_id, OLD.fiscal_year))
  EXECUTE FUNCTION sales_budgets_count_version();

-- Budgets of clients -------------------------------------------------------------------------------------------------

CREATE TABLE client_budgets (
  id uuid PRIMARY KEY DEFAULT new_id(),
  fiscal_year integer NOT NULL CHECK (fiscal_year BETWEEN 2000 AND 2100),
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  brand_id uuid REFERENCES brands ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  platform_id uuid REFERENCES platforms ON DELETE RESTRICT,
  source text COLLATE "C" NOT NULL DEFAULT 'declared' CHECK (source IN ('declared', 'historical', 'estimated')),
  confidence_pct numeric(7,4) CHECK (confidence_pct BETWEEN 0 AND 100),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  m01 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m01 >= 0),
  m02 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m02 >= 0),
  m03 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m03 >= 0),
  m04 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m04 >= 0),
  m05 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m05 >= 0),
  m06 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m06 >= 0),
  m07 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m07 >= 0),
  m08 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m08 >= 0),
  m09 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m09 >= 0),
  m10 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m10 >= 0),
  m11 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m11 >= 0),
  m12 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m12 >= 0),
  total numeric(18,2) NOT NULL GENERATED ALWAYS AS (
    m01 + m02 + m03 + m04 + m05 + m06 + m07 + m08 + m09 + m10 + m11 + m12) STORED,
  notes text CHECK (char_length(notes) <= 1000),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT client_budgets_brand_of_client FOREIGN KEY (brand_id, client_id) REFERENCES brands (id, client_id) ON DELETE RESTRICT
);

-- An empty brand, agency or platform counts as a value.
CREATE UNIQUE INDEX client_budgets_once ON client_budgets (fiscal_year, client_id, brand_id, agency_id, platform_id, source)
  NULLS NOT DISTINCT WHERE archived_at IS NULL;
CREATE INDEX client_budgets_by_fiscal_year ON client_budgets (fiscal_year, id) WHERE archived_at IS NULL;
CREATE INDEX client_budgets_by_total ON client_budgets (total, id) WHERE archived_at IS NULL;
CREATE INDEX client_budgets_by_name ON client_budgets ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX client_budgets_by_created_at ON client_budgets (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX client_budgets_by_updated_at ON client_budgets (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX client_budgets_client_id ON client_budgets (client_id, fiscal_year, id);
CREATE INDEX client_budgets_brand_id ON client_budgets (brand_id, fiscal_year, id);
CREATE INDEX client_budgets_agency_id ON client_budgets (agency_id, fiscal_year, id);
CREATE INDEX client_budgets_platform_id ON client_budgets (platform_id, fiscal_year, id);
CREATE INDEX client_budgets_source ON client_budgets (source, fiscal_year, id);
CREATE INDEX client_budgets_currency_code ON client_budgets (currency_code, fiscal_year, id);

CALL make_searchable('client_budgets', 'name');
CALL track('client_budgets', unnoticed => '{search_text,name}');
CALL free_when_withdrawn('client_budgets');
CALL restrict_app('client_budgets', 'SELECT, INSERT, UPDATE');

-- The title of a budget has only its own data: not all its readers may see its client.
CREATE FUNCTION client_budgets_name() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := 'Inversión de ' || NEW.fiscal_year;
  RETURN NEW;
END
$$;
CREATE TRIGGER client_budgets_name BEFORE INSERT OR UPDATE OF fiscal_year, name ON client_budgets
  FOR EACH ROW EXECUTE FUNCTION client_budgets_name();

-- Goals of sellers ---------------------------------------------------------------------------------------------------

CREATE TABLE rep_goals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  fiscal_year integer NOT NULL CHECK (fiscal_year BETWEEN 2000 AND 2100),
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  metric text COLLATE "C" NOT NULL DEFAULT 'signed_sales' 
    CHECK (metric IN ('signed_sales', 'billed', 'collected', 'new_clients', 'visits', 'renewals')),
  division_id uuid REFERENCES divisions ON DELETE RESTRICT,
  platform_id uuid REFERENCES platforms ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  m01 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m01 >= 0),
  m02 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m02 >= 0),
  m03 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m03 >= 0),
  m04 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m04 >= 0),
  m05 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m05 >= 0),
  m06 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m06 >= 0),
  m07 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m07 >= 0),
  m08 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m08 >= 0),
  m09 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m09 >= 0),
  m10 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m10 >= 0),
  m11 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m11 >= 0),
  m12 numeric(18,2) NOT NULL DEFAULT 0 CHECK (m12 >= 0),
  total numeric(18,2) NOT NULL GENERATED ALWAYS AS (
    m01 + m02 + m03 + m04 + m05 + m06 + m07 + m08 + m09 + m10 + m11 + m12) STORED,
  stretch numeric(18,2) CHECK (stretch >= 0),
  weight_pct numeric(7,4) CHECK (weight_pct BETWEEN 0 AND 100),
  notes text CHECK (char_length(notes) <= 1000),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

-- An empty division or platform counts as a value.
CREATE UNIQUE INDEX rep_goals_once ON rep_goals (fiscal_year, user_id, metric, division_id, platform_id)
  NULLS NOT DISTINCT WHERE archived_at IS NULL;
CREATE INDEX rep_goals_by_fiscal_year ON rep_goals (fiscal_year, id) WHERE archived_at IS NULL;
CREATE INDEX rep_goals_by_total ON rep_goals (total, id) WHERE archived_at IS NULL;
CREATE INDEX rep_goals_by_name ON rep_goals ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX rep_goals_by_created_at ON rep_goals (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX rep_goals_by_updated_at ON rep_goals (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX rep_goals_user_id ON rep_goals (user_id, fiscal_year, id);
CREATE INDEX rep_goals_metric ON rep_goals (metric, fiscal_year, id);
CREATE INDEX rep_goals_division_id ON rep_goals (division_id, fiscal_year, id);
CREATE INDEX rep_goals_platform_id ON rep_goals (platform_id, fiscal_year, id);

CALL make_searchable('rep_goals', 'name');
CALL track('rep_goals', unnoticed => '{search_text,name}');
CALL free_when_withdrawn('rep_goals');
CALL restrict_app('rep_goals', 'SELECT, INSERT, UPDATE');

CREATE FUNCTION rep_goals_name() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := NEW.fiscal_year || ' · ' || (SELECT full_name FROM users WHERE id = NEW.user_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER rep_goals_name BEFORE INSERT OR UPDATE OF fiscal_year, user_id, name ON rep_goals
  FOR EACH ROW EXECUTE FUNCTION rep_goals_name();

CREATE FUNCTION users_rename_goals() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE rep_goals SET name = name WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER rename_goals AFTER UPDATE ON users
  FOR EACH ROW WHEN (NEW.full_name <> OLD.full_name) EXECUTE FUNCTION users_rename_goals();

-- Which user sees which goals as their own.
CREATE VIEW rep_goal_readers AS SELECT id AS record_id, user_id FROM rep_goals;
CALL restrict_app('rep_goal_readers', 'SELECT');
