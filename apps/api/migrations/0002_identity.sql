-- Who may come in and what they may do: users, roles, permissions, sessions, settings.

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT new_id(),
  full_name text NOT NULL,
  email text NOT NULL,
  phone text,
  -- Path below /storage/.
  profile_photo text,
  job_position_id uuid,
  reports_to_id uuid REFERENCES users ON DELETE RESTRICT,
  status text NOT NULL DEFAULT 'pending',
  last_login_at timestamptz,
  must_change_password boolean NOT NULL DEFAULT false,
  row_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  CONSTRAINT users_full_name_length CHECK (char_length(full_name) BETWEEN 3 AND 120),
  CONSTRAINT users_email_form CHECK (email = lower(email) AND email ~ '^[^[:space:]@]+@[^[:space:]@]+$' AND char_length(email) <= 254),
  CONSTRAINT users_email_key UNIQUE (email),
  CONSTRAINT users_phone_form CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  CONSTRAINT users_profile_photo_form CHECK (profile_photo ~ '^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$'),
  CONSTRAINT users_status_known CHECK (status IN ('pending', 'active', 'suspended', 'inactive')),
  CONSTRAINT users_reports_to_other CHECK (reports_to_id <> id)
);

CREATE INDEX users_full_name ON users (full_name, id);
CREATE INDEX users_status ON users (status);
CREATE INDEX users_reports_to_id ON users (reports_to_id);
CREATE INDEX users_job_position_id ON users (job_position_id);

-- Neither signing in nor a new picture is another version of the record; both are logged as events of the user.
CALL track('users', unnoticed => '{last_login_at,profile_photo,must_change_password}');
CALL restrict_app('users', 'SELECT, INSERT, UPDATE');

CREATE TABLE roles (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL,
  display_name text NOT NULL,
  description text,
  -- Ships with the product: it can be changed, not removed.
  is_system boolean NOT NULL DEFAULT false,
  row_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  CONSTRAINT roles_name_form CHECK (name ~ '^[a-z][a-z0-9_]{0,39}$'),
  CONSTRAINT roles_name_key UNIQUE (name),
  CONSTRAINT roles_display_name_length CHECK (char_length(display_name) BETWEEN 1 AND 80),
  CONSTRAINT roles_display_name_key UNIQUE (display_name),
  CONSTRAINT roles_description_length CHECK (char_length(description) <= 300)
);

CALL track('roles');

-- What the code knows to ask for. The start of the API fills it; that a row is here says that its grants to the
-- system roles were made once, so that what a customer took away later stays away.
CREATE TABLE permissions (
  name text PRIMARY KEY,
  module text NOT NULL,
  label text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CALL restrict_app('permissions', 'SELECT, INSERT, UPDATE');

CREATE TABLE role_permissions (
  role_id uuid NOT NULL REFERENCES roles ON DELETE RESTRICT,
  permission text NOT NULL REFERENCES permissions ON DELETE RESTRICT,
  PRIMARY KEY (role_id, permission)
);

CREATE INDEX role_permissions_permission ON role_permissions (permission);

CALL track('role_permissions', key => 'role_id');

CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  role_id uuid NOT NULL REFERENCES roles ON DELETE RESTRICT,
  PRIMARY KEY (user_id, role_id)
);

CREATE INDEX user_roles_role_id ON user_roles (role_id);

CALL track('user_roles', key => 'user_id');

-- Rules -----------------------------------------------------------------------------------------------------------

-- Nobody reports to himself through others. Two changes that only together close a circle would not see each other:
-- they take turns on the lock. (A database without advisory locks locks one row instead.)
CREATE FUNCTION users_check_reports_to() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('pauta.users.reports_to'));
  IF EXISTS (
    WITH RECURSIVE above AS (
      SELECT reports_to_id AS id FROM users WHERE id = NEW.id AND reports_to_id IS NOT NULL
      UNION
      SELECT u.reports_to_id FROM users u JOIN above a ON u.id = a.id WHERE u.reports_to_id IS NOT NULL
    )
    SELECT FROM above WHERE id = NEW.id
  ) THEN
    RAISE EXCEPTION 'user % would report to himself', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'users_reports_to_no_cycle', TABLE = 'users';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER check_reports_to_new AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.reports_to_id IS NOT NULL) EXECUTE FUNCTION users_check_reports_to();
CREATE TRIGGER check_reports_to AFTER UPDATE OF reports_to_id ON users
  FOR EACH ROW WHEN (NEW.reports_to_id IS NOT NULL AND NEW.reports_to_id IS DISTINCT FROM OLD.reports_to_id)
  EXECUTE FUNCTION users_check_reports_to();

