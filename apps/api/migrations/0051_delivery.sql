-- Delivery of what contracts sold: quotas and their placements, technical sheets, work orders, and evidence.

SELECT set_config('pauta.request', 'migration:0051', true), set_config('pauta.reason', 'Cumplimiento de contratos', true);

-- Quotas ------------------------------------------------------------------------------------------------------------

CREATE TABLE quotas (
  id uuid PRIMARY KEY DEFAULT new_id(),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 160),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  order_line_id uuid NOT NULL UNIQUE REFERENCES order_lines ON DELETE RESTRICT,
  inventory_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE RESTRICT,
  flight daterange NOT NULL CHECK (NOT isempty(flight)),
  unit text COLLATE "C" NOT NULL CHECK (unit IN ('spots', 'seconds', 'faces', 'impressions', 'sov_pct', 'modules', 'column_cm', 'pages', 'mentions', 'hours', 'days')),
  duration_sec integer CHECK (duration_sec BETWEEN 1 AND 7200),
  -- Counts of units; only the trigger of `placements` changes them.
  contracted numeric(18,0) NOT NULL CHECK (contracted >= 0),
  -- Units that the order line was sold for: what was aired is billed in proportion to them, also after a cancellation
  -- reduced `contracted`.
  sold numeric(18,0) NOT NULL CHECK (sold > 0),
  -- Placements that are not cancelled; makegoods do not count.
  placed numeric(18,0) NOT NULL DEFAULT 0 CHECK (placed >= 0),
  unplaced numeric(18,0) NOT NULL GENERATED ALWAYS AS (contracted - placed) STORED,
  aired numeric(18,0) NOT NULL DEFAULT 0 CHECK (aired >= 0),
  missed numeric(18,0) NOT NULL DEFAULT 0 CHECK (missed >= 0),
  -- Makegoods that are not cancelled.
  compensated numeric(18,0) NOT NULL DEFAULT 0 CHECK (compensated >= 0),
  pending numeric(18,0) NOT NULL GENERATED ALWAYS AS (contracted - aired) STORED,
  -- Units of capacity that one unit takes.
  cell_units integer GENERATED ALWAYS AS (CASE WHEN unit = 'seconds' THEN duration_sec ELSE 1 END) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT quotas_seconds CHECK (unit <> 'seconds' OR duration_sec IS NOT NULL),
  CONSTRAINT quotas_not_exceeded CHECK (placed <= contracted),
  CONSTRAINT quotas_compensation CHECK (compensated <= missed)
);

CREATE INDEX quotas_by_description ON quotas ((sort_key(description) COLLATE "C"), id);
CREATE INDEX quotas_by_duration_sec ON quotas (duration_sec, id) WHERE duration_sec IS NOT NULL;
CREATE INDEX quotas_by_contracted ON quotas (contracted, id);
CREATE INDEX quotas_by_placed ON quotas (placed, id);
CREATE INDEX quotas_by_unplaced ON quotas (unplaced, id);
CREATE INDEX quotas_by_aired ON quotas (aired, id);
CREATE INDEX quotas_by_missed ON quotas (missed, id);
CREATE INDEX quotas_by_compensated ON quotas (compensated, id);
CREATE INDEX quotas_by_pending ON quotas (pending, id);
CREATE INDEX quotas_by_created_at ON quotas (created_at, id);
CREATE INDEX quotas_by_updated_at ON quotas (updated_at, id);
CREATE INDEX quotas_contract_id ON quotas (contract_id, created_at, id);
CREATE INDEX quotas_client_id ON quotas (client_id, created_at, id);
CREATE INDEX quotas_inventory_item_id ON quotas (inventory_item_id, created_at, id);
CREATE INDEX quotas_flight ON quotas USING gist (flight);
CREATE INDEX quotas_unit ON quotas (unit, created_at, id);

CALL make_searchable('quotas', 'description');
CALL track('quotas', unnoticed => '{search_text}');
CALL restrict_app('quotas', 'SELECT, UPDATE (contract_id, client_id, inventory_item_id)');
CALL log_inserts_together('quotas');

-- Placements --------------------------------------------------------------------------------------------------------

CREATE TABLE placements (
  id uuid PRIMARY KEY DEFAULT new_id(),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 160),
  quota_id uuid NOT NULL REFERENCES quotas ON DELETE RESTRICT,
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  inventory_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE RESTRICT,
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  units integer NOT NULL CHECK (units >= 1),
  -- Units × days that are booked, by trigger.
  load numeric(18,0) NOT NULL CHECK (load >= 1),
  duration_sec integer CHECK (duration_sec BETWEEN 1 AND 7200),
  media_file_id uuid REFERENCES media_files ON DELETE RESTRICT,
  instructions text CHECK (char_length(instructions) <= 300),
  status text COLLATE "C" NOT NULL DEFAULT 'scheduled' CHECK (status IN ('scheduled', 'confirmed', 'aired', 'not_aired', 'cancelled')),
  aired_at timestamptz,
  reason_id uuid REFERENCES reasons ON DELETE RESTRICT,
  remark text CHECK (char_length(remark) <= 1000),
  makegood_of_id uuid REFERENCES placements ON DELETE RESTRICT CHECK (makegood_of_id <> id),
  locked boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT placements_period CHECK (starts_on <= ends_on),
  CONSTRAINT placements_result CHECK ((status = 'aired') = (aired_at IS NOT NULL) AND (status = 'not_aired') = (reason_id IS NOT NULL)),
  CONSTRAINT placements_locked_when_aired CHECK (NOT locked OR status = 'aired')
);

