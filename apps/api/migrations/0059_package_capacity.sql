-- Lines that sell a package take the capacity of its components, each as if it were a line of its own.

SELECT set_config('pauta.request', 'migration:0059', true), set_config('pauta.reason', 'Capacidad de los paquetes', true);

-- Components -------------------------------------------------------------------------------------------------------

-- Seconds of each unit; needed by a space that is sold in seconds.
ALTER TABLE package_items ADD COLUMN duration_sec integer CHECK (duration_sec BETWEEN 1 AND 7200);
-- Published packages stay as they are: only here they get what they lack.
ALTER TABLE package_items DISABLE TRIGGER USER;
UPDATE package_items p SET duration_sec = coalesce(a.duration_sec, 30)
FROM inventory_items i LEFT JOIN ad_articles a ON a.id = i.ad_article_id
WHERE i.id = p.inventory_item_id AND i.capacity_unit = 'seconds';
ALTER TABLE package_items ENABLE TRIGGER USER;

-- Left empty, it is that of the usual article of the space.
CREATE FUNCTION package_items_usual_duration() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.duration_sec := (
    SELECT a.duration_sec FROM inventory_items i JOIN ad_articles a ON a.id = i.ad_article_id
    WHERE i.id = NEW.inventory_item_id AND i.capacity_unit = 'seconds');
  RETURN NEW;
END
$$;

CREATE TRIGGER usual_duration BEFORE INSERT OR UPDATE OF inventory_item_id, duration_sec ON package_items
  FOR EACH ROW WHEN (NEW.duration_sec IS NULL AND NEW.inventory_item_id IS NOT NULL)
  EXECUTE FUNCTION package_items_usual_duration();

-- What a sale line is delivered in: the components of its package, without the optional ones, which its price does not
-- contain either; of any other line the line itself. A component takes its units on every day of the flight on which its
-- space is sold, once for each package of the line. `share` divides what the line earns. Nothing is copied from the
-- package: it is sold once it is published, and from then on its components do not change (`make_lines`).
CREATE FUNCTION sold_components(item uuid, package uuid, weekdays text[], per_day integer, packages numeric, seconds integer)
RETURNS TABLE (package_item_id uuid, "position" text, inventory_item_id uuid, days text[], units_per_day integer,
  duration_sec integer, share numeric)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT p.id, p.position, p.inventory_item_id, '{1,2,3,4,5,6,7}'::text[],
    least(ceil(coalesce(p.units_per_day, p.quantity) * packages), 2147483647)::integer, p.duration_sec, p.allocation_pct
  FROM package_items p WHERE p.package_id = package AND NOT p.is_optional
  UNION ALL
  SELECT NULL, '', item, weekdays, per_day, seconds, 1
  WHERE NOT EXISTS (SELECT FROM package_items p WHERE p.package_id = package AND NOT p.is_optional)
$$;

-- As before, by component: its share of the amount, rounded so that all of them add up to it. Of a package without shares
-- they are equal.
CREATE OR REPLACE FUNCTION sold_parts(o order_lines, whole numeric)
RETURNS TABLE (platform_id uuid, division_id uuid, subdivision_id uuid, inventory_category_id uuid, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(i.platform_id, t.platform_id), i.division_id, i.subdivision_id, i.inventory_category_id,
    round(whole * s.upto / s.total, 2) - round(whole * (s.upto - s.weight) / s.total, 2)
  FROM (
    SELECT w.*, sum(w.weight) OVER (ORDER BY w.position, w.package_item_id) AS upto, sum(w.weight) OVER () AS total
    FROM (
      SELECT c.package_item_id, c.position, c.inventory_item_id,
        CASE WHEN sum(c.share) OVER () > 0 THEN c.share ELSE 1 END AS weight
      FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec) c) w) s
    LEFT JOIN package_items p ON p.id = s.package_item_id
    LEFT JOIN inventory_items i ON i.id = s.inventory_item_id
    LEFT JOIN ad_articles t ON t.id = CASE WHEN s.package_item_id IS NULL THEN o.ad_article_id ELSE p.ad_article_id END
$$;

-- Components of drafts change.
CREATE FUNCTION order_lines_of_published_packages() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN packages p ON p.id = n.package_id WHERE p.status = 'draft') THEN
    RAISE EXCEPTION 'a package that is not published is sold'
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_package_published', TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER of_published_packages AFTER INSERT ON order_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION order_lines_of_published_packages();

-- How many of a package are sold and neither removed nor cancelled.
CREATE FUNCTION package_sales(package packages) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(o.units), 0) FROM order_lines o JOIN contracts c ON c.id = o.contract_id
  WHERE o.package_id = package.id AND o.status = 'active' AND c.status <> 'cancelled'
