-- Packages that are configured when they are sold, priced, counted and measured as they are shown.

SELECT set_config('pauta.request', 'migration:0066', true), set_config('pauta.reason', 'Paquetes completos', true);

-- Definition -------------------------------------------------------------------------------------------------------

ALTER TABLE packages
  ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'fixed' CHECK (kind IN ('fixed', 'configurable')),
  ADD COLUMN min_qty numeric(18,2) CHECK (min_qty BETWEEN 0.01 AND 1000000),
  ADD COLUMN target_age_id uuid REFERENCES age_targets ON DELETE RESTRICT,
  ADD COLUMN target_nse_id uuid REFERENCES nse_targets ON DELETE RESTRICT,
  -- It is sold out because it reached its limit, not because somebody said so; `settle_packages` keeps it.
  ADD COLUMN is_used_up boolean NOT NULL DEFAULT false CHECK (NOT is_used_up OR status IN ('sold_out', 'retired'));
CALL unnotice('packages', '{is_used_up}');
CREATE INDEX packages_kind ON packages (kind, created_at, id);
CREATE INDEX packages_target_age_id ON packages (target_age_id) WHERE target_age_id IS NOT NULL;
CREATE INDEX packages_target_nse_id ON packages (target_nse_id) WHERE target_nse_id IS NOT NULL;

ALTER TABLE package_items
  ADD COLUMN min_quantity numeric(18,2) CHECK (min_quantity >= 0.01),
  ADD COLUMN max_quantity numeric(18,2) CHECK (max_quantity >= 0.01),
  -- Impressions are taken by the thousand.
  DROP CONSTRAINT package_items_units_per_day_check,
  ADD CONSTRAINT package_items_units_per_day_check CHECK (units_per_day BETWEEN 1 AND 100000000),
  ADD CONSTRAINT package_items_limits CHECK (min_quantity <= quantity AND quantity <= max_quantity);

-- A component that may be left out is chosen: published packages stay as they are otherwise.
ALTER TABLE packages DISABLE TRIGGER USER;
UPDATE packages p SET kind = 'configurable'
WHERE EXISTS (SELECT FROM package_items i WHERE i.package_id = p.id AND i.is_optional);
ALTER TABLE packages ENABLE TRIGGER USER;

DROP TRIGGER refuse_frozen ON packages;
CREATE TRIGGER refuse_frozen AFTER UPDATE OR DELETE ON packages FOR EACH ROW EXECUTE FUNCTION refuse_frozen(
  'status', '{published,sold_out,retired}',
  '{name,valid,max_sales,image_id,description,target_age_id,target_nse_id,is_used_up}');

-- What is sold has components, whose shares sum to 100 %, and only a configurable package has some that may be left out.
-- Deferred, because lines are written after their header; an editor of the lines waits for the lock of the header.
CREATE FUNCTION package_is_sellable() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  shares numeric;
  optional bigint;
BEGIN
  SELECT sum(allocation_pct), count(*) FILTER (WHERE is_optional) INTO shares, optional
  FROM package_items WHERE package_id = NEW.id;
  IF shares IS DISTINCT FROM 100 THEN
    RAISE EXCEPTION 'the shares of package % sum to %', NEW.id, shares
      USING ERRCODE = '23514', CONSTRAINT = 'packages_fully_allocated', TABLE = 'packages';
  END IF;
  IF NEW.kind = 'fixed' AND optional > 0 THEN
    RAISE EXCEPTION 'the fixed package % has optional components', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'packages_fixed_components', TABLE = 'packages';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER is_sellable AFTER INSERT OR UPDATE OF status ON packages DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status <> 'draft') EXECUTE FUNCTION package_is_sellable();

-- What a line sells of a package -----------------------------------------------------------------------------------

-- [{ id, name, quantity }]: the components that go with one package, and how much of each; null: as it is published.
ALTER TABLE quote_lines ADD COLUMN components jsonb CHECK (jsonb_typeof(components) = 'array');
ALTER TABLE contract_lines ADD COLUMN components jsonb CHECK (jsonb_typeof(components) = 'array');
ALTER TABLE addendum_lines ADD COLUMN components jsonb CHECK (jsonb_typeof(components) = 'array');
ALTER TABLE order_lines ADD COLUMN components jsonb CHECK (jsonb_typeof(components) = 'array');

