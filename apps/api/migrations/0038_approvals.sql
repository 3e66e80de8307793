-- Approvals: pending and past decisions on records of every kind, in one table.

SELECT set_config('pauta.request', 'migration:0038', true), set_config('pauta.reason', 'Aprobaciones', true);

CREATE TABLE approvals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text COLLATE "C" NOT NULL CHECK (kind = ANY (ARRAY['credit_proposal'])),
  record_id text COLLATE "C" NOT NULL CHECK (char_length(record_id) BETWEEN 1 AND 36),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  -- SHA-256 of the canonical JSON (RFC 8785) of the approved content; changed content needs a new approval.
  content_hash text COLLATE "C" NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  -- The reasons, each with its effect in money and the permission that decides it.
  reasons jsonb NOT NULL CHECK (jsonb_typeof(reasons) = 'array' AND jsonb_array_length(reasons) > 0),
  effect numeric(18,2),
  effect_currency text COLLATE "C" CHECK (effect_currency IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  status text COLLATE "C" NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'approved', 'returned', 'rejected', 'withdrawn', 'fallen')),
  requested_by_id uuid REFERENCES users ON DELETE RESTRICT,
  -- The user on whose behalf the author requested the approval.
  requested_for_id uuid REFERENCES users ON DELETE RESTRICT,
  decided_by_id uuid REFERENCES users ON DELETE RESTRICT,
  on_behalf_of_id uuid REFERENCES users ON DELETE RESTRICT,
  decided_at timestamptz,
  comment text CHECK (char_length(comment) <= 1000),
  search_text text GENERATED ALWAYS AS (fold(title)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT approvals_effect_has_currency CHECK ((effect IS NULL) = (effect_currency IS NULL)),
  CONSTRAINT approvals_decided CHECK ((status IN ('pending', 'withdrawn')) OR decided_at IS NOT NULL),
  CONSTRAINT approvals_says_why CHECK (status NOT IN ('returned', 'rejected') OR char_length(btrim(comment)) > 0)
);

