-- Logs of what stations aired, and their rows, which prove placements.

SELECT set_config('pauta.request', 'migration:0097', true), set_config('pauta.reason', 'Logs de emisión', true);

-- The code under which the automation of a station plays a material.
ALTER TABLE media_files ADD COLUMN house_number text CHECK (char_length(house_number) <= 60);

CREATE TABLE air_logs (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  subdivision_id uuid NOT NULL REFERENCES subdivisions ON DELETE RESTRICT,
  file uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  -- Of the file: the same one is taken once for a station.
  sha256 bytea NOT NULL,
  begins_at timestamptz,
  ends_at timestamptz,
  -- Counts of its rows, by trigger.
  rows integer NOT NULL DEFAULT 0 CHECK (rows >= 0),
  matched integer NOT NULL DEFAULT 0 CHECK (matched >= 0),
  unmatched integer NOT NULL DEFAULT 0 CHECK (unmatched >= 0),
  repeated integer NOT NULL DEFAULT 0 CHECK (repeated >= 0),
  tolerance_min integer NOT NULL DEFAULT 15 CHECK (tolerance_min BETWEEN 0 AND 240),
  columns jsonb NOT NULL CHECK (jsonb_typeof(columns) = 'array'),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'reconciled', 'discarded')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE UNIQUE INDEX air_logs_once ON air_logs (subdivision_id, sha256) WHERE status <> 'discarded';
CREATE INDEX air_logs_by_name ON air_logs ((sort_key(name) COLLATE "C"), id);
CREATE INDEX air_logs_by_status ON air_logs (status, id);
CREATE INDEX air_logs_by_created_at ON air_logs (created_at, id);
CREATE INDEX air_logs_by_updated_at ON air_logs (updated_at, id);
CREATE INDEX air_logs_subdivision_id ON air_logs (subdivision_id, created_at, id);
CREATE INDEX air_logs_file ON air_logs (file);
CREATE INDEX air_logs_status ON air_logs (status, created_at, id);
CREATE INDEX air_logs_begins_at ON air_logs (begins_at);

CALL make_searchable('air_logs', 'name');
CALL track('air_logs', unnoticed => '{search_text,rows,matched,unmatched,repeated,begins_at,ends_at}');
CALL restrict_app('air_logs', 'SELECT, INSERT, UPDATE');

