-- Whose account a client is, day by day; the log of accounts that changed hands; drafts and rules of the portfolio.

SELECT set_config('pauta.request', 'migration:0015', true), set_config('pauta.reason', 'Cartera inicial', true);

-- Assignments ----------------------------------------------------------------------------------------------------

-- Who sells to a client on which days, and his share. `clients` says who it is today, which lists filter by; the
-- triggers below keep both in step.
CREATE TABLE portfolio_assignments (
  id uuid PRIMARY KEY DEFAULT new_id(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  role text COLLATE "C" NOT NULL CHECK (role IN ('principal', 'additional', 'temporary_cover')),
  split_pct numeric(7,4) NOT NULL CHECK (split_pct BETWEEN 0 AND 100),
  -- Empty ranges overlap with nothing and would slip through the exclusions.
  valid daterange NOT NULL CHECK (NOT isempty(valid) AND NOT lower_inf(valid)),
  reason text CHECK (char_length(reason) BETWEEN 1 AND 500),
  -- Covers that were given together.
  cover_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid DEFAULT audit_setting('actor')::uuid REFERENCES users ON DELETE RESTRICT,
  CONSTRAINT portfolio_assignments_one_principal EXCLUDE USING gist (client_id WITH =, valid WITH &&) WHERE (role = 'principal'),
  CONSTRAINT portfolio_assignments_one_additional EXCLUDE USING gist (client_id WITH =, valid WITH &&) WHERE (role = 'additional'),
  CONSTRAINT portfolio_assignments_one_cover EXCLUDE USING gist (client_id WITH =, valid WITH &&) WHERE (role = 'temporary_cover'),
  CONSTRAINT portfolio_assignments_cover_ends CHECK ((role = 'temporary_cover') = (cover_id IS NOT NULL)
    AND (role <> 'temporary_cover' OR NOT upper_inf(valid) AND upper(valid) - lower(valid) <= 367))
);

CREATE INDEX portfolio_assignments_client_id ON portfolio_assignments (client_id);
CREATE INDEX portfolio_assignments_user_id ON portfolio_assignments (user_id, role);
CREATE INDEX portfolio_assignments_covers ON portfolio_assignments (user_id, client_id) WHERE role = 'temporary_cover';
CREATE INDEX portfolio_assignments_cover_id ON portfolio_assignments (cover_id) WHERE cover_id IS NOT NULL;

-- On every day with assignments one of them is the principal's, and the shares make 100. Checked at the end of the
-- transaction, with the client held: two transactions that change the same client take turns here.
CREATE FUNCTION check_portfolio_splits() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  client constant uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.client_id ELSE NEW.client_id END;
  wrong date;
BEGIN
  PERFORM FROM clients WHERE id = client FOR NO KEY UPDATE;
  SELECT d.day INTO wrong
  FROM (
    SELECT lower(valid) AS day FROM portfolio_assignments WHERE client_id = client
    UNION SELECT upper(valid) FROM portfolio_assignments WHERE client_id = client AND NOT upper_inf(valid)
  ) d CROSS JOIN LATERAL (
    SELECT count(*) AS rows, count(*) FILTER (WHERE role = 'principal') AS principals, sum(split_pct) AS share
    FROM portfolio_assignments a WHERE a.client_id = client AND a.valid @> d.day
  ) sums
  WHERE sums.rows > 0 AND (sums.principals <> 1 OR sums.share <> 100)
  ORDER BY d.day LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'client % has no principal or shares other than 100 on %', client, wrong
      USING ERRCODE = 'check_violation', CONSTRAINT = 'portfolio_assignments_splits', TABLE = 'portfolio_assignments';
  END IF;
  RETURN NULL;
END
$$;

-- A principal with the whole share is the row of nearly every client, and alone cannot break the rule: where others
-- have rows there is a principal already (which its exclusion finds) or their own rows are checked.
CREATE CONSTRAINT TRIGGER check_splits_inserted AFTER INSERT ON portfolio_assignments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT (NEW.role = 'principal' AND NEW.split_pct = 100)) EXECUTE FUNCTION check_portfolio_splits();
CREATE CONSTRAINT TRIGGER check_splits_changed AFTER UPDATE OR DELETE ON portfolio_assignments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION check_portfolio_splits();

