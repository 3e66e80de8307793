-- How people come in and go: invitations, password links, mail, second factor, delegations, and the hand-over of what
-- somebody owns before he leaves.

SELECT set_config('pauta.request', 'migration:0010', true), set_config('pauta.reason', 'Valores iniciales', true);

-- People ----------------------------------------------------------------------------------------------------------

-- `invited`: an administrator chose his roles, he has not yet chosen a password.
ALTER TABLE users DROP CONSTRAINT users_status_known,
  ADD CONSTRAINT users_status_known CHECK (status IN ('invited', 'pending', 'active', 'suspended', 'inactive'));

ALTER TABLE users
  ADD COLUMN department_id uuid REFERENCES departments ON DELETE RESTRICT,
  ADD COLUMN company_id uuid REFERENCES companies ON DELETE RESTRICT,
  ADD COLUMN goal_profile text COLLATE "C" CONSTRAINT users_goal_profile_known CHECK (goal_profile IN
    ('individual', 'team', 'none'));

CREATE INDEX users_department_id ON users (department_id) WHERE department_id IS NOT NULL;
CREATE INDEX users_company_id ON users (company_id) WHERE company_id IS NOT NULL;

CREATE TABLE user_divisions (
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  division_id uuid NOT NULL REFERENCES divisions ON DELETE RESTRICT,
  PRIMARY KEY (user_id, division_id)
);

CREATE INDEX user_divisions_division_id ON user_divisions (division_id);

CALL track('user_divisions', key => 'user_id');

-- Links that let somebody choose a password ------------------------------------------------------------------------

CREATE TABLE password_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  purpose text NOT NULL CHECK (purpose IN ('invitation', 'reset')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT password_links_token_hash_key UNIQUE (token_hash)
);

-- One link of a person is good at a time: a new one takes the place of the last.
CREATE UNIQUE INDEX password_links_open ON password_links (user_id) WHERE used_at IS NULL AND revoked_at IS NULL;
CREATE INDEX password_links_user_id ON password_links (user_id, created_at);
CREATE INDEX password_links_created_by ON password_links (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX password_links_expires_at ON password_links (expires_at);

-- Mail -------------------------------------------------------------------------------------------------------------

-- Written in the transaction that causes it, sent by any process afterwards: never lost, and sent twice only when the
-- process dies between the server's yes and the note of it (with the same Message-ID then).
CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid REFERENCES users ON DELETE RESTRICT,
  to_address text NOT NULL CHECK (char_length(to_address) <= 254),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 200),
  -- Text and HTML, encrypted with the key of the server: a link in it opens an account. Empty once it was sent.
  sealed_body bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- After this moment it says nothing that is still true.
  expires_at timestamptz NOT NULL DEFAULT now() + interval '3 days',
  -- When it may be tried (again); whoever takes it moves this into the future first.
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  last_error text CHECK (char_length(last_error) <= 500),
  sent_at timestamptz,
  failed_at timestamptz,
  CONSTRAINT mails_one_end CHECK (sent_at IS NULL OR failed_at IS NULL)
);

CREATE INDEX mails_due ON mails (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX mails_created_at ON mails (created_at);
CREATE INDEX mails_user_id ON mails (user_id);

-- Second factor ----------------------------------------------------------------------------------------------------

-- None of these is under track: neither secrets nor their hashes belong in the log, what happens to them is logged as
-- an event of the user.
CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE RESTRICT,
  -- The shared secret, encrypted with the key of the server, which is not in the database.
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Empty until the first right code: until then it guards nothing.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code accepted. A code of these or of earlier ones is refused.
  last_step bigint
);

CREATE TABLE recovery_codes (
  -- HMAC with the key of the server.
  code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  used_at timestamptz
);

CREATE INDEX recovery_codes_user_id ON recovery_codes (user_id);

-- A right password that still waits for the code.
CREATE TABLE login_challenges (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  -- The password that was proven: a change of it meanwhile makes the challenge void.
  password_changed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL DEFAULT now() + interval '5 minutes'
);

CREATE INDEX login_challenges_user_id ON login_challenges (user_id);
CREATE INDEX login_challenges_expires_at ON login_challenges (expires_at);

-- Delegations ------------------------------------------------------------------------------------------------------