-- The names of what was chosen, as of when it was, for whoever reads the document later.
CREATE FUNCTION name_components() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.components := (
    SELECT jsonb_agg(jsonb_build_object('id', c.one ->> 'id', 'quantity', c.one ->> 'quantity', 'name', (
        SELECT coalesce(i.name, a.name) FROM package_items p LEFT JOIN inventory_items i ON i.id = p.inventory_item_id
          LEFT JOIN ad_articles a ON a.id = p.ad_article_id
        WHERE p.package_id = NEW.package_id AND p.id::text = c.one ->> 'id')) ORDER BY c.place)
    FROM jsonb_array_elements(NEW.components) WITH ORDINALITY AS c(one, place));
  RETURN NEW;
END
$$;
CREATE TRIGGER name_components BEFORE INSERT OR UPDATE OF components ON quote_lines
  FOR EACH ROW WHEN (NEW.components IS NOT NULL) EXECUTE FUNCTION name_components();
CREATE TRIGGER name_components BEFORE INSERT OR UPDATE OF components ON contract_lines
  FOR EACH ROW WHEN (NEW.components IS NOT NULL) EXECUTE FUNCTION name_components();
CREATE TRIGGER name_components BEFORE INSERT OR UPDATE OF components ON addendum_lines
  FOR EACH ROW WHEN (NEW.components IS NOT NULL) EXECUTE FUNCTION name_components();

-- As before, also what was chosen.
DROP TRIGGER check_held ON quote_lines;
CREATE TRIGGER check_held BEFORE UPDATE ON quote_lines
  FOR EACH ROW WHEN (
    (NEW.line_kind, NEW.inventory_item_id, NEW.package_id, NEW.flight, NEW.days, NEW.units_per_day, NEW.units,
      NEW.duration_sec, NEW.components)
    IS DISTINCT FROM
    (OLD.line_kind, OLD.inventory_item_id, OLD.package_id, OLD.flight, OLD.days, OLD.units_per_day, OLD.units,
      OLD.duration_sec, OLD.components))
  EXECUTE FUNCTION quote_lines_check_held();

-- Whether a choice is one of a package: each of its components once at most and within its limits, and all that are not
-- optional.
CREATE FUNCTION package_choice_fits(package uuid, choice jsonb) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN choice IS NULL
    THEN EXISTS (SELECT FROM package_items p WHERE p.package_id = package AND NOT p.is_optional)
    ELSE EXISTS (SELECT FROM packages p WHERE p.id = package AND p.kind = 'configurable')
      AND jsonb_array_length(choice) > 0
      AND (SELECT count(DISTINCT c.id) FROM jsonb_to_recordset(choice) AS c(id text)) = jsonb_array_length(choice)
      AND NOT EXISTS (
        SELECT FROM jsonb_to_recordset(choice) AS c(id text, quantity numeric)
          LEFT JOIN package_items p ON p.package_id = package AND p.id::text = c.id
        WHERE NOT coalesce(c.quantity BETWEEN coalesce(p.min_quantity, p.quantity) AND coalesce(p.max_quantity, p.quantity), false))
      AND NOT EXISTS (
        SELECT FROM package_items p WHERE p.package_id = package AND NOT p.is_optional
          AND NOT EXISTS (SELECT FROM jsonb_to_recordset(choice) AS c(id text) WHERE c.id = p.id::text)) END
$$;

-- As before (0059), and of a configurable package what was chosen: a component takes its units, and weighs in the price, in
-- proportion to how much of it is sold. `componentWeight` of the domain does the same.
DROP FUNCTION sold_components(uuid, uuid, text[], integer, numeric, integer);
CREATE FUNCTION sold_components(item uuid, package uuid, weekdays text[], per_day integer, packages numeric, seconds integer,
  choice jsonb)
RETURNS TABLE (package_item_id uuid, "position" text, inventory_item_id uuid, days text[], units_per_day integer,
  duration_sec integer, share numeric)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p.id, p.position, p.inventory_item_id, '{1,2,3,4,5,6,7}'::text[],
    least(ceil(coalesce(p.units_per_day, p.quantity) * n.quantity * packages / p.quantity), 2147483647)::integer,
    p.duration_sec, round(p.allocation_pct * n.quantity / p.quantity, 8)
  FROM package_items p
    LEFT JOIN jsonb_to_recordset(choice) AS c(id text, quantity numeric) ON c.id = p.id::text
    CROSS JOIN LATERAL (SELECT coalesce(c.quantity, p.quantity) AS quantity) n
  WHERE p.package_id = package AND CASE WHEN choice IS NULL THEN NOT p.is_optional ELSE c.id IS NOT NULL END
  UNION ALL
  SELECT NULL, '', item, weekdays, per_day, seconds, 1
  WHERE choice IS NULL AND NOT EXISTS (SELECT FROM package_items p WHERE p.package_id = package AND NOT p.is_optional)
