-- Documents: a header, and lines in tables of their own. What `apps/api/src/document/document-sql.ts` prints of a
-- definition calls these procedures.

-- A row of the log about lines: `entity` is their table, `entity_id` their header, `before` and `after` hold the lines by
-- their ids. A line that came is only in `after`, one that went only in `before`, both with all their columns; of one that
-- changed both hold the columns that changed.
CREATE FUNCTION log_lines(of_table text, header_id text, was jsonb, becomes jsonb, usual_action text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO audit_log (actor_id, on_behalf_of, ip, request_id, entity, entity_id, action, before, after, reason)
  VALUES (
    audit_setting('actor')::uuid, audit_setting('on_behalf_of')::uuid, audit_setting('ip')::inet,
    audit_setting('request'), of_table, header_id, coalesce(audit_setting('action'), usual_action),
    coalesce(was, '{}'), coalesce(becomes, '{}'), audit_setting('reason'))
$$;

-- Statement trigger of lines: one row of the log for each header and statement. Arguments: the column with the header's
-- id, columns that stay out of the log.
CREATE FUNCTION audit_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  header_column constant text := TG_ARGV[0];
  left_out constant text[] := TG_ARGV[1]::text[] || '{id}';
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM log_lines(TG_TABLE_NAME, header_id, NULL, lines, 'update') FROM (
      SELECT line ->> header_column AS header_id, jsonb_object_agg(line ->> 'id', line - left_out - header_column) AS lines
      FROM (SELECT to_jsonb(n) AS line FROM new_rows n) given GROUP BY 1 ORDER BY 1) headers;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM log_lines(TG_TABLE_NAME, header_id, lines, NULL, 'update') FROM (
      SELECT line ->> header_column AS header_id, jsonb_object_agg(line ->> 'id', line - left_out - header_column) AS lines
      FROM (SELECT to_jsonb(o) AS line FROM old_rows o) given GROUP BY 1 ORDER BY 1) headers;
  ELSE
    PERFORM log_lines(TG_TABLE_NAME, header_id, was, becomes, 'update') FROM (
      SELECT header_id, jsonb_object_agg(id, was) AS was, jsonb_object_agg(id, becomes) AS becomes FROM (
        SELECT n.line ->> header_column AS header_id, n.line ->> 'id' AS id,
          jsonb_object_agg(b.key, o.line -> b.key) AS was, jsonb_object_agg(b.key, b.value) AS becomes
        FROM (SELECT to_jsonb(r) AS line FROM new_rows r) n
          JOIN (SELECT to_jsonb(r) AS line FROM old_rows r) o ON o.line ->> 'id' = n.line ->> 'id'
          CROSS JOIN LATERAL jsonb_each(n.line) b
        WHERE b.value IS DISTINCT FROM o.line -> b.key AND b.key <> ALL (left_out)
        GROUP BY 1, 2) lines
      GROUP BY header_id ORDER BY header_id) headers;
  END IF;
  RETURN NULL;
END
$$;

-- The columns of a table that the database computes: they change with the others.
CREATE FUNCTION generated_columns(target oid) RETURNS text[]
LANGUAGE sql STABLE AS $$
  SELECT ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = target AND attnum > 0 AND attgenerated <> '')
$$;

-- Statement trigger of line tables: a change of lines requires that the same transaction has written their header
-- before, and so holds its row lock, and that the header is not frozen. Arguments: table of the headers, column with
-- the header's id, column with its state, frozen states, columns of lines that may change regardless.
CREATE FUNCTION lines_follow_header() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  header constant text := TG_ARGV[0];
  header_column constant text := TG_ARGV[1];
  state_column constant text := TG_ARGV[2];
  frozen constant text[] := TG_ARGV[3];
  excepted constant text[] := TG_ARGV[4];
  headers uuid[];
  held integer;
  is_wrong boolean;
