-- Inventory: the spaces that are sold, how much of each is taken on each day, and holds.

SELECT set_config('pauta.request', 'migration:0045', true), set_config('pauta.reason', 'Inventario y reservas', true);

-- What is held always counts: a hold that did not would be sold twice.
DELETE FROM settings WHERE key = 'capacity_pending_counts';
-- Nothing ever read these: no hold waits for an approval, and nothing is sold above its capacity. Whoever saved a value
-- loses no behaviour, and finds the value in the audit log.
DELETE FROM settings WHERE key IN ('hold_approval_required', 'overbook_limit_pct');

-- The owners of a table's records; in the states `finished` of the column `state` they keep them when they leave.
DROP PROCEDURE guard_owners(regclass, text[]);
CREATE PROCEDURE guard_owners(target regclass, columns text[], state text DEFAULT NULL, finished text[] DEFAULT '{}')
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO owner_columns (table_name, column_name, state_column, finished_states)
    SELECT target::text, name, state, finished FROM unnest(columns) AS name;
  EXECUTE format('CREATE TRIGGER check_owner_stays AFTER INSERT OR UPDATE OF %s ON %s FOR EACH ROW EXECUTE FUNCTION check_owner_stays(%s)',
    (SELECT string_agg(quote_ident(name), ', ') FROM unnest(columns || state) AS name WHERE name IS NOT NULL), target,
    (SELECT string_agg(quote_literal(name), ', ') FROM unnest(columns) AS name));
END
$$;

-- Spaces -----------------------------------------------------------------------------------------------------------

CREATE TABLE inventory_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 30),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  kind text COLLATE "C" NOT NULL DEFAULT 'linear' CHECK (kind IN ('linear', 'outdoor', 'print', 'digital', 'other')),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'maintenance', 'retired')),
  platform_id uuid NOT NULL REFERENCES platforms ON DELETE RESTRICT,
  inventory_category_id uuid NOT NULL REFERENCES inventory_categories ON DELETE RESTRICT,
  subdivision_id uuid NOT NULL REFERENCES subdivisions ON DELETE RESTRICT,
  -- Division and company of its subdivision, by trigger.
  division_id uuid NOT NULL REFERENCES divisions ON DELETE RESTRICT,
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  ad_article_id uuid REFERENCES ad_articles ON DELETE RESTRICT,
  capacity_unit text COLLATE "C" NOT NULL DEFAULT 'seconds' CHECK (capacity_unit IN ('spots', 'seconds', 'faces', 'impressions', 'sov_pct', 'modules', 'column_cm', 'pages', 'mentions', 'hours', 'days')),
  capacity integer NOT NULL CHECK (capacity BETWEEN 1 AND 1000000000),
  parent_id uuid REFERENCES inventory_items ON DELETE RESTRICT CHECK (parent_id <> id),
  days text[] NOT NULL CHECK (cardinality(days) > 0 AND days <@ ARRAY['1', '2', '3', '4', '5', '6', '7']),
  active daterange CHECK (NOT isempty(active)),
  program_id uuid REFERENCES programs ON DELETE RESTRICT,
  time_slot_id uuid REFERENCES time_slots ON DELETE RESTRICT,
  schedule_id uuid REFERENCES schedules ON DELETE RESTRICT,
  locality_id uuid REFERENCES localities ON DELETE RESTRICT,
  address text CHECK (char_length(address) <= 300),
  latitude numeric(18,6) CHECK (latitude BETWEEN -90 AND 90),
  longitude numeric(18,6) CHECK (longitude BETWEEN -180 AND 180),
  facing text CHECK (char_length(facing) <= 60),
  width_m numeric(18,2) CHECK (width_m BETWEEN 0 AND 1000),
  height_m numeric(18,2) CHECK (height_m BETWEEN 0 AND 1000),
  illuminated boolean NOT NULL DEFAULT false,
  permit_no text CHECK (char_length(permit_no) <= 40),
  permit_until date,
  size text CHECK (char_length(size) <= 40),
  gl_account_id uuid REFERENCES gl_accounts ON DELETE RESTRICT,
  photo uuid REFERENCES files ON DELETE RESTRICT,
  -- The ids of its ancestors from the root, and its own, by trigger.
  path uuid[] NOT NULL,
  links_changed_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT inventory_items_code_key UNIQUE (code)
);

