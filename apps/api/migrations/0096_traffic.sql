-- Traffic: the order of spots in a break, their distance from each other, and what is fixed in its place.

SELECT set_config('pauta.request', 'migration:0096', true), set_config('pauta.reason', 'Tráfico: orden y separación en los cortes', true);

ALTER TABLE placements
  -- Order in its break and day, as that of the lines of a document; null: not ordered, or not in a break.
  ADD COLUMN position text COLLATE "C" CHECK (position ~ '^[0-9A-Za-z]{1,200}$'),
  -- Why it is nearer to others than the settings say.
  ADD COLUMN separation_reason text CHECK (char_length(separation_reason) BETWEEN 3 AND 500),
  ADD COLUMN pinned boolean NOT NULL DEFAULT false,
  -- Who of the client accepted a makegood outside of the flight.
  ADD COLUMN accepted_by text CHECK (char_length(accepted_by) BETWEEN 1 AND 120);
CREATE INDEX placements_pinned ON placements (pinned, starts_on, id);

-- Minutes between spots on one station: of one client, and of clients whose industries compete.
CREATE FUNCTION traffic_separation(OUT client integer, OUT industry integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT value::integer FROM settings WHERE key = 'client_separation_minutes'), 10),
    coalesce((SELECT value::integer FROM settings WHERE key = 'separation_minutes'), 15)
$$;

-- Whether clients compete: their industries are one, or one contains the other.
CREATE FUNCTION industries_compete(one uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT one = other OR industry_within(one, other) OR industry_within(other, one)
$$;

-- An industry, and those that contain it from the inside out.
CREATE FUNCTION industry_path(industry uuid) RETURNS uuid[]
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE up AS (
    SELECT id, parent_id, 1 AS depth FROM industries WHERE id = industry
    UNION ALL SELECT p.id, p.parent_id, depth + 1 FROM up JOIN industries p ON p.id = up.parent_id WHERE depth < 20
  ) SELECT array_agg(id ORDER BY depth) FROM up
$$;

-- Those who order spots of a station wait for each other, so that two of them cannot both be first.
CREATE FUNCTION lock_station(station uuid) RETURNS void
LANGUAGE sql VOLATILE AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('pauta.traffic ' || station, 0))
$$;

-- What is ordered in a break keeps its distance from what is ordered in the breaks around it, or says why not. It is
-- asked when a placement takes its place; a later change of the settings moves nothing.
CREATE FUNCTION separate_placements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- Placements that took another place, or gave up the reason for being near.
  at_issue uuid[];
  station uuid;
BEGIN
  IF TG_OP = 'INSERT' THEN
    at_issue := ARRAY(SELECT id FROM new_rows WHERE position IS NOT NULL);
  ELSE
    at_issue := ARRAY(
      SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
      WHERE n.position IS NOT NULL AND n.status IN ('scheduled', 'confirmed')
        AND (n.inventory_item_id, n.starts_on, n.position IS NULL, n.separation_reason)
          IS DISTINCT FROM (o.inventory_item_id, o.starts_on, o.position IS NULL, o.separation_reason));
  END IF;
  IF at_issue = '{}' THEN
    RETURN NULL;
  END IF;
  IF EXISTS (
    SELECT FROM new_rows n JOIN inventory_items i ON i.id = n.inventory_item_id
    WHERE n.id = ANY (at_issue) AND i.airs_at IS NULL) THEN
    RAISE EXCEPTION 'only spots of a break have an order'
      USING ERRCODE = '23514', CONSTRAINT = 'placements_in_break', TABLE = 'placements';
  END IF;
  FOR station IN
    SELECT DISTINCT i.subdivision_id FROM new_rows n JOIN inventory_items i ON i.id = n.inventory_item_id
    WHERE n.id = ANY (at_issue) ORDER BY 1
  LOOP
    PERFORM lock_station(station);
  END LOOP;
  IF EXISTS (
    SELECT FROM placements n JOIN quotas q ON q.id = n.quota_id JOIN clients c ON c.id = q.client_id
      JOIN inventory_items i ON i.id = n.inventory_item_id CROSS JOIN traffic_separation() s
      JOIN inventory_items j ON j.subdivision_id = i.subdivision_id
        AND abs(extract(epoch FROM j.airs_at - i.airs_at)) < 60 * greatest(s.client, s.industry)
      JOIN placements o ON o.inventory_item_id = j.id AND o.id <> n.id AND o.position IS NOT NULL
        AND o.status IN ('scheduled', 'confirmed', 'aired') AND o.starts_on <= n.ends_on AND o.ends_on >= n.starts_on
      JOIN quotas p ON p.id = o.quota_id JOIN clients d ON d.id = p.client_id
    WHERE n.id = ANY (at_issue) AND n.separation_reason IS NULL
      AND CASE WHEN p.client_id = q.client_id
        THEN abs(extract(epoch FROM j.airs_at - i.airs_at)) < 60 * s.client
        ELSE abs(extract(epoch FROM j.airs_at - i.airs_at)) < 60 * s.industry
          AND industries_compete(c.industry_id, d.industry_id) END) THEN
    RAISE EXCEPTION 'spots of one client, or of competitors, are too near'
      USING ERRCODE = '23514', CONSTRAINT = 'placements_separated', TABLE = 'placements';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER separate_new AFTER INSERT ON placements REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION separate_placements();