$$;

-- Every function that asks what a line is delivered in also says what was chosen; what writes or keeps an order line writes
-- or keeps it too.
DO $$
DECLARE
  change text[];
  before text;
  after text;
BEGIN
  FOREACH change SLICE 1 IN ARRAY ARRAY[
    ['hold_state(quotes)', 'l.units, l.duration_sec)', 'l.units, l.duration_sec, l.components)'],
    ['open_delivery(uuid, date[], jsonb)', 'o.units, o.duration_sec)', 'o.units, o.duration_sec, o.components)'],
    ['booked_units(uuid)', 'o.units, o.duration_sec)', 'o.units, o.duration_sec, o.components)'],
    ['delivered_part(order_lines, boolean, uuid, numeric)', 'o.units, o.duration_sec)', 'o.units, o.duration_sec, o.components)'],
    ['keep_order_line()', 'NEW.ad_article_id, NEW.duration_sec)', 'NEW.ad_article_id, NEW.duration_sec, NEW.components)'],
    ['keep_order_line()', 'OLD.ad_article_id, OLD.duration_sec)', 'OLD.ad_article_id, OLD.duration_sec, OLD.components)'],
    ['apply_addendum_lines(uuid)', 'duration_sec = l.duration_sec,', 'duration_sec = l.duration_sec, components = l.components,'],
    ['apply_addendum_lines(uuid)', 'units, duration_sec, agreed_price', 'units, duration_sec, components, agreed_price'],
    ['apply_addendum_lines(uuid)', 'l.duration_sec, l.agreed_price', 'l.duration_sec, l.components, l.agreed_price']]
  LOOP
    before := pg_get_functiondef(change[1]::regprocedure);
    -- A line break in the definition counts as a space.
    after := regexp_replace(before, replace(regexp_replace(change[2], '([().\[\]])', '\\\1', 'g'), ' ', '\s+'), change[3], 'g');
    IF after = before THEN
      RAISE EXCEPTION '% does not contain "%"', change[1], change[2];
    END IF;
    EXECUTE after;
  END LOOP;
END
$$;

-- The digits of the smallest unit of a currency; `minorDigits` of the domain does the same.
CREATE FUNCTION minor_digits(currency text) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN currency IN ('CLP', 'PYG') THEN 0 ELSE 2 END $$;

-- Splits an amount in proportion to weights: whole units by largest remainder, ties to the earlier part. `allocate` of the
-- domain does the same. An amount with more digits keeps what is beyond them in its first part.
CREATE FUNCTION allocated(amount numeric, weights numeric[], digits integer) RETURNS TABLE (place integer, part numeric)
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH unit AS (
    SELECT abs(trunc(amount, digits)) * (10::numeric ^ digits) AS units, sign(amount) AS side, amount - trunc(amount, digits) AS beyond
  ), share AS (
    SELECT w.place, u.units, u.side, u.beyond, div(u.units * w.weight, t.total) AS whole, mod(u.units * w.weight, t.total) AS rest
    FROM unit u CROSS JOIN (SELECT nullif(sum(one), 0) AS total FROM unnest(weights) AS one) t
      CROSS JOIN unnest(weights) WITH ORDINALITY AS w(weight, place)
  ), ranked AS (
    SELECT *, row_number() OVER (ORDER BY rest DESC, place) AS need, units - sum(whole) OVER () AS left_over FROM share
  )
  SELECT place::integer,
    side * (whole + CASE WHEN need <= left_over THEN 1 ELSE 0 END) / (10::numeric ^ digits) + CASE WHEN place = 1 THEN beyond ELSE 0 END
  FROM ranked
$$;