CREATE TABLE logged_spots (
  id uuid PRIMARY KEY DEFAULT new_id(),
  air_log_id uuid NOT NULL REFERENCES air_logs ON DELETE RESTRICT,
  -- That of its log.
  subdivision_id uuid NOT NULL REFERENCES subdivisions ON DELETE RESTRICT,
  line integer NOT NULL CHECK (line >= 1),
  -- As the file has it.
  cells jsonb NOT NULL,
  aired_at timestamptz,
  code text CHECK (char_length(code) <= 60),
  heard text NOT NULL CHECK (char_length(heard) BETWEEN 1 AND 200),
  duration_sec integer CHECK (duration_sec BETWEEN 1 AND 7200),
  status text COLLATE "C" NOT NULL DEFAULT 'unread' CHECK (status IN ('unread', 'unreadable', 'matched', 'unmatched', 'repeated', 'ignored')),
  problem text CHECK (char_length(problem) <= 300),
  placement_id uuid REFERENCES placements ON DELETE RESTRICT,
  difference_sec integer,
  remark text CHECK (char_length(remark) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT logged_spots_proof CHECK ((status = 'matched') = (placement_id IS NOT NULL)),
  CONSTRAINT logged_spots_read CHECK (status NOT IN ('matched', 'unmatched') OR aired_at IS NOT NULL)
);

-- What was aired once is in the logs of a station once, and proves one placement.
CREATE UNIQUE INDEX logged_spots_once ON logged_spots (subdivision_id, aired_at, (coalesce(code, heard)))
  WHERE status IN ('matched', 'unmatched', 'ignored') AND aired_at IS NOT NULL;
CREATE UNIQUE INDEX logged_spots_placement ON logged_spots (placement_id) WHERE placement_id IS NOT NULL;
CREATE INDEX logged_spots_by_line ON logged_spots (line, id);
CREATE INDEX logged_spots_by_created_at ON logged_spots (created_at, id);
CREATE INDEX logged_spots_by_updated_at ON logged_spots (updated_at, id);
CREATE INDEX logged_spots_air_log_id ON logged_spots (air_log_id, line, id);
CREATE INDEX logged_spots_status ON logged_spots (status, line, id);
CREATE INDEX logged_spots_of_log ON logged_spots (air_log_id, status, line, id);
CREATE INDEX logged_spots_placement_id ON logged_spots (placement_id, line, id);
CREATE INDEX logged_spots_aired_at ON logged_spots (air_log_id, aired_at) WHERE aired_at IS NOT NULL;

CALL make_searchable('logged_spots', 'heard', 'code');
CALL track('logged_spots', unnoticed => '{search_text,cells,aired_at,code,heard,duration_sec,difference_sec,problem}');
CALL restrict_app('logged_spots', 'SELECT, INSERT, UPDATE');

-- The rows are those of the file, whose hash the log keeps: inserting and reading them is not logged. What a job does with
-- them is logged at the placements that it changes.
DO $$
DECLARE
  by_row constant text := (
    SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'logged_spots'::regclass AND tgname = 'audit_change');
BEGIN
  DROP TRIGGER audit_change ON logged_spots;
  EXECUTE replace(replace(by_row, 'AFTER INSERT OR DELETE OR UPDATE', 'AFTER DELETE OR UPDATE'), 'EXECUTE FUNCTION',
    'WHEN (current_setting(''pauta.reconciling'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION');
END
$$;

CREATE FUNCTION count_logged_spots() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE air_logs l SET rows = l.rows + c.rows, matched = l.matched + c.matched, unmatched = l.unmatched + c.unmatched,
    repeated = l.repeated + c.repeated
  FROM (
    SELECT air_log_id, sum(change) AS rows, sum(change) FILTER (WHERE status = 'matched') AS matched,
      sum(change) FILTER (WHERE status IN ('unmatched', 'unreadable')) AS unmatched,
      sum(change) FILTER (WHERE status = 'repeated') AS repeated
    FROM (SELECT air_log_id, status, 1 AS change FROM new_rows
      UNION ALL SELECT air_log_id, status, -1 FROM old_rows) r
    GROUP BY air_log_id) d
  CROSS JOIN LATERAL (SELECT coalesce(d.rows, 0)::integer AS rows, coalesce(d.matched, 0)::integer AS matched,
    coalesce(d.unmatched, 0)::integer AS unmatched, coalesce(d.repeated, 0)::integer AS repeated) c
  WHERE l.id = d.air_log_id AND (c.rows, c.matched, c.unmatched, c.repeated) <> (0, 0, 0, 0);
  RETURN NULL;
END
$$;
CREATE FUNCTION count_new_logged_spots() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE air_logs l SET rows = l.rows + d.rows
  FROM (SELECT air_log_id, count(*)::integer AS rows FROM new_rows GROUP BY air_log_id) d WHERE l.id = d.air_log_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_new AFTER INSERT ON logged_spots REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_logged_spots();
CREATE TRIGGER count_changed AFTER UPDATE ON logged_spots REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_logged_spots();

-- A row proves a placement that was aired, in a space of its station.
CREATE FUNCTION logged_spot_proves() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM placements p JOIN inventory_items i ON i.id = p.inventory_item_id
    WHERE p.id = NEW.placement_id AND p.status = 'aired' AND p.aired_at = NEW.aired_at
      AND i.subdivision_id = NEW.subdivision_id) THEN
    RAISE EXCEPTION 'row % of an air log proves no placement', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'logged_spots_proves', TABLE = 'logged_spots';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER proves AFTER INSERT OR UPDATE ON logged_spots DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.placement_id IS NOT NULL) EXECUTE FUNCTION logged_spot_proves();

-- Correcting a placement whose result came from a log takes its row back to be reviewed.
CREATE FUNCTION release_logged_spots() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Whoever reconciles changes the rows themselves.
  IF current_setting('pauta.reconciling', true) = 'on' THEN
    RETURN NULL;
  END IF;
  UPDATE logged_spots r SET status = 'unmatched', placement_id = NULL, difference_sec = NULL
  FROM new_rows n JOIN old_rows o ON o.id = n.id
  WHERE r.placement_id = n.id AND o.status = 'aired' AND n.status <> 'aired';
  RETURN NULL;
END
$$;
CREATE TRIGGER release_log_rows AFTER UPDATE ON placements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION release_logged_spots();

-- What the columns of the logs of a station mean: the last choice of each header.
CREATE TABLE air_log_layouts (
  subdivision_id uuid NOT NULL REFERENCES subdivisions ON DELETE CASCADE,
  header text NOT NULL CHECK (char_length(header) BETWEEN 1 AND 200),
  meaning text COLLATE "C" NOT NULL CHECK (meaning IN ('moment', 'date', 'time', 'code', 'title', 'duration', 'none')),
  PRIMARY KEY (subdivision_id, header)
);
CALL restrict_app('air_log_layouts', 'SELECT, INSERT, UPDATE');

CALL leave_with_demonstration('{logged_spots,air_logs}');

INSERT INTO permissions (name, module, label) VALUES
  ('air_logs.view_all', 'Logs de emisión', 'Ver los logs de emisión'),
  ('air_logs.create', 'Logs de emisión', 'Subir logs de emisión'),
  ('air_logs.update_all', 'Logs de emisión', 'Conciliar y descartar logs de emisión'),
  ('air_logs.export', 'Logs de emisión', 'Exportar logs de emisión');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission
FROM roles r JOIN (VALUES
  ('air_logs.view_all', '{admin,general_manager,traffic,post_sales,auditor}'::text[]),
  ('air_logs.create', '{admin,traffic,post_sales}'),
  ('air_logs.update_all', '{admin,traffic,post_sales}'),
  ('air_logs.export', '{admin,general_manager,traffic,post_sales,auditor}')
) AS p(permission, names) ON r.name = ANY (p.names);