-- The days that have passed stay as they were.
CREATE FUNCTION keep_past_assignments() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  past constant daterange := daterange(NULL, business_date());
BEGIN
  IF NOT OLD.valid && past THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.valid * past = NEW.valid * past
    AND (OLD.client_id, OLD.user_id, OLD.role, OLD.split_pct) = (NEW.client_id, NEW.user_id, NEW.role, NEW.split_pct) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the past of client % does not change', OLD.client_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'portfolio_assignments_past', TABLE = 'portfolio_assignments';
END
$$;

CREATE TRIGGER keep_past BEFORE UPDATE OR DELETE ON portfolio_assignments
  FOR EACH ROW EXECUTE FUNCTION keep_past_assignments();
-- The seller of a client is in the log with the client; a cover only here.
CREATE TRIGGER audit_cover AFTER INSERT ON portfolio_assignments
  FOR EACH ROW WHEN (NEW.role = 'temporary_cover') EXECUTE FUNCTION audit_change('client_id', '{}', '{}');
CREATE TRIGGER audit_cover_end AFTER UPDATE OR DELETE ON portfolio_assignments
  FOR EACH ROW WHEN (OLD.role = 'temporary_cover') EXECUTE FUNCTION audit_change('client_id', '{}', '{}');

-- Whose clients somebody sees today without being their seller: (record_id, user_id), see `lent` of a resource.
CREATE VIEW client_covers AS
  SELECT client_id AS record_id, user_id FROM portfolio_assignments
  WHERE role = 'temporary_cover' AND valid @> business_date();

CALL restrict_app('client_covers', 'SELECT');

-- The principal's rows from `today` on, cut anew where the share of somebody else begins or ends.
CREATE FUNCTION portfolio_reshare(client uuid, today date DEFAULT business_date()) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  pieces jsonb;
BEGIN
  WITH spans AS (
    SELECT user_id, unnest(range_agg(valid * daterange(today, NULL))) AS span
    FROM portfolio_assignments
    WHERE client_id = client AND role = 'principal' AND valid && daterange(today, NULL)
    GROUP BY user_id
  ), cuts AS (
    SELECT lower(valid) AS day FROM portfolio_assignments WHERE client_id = client AND role <> 'principal' AND split_pct > 0
    UNION SELECT upper(valid) FROM portfolio_assignments WHERE client_id = client AND role <> 'principal' AND split_pct > 0
  ), starts AS (
    SELECT user_id, span, lower(span) AS day FROM spans
    UNION SELECT user_id, span, c.day FROM spans JOIN cuts c ON span @> c.day
  ), parts AS (
    SELECT user_id, day, coalesce(lead(day) OVER (PARTITION BY user_id, span ORDER BY day), upper(span)) AS until FROM starts
  )
  SELECT jsonb_agg(jsonb_build_object('user_id', p.user_id, 'day', p.day, 'until', p.until, 'pct', 100 - coalesce((
    SELECT sum(a.split_pct) FROM portfolio_assignments a
    WHERE a.client_id = client AND a.role <> 'principal' AND a.valid @> p.day), 0)))
  INTO pieces FROM parts p;
  DELETE FROM portfolio_assignments WHERE client_id = client AND role = 'principal' AND lower(valid) >= today;
  UPDATE portfolio_assignments SET valid = daterange(lower(valid), today)
  WHERE client_id = client AND role = 'principal' AND valid @> today;
  INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid)
  SELECT client, p.user_id, 'principal', p.pct, daterange(p.day, p.until)
  FROM jsonb_to_recordset(pieces) AS p(user_id uuid, day date, until date, pct numeric);
END
$$;

-- From `today` on a place of a client is somebody else's (null: nobody's). What began earlier ends yesterday; who
-- had it since today never had a whole day of it.
CREATE FUNCTION portfolio_succeed(client uuid, place text, person uuid, today date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  running portfolio_assignments;
  shared constant boolean := EXISTS (
    SELECT FROM portfolio_assignments WHERE client_id = client AND role = place AND place <> 'principal' AND split_pct > 0
      AND valid && daterange(today, NULL));
BEGIN
  SELECT * INTO running FROM portfolio_assignments WHERE client_id = client AND role = place AND valid @> today;
  IF NOT FOUND THEN
    IF person IS NOT NULL THEN
      INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid)
      VALUES (client, person, place, CASE place WHEN 'principal' THEN 100 ELSE 0 END, daterange(today, NULL));
    END IF;
    RETURN;
  END IF;
  IF lower(running.valid) < today THEN
    UPDATE portfolio_assignments SET valid = daterange(lower(valid), today) WHERE id = running.id;
    IF person IS NOT NULL THEN
      INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid)
      VALUES (client, person, place, running.split_pct, daterange(today, upper(running.valid)));
    END IF;
  END IF;
  IF person IS NOT NULL THEN
    UPDATE portfolio_assignments SET user_id = person
    WHERE client_id = client AND role = place AND lower(valid) >= today AND user_id <> person;
  ELSE
    DELETE FROM portfolio_assignments WHERE client_id = client AND role = place AND lower(valid) >= today;
    IF shared THEN
      PERFORM portfolio_reshare(client, today);
    END IF;
  END IF;
