-- Identifiers, search folding, authorship and the audit log: what every later table builds on.

CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pgcrypto;

-- UUIDv7 (RFC 9562): milliseconds, then the fraction of the millisecond in 12 bits, then 62 random bits.
CREATE FUNCTION new_id() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    substring(int8send(micros / 1000) FROM 3)
      || int2send((28672 + (micros % 1000) * 4096 / 1000)::int2)
      || substring(uuid_send(gen_random_uuid()) FROM 9),
    'hex')::uuid
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS micros) AS now
$$;

-- Text as search compares it: composed, without accents, lower case. unaccent is only STABLE because its dictionary
-- could be edited; ours is the shipped one, so an index may rely on it. The schema is written in because a hosting
-- service may have installed the extension elsewhere.
DO $$
DECLARE
  home text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent');
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION fold(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $body$ SELECT lower(%1$I.unaccent(%2$L::regdictionary, normalize(value, NFKC))) $body$
  $sql$, home, format('%I.unaccent', home));
END
$$;

-- What the role of the running API may do with each table; the migrator grants it after every migration. A table
-- without a row gets SELECT, INSERT, UPDATE and DELETE.
CREATE TABLE app_privileges (
  table_name text PRIMARY KEY,
  privileges text NOT NULL
);

CREATE PROCEDURE restrict_app(target regclass, privileges text)
LANGUAGE sql AS $$
  INSERT INTO app_privileges VALUES (target::text, privileges)
  ON CONFLICT (table_name) DO UPDATE SET privileges = excluded.privileges
$$;

CALL restrict_app('app_privileges', '');
CALL restrict_app('schema_migrations', 'SELECT');

CREATE PROCEDURE grant_app_privileges(app_role name)
LANGUAGE plpgsql AS $$
DECLARE
  target record;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', app_role);
  FOR target IN
    SELECT c.oid::regclass AS name, coalesce(p.privileges, 'SELECT, INSERT, UPDATE, DELETE') AS privileges
    FROM pg_class c LEFT JOIN app_privileges p ON p.table_name = c.oid::regclass::text
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM %I', target.name, app_role);
    IF target.privileges <> '' THEN
      EXECUTE format('GRANT %s ON %s TO %I', target.privileges, target.name, app_role);
    END IF;
  END LOOP;
  EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO %I', app_role);
END
$$;

-- One row for each POST with an Idempotency-Key, written in the transaction of its effect. The key itself is kept
-- only as its SHA-256; answers that carry a secret are encrypted with the key.
CREATE TABLE idempotency_keys (
  key_hash bytea NOT NULL,
  owner text NOT NULL,
  route text NOT NULL,
  request_hash bytea NOT NULL,
  status integer CHECK (status BETWEEN 200 AND 299),
  headers jsonb,
  body text,
  sealed bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (key_hash, owner)
);

CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- The audit log --------------------------------------------------------------------------------------------------

CREATE SEQUENCE audit_log_id_seq;

CREATE TABLE audit_log (
  -- A transaction has its own number before it takes one here: audit_seal relies on it.
  id bigint PRIMARY KEY DEFAULT CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('audit_log_id_seq') END,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id uuid,
  on_behalf_of uuid,
  ip inet,
  request_id text,
  entity text NOT NULL,
  entity_id text NOT NULL,
  action text NOT NULL,
  -- Creations and deletions hold the whole row, updates only the columns that changed.
  before jsonb,
  after jsonb,
  reason text
);

ALTER SEQUENCE audit_log_id_seq OWNED BY audit_log.id;

CREATE INDEX audit_log_entity ON audit_log (entity, entity_id, id DESC);
CREATE INDEX audit_log_actor ON audit_log (actor_id, id DESC);
CREATE INDEX audit_log_at ON audit_log (at);

-- Each sealed row of the log in the order it was sealed, with the hash of itself and its predecessor.
CREATE TABLE audit_chain (
  position bigint PRIMARY KEY,
  audit_id bigint NOT NULL UNIQUE REFERENCES audit_log,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL
);

-- One row: the head of the chain, and how far the log is known to hold no unsealed row. Rows commit in another order
-- than they are numbered, so `settled_id` moves only up to numbers given out before every transaction now open.
CREATE TABLE audit_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  position bigint NOT NULL,
  hash bytea NOT NULL,
  settled_id bigint NOT NULL,
  next_settled_id bigint NOT NULL,
  next_settled_xid xid8 NOT NULL
);