$$;

-- Packages are not sold more often than they may be: whoever signs waits for others that sign the same package.
CREATE FUNCTION order_lines_within_packages() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  sold uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    sold := ARRAY(SELECT DISTINCT package_id FROM new_rows WHERE package_id IS NOT NULL);
  ELSE
    sold := ARRAY(
      SELECT DISTINCT n.package_id FROM new_rows n JOIN old_rows o USING (id)
      WHERE n.package_id IS NOT NULL AND n.units > o.units);
  END IF;
  IF sold = '{}' THEN
    RETURN NULL;
  END IF;
  PERFORM FROM packages WHERE id = ANY (sold) AND max_sales IS NOT NULL ORDER BY id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM packages p WHERE p.id = ANY (sold) AND package_sales(p) > p.max_sales) THEN
    RAISE EXCEPTION 'a package is sold out'
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_package_sold_out', TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER within_packages_new AFTER INSERT ON order_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION order_lines_within_packages();
CREATE TRIGGER within_packages_changed AFTER UPDATE ON order_lines REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION order_lines_within_packages();

-- A package is sold while it is valid. The day of the signature is written after the lines.
CREATE FUNCTION order_lines_of_valid_package() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM packages p JOIN contracts c ON c.id = NEW.contract_id
      LEFT JOIN addendum_lines l ON l.id = NEW.addendum_line_id LEFT JOIN addenda a ON a.id = l.addendum_id
    WHERE p.id = NEW.package_id
      AND NOT p.valid @> coalesce(CASE WHEN l.id IS NULL THEN c.signed_on ELSE a.signed_on END, business_date())) THEN
    RAISE EXCEPTION 'package % is not valid', NEW.package_id
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_package_valid', TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER of_valid_package AFTER INSERT ON order_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.package_id IS NOT NULL) EXECUTE FUNCTION order_lines_of_valid_package();

-- What is held and delivered of a package line is of one of its components; null: of the line itself.

ALTER TABLE holds ADD COLUMN package_item_id uuid REFERENCES package_items ON DELETE RESTRICT;
ALTER TABLE quotas ADD COLUMN package_item_id uuid REFERENCES package_items ON DELETE RESTRICT,
  DROP CONSTRAINT quotas_order_line_id_key,
  ADD CONSTRAINT quotas_component_once UNIQUE NULLS NOT DISTINCT (order_line_id, package_item_id);
ALTER TABLE tech_sheets ADD COLUMN package_item_id uuid REFERENCES package_items ON DELETE RESTRICT,
  DROP CONSTRAINT tech_sheets_order_line_id_key,
  ADD CONSTRAINT tech_sheets_component_once UNIQUE NULLS NOT DISTINCT (order_line_id, package_item_id);
ALTER TABLE work_orders ADD COLUMN package_item_id uuid REFERENCES package_items ON DELETE RESTRICT;
CREATE INDEX holds_package_item_id ON holds (package_item_id) WHERE package_item_id IS NOT NULL;
CREATE INDEX quotas_package_item_id ON quotas (package_item_id) WHERE package_item_id IS NOT NULL;
CREATE INDEX tech_sheets_package_item_id ON tech_sheets (package_item_id) WHERE package_item_id IS NOT NULL;
CREATE INDEX work_orders_package_item_id ON work_orders (package_item_id) WHERE package_item_id IS NOT NULL;

-- Holds ------------------------------------------------------------------------------------------------------------

DROP INDEX holds_quote_line_active;
CREATE UNIQUE INDEX holds_quote_line_active ON holds (quote_line_id, package_item_id) NULLS NOT DISTINCT
  WHERE status = 'active' AND quote_line_id IS NOT NULL;

-- As before, also its package and how many.
DROP TRIGGER check_held ON quote_lines;
CREATE TRIGGER check_held BEFORE UPDATE ON quote_lines
  FOR EACH ROW WHEN (
    (NEW.line_kind, NEW.inventory_item_id, NEW.package_id, NEW.flight, NEW.days, NEW.units_per_day, NEW.units, NEW.duration_sec)
    IS DISTINCT FROM
    (OLD.line_kind, OLD.inventory_item_id, OLD.package_id, OLD.flight, OLD.days, OLD.units_per_day, OLD.units, OLD.duration_sec))
  EXECUTE FUNCTION quote_lines_check_held();

