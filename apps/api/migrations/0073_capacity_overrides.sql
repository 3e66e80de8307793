-- Overrides: units that may be sold above the capacity of a space, decided by somebody else than who asked.

SELECT set_config('pauta.request', 'migration:0073', true), set_config('pauta.reason', 'Sobrecapacidad', true);

CREATE TABLE capacity_overrides (
  id uuid PRIMARY KEY DEFAULT new_id(),
  inventory_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE RESTRICT,
  dates daterange NOT NULL CHECK (NOT isempty(dates)),
  units integer NOT NULL CHECK (units BETWEEN 1 AND 1000000000),
  expires_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 5 AND 300),
  limit_pct numeric(7,4) NOT NULL CHECK (limit_pct BETWEEN 0 AND 100),
  status text COLLATE "C" NOT NULL CHECK (status IN ('requested', 'approved', 'rejected', 'withdrawn', 'expired')),
  requested_by_id uuid REFERENCES users ON DELETE RESTRICT,
  decided_by_id uuid REFERENCES users ON DELETE RESTRICT,
  decision_reason text CHECK (char_length(decision_reason) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX capacity_overrides_by_dates ON capacity_overrides (dates, id);
CREATE INDEX capacity_overrides_by_units ON capacity_overrides (units, id);
CREATE INDEX capacity_overrides_by_expires_at ON capacity_overrides (expires_at, id);
CREATE INDEX capacity_overrides_by_created_at ON capacity_overrides (created_at, id);
CREATE INDEX capacity_overrides_by_updated_at ON capacity_overrides (updated_at, id);
CREATE INDEX capacity_overrides_inventory_item_id ON capacity_overrides (inventory_item_id, created_at, id);
CREATE INDEX capacity_overrides_dates ON capacity_overrides USING gist (dates);
CREATE INDEX capacity_overrides_status ON capacity_overrides (status, created_at, id);
CREATE INDEX capacity_overrides_requested_by_id ON capacity_overrides (requested_by_id, created_at, id);
CREATE INDEX capacity_overrides_decided_by_id ON capacity_overrides (decided_by_id) WHERE decided_by_id IS NOT NULL;

CALL make_searchable('capacity_overrides', 'reason');
CALL track('capacity_overrides', unnoticed => '{search_text}');
CALL restrict_app('capacity_overrides', 'SELECT, INSERT, UPDATE');

ALTER TABLE capacity_overrides
  ADD CONSTRAINT capacity_overrides_closed CHECK (NOT lower_inf(dates) AND NOT upper_inf(dates)),
  ADD CONSTRAINT capacity_overrides_other_decides CHECK (decided_by_id <> requested_by_id),
  ADD CONSTRAINT capacity_overrides_decided CHECK (status NOT IN ('approved', 'expired') OR decided_by_id IS NOT NULL);
CREATE INDEX capacity_overrides_in_force ON capacity_overrides (inventory_item_id) WHERE status = 'approved';

-- Days that were sold above their capacity, or could be, keep a mark for good.
ALTER TABLE occupancy ADD COLUMN overridden boolean NOT NULL DEFAULT false;

-- An override is decided once, and what was decided stays. It is approved up to its limit of the capacity of each day,
-- together with the other ones in force. The lock of the space orders two approvals, and an approval and a sale.
CREATE FUNCTION keep_capacity_override() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  space inventory_items;
BEGIN
  IF (NEW.inventory_item_id, NEW.dates, NEW.units, NEW.expires_at, NEW.limit_pct, NEW.requested_by_id)
      IS DISTINCT FROM (OLD.inventory_item_id, OLD.dates, OLD.units, OLD.expires_at, OLD.limit_pct, OLD.requested_by_id)
    OR NEW.status <> OLD.status AND NOT (OLD.status = 'requested' AND NEW.status IN ('approved', 'rejected', 'withdrawn')
      OR OLD.status = 'approved' AND NEW.status = 'expired') THEN
    RAISE EXCEPTION 'override % stays as it is', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'capacity_overrides_stays', TABLE = 'capacity_overrides';
  END IF;
  IF NEW.status = 'approved' AND OLD.status <> 'approved' THEN
    SELECT * INTO space FROM inventory_items WHERE id = NEW.inventory_item_id FOR NO KEY UPDATE;
    IF NEW.expires_at <= now() THEN
      RAISE EXCEPTION 'override % is past its time', OLD.id
        USING ERRCODE = '23514', CONSTRAINT = 'capacity_overrides_late', TABLE = 'capacity_overrides';
    END IF;
    IF EXISTS (
      SELECT FROM generate_series(lower(NEW.dates), upper(NEW.dates) - 1, interval '1 day') AS d(at)
        CROSS JOIN LATERAL (SELECT capacity_on(space, d.at::date) AS capacity) c
      WHERE c.capacity > 0 AND NEW.units + coalesce((
        SELECT sum(o.units) FROM capacity_overrides o
        WHERE o.inventory_item_id = NEW.inventory_item_id AND o.status = 'approved' AND o.expires_at > now()
          AND o.dates @> d.at::date), 0) > floor(c.capacity * NEW.limit_pct / 100)) THEN
      RAISE EXCEPTION 'override % exceeds its limit', OLD.id
        USING ERRCODE = '23514', CONSTRAINT = 'capacity_overrides_limit', TABLE = 'capacity_overrides';
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep BEFORE UPDATE ON capacity_overrides FOR EACH ROW EXECUTE FUNCTION keep_capacity_override();

-- The units above the capacity that the counters allow: those of the overrides in force, and never less than what is taken.
CREATE FUNCTION count_capacity_override() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM inventory_items WHERE id = NEW.inventory_item_id FOR NO KEY UPDATE;
  IF NEW.status = 'approved' THEN
    INSERT INTO occupancy (item_id, day, capacity, overridden)
    SELECT i.id, d.at::date, capacity_on(i, d.at::date), true
    FROM inventory_items i
      CROSS JOIN LATERAL generate_series(lower(NEW.dates), upper(NEW.dates) - 1, interval '1 day') AS d(at)
    WHERE i.id = NEW.inventory_item_id AND capacity_on(i, d.at::date) > 0
    ORDER BY 2 ON CONFLICT (item_id, day) DO UPDATE SET overridden = true;
  END IF;
  UPDATE occupancy o SET extra = greatest(0, o.held + o.booked - o.capacity, (
    SELECT coalesce(sum(c.units), 0) FROM capacity_overrides c
    WHERE c.inventory_item_id = NEW.inventory_item_id AND c.status = 'approved' AND c.dates @> o.day))
  WHERE o.item_id = NEW.inventory_item_id AND o.day <@ NEW.dates AND o.overridden;
  RETURN NULL;
END
$$;
CREATE TRIGGER count AFTER UPDATE OF status ON capacity_overrides
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status IN ('approved', 'expired'))
  EXECUTE FUNCTION count_capacity_override();

