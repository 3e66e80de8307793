-- Plans that place the spots of a station into its breaks together.

SELECT set_config('pauta.request', 'migration:0100', true), set_config('pauta.reason', 'Planes de colocación', true);

CREATE TABLE placing_plans (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  subdivision_id uuid NOT NULL REFERENCES subdivisions ON DELETE RESTRICT,
  period daterange NOT NULL CHECK (NOT isempty(period)),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  contract_id uuid REFERENCES contracts ON DELETE RESTRICT,
  with_dated boolean NOT NULL DEFAULT true,
  preferred_from time without time zone,
  preferred_to time without time zone,
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'calculated', 'applied', 'reverted', 'discarded')),
  wanted integer CHECK (wanted >= 0),
  placed integer CHECK (placed >= 0),
  left_out integer CHECK (left_out >= 0),
  first_fit integer CHECK (first_fit >= 0),
  valid_until date,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT placing_plans_hours CHECK (preferred_from < preferred_to AND (preferred_from IS NULL) = (preferred_to IS NULL)),
  CONSTRAINT placing_plans_counts CHECK (wanted = placed + left_out)
);

CREATE INDEX placing_plans_by_name ON placing_plans ((sort_key(name) COLLATE "C"), id);
CREATE INDEX placing_plans_by_status ON placing_plans (status, id);
CREATE INDEX placing_plans_by_created_at ON placing_plans (created_at, id);
CREATE INDEX placing_plans_by_updated_at ON placing_plans (updated_at, id);
CREATE INDEX placing_plans_subdivision_id ON placing_plans (subdivision_id, created_at, id);
CREATE INDEX placing_plans_period ON placing_plans USING gist (period);
CREATE INDEX placing_plans_client_id ON placing_plans (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX placing_plans_contract_id ON placing_plans (contract_id) WHERE contract_id IS NOT NULL;
CREATE INDEX placing_plans_status ON placing_plans (status, created_at, id);

CALL make_searchable('placing_plans', 'name');
CALL track('placing_plans', unnoticed => '{search_text}');
CALL restrict_app('placing_plans', 'SELECT, INSERT, UPDATE');

-- The units that a plan places. What it did is in the audit log of the placements.
CREATE TABLE placing_plan_units (
  plan_id uuid NOT NULL REFERENCES placing_plans ON DELETE CASCADE,
  -- In the order of day and time.
  place integer NOT NULL,
  quota_id uuid NOT NULL REFERENCES quotas ON DELETE CASCADE,
  -- A placement that had its day already; null: a new one.
  dated_id uuid REFERENCES placements ON DELETE CASCADE,
  day date NOT NULL,
  -- The space in which the unit is booked, and its break.
  from_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE CASCADE,
  item_id uuid NOT NULL REFERENCES inventory_items ON DELETE CASCADE,
  media_file_id uuid REFERENCES media_files ON DELETE SET NULL,
  -- The placement that the applied plan made or ordered.
  placement_id uuid REFERENCES placements ON DELETE CASCADE,
  PRIMARY KEY (plan_id, place)
);
CREATE INDEX placing_plan_units_quota ON placing_plan_units (quota_id);
CREATE INDEX placing_plan_units_dated ON placing_plan_units (dated_id) WHERE dated_id IS NOT NULL;
CREATE INDEX placing_plan_units_placement ON placing_plan_units (placement_id) WHERE placement_id IS NOT NULL;
CREATE INDEX placing_plan_units_from_item ON placing_plan_units (from_item_id);
CREATE INDEX placing_plan_units_item ON placing_plan_units (item_id);
CREATE INDEX placing_plan_units_media ON placing_plan_units (media_file_id) WHERE media_file_id IS NOT NULL;
CALL restrict_app('placing_plan_units', 'SELECT, INSERT, UPDATE, DELETE');

-- What a plan leaves out, and why.
CREATE TABLE placing_plan_gaps (
  plan_id uuid NOT NULL REFERENCES placing_plans ON DELETE CASCADE,
  place integer NOT NULL,
  quota_id uuid NOT NULL REFERENCES quotas ON DELETE CASCADE,
  units integer NOT NULL CHECK (units > 0),
  reasons text NOT NULL,
  relaxation text,
  PRIMARY KEY (plan_id, place)
);
CREATE INDEX placing_plan_gaps_quota ON placing_plan_gaps (quota_id);
CALL restrict_app('placing_plan_gaps', 'SELECT, INSERT, DELETE');

-- Issues of the daily log of a station: what was given to its automation, so that later only changes are printed again.
CREATE TABLE daily_log_issues (
  subdivision_id uuid NOT NULL REFERENCES subdivisions ON DELETE CASCADE,
  day date NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  rows jsonb NOT NULL CHECK (jsonb_typeof(rows) = 'array'),
  -- Of the rows: an unchanged log is not issued again.
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  PRIMARY KEY (subdivision_id, day, number)
);
CREATE INDEX daily_log_issues_created_by ON daily_log_issues (created_by) WHERE created_by IS NOT NULL;
CALL restrict_app('daily_log_issues', 'SELECT, INSERT');

CALL leave_with_demonstration('{placing_plans,placing_plan_units,placing_plan_gaps,daily_log_issues}');
