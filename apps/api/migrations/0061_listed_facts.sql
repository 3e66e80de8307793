-- Facts by which lists are filtered: what kinds of records a transfer moved and what they were worth, users without a
-- second factor, catalogue values that no record refers to.

SELECT set_config('pauta.request', 'migration:0061', true), set_config('pauta.reason', 'Filtros de las listas', true);

-- Transfers --------------------------------------------------------------------------------------------------------

ALTER TABLE account_transfers
  -- Kinds of the records that it moved.
  ADD COLUMN entities text[] NOT NULL DEFAULT '{}',
  -- [{ entity, currency, amount }]: what the moved records of each kind were worth.
  ADD COLUMN worth jsonb CHECK (jsonb_typeof(worth) = 'array');

-- What was moved until now has no amount of its own: opportunities, quotes and contracts are newer than the last release.
ALTER TABLE account_transfers DISABLE TRIGGER USER;
UPDATE account_transfers t SET worth = '[]', entities = ARRAY(
  SELECT DISTINCT i.entity FROM account_transfer_items i
  WHERE i.transfer_id = t.id AND i.outcome = 'moved' AND i.before_id IS NOT DISTINCT FROM t.from_user_id ORDER BY 1)
WHERE executed_at IS NOT NULL;
ALTER TABLE account_transfers ENABLE TRIGGER USER;

CREATE INDEX account_transfers_entities ON account_transfers USING gin (entities);

CREATE OR REPLACE FUNCTION keep_executed_transfer() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  always constant text[] := '{row_version,updated_at,updated_by,search_text,status}';
  may_change text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    may_change := CASE OLD.status || '-' || NEW.status
      WHEN 'scheduled-executed' THEN
        '{executed_at,executed_by_id,item_count,skipped_count,scope,entities,amounts,worth,note}'
      WHEN 'scheduled-cancelled' THEN '{note}'
      WHEN 'executed-reverted' THEN '{reverted_by_id}'
    END;
  END IF;
  IF may_change IS NULL OR to_jsonb(NEW) - always - may_change IS DISTINCT FROM to_jsonb(OLD) - always - may_change THEN
    RAISE EXCEPTION 'transfer % is part of the log', OLD.batch_no USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END
$$;

-- Users ------------------------------------------------------------------------------------------------------------

CREATE VIEW users_without_second_factor AS
SELECT u.id AS record_id FROM users u
WHERE NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL);
CALL restrict_app('users_without_second_factor', 'SELECT');

CREATE FUNCTION without_second_factor(u users) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
$$;

-- Catalogues -------------------------------------------------------------------------------------------------------

/* The conditions of a row `v` of a table that nothing refers to it, one for each foreign key. Rows of its own link tables
   (their key begins with it) are part of the value and do not count. Read from the foreign keys each time, so that tables
   of later migrations count too. */
CREATE FUNCTION without_references(target regclass) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT coalesce(string_agg(
    format('NOT EXISTS (SELECT FROM %s u WHERE u.%I = v.id)', k.conrelid::regclass, a.attname), ' AND '), 'true')
  FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
  WHERE k.contype = 'f' AND k.confrelid = target AND cardinality(k.conkey) = 1
    AND NOT EXISTS (SELECT FROM pg_index p
      WHERE p.indrelid = k.conrelid AND p.indisprimary AND p.indnkeyatts > 1 AND p.indkey[0] = a.attnum)
$$;

-- The ids of the rows of a table that nothing refers to.
CREATE FUNCTION unused_rows(target regclass) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT v.id FROM %s v WHERE %s', target, without_references(target));
END
$$;

-- The filter "Sin uso" of a catalogue: the view and the function of its field `unused`. The function contains the
-- conditions, because a page calls it for every row, so `migrate` writes all of them again after other migrations.
CREATE PROCEDURE list_unused(catalogue name)
LANGUAGE plpgsql AS $body$
BEGIN
  EXECUTE format('CREATE OR REPLACE VIEW %I AS SELECT record_id FROM unused_rows(%L) AS record_id',
    catalogue || '_unused', catalogue);
  CALL restrict_app((catalogue || '_unused')::regclass, 'SELECT');
  EXECUTE format('CREATE OR REPLACE FUNCTION unused(v %I) RETURNS boolean LANGUAGE sql STABLE AS %L',
    catalogue, 'SELECT ' || without_references(catalogue::text::regclass));
END
$body$;

CREATE PROCEDURE list_all_unused()
LANGUAGE plpgsql AS $$
DECLARE
  catalogue name;
BEGIN
  FOR catalogue IN
    SELECT c.relname FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND 3 = (
      SELECT count(*) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attname IN ('sort_order', 'is_active', 'is_system') AND NOT a.attisdropped)
  LOOP
    CALL list_unused(catalogue);
  END LOOP;
END
$$;

CALL list_all_unused();