-- What is given up of a day that was sold above its capacity is not on sale again once its overrides ended.
CREATE FUNCTION lower_extra() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM occupancy WHERE overridden AND extra > 0) THEN
    UPDATE occupancy o SET extra = greatest(0, o.held + o.booked - o.capacity, (
      SELECT coalesce(sum(c.units), 0) FROM capacity_overrides c
      WHERE c.inventory_item_id = o.item_id AND c.status = 'approved' AND c.dates @> o.day))
    FROM (SELECT DISTINCT p AS item_id, c.day FROM old_cells c JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) AS p) k
    WHERE o.item_id = k.item_id AND o.day = k.day AND o.overridden AND o.extra > 0;
  END IF;
  RETURN NULL;
END
$$;
-- The matrix reads a few days of thousands of spaces: the primary key would be searched once for each space.
CREATE INDEX occupancy_by_day ON occupancy (day, item_id);
CREATE INDEX occupancy_overridden ON occupancy (day, item_id) WHERE overridden;
-- After the triggers that count: in the order of their names.
CREATE TRIGGER lower_extra_deleted AFTER DELETE ON capacity_cells REFERENCING OLD TABLE AS old_cells
  FOR EACH STATEMENT EXECUTE FUNCTION lower_extra();
CREATE TRIGGER lower_extra_changed AFTER UPDATE ON capacity_cells REFERENCING OLD TABLE AS old_cells
  FOR EACH STATEMENT EXECUTE FUNCTION lower_extra();

-- A new override is a request.
CREATE FUNCTION begin_capacity_override() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'requested' OR NEW.decided_by_id IS NOT NULL THEN
    RAISE EXCEPTION 'an override begins as a request'
      USING ERRCODE = '23514', CONSTRAINT = 'capacity_overrides_stays', TABLE = 'capacity_overrides';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER begin BEFORE INSERT ON capacity_overrides FOR EACH ROW EXECUTE FUNCTION begin_capacity_override();