BEGIN
  EXECUTE format('SELECT array_agg(DISTINCT %I) FROM %s', header_column,
    CASE TG_OP WHEN 'DELETE' THEN 'old_rows' ELSE 'new_rows' END) INTO headers;
  IF headers IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM new_rows n WHERE NOT EXISTS (
      SELECT FROM old_rows o WHERE o.id = n.id AND o.%1$I = n.%1$I))', header_column) INTO is_wrong;
    IF is_wrong THEN
      RAISE EXCEPTION 'a line of % stays in its document', TG_TABLE_NAME
        USING ERRCODE = '23514', CONSTRAINT = 'line_stays', TABLE = TG_TABLE_NAME;
    END IF;
  END IF;
  EXECUTE format('SELECT count(*) FROM %s h WHERE h.id = ANY ($1) AND h.lines_xact = pg_current_xact_id()', header)
    INTO held USING headers;
  IF held < cardinality(headers) THEN
    RAISE EXCEPTION 'lines of % change after their header, in the same transaction', TG_TABLE_NAME
      USING ERRCODE = '23514', CONSTRAINT = 'lines_without_header', TABLE = TG_TABLE_NAME;
  END IF;
  IF frozen = '{}' THEN
    RETURN NULL;
  END IF;
  EXECUTE format('SELECT array_agg(h.id) FROM %s h WHERE h.id = ANY ($1) AND h.%I = ANY ($2)', header, state_column)
    INTO headers USING headers, frozen;
  IF headers IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id)
      WHERE n.%I = ANY ($1) AND to_jsonb(n) - $2 IS DISTINCT FROM to_jsonb(o) - $2)', header_column)
      INTO is_wrong
      USING headers, excepted || '{row_version,updated_at,updated_by}'::text[] || generated_columns(TG_RELID);
    IF NOT is_wrong THEN
      RETURN NULL;
    END IF;
  END IF;
  RAISE EXCEPTION 'the document of these % is frozen', TG_TABLE_NAME
    USING ERRCODE = '23514', CONSTRAINT = 'document_frozen', TABLE = TG_TABLE_NAME;
END
$$;

-- Row trigger of a header: that its lines are about to change is a new version of it.
CREATE FUNCTION touch_with_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.lines_xact := pg_current_xact_id();
  ELSIF NEW.lines_xact IS DISTINCT FROM OLD.lines_xact THEN
    NEW.lines_xact := pg_current_xact_id();
    NEW.row_version := OLD.row_version + 1;
    NEW.updated_at := now();
    NEW.updated_by := audit_setting('actor')::uuid;
  END IF;
  RETURN NEW;
END
$$;

-- Row trigger of a header: a frozen document changes in nothing but its state, among the frozen ones, and the columns
-- excepted. Arguments: column with the state, states in which it is frozen, columns that change all the same.
CREATE FUNCTION refuse_frozen() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  state_column constant text := TG_ARGV[0];
  frozen constant text[] := TG_ARGV[1];
  free text[] := TG_ARGV[2];
BEGIN
  IF NOT to_jsonb(OLD) ->> state_column = ANY (frozen) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    free := free || state_column || '{row_version,updated_at,updated_by,lines_xact}'::text[] || generated_columns(TG_RELID);
    IF to_jsonb(NEW) ->> state_column = ANY (frozen) AND to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN
      RETURN NULL;
    END IF;
  END IF;
  RAISE EXCEPTION '% % is frozen', TG_TABLE_NAME, OLD.id
    USING ERRCODE = '23514', CONSTRAINT = 'document_frozen', TABLE = TG_TABLE_NAME;
END
$$;

-- Row trigger of what hangs on a header by a link table. Arguments: table of the headers, column with the header's id,
-- column with its state, states in which it is frozen.
CREATE FUNCTION links_follow_header() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  one jsonb;
  is_frozen boolean;
BEGIN
  FOR one IN SELECT row FROM (VALUES
    (CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END), (CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END)) rows(row)
    WHERE row IS NOT NULL
  LOOP
    -- Held, so that the document is not frozen meanwhile.
    EXECUTE format('SELECT h.%I = ANY ($2) FROM %s h WHERE h.id = $1 FOR SHARE', TG_ARGV[2], TG_ARGV[0])
      INTO is_frozen USING (one ->> TG_ARGV[1])::uuid, TG_ARGV[3]::text[];
    IF is_frozen THEN
      RAISE EXCEPTION 'the document of these % is frozen', TG_TABLE_NAME
        USING ERRCODE = '23514', CONSTRAINT = 'document_frozen', TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

-- Deferred row trigger of a header: at the end of the transaction its totals must equal the sums of its lines.
-- Argument: a query that returns whether they differ for the header `$1`.
CREATE FUNCTION totals_agree() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  is_wrong boolean;
BEGIN
  EXECUTE TG_ARGV[0] INTO is_wrong USING NEW.id;
  IF is_wrong THEN
    RAISE EXCEPTION 'the totals of % % are not the sums of its lines', TG_TABLE_NAME, NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'totals_agree', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;