-- As before, to the cent of the currency by the largest remainder, as `allocatePackage` of the domain does.
CREATE OR REPLACE FUNCTION sold_parts(o order_lines, whole numeric)
RETURNS TABLE (platform_id uuid, division_id uuid, subdivision_id uuid, inventory_category_id uuid, amount numeric)
LANGUAGE sql STABLE AS $$
  WITH sold AS MATERIALIZED (
    SELECT c.package_item_id, c.inventory_item_id,
      CASE WHEN sum(c.share) OVER () > 0 THEN c.share ELSE 1 END AS weight,
      row_number() OVER (ORDER BY c.position, c.package_item_id) AS place
    FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) c
  )
  SELECT coalesce(i.platform_id, t.platform_id), i.division_id, i.subdivision_id, i.inventory_category_id, round(a.part, 2)
  FROM sold s
    JOIN allocated(whole, (SELECT array_agg(weight ORDER BY place) FROM sold), minor_digits(o.currency_code)) a ON a.place = s.place
    LEFT JOIN package_items p ON p.id = s.package_item_id
    LEFT JOIN inventory_items i ON i.id = s.inventory_item_id
    LEFT JOIN ad_articles t ON t.id = CASE WHEN s.package_item_id IS NULL THEN o.ad_article_id ELSE p.ad_article_id END
$$;

-- Sales ------------------------------------------------------------------------------------------------------------

-- How many of a package are sold and neither removed nor cancelled; how many may still be, null without a limit.
DROP FUNCTION package_sales(packages);
CREATE FUNCTION sold(p packages) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(o.units), 0.00) FROM order_lines o JOIN contracts c ON c.id = o.contract_id
  WHERE o.package_id = p.id AND o.status = 'active' AND c.status <> 'cancelled'
$$;
CREATE FUNCTION remaining(p packages) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT CASE WHEN p.max_sales IS NOT NULL THEN greatest(0.00, p.max_sales - sold(p)) END $$;

-- Sells packages out that reached their limit, and puts those back on sale that no longer do. Whoever signs waits for others
-- that sign the same package, or change its limit. Refuses what exceeds a limit of those of which more was sold (`grown`).
CREATE FUNCTION settle_packages(changed uuid[], grown uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Without a limit they do not wait for each other.
  PERFORM FROM packages WHERE id = ANY (changed) AND max_sales IS NULL ORDER BY id FOR SHARE;
  PERFORM FROM packages WHERE id = ANY (changed) AND max_sales IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM packages p WHERE p.id = ANY (grown) AND sold(p) > p.max_sales) THEN
    RAISE EXCEPTION 'a package is sold out'
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_package_sold_out', TABLE = 'order_lines';
  END IF;
  UPDATE packages p SET status = 'sold_out', is_used_up = true
  WHERE p.id = ANY (changed) AND p.status = 'published' AND p.max_sales <= sold(p);
  UPDATE packages p SET status = 'published', is_used_up = false
  WHERE p.id = ANY (changed) AND p.status = 'sold_out' AND p.is_used_up AND coalesce(p.max_sales > sold(p), true);