END
$$;

-- Accounts that stay where they are until somebody lets them go again.
CREATE TABLE portfolio_freezes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 500),
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE UNIQUE INDEX portfolio_freezes_once ON portfolio_freezes (client_id) WHERE ended_at IS NULL;
CREATE INDEX portfolio_freezes_client_id ON portfolio_freezes (client_id);

CALL track('portfolio_freezes', key => 'client_id');
CALL restrict_app('portfolio_freezes', 'SELECT, INSERT, UPDATE');

-- New clients, thousands at once when a file comes in.
CREATE FUNCTION assign_new_clients() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  days constant daterange := daterange(business_date(), NULL);
BEGIN
  INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid)
  SELECT id, primary_sales_rep_id, 'principal', 100, days FROM new_clients
  UNION ALL
  SELECT id, additional_sales_rep_id, 'additional', 0, days FROM new_clients WHERE additional_sales_rep_id IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE FUNCTION follow_client_sellers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  today constant date := business_date();
BEGIN
  IF NEW.primary_sales_rep_id <> OLD.primary_sales_rep_id THEN
    -- Who leaves the company leaves frozen accounts too.
    IF audit_setting('moves_frozen') IS NULL
      AND EXISTS (SELECT FROM portfolio_freezes WHERE client_id = NEW.id AND ended_at IS NULL) THEN
      RAISE EXCEPTION 'client % is frozen', NEW.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'clients_not_frozen', TABLE = 'clients', COLUMN = 'primary_sales_rep_id';
    END IF;
    PERFORM portfolio_succeed(NEW.id, 'principal', NEW.primary_sales_rep_id, today);
  END IF;
  IF NEW.additional_sales_rep_id IS DISTINCT FROM OLD.additional_sales_rep_id THEN
    PERFORM portfolio_succeed(NEW.id, 'additional', NEW.additional_sales_rep_id, today);
  END IF;
  RETURN NULL;
END
$$;

-- What there is: each client has been his seller's since it was created, as far as is known.
INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid, created_by)
SELECT id, primary_sales_rep_id, 'principal', 100, daterange(business_date(created_at), NULL), NULL::uuid FROM clients
UNION ALL
SELECT id, additional_sales_rep_id, 'additional', 0, daterange(business_date(created_at), NULL), NULL::uuid FROM clients
WHERE additional_sales_rep_id IS NOT NULL;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;

CREATE TRIGGER assign_portfolio AFTER INSERT ON clients REFERENCING NEW TABLE AS new_clients
  FOR EACH STATEMENT EXECUTE FUNCTION assign_new_clients();
CREATE TRIGGER follow_sellers AFTER UPDATE OF primary_sales_rep_id, additional_sales_rep_id ON clients
  FOR EACH ROW WHEN (NEW.primary_sales_rep_id IS DISTINCT FROM OLD.primary_sales_rep_id
    OR NEW.additional_sales_rep_id IS DISTINCT FROM OLD.additional_sales_rep_id)
  EXECUTE FUNCTION follow_client_sellers();

-- The log of transfers -------------------------------------------------------------------------------------------