-- Makes a tracked table that of the headers of documents. `state` and `frozen`: column with the state, and the states in
-- which a document changes no more but in the columns `excepted`.
--   CALL make_document('quotes', 'status', '{issued}', '{note}');
CREATE PROCEDURE make_document(target regclass, state text DEFAULT '', frozen text[] DEFAULT '{}', excepted text[] DEFAULT '{}')
LANGUAGE plpgsql AS $$
BEGIN
  -- The transaction that last wrote the header for the sake of its lines.
  EXECUTE format('ALTER TABLE %s ADD COLUMN lines_xact xid8 NOT NULL DEFAULT pg_current_xact_id()', target);
  CALL unnotice(target, '{lines_xact}');
  EXECUTE format('CREATE TRIGGER touch_with_lines BEFORE INSERT OR UPDATE ON %s
    FOR EACH ROW EXECUTE FUNCTION touch_with_lines()', target);
  IF frozen <> '{}' THEN
    EXECUTE format('CREATE TRIGGER refuse_frozen AFTER UPDATE OR DELETE ON %s
      FOR EACH ROW EXECUTE FUNCTION refuse_frozen(%L, %L, %L)', target, state, frozen, excepted);
  END IF;
END
$$;

-- Puts a table of lines under its header and into the log.
--   CALL make_lines('quote_lines', 'quotes', 'quote_id', 'status', '{issued}', '{note}');
CREATE PROCEDURE make_lines(
  target regclass, header regclass, header_column text,
  state text DEFAULT '', frozen text[] DEFAULT '{}', excepted text[] DEFAULT '{}')
LANGUAGE plpgsql AS $$
DECLARE
  event text[];
BEGIN
  FOREACH event SLICE 1 IN ARRAY ARRAY[
    ['INSERT', 'NEW TABLE AS new_rows'], ['UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['DELETE', 'OLD TABLE AS old_rows']]
  LOOP
    EXECUTE format('CREATE TRIGGER lines_follow_header_%s AFTER %s ON %s REFERENCING %s
      FOR EACH STATEMENT EXECUTE FUNCTION lines_follow_header(%L, %L, %L, %L, %L)',
      lower(event[1]), event[1], target, event[2], header, header_column, state, frozen, excepted);
    EXECUTE format('CREATE TRIGGER audit_lines_%s AFTER %s ON %s REFERENCING %s
      FOR EACH STATEMENT EXECUTE FUNCTION audit_lines(%L, %L)',
      lower(event[1]), event[1], target, event[2], header_column,
      '{row_version,created_at,created_by,updated_at,updated_by,search_text}');
  END LOOP;
END
$$;

-- Freezes what a document refers to through a link table with the document.
CREATE PROCEDURE freeze_links(target regclass, header regclass, header_column text, state text, frozen text[])
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER links_follow_header BEFORE INSERT OR UPDATE OR DELETE ON %s
    FOR EACH ROW EXECUTE FUNCTION links_follow_header(%L, %L, %L, %L)', target, header, header_column, state, frozen);
END
$$;

-- Proves at the end of each transaction that columns of the headers it wrote are the sums of columns of their lines. `sums`
-- are column of the header, table of the lines, its column with the header's id, column of the lines.
--   CALL prove_totals('quotes', ARRAY[['net', 'quote_lines', 'quote_id', 'net'], ['tax', 'quote_lines', 'quote_id', 'tax']]);
CREATE PROCEDURE prove_totals(target regclass, sums text[][])
LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  wrong := (
    SELECT string_agg(format('EXISTS (SELECT FROM %s h, LATERAL (SELECT %s FROM %I l WHERE l.%I = h.id) s WHERE h.id = $1 AND (%s))',
      target, parts, lines, header_column, differ), ' OR ')
    FROM (
      SELECT sums[i][2] AS lines, sums[i][3] AS header_column,
        string_agg(format('coalesce(sum(l.%I), 0) AS %I', sums[i][4], sums[i][1]), ', ') AS parts,
        string_agg(format('h.%1$I IS DISTINCT FROM s.%1$I', sums[i][1]), ' OR ') AS differ
      FROM generate_subscripts(sums, 1) AS i GROUP BY 1, 2) tables);
  EXECUTE format('CREATE CONSTRAINT TRIGGER totals_agree AFTER INSERT OR UPDATE ON %s DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION totals_agree(%L)', target, 'SELECT ' || wrong);
END
$$;
