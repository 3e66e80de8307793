-- Reports that a user keeps, alone or for a role, and has mailed.

SELECT set_config('pauta.request', 'migration:0150', true), set_config('pauta.reason', 'Informes guardados', true);

CREATE TABLE saved_reports (
  id uuid PRIMARY KEY DEFAULT new_id(),
  report text COLLATE "C" NOT NULL CHECK (char_length(report) BETWEEN 1 AND 60),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  -- Query string of the report, as its page writes it.
  params text NOT NULL DEFAULT '' CHECK (char_length(params) <= 8000),
  owner_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  -- Those who see it besides its owner; null: nobody.
  role_id uuid REFERENCES roles ON DELETE SET NULL,
  -- How often it is mailed to its owner and to those with the role, and the next day.
  every text COLLATE "C" NOT NULL DEFAULT 'never' CHECK (every IN ('never', 'daily', 'weekly', 'monthly')),
  next_on date,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT saved_reports_next_on CHECK ((every = 'never') = (next_on IS NULL))
);

-- Among the reports of one person a name says which one is meant.
CREATE UNIQUE INDEX saved_reports_name_key ON saved_reports (owner_id, fold(name));
CREATE INDEX saved_reports_role_id ON saved_reports (role_id) WHERE role_id IS NOT NULL;
CREATE INDEX saved_reports_due ON saved_reports (next_on, id) WHERE next_on IS NOT NULL;

CALL track('saved_reports');
CALL restrict_app('saved_reports', 'SELECT, INSERT, UPDATE, DELETE');
CALL leave_with_demonstration('{saved_reports}');
