-- How the units of a quota are wanted, the periods over which they are counted, and what of a closed period goes on.

SELECT set_config('pauta.request', 'migration:0106', true), set_config('pauta.reason', 'Preferencias y periodos de cupos', true);

ALTER TABLE quotas
  ADD COLUMN wanted_days text[] NOT NULL DEFAULT '{}' CHECK (wanted_days <@ ARRAY['1', '2', '3', '4', '5', '6', '7']),
  ADD COLUMN wanted_from time without time zone,
  ADD COLUMN wanted_to time without time zone,
  ADD COLUMN wanted_place text COLLATE "C" NOT NULL DEFAULT 'any' CHECK (wanted_place IN ('any', 'first', 'last')),
  ADD COLUMN counted_by text COLLATE "C" NOT NULL DEFAULT 'month' CHECK (counted_by IN ('month', 'week', 'day')),
  ADD COLUMN rollover boolean NOT NULL DEFAULT true,
  ADD COLUMN links_changed_at timestamptz,
  ADD CONSTRAINT quotas_wanted_hours CHECK (num_nonnulls(wanted_from, wanted_to) IN (0, 2) AND wanted_from < wanted_to);

CALL create_link('quota_avoided_programs', 'quotas', 'quota_id', 'programs', 'avoided_program_id');
CALL leave_with_demonstration('{quota_avoided_programs}');
CALL restrict_app('quotas', 'SELECT, UPDATE (contract_id, client_id, inventory_item_id, wanted_days, wanted_from, wanted_to,
  wanted_place, counted_by, rollover, links_changed_at)');

-- How the spots of a quota are wanted, as `LinePreferences` of the domain; null: anyhow.
CREATE FUNCTION preferences_of(q quotas) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN q.wanted_days <> '{}' OR q.wanted_from IS NOT NULL OR q.wanted_place <> 'any' OR a.ids IS NOT NULL THEN
    jsonb_build_object('days', q.wanted_days, 'from', to_char(q.wanted_from, 'HH24:MI'), 'to', to_char(q.wanted_to, 'HH24:MI'),
      'place', q.wanted_place, 'avoided', coalesce(a.ids, '[]')) END
  FROM (
    SELECT jsonb_agg(avoided_program_id ORDER BY avoided_program_id) AS ids
    FROM quota_avoided_programs WHERE quota_id = q.id) a
$$;

-- The first day of a period.
CREATE FUNCTION period_start(counted_by text, day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT date_trunc(counted_by, day::timestamp)::date $$;

-- The last day of a period.
CREATE FUNCTION period_end(counted_by text, day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (date_trunc(counted_by, day::timestamp) + ('1 ' || counted_by)::interval)::date - 1
$$;

-- The booked days of what is not placed of a quota, together as many units as that: those of later days first, because an
-- imported contract has booked the days before its import, too.
CREATE FUNCTION unplaced_days(q quotas) RETURNS TABLE (item_id uuid, day date, units bigint)
LANGUAGE sql STABLE AS $$
  SELECT u.item_id, u.day, least(u.units, q.unplaced - u.later)::bigint
  FROM (
    SELECT f.*, sum(f.units) OVER (ORDER BY f.day DESC, f.item_id <> q.inventory_item_id, f.item_id) - f.units AS later
    FROM (
      SELECT c.item_id, c.day, ((c.units - coalesce((
        SELECT sum(p.units::bigint * o.cell_units) FROM quotas o JOIN placements p ON p.quota_id = o.id
        WHERE o.order_line_id = q.order_line_id AND p.inventory_item_id = c.item_id AND p.status <> 'cancelled'
          AND c.day BETWEEN p.starts_on AND p.ends_on), 0))::bigint / q.cell_units)::bigint AS units
      FROM (
        SELECT item_id, day, sum(units) AS units FROM capacity_cells
        WHERE q.unplaced > 0 AND order_line_id = q.order_line_id
          AND (item_id = q.inventory_item_id
            OR item_id NOT IN (SELECT inventory_item_id FROM quotas WHERE order_line_id = q.order_line_id))
        GROUP BY item_id, day) c) f
    WHERE f.units > 0) u
  WHERE u.later < q.unplaced
$$;

-- The first day of a quota that is not in a closed period. Once the flight is over, all are closed.
CREATE FUNCTION open_from(q quotas) RETURNS date
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN upper(q.flight) <= business_date() THEN business_date() ELSE period_start(q.counted_by, business_date()) END
$$;

-- What is booked on days that are over, not placed, and may still be placed: that of the current period, and with rollover
-- that of closed ones.
CREATE FUNCTION late_days(q quotas) RETURNS TABLE (item_id uuid, day date, units bigint)
LANGUAGE sql STABLE AS $$
  SELECT u.* FROM unplaced_days(q) u
  WHERE upper(q.flight) > business_date() AND u.day < business_date() AND (q.rollover OR u.day >= open_from(q))
$$;

-- The last day on which that is placed.
CREATE FUNCTION late_until(q quotas) RETURNS date
LANGUAGE sql STABLE AS $$
  SELECT least(upper(q.flight) - 1, CASE WHEN NOT q.rollover THEN period_end(q.counted_by, business_date()) END)
$$;

-- What closed periods did not place and does not go on.
CREATE FUNCTION lost_days(q quotas) RETURNS TABLE (item_id uuid, day date, units bigint)
LANGUAGE sql STABLE AS $$
  SELECT u.* FROM unplaced_days(q) u
  WHERE (NOT q.rollover OR upper(q.flight) <= business_date()) AND u.day < open_from(q)
$$;

CREATE FUNCTION lost(q quotas) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN q.unplaced > 0 AND (NOT q.rollover OR upper(q.flight) <= business_date())
    THEN (SELECT coalesce(sum(units), 0) FROM lost_days(q)) ELSE 0 END
$$;

-- The day from which a plan carries a unit; null: the unit stays on its day.
ALTER TABLE placing_plan_units ADD COLUMN from_day date;

-- What another system delivered is done with its steps.
CREATE OR REPLACE FUNCTION open_former_delivery(contract uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  delivered uuid[];
BEGIN
  IF NOT EXISTS (SELECT FROM contracts WHERE id = contract AND former_number IS NOT NULL AND status = 'pending_signature') THEN
    RAISE EXCEPTION 'contract % is not being imported', contract
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_former_number', TABLE = 'contracts';
  END IF;
  UPDATE quotas q SET former_aired = l.former_aired, aired = l.former_aired, placed = l.former_aired
  FROM order_lines o JOIN contract_lines l ON l.id = o.contract_line_id
  WHERE q.order_line_id = o.id AND o.contract_id = contract AND l.former_aired > 0
    AND (q.former_aired, q.aired, q.placed) = (0, 0, 0);
  delivered := ARRAY (
    SELECT w.id FROM work_orders w JOIN order_lines o ON o.id = w.order_line_id JOIN contract_lines l ON l.id = o.contract_line_id
    WHERE o.contract_id = contract AND w.status = 'pending' AND l.former_aired > 0
      AND NOT EXISTS (SELECT FROM quotas q WHERE q.order_line_id = o.id AND q.aired < q.sold));
  UPDATE work_order_steps SET done_at = now(), remark = 'Se hizo antes de importar el contrato.'
  WHERE work_order_id = ANY (delivered) AND done_at IS NULL;
  UPDATE work_orders SET status = 'completed' WHERE id = ANY (delivered);
END
$$;