INSERT INTO audit_head
VALUES (true, 0, sha256('pauta'::bytea), 0, 0, pg_current_xact_id());

CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CALL restrict_app('audit_log', 'SELECT, INSERT');
CALL restrict_app('audit_chain', 'SELECT');
CALL restrict_app('audit_head', 'SELECT');

CREATE FUNCTION audit_setting(name text) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT nullif(current_setting('pauta.' || name, true), '') $$;

-- Row trigger: one audit row for each insert, update and delete. Arguments (see track): the column that names the
-- record, the columns whose values stay out of the log, the columns whose change alone is not worth a row.
CREATE FUNCTION audit_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  hidden constant text[] := TG_ARGV[1];
  unnoticed constant text[] := TG_ARGV[2];
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  becomes jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  record_id constant text := coalesce(becomes, was) ->> TG_ARGV[0];
  column_name text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(o.key, o.value), jsonb_object_agg(n.key, n.value) INTO was, becomes
    FROM jsonb_each(was) o JOIN jsonb_each(becomes) n ON n.key = o.key
    WHERE o.value IS DISTINCT FROM n.value
      AND o.key NOT IN ('row_version', 'updated_at', 'updated_by') AND o.key <> ALL (unnoticed);
    IF becomes IS NULL THEN
      RETURN NULL;
    END IF;
  END IF;
  FOREACH column_name IN ARRAY hidden LOOP
    IF was -> column_name <> 'null' THEN
      was := jsonb_set(was, ARRAY[column_name], '"•••"');
    END IF;
    IF becomes -> column_name <> 'null' THEN
      becomes := jsonb_set(becomes, ARRAY[column_name], '"•••"');
    END IF;
  END LOOP;
  INSERT INTO audit_log (actor_id, on_behalf_of, ip, request_id, entity, entity_id, action, before, after, reason)
  VALUES (
    audit_setting('actor')::uuid, audit_setting('on_behalf_of')::uuid, audit_setting('ip')::inet,
    audit_setting('request'), TG_TABLE_NAME, record_id,
    coalesce(audit_setting('action'), CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END),
    was, becomes, audit_setting('reason'));
  RETURN NULL;
END
$$;

-- Row trigger: version, times and authors of a record. An update that changes nothing (or only the columns given as
-- argument) leaves them.
CREATE FUNCTION touch_row() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  unnoticed constant text[] := TG_ARGV[0];
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.row_version := 1;
    NEW.created_at := coalesce(NEW.created_at, now());
    NEW.updated_at := NEW.created_at;
    NEW.created_by := coalesce(audit_setting('actor')::uuid, NEW.created_by);
    NEW.updated_by := NEW.created_by;
    RETURN NEW;
  END IF;
  NEW.row_version := OLD.row_version;
  NEW.created_at := OLD.created_at;
  NEW.created_by := OLD.created_by;
  NEW.updated_at := OLD.updated_at;
  NEW.updated_by := OLD.updated_by;
  IF to_jsonb(NEW) - unnoticed IS DISTINCT FROM to_jsonb(OLD) - unnoticed THEN
    NEW.row_version := OLD.row_version + 1;
    NEW.updated_at := now();
    NEW.updated_by := audit_setting('actor')::uuid;
  END IF;
  RETURN NEW;
END
$$;

-- Puts a table under the audit log and, when it has the columns row_version, created_at, created_by, updated_at and
-- updated_by, under touch_row. `key` is the column that names the record, `hidden` columns appear in the log as •••
-- (hashes, secrets), a change of `unnoticed` columns alone (counters, last use) neither counts as a version nor is
-- logged.
--   CALL track('clients');
--   CALL track('users', hidden => '{password_hash}', unnoticed => '{last_seen_at}');
--   CALL track('role_permissions', key => 'role_id');
CREATE PROCEDURE track(target regclass, key text DEFAULT 'id', hidden text[] DEFAULT '{}', unnoticed text[] DEFAULT '{}')
LANGUAGE plpgsql AS $$
DECLARE
  authorship constant text[] := '{row_version,created_at,created_by,updated_at,updated_by}';
  columns constant text[] := ARRAY(
    SELECT attname::text FROM pg_attribute WHERE attrelid = target AND attnum > 0 AND NOT attisdropped);