-- What was not aired is compensated once.
CREATE UNIQUE INDEX placements_makegood_once ON placements (makegood_of_id) WHERE makegood_of_id IS NOT NULL AND status <> 'cancelled';
CREATE INDEX placements_by_description ON placements ((sort_key(description) COLLATE "C"), id);
CREATE INDEX placements_by_starts_on ON placements (starts_on, id);
CREATE INDEX placements_by_ends_on ON placements (ends_on, id);
CREATE INDEX placements_by_units ON placements (units, id);
CREATE INDEX placements_by_load ON placements (load, id);
CREATE INDEX placements_by_duration_sec ON placements (duration_sec, id) WHERE duration_sec IS NOT NULL;
CREATE INDEX placements_by_status ON placements (status, id);
CREATE INDEX placements_by_aired_at ON placements (aired_at, id) WHERE aired_at IS NOT NULL;
CREATE INDEX placements_by_created_at ON placements (created_at, id);
CREATE INDEX placements_by_updated_at ON placements (updated_at, id);
CREATE INDEX placements_quota_id ON placements (quota_id, starts_on, id);
CREATE INDEX placements_contract_id ON placements (contract_id, starts_on, id);
CREATE INDEX placements_inventory_item_id ON placements (inventory_item_id, starts_on, id);
CREATE INDEX placements_media_file_id ON placements (media_file_id, starts_on, id);
CREATE INDEX placements_status ON placements (status, starts_on, id);
CREATE INDEX placements_reason_id ON placements (reason_id, starts_on, id);
CREATE INDEX placements_makegood_of_id ON placements (makegood_of_id, starts_on, id);
CREATE INDEX placements_locked ON placements (locked, starts_on, id);

CALL make_searchable('placements', 'description');
CALL track('placements', unnoticed => '{search_text}');
CALL restrict_app('placements', 'SELECT, INSERT, UPDATE');
CALL log_inserts_together('placements');

-- Technical sheets --------------------------------------------------------------------------------------------------

CREATE TABLE tech_sheets (
  id uuid PRIMARY KEY DEFAULT new_id(),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 160),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  order_line_id uuid NOT NULL UNIQUE REFERENCES order_lines ON DELETE RESTRICT,
  inventory_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE RESTRICT,
  tech_template_id uuid NOT NULL REFERENCES tech_templates ON DELETE RESTRICT,
  starts_on date NOT NULL,
  due_on date NOT NULL,
  progress_pct integer NOT NULL DEFAULT 0 CHECK (progress_pct BETWEEN 0 AND 100),
  responsible_id uuid REFERENCES users ON DELETE RESTRICT,
  delivered_by text CHECK (char_length(delivered_by) <= 120),
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'in_review', 'observed', 'approved')),
  observation text CHECK (char_length(observation) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX tech_sheets_by_description ON tech_sheets ((sort_key(description) COLLATE "C"), id);
CREATE INDEX tech_sheets_by_starts_on ON tech_sheets (starts_on, id);
CREATE INDEX tech_sheets_by_due_on ON tech_sheets (due_on, id);
CREATE INDEX tech_sheets_by_progress_pct ON tech_sheets (progress_pct, id);
CREATE INDEX tech_sheets_by_status ON tech_sheets (status, id);
CREATE INDEX tech_sheets_by_created_at ON tech_sheets (created_at, id);
CREATE INDEX tech_sheets_by_updated_at ON tech_sheets (updated_at, id);
CREATE INDEX tech_sheets_contract_id ON tech_sheets (contract_id, due_on, id);
CREATE INDEX tech_sheets_client_id ON tech_sheets (client_id, due_on, id);
CREATE INDEX tech_sheets_inventory_item_id ON tech_sheets (inventory_item_id, due_on, id);
CREATE INDEX tech_sheets_tech_template_id ON tech_sheets (tech_template_id, due_on, id);
CREATE INDEX tech_sheets_responsible_id ON tech_sheets (responsible_id, due_on, id);
CREATE INDEX tech_sheets_status ON tech_sheets (status, due_on, id);

CALL make_searchable('tech_sheets', 'description');
CALL track('tech_sheets', unnoticed => '{search_text}');
CALL restrict_app('tech_sheets', 'SELECT, UPDATE');
CALL guard_owners('tech_sheets', '{responsible_id}', 'status', '{approved}');
CALL log_inserts_together('tech_sheets');

-- What a technical sheet asks for, copied from its template, and the answers.

CREATE TABLE tech_sheet_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  tech_sheet_id uuid NOT NULL REFERENCES tech_sheets ON DELETE RESTRICT,
  place integer NOT NULL,
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 120),
  type text COLLATE "C" NOT NULL CHECK (type IN ('text', 'number', 'yes_no', 'choice', 'date', 'video', 'image', 'audio', 'document')),
  is_required boolean NOT NULL DEFAULT false,
  value text CHECK (char_length(value) <= 400),
  media_file_id uuid REFERENCES media_files ON DELETE RESTRICT,
  document uuid REFERENCES files ON DELETE RESTRICT,
  is_done boolean NOT NULL GENERATED ALWAYS AS (value IS NOT NULL OR media_file_id IS NOT NULL OR document IS NOT NULL) STORED,
  note text CHECK (char_length(note) <= 400),
  unit text CHECK (char_length(unit) <= 20),
  min numeric(18,4),
  max numeric(18,4),
  options text[] NOT NULL DEFAULT '{}',
  file_types text[] NOT NULL DEFAULT '{}',
  max_mb integer,
  width_px integer,
  height_px integer,
  min_duration_sec numeric(18,2),
  max_duration_sec numeric(18,2),
  instructions text CHECK (char_length(instructions) <= 400),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX tech_sheet_items_by_place ON tech_sheet_items (place, id);
CREATE INDEX tech_sheet_items_by_max_mb ON tech_sheet_items (max_mb, id) WHERE max_mb IS NOT NULL;
CREATE INDEX tech_sheet_items_by_width_px ON tech_sheet_items (width_px, id) WHERE width_px IS NOT NULL;
CREATE INDEX tech_sheet_items_by_height_px ON tech_sheet_items (height_px, id) WHERE height_px IS NOT NULL;
CREATE INDEX tech_sheet_items_by_created_at ON tech_sheet_items (created_at, id);
CREATE INDEX tech_sheet_items_by_updated_at ON tech_sheet_items (updated_at, id);
CREATE INDEX tech_sheet_items_tech_sheet_id ON tech_sheet_items (tech_sheet_id, place, id);
CREATE INDEX tech_sheet_items_type ON tech_sheet_items (type, place, id);
CREATE INDEX tech_sheet_items_is_required ON tech_sheet_items (is_required, place, id);
CREATE INDEX tech_sheet_items_is_done ON tech_sheet_items (is_done, place, id);
CREATE INDEX tech_sheet_items_media_file_id ON tech_sheet_items (media_file_id, place, id);
CREATE INDEX tech_sheet_items_document ON tech_sheet_items (document) WHERE document IS NOT NULL;