-- How many of the lines and components with a space are held now.
CREATE OR REPLACE FUNCTION hold_state(q quotes) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN count(h.id) = 0 THEN 'none'
    WHEN count(h.id) < count(l.id) THEN 'partial'
    ELSE 'held' END
  FROM quote_lines l
    CROSS JOIN LATERAL sold_components(l.inventory_item_id, l.package_id, l.days, l.units_per_day, l.units, l.duration_sec) s
    LEFT JOIN holds h ON h.quote_line_id = l.id AND h.package_item_id IS NOT DISTINCT FROM s.package_item_id
      AND (h.status = 'converted' OR (h.status = 'active' AND h.expires_at > now()))
  WHERE l.quote_id = q.id AND s.inventory_item_id IS NOT NULL
$$;

-- Delivery ---------------------------------------------------------------------------------------------------------

-- What quotas, work orders and sheets are called: the line, after its component if it has any.
CREATE FUNCTION component_description(line text, component uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT left(concat_ws(' · ', (
    SELECT coalesce(i.name, a.name) FROM package_items p LEFT JOIN inventory_items i ON i.id = p.inventory_item_id
      LEFT JOIN ad_articles a ON a.id = p.ad_article_id WHERE p.id = component), line), 160)
$$;

-- As before, of each component. `booked` has the units of capacity by the id of the line, followed by `/` and the id of
-- the component if it is of one.
CREATE OR REPLACE FUNCTION open_delivery(contract uuid, holidays date[], booked jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO quotas (description, contract_id, client_id, order_line_id, package_item_id, inventory_item_id, flight, unit,
    duration_sec, contracted, sold)
  SELECT component_description(o.description, s.package_item_id), o.contract_id, c.client_id, o.id, s.package_item_id,
    i.id, o.flight, i.capacity_unit, s.duration_sec, n.units, n.units
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id
    CROSS JOIN LATERAL sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec) s
    JOIN inventory_items i ON i.id = s.inventory_item_id
    JOIN jsonb_each_text(booked) AS b(part, units) ON b.part = concat_ws('/', o.id, s.package_item_id)
    CROSS JOIN LATERAL (
      SELECT b.units::bigint / CASE WHEN i.capacity_unit = 'seconds' THEN s.duration_sec ELSE 1 END AS units) n
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM quotas q WHERE q.order_line_id = o.id)
  ORDER BY o.id, s.position, s.package_item_id;

  INSERT INTO work_orders (description, kind, company_id, contract_id, client_id, order_line_id, package_item_id,
    inventory_item_id, sla_due, currency_code, checklist)
  SELECT component_description(o.description, s.package_item_id), k.kind, c.company_id, o.contract_id, c.client_id, o.id,
    s.package_item_id, i.id, lower(o.flight), o.currency_code, work_order_tasks(k.kind)
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id
    CROSS JOIN LATERAL sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec) s
    LEFT JOIN inventory_items i ON i.id = s.inventory_item_id
    CROSS JOIN LATERAL (SELECT CASE
      WHEN o.line_kind = 'production' THEN 'production'
      WHEN i.kind = 'linear' THEN 'traffic'
      WHEN i.kind = 'outdoor' THEN 'installation'
      WHEN i.kind IN ('print', 'digital') THEN i.kind
      ELSE 'event' END AS kind) k
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM work_orders w WHERE w.order_line_id = o.id)
  ORDER BY o.id, s.position, s.package_item_id;

  INSERT INTO tech_sheets (description, contract_id, client_id, order_line_id, package_item_id, inventory_item_id,
    tech_template_id, starts_on, due_on, progress_pct, responsible_id)
  SELECT component_description(o.description, s.package_item_id), o.contract_id, c.client_id, o.id, s.package_item_id, i.id,
    t.id, lower(o.flight), working_days_before(lower(o.flight), t.lead_time_days, holidays), 0, c.owner_id
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id
    CROSS JOIN LATERAL sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec) s
    JOIN inventory_items i ON i.id = s.inventory_item_id
    JOIN tech_templates chosen ON chosen.id = i.tech_template_id
    JOIN tech_templates t ON t.code = chosen.code AND t.status = 'published' AND t.archived_at IS NULL
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM tech_sheets x WHERE x.order_line_id = o.id)
    -- Packages that were sold before they took capacity are delivered as one.
    AND (s.package_item_id IS NULL OR EXISTS (SELECT FROM quotas q WHERE q.order_line_id = o.id))
  ORDER BY o.id, s.position, s.package_item_id;

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