CREATE UNIQUE INDEX approvals_one_pending ON approvals (kind, record_id) WHERE status = 'pending';
CREATE INDEX approvals_record ON approvals (kind, record_id, content_hash);
CREATE INDEX approvals_status ON approvals (status, created_at, id);
CREATE INDEX approvals_by_created_at ON approvals (created_at, id);
CREATE INDEX approvals_by_updated_at ON approvals (updated_at, id);
CREATE INDEX approvals_by_decided_at ON approvals (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE INDEX approvals_by_effect ON approvals (effect, id) WHERE effect IS NOT NULL;
CREATE INDEX approvals_requested_by_id ON approvals (requested_by_id, created_at, id);
CREATE INDEX approvals_requested_for_id ON approvals (requested_for_id) WHERE requested_for_id IS NOT NULL;
CREATE INDEX approvals_decided_by_id ON approvals (decided_by_id) WHERE decided_by_id IS NOT NULL;
CREATE INDEX approvals_on_behalf_of_id ON approvals (on_behalf_of_id) WHERE on_behalf_of_id IS NOT NULL;
CREATE INDEX approvals_search ON approvals USING gin (search_text gin_trgm_ops);

CALL track('approvals', unnoticed => '{search_text}');
CALL restrict_app('approvals', 'SELECT, INSERT, UPDATE');

-- Permissions ------------------------------------------------------------------------------------------------------

-- All current permissions of active users, by their roles and by delegation.
CREATE VIEW held_permissions AS
  SELECT u.id AS user_id, p.permission, NULL::uuid AS on_behalf_of_id
  FROM users u JOIN user_roles l ON l.user_id = u.id JOIN role_permissions p ON p.role_id = l.role_id
  WHERE u.status = 'active'
  UNION ALL
  SELECT u.id, p.permission, f.id
  FROM delegations d
    JOIN users u ON u.id = d.to_user_id AND u.status = 'active'
    JOIN users f ON f.id = d.from_user_id AND f.status = 'active'
    JOIN user_roles l ON l.user_id = f.id JOIN role_permissions p ON p.role_id = l.role_id
  WHERE d.ended_at IS NULL AND business_date() BETWEEN d.starts_on AND d.ends_on
    AND (d.permissions IS NULL OR p.permission = ANY (d.permissions));
CALL restrict_app('held_permissions', 'SELECT');

-- The author may not decide their own request, and neither may a user for whom the author requested it or has been a
-- substitute at any time since the request.
CREATE FUNCTION is_author_side(approval approvals, person uuid) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT person IN (approval.requested_by_id, approval.requested_for_id) OR EXISTS (
    SELECT FROM delegations d
    WHERE d.from_user_id = person AND d.to_user_id = approval.requested_by_id
      AND daterange(d.starts_on, d.ends_on, '[]') && daterange(business_date(approval.created_at), business_date(), '[]')
      AND coalesce(d.ended_at > approval.created_at, true))
$$;

-- Which user may decide which reason of a pending approval, and on whose behalf.
CREATE VIEW approval_deciders AS
  SELECT a.id AS approval_id, r.place::integer AS place, h.user_id, h.on_behalf_of_id
  FROM approvals a
    CROSS JOIN LATERAL jsonb_array_elements(a.reasons) WITH ORDINALITY AS r(reason, place)
    JOIN held_permissions h ON h.permission = r.reason ->> 'permission'
  WHERE a.status = 'pending' AND is_author_side(a, h.user_id) IS NOT TRUE
    AND is_author_side(a, h.on_behalf_of_id) IS NOT TRUE;
CALL restrict_app('approval_deciders', 'SELECT');

-- Which user may see an approval: (record_id, user_id), see `lent` of a resource.
CREATE VIEW approval_readers AS
  SELECT id AS record_id, requested_by_id AS user_id FROM approvals
  UNION ALL SELECT id, decided_by_id FROM approvals WHERE decided_by_id IS NOT NULL
  UNION ALL SELECT approval_id, user_id FROM approval_deciders;
CALL restrict_app('approval_readers', 'SELECT');

-- A decision cannot be changed, and only a user who may decide can make it, whatever statement writes it.
CREATE FUNCTION check_decision() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  reason jsonb;
  before jsonb;
  seen integer := 0;
BEGIN
  IF (NEW.kind, NEW.record_id, NEW.content_hash, NEW.requested_for_id, NEW.created_at)
      IS DISTINCT FROM (OLD.kind, OLD.record_id, OLD.content_hash, OLD.requested_for_id, OLD.created_at)
    OR NEW.requested_by_id IS DISTINCT FROM OLD.requested_by_id
    OR OLD.status <> 'pending' AND NOT (OLD.status = 'approved' AND NEW.status IN ('approved', 'fallen')) THEN
    RAISE EXCEPTION 'a decided approval does not change'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'approvals_decision_stays', TABLE = 'approvals';
  END IF;
  IF OLD.status <> 'pending' THEN
    RETURN NEW;
  END IF;
  FOR reason IN SELECT jsonb_array_elements(NEW.reasons) LOOP
    before := OLD.reasons -> seen;
    seen := seen + 1;
    IF reason - '{approved_by,approved_by_id}'::text[]
        IS DISTINCT FROM before - '{approved_by,approved_by_id}'::text[]
      OR (before ->> 'approved_by_id') IS DISTINCT FROM (reason ->> 'approved_by_id')
        AND NOT EXISTS (
          SELECT FROM approval_deciders d WHERE d.approval_id = OLD.id AND d.place = seen
            AND d.user_id = (reason ->> 'approved_by_id')::uuid)
      OR NEW.status = 'approved' AND reason ->> 'approved_by_id' IS NULL THEN
      RAISE EXCEPTION 'a reason is approved by who may decide it'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'approvals_decider', TABLE = 'approvals';
    END IF;
  END LOOP;
  IF seen <> jsonb_array_length(OLD.reasons)
    OR NEW.status IN ('approved', 'returned', 'rejected') AND NOT EXISTS (
      SELECT FROM approval_deciders d WHERE d.approval_id = OLD.id AND d.user_id = NEW.decided_by_id
        AND d.on_behalf_of_id IS NOT DISTINCT FROM NEW.on_behalf_of_id) THEN
    RAISE EXCEPTION 'a decision is made by who may decide'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'approvals_decider', TABLE = 'approvals';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER check_decision BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION check_decision();

-- Rights -----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('approvals.view_own', 'Aprobaciones', 'Ver las aprobaciones que pidió y decidir las que le tocan'),
  ('approvals.view_all', 'Aprobaciones', 'Ver todas las aprobaciones');
INSERT INTO role_permissions (role_id, permission)
  SELECT r.id, 'approvals.view_own' FROM roles r WHERE r.archived_at IS NULL AND r.name <> 'pending'
  UNION ALL
  SELECT r.id, 'approvals.view_all' FROM roles r WHERE r.name IN ('admin', 'general_manager', 'auditor');

-- Existing pending credit proposals. The content is that of `creditContent` in the API.
INSERT INTO approvals (kind, record_id, title, content_hash, reasons, effect, effect_currency, requested_by_id, created_at)
SELECT 'credit_proposal', p.id::text, p.folio || ' · ' || left(o.name, 120),
  encode(sha256(convert_to(format('{"account":%s,"currency":%s,"limit":%s}', to_json(o.id), to_json(p.currency_code),
    to_json(p.proposed_limit::text)), 'UTF8')), 'hex'),
  jsonb_build_array(jsonb_build_object('code', 'credit_limit', 'text', 'Otro límite de crédito: ' || left(p.reason, 250),
    'amount', e.amount::text, 'currency', p.currency_code, 'permission', 'clients.credit_limit',
    'approved_by_id', NULL, 'approved_by', NULL)),
  e.amount, p.currency_code, p.proposed_by_id, p.created_at
FROM credit_proposals p
  CROSS JOIN LATERAL (
    SELECT c.id, c.trade_name AS name FROM clients c WHERE c.id = p.client_id
    UNION ALL SELECT a.id, a.trade_name FROM agencies a WHERE a.id = p.agency_id) o
  CROSS JOIN LATERAL (
    SELECT CASE WHEN p.current_currency_code = p.currency_code THEN p.proposed_limit - coalesce(p.current_limit, 0)
      ELSE p.proposed_limit END AS amount) e
WHERE p.status = 'pending';