CREATE TRIGGER separate_changed AFTER UPDATE ON placements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION separate_placements();

-- What is pinned stays in its break, its day and its order; the end of a contract still ends it.
CREATE FUNCTION keep_pinned() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'placement % is pinned', OLD.id
    USING ERRCODE = '23514', CONSTRAINT = 'placements_pinned', TABLE = 'placements';
END
$$;
CREATE TRIGGER keep_pinned BEFORE UPDATE ON placements FOR EACH ROW
  WHEN (OLD.pinned AND NEW.pinned AND (OLD.inventory_item_id, OLD.starts_on, OLD.position)
    IS DISTINCT FROM (NEW.inventory_item_id, NEW.starts_on, NEW.position))
  EXECUTE FUNCTION keep_pinned();

-- What the list of quotas is filtered by and shows --------------------------------------------------------------------

-- Units that are given and not sold.
CREATE FUNCTION bonus(q quotas) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN line_kind = 'bonus' THEN q.contracted ELSE 0 END FROM order_lines WHERE id = q.order_line_id
$$;

-- The programme of the space of a quota.
CREATE FUNCTION program_id(q quotas) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT program_id FROM inventory_items WHERE id = q.inventory_item_id $$;

-- Units that should have been aired by the end of yesterday if they ran evenly over the flight.
CREATE FUNCTION expected_units(q quotas) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT floor(q.contracted * least(greatest(business_date() - lower(q.flight), 0), upper(q.flight) - lower(q.flight))
    / (upper(q.flight) - lower(q.flight)))
$$;

-- What was aired in percent of what should have been; null before anything is due.
CREATE FUNCTION pace(q quotas) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT round(q.aired * 100 / nullif(expected_units(q), 0), 4) $$;

-- Quotas of which less than nine tenths of what should have been aired was.
CREATE VIEW quotas_behind AS
SELECT q.id AS record_id FROM quotas q JOIN contracts c ON c.id = q.contract_id AND c.status IN ('signed', 'active', 'suspended')
WHERE q.pending > 0 AND q.aired * 10 < expected_units(q) * 9;
CALL restrict_app('quotas_behind', 'SELECT');
CREATE FUNCTION behind(q quotas) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT q.pending > 0 AND q.aired * 10 < expected_units(q) * 9 AND c.status IN ('signed', 'active', 'suspended')
  FROM contracts c WHERE c.id = q.contract_id
$$;

INSERT INTO permissions (name, module, label) VALUES
  ('placements.override', 'Cupos', 'Colocar sin la separación entre clientes e industrias');
INSERT INTO role_permissions (role_id, permission)
SELECT id, 'placements.override' FROM roles WHERE name IN ('admin', 'traffic');
