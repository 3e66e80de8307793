-- Who may do what, what the company has set, and what was done: roles that can be edited, the time zone as a setting,
-- the audit log as a list, and how much each screen is used.

-- Roles -----------------------------------------------------------------------------------------------------------

ALTER TABLE roles ADD COLUMN archived_at timestamptz;
-- Its permissions are part of a role: that they changed is a new version of it.
ALTER TABLE roles ADD COLUMN links_changed_at timestamptz;

CALL restrict_app('roles', 'SELECT, INSERT, UPDATE');

-- An archived role is nobody's: it is given to no one, and archived only when no one holds it. Both sides take the row
-- of the role, so that a role given and archived at once is one or the other.
CREATE FUNCTION user_roles_check_role() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT archived_at FROM roles WHERE id = NEW.role_id FOR SHARE) IS NOT NULL THEN
    RAISE EXCEPTION 'role % is archived', NEW.role_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'user_roles_role_in_use', TABLE = 'user_roles';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER check_role AFTER INSERT OR UPDATE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION user_roles_check_role();

CREATE FUNCTION roles_check_unused() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_system THEN
    RAISE EXCEPTION 'role % ships with the product', NEW.name
      USING ERRCODE = 'check_violation', CONSTRAINT = 'roles_system_kept', TABLE = 'roles';
  END IF;
  IF EXISTS (SELECT FROM user_roles WHERE role_id = NEW.id) THEN
    RAISE EXCEPTION 'role % is held', NEW.name
      USING ERRCODE = 'check_violation', CONSTRAINT = 'roles_archived_unused', TABLE = 'roles';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER check_unused AFTER UPDATE OF archived_at ON roles
  FOR EACH ROW WHEN (NEW.archived_at IS NOT NULL AND OLD.archived_at IS NULL) EXECUTE FUNCTION roles_check_unused();

-- Nobody puts into a role what he does not hold himself, as he cannot give such a role (0002). What he held before the
-- first change of the transaction counts.
CREATE TRIGGER remember_actor BEFORE INSERT OR UPDATE ON role_permissions
  FOR EACH STATEMENT EXECUTE FUNCTION user_roles_remember_actor();

CREATE FUNCTION role_permissions_check_actor() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF strpos(audit_setting('held_permissions'), ',' || NEW.permission || ',') = 0 THEN
    RAISE EXCEPTION 'the actor lacks the permission %', NEW.permission
      USING ERRCODE = 'check_violation', CONSTRAINT = 'role_permissions_within_own', TABLE = 'role_permissions';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER check_actor AFTER INSERT OR UPDATE ON role_permissions
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION role_permissions_check_actor();

-- Settings --------------------------------------------------------------------------------------------------------

-- The zone that a day of the company is a day in; a name PostgreSQL does not know never gets here (the API checks it).
CREATE FUNCTION business_time_zone() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce((SELECT value #>> '{}' FROM settings WHERE key = 'timezone'), 'America/Santo_Domingo')
$$;

CREATE OR REPLACE FUNCTION business_date(moment timestamptz DEFAULT now()) RETURNS date
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT (moment AT TIME ZONE business_time_zone())::date $$;

-- The log as a list -----------------------------------------------------------------------------------------------

-- The engine's lists name a row by a uuid; this is the number of the row, written as one.
CREATE FUNCTION audit_key(number bigint) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT lpad(to_hex(number), 32, '0')::uuid $$;

-- Names of what a change changed; a row that came or went has all of them, and names none.
CREATE FUNCTION audit_fields(before jsonb, after jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN before IS NULL OR after IS NULL THEN '{}'
    ELSE ARRAY(SELECT key FROM jsonb_object_keys(after) AS key WHERE key <> 'links_changed_at' ORDER BY key) END
$$;

CREATE VIEW audit_entries AS
SELECT audit_key(l.id) AS id, l.id AS number, l.at, l.actor_id, l.on_behalf_of, host(l.ip) AS ip, l.request_id, l.entity,
  l.entity_id AS record_id, l.action, audit_fields(l.before, l.after) AS fields, l.reason, l.before, l.after,
  l.at AS created_at, l.at AS updated_at, 1 AS row_version,
  fold(coalesce(l.reason, '')) AS search_text
FROM audit_log l;

CALL restrict_app('audit_entries', 'SELECT');

DROP INDEX audit_log_at;
DROP INDEX audit_log_actor;
DROP INDEX audit_log_request;
CREATE INDEX audit_log_by_at ON audit_log (at, audit_key(id));
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at, audit_key(id));
CREATE INDEX audit_log_by_action ON audit_log (action, at, audit_key(id));
-- A type of record rarely knows every action: together they must not be read through.
CREATE INDEX audit_log_by_kind ON audit_log (entity, action, at, audit_key(id));
-- Found whole only: a trigram index of the two would cost each write more than all the others together.
CREATE INDEX audit_log_by_record ON audit_log (entity_id, at);
CREATE INDEX audit_log_by_request ON audit_log (request_id, id);
CREATE INDEX audit_log_fields ON audit_log USING gin (audit_fields(before, after));
CREATE INDEX audit_log_search ON audit_log USING gin (fold(coalesce(reason, '')) gin_trgm_ops);

-- Use -------------------------------------------------------------------------------------------------------------

-- How often a person asked for something on one day, and how long it took; no addresses, no contents, no keys pressed.
-- The API adds what it counted every few seconds.
CREATE TABLE usage_daily (
  day date NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  -- Screen or part of the product: the first segment of the path below /api.
  area text NOT NULL CHECK (char_length(area) <= 60),
  -- view, search, write, export, import
  deed text NOT NULL CHECK (deed IN ('view', 'search', 'write', 'export', 'import')),
  hits integer NOT NULL,
  -- Answered with 5xx.
  errors integer NOT NULL,
  -- Refused with 4xx.
  refusals integer NOT NULL,
  -- Searches that found nothing.
  empty integer NOT NULL,
  total_ms bigint NOT NULL,
  -- Answers by duration: up to 10, 25, 50, 100, 250, 500, 1000, 2500, 5000 ms, and longer.
  buckets integer[] NOT NULL CHECK (cardinality(buckets) = 10),
  PRIMARY KEY (day, area, deed, user_id)
);

CREATE INDEX usage_daily_user ON usage_daily (user_id, day);