END
$$;
REVOKE EXECUTE ON FUNCTION settle_packages(uuid[], uuid[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION order_lines_within_packages() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changed uuid[];
  grown uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    grown := ARRAY(SELECT DISTINCT package_id FROM new_rows WHERE package_id IS NOT NULL);
    changed := grown;
  ELSE
    grown := ARRAY(
      SELECT DISTINCT n.package_id FROM new_rows n JOIN old_rows o USING (id)
      WHERE n.package_id IS NOT NULL AND n.units > o.units);
    changed := ARRAY(
      SELECT DISTINCT n.package_id FROM new_rows n JOIN old_rows o USING (id)
      WHERE n.package_id IS NOT NULL AND (n.units, n.status) <> (o.units, o.status));
  END IF;
  IF changed <> '{}' THEN
    PERFORM settle_packages(changed, grown);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION contracts_give_packages_back() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changed uuid[];
BEGIN
  changed := ARRAY(SELECT DISTINCT package_id FROM order_lines WHERE contract_id = NEW.id AND package_id IS NOT NULL);
  IF changed <> '{}' THEN
    PERFORM settle_packages(changed, '{}');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER give_packages_back AFTER UPDATE OF status ON contracts
  FOR EACH ROW WHEN (OLD.status <> 'cancelled' AND NEW.status = 'cancelled') EXECUTE FUNCTION contracts_give_packages_back();

-- A limit is not lowered below what is sold; a package that reaches the new one is sold out, and the other way round.
CREATE FUNCTION packages_follow_limit() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  taken constant numeric := sold(NEW);
BEGIN
  IF NEW.max_sales < taken THEN
    RAISE EXCEPTION 'package % is sold % times', NEW.id, taken
      USING ERRCODE = '23514', CONSTRAINT = 'packages_limit_above_sold', TABLE = 'packages';
  END IF;
  IF NEW.status IN ('published', 'sold_out') AND NEW.max_sales = taken THEN
    NEW.status := 'sold_out';
    NEW.is_used_up := true;
  ELSIF NEW.status = 'sold_out' AND NEW.is_used_up AND coalesce(NEW.max_sales > taken, true) THEN
    NEW.status := 'published';
    NEW.is_used_up := false;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER follow_limit BEFORE UPDATE OF max_sales ON packages
  FOR EACH ROW WHEN (NEW.max_sales IS DISTINCT FROM OLD.max_sales) EXECUTE FUNCTION packages_follow_limit();

-- Packages that have reached their limit already.
UPDATE packages p SET status = 'sold_out', is_used_up = true WHERE p.status = 'published' AND p.max_sales <= sold(p);

-- A line sells a published package, at least as many as it is sold at once, with components that may be chosen.
DROP TRIGGER of_published_packages ON order_lines;
DROP FUNCTION order_lines_of_published_packages();
CREATE FUNCTION order_lines_of_packages() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  wrong := (
    SELECT CASE WHEN p.status = 'draft' THEN 'published' WHEN n.units < p.min_qty THEN 'min_qty' ELSE 'choice' END
    FROM new_rows n JOIN packages p ON p.id = n.package_id
    WHERE p.status = 'draft' OR n.units < p.min_qty OR NOT package_choice_fits(n.package_id, n.components) LIMIT 1);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'a package is sold as it may not be: %', wrong
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_package_' || wrong, TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER of_packages AFTER INSERT ON order_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION order_lines_of_packages();

-- Prices -----------------------------------------------------------------------------------------------------------

-- The price in force today of each component, of the general lists in the currency of its package: that of its company and
-- platform before one of all. In a list the most specific price wins, then the highest tier that the quantity reaches, as
-- `findPrice` of the domain chooses.
CREATE FUNCTION component_prices(package uuid) RETURNS TABLE (package_item_id uuid, unit text, unit_price numeric, price_list_id uuid)
LANGUAGE sql STABLE AS $$
  SELECT c.id, f.unit, f.unit_price, f.price_list_id
  FROM package_items c JOIN packages p ON p.id = c.package_id LEFT JOIN inventory_items i ON i.id = c.inventory_item_id
    LEFT JOIN ad_articles a ON a.id = coalesce(c.ad_article_id, i.ad_article_id)
    LEFT JOIN subdivisions s ON s.id = i.subdivision_id LEFT JOIN divisions d ON d.id = s.division_id
    LEFT JOIN LATERAL (
      SELECT r.* FROM (
        SELECT 1 AS target, r.* FROM prices r WHERE r.inventory_item_id = i.id
        UNION ALL SELECT 2, r.* FROM prices r WHERE r.ad_article_id = a.id
        UNION ALL SELECT 3, r.* FROM prices r WHERE r.inventory_category_id = i.inventory_category_id) r
        JOIN price_lists l ON l.id = r.price_list_id
      WHERE l.kind = 'general' AND l.status = 'current' AND l.archived_at IS NULL AND l.currency_code = p.currency_code
        AND l.valid @> business_date() AND r.min_qty <= greatest(c.quantity, 1)
        AND coalesce(l.company_id = d.company_id, l.company_id IS NULL)
        AND coalesce(l.platform_id = coalesce(i.platform_id, a.platform_id), l.platform_id IS NULL)
      ORDER BY l.company_id IS NULL, l.platform_id IS NULL, l.id, r.target, r.min_qty DESC, r.position, r.id LIMIT 1) f ON true
  WHERE c.package_id = package
$$;

-- The price of one package as it is published, today; null if a price that it needs is missing.
CREATE FUNCTION shown_price(p packages) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p.price_mode <> 'sum_with_discount' THEN p.price ELSE (
    SELECT CASE WHEN count(*) = count(f.unit_price)
      THEN round(sum(f.unit_price * c.quantity) * (1 - coalesce(p.discount_pct, 0) / 100), 2) END
    FROM component_prices(p.id) f JOIN package_items c ON c.id = f.package_item_id WHERE NOT c.is_optional) END
$$;

CREATE FUNCTION component_count(p packages) RETURNS integer
LANGUAGE sql STABLE AS $$ SELECT count(*)::integer FROM package_items c WHERE c.package_id = p.id $$;

CREATE FUNCTION cover(p packages) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT m.file FROM media_files m WHERE m.id = p.image_id $$;

-- Availability -----------------------------------------------------------------------------------------------------

-- What is left at this moment of what is wanted: for each wish (`keys`), space and day the units, what is free of the space
-- and of every space that contains it, and how many times the wish fits. Cells of one wish in the same space, or in spaces of
-- the same tree, add up. Nothing fits in a space that is closed, or inside of one. `given`: holds that do not count.
CREATE FUNCTION room_of(keys text[], items uuid[], days date[], amounts bigint[], given uuid[])
RETURNS TABLE (key text, item_id uuid, day date, units numeric, free bigint, times numeric)
LANGUAGE sql STABLE AS $$
  WITH wanted AS (
    SELECT w.key, w.item_id, w.day, sum(w.units) AS units
    FROM unnest(keys, items, days, amounts) AS w(key, item_id, day, units) GROUP BY 1, 2, 3
  ), unused AS (
    SELECT p AS item_id, c.day, sum(c.units)::integer AS units
    FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) AS p
    WHERE c.state = 'held' AND c.day IN (SELECT w.day FROM wanted w)
      AND (c.expires_at <= now() OR c.hold_id = ANY (given))
    GROUP BY 1, 2
  ), level AS (
    SELECT w.key, w.item_id, w.day, w.units AS own, a.status = 'active' AND a.archived_at IS NULL AS is_open,
      sum(w.units) OVER (PARTITION BY w.key, p, w.day) AS units,
      coalesce(o.capacity + o.extra - o.held - o.booked, capacity_on(a, w.day)) + coalesce(u.units, 0) AS free
    FROM wanted w JOIN inventory_items i ON i.id = w.item_id CROSS JOIN unnest(i.path) AS p
      JOIN inventory_items a ON a.id = p LEFT JOIN occupancy o ON o.item_id = p AND o.day = w.day
      LEFT JOIN unused u ON u.item_id = p AND u.day = w.day
  )
  SELECT l.key, l.item_id, l.day, max(l.own), CASE WHEN bool_and(l.is_open) THEN greatest(0, min(l.free)) ELSE 0 END,
    CASE WHEN bool_and(l.is_open) THEN min(l.free / nullif(l.units, 0)) ELSE 0 END
  FROM level l GROUP BY 1, 2, 3
$$;

-- What is left of the spaces of a package for one that runs on every day of a period: for each component with a space the
-- units it takes on a day, the least that is free, how many packages fit, and the scarcest day. Zero if it is not sold on any
-- of these days; null while it lacks its duration.
CREATE FUNCTION package_room(package uuid, first_day date, last_day date)
RETURNS TABLE (package_item_id uuid, inventory_item_id uuid, units bigint, free bigint, times integer, scarcest date)
LANGUAGE sql STABLE AS $$
  WITH part AS MATERIALIZED (
    SELECT s.package_item_id, s.inventory_item_id,
      s.units_per_day::bigint * CASE WHEN i.capacity_unit = 'seconds' THEN s.duration_sec ELSE 1 END AS units
    FROM sold_components(NULL, package, '{}', 1, 1, NULL, NULL) s JOIN inventory_items i ON i.id = s.inventory_item_id
  ), room AS MATERIALIZED (
    SELECT r.* FROM (
      SELECT array_agg(''::text) AS keys, array_agg(i.id) AS items, array_agg(d::date) AS days, array_agg(p.units) AS units
      FROM part p JOIN inventory_items i ON i.id = p.inventory_item_id
        CROSS JOIN generate_series(first_day, last_day, interval '1 day') AS d
      WHERE p.units IS NOT NULL AND capacity_on(i, d::date) > 0) c
      CROSS JOIN LATERAL room_of(c.keys, c.items, c.days, c.units, '{}') r
  )
  SELECT p.package_item_id, p.inventory_item_id, p.units, coalesce(l.free, 0),
    CASE WHEN p.units IS NOT NULL THEN coalesce(l.times, 0) END, l.day
  FROM part p LEFT JOIN LATERAL (
    SELECT min(r.free) OVER () AS free, greatest(0, floor(r.times))::integer AS times, r.day
    FROM room r WHERE r.item_id = p.inventory_item_id ORDER BY r.times, r.day LIMIT 1) l ON true
$$;

-- How many of a package fit in the next 30 days of its validity; null if it needs no space, or is not valid then.
CREATE FUNCTION available(p packages) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT min(r.times) FROM (SELECT daterange(business_date(), business_date() + 30) * p.valid AS days) w
    CROSS JOIN LATERAL package_room(p.id, lower(w.days), upper(w.days) - 1) r
  WHERE NOT isempty(w.days)
$$;
