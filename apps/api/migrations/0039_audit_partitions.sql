-- The audit log, partitioned by month. A query with a known period reads only its months, the indexes being written
-- stay small, and an old month can be archived as a separate table.

ALTER TABLE audit_log RENAME TO audit_log_former;
DROP VIEW audit_entries;
DROP FUNCTION audit_hash(bytea, audit_log_former);

-- A unique key of a partitioned table must contain the partition column, so no foreign key can refer to `id` alone. The
-- sequence keeps it unique; `audit_verify` detects changed or deleted sealed rows.
ALTER TABLE audit_chain DROP CONSTRAINT audit_chain_audit_id_fkey;
ALTER TABLE audit_log_former DROP CONSTRAINT audit_log_pkey;

-- One index by record serves history and search; the others serve the filters of the log's list, undo (`by_request`),
-- and the check whether a change was undone.
DROP INDEX audit_log_entity, audit_log_by_record;
ALTER INDEX audit_log_by_at RENAME TO audit_log_former_by_at;
ALTER INDEX audit_log_by_actor RENAME TO audit_log_former_by_actor;
ALTER INDEX audit_log_by_action RENAME TO audit_log_former_by_action;
ALTER INDEX audit_log_by_kind RENAME TO audit_log_former_by_kind;
ALTER INDEX audit_log_by_request RENAME TO audit_log_former_by_request;
ALTER INDEX audit_log_fields RENAME TO audit_log_former_fields;
ALTER INDEX audit_log_search RENAME TO audit_log_former_search;
ALTER INDEX audit_log_undone RENAME TO audit_log_former_undone;

CREATE TABLE audit_log (LIKE audit_log_former INCLUDING DEFAULTS INCLUDING COMMENTS, PRIMARY KEY (id, at))
  PARTITION BY RANGE (at);
ALTER SEQUENCE audit_log_id_seq OWNED BY audit_log.id;

CREATE INDEX audit_log_by_record ON audit_log (entity_id, entity, id DESC);
CREATE INDEX audit_log_by_at ON audit_log (at, audit_key(id));
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at, audit_key(id));
CREATE INDEX audit_log_by_action ON audit_log (action, at, audit_key(id));
CREATE INDEX audit_log_by_kind ON audit_log (entity, action, at, audit_key(id));
CREATE INDEX audit_log_by_request ON audit_log (request_id, id);
CREATE INDEX audit_log_fields ON audit_log USING gin (audit_fields(before, after));
CREATE INDEX audit_log_search ON audit_log USING gin (fold(coalesce(reason, '')) gin_trgm_ops);
CREATE INDEX audit_log_undone ON audit_log (reason, at) WHERE action = 'undo';

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Existing rows stay in place, as the partition of everything up to the next month.
DO $$
DECLARE
  until constant timestamp := date_trunc('month', greatest(now(), (SELECT max(at) FROM audit_log_former)) AT TIME ZONE 'UTC')
    + interval '1 month';
BEGIN
  EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION audit_log_former FOR VALUES FROM (MINVALUE) TO (%L)',
    until AT TIME ZONE 'UTC');
END
$$;
CALL restrict_app('audit_log_former', '');

-- Rows of months without a partition.
CREATE TABLE audit_log_default PARTITION OF audit_log DEFAULT;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log_default
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CALL restrict_app('audit_log_default', '');

-- The beginning of the first month after all that have a partition.
CREATE FUNCTION audit_partitions_end() RETURNS timestamptz
LANGUAGE sql STABLE SET TimeZone = 'UTC' AS $$
  SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \('([^']+)'\)$re$)::timestamptz)
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_log'::regclass
$$;

-- Creates missing partitions of this month and the next two. Rows of such a month in the default partition are moved.
-- It runs with its owner's permissions, because the role of the API may not create tables. Reads and writes of other
-- months do not wait for it, and it gives up its lock rather than make others wait.
CREATE FUNCTION make_audit_partitions() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  month timestamptz := audit_partitions_end();
  partition text;