CREATE TABLE account_transfers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  batch_no text NOT NULL CHECK (batch_no ~ '^TRA-[0-9]{4}-[0-9]{6,}$'),
  status text COLLATE "C" NOT NULL CHECK (status IN ('scheduled', 'executed', 'reverted', 'cancelled')),
  origin text COLLATE "C" NOT NULL CHECK (origin IN ('manual', 'portfolio', 'deactivation', 'reversal')),
  -- Null on one side: it was left to nobody, or comes back from there.
  from_user_id uuid REFERENCES users ON DELETE RESTRICT,
  to_user_id uuid REFERENCES users ON DELETE RESTRICT,
  effective_on date NOT NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 1000),
  item_count integer NOT NULL DEFAULT 0 CHECK (item_count >= 0),
  skipped_count integer NOT NULL DEFAULT 0 CHECK (skipped_count >= 0),
  -- [{ part, count }] and [{ currency, amount }]: what it moved, and the credit that goes with it.
  scope jsonb CHECK (jsonb_typeof(scope) = 'array'),
  amounts jsonb CHECK (jsonb_typeof(amounts) = 'array'),
  -- What a scheduled one will move: { parts, ids | query }.
  plan jsonb CHECK (jsonb_typeof(plan) = 'object'),
  executed_at timestamptz,
  executed_by_id uuid REFERENCES users ON DELETE RESTRICT,
  reverts_id uuid REFERENCES account_transfers ON DELETE RESTRICT,
  reverted_by_id uuid REFERENCES account_transfers ON DELETE RESTRICT,
  note text CHECK (char_length(note) BETWEEN 1 AND 1000),
  search_text text GENERATED ALWAYS AS (fold(batch_no || ' ' || reason)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT account_transfers_batch_no_key UNIQUE (batch_no),
  CONSTRAINT account_transfers_to_other CHECK (to_user_id <> from_user_id),
  CONSTRAINT account_transfers_executed CHECK ((status IN ('executed', 'reverted')) = (executed_at IS NOT NULL)),
  CONSTRAINT account_transfers_reverted CHECK ((status = 'reverted') = (reverted_by_id IS NOT NULL)),
  CONSTRAINT account_transfers_planned CHECK (status <> 'scheduled' OR plan IS NOT NULL),
  CONSTRAINT account_transfers_reversal CHECK ((origin = 'reversal') = (reverts_id IS NOT NULL))
);

-- A transfer is reverted once.
CREATE UNIQUE INDEX account_transfers_reverts_id ON account_transfers (reverts_id);
CREATE INDEX account_transfers_reverted_by_id ON account_transfers (reverted_by_id) WHERE reverted_by_id IS NOT NULL;
CREATE INDEX account_transfers_by_batch_no ON account_transfers ((sort_key(batch_no) COLLATE "C"), id);
CREATE INDEX account_transfers_by_status ON account_transfers (status, id);
CREATE INDEX account_transfers_by_effective_on ON account_transfers (effective_on, id);
CREATE INDEX account_transfers_by_item_count ON account_transfers (item_count, id);
CREATE INDEX account_transfers_by_executed_at ON account_transfers (executed_at, id) WHERE executed_at IS NOT NULL;
CREATE INDEX account_transfers_by_created_at ON account_transfers (created_at, id);
CREATE INDEX account_transfers_by_updated_at ON account_transfers (updated_at, id);
CREATE INDEX account_transfers_from_user_id ON account_transfers (from_user_id, created_at, id);
CREATE INDEX account_transfers_to_user_id ON account_transfers (to_user_id, created_at, id);
CREATE INDEX account_transfers_executed_by_id ON account_transfers (executed_by_id);
CREATE INDEX account_transfers_due ON account_transfers (effective_on, id) WHERE status = 'scheduled';
CREATE INDEX account_transfers_search ON account_transfers USING gin (search_text gin_trgm_ops);

