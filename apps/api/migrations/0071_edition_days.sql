-- Print spaces whose editions come out on days of the month, such as magazines, instead of weekdays.

SELECT set_config('pauta.request', 'migration:0071', true), set_config('pauta.reason', 'Calendario de ediciones', true);

ALTER TABLE inventory_items
  ADD COLUMN month_days text[] NOT NULL DEFAULT '{}' CHECK (month_days <@ '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,last}');

-- As before, with editions by day of the month: where they are given, the weekdays do not count.
CREATE OR REPLACE FUNCTION capacity_on(item inventory_items, day date) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN NOT (coalesce(item.active @> day, true) AND coalesce(day <= item.permit_until, true)) THEN 0
    ELSE coalesce(
      (SELECT (e.one ->> 'capacity')::integer FROM jsonb_array_elements(item.exceptions) AS e(one)
        WHERE day BETWEEN (e.one ->> 'from')::date AND (e.one ->> 'to')::date LIMIT 1),
      CASE WHEN CASE WHEN item.month_days = '{}' THEN extract(isodow FROM day)::text = ANY (item.days)
          ELSE extract(day FROM day)::text = ANY (item.month_days)
            OR extract(day FROM day + 1) = 1 AND 'last' = ANY (item.month_days) END
        THEN item.capacity ELSE 0 END)
  END
$$;

DROP TRIGGER keep ON inventory_items;
CREATE TRIGGER keep BEFORE UPDATE OF parent_id, subdivision_id, capacity_unit, capacity, days, month_days, active, permit_until,
  exceptions, status, archived_at
  ON inventory_items FOR EACH ROW EXECUTE FUNCTION keep_inventory_item();
DROP TRIGGER recount ON inventory_items;
CREATE TRIGGER recount AFTER UPDATE OF capacity, days, month_days, active, permit_until, exceptions ON inventory_items
  FOR EACH ROW WHEN ((OLD.capacity, OLD.days, OLD.month_days, OLD.active, OLD.permit_until, OLD.exceptions)
    IS DISTINCT FROM (NEW.capacity, NEW.days, NEW.month_days, NEW.active, NEW.permit_until, NEW.exceptions))
  EXECUTE FUNCTION recount_capacity();