BEGIN
  IF month > now() + interval '2 months' THEN
    RETURN;
  END IF;
  LOCK TABLE ONLY audit_log IN SHARE UPDATE EXCLUSIVE MODE;
  -- Another process may have created them while this one waited.
  month := audit_partitions_end();
  WHILE month <= now() + interval '2 months' LOOP
    partition := 'audit_log_' || to_char(month, 'YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE audit_log INCLUDING DEFAULTS)', partition);
    LOCK TABLE audit_log_default IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM audit_log_default WHERE at >= month AND at < month + interval '1 month') THEN
      EXECUTE format('INSERT INTO %I SELECT * FROM audit_log_default WHERE at >= $1 AND at < $1 + interval ''1 month''', partition)
        USING month;
      ALTER TABLE audit_log_default DISABLE TRIGGER append_only;
      DELETE FROM audit_log_default WHERE at >= month AND at < month + interval '1 month';
      ALTER TABLE audit_log_default ENABLE TRIGGER append_only;
    END IF;
    EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, month, month + interval '1 month');
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', partition);
    CALL restrict_app(partition::regclass, '');
    month := month + interval '1 month';
  END LOOP;
END
$$;

SELECT make_audit_partitions();

-- As in 0001, for the new table.
CREATE FUNCTION audit_hash(prev_hash bytea, entry audit_log) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(prev_hash || convert_to(jsonb_build_array(
    entry.id, extract(epoch FROM entry.at), entry.actor_id, entry.on_behalf_of, host(entry.ip), entry.request_id,
    entry.entity, entry.entity_id, entry.action, entry.before, entry.after, entry.reason)::text, 'UTF8'))
$$;

-- As in 0011, for the new table.
CREATE VIEW audit_entries AS
SELECT audit_key(l.id) AS id, l.id AS number, l.at, l.actor_id, l.on_behalf_of, host(l.ip) AS ip, l.request_id, l.entity,
  l.entity_id AS record_id, l.action, audit_fields(l.before, l.after) AS fields, l.reason, l.before, l.after,
  l.at AS created_at, l.at AS updated_at, 1 AS row_version,
  fold(coalesce(l.reason, '')) AS search_text
FROM audit_log l;

-- A statement on many lines is split into log rows of about 100 kB per header; otherwise the change of a header with
-- thousands of long lines would be one value, which a reader of the log would have to load into memory at once. A line
-- is never split.
CREATE FUNCTION log_part(bytes_up_to_here bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT (bytes_up_to_here - 1) / 100000 $$;

CREATE OR REPLACE FUNCTION audit_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  header_column constant text := TG_ARGV[0];
  left_out constant text[] := TG_ARGV[1]::text[] || '{id}';
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM log_lines(TG_TABLE_NAME, header_id, NULL, lines, 'update') FROM (
      SELECT header_id, jsonb_object_agg(id, line) AS lines FROM (
        SELECT *, log_part(sum(octet_length(line::text)) OVER (PARTITION BY header_id ORDER BY id)) AS part FROM (
          SELECT r ->> header_column AS header_id, r ->> 'id' AS id, r - left_out - header_column AS line
          FROM (SELECT to_jsonb(n) AS r FROM new_rows n) rows) lines) parts
      GROUP BY header_id, part ORDER BY header_id, part) headers;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM log_lines(TG_TABLE_NAME, header_id, lines, NULL, 'update') FROM (
      SELECT header_id, jsonb_object_agg(id, line) AS lines FROM (
        SELECT *, log_part(sum(octet_length(line::text)) OVER (PARTITION BY header_id ORDER BY id)) AS part FROM (
          SELECT r ->> header_column AS header_id, r ->> 'id' AS id, r - left_out - header_column AS line
          FROM (SELECT to_jsonb(o) AS r FROM old_rows o) rows) lines) parts
      GROUP BY header_id, part ORDER BY header_id, part) headers;
  ELSE
    PERFORM log_lines(TG_TABLE_NAME, header_id, was, becomes, 'update') FROM (
      SELECT header_id, jsonb_object_agg(id, was) AS was, jsonb_object_agg(id, becomes) AS becomes FROM (
        SELECT *, log_part(sum(octet_length(was::text) + octet_length(becomes::text))
          OVER (PARTITION BY header_id ORDER BY id)) AS part
        FROM (
          SELECT n.line ->> header_column AS header_id, n.line ->> 'id' AS id,
            jsonb_object_agg(b.key, o.line -> b.key) AS was, jsonb_object_agg(b.key, b.value) AS becomes
          FROM (SELECT to_jsonb(r) AS line FROM new_rows r) n
            JOIN (SELECT to_jsonb(r) AS line FROM old_rows r) o ON o.line ->> 'id' = n.line ->> 'id'
            CROSS JOIN LATERAL jsonb_each(n.line) b
          WHERE b.value IS DISTINCT FROM o.line -> b.key AND b.key <> ALL (left_out)
          GROUP BY 1, 2) lines) parts
      GROUP BY header_id, part ORDER BY header_id, part) headers;
  END IF;
  RETURN NULL;
END
$$;