-- What was done is not rewritten: a scheduled transfer is executed or cancelled, an executed one is marked reverted.
CREATE FUNCTION keep_executed_transfer() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  always constant text[] := '{row_version,updated_at,updated_by,search_text,status}';
  may_change text[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    may_change := CASE OLD.status || '-' || NEW.status
      WHEN 'scheduled-executed' THEN '{executed_at,executed_by_id,item_count,skipped_count,scope,amounts,note}'
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

CREATE TRIGGER keep_executed BEFORE UPDATE OR DELETE ON account_transfers
  FOR EACH ROW EXECUTE FUNCTION keep_executed_transfer();
CALL track('account_transfers', unnoticed => '{search_text}');
CALL restrict_app('account_transfers', 'SELECT, INSERT, UPDATE');

-- One column of one record that changed hands, or why it did not.
CREATE TABLE account_transfer_items (
  id uuid PRIMARY KEY DEFAULT new_id(),
  transfer_id uuid NOT NULL REFERENCES account_transfers ON DELETE RESTRICT,
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 200),
  part text NOT NULL CHECK (char_length(part) BETWEEN 1 AND 120),
  before_id uuid REFERENCES users ON DELETE RESTRICT,
  after_id uuid REFERENCES users ON DELETE RESTRICT,
  outcome text COLLATE "C" NOT NULL DEFAULT 'moved' CHECK (outcome IN ('moved', 'skipped')),
  note text CHECK (char_length(note) BETWEEN 1 AND 300),
  entity text COLLATE "C" NOT NULL CHECK (char_length(entity) BETWEEN 1 AND 60),
  field text COLLATE "C" NOT NULL CHECK (char_length(field) BETWEEN 1 AND 60),
  record_id text COLLATE "C" NOT NULL CHECK (char_length(record_id) BETWEEN 1 AND 60),
  search_text text GENERATED ALWAYS AS (fold(label)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX account_transfer_items_transfer_id ON account_transfer_items (transfer_id, created_at, id);
CREATE INDEX account_transfer_items_before_id ON account_transfer_items (before_id);
CREATE INDEX account_transfer_items_after_id ON account_transfer_items (after_id);
CREATE INDEX account_transfer_items_record ON account_transfer_items (entity, record_id, field, created_at);
CREATE INDEX account_transfer_items_by_label ON account_transfer_items ((sort_key(label) COLLATE "C"), id);
CREATE INDEX account_transfer_items_by_created_at ON account_transfer_items (created_at, id);
CREATE INDEX account_transfer_items_by_updated_at ON account_transfer_items (updated_at, id);
CREATE INDEX account_transfer_items_search ON account_transfer_items USING gin (search_text gin_trgm_ops);

CALL track('account_transfer_items', unnoticed => '{search_text}');
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON account_transfer_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CALL restrict_app('account_transfer_items', 'SELECT, INSERT');

-- Rules and drafts -----------------------------------------------------------------------------------------------

CREATE TABLE portfolio_rules (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  description text CHECK (char_length(description) <= 200),
  priority integer NOT NULL CHECK (priority BETWEEN 1 AND 999),
  -- Which clients, in the language of list filters; null: all.
  conditions text CHECK (char_length(conditions) <= 2000),
  assign_to text COLLATE "C" NOT NULL CHECK (assign_to IN ('user', 'round_robin', 'least_loaded')),
  user_id uuid REFERENCES users ON DELETE RESTRICT,
  valid daterange CHECK (NOT isempty(valid)),
  is_active boolean NOT NULL DEFAULT true,
  links_changed_at timestamptz,
  search_text text GENERATED ALWAYS AS (fold(name)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz,
  CONSTRAINT portfolio_rules_assignee CHECK ((assign_to = 'user') = (user_id IS NOT NULL))
);

CREATE INDEX portfolio_rules_user_id ON portfolio_rules (user_id);
CREATE INDEX portfolio_rules_by_name ON portfolio_rules ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX portfolio_rules_by_priority ON portfolio_rules (priority, id) WHERE archived_at IS NULL;
CREATE INDEX portfolio_rules_by_created_at ON portfolio_rules (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX portfolio_rules_by_updated_at ON portfolio_rules (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX portfolio_rules_search ON portfolio_rules USING gin (search_text gin_trgm_ops);

-- Among whom it chooses; without anybody, among everybody who sells.
CREATE TABLE portfolio_rule_members (
  portfolio_rule_id uuid NOT NULL REFERENCES portfolio_rules ON DELETE RESTRICT,
  member_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  PRIMARY KEY (portfolio_rule_id, member_id)
);

CREATE INDEX portfolio_rule_members_member_id ON portfolio_rule_members (member_id);

CALL track('portfolio_rules', unnoticed => '{search_text}');
CALL track('portfolio_rule_members', key => 'portfolio_rule_id');
CALL restrict_app('portfolio_rules', 'SELECT, INSERT, UPDATE');

-- What somebody is about to move. It changes nothing until it is published; then it is gone.
CREATE TABLE portfolio_drafts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT portfolio_drafts_one_each UNIQUE (user_id)
);

CREATE TABLE portfolio_draft_moves (
  draft_id uuid NOT NULL REFERENCES portfolio_drafts ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  from_user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  to_user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  rule_id uuid REFERENCES portfolio_rules ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (draft_id, client_id),
  CONSTRAINT portfolio_draft_moves_to_other CHECK (from_user_id <> to_user_id)
);

CREATE INDEX portfolio_draft_moves_client_id ON portfolio_draft_moves (client_id);
CREATE INDEX portfolio_draft_moves_from ON portfolio_draft_moves (draft_id, from_user_id);
CREATE INDEX portfolio_draft_moves_to ON portfolio_draft_moves (draft_id, to_user_id);
