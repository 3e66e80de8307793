-- Sheets of avails: which spaces are free, for people without an account, behind links that end and can be withdrawn.

SELECT set_config('pauta.request', 'migration:0076', true), set_config('pauta.reason', 'Hojas de disponibilidad', true);

CREATE TABLE avails_sheets (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  period daterange NOT NULL CHECK (NOT isempty(period)),
  grain text COLLATE "C" NOT NULL DEFAULT 'week' CHECK (grain IN ('day', 'week')),
  expires_on date NOT NULL,
  with_prices boolean NOT NULL DEFAULT false,
  space_count integer NOT NULL CHECK (space_count > 0),
  owner_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  closed_at timestamptz,
  -- The spaces: the query string of their list and, of those, the chosen ones; all if none was chosen.
  query text CHECK (char_length(query) <= 2000),
  space_ids text[] NOT NULL DEFAULT '{}' CHECK (cardinality(space_ids) <= 300),
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT avails_sheets_token_hash_key UNIQUE (token_hash),
  CONSTRAINT avails_sheets_length CHECK (NOT lower_inf(period) AND NOT upper_inf(period) AND upper(period) - lower(period) <= 92),
  -- After its last day a sheet has nothing to show.
  CONSTRAINT avails_sheets_expires CHECK (expires_on < upper(period))
);

CREATE INDEX avails_sheets_by_name ON avails_sheets ((sort_key(name) COLLATE "C"), id);
CREATE INDEX avails_sheets_by_period ON avails_sheets (period, id);
CREATE INDEX avails_sheets_by_expires_on ON avails_sheets (expires_on, id);
CREATE INDEX avails_sheets_by_closed_at ON avails_sheets (closed_at, id) WHERE closed_at IS NOT NULL;
CREATE INDEX avails_sheets_by_created_at ON avails_sheets (created_at, id);
CREATE INDEX avails_sheets_by_updated_at ON avails_sheets (updated_at, id);
CREATE INDEX avails_sheets_period ON avails_sheets USING gist (period);
CREATE INDEX avails_sheets_with_prices ON avails_sheets (with_prices, created_at, id);
CREATE INDEX avails_sheets_owner_id ON avails_sheets (owner_id, created_at, id);

CALL make_searchable('avails_sheets', 'name');
-- The hash does not belong in the log.
CALL track('avails_sheets', hidden => '{token_hash}', unnoticed => '{search_text}');
CALL restrict_app('avails_sheets', 'SELECT, INSERT, UPDATE (owner_id, closed_at)');
CALL guard_owners('avails_sheets', '{owner_id}');

-- Leaving the demonstration deletes its sheets.
DO $$
DECLARE
  definition text := replace(pg_get_functiondef('leave_demonstration()'::regprocedure), 'price_lists,', 'price_lists,avails_sheets,');
BEGIN
  IF definition !~ 'avails_sheets' THEN
    RAISE EXCEPTION 'leave_demonstration() does not delete sheets of avails';
  END IF;
  EXECUTE definition;
END
$$;

INSERT INTO permissions (name, module, label) VALUES
  ('avails_sheets.view_own', 'Ocupación y reservas', 'Ver las hojas de disponibilidad que compartió'),
  ('avails_sheets.view_all', 'Ocupación y reservas', 'Ver todas las hojas de disponibilidad'),
  ('avails_sheets.create', 'Ocupación y reservas', 'Compartir la disponibilidad con un enlace'),
  ('avails_sheets.update_own', 'Ocupación y reservas', 'Retirar los enlaces que compartió'),
  ('avails_sheets.update_all', 'Ocupación y reservas', 'Retirar cualquier enlace de disponibilidad');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission
FROM roles r JOIN (VALUES
  ('avails_sheets.view_own', '{admin,sales_rep}'::text[]),
  ('avails_sheets.view_all', '{admin,general_manager,sales_manager,sales_assistant,planner,inventory,auditor}'),
  ('avails_sheets.create', '{admin,sales_manager,sales_rep,sales_assistant,planner,inventory}'),
  ('avails_sheets.update_own', '{admin,sales_rep}'),
  ('avails_sheets.update_all', '{admin,sales_manager,sales_assistant,planner,inventory}')
) AS p(permission, names) ON r.name = ANY (p.names) AND r.archived_at IS NULL;
