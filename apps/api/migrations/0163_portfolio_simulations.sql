-- Scenarios of the portfolio: changes of prices, clients and sellers whose effect is calculated, and published as drafts.

SELECT set_config('pauta.request', 'migration:0163', true), set_config('pauta.reason', 'Simulaciones de cartera', true);

CREATE TABLE portfolio_simulations (
  id uuid PRIMARY KEY DEFAULT new_id(),
  owner_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  fiscal_year integer NOT NULL CHECK (fiscal_year BETWEEN 2000 AND 2100),
  -- Changes in the order in which they apply (`WrittenChange`).
  changes jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(changes) = 'array' AND jsonb_array_length(changes) <= 20),
  -- What publishing made (`PublishedDraft`).
  drafts jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(drafts) = 'array'),
  published_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT portfolio_simulations_published CHECK (published_at IS NOT NULL OR drafts = '[]')
);

-- Among the simulations of one person a name says which one is meant.
CREATE UNIQUE INDEX portfolio_simulations_name_key ON portfolio_simulations (owner_id, fold(name));
CREATE INDEX portfolio_simulations_company_id ON portfolio_simulations (company_id);

-- A published scenario keeps its changes: its drafts were made of them.
CREATE FUNCTION portfolio_simulations_fixed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.published_at IS NOT NULL AND (NEW.changes, NEW.company_id, NEW.fiscal_year, NEW.drafts, NEW.published_at)
      IS DISTINCT FROM (OLD.changes, OLD.company_id, OLD.fiscal_year, OLD.drafts, OLD.published_at) THEN
    RAISE EXCEPTION 'a published simulation keeps its changes'
      USING ERRCODE = '23514', CONSTRAINT = 'portfolio_simulations_fixed', TABLE = 'portfolio_simulations';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER fixed BEFORE UPDATE ON portfolio_simulations FOR EACH ROW EXECUTE FUNCTION portfolio_simulations_fixed();

CALL track('portfolio_simulations');
CALL restrict_app('portfolio_simulations', 'SELECT, INSERT, UPDATE, DELETE');
CALL leave_with_demonstration('{portfolio_simulations}');
