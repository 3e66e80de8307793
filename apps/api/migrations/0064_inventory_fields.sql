-- Spaces: the fields of each kind, conditions of sale, audience, and days with another capacity.

SELECT set_config('pauta.request', 'migration:0064', true), set_config('pauta.reason', 'Campos y excepciones del inventario', true);

ALTER TABLE inventory_items
  DROP CONSTRAINT inventory_items_kind_check,
  ADD CONSTRAINT inventory_items_kind_check
    CHECK (kind IN ('linear', 'outdoor', 'print', 'digital', 'event', 'service', 'other')),
  ADD COLUMN min_flight_days integer CHECK (min_flight_days BETWEEN 1 AND 366),
  ADD COLUMN max_flight_days integer CHECK (max_flight_days BETWEEN 1 AND 366),
  ADD COLUMN lead_time_days integer CHECK (lead_time_days BETWEEN 0 AND 365),
  ADD COLUMN min_spend numeric(18,2) CHECK (min_spend >= 0),
  ADD COLUMN break_no integer CHECK (break_no BETWEEN 1 AND 200),
  ADD COLUMN airs_at time without time zone,
  ADD COLUMN face_type text COLLATE "C" NOT NULL DEFAULT 'static' CHECK (face_type IN ('static', 'digital')),
  ADD COLUMN venue_type text COLLATE "C" CHECK (venue_type IN ('1', '2', '4', '5', '6', '7', '8', '9', '10', '11', '301', '302', '303', '304', '306', '307', '308', '309')),
  ADD COLUMN material text CHECK (char_length(material) <= 60),
  ADD COLUMN structure text COLLATE "C" CHECK (structure IN ('unipole', 'multipole', 'facade', 'rooftop', 'bridge', 'street_furniture', 'vehicle', 'indoor')),
  ADD COLUMN traffic_daily integer CHECK (traffic_daily BETWEEN 0 AND 1000000000),
  ADD COLUMN loop_sec integer CHECK (loop_sec BETWEEN 1 AND 86400),
  ADD COLUMN slot_sec integer CHECK (slot_sec BETWEEN 1 AND 3600),
  ADD COLUMN opens_at time without time zone,
  ADD COLUMN closes_at time without time zone,
  ADD COLUMN publication text CHECK (char_length(publication) <= 120),
  ADD COLUMN print_section text CHECK (char_length(print_section) <= 80),
  ADD COLUMN page_parity text COLLATE "C" CHECK (page_parity IN ('any', 'odd', 'even', 'cover', 'back')),
  ADD COLUMN color text COLLATE "C" CHECK (color IN ('full', 'black', 'spot')),
  ADD COLUMN closing_days integer CHECK (closing_days BETWEEN 0 AND 365),
  ADD COLUMN site text CHECK (char_length(site) <= 160),
  ADD COLUMN sizes text[] NOT NULL DEFAULT '{}',
  ADD COLUMN cost_model text COLLATE "C" CHECK (cost_model IN ('cpm', 'cpc', 'cpd', 'flat', 'cpv')),
  ADD COLUMN est_daily_imps integer CHECK (est_daily_imps BETWEEN 0 AND 1000000000),
  ADD COLUMN venue text CHECK (char_length(venue) <= 160),
  ADD COLUMN attendance integer CHECK (attendance BETWEEN 0 AND 1000000000),
  ADD COLUMN target_gender_id uuid REFERENCES gender_targets ON DELETE RESTRICT,
  ADD COLUMN reach integer CHECK (reach BETWEEN 0 AND 1000000000),
  ADD COLUMN reach_source text CHECK (char_length(reach_source) <= 120),
  ADD COLUMN reach_on date,
  -- Its capacity exceptions, `[{from, to, capacity}]`, by trigger, so that `capacity_on` stays a function of the row.
  ADD COLUMN exceptions jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT inventory_items_flight_bounds CHECK (min_flight_days <= max_flight_days),
  ADD CONSTRAINT inventory_items_slot_in_loop CHECK (slot_sec <= loop_sec);

CREATE INDEX inventory_items_target_gender_id ON inventory_items (target_gender_id) WHERE target_gender_id IS NOT NULL;
CALL create_link('inventory_item_allowed_articles', 'inventory_items', 'inventory_item_id', 'ad_articles', 'allowed_article_id');
CALL create_link('inventory_item_target_ages', 'inventory_items', 'inventory_item_id', 'age_targets', 'target_age_id');
CALL create_link('inventory_item_target_nses', 'inventory_items', 'inventory_item_id', 'nse_targets', 'target_nse_id');
CALL unnotice('inventory_items', '{exceptions}');

-- The size of a digital space was a single one.
UPDATE inventory_items SET sizes = ARRAY[size], size = NULL WHERE kind = 'digital' AND size IS NOT NULL;