BEGIN
  IF NOT (ARRAY[key] || hidden || unnoticed) <@ columns THEN
    RAISE EXCEPTION 'track(%): no such column among %', target, ARRAY[key] || hidden || unnoticed;
  END IF;
  IF columns && authorship THEN
    IF NOT authorship <@ columns THEN
      RAISE EXCEPTION 'track(%): has some, not all of %', target, authorship;
    END IF;
    EXECUTE format('CREATE TRIGGER touch_row BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION touch_row(%L)',
      target, unnoticed);
  END IF;
  EXECUTE format('CREATE TRIGGER audit_change AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION audit_change(%L, %L, %L)',
    target, key, hidden, unnoticed);
END
$$;

-- The columns are spelled out so that a column added later changes no old hash.
CREATE FUNCTION audit_hash(prev_hash bytea, entry audit_log) RETURNS bytea
LANGUAGE sql STABLE AS $$
  SELECT sha256(prev_hash || convert_to(jsonb_build_array(
    entry.id, extract(epoch FROM entry.at), entry.actor_id, entry.on_behalf_of, host(entry.ip), entry.request_id,
    entry.entity, entry.entity_id, entry.action, entry.before, entry.after, entry.reason)::text, 'UTF8'))
$$;

-- Chains up to `batch` committed rows that are not sealed yet and returns how many; 0 while another session seals.
-- Writers never wait for it. It runs as its owner: the role of the API cannot write the chain.
CREATE FUNCTION audit_seal(batch integer DEFAULT 1000) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head audit_head;
  entry audit_log;
  sealed integer := 0;
  -- Taken before the log is read: what it calls finished, the loop sees.
  finished constant pg_snapshot := pg_current_snapshot();
  latest bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('pauta.audit_seal')) THEN
    RETURN 0;
  END IF;
  SELECT * INTO STRICT head FROM audit_head;
  FOR entry IN
    SELECT l.* FROM audit_log l
    WHERE l.id > head.settled_id AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = l.id)
    ORDER BY l.id LIMIT batch
  LOOP
    INSERT INTO audit_chain VALUES (head.position + 1, entry.id, head.hash, audit_hash(head.hash, entry))
    RETURNING position, hash INTO head.position, head.hash;
    sealed := sealed + 1;
  END LOOP;
  latest := (SELECT coalesce(max(id), 0) FROM audit_log);
  IF sealed = 0 AND head.settled_id >= latest THEN
    RETURN 0;
  END IF;
  -- A dump restored elsewhere starts counting transactions anew: a mark from the future is only taken again.
  IF sealed < batch AND head.next_settled_xid <= pg_snapshot_xmin(finished) THEN
    head.settled_id := greatest(head.settled_id, head.next_settled_id);
  END IF;
  IF head.settled_id >= head.next_settled_id OR head.next_settled_xid > pg_snapshot_xmax(finished) THEN
    head.next_settled_id := latest;
    head.next_settled_xid := pg_current_xact_id();
  END IF;
  UPDATE audit_head SET position = head.position, hash = head.hash, settled_id = head.settled_id,
    next_settled_id = head.next_settled_id, next_settled_xid = head.next_settled_xid;
  RETURN sealed;
END
$$;

-- The first broken position of the chain, or null: a changed or removed row of the log, a changed or removed row of
-- the chain (its end too, against audit_head). Heads written down elsewhere (the API logs one every hour) can be
-- given to detect a chain that was rebuilt as a whole.
CREATE FUNCTION audit_verify(known_position bigint DEFAULT NULL, known_hash bytea DEFAULT NULL) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT min(broken) FROM (
    SELECT min(expected) AS broken
    FROM (
      SELECT c.position, c.prev_hash, c.hash, l AS entry,
        row_number() OVER in_order AS expected,
        coalesce(lag(c.hash) OVER in_order, sha256('pauta'::bytea)) AS expected_prev
      FROM audit_chain c LEFT JOIN audit_log l ON l.id = c.audit_id
      WINDOW in_order AS (ORDER BY c.position)
    ) link
    WHERE link.position <> link.expected OR link.prev_hash <> link.expected_prev OR (link.entry).id IS NULL
      OR link.hash <> audit_hash(link.prev_hash, link.entry)
    UNION ALL
    SELECT least(h.position, tail.position + 1)
    FROM audit_head h, LATERAL (SELECT coalesce(max(position), 0) AS position FROM audit_chain) tail
    WHERE h.position <> tail.position
      OR h.hash IS DISTINCT FROM (
        SELECT coalesce((SELECT hash FROM audit_chain WHERE position = tail.position), sha256('pauta'::bytea)))
    UNION ALL
    SELECT known_position
    WHERE known_hash IS DISTINCT FROM (SELECT hash FROM audit_chain WHERE position = known_position)
  ) checks
$$;