-- What the order lines of a contract have booked, as `open_delivery` takes it. Components in the same space share what is
-- booked there as their patterns do.
CREATE OR REPLACE FUNCTION booked_units(contract uuid) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(concat_ws('/', p.order_line_id, p.package_item_id), (
      SELECT sum(c.units) FROM capacity_cells c
      WHERE c.order_line_id = p.order_line_id AND (p.package_item_id IS NULL OR c.item_id = p.inventory_item_id)
    ) * p.units / p.all_units), '{}')
  FROM (
    SELECT o.id AS order_line_id, s.package_item_id, s.inventory_item_id, u.units::bigint,
      sum(u.units) OVER (PARTITION BY o.id, s.inventory_item_id)::bigint AS all_units
    FROM order_lines o
      CROSS JOIN LATERAL sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec) s
      JOIN inventory_items i ON i.id = s.inventory_item_id
      CROSS JOIN LATERAL (
        SELECT s.units_per_day::bigint * CASE WHEN i.capacity_unit = 'seconds' THEN s.duration_sec ELSE 1 END AS units) u
    WHERE o.contract_id = contract) p
  WHERE EXISTS (SELECT FROM capacity_cells c WHERE c.order_line_id = p.order_line_id)
$$;

-- Fits quotas, work orders and technical sheets to order lines that an addendum changed. `changed` has, by the keys of
-- `open_delivery`, by how many units of capacity the line has more or fewer booked and sold. What was not aired on a day
-- that is no longer sold still counts as placed.
DROP FUNCTION change_delivery(uuid, bigint, bigint, date[]);
CREATE FUNCTION change_delivery(lines uuid[], changed jsonb, holidays date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE quotas q SET flight = o.flight, description = component_description(o.description, q.package_item_id),
    contracted = greatest(q.placed, q.contracted
      + coalesce((changed -> concat_ws('/', o.id, q.package_item_id) ->> 'booked_more')::bigint, 0) / q.cell_units),
    sold = q.sold + coalesce((changed -> concat_ws('/', o.id, q.package_item_id) ->> 'sold_more')::bigint, 0) / q.cell_units
  FROM order_lines o WHERE o.id = ANY (lines) AND q.order_line_id = o.id;
  UPDATE work_orders w SET sla_due = lower(o.flight), description = component_description(o.description, w.package_item_id)
  FROM order_lines o WHERE o.id = ANY (lines) AND w.order_line_id = o.id
    AND w.status IN ('pending', 'material_pending', 'scheduled', 'paused');
  UPDATE tech_sheets s SET starts_on = lower(o.flight), description = component_description(o.description, s.package_item_id),
    due_on = working_days_before(lower(o.flight), t.lead_time_days, holidays)
  FROM order_lines o, tech_templates t
  WHERE o.id = ANY (lines) AND s.order_line_id = o.id AND t.id = s.tech_template_id AND s.starts_on <> lower(o.flight);
END
$$;

-- As before. The quotas of a package line share what the line has booked, so they are checked, and locked, together.
CREATE OR REPLACE FUNCTION placements_exceed(quota_ids uuid[]) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH line AS MATERIALIZED (
    SELECT DISTINCT order_line_id FROM quotas WHERE id = ANY (quota_ids)
  ), booked AS MATERIALIZED (
    SELECT c.order_line_id, c.item_id, c.day, sum(c.units) AS units
    FROM line l JOIN capacity_cells c ON c.order_line_id = l.order_line_id GROUP BY 1, 2, 3
  ), live AS MATERIALIZED (
    SELECT p.id, p.load, p.units, p.units::bigint * q.cell_units AS cells, b.order_line_id, b.item_id, b.day,
      b.units AS booked
    FROM line l JOIN quotas q ON q.order_line_id = l.order_line_id JOIN placements p ON p.quota_id = q.id
      LEFT JOIN booked b ON b.order_line_id = q.order_line_id AND b.item_id = p.inventory_item_id
        AND b.day BETWEEN p.starts_on AND p.ends_on
    WHERE p.status IN ('scheduled', 'confirmed', 'aired')
  )
  SELECT EXISTS (
      SELECT FROM live WHERE order_line_id IS NOT NULL
      GROUP BY order_line_id, item_id, day HAVING sum(cells) > max(booked))
    OR EXISTS (SELECT FROM live GROUP BY id, load HAVING max(units)::numeric * count(day) <> load)
$$;

CREATE OR REPLACE FUNCTION count_placements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changed uuid[] := ARRAY(SELECT DISTINCT quota_id FROM new_rows);
  counted constant text := 'SELECT quota_id, load, makegood_of_id, status, 1 AS sign FROM new_rows';
BEGIN
  PERFORM FROM quotas WHERE order_line_id IN (SELECT order_line_id FROM quotas WHERE id = ANY (changed))
  ORDER BY id FOR NO KEY UPDATE;
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

-- As before, with all quotas of the line.
CREATE OR REPLACE FUNCTION keep_order_line() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  meta constant text[] := '{billed_quantity,billed_net,row_version,updated_at,updated_by,search_text}';
  of_line uuid[];
  is_delivered boolean := OLD.billed_quantity > 0 OR OLD.billed_net > 0;
BEGIN
  IF to_jsonb(NEW) - meta IS NOT DISTINCT FROM to_jsonb(OLD) - meta THEN
    RETURN NEW;
  END IF;
  IF OLD.status <> 'active'
    OR (NEW.id, NEW.contract_id, NEW.contract_line_id, NEW.currency_code)
      IS DISTINCT FROM (OLD.id, OLD.contract_id, OLD.contract_line_id, OLD.currency_code)
    OR (NEW.line_kind, NEW.inventory_item_id, NEW.package_id, NEW.ad_article_id, NEW.duration_sec)
      IS DISTINCT FROM (OLD.line_kind, OLD.inventory_item_id, OLD.package_id, OLD.ad_article_id, OLD.duration_sec)
    OR NEW.addendum_line_id IS NOT DISTINCT FROM OLD.addendum_line_id
    OR NOT EXISTS (
      SELECT FROM addendum_lines l JOIN addenda a ON a.id = l.addendum_id
      WHERE l.id = NEW.addendum_line_id AND l.order_line_id = NEW.id AND a.contract_id = NEW.contract_id
        AND a.status = 'pending_signature' AND CASE l.op
          WHEN 'remove' THEN NEW.status = 'removed' AND sold_values(to_jsonb(NEW)) = sold_values(to_jsonb(OLD))
          WHEN 'change' THEN NEW.status = 'active' AND sold_values(to_jsonb(NEW)) = sold_values(to_jsonb(l))
          ELSE false END)
  THEN
    RAISE EXCEPTION 'order line % stays as it is', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_stay', TABLE = 'order_lines';
  END IF;
  of_line := ARRAY(SELECT id FROM quotas WHERE order_line_id = OLD.id ORDER BY id FOR NO KEY UPDATE);
  is_delivered := is_delivered
    OR EXISTS (SELECT FROM placements p WHERE p.quota_id = ANY (of_line) AND p.status = 'aired');
  IF is_delivered AND (
    NEW.status = 'removed'
    OR (NEW.agreed_price, NEW.surcharge_pct, NEW.discount_pct, NEW.days, NEW.units_per_day, NEW.units, lower(NEW.flight))
      IS DISTINCT FROM (OLD.agreed_price, OLD.surcharge_pct, OLD.discount_pct, OLD.days, OLD.units_per_day, OLD.units, lower(OLD.flight))
    -- Traffic may have moved it out of the flight before.
    OR EXISTS (
      SELECT FROM placements p WHERE p.quota_id = ANY (of_line) AND p.status = 'aired'
        AND OLD.flight @> daterange(p.starts_on, p.ends_on, '[]') AND NOT NEW.flight @> daterange(p.starts_on, p.ends_on, '[]'))) THEN
    RAISE EXCEPTION 'order line % was delivered', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_delivered', TABLE = 'order_lines';
  END IF;
  RETURN NEW;
END
$$;

-- The part of an order line that was delivered, from 0 to 1: of what has a quota what was aired of what was sold, makegoods
-- included; of anything else all of it once its work order is completed. The components of a package count by their shares
-- of its price. Arguments: whether only what has accepted evidence counts; a quota, and what counts as aired of it instead
-- of what is.
CREATE OR REPLACE FUNCTION delivered_part(
  o order_lines, proved boolean DEFAULT false, of_quota uuid DEFAULT NULL, aired_units numeric DEFAULT NULL) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT coalesce(sum(s.share * d.part) / nullif(sum(s.share), 0), avg(d.part))
    FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec) s
      CROSS JOIN LATERAL (SELECT coalesce(
        (SELECT least(1, CASE WHEN proved
            THEN (SELECT coalesce(sum(p.load), 0) FROM placements p WHERE p.quota_id = q.id AND p.locked)
            WHEN q.id = of_quota THEN aired_units ELSE q.aired END
          / q.sold)
        FROM quotas q WHERE q.order_line_id = o.id AND q.package_item_id IS NOT DISTINCT FROM s.package_item_id),
        (SELECT 1 FROM work_orders w WHERE w.order_line_id = o.id AND w.status = 'completed'
          AND (w.package_item_id IS NULL OR w.package_item_id = s.package_item_id) LIMIT 1), 0) AS part) d), 0)
$$;
