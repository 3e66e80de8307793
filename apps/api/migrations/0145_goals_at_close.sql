-- Goals of sellers: a month that is closed in the books freezes its goals with what was reached of them; pace by working
-- days.

SELECT set_config('pauta.request', 'migration:0145', true), set_config('pauta.reason', 'Metas al cierre', true);

-- Frozen months --------------------------------------------------------------------------------------------------------

-- Whether the goals of a seller are frozen in a month: the company of the seller has closed it; of a seller without a
-- company, every company has.
CREATE FUNCTION goal_month_closed(seller uuid, first_day date) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM fiscal_periods WHERE month = first_day AND status = 'closed') AND NOT EXISTS (
    SELECT FROM companies c
    WHERE c.archived_at IS NULL AND c.id = coalesce((SELECT u.company_id FROM users u WHERE u.id = seller), c.id)
      AND NOT EXISTS (SELECT FROM fiscal_periods p WHERE p.company_id = c.id AND p.month = first_day AND p.status = 'closed'))
$$;

-- Key of the advisory lock of the goals of a year: goals are written with it shared, a closing takes it alone.
CREATE FUNCTION goal_year_lock(year integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT hashtextextended('rep_goals/' || year, 0) $$;

CREATE FUNCTION goal_months(g rep_goals) RETURNS numeric[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY[g.m01, g.m02, g.m03, g.m04, g.m05, g.m06, g.m07, g.m08, g.m09, g.m10, g.m11, g.m12]
$$;

-- What a closing keeps of a goal. Only the triggers below write it; reopening the month removes it.
CREATE TABLE rep_goal_closings (
  rep_goal_id uuid NOT NULL REFERENCES rep_goals ON DELETE RESTRICT,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  target numeric(18,2) NOT NULL,
  reached numeric(18,2) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (rep_goal_id, month)
);
COMMENT ON TABLE rep_goal_closings IS 'Metas congeladas por el cierre de un mes';
CALL restrict_app('rep_goal_closings', 'SELECT');
CALL leave_with_demonstration('{rep_goal_closings}');

-- What counts towards a goal now, by day. `reached_rows` has what was kept of frozen months instead.
ALTER FUNCTION reached_rows(rep_goals) RENAME TO goal_rows;
CREATE FUNCTION reached_rows(g rep_goals) RETURNS TABLE (day date, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT r.day, r.amount FROM goal_rows(g) r
  WHERE NOT EXISTS (
    SELECT FROM rep_goal_closings k WHERE k.rep_goal_id = g.id AND k.month = date_trunc('month', r.day)::date)
  UNION ALL
  SELECT (k.month + interval '1 month')::date - 1, k.reached FROM rep_goal_closings k WHERE k.rep_goal_id = g.id
$$;

CREATE FUNCTION keep_goal_months(months date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  years constant integer[] := ARRAY(SELECT DISTINCT extract(year FROM m)::integer FROM unnest(months) m ORDER BY 1);
BEGIN
  PERFORM pg_advisory_xact_lock(goal_year_lock(y)) FROM unnest(years) y;
  DELETE FROM rep_goal_closings k USING rep_goals g
  WHERE g.id = k.rep_goal_id AND k.month = ANY(months) AND NOT goal_month_closed(g.user_id, k.month);
  INSERT INTO rep_goal_closings (rep_goal_id, month, target, reached)
  SELECT g.id, k.month, k.target, k.reached
  FROM rep_goals g CROSS JOIN LATERAL (
    SELECT m.month, (goal_months(g))[extract(month FROM m.month)::integer] AS target,
      coalesce(sum(r.amount) FILTER (WHERE date_trunc('month', r.day)::date = m.month), 0) AS reached
    FROM unnest(months) AS m (month) LEFT JOIN goal_rows(g) r ON true
    WHERE extract(year FROM m.month) = g.fiscal_year AND goal_month_closed(g.user_id, m.month)
    GROUP BY m.month) k
  WHERE g.fiscal_year = ANY(years)
  ON CONFLICT DO NOTHING;
END
$$;
REVOKE ALL ON FUNCTION keep_goal_months FROM PUBLIC;

CREATE FUNCTION fiscal_periods_keep_goals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM keep_goal_months(ARRAY(SELECT DISTINCT month FROM new_rows ORDER BY month));
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_goals_of_new AFTER INSERT ON fiscal_periods REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION fiscal_periods_keep_goals();
CREATE TRIGGER keep_goals AFTER UPDATE ON fiscal_periods REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION fiscal_periods_keep_goals();

-- A frozen month of a goal keeps its amount, and a goal with one keeps whose it is and what it measures.
CREATE FUNCTION rep_goals_frozen() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  place integer;
  frozen date[];
BEGIN
  PERFORM pg_advisory_xact_lock_shared(goal_year_lock(NEW.fiscal_year));
  IF TG_OP = 'UPDATE' THEN
    frozen := ARRAY(SELECT month FROM rep_goal_closings WHERE rep_goal_id = OLD.id);
    IF frozen <> '{}' AND (NEW.fiscal_year, NEW.user_id, NEW.metric, NEW.division_id, NEW.platform_id, NEW.currency_code)
        IS DISTINCT FROM (OLD.fiscal_year, OLD.user_id, OLD.metric, OLD.division_id, OLD.platform_id, OLD.currency_code) THEN
      RAISE EXCEPTION 'a goal with a frozen month keeps its seller and its metric'
        USING ERRCODE = '23514', CONSTRAINT = 'rep_goals_frozen', TABLE = 'rep_goals';
    END IF;
  END IF;
  FOR place IN 1..12 LOOP
    IF (goal_months(NEW))[place] IS DISTINCT FROM
        (CASE WHEN TG_OP = 'UPDATE' AND NEW.fiscal_year = OLD.fiscal_year THEN (goal_months(OLD))[place] ELSE 0 END)
      AND (make_date(NEW.fiscal_year, place, 1) = ANY(frozen)
        OR goal_month_closed(NEW.user_id, make_date(NEW.fiscal_year, place, 1))) THEN
      RAISE EXCEPTION 'the month % of the goal is frozen', place
        USING ERRCODE = '23514', CONSTRAINT = 'rep_goals_frozen_m' || lpad(place::text, 2, '0'), TABLE = 'rep_goals';
    END IF;
  END LOOP;
  RETURN NEW;
END
$$;
CREATE TRIGGER frozen BEFORE INSERT OR UPDATE OF fiscal_year, user_id, metric, division_id, platform_id, currency_code,
  m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12 ON rep_goals
  FOR EACH ROW EXECUTE FUNCTION rep_goals_frozen();

SELECT keep_goal_months(ARRAY(SELECT DISTINCT month FROM fiscal_periods WHERE status = 'closed'));

-- Pace -----------------------------------------------------------------------------------------------------------------

-- Working days from a day until before another one (`isWorkingDay` in `working-time.ts`).
CREATE FUNCTION working_days(from_day date, until_day date, holidays date[]) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT count(*)::integer FROM generate_series(0, until_day - from_day - 1) AS n
  WHERE extract(isodow FROM from_day + n) < 6 AND from_day + n <> ALL (holidays)
$$;

-- What a goal expects before a day: its past months, and of the current one the part of its working days that are over.
CREATE FUNCTION goal_expected(g rep_goals, day date) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(CASE
      WHEN m.ends <= day THEN m.amount
      WHEN m.starts < day THEN m.amount * working_days(m.starts, day, h.days) / nullif(working_days(m.starts, m.ends, h.days), 0)
    END), 0)::numeric(18,2)
  FROM (SELECT ARRAY(SELECT company_holidays()) AS days) h CROSS JOIN (
    SELECT amount, make_date(g.fiscal_year, place::integer, 1) AS starts,
      (make_date(g.fiscal_year, place::integer, 1) + interval '1 month')::date AS ends
    FROM unnest(goal_months(g)) WITH ORDINALITY AS u (amount, place)) m
$$;
CREATE FUNCTION pace_pct(g rep_goals) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT part_reached(reached(g), goal_expected(g, business_date())) $$;