CREATE TABLE capacity_exceptions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  inventory_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE RESTRICT,
  dates daterange NOT NULL CHECK (NOT isempty(dates) AND NOT lower_inf(dates) AND NOT upper_inf(dates)),
  kind text COLLATE "C" NOT NULL DEFAULT 'maintenance' CHECK (kind IN ('season', 'holiday', 'event', 'maintenance', 'other')),
  capacity integer NOT NULL DEFAULT 0 CHECK (capacity BETWEEN 0 AND 1000000000),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 160),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  -- Which of two exceptions of a day counted would be chance.
  CONSTRAINT capacity_exceptions_once EXCLUDE USING gist (inventory_item_id WITH =, dates WITH &&)
    WHERE (archived_at IS NULL)
);

CREATE INDEX capacity_exceptions_by_dates ON capacity_exceptions (dates, id) WHERE archived_at IS NULL;
CREATE INDEX capacity_exceptions_by_reason ON capacity_exceptions ((sort_key(reason) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX capacity_exceptions_by_created_at ON capacity_exceptions (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX capacity_exceptions_by_updated_at ON capacity_exceptions (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX capacity_exceptions_inventory_item_id ON capacity_exceptions (inventory_item_id, dates, id);
CREATE INDEX capacity_exceptions_dates ON capacity_exceptions USING gist (dates);
CREATE INDEX capacity_exceptions_kind ON capacity_exceptions (kind, dates, id);

CALL make_searchable('capacity_exceptions', 'reason');
CALL track('capacity_exceptions', unnoticed => '{search_text}');
CALL free_when_withdrawn('capacity_exceptions');
CALL restrict_app('capacity_exceptions', 'SELECT, INSERT, UPDATE');

-- As before, with the exceptions: on their days a space has their capacity, whatever the weekday.
CREATE OR REPLACE FUNCTION capacity_on(item inventory_items, day date) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN NOT (coalesce(item.active @> day, true) AND coalesce(day <= item.permit_until, true)) THEN 0
    ELSE coalesce(
      (SELECT (e.one ->> 'capacity')::integer FROM jsonb_array_elements(item.exceptions) AS e(one)
        WHERE day BETWEEN (e.one ->> 'from')::date AND (e.one ->> 'to')::date LIMIT 1),
      CASE WHEN extract(isodow FROM day)::text = ANY (item.days) THEN item.capacity ELSE 0 END)
  END
$$;

DROP TRIGGER keep ON inventory_items;
CREATE TRIGGER keep BEFORE UPDATE OF parent_id, subdivision_id, capacity_unit, capacity, days, active, permit_until, exceptions, status, archived_at
  ON inventory_items FOR EACH ROW EXECUTE FUNCTION keep_inventory_item();
DROP TRIGGER recount ON inventory_items;
CREATE TRIGGER recount AFTER UPDATE OF capacity, days, active, permit_until, exceptions ON inventory_items
  FOR EACH ROW WHEN ((OLD.capacity, OLD.days, OLD.active, OLD.permit_until, OLD.exceptions)
    IS DISTINCT FROM (NEW.capacity, NEW.days, NEW.active, NEW.permit_until, NEW.exceptions))
  EXECUTE FUNCTION recount_capacity();

-- Writes the exceptions of a space into it. The space is locked first, so that of two exceptions written at once the second
-- sees the first. The CHECK of the counters refuses less than what is taken.
CREATE FUNCTION write_capacity_exceptions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM inventory_items WHERE id = NEW.inventory_item_id FOR UPDATE;
  UPDATE inventory_items SET exceptions = coalesce((
    SELECT jsonb_agg(jsonb_build_object('from', lower(e.dates), 'to', upper(e.dates) - 1, 'capacity', e.capacity) ORDER BY e.dates)
    FROM capacity_exceptions e WHERE e.inventory_item_id = NEW.inventory_item_id AND e.archived_at IS NULL), '[]')
  WHERE id = NEW.inventory_item_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER write_exceptions AFTER INSERT OR UPDATE ON capacity_exceptions
  FOR EACH ROW EXECUTE FUNCTION write_capacity_exceptions();

-- An exception stays with its space.
CREATE FUNCTION keep_exception() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'exception % stays with its space', OLD.id
    USING ERRCODE = '23514', CONSTRAINT = 'capacity_exceptions_stay', TABLE = 'capacity_exceptions';
END
$$;

CREATE TRIGGER keep BEFORE UPDATE OF inventory_item_id ON capacity_exceptions
  FOR EACH ROW WHEN (OLD.inventory_item_id <> NEW.inventory_item_id) EXECUTE FUNCTION keep_exception();