-- At the end of a transaction that took an administrator away, one is left. Two such transactions take turns on the
-- row of the role; the second one then sees what the first one left.
CREATE FUNCTION users_check_administrator() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  administrator uuid;
BEGIN
  SELECT id INTO administrator FROM roles WHERE name = 'admin' FOR NO KEY UPDATE;
  IF TG_TABLE_NAME = 'user_roles' THEN
    IF OLD.role_id IS DISTINCT FROM administrator THEN
      RETURN NULL;
    END IF;
  ELSIF NOT EXISTS (SELECT FROM user_roles WHERE user_id = OLD.id AND role_id = administrator) THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (
    SELECT FROM user_roles r JOIN users u ON u.id = r.user_id
    WHERE r.role_id = administrator AND u.status = 'active'
  ) THEN
    RAISE EXCEPTION 'no active administrator would be left'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'users_last_administrator', TABLE = 'users';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER check_administrator AFTER UPDATE ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'active' AND NEW.status <> 'active') EXECUTE FUNCTION users_check_administrator();
CREATE CONSTRAINT TRIGGER check_administrator AFTER UPDATE OR DELETE ON user_roles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION users_check_administrator();

CREATE FUNCTION roles_protect() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.is_system AND (TG_OP = 'DELETE' OR NEW.name <> OLD.name OR NOT NEW.is_system) THEN
    RAISE EXCEPTION 'role % ships with the product', OLD.name
      USING ERRCODE = 'check_violation', CONSTRAINT = 'roles_system_kept', TABLE = 'roles';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

CREATE TRIGGER protect BEFORE UPDATE OR DELETE ON roles FOR EACH ROW EXECUTE FUNCTION roles_protect();

-- Nobody hands out, to himself or to others, what he is not allowed to do himself; the system (no actor) may. What
-- the actor held before the first change of the transaction counts, however the links are replaced.
CREATE FUNCTION user_roles_remember_actor() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF audit_setting('actor') IS NOT NULL AND audit_setting('held_permissions') IS NULL THEN
    PERFORM set_config('pauta.held_permissions', (
      SELECT ',' || coalesce(string_agg(DISTINCT p.permission, ','), '') || ','
      FROM user_roles r JOIN role_permissions p ON p.role_id = r.role_id
      WHERE r.user_id = audit_setting('actor')::uuid), true);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER remember_actor BEFORE INSERT OR UPDATE OR DELETE ON user_roles
  FOR EACH STATEMENT EXECUTE FUNCTION user_roles_remember_actor();

CREATE FUNCTION user_roles_check_actor() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM role_permissions
    WHERE role_id = NEW.role_id AND strpos(audit_setting('held_permissions'), ',' || permission || ',') = 0
  ) THEN
    RAISE EXCEPTION 'the actor lacks a permission of the role he gives'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'user_roles_within_own', TABLE = 'user_roles';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER check_actor AFTER INSERT OR UPDATE ON user_roles
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION user_roles_check_actor();

-- Whoever is administrator can do everything; a person cannot take a part of that away, a migration can.
CREATE FUNCTION role_permissions_protect() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM roles WHERE id = OLD.role_id AND name = 'admin') THEN
    RAISE EXCEPTION 'the administrator keeps every permission'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'role_permissions_administrator', TABLE = 'role_permissions';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER protect AFTER UPDATE OR DELETE ON role_permissions
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION role_permissions_protect();

-- Access ----------------------------------------------------------------------------------------------------------

-- Not under track: neither hashes nor the fact that they were renewed belong in the log; a change of password is
-- logged as an event of the user.
CREATE TABLE credentials (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE RESTRICT,
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- SHA-256 of the token; the token itself is nowhere.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Written every five minutes at most.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '30 days',
  ip inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  revoked_at timestamptz,
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash)
);

CREATE INDEX sessions_user_id ON sessions (user_id, last_used_at DESC);

-- Moments of the latest attempts by what they count for, named by a SHA-256: neither addresses nor e-mails are kept.
CREATE TABLE attempts (
  key bytea PRIMARY KEY,
  hits timestamptz[] NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX attempts_expires_at ON attempts (expires_at);

-- Failed sign-ins in a row of one account, wherever they came from; named likewise.
CREATE TABLE login_failures (
  key bytea PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL
);

CREATE INDEX login_failures_last_at ON login_failures (last_at);

-- Settings --------------------------------------------------------------------------------------------------------

-- What nobody has set has no row: its definition gives the default.
CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  row_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT
);

CALL track('settings', key => 'key');
