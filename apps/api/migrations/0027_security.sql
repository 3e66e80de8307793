-- What nobody may do beyond his own rights, and who may set a credit limit.

SELECT set_config('pauta.request', 'migration:0027', true), set_config('pauta.reason', 'Límites de crédito', true);

-- Nobody reaches beyond his own rights: people and roles with more of them are out of his hands, whichever route asks.

-- What somebody may do or will be able to: by his roles, whatever the state of his account, and by what others delegated
-- to him for today or a day to come.
CREATE FUNCTION rights_of(person uuid) RETURNS SETOF text
LANGUAGE sql STABLE AS $$
  SELECT p.permission FROM user_roles l JOIN role_permissions p ON p.role_id = l.role_id WHERE l.user_id = person
  UNION
  SELECT p.permission FROM delegations d
  JOIN user_roles l ON l.user_id = d.from_user_id JOIN role_permissions p ON p.role_id = l.role_id
  WHERE d.to_user_id = person AND d.ended_at IS NULL AND d.ends_on >= business_date()
    AND (d.permissions IS NULL OR p.permission = ANY (d.permissions))
$$;

-- Has a person a right that is not among these?
CREATE FUNCTION is_beyond(person uuid, held text[]) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT EXISTS (SELECT FROM rights_of(person) AS of_person(permission) WHERE permission <> ALL (held)) $$;

-- What the actor may do by his own roles; what he held before the first change of the transaction counts, as when he
-- hands roles out (0002).
CREATE FUNCTION held_by_actor() RETURNS text[]
LANGUAGE plpgsql AS $$
BEGIN
  IF audit_setting('held_permissions') IS NULL THEN
    PERFORM set_config('pauta.held_permissions', (
      SELECT ',' || coalesce(string_agg(DISTINCT p.permission, ','), '') || ','
      FROM user_roles r JOIN role_permissions p ON p.role_id = r.role_id
      WHERE r.user_id = audit_setting('actor')::uuid), true);
  END IF;
  RETURN string_to_array(audit_setting('held_permissions'), ',');
END
$$;

CREATE OR REPLACE FUNCTION user_roles_remember_actor() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF audit_setting('actor') IS NOT NULL THEN
    PERFORM held_by_actor();
  END IF;
  RETURN NULL;
END
$$;

DROP TRIGGER remember_actor ON role_permissions;
CREATE TRIGGER remember_actor BEFORE INSERT OR UPDATE OR DELETE ON role_permissions
  FOR EACH STATEMENT EXECUTE FUNCTION user_roles_remember_actor();

-- BEFORE each row, so that a person or a role still has what the change is about to take. The argument names the column
-- with the person.
CREATE FUNCTION check_person_within_own() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  person constant uuid := to_jsonb(CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END) ->> TG_ARGV[0];
BEGIN
  IF person <> audit_setting('actor')::uuid AND is_beyond(person, held_by_actor()) THEN
    RAISE EXCEPTION 'user % has rights that the actor lacks', person
      USING ERRCODE = 'insufficient_privilege', CONSTRAINT = 'person_within_own', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

CREATE FUNCTION check_role_within_own(role uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM role_permissions WHERE role_id = role AND permission <> ALL (held_by_actor())) THEN
    RAISE EXCEPTION 'role % has rights that the actor lacks', role
      USING ERRCODE = 'insufficient_privilege', CONSTRAINT = 'role_within_own', TABLE = 'roles';
  END IF;
END
$$;

CREATE FUNCTION roles_check_within_own() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_role_within_own(OLD.id);
  RETURN NEW;
END
$$;

-- What comes into a role is checked before the role is, and row by row: the role has it when the next row comes.
CREATE FUNCTION role_permissions_check_within_own() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND NEW.permission <> ALL (held_by_actor()) THEN
    RAISE EXCEPTION 'the actor lacks the permission %', NEW.permission
      USING ERRCODE = 'check_violation', CONSTRAINT = 'role_permissions_within_own', TABLE = 'role_permissions';
  END IF;
  PERFORM check_role_within_own(CASE TG_OP WHEN 'DELETE' THEN OLD.role_id ELSE NEW.role_id END);
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

DROP TRIGGER check_actor ON role_permissions;
DROP FUNCTION role_permissions_check_actor();

-- What a person is and what lets him in. The system (no actor) is held back from nothing; where one value of a catalogue
-- takes the place of another, the people who have it are not what is changed.
CREATE TRIGGER check_within_own BEFORE UPDATE ON users
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL AND audit_setting('replaces_value') IS NULL)
  EXECUTE FUNCTION check_person_within_own('id');
CREATE TRIGGER check_within_own BEFORE INSERT OR UPDATE OR DELETE ON user_divisions
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL AND audit_setting('replaces_value') IS NULL)
  EXECUTE FUNCTION check_person_within_own('user_id');