-- For some days somebody stands in for another: he may do what the other may, in his name.
CREATE TABLE delegations (
  id uuid PRIMARY KEY DEFAULT new_id(),
  from_user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  to_user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  -- Days of the company's clock, both included.
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  -- What is delegated; empty: everything that the person may do at that moment.
  permissions text[] CHECK (cardinality(permissions) BETWEEN 1 AND 200),
  reason text CHECK (char_length(reason) <= 500),
  ended_at timestamptz,
  row_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  CONSTRAINT delegations_to_other CHECK (from_user_id <> to_user_id),
  CONSTRAINT delegations_days CHECK (ends_on >= starts_on AND ends_on - starts_on <= 366),
  CONSTRAINT delegations_one_at_a_time
    EXCLUDE USING gist (from_user_id WITH =, daterange(starts_on, ends_on, '[]') WITH &&) WHERE (ended_at IS NULL)
);

CREATE INDEX delegations_to_user_id ON delegations (to_user_id, ends_on) WHERE ended_at IS NULL;
CREATE INDEX delegations_to_user ON delegations (to_user_id);
CREATE INDEX delegations_from_user_id ON delegations (from_user_id, starts_on);

CALL track('delegations');
CALL restrict_app('delegations', 'SELECT, INSERT, UPDATE');

-- Who leaves owns nothing ------------------------------------------------------------------------------------------

-- Columns that say whose a record is. A table with such columns calls guard_owners in its migration.
CREATE TABLE owner_columns (
  table_name text NOT NULL,
  column_name text NOT NULL,
  PRIMARY KEY (table_name, column_name)
);

CALL restrict_app('owner_columns', 'SELECT');

-- A record is not given to somebody who left. The lock makes it and a deactivation of its owner take turns: whichever
-- comes second sees the first.
CREATE FUNCTION check_owner_stays() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  owner_column text;
  owner uuid;
  state text;
BEGIN
  FOREACH owner_column IN ARRAY TG_ARGV LOOP
    owner := (to_jsonb(NEW) ->> owner_column)::uuid;
    CONTINUE WHEN owner IS NULL OR (TG_OP = 'UPDATE' AND owner IS NOT DISTINCT FROM (to_jsonb(OLD) ->> owner_column)::uuid);
    SELECT status INTO state FROM users WHERE id = owner FOR SHARE;
    IF state = 'inactive' THEN
      RAISE EXCEPTION '% of % is inactive', owner_column, TG_TABLE_NAME
        USING ERRCODE = 'check_violation', CONSTRAINT = 'owner_is_not_inactive', TABLE = TG_TABLE_NAME, COLUMN = owner_column;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE FUNCTION check_owns_nothing() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  owned record;
  found_one boolean;
BEGIN
  FOR owned IN SELECT * FROM owner_columns ORDER BY table_name, column_name LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = $1)', owned.table_name, owned.column_name)
      INTO found_one USING NEW.id;
    IF found_one THEN
      RAISE EXCEPTION 'user % still is % of a row of %', NEW.id, owned.column_name, owned.table_name
        USING ERRCODE = 'check_violation', CONSTRAINT = 'users_inactive_owns_nothing', TABLE = 'users';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Puts columns that hold an owner under the rule.
--   CALL guard_owners('clients', '{primary_sales_rep_id,additional_sales_rep_id}');
CREATE PROCEDURE guard_owners(target regclass, columns text[])
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO owner_columns SELECT target::text, unnest(columns);
  EXECUTE format('CREATE TRIGGER check_owner_stays AFTER INSERT OR UPDATE OF %s ON %s FOR EACH ROW EXECUTE FUNCTION check_owner_stays(%s)',
    (SELECT string_agg(quote_ident(name), ', ') FROM unnest(columns) AS name), target,
    (SELECT string_agg(quote_literal(name), ', ') FROM unnest(columns) AS name));
END
$$;

CREATE TRIGGER check_owns_nothing AFTER UPDATE OF status ON users
  FOR EACH ROW WHEN (NEW.status = 'inactive' AND OLD.status <> 'inactive') EXECUTE FUNCTION check_owns_nothing();

CALL guard_owners('clients', '{primary_sales_rep_id,additional_sales_rep_id}');
CALL guard_owners('users', '{reports_to_id}');

-- Whose records somebody has, archived ones too, is asked when he leaves.
CREATE INDEX clients_every_primary_sales_rep_id ON clients (primary_sales_rep_id);
