-- Exclusivities: no competitor of an industry in a programme, a station or a zone on some days.

SELECT set_config('pauta.request', 'migration:0074', true), set_config('pauta.reason', 'Exclusividades', true);

CREATE TABLE exclusivities (
  id uuid PRIMARY KEY DEFAULT new_id(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  industry_id uuid NOT NULL REFERENCES industries ON DELETE RESTRICT,
  program_id uuid REFERENCES programs ON DELETE RESTRICT,
  subdivision_id uuid REFERENCES subdivisions ON DELETE RESTRICT,
  locality_id uuid REFERENCES localities ON DELETE RESTRICT,
  dates daterange NOT NULL CHECK (NOT isempty(dates)),
  contract_id uuid REFERENCES contracts ON DELETE RESTRICT,
  source text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 160),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX exclusivities_by_dates ON exclusivities (dates, id) WHERE archived_at IS NULL;
CREATE INDEX exclusivities_by_created_at ON exclusivities (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX exclusivities_by_updated_at ON exclusivities (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX exclusivities_client_id ON exclusivities (client_id, dates, id);
CREATE INDEX exclusivities_industry_id ON exclusivities (industry_id, dates, id);
CREATE INDEX exclusivities_program_id ON exclusivities (program_id, dates, id);
CREATE INDEX exclusivities_subdivision_id ON exclusivities (subdivision_id, dates, id);
CREATE INDEX exclusivities_locality_id ON exclusivities (locality_id, dates, id);
CREATE INDEX exclusivities_dates ON exclusivities USING gist (dates);
CREATE INDEX exclusivities_contract_id ON exclusivities (contract_id, dates, id);

CALL make_searchable('exclusivities', 'source');
CALL track('exclusivities', unnoticed => '{search_text}');
CALL free_when_withdrawn('exclusivities');
CALL restrict_app('exclusivities', 'SELECT, INSERT, UPDATE');

ALTER TABLE exclusivities
  ADD CONSTRAINT exclusivities_closed CHECK (NOT lower_inf(dates) AND NOT upper_inf(dates)),
  ADD CONSTRAINT exclusivities_limited CHECK (num_nonnulls(program_id, subdivision_id, locality_id) > 0),
  ADD CONSTRAINT exclusivities_once EXCLUDE USING gist (
    industry_id WITH =, coalesce(program_id, '00000000-0000-0000-0000-000000000000') WITH =,
    coalesce(subdivision_id, '00000000-0000-0000-0000-000000000000') WITH =,
    coalesce(locality_id, '00000000-0000-0000-0000-000000000000') WITH =, dates WITH &&) WHERE (archived_at IS NULL);
CREATE INDEX exclusivities_in_force ON exclusivities USING gist (dates) WHERE archived_at IS NULL;

-- Whether an industry, or a locality, is another one or inside of it.
CREATE FUNCTION industry_within(industry uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE up AS (
    SELECT id, parent_id FROM industries WHERE id = industry
    UNION SELECT p.id, p.parent_id FROM up JOIN industries p ON p.id = up.parent_id
  ) SELECT EXISTS (SELECT FROM up WHERE id = other)
$$;
CREATE FUNCTION locality_within(locality uuid, other uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE up AS (
    SELECT id, parent_id FROM localities WHERE id = locality
    UNION SELECT p.id, p.parent_id FROM up JOIN localities p ON p.id = up.parent_id
  ) SELECT EXISTS (SELECT FROM up WHERE id = other)
$$;

-- Whether a space is where an exclusivity is in force: it, or one that contains it, is of the programme.
CREATE FUNCTION exclusivity_covers(e exclusivities, i inventory_items) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(e.subdivision_id = i.subdivision_id, true)
    AND (e.program_id IS NULL OR EXISTS (SELECT FROM inventory_items a WHERE a.id = ANY (i.path) AND a.program_id = e.program_id))
    AND (e.locality_id IS NULL OR locality_within(i.locality_id, e.locality_id))
$$;

-- The spaces where an exclusivity is in force. By the narrowest part of its scope, so that not every space is asked.
CREATE FUNCTION exclusivity_spaces(e exclusivities) RETURNS SETOF uuid
LANGUAGE sql STABLE ROWS 50 AS $$
  SELECT i.id FROM inventory_items i WHERE i.subdivision_id = e.subdivision_id AND exclusivity_covers(e, i)
  UNION
  SELECT i.id FROM inventory_items p JOIN inventory_items i ON i.path @> ARRAY[p.id]
  WHERE e.subdivision_id IS NULL AND p.program_id = e.program_id AND exclusivity_covers(e, i)
  UNION
  SELECT i.id FROM inventory_items i
  WHERE e.subdivision_id IS NULL AND e.program_id IS NULL AND i.locality_id IN (
    WITH RECURSIVE within AS (
      SELECT e.locality_id AS id UNION SELECT l.id FROM within w JOIN localities l ON l.parent_id = w.id
    ) SELECT id FROM within)
$$;

-- The exclusivities of others that keep a client out of a space on some days.
CREATE FUNCTION exclusivities_against(client uuid, item uuid, period daterange) RETURNS SETOF exclusivities
LANGUAGE sql STABLE AS $$
  SELECT e.* FROM exclusivities e JOIN inventory_items i ON i.id = item
  WHERE e.archived_at IS NULL AND e.dates && period AND e.client_id <> client AND exclusivity_covers(e, i)
    AND industry_within((SELECT industry_id FROM clients WHERE id = client), e.industry_id)
  ORDER BY e.dates, e.id
$$;

-- A hold that takes its place, and a sale, respect exclusivities. Whoever writes them has locked the spaces, which a new
-- exclusivity locks, too.
CREATE FUNCTION raise_exclusivity() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a competitor is exclusive there'
    USING ERRCODE = '23514', CONSTRAINT = 'exclusivities_respected', TABLE = 'exclusivities';
END
$$;

CREATE FUNCTION check_hold_exclusivity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM exclusivities WHERE archived_at IS NULL AND dates && NEW.flight) AND EXISTS (
    SELECT FROM exclusivities_against(NEW.client_id, NEW.inventory_item_id, NEW.flight) e
      JOIN capacity_cells c ON c.hold_id = NEW.id AND e.dates @> c.day) THEN
    PERFORM raise_exclusivity();
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER check_exclusivity AFTER INSERT OR UPDATE OF status, client_id ON holds
  FOR EACH ROW WHEN (NEW.status = 'active') EXECUTE FUNCTION check_hold_exclusivity();

CREATE FUNCTION check_booked_exclusivity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM exclusivities WHERE archived_at IS NULL AND upper(dates) > business_date()) AND EXISTS (
    SELECT FROM (
        SELECT k.client_id, c.item_id, daterange(min(c.day), max(c.day), '[]') AS days, array_agg(c.day) AS all_days
        FROM new_cells c JOIN order_lines l ON l.id = c.order_line_id JOIN contracts k ON k.id = l.contract_id
        GROUP BY 1, 2) s
      CROSS JOIN LATERAL exclusivities_against(s.client_id, s.item_id, s.days) e
    WHERE EXISTS (SELECT FROM unnest(s.all_days) AS d(day) WHERE e.dates @> d.day)) THEN
    PERFORM raise_exclusivity();
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER respect_exclusivities AFTER INSERT ON capacity_cells
  REFERENCING NEW TABLE AS new_cells FOR EACH STATEMENT EXECUTE FUNCTION check_booked_exclusivity();

-- Who is already where an exclusivity would be in force, besides its client, from today on: a hold or a contract.
CREATE FUNCTION competitors_within(e exclusivities)
RETURNS TABLE (hold_id uuid, contract_id uuid, client_id uuid, item_id uuid, day date)
LANGUAGE sql STABLE AS $$
  SELECT DISTINCT ON (coalesce(h.id, k.id)) h.id, k.id, coalesce(h.client_id, k.client_id), c.item_id, c.day
  FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id
    LEFT JOIN holds h ON h.id = c.hold_id AND c.state = 'held'
    LEFT JOIN order_lines l ON l.id = c.order_line_id LEFT JOIN contracts k ON k.id = l.contract_id
    JOIN clients x ON x.id = coalesce(h.client_id, k.client_id)
  WHERE c.day >= greatest(lower(e.dates), business_date()) AND c.day < upper(e.dates)
    AND (c.state = 'booked' OR c.expires_at > now()) AND x.id <> e.client_id
    AND industry_within(x.industry_id, e.industry_id) AND exclusivity_covers(e, i)
  ORDER BY coalesce(h.id, k.id), c.day
$$;

-- An exclusivity is not given where another client of the industry has one, or where a competitor already is. Two at once,
-- of industries of the same branch, are ordered by the lock of all; its spaces are locked against new holds and sales.
CREATE FUNCTION check_exclusivity() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('pauta.exclusivities'));
  PERFORM FROM inventory_items i WHERE i.id IN (SELECT exclusivity_spaces(NEW)) ORDER BY i.id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM exclusivities o
    WHERE o.id <> NEW.id AND o.archived_at IS NULL AND o.client_id <> NEW.client_id AND o.dates && NEW.dates
      AND (industry_within(o.industry_id, NEW.industry_id) OR industry_within(NEW.industry_id, o.industry_id))
      AND EXISTS (SELECT exclusivity_spaces(NEW) INTERSECT SELECT exclusivity_spaces(o))) THEN
    RAISE EXCEPTION 'another client has an exclusivity there'
      USING ERRCODE = '23514', CONSTRAINT = 'exclusivities_other', TABLE = 'exclusivities';
  END IF;
  IF EXISTS (SELECT FROM competitors_within(NEW)) THEN
    RAISE EXCEPTION 'a competitor is already there'
      USING ERRCODE = '23514', CONSTRAINT = 'exclusivities_taken', TABLE = 'exclusivities';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER check_exclusivity AFTER INSERT OR UPDATE ON exclusivities
  FOR EACH ROW WHEN (NEW.archived_at IS NULL) EXECUTE FUNCTION check_exclusivity();

CALL leave_with_demonstration('{exclusivities}');