CREATE INDEX inventory_items_by_code ON inventory_items ((sort_key(code) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX inventory_items_by_name ON inventory_items ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX inventory_items_by_status ON inventory_items (status, id) WHERE archived_at IS NULL;
CREATE INDEX inventory_items_by_capacity ON inventory_items (capacity, id) WHERE archived_at IS NULL;
CREATE INDEX inventory_items_by_permit_until ON inventory_items (permit_until, id) WHERE archived_at IS NULL AND permit_until IS NOT NULL;
CREATE INDEX inventory_items_by_created_at ON inventory_items (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX inventory_items_by_updated_at ON inventory_items (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX inventory_items_kind ON inventory_items (kind, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_status ON inventory_items (status, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_platform_id ON inventory_items (platform_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_inventory_category_id ON inventory_items (inventory_category_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_subdivision_id ON inventory_items (subdivision_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_division_id ON inventory_items (division_id);
CREATE INDEX inventory_items_company_id ON inventory_items (company_id);
CREATE INDEX inventory_items_ad_article_id ON inventory_items (ad_article_id) WHERE ad_article_id IS NOT NULL;
CREATE INDEX inventory_items_capacity_unit ON inventory_items (capacity_unit, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_parent_id ON inventory_items (parent_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_program_id ON inventory_items (program_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_time_slot_id ON inventory_items (time_slot_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_schedule_id ON inventory_items (schedule_id) WHERE schedule_id IS NOT NULL;
CREATE INDEX inventory_items_locality_id ON inventory_items (locality_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX inventory_items_gl_account_id ON inventory_items (gl_account_id) WHERE gl_account_id IS NOT NULL;
CREATE INDEX inventory_items_photo ON inventory_items (photo) WHERE photo IS NOT NULL;
CREATE INDEX inventory_items_path ON inventory_items USING gin (path);

CALL make_searchable('inventory_items', 'code', 'name', 'address', 'permit_no');
CALL track('inventory_items', unnoticed => '{search_text,path}');
CALL free_when_withdrawn('inventory_items');
CALL create_link('inventory_item_restricted_industries', 'inventory_items', 'inventory_item_id', 'industries', 'restricted_industry_id');
CALL restrict_app('inventory_items', 'SELECT, INSERT, UPDATE');

-- Derived columns of a space: division and company of its subdivision, and its path in the tree.
CREATE FUNCTION place_inventory_item() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  parent inventory_items;
BEGIN
  SELECT s.division_id, d.company_id INTO NEW.division_id, NEW.company_id
  FROM subdivisions s JOIN divisions d ON d.id = s.division_id WHERE s.id = NEW.subdivision_id;
  IF NEW.parent_id IS NULL THEN
    NEW.path := ARRAY[NEW.id];
    RETURN NEW;
  END IF;
  -- Locked, so that neither of two spaces can become an ancestor of the other at the same time.
  SELECT * INTO parent FROM inventory_items WHERE id = NEW.parent_id FOR NO KEY UPDATE;
  IF NEW.id = ANY (parent.path) THEN
    RAISE EXCEPTION 'inventory item % would contain itself', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'inventory_items_no_cycle', TABLE = 'inventory_items';
  END IF;
  IF parent.subdivision_id <> NEW.subdivision_id OR parent.capacity_unit <> NEW.capacity_unit THEN
    RAISE EXCEPTION 'inventory item % and its parent differ in station or unit', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'inventory_items_like_parent', TABLE = 'inventory_items';
  END IF;
  NEW.path := parent.path || NEW.id;
  RETURN NEW;
END
$$;

CREATE TRIGGER place BEFORE INSERT OR UPDATE OF parent_id, subdivision_id, capacity_unit, division_id, company_id, path
  ON inventory_items FOR EACH ROW EXECUTE FUNCTION place_inventory_item();

-- A space passes its path, station and unit on to the spaces in it.
CREATE FUNCTION place_inside() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Runs `place` for each: it refuses another station or unit, and computes the path.
  UPDATE inventory_items SET path = path WHERE parent_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER place_inside AFTER UPDATE OF parent_id, subdivision_id, capacity_unit, path ON inventory_items
  FOR EACH ROW WHEN ((OLD.path, OLD.subdivision_id, OLD.capacity_unit) IS DISTINCT FROM (NEW.path, NEW.subdivision_id, NEW.capacity_unit))
  EXECUTE FUNCTION place_inside();

-- A subdivision that moves to another division, or a division to another company, takes its spaces along.
CREATE FUNCTION place_items_of_subdivisions() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inventory_items SET path = path WHERE subdivision_id IN (
    SELECT id FROM subdivisions WHERE CASE TG_TABLE_NAME WHEN 'divisions' THEN division_id = NEW.id ELSE id = NEW.id END);
  RETURN NULL;
END
$$;

CREATE TRIGGER place_items AFTER UPDATE OF division_id ON subdivisions
  FOR EACH ROW WHEN (OLD.division_id <> NEW.division_id) EXECUTE FUNCTION place_items_of_subdivisions();
CREATE TRIGGER place_items AFTER UPDATE OF company_id ON divisions
  FOR EACH ROW WHEN (OLD.company_id <> NEW.company_id) EXECUTE FUNCTION place_items_of_subdivisions();

-- How much of a space can be sold on a day; `capacityOn` of the domain does the same.
CREATE FUNCTION capacity_on(item inventory_items, day date) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN extract(isodow FROM day)::text = ANY (item.days) AND coalesce(item.active @> day, true)
    AND coalesce(day <= item.permit_until, true) THEN item.capacity ELSE 0 END
$$;

-- Holds ------------------------------------------------------------------------------------------------------------

CREATE TABLE holds (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number text NOT NULL CHECK (char_length(number) BETWEEN 1 AND 40),
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  inventory_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE RESTRICT,
  flight daterange NOT NULL CHECK (NOT isempty(flight) AND NOT lower_inf(flight) AND NOT upper_inf(flight)),
  days text[] NOT NULL CHECK (cardinality(days) > 0 AND days <@ ARRAY['1', '2', '3', '4', '5', '6', '7']),
  units_per_day integer NOT NULL DEFAULT 1 CHECK (units_per_day BETWEEN 1 AND 1000000000),
  duration_sec integer CHECK (duration_sec BETWEEN 1 AND 7200),
  status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'converted', 'released', 'expired')),
  expires_at timestamptz NOT NULL,
  owner_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  renewals integer NOT NULL DEFAULT 0 CHECK (renewals >= 0),
  rank integer NOT NULL DEFAULT 1 CHECK (rank >= 1),
  notes text CHECK (char_length(notes) <= 1000),
  reason text CHECK (char_length(reason) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT holds_number_key UNIQUE (number)
);

CREATE INDEX holds_by_number ON holds ((sort_key(number) COLLATE "C"), id);
CREATE INDEX holds_by_flight ON holds (flight, id);
CREATE INDEX holds_by_units_per_day ON holds (units_per_day, id);
CREATE INDEX holds_by_duration_sec ON holds (duration_sec, id) WHERE duration_sec IS NOT NULL;
CREATE INDEX holds_by_status ON holds (status, id);
CREATE INDEX holds_by_expires_at ON holds (expires_at, id);
CREATE INDEX holds_by_renewals ON holds (renewals, id);
CREATE INDEX holds_by_rank ON holds (rank, id);
CREATE INDEX holds_by_created_at ON holds (created_at, id);
CREATE INDEX holds_by_updated_at ON holds (updated_at, id);
CREATE INDEX holds_client_id ON holds (client_id, created_at, id);
CREATE INDEX holds_inventory_item_id ON holds (inventory_item_id, created_at, id);
CREATE INDEX holds_flight ON holds USING gist (flight);
CREATE INDEX holds_status ON holds (status, created_at, id);
CREATE INDEX holds_owner_id ON holds (owner_id, created_at, id);
CREATE INDEX holds_due ON holds (expires_at) WHERE status = 'active';

CALL make_searchable('holds', 'number');
CALL track('holds', unnoticed => '{search_text}');
CALL restrict_app('holds', 'SELECT, INSERT, UPDATE');
CALL guard_owners('holds', '{owner_id}', 'status', '{converted,released,expired}');

-- Capacity ---------------------------------------------------------------------------------------------------------

-- Counters of what is taken of a space on a day, in it and in the spaces it contains. A row exists only where something
-- is or was taken. Only the trigger of `capacity_cells` changes them; `keep_inventory_items` is their foreign key.
CREATE TABLE occupancy (
  item_id uuid NOT NULL,
  day date NOT NULL,
  capacity integer NOT NULL CHECK (capacity >= 0),
  -- Approved sales above the capacity.
  extra integer NOT NULL DEFAULT 0 CHECK (extra >= 0),
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  booked integer NOT NULL DEFAULT 0 CHECK (booked >= 0),
  PRIMARY KEY (item_id, day),
  CONSTRAINT occupancy_no_overbooking CHECK (held::bigint + booked <= capacity::bigint + extra)
-- A signature changes every counter of a page; they stay in it, without new index entries, if half of it is free.
) WITH (fillfactor = 45);
CALL restrict_app('occupancy', 'SELECT');

-- The ledger: who has how much of which space on which day. The counters are its sums. Only
-- `apps/api/src/inventory/capacity/move-capacity.ts` writes it. A foreign key of the space would check the 3,000 cells of
-- a signature one by one; `count_cells` and `keep_inventory_items` check the spaces of a statement once.
CREATE TABLE capacity_cells (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  item_id uuid NOT NULL,
  day date NOT NULL,
  units integer NOT NULL CHECK (units > 0),
  state text COLLATE "C" NOT NULL CHECK (state IN ('held', 'booked')),
  -- The hold, also after it became a booking.
  hold_id uuid REFERENCES holds ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
  -- The line that booked it; contracts give it its foreign key.
  order_line_id uuid,
  -- When a held cell becomes free by itself.
  expires_at timestamptz,
  CONSTRAINT capacity_cells_holder CHECK (CASE state
    WHEN 'held' THEN hold_id IS NOT NULL AND order_line_id IS NULL AND expires_at IS NOT NULL
    ELSE order_line_id IS NOT NULL AND expires_at IS NULL END)
);
CREATE UNIQUE INDEX capacity_cells_hold_id ON capacity_cells (hold_id, item_id, day) WHERE hold_id IS NOT NULL;
CREATE INDEX capacity_cells_order_line_id ON capacity_cells (order_line_id, day) WHERE order_line_id IS NOT NULL;
CREATE INDEX capacity_cells_item_id ON capacity_cells (item_id, day);
CREATE INDEX capacity_cells_due ON capacity_cells (expires_at) WHERE state = 'held';
CALL restrict_app('capacity_cells', 'SELECT, INSERT, UPDATE, DELETE');

-- Applies what a statement changed in the ledger to the counters of the spaces and of all their ancestors.
CREATE FUNCTION count_cells() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  keys record;
  counted integer;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    IF EXISTS (
      SELECT FROM (SELECT DISTINCT item_id FROM new_cells) c
      WHERE NOT EXISTS (SELECT FROM inventory_items i WHERE i.id = c.item_id)) THEN
      RAISE EXCEPTION 'a cell of a space that does not exist'
        USING ERRCODE = '23503', CONSTRAINT = 'capacity_cells_item', TABLE = 'capacity_cells';
    END IF;
  END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(p) AS items, array_agg(day) AS days, array_agg(h) AS held, array_agg(b) AS booked INTO keys FROM (
      SELECT p, c.day, coalesce(sum(c.units) FILTER (WHERE c.state = 'held'), 0)::integer AS h,
        coalesce(sum(c.units) FILTER (WHERE c.state = 'booked'), 0)::integer AS b
      FROM new_cells c JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) AS p
      GROUP BY 1, 2 ORDER BY 1, 2) sums;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(p) AS items, array_agg(day) AS days, array_agg(h) AS held, array_agg(b) AS booked INTO keys FROM (
      SELECT p, c.day, -coalesce(sum(c.units) FILTER (WHERE c.state = 'held'), 0)::integer AS h,
        -coalesce(sum(c.units) FILTER (WHERE c.state = 'booked'), 0)::integer AS b
      FROM old_cells c JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) AS p
      GROUP BY 1, 2 ORDER BY 1, 2) sums;
  ELSE
    SELECT array_agg(p) AS items, array_agg(day) AS days, array_agg(h) AS held, array_agg(b) AS booked INTO keys FROM (
      SELECT p, c.day, coalesce(sum(c.units) FILTER (WHERE c.state = 'held'), 0)::integer AS h,
        coalesce(sum(c.units) FILTER (WHERE c.state = 'booked'), 0)::integer AS b
      FROM (SELECT item_id, day, state, units FROM new_cells
          UNION ALL SELECT item_id, day, state, -units FROM old_cells) c
        JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) AS p
      GROUP BY 1, 2
      HAVING coalesce(sum(c.units) FILTER (WHERE c.state = 'held'), 0) <> 0
        OR coalesce(sum(c.units) FILTER (WHERE c.state = 'booked'), 0) <> 0
      ORDER BY 1, 2) sums;
  END IF;
  IF keys.items IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE occupancy o SET held = o.held + d.held, booked = o.booked + d.booked
  FROM unnest(keys.items, keys.days, keys.held, keys.booked) AS d(item_id, day, held, booked)
  WHERE o.item_id = d.item_id AND o.day = d.day;
  GET DIAGNOSTICS counted = ROW_COUNT;
  IF counted < cardinality(keys.items) THEN
    -- The counters that do not exist yet.
    INSERT INTO occupancy AS o (item_id, day, capacity, held, booked)
    SELECT d.item_id, d.day, capacity_on(i, d.day), d.held, d.booked
    FROM unnest(keys.items, keys.days, keys.held, keys.booked) AS d(item_id, day, held, booked)
      JOIN inventory_items i ON i.id = d.item_id
    WHERE NOT EXISTS (SELECT FROM occupancy x WHERE x.item_id = d.item_id AND x.day = d.day)
    ORDER BY d.item_id, d.day
    ON CONFLICT (item_id, day) DO UPDATE SET held = o.held + excluded.held, booked = o.booked + excluded.booked;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_new_cells AFTER INSERT ON capacity_cells
  REFERENCING NEW TABLE AS new_cells FOR EACH STATEMENT EXECUTE FUNCTION count_cells();
CREATE TRIGGER count_old_cells AFTER DELETE ON capacity_cells
  REFERENCING OLD TABLE AS old_cells FOR EACH STATEMENT EXECUTE FUNCTION count_cells();
CREATE TRIGGER count_changed_cells AFTER UPDATE ON capacity_cells
  REFERENCING OLD TABLE AS old_cells NEW TABLE AS new_cells FOR EACH STATEMENT EXECUTE FUNCTION count_cells();

-- Locks the spaces of cells and those that contain them, in the order of their ids, until the transaction ends; frees the
-- expired holds that count in the cells; and returns the closed spaces among them, from which nothing can be taken. A cell
-- is a space, a number of units, and the days on which it has them, as the text of an array; cells without a positive
-- number of units are not wanted. What `given_holds` still hold is concerned, too. It locks spaces and not counters,
-- because a signature moves thousands of cells of some fifty spaces. The constraint of the counters prevents overbooking
-- whoever writes the ledger; the lock orders the writers, so that no two of them wait for each other.
CREATE FUNCTION lock_capacity(items uuid[], units integer[], cell_days text[], given_holds uuid[] DEFAULT '{}')
RETURNS TABLE (item_id uuid, status text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- Every space whose counters are concerned.
  involved uuid[] := ARRAY(
    SELECT DISTINCT p FROM inventory_items i CROSS JOIN unnest(i.path) AS p
    WHERE i.id = ANY (items)
      OR i.id IN (SELECT c.item_id FROM capacity_cells c WHERE c.hold_id = ANY (given_holds) AND c.state = 'held'));
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
  RETURN QUERY
    SELECT a.id, CASE WHEN a.archived_at IS NOT NULL THEN 'archived' ELSE a.status END FROM inventory_items a
    WHERE (a.status <> 'active' OR a.archived_at IS NOT NULL) AND a.id IN (
      SELECT p FROM unnest(items, units) AS c(id, units) JOIN inventory_items i ON i.id = c.id CROSS JOIN unnest(i.path) AS p
      WHERE c.units > 0)
    ORDER BY cardinality(a.path), a.id;
END
$$;

-- The days on which a space, or one that contains it, has less than wanted by these cells, as `lock_capacity` takes them:
-- negative units are given up in the same transaction, as is what `given_holds` still hold. Asked after the constraint of
-- the counters refused them, while the spaces are locked.
CREATE FUNCTION full_days(items uuid[], units integer[], cell_days text[], given_holds uuid[] DEFAULT '{}')
RETURNS TABLE (item_id uuid, day date, wanted bigint, free bigint)
LANGUAGE sql STABLE AS $$
  WITH cells AS (
    SELECT c.id AS item_id, d.day, c.units, c.place FROM unnest(items, units, cell_days) WITH ORDINALITY AS c(id, units, days, place)
      CROSS JOIN unnest(c.days::date[]) AS d(day)
    UNION ALL
    SELECT c.item_id, c.day, -c.units, NULL FROM capacity_cells c WHERE c.hold_id = ANY (given_holds) AND c.state = 'held'
  ), sums AS (
    SELECT p.id AS item_id, c.day, sum(c.units) FILTER (WHERE c.units > 0) AS wanted,
      coalesce(-sum(c.units) FILTER (WHERE c.units < 0), 0) AS given, min(c.place) AS place, min(p.depth) AS depth
    FROM cells c JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) WITH ORDINALITY AS p(id, depth)
    GROUP BY 1, 2
  ), found AS (
    SELECT s.*, coalesce(o.capacity + o.extra - o.held - o.booked, capacity_on(i, s.day)) + s.given AS free
    FROM sums s JOIN inventory_items i ON i.id = s.item_id
      LEFT JOIN occupancy o ON o.item_id = s.item_id AND o.day = s.day
    WHERE s.wanted > 0
  )
  SELECT f.item_id, f.day, f.wanted, f.free::bigint FROM found f WHERE f.wanted > f.free
  ORDER BY f.place, f.day, f.depth
$$;

-- The proof of the counters: those that differ from the sums of the ledger. Always empty.
CREATE FUNCTION occupancy_differences()
RETURNS TABLE (item_id uuid, day date, held bigint, booked bigint, counted_held integer, counted_booked integer)
LANGUAGE sql STABLE AS $$
  WITH sums AS (
    SELECT p AS item_id, c.day, coalesce(sum(c.units) FILTER (WHERE c.state = 'held'), 0) AS held,
      coalesce(sum(c.units) FILTER (WHERE c.state = 'booked'), 0) AS booked
    FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) AS p GROUP BY 1, 2
  )
  SELECT item_id, day, coalesce(s.held, 0), coalesce(s.booked, 0), coalesce(o.held, 0), coalesce(o.booked, 0)
  FROM sums s FULL JOIN occupancy o USING (item_id, day)
  WHERE (coalesce(s.held, 0), coalesce(s.booked, 0)) IS DISTINCT FROM (coalesce(o.held, 0), coalesce(o.booked, 0))
$$;

-- What a space promises its holders: it cannot move, in the tree or to another station, while anything is taken of it, and
-- is not retired or archived while something is taken from today on.
CREATE FUNCTION keep_inventory_item() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Waits for holds and bookings in progress, which lock the space and its ancestors.
  PERFORM FROM inventory_items WHERE id = NEW.id FOR UPDATE;
  IF (NEW.parent_id, NEW.subdivision_id, NEW.capacity_unit)
      IS DISTINCT FROM (OLD.parent_id, OLD.subdivision_id, OLD.capacity_unit) AND EXISTS (
    SELECT FROM inventory_items i JOIN capacity_cells c ON c.item_id = i.id WHERE i.path @> ARRAY[NEW.id]) THEN
    RAISE EXCEPTION 'inventory item % is held or booked', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'inventory_items_stays', TABLE = 'inventory_items';
  END IF;
  IF (NEW.status = 'retired' AND OLD.status <> 'retired' OR NEW.archived_at IS NOT NULL AND OLD.archived_at IS NULL)
    AND inventory_items_taken(ARRAY[NEW.id]) <> '{}' THEN
    RAISE EXCEPTION 'inventory item % is held or booked from today on', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'inventory_items_taken', TABLE = 'inventory_items';
  END IF;
  RETURN NEW;
END
$$;

-- The spaces among these of which, or of a space inside of which, something is held or booked from today on.
CREATE FUNCTION inventory_items_taken(items uuid[]) RETURNS uuid[]
LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT DISTINCT a.id FROM unnest(items) AS a(id) JOIN inventory_items i ON i.path @> ARRAY[a.id]
      JOIN capacity_cells c ON c.item_id = i.id
    WHERE c.day >= business_date() AND (c.state = 'booked' OR c.expires_at > now()))
$$;

CREATE TRIGGER keep BEFORE UPDATE OF parent_id, subdivision_id, capacity_unit, capacity, days, active, permit_until, status, archived_at
  ON inventory_items FOR EACH ROW EXECUTE FUNCTION keep_inventory_item();

-- A space with counters or cells is not deleted.
CREATE FUNCTION keep_inventory_items() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM old_rows r JOIN occupancy o ON o.item_id = r.id)
    OR EXISTS (SELECT FROM old_rows r JOIN capacity_cells c ON c.item_id = r.id) THEN
    RAISE EXCEPTION 'a space is or was held or booked'
      USING ERRCODE = '23503', CONSTRAINT = 'inventory_items_taken', TABLE = 'inventory_items';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER keep_rows AFTER DELETE ON inventory_items REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_inventory_items();

-- Another capacity, or other days, hold for counters from today on; the CHECK refuses less than what is taken.
CREATE FUNCTION recount_capacity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE occupancy SET capacity = capacity_on(NEW, day) WHERE item_id = NEW.id AND day >= business_date();
  RETURN NULL;
END
$$;

CREATE TRIGGER recount AFTER UPDATE OF capacity, days, active, permit_until ON inventory_items
  FOR EACH ROW WHEN ((OLD.capacity, OLD.days, OLD.active, OLD.permit_until)
    IS DISTINCT FROM (NEW.capacity, NEW.days, NEW.active, NEW.permit_until))
  EXECUTE FUNCTION recount_capacity();

-- What a hold occupies does not change, and a hold that ended stays ended.
CREATE FUNCTION keep_hold() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.inventory_item_id, NEW.flight, NEW.days, NEW.units_per_day, NEW.duration_sec)
      IS DISTINCT FROM (OLD.inventory_item_id, OLD.flight, OLD.days, OLD.units_per_day, OLD.duration_sec)
    OR OLD.status <> 'active' AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'hold % stays as it is', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'holds_stays', TABLE = 'holds';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER keep BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION keep_hold();

-- Rights -----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('inventory.view_all', 'Inventario', 'Ver el inventario de espacios'),
  ('inventory.create', 'Inventario', 'Crear espacios'),
  ('inventory.update_all', 'Inventario', 'Editar, activar y retirar espacios'),
  ('inventory.delete', 'Inventario', 'Archivar espacios'),
  ('inventory.export', 'Inventario', 'Exportar espacios'),
  ('inventory.import', 'Inventario', 'Importar espacios'),
  ('availability.view', 'Ocupación y reservas', 'Ver la ocupación y la disponibilidad de los espacios'),
  ('holds.view_own', 'Ocupación y reservas', 'Ver sus reservas'),
  ('holds.view_team', 'Ocupación y reservas', 'Ver las reservas de su equipo'),
  ('holds.view_all', 'Ocupación y reservas', 'Ver todas las reservas'),
  ('holds.create', 'Ocupación y reservas', 'Reservar espacios'),
  ('holds.update_own', 'Ocupación y reservas', 'Renovar y liberar sus reservas'),
  ('holds.update_all', 'Ocupación y reservas', 'Renovar y liberar cualquier reserva'),
  ('holds.export', 'Ocupación y reservas', 'Exportar reservas');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission
FROM roles r JOIN (VALUES
  ('inventory.view_all', '{admin,general_manager,sales_manager,sales_rep,sales_assistant,planner,inventory,traffic,post_sales,billing,collections,finance,auditor}'::text[]),
  ('availability.view', '{admin,general_manager,sales_manager,sales_rep,sales_assistant,planner,inventory,traffic,post_sales,billing,collections,finance,auditor}'),
  ('inventory.create', '{admin,inventory}'),
  ('inventory.update_all', '{admin,inventory}'),
  ('inventory.delete', '{admin,inventory}'),
  ('inventory.import', '{admin,inventory}'),
  ('inventory.export', '{admin,general_manager,inventory,auditor}'),
  ('holds.view_own', '{admin,sales_rep}'),
  ('holds.view_team', '{admin}'),
  ('holds.view_all', '{admin,general_manager,sales_manager,sales_assistant,planner,inventory,auditor}'),
  ('holds.create', '{admin,sales_manager,sales_rep,sales_assistant,planner,inventory}'),
  ('holds.update_own', '{admin,sales_rep}'),
  ('holds.update_all', '{admin,sales_manager,sales_assistant,planner,inventory}'),
  ('holds.export', '{admin,general_manager,sales_manager,sales_assistant,planner,inventory,auditor}')
) AS p(permission, names) ON r.name = ANY (p.names);