CALL make_searchable('tech_sheet_items', 'label');
CALL track('tech_sheet_items', unnoticed => '{search_text}');
CALL restrict_app('tech_sheet_items', 'SELECT, UPDATE');
CALL log_inserts_together('tech_sheet_items');

-- Work orders -------------------------------------------------------------------------------------------------------

CREATE TABLE work_orders (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number text CHECK (char_length(number) <= 60),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 160),
  kind text COLLATE "C" NOT NULL DEFAULT 'maintenance' CHECK (kind IN ('traffic', 'installation', 'removal', 'maintenance', 'print', 'digital', 'production', 'event')),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  contract_id uuid REFERENCES contracts ON DELETE RESTRICT,
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  order_line_id uuid REFERENCES order_lines ON DELETE RESTRICT,
  inventory_item_id uuid REFERENCES inventory_items ON DELETE RESTRICT,
  planned_start date,
  planned_end date,
  sla_due date,
  assignee_id uuid REFERENCES users ON DELETE RESTRICT,
  vendor text CHECK (char_length(vendor) <= 120),
  blockers text CHECK (char_length(blockers) <= 1000),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  cost numeric(18,2) CHECK (cost >= 0),
  checklist jsonb CHECK (jsonb_typeof(checklist) = 'array'),
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'material_pending', 'scheduled', 'in_progress', 'on_air', 'paused', 'completed', 'missed', 'cancelled')),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX work_orders_by_number ON work_orders ((sort_key(number) COLLATE "C"), id) WHERE archived_at IS NULL AND number IS NOT NULL;
CREATE INDEX work_orders_by_description ON work_orders ((sort_key(description) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX work_orders_by_planned_start ON work_orders (planned_start, id) WHERE archived_at IS NULL AND planned_start IS NOT NULL;
CREATE INDEX work_orders_by_planned_end ON work_orders (planned_end, id) WHERE archived_at IS NULL AND planned_end IS NOT NULL;
CREATE INDEX work_orders_by_sla_due ON work_orders (sla_due, id) WHERE archived_at IS NULL AND sla_due IS NOT NULL;
CREATE INDEX work_orders_by_status ON work_orders (status, id) WHERE archived_at IS NULL;
CREATE INDEX work_orders_by_created_at ON work_orders (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX work_orders_by_updated_at ON work_orders (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX work_orders_kind ON work_orders (kind, created_at, id);
CREATE INDEX work_orders_company_id ON work_orders (company_id, created_at, id);
CREATE INDEX work_orders_contract_id ON work_orders (contract_id, created_at, id);
CREATE INDEX work_orders_client_id ON work_orders (client_id, created_at, id);
CREATE INDEX work_orders_order_line_id ON work_orders (order_line_id) WHERE order_line_id IS NOT NULL;
CREATE UNIQUE INDEX work_orders_number_key ON work_orders (company_id, number);
CREATE INDEX work_orders_inventory_item_id ON work_orders (inventory_item_id, created_at, id);
CREATE INDEX work_orders_assignee_id ON work_orders (assignee_id, created_at, id);
CREATE INDEX work_orders_status ON work_orders (status, created_at, id);

CALL make_searchable('work_orders', 'number', 'description');
CALL track('work_orders', unnoticed => '{search_text}');
CALL free_when_withdrawn('work_orders');
CALL restrict_app('work_orders', 'SELECT, INSERT, UPDATE');
CALL guard_owners('work_orders', '{assignee_id}', 'status', '{completed,missed,cancelled}');
CALL log_inserts_together('work_orders');

-- Evidence ----------------------------------------------------------------------------------------------------------

CREATE TABLE evidence_reports (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number text NOT NULL CHECK (char_length(number) BETWEEN 1 AND 60),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  period daterange NOT NULL CHECK (NOT isempty(period)),
  aired integer NOT NULL DEFAULT 0,
  covered integer NOT NULL DEFAULT 0,
  coverage_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (coverage_pct BETWEEN 0 AND 100),
  remarks text CHECK (char_length(remarks) <= 2000),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'in_review', 'approved', 'sent', 'objected', 'accepted', 'closed')),
  sent_at timestamptz,
  answered_at timestamptz,
  client_feedback text CHECK (char_length(client_feedback) <= 4000),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

-- Numbers are counted by company, which is that of the contract.
CREATE UNIQUE INDEX evidence_reports_number_key ON evidence_reports (contract_id, number);
CREATE INDEX evidence_reports_by_number ON evidence_reports ((sort_key(number) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX evidence_reports_by_period ON evidence_reports (period, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_reports_by_aired ON evidence_reports (aired, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_reports_by_covered ON evidence_reports (covered, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_reports_by_coverage_pct ON evidence_reports (coverage_pct, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_reports_by_status ON evidence_reports (status, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_reports_by_sent_at ON evidence_reports (sent_at, id) WHERE archived_at IS NULL AND sent_at IS NOT NULL;
CREATE INDEX evidence_reports_by_answered_at ON evidence_reports (answered_at, id) WHERE archived_at IS NULL AND answered_at IS NOT NULL;
CREATE INDEX evidence_reports_by_created_at ON evidence_reports (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_reports_by_updated_at ON evidence_reports (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_reports_contract_id ON evidence_reports (contract_id, created_at, id);
CREATE INDEX evidence_reports_client_id ON evidence_reports (client_id, created_at, id);
CREATE INDEX evidence_reports_period ON evidence_reports USING gist (period);
CREATE INDEX evidence_reports_status ON evidence_reports (status, created_at, id);

CALL make_searchable('evidence_reports', 'number');
CALL track('evidence_reports', unnoticed => '{search_text}');
CALL free_when_withdrawn('evidence_reports');
CALL restrict_app('evidence_reports', 'SELECT, INSERT, UPDATE');

CREATE TABLE evidence_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  report_id uuid NOT NULL REFERENCES evidence_reports ON DELETE RESTRICT,
  -- Null: it proves everything that was aired in the period.
  placement_id uuid REFERENCES placements ON DELETE RESTRICT,
  kind text COLLATE "C" NOT NULL DEFAULT 'photo' CHECK (kind IN ('photo', 'video', 'witness_audio', 'screenshot', 'air_log', 'certificate', 'tearsheet', 'ad_server_report')),
  file uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  captured_at timestamptz NOT NULL,
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 200),
  device text CHECK (char_length(device) <= 80),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX evidence_items_by_captured_at ON evidence_items (captured_at, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_items_by_description ON evidence_items ((sort_key(description) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX evidence_items_by_created_at ON evidence_items (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_items_by_updated_at ON evidence_items (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX evidence_items_report_id ON evidence_items (report_id, captured_at, id);
CREATE INDEX evidence_items_placement_id ON evidence_items (placement_id, captured_at, id);
CREATE INDEX evidence_items_kind ON evidence_items (kind, captured_at, id);
CREATE INDEX evidence_items_file ON evidence_items (file);

CALL make_searchable('evidence_items', 'description');
CALL track('evidence_items', unnoticed => '{search_text}');
CALL free_when_withdrawn('evidence_items');
CALL restrict_app('evidence_items', 'SELECT, INSERT, UPDATE');

-- Rules of placements ------------------------------------------------------------------------------------------------

-- Whether placements of these quotas use more on some day than their order line has booked there, or run on a day on
-- which nothing is booked.
CREATE FUNCTION placements_exceed(quota_ids uuid[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH booked AS MATERIALIZED (
    SELECT q.id AS quota_id, q.cell_units, c.item_id, c.day, sum(c.units) AS units
    FROM quotas q JOIN capacity_cells c ON c.order_line_id = q.order_line_id
    WHERE q.id = ANY (quota_ids) GROUP BY q.id, q.cell_units, c.item_id, c.day
  ), live AS MATERIALIZED (
    SELECT p.id, p.load, p.units, b.quota_id, b.item_id, b.day, b.cell_units, b.units AS booked
    FROM placements p LEFT JOIN booked b ON b.quota_id = p.quota_id AND b.item_id = p.inventory_item_id
      AND b.day BETWEEN p.starts_on AND p.ends_on
    WHERE p.quota_id = ANY (quota_ids) AND p.status IN ('scheduled', 'confirmed', 'aired')
  )
  SELECT EXISTS (
      SELECT FROM live WHERE quota_id IS NOT NULL
      GROUP BY quota_id, item_id, day HAVING sum(units) * max(cell_units) > max(booked))
    OR EXISTS (SELECT FROM live GROUP BY id, load HAVING max(units)::numeric * count(day) <> load)
$$;

-- What a placement repeats of its quota, and how much of it it uses. What the client accepted does not change, and what
-- has a makegood stays not aired: both would count.
CREATE FUNCTION keep_placement() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  quota quotas;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.locked AND to_jsonb(NEW) - '{row_version,updated_at,updated_by,search_text,contract_id,media_file_id,inventory_item_id}'::text[]
        IS DISTINCT FROM to_jsonb(OLD) - '{row_version,updated_at,updated_by,search_text,contract_id,media_file_id,inventory_item_id}'::text[] THEN
      RAISE EXCEPTION 'placement % is proved and accepted', OLD.id
        USING ERRCODE = '23514', CONSTRAINT = 'placements_stay', TABLE = 'placements';
    END IF;
    IF (NEW.quota_id, NEW.makegood_of_id) IS DISTINCT FROM (OLD.quota_id, OLD.makegood_of_id) THEN
      RAISE EXCEPTION 'placement % stays in its quota', OLD.id
        USING ERRCODE = '23514', CONSTRAINT = 'placements_stay', TABLE = 'placements';
    END IF;
    IF OLD.status = 'not_aired' AND NEW.status <> 'not_aired' AND EXISTS (
      SELECT FROM placements m WHERE m.makegood_of_id = OLD.id AND m.status <> 'cancelled') THEN
      RAISE EXCEPTION 'placement % has a makegood', OLD.id
        USING ERRCODE = '23514', CONSTRAINT = 'placements_compensated', TABLE = 'placements';
    END IF;
    IF (NEW.starts_on, NEW.ends_on, NEW.units, NEW.inventory_item_id)
        IS NOT DISTINCT FROM (OLD.starts_on, OLD.ends_on, OLD.units, OLD.inventory_item_id) THEN
      RETURN NEW;
    END IF;
  ELSIF NEW.makegood_of_id IS NOT NULL THEN
    -- The lock conflicts with a correction of the other placement, which then finds this one.
    PERFORM FROM placements o WHERE o.id = NEW.makegood_of_id AND o.status = 'not_aired' FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'placement % was aired', NEW.makegood_of_id
        USING ERRCODE = '23514', CONSTRAINT = 'placements_makegood_of_not_aired', TABLE = 'placements';
    END IF;
  END IF;
  SELECT * INTO quota FROM quotas WHERE id = NEW.quota_id;
  IF FOUND THEN
    NEW.description := quota.description;
    NEW.contract_id := quota.contract_id;
    NEW.duration_sec := quota.duration_sec;
    NEW.load := NEW.units::numeric * (
      SELECT count(DISTINCT c.day) FROM capacity_cells c
      WHERE c.order_line_id = quota.order_line_id AND c.item_id = NEW.inventory_item_id
        AND c.day BETWEEN NEW.starts_on AND NEW.ends_on);
    IF NEW.load = 0 THEN
      RAISE EXCEPTION 'nothing is booked from % to %', NEW.starts_on, NEW.ends_on
        USING ERRCODE = '23514', CONSTRAINT = 'placements_booked', TABLE = 'placements';
    END IF;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER keep BEFORE INSERT OR UPDATE ON placements FOR EACH ROW EXECUTE FUNCTION keep_placement();

-- Applies what a statement changed to the counts of the quotas, which it locks in the order of their ids. The checks of
-- `quotas` refuse more than is contracted, also when several transactions place at the same time.
CREATE FUNCTION count_placements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changed uuid[] := ARRAY(SELECT DISTINCT quota_id FROM new_rows);
  counted constant text := 'SELECT quota_id, load, makegood_of_id, status, 1 AS sign FROM new_rows';
BEGIN
  PERFORM FROM quotas WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  EXECUTE format($sql$
    UPDATE quotas q SET placed = q.placed + d.placed, aired = q.aired + d.aired, missed = q.missed + d.missed,
      compensated = q.compensated + d.compensated
    FROM (
      SELECT r.quota_id,
        coalesce(sum(r.sign * r.load) FILTER (WHERE r.makegood_of_id IS NULL AND r.status <> 'cancelled'), 0) AS placed,
        coalesce(sum(r.sign * r.load) FILTER (WHERE r.status = 'aired'), 0) AS aired,
        coalesce(sum(r.sign * r.load) FILTER (WHERE r.status = 'not_aired'), 0) AS missed,
        coalesce(sum(r.sign * r.load) FILTER (WHERE r.makegood_of_id IS NOT NULL AND r.status <> 'cancelled'), 0) AS compensated
      FROM (%s) r GROUP BY r.quota_id) d
    WHERE q.id = d.quota_id AND (d.placed, d.aired, d.missed, d.compensated) <> (0, 0, 0, 0)$sql$,
    CASE TG_OP WHEN 'INSERT' THEN counted ELSE counted
      || ' UNION ALL SELECT quota_id, load, makegood_of_id, status, -1 FROM old_rows' END);
  IF placements_exceed(changed) THEN
    RAISE EXCEPTION 'placements exceed what is booked'
      USING ERRCODE = '23514', CONSTRAINT = 'placements_booked', TABLE = 'placements';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_new AFTER INSERT ON placements REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_placements();
CREATE TRIGGER count_changed AFTER UPDATE ON placements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_placements();

-- What is placed stays booked: a move of capacity and the move of its placement are one transaction. Statements that free
-- capacity write the quotas concerned, unchanged: each is then checked once at the end, and not for every cell.
CREATE FUNCTION check_freed_quotas() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  freed uuid[] := ARRAY(
    SELECT q.id FROM quotas q
    WHERE q.order_line_id IN (SELECT order_line_id FROM old_rows) ORDER BY q.id FOR NO KEY UPDATE);
BEGIN
  IF cardinality(freed) > 0 THEN
    UPDATE quotas SET order_line_id = order_line_id WHERE id = ANY (freed);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER check_freed_quotas AFTER DELETE ON capacity_cells REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION check_freed_quotas();
CREATE TRIGGER check_changed_quotas AFTER UPDATE ON capacity_cells REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION check_freed_quotas();

CREATE FUNCTION keep_booked_placements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF placements_exceed(ARRAY[NEW.id]) THEN
    RAISE EXCEPTION 'capacity of placements was freed'
      USING ERRCODE = '23514', CONSTRAINT = 'placements_booked', TABLE = 'placements';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER keep_placements AFTER UPDATE OF order_line_id ON quotas DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION keep_booked_placements();

-- Rules of technical sheets ------------------------------------------------------------------------------------------

-- Answers change while their sheet is pending or observed; only the answers, never what is asked.
CREATE FUNCTION keep_tech_sheet_item() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  answers constant text[] := '{value,media_file_id,document,note,is_done,row_version,updated_at,updated_by,search_text}';
  is_open boolean;
BEGIN
  IF to_jsonb(NEW) - answers IS DISTINCT FROM to_jsonb(OLD) - answers THEN
    RAISE EXCEPTION 'what a technical sheet asks for stays as it is'
      USING ERRCODE = '23514', CONSTRAINT = 'tech_sheet_items_stay', TABLE = 'tech_sheet_items';
  END IF;
  SELECT status IN ('pending', 'observed') INTO is_open FROM tech_sheets WHERE id = NEW.tech_sheet_id FOR NO KEY UPDATE;
  IF NOT is_open THEN
    RAISE EXCEPTION 'technical sheet % is in review or approved', NEW.tech_sheet_id
      USING ERRCODE = '23514', CONSTRAINT = 'tech_sheet_items_of_open_sheet', TABLE = 'tech_sheet_items';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER keep BEFORE UPDATE ON tech_sheet_items FOR EACH ROW EXECUTE FUNCTION keep_tech_sheet_item();

-- How much of what a sheet requires is there.
CREATE FUNCTION count_tech_sheet_items() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tech_sheets s SET progress_pct = p.pct
  FROM (
    SELECT tech_sheet_id, coalesce(100 * count(*) FILTER (WHERE is_required AND is_done)
      / nullif(count(*) FILTER (WHERE is_required), 0), 100) AS pct
    FROM tech_sheet_items WHERE tech_sheet_id IN (SELECT tech_sheet_id FROM new_rows) GROUP BY tech_sheet_id) p
  WHERE s.id = p.tech_sheet_id AND s.progress_pct <> p.pct;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_new AFTER INSERT ON tech_sheet_items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_tech_sheet_items();
CREATE TRIGGER count_changed AFTER UPDATE ON tech_sheet_items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_tech_sheet_items();

-- Rules of evidence --------------------------------------------------------------------------------------------------

-- Counts what these reports have to prove and what they prove.
CREATE FUNCTION count_evidence(reports uuid[]) RETURNS void
LANGUAGE sql AS $$
  UPDATE evidence_reports r SET aired = n.aired, covered = n.covered,
    coverage_pct = CASE WHEN n.aired = 0 THEN 0 ELSE round(100.0 * n.covered / n.aired, 4) END
  FROM (
    SELECT e.id, count(p.id)::integer AS aired, count(p.id) FILTER (WHERE EXISTS (
      SELECT FROM evidence_items i WHERE i.report_id = e.id AND coalesce(i.placement_id, p.id) = p.id AND i.archived_at IS NULL))::integer AS covered
    FROM evidence_reports e LEFT JOIN placements p ON p.contract_id = e.contract_id AND p.status = 'aired'
      AND e.period @> p.starts_on AND e.period @> p.ends_on
    WHERE e.id = ANY (reports) GROUP BY e.id) n
  WHERE r.id = n.id AND (r.aired, r.covered) IS DISTINCT FROM (n.aired, n.covered)
$$;

-- Evidence changes until its report is approved, and proves something aired for its contract in its period.
CREATE FUNCTION keep_evidence_item() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  report evidence_reports;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.report_id <> NEW.report_id THEN
    RAISE EXCEPTION 'evidence % stays in its report', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'evidence_items_stay', TABLE = 'evidence_items';
  END IF;
  SELECT * INTO report FROM evidence_reports WHERE id = NEW.report_id FOR NO KEY UPDATE;
  IF report.status NOT IN ('draft', 'in_review', 'objected') THEN
    RAISE EXCEPTION 'evidence report % is approved', NEW.report_id
      USING ERRCODE = '23514', CONSTRAINT = 'evidence_items_of_open_report', TABLE = 'evidence_items';
  END IF;
  IF NEW.archived_at IS NULL AND NEW.placement_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM placements p WHERE p.id = NEW.placement_id AND p.contract_id = report.contract_id AND p.status = 'aired'
      AND report.period @> p.starts_on AND report.period @> p.ends_on) THEN
    RAISE EXCEPTION 'placement % was not aired for this report', NEW.placement_id
      USING ERRCODE = '23514', CONSTRAINT = 'evidence_items_placement', TABLE = 'evidence_items';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER keep BEFORE INSERT OR UPDATE ON evidence_items FOR EACH ROW EXECUTE FUNCTION keep_evidence_item();

-- What a report proved when it was approved: its acceptance locks these placements and no others. Only the trigger below
-- writes it.
CREATE TABLE evidence_report_placements (
  report_id uuid NOT NULL REFERENCES evidence_reports ON DELETE RESTRICT,
  placement_id uuid NOT NULL REFERENCES placements ON DELETE RESTRICT,
  PRIMARY KEY (report_id, placement_id)
);
CREATE INDEX evidence_report_placements_placement_id ON evidence_report_placements (placement_id);
CALL restrict_app('evidence_report_placements', 'SELECT');

CREATE FUNCTION fix_evidence() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM evidence_report_placements WHERE report_id = NEW.id;
  INSERT INTO evidence_report_placements (report_id, placement_id)
  SELECT NEW.id, p.id FROM placements p
  WHERE p.contract_id = NEW.contract_id AND p.status = 'aired' AND NEW.period @> p.starts_on AND NEW.period @> p.ends_on
    AND EXISTS (
      SELECT FROM evidence_items i
      WHERE i.report_id = NEW.id AND i.archived_at IS NULL AND coalesce(i.placement_id, p.id) = p.id);
  RETURN NULL;
END
$$;

CREATE TRIGGER fix AFTER UPDATE OF status ON evidence_reports
  FOR EACH ROW WHEN (NEW.status IN ('approved', 'sent') AND OLD.status NOT IN ('approved', 'sent'))
  EXECUTE FUNCTION fix_evidence();

CREATE FUNCTION count_evidence_items() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_evidence(ARRAY(SELECT DISTINCT report_id FROM new_rows ORDER BY 1));
  RETURN NULL;
END
$$;

CREATE TRIGGER count_new AFTER INSERT ON evidence_items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_evidence_items();
CREATE TRIGGER count_changed AFTER UPDATE ON evidence_items REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_evidence_items();

CREATE FUNCTION count_evidence_of_report() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_evidence(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;

CREATE TRIGGER count_new AFTER INSERT ON evidence_reports FOR EACH ROW EXECUTE FUNCTION count_evidence_of_report();
CREATE TRIGGER count_changed AFTER UPDATE OF period, contract_id, status ON evidence_reports
  FOR EACH ROW EXECUTE FUNCTION count_evidence_of_report();

-- Placements that were aired, or corrected, count in the open reports of their contract.
CREATE FUNCTION count_evidence_of_placements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- Locked before they are counted: the count then sees what others aired meanwhile.
  reports constant uuid[] := ARRAY(
    SELECT e.id FROM evidence_reports e
    WHERE e.status IN ('draft', 'in_review', 'objected') AND EXISTS (
      SELECT FROM new_rows n JOIN old_rows o USING (id)
      WHERE n.contract_id = e.contract_id AND (n.status = 'aired') <> (o.status = 'aired')
        AND e.period @> n.starts_on AND e.period @> n.ends_on)
    ORDER BY e.id FOR NO KEY UPDATE OF e);
BEGIN
  IF reports <> '{}' THEN
    PERFORM count_evidence(reports);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_evidence AFTER UPDATE ON placements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_evidence_of_placements();

-- A report is of the client of its contract.
CREATE FUNCTION name_evidence_client() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT client_id INTO NEW.client_id FROM contracts WHERE id = NEW.contract_id;
  RETURN NEW;
END
$$;

CREATE TRIGGER name_client BEFORE INSERT OR UPDATE OF contract_id ON evidence_reports
  FOR EACH ROW EXECUTE FUNCTION name_evidence_client();

-- Opening and closing the delivery of order lines --------------------------------------------------------------------

-- The day some working days before another. Arguments: days off besides Saturdays and Sundays.
CREATE FUNCTION working_days_before(day date, count integer, holidays date[]) RETURNS date
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  WHILE count > 0 LOOP
    day := day - 1;
    IF extract(isodow FROM day) < 6 AND day <> ALL (holidays) THEN
      count := count - 1;
    END IF;
  END LOOP;
  RETURN day;
END
$$;

-- The tasks of a work order of a kind.
CREATE FUNCTION work_order_tasks(kind text) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(jsonb_build_object('task', t.task, 'done', false) ORDER BY t.place)
  FROM unnest(CASE kind
    WHEN 'traffic' THEN ARRAY['Material recibido y revisado', 'Material cargado en el sistema de emisión', 'Pauta entregada al máster']
    WHEN 'installation' THEN ARRAY['Arte impreso', 'Permiso vigente', 'Arte instalado', 'Foto de la instalación']
    WHEN 'print' THEN ARRAY['Arte recibido y revisado', 'Arte montado en la página', 'Prueba aprobada']
    WHEN 'digital' THEN ARRAY['Piezas recibidas y revisadas', 'Campaña cargada', 'Enlaces y medición probados']
    WHEN 'production' THEN ARRAY['Guion aprobado', 'Producción terminada', 'Entrega aprobada por el cliente']
    ELSE ARRAY['Preparado', 'Realizado'] END) WITH ORDINALITY AS t(task, place)
$$;

-- Makes the quotas, work orders and technical sheets of the order lines of a contract that have none yet. Signing a
-- contract and applying an addendum call it in their transaction. `booked` has the units of capacity of each line that
-- takes any, by its id; they need not be booked yet, because the spaces are locked last.
CREATE FUNCTION open_delivery(contract uuid, holidays date[], booked jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO quotas (description, contract_id, client_id, order_line_id, inventory_item_id, flight, unit, duration_sec, contracted, sold)
  SELECT o.description, o.contract_id, c.client_id, o.id, o.inventory_item_id, o.flight, i.capacity_unit, o.duration_sec,
    n.units, n.units
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id JOIN inventory_items i ON i.id = o.inventory_item_id
    JOIN jsonb_each_text(booked) AS b(line, units) ON b.line::uuid = o.id
    CROSS JOIN LATERAL (
      SELECT b.units::bigint / CASE WHEN i.capacity_unit = 'seconds' THEN o.duration_sec ELSE 1 END AS units) n
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM quotas q WHERE q.order_line_id = o.id)
  ORDER BY o.id;

  INSERT INTO work_orders (description, kind, company_id, contract_id, client_id, order_line_id, inventory_item_id, sla_due, currency_code, checklist)
  SELECT o.description, k.kind, c.company_id, o.contract_id, c.client_id, o.id, o.inventory_item_id, lower(o.flight),
    o.currency_code, work_order_tasks(k.kind)
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id LEFT JOIN inventory_items i ON i.id = o.inventory_item_id
    CROSS JOIN LATERAL (SELECT CASE
      WHEN o.line_kind = 'production' THEN 'production'
      WHEN i.kind = 'linear' THEN 'traffic'
      WHEN i.kind = 'outdoor' THEN 'installation'
      WHEN i.kind IN ('print', 'digital') THEN i.kind
      ELSE 'event' END AS kind) k
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM work_orders w WHERE w.order_line_id = o.id)
  ORDER BY o.id;

  INSERT INTO tech_sheets (description, contract_id, client_id, order_line_id, inventory_item_id, tech_template_id,
    starts_on, due_on, progress_pct, responsible_id)
  SELECT o.description, o.contract_id, c.client_id, o.id, o.inventory_item_id, t.id, lower(o.flight),
    working_days_before(lower(o.flight), t.lead_time_days, holidays), 0, c.owner_id
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id JOIN inventory_items i ON i.id = o.inventory_item_id
    JOIN tech_templates chosen ON chosen.id = i.tech_template_id
    JOIN tech_templates t ON t.code = chosen.code AND t.status = 'published' AND t.archived_at IS NULL
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM tech_sheets s WHERE s.order_line_id = o.id)
  ORDER BY o.id;

  INSERT INTO tech_sheet_items (tech_sheet_id, place, label, type, is_required, unit, min, max, options, file_types,
    max_mb, width_px, height_px, min_duration_sec, max_duration_sec, instructions)
  SELECT s.id, row_number() OVER (PARTITION BY s.id ORDER BY a.part, a.position, a.id), a.label, a.type, a.is_required,
    a.unit, a.min, a.max, a.options, a.file_types, a.max_mb, a.width_px, a.height_px, a.min_duration_sec,
    a.max_duration_sec, a.instructions
  FROM tech_sheets s JOIN (
    SELECT f.tech_template_id, 1 AS part, f.position, f.id, f.label, f.type, f.is_required, f.unit, f.min, f.max,
      f.options, '{}'::text[] AS file_types, NULL::integer AS max_mb, NULL::integer AS width_px,
      NULL::integer AS height_px, NULL::numeric AS min_duration_sec, NULL::numeric AS max_duration_sec,
      NULL::text AS instructions
    FROM tech_template_fields f
    UNION ALL
    SELECT m.tech_template_id, 2, m.position, m.id, m.name, m.kind, true, NULL, NULL, NULL, '{}', m.file_types,
      m.max_mb, m.width_px, m.height_px, m.min_duration_sec, m.max_duration_sec, m.instructions
    FROM tech_template_materials m) a ON a.tech_template_id = s.tech_template_id
  WHERE s.contract_id = contract AND NOT EXISTS (SELECT FROM tech_sheet_items i WHERE i.tech_sheet_id = s.id)
  ORDER BY 1, 2;
END
$$;

-- Ends the placements of order lines from a day on, before their capacity is freed: placements from that day on are
-- cancelled, and periods end the day before. What was delivered stays. Like the commands on placements, it locks
-- placements before quotas.
CREATE FUNCTION cut_placements(lines uuid[], from_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM placements p JOIN quotas q ON q.id = p.quota_id
  WHERE q.order_line_id = ANY (lines) AND p.status IN ('scheduled', 'confirmed') AND p.ends_on >= from_day
  ORDER BY p.id FOR NO KEY UPDATE OF p;
  PERFORM FROM quotas WHERE order_line_id = ANY (lines) ORDER BY id FOR NO KEY UPDATE;
  UPDATE placements p SET ends_on = from_day - 1 FROM quotas q
  WHERE q.id = p.quota_id AND q.order_line_id = ANY (lines) AND p.status IN ('scheduled', 'confirmed')
    AND p.starts_on < from_day AND p.ends_on >= from_day;
  UPDATE placements p SET status = 'cancelled' FROM quotas q
  WHERE q.id = p.quota_id AND q.order_line_id = ANY (lines) AND p.status IN ('scheduled', 'confirmed')
    AND p.starts_on >= from_day;
END
$$;

-- Ends the delivery of order lines from a day on, before their capacity is freed: their placements, what was not placed
-- until then, and the work orders that are not done.
CREATE FUNCTION close_delivery(lines uuid[], from_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM cut_placements(lines, from_day);
  UPDATE quotas SET contracted = placed WHERE order_line_id = ANY (lines) AND placed < contracted;
  UPDATE work_orders SET status = 'cancelled'
  WHERE order_line_id = ANY (lines) AND status IN ('pending', 'material_pending', 'scheduled', 'in_progress', 'paused');
END
$$;

-- What the order lines of a contract have booked: units of capacity by the id of the line.
CREATE FUNCTION booked_units(contract uuid) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(o.id, (SELECT sum(units) FROM capacity_cells WHERE order_line_id = o.id)), '{}')
  FROM order_lines o WHERE o.contract_id = contract AND EXISTS (SELECT FROM capacity_cells WHERE order_line_id = o.id)
$$;

-- Contracts that are signed already get what their signature would have made.
SELECT open_delivery(c.id, ARRAY(
  SELECT (day ->> 'day')::date FROM settings s CROSS JOIN jsonb_array_elements(s.value) AS day WHERE s.key = 'holiday_calendar'),
  booked_units(c.id))
FROM contracts c WHERE c.status IN ('signed', 'active', 'suspended', 'finished') ORDER BY c.id;

-- Rights -----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('placements.view_own', 'Cupos', 'Ver los cupos de sus contratos'),
  ('placements.view_team', 'Cupos', 'Ver los cupos de los contratos de su equipo'),
  ('placements.view_all', 'Cupos', 'Ver todos los cupos y colocaciones'),
  ('placements.create', 'Cupos', 'Distribuir unidades contratadas'),
  ('placements.update_all', 'Cupos', 'Confirmar, registrar y cancelar colocaciones'),
  ('placements.move', 'Cupos', 'Mover colocaciones'),
  ('placements.makegood', 'Cupos', 'Compensar lo no emitido'),
  ('placements.export', 'Cupos', 'Exportar cupos y colocaciones'),
  ('tech_sheets.view_own', 'Fichas técnicas', 'Ver las fichas técnicas de sus contratos'),
  ('tech_sheets.view_team', 'Fichas técnicas', 'Ver las fichas técnicas de los contratos de su equipo'),
  ('tech_sheets.view_all', 'Fichas técnicas', 'Ver todas las fichas técnicas'),
  ('tech_sheets.update_own', 'Fichas técnicas', 'Llenar las fichas técnicas de sus contratos'),
  ('tech_sheets.update_all', 'Fichas técnicas', 'Llenar cualquier ficha técnica'),
  ('tech_sheets.approve', 'Fichas técnicas', 'Aprobar y observar fichas técnicas'),
  ('tech_sheets.export', 'Fichas técnicas', 'Exportar fichas técnicas'),
  ('work_orders.view_own', 'Órdenes de trabajo', 'Ver las órdenes de trabajo a su cargo'),
  ('work_orders.view_team', 'Órdenes de trabajo', 'Ver las órdenes de trabajo de su equipo'),
  ('work_orders.view_all', 'Órdenes de trabajo', 'Ver todas las órdenes de trabajo'),
  ('work_orders.create', 'Órdenes de trabajo', 'Crear órdenes de trabajo'),
  ('work_orders.update_all', 'Órdenes de trabajo', 'Programar y ejecutar órdenes de trabajo'),
  ('work_orders.delete', 'Órdenes de trabajo', 'Archivar órdenes de trabajo'),
  ('work_orders.export', 'Órdenes de trabajo', 'Exportar órdenes de trabajo'),
  ('evidence_reports.view_own', 'Evidencias', 'Ver las evidencias de sus contratos'),
  ('evidence_reports.view_team', 'Evidencias', 'Ver las evidencias de los contratos de su equipo'),
  ('evidence_reports.view_all', 'Evidencias', 'Ver todos los reportes de evidencias'),
  ('evidence_reports.create', 'Evidencias', 'Crear reportes de evidencias'),
  ('evidence_reports.update_all', 'Evidencias', 'Agregar y cambiar evidencias'),
  ('evidence_reports.delete', 'Evidencias', 'Archivar reportes y evidencias'),
  ('evidence_reports.approve', 'Evidencias', 'Aprobar reportes de evidencias'),
  ('evidence_reports.send', 'Evidencias', 'Registrar envíos y respuestas del cliente'),
  ('evidence_reports.export', 'Evidencias', 'Exportar reportes de evidencias');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission
FROM roles r JOIN (VALUES
  ('placements.view_own', '{admin,sales_rep}'::text[]),
  ('placements.view_team', '{admin}'),
  ('placements.view_all', '{admin,general_manager,sales_manager,sales_assistant,planner,inventory,traffic,post_sales,billing,collections,finance,auditor}'),
  ('placements.create', '{admin,traffic}'),
  ('placements.update_all', '{admin,traffic}'),
  ('placements.move', '{admin,traffic}'),
  ('placements.makegood', '{admin,traffic}'),
  ('placements.export', '{admin,general_manager,traffic,post_sales,auditor}'),
  ('tech_sheets.view_own', '{admin,sales_rep}'),
  ('tech_sheets.view_team', '{admin}'),
  ('tech_sheets.view_all', '{admin,general_manager,sales_manager,sales_assistant,planner,inventory,traffic,post_sales,billing,collections,finance,auditor}'),
  ('tech_sheets.update_own', '{admin,sales_rep}'),
  ('tech_sheets.update_all', '{admin,sales_assistant,traffic,post_sales}'),
  ('tech_sheets.approve', '{admin,traffic,post_sales}'),
  ('tech_sheets.export', '{admin,general_manager,traffic,post_sales,auditor}'),
  ('work_orders.view_own', '{admin,sales_rep}'),
  ('work_orders.view_team', '{admin}'),
  ('work_orders.view_all', '{admin,general_manager,sales_manager,sales_assistant,planner,inventory,traffic,post_sales,billing,collections,finance,auditor}'),
  ('work_orders.create', '{admin,traffic}'),
  ('work_orders.update_all', '{admin,traffic}'),
  ('work_orders.delete', '{admin,traffic}'),
  ('work_orders.export', '{admin,general_manager,traffic,auditor}'),
  ('evidence_reports.view_own', '{admin,sales_rep}'),
  ('evidence_reports.view_team', '{admin}'),
  ('evidence_reports.view_all', '{admin,general_manager,sales_manager,sales_assistant,planner,inventory,traffic,post_sales,billing,collections,finance,auditor}'),
  ('evidence_reports.create', '{admin,post_sales}'),
  ('evidence_reports.update_all', '{admin,post_sales}'),
  ('evidence_reports.delete', '{admin,post_sales}'),
  ('evidence_reports.approve', '{admin,post_sales}'),
  ('evidence_reports.send', '{admin,post_sales}'),
  ('evidence_reports.export', '{admin,general_manager,post_sales,auditor}')
) AS p(permission, names) ON r.name = ANY (p.names);