-- Locks the spaces of cells and those that contain them, in the order of their ids, until the transaction ends; frees the
-- expired holds that count in the cells, and ends the overrides past their time; and returns the closed spaces among them, from which nothing can be taken. A cell
-- is a space, a number of units, and the days on which it has them, as the text of an array; cells without a positive
-- number of units are not wanted. What `given_holds` still hold is concerned, too. It locks spaces and not counters,
-- because a signature moves thousands of cells of some fifty spaces. The constraint of the counters prevents overbooking
-- whoever writes the ledger; the lock orders the writers, so that no two of them wait for each other.
CREATE OR REPLACE FUNCTION lock_capacity(items uuid[], units integer[], cell_days text[], given_holds uuid[] DEFAULT '{}')
RETURNS TABLE (item_id uuid, status text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- Every space whose counters are concerned. Two queries, because no index answers either of two conditions.
  involved uuid[] := ARRAY(
    SELECT DISTINCT p FROM (
        SELECT i.path FROM inventory_items i WHERE i.id = ANY (items)
        UNION ALL
        SELECT i.path FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id
        WHERE c.hold_id = ANY (given_holds) AND c.state = 'held') paths
      CROSS JOIN unnest(path) AS p);
  wanted uuid[] := ARRAY(
    SELECT DISTINCT p FROM unnest(items, units) AS c(id, units) JOIN inventory_items i ON i.id = c.id CROSS JOIN unnest(i.path) AS p
    WHERE c.units > 0);
  expired bigint[];
BEGIN
  PERFORM FROM inventory_items i WHERE i.id = ANY (involved) ORDER BY i.id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM inventory_items i WHERE i.id = ANY (items) AND NOT i.path <@ involved) THEN
    RAISE EXCEPTION 'a space was moved meanwhile' USING ERRCODE = '40001';
  END IF;
  -- Also in other spaces inside of those that are locked: nobody else changes their counters without these locks.
  expired := ARRAY(
    SELECT c.id FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id
    WHERE c.state = 'held' AND c.expires_at <= now() AND i.path && involved
      AND (c.day IN (SELECT unnest(d::date[]) FROM unnest(cell_days) AS d)
        OR c.day IN (SELECT h.day FROM capacity_cells h WHERE h.hold_id = ANY (given_holds) AND h.state = 'held')));
  IF cardinality(expired) > 0 THEN
    DELETE FROM capacity_cells c WHERE c.id = ANY (expired) AND c.state = 'held' AND c.expires_at <= now();
  END IF;
  UPDATE capacity_overrides o SET status = 'expired'
  WHERE o.inventory_item_id = ANY (involved) AND o.status = 'approved' AND o.expires_at <= now();
  RETURN QUERY
    SELECT a.id, CASE WHEN a.archived_at IS NOT NULL THEN 'archived' ELSE a.status END FROM inventory_items a
    WHERE a.id = ANY (wanted) AND (a.status <> 'active' OR a.archived_at IS NOT NULL)
    ORDER BY cardinality(a.path), a.id;
END
$$;

-- These functions look up the few spaces of a move by their ids, with a plan that is made once: planning them takes
-- longer than running them. For a number of rows that it does not know the planner would read all spaces.
ALTER FUNCTION lock_capacity(uuid[], integer[], text[], uuid[]) SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION full_days(uuid[], integer[], text[], uuid[]) SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION full_days(uuid[], integer[], text[], uuid[]) SET enable_seqscan = off;
ALTER FUNCTION full_days(uuid[], integer[], text[], uuid[]) SET enable_hashjoin = off;
ALTER FUNCTION full_days(uuid[], integer[], text[], uuid[]) SET enable_mergejoin = off;
ALTER FUNCTION count_cells() SET enable_seqscan = off;

-- Rights --------------------------------------------------------------------------------------------------------------

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check
  CHECK (kind IN ('credit_proposal', 'quotes', 'contracts', 'addenda', 'price_lists', 'holds', 'capacity_overrides'));

INSERT INTO permissions (name, module, label) VALUES
  ('holds.override_capacity', 'Ocupación y reservas', 'Decidir si un espacio se vende por encima de su capacidad');
INSERT INTO role_permissions (role_id, permission)
  SELECT id, 'holds.override_capacity' FROM roles
  WHERE name IN ('admin', 'general_manager', 'sales_manager') AND archived_at IS NULL;

CALL leave_with_demonstration('{capacity_overrides}');