CREATE TRIGGER check_within_own BEFORE INSERT OR UPDATE OR DELETE ON user_roles
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION check_person_within_own('user_id');
CREATE TRIGGER check_within_own BEFORE INSERT OR UPDATE OR DELETE ON credentials
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION check_person_within_own('user_id');
CREATE TRIGGER check_within_own BEFORE INSERT OR UPDATE OR DELETE ON password_links
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION check_person_within_own('user_id');
CREATE TRIGGER check_within_own BEFORE INSERT OR UPDATE OR DELETE ON second_factors
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION check_person_within_own('user_id');
CREATE TRIGGER check_within_own BEFORE UPDATE OF revoked_at ON sessions
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION check_person_within_own('user_id');
-- A delegation is of the rights of who gives it; who receives it may always lay it down.
CREATE TRIGGER check_within_own_new BEFORE INSERT ON delegations
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION check_person_within_own('from_user_id');
CREATE TRIGGER check_within_own BEFORE UPDATE ON delegations
  FOR EACH ROW WHEN (audit_setting('actor')::uuid <> OLD.to_user_id) EXECUTE FUNCTION check_person_within_own('from_user_id');

CREATE TRIGGER check_within_own BEFORE UPDATE ON roles
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION roles_check_within_own();
CREATE TRIGGER check_within_own BEFORE INSERT OR UPDATE OR DELETE ON role_permissions
  FOR EACH ROW WHEN (audit_setting('actor') IS NOT NULL) EXECUTE FUNCTION role_permissions_check_within_own();

-- Credit limits -----------------------------------------------------------------------------------------------------

-- Another limit than an account has, asked for by who may not set it. What it was when it was asked for stays: a decision
-- is about that.
CREATE TABLE credit_proposals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  folio text NOT NULL CHECK (folio ~ '^CRE-[0-9]{4}-[0-9]{6,}$'),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  current_limit numeric(18,2),
  current_currency_code text COLLATE "C" NOT NULL CHECK (current_currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  proposed_limit numeric(18,2) NOT NULL CHECK (proposed_limit >= 0),
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 5 AND 1000),
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn')),
  proposed_by_id uuid REFERENCES users ON DELETE RESTRICT,
  decided_by_id uuid REFERENCES users ON DELETE RESTRICT,
  decided_at timestamptz,
  decision_reason text CHECK (char_length(decision_reason) <= 1000),
  search_text text GENERATED ALWAYS AS (fold(folio)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT credit_proposals_folio_key UNIQUE (folio),
  CONSTRAINT credit_proposals_one_account CHECK (num_nonnulls(client_id, agency_id) = 1),
  CONSTRAINT credit_proposals_decided CHECK ((status IN ('approved', 'rejected')) = (decided_at IS NOT NULL))
);

CREATE INDEX credit_proposals_by_folio ON credit_proposals ((sort_key(folio) COLLATE "C"), id);
CREATE INDEX credit_proposals_by_created_at ON credit_proposals (created_at, id);
CREATE INDEX credit_proposals_by_updated_at ON credit_proposals (updated_at, id);
CREATE INDEX credit_proposals_by_decided_at ON credit_proposals (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE INDEX credit_proposals_status ON credit_proposals (status, created_at, id);
CREATE INDEX credit_proposals_client_id ON credit_proposals (client_id, created_at, id) WHERE client_id IS NOT NULL;
CREATE INDEX credit_proposals_agency_id ON credit_proposals (agency_id, created_at, id) WHERE agency_id IS NOT NULL;
CREATE INDEX credit_proposals_proposed_by_id ON credit_proposals (proposed_by_id, created_at, id);
CREATE INDEX credit_proposals_decided_by_id ON credit_proposals (decided_by_id) WHERE decided_by_id IS NOT NULL;
CREATE INDEX credit_proposals_search ON credit_proposals USING gin (search_text gin_trgm_ops);

CALL track('credit_proposals', unnoticed => '{search_text}');
CALL restrict_app('credit_proposals', 'SELECT, INSERT, UPDATE');

-- Whoever could set a limit with the record may now propose one; who sets it is finance's and management's to be. The
-- start of the API gives both to the roles it makes, and never again to those it finds.
INSERT INTO permissions (name, module, label) VALUES
  ('clients.credit_limit', 'Clientes', 'Fijar límites de crédito y decidir los propuestos'),
  ('clients.propose_credit', 'Clientes', 'Proponer otro límite de crédito');
INSERT INTO role_permissions (role_id, permission)
  SELECT r.id, 'clients.credit_limit' FROM roles r WHERE r.name IN ('admin', 'general_manager', 'finance')
  UNION
  SELECT r.id, 'clients.propose_credit' FROM roles r
  WHERE r.name IN ('admin', 'general_manager', 'finance') OR EXISTS (
    SELECT FROM role_permissions p WHERE p.role_id = r.id AND p.permission IN ('clients.update_own', 'clients.update_all'));
