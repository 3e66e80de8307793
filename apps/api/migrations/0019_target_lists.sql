-- Target lists: the accounts to attack in a period, who attacks them, and how far each one came.

-- Lists ----------------------------------------------------------------------------------------------------------

CREATE TABLE target_lists (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('acquisition', 'win_back', 'growth', 'season', 'launch')),
  period daterange NOT NULL CHECK (NOT isempty(period)),
  owner_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  kind text COLLATE "C" NOT NULL DEFAULT 'static' CHECK (kind IN ('static', 'dynamic')),
  -- Parameters of the list of clients, as its address carries them.
  criteria text CHECK (char_length(criteria) <= 2000),
  goal_accounts integer CHECK (goal_accounts BETWEEN 0 AND 1000000),
  goal_amount numeric(18,2) CHECK (goal_amount >= 0),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'closed')),
  notes text CHECK (char_length(notes) <= 4000),
  -- How far the members came, counted by a trigger of theirs: a list of lists counts nothing itself.
  accounts integer NOT NULL DEFAULT 0 CHECK (accounts >= 0),
  contacted integer NOT NULL DEFAULT 0 CHECK (contacted >= 0),
  meetings integer NOT NULL DEFAULT 0 CHECK (meetings >= 0),
  proposals integer NOT NULL DEFAULT 0 CHECK (proposals >= 0),
  won integer NOT NULL DEFAULT 0 CHECK (won >= 0),
  discarded integer NOT NULL DEFAULT 0 CHECK (discarded >= 0),
  unassigned integer NOT NULL DEFAULT 0 CHECK (unassigned >= 0),
  won_amount numeric(18,2) NOT NULL DEFAULT 0,
  contacted_pct numeric(7,4) NOT NULL
    GENERATED ALWAYS AS (CASE WHEN accounts = 0 THEN 0 ELSE round(contacted * 100.0 / accounts, 1) END) STORED,
  -- When the members were last taken from the filter.
  refreshed_at timestamptz,
  -- The day from which an active list is looked through by itself: members of its filter, scores of its accounts.
  refresh_due_on date,
  search_text text GENERATED ALWAYS AS (fold(name)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz,
  -- Only a living active list holds its clients. Not a generated column: PostgreSQL counts those as changed by every
  -- update, so that counting a member would lock the key of the list against everybody who adds another one.
  is_live boolean NOT NULL DEFAULT false,
  CONSTRAINT target_lists_live_when_active CHECK (is_live = (status = 'active' AND archived_at IS NULL)),
  CONSTRAINT target_lists_name_key UNIQUE (name),
  CONSTRAINT target_lists_filter_when_dynamic CHECK (kind = 'static' OR criteria IS NOT NULL),
  -- What the members repeat of their list, so that one constraint over them can see it.
  CONSTRAINT target_lists_repeated UNIQUE (id, purpose, period, is_live, currency_code)
);

CREATE INDEX target_lists_by_name ON target_lists ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_by_status ON target_lists (status, id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_by_accounts ON target_lists (accounts, id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_by_contacted_pct ON target_lists (contacted_pct, id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_by_won_amount ON target_lists (won_amount, id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_by_created_at ON target_lists (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_by_updated_at ON target_lists (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_status ON target_lists (status, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_purpose ON target_lists (purpose, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_owner_id ON target_lists (owner_id, created_at, id) WHERE archived_at IS NULL;
CREATE INDEX target_lists_period ON target_lists USING gist (period) WHERE archived_at IS NULL;
CREATE INDEX target_lists_search ON target_lists USING gin (search_text gin_trgm_ops);
CREATE INDEX target_lists_archived_at ON target_lists (archived_at) WHERE archived_at IS NOT NULL;
CREATE INDEX target_lists_refresh_due_on ON target_lists (refresh_due_on, id) WHERE is_live;

CREATE FUNCTION set_target_list_live() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_live := NEW.status = 'active' AND NEW.archived_at IS NULL;
  RETURN NEW;
END
$$;

CREATE TRIGGER live BEFORE INSERT OR UPDATE OF status, archived_at ON target_lists
  FOR EACH ROW EXECUTE FUNCTION set_target_list_live();

CALL track('target_lists', unnoticed => '{search_text,accounts,contacted,meetings,proposals,won,discarded,unassigned,won_amount,contacted_pct,is_live,refreshed_at,refresh_due_on}');
CALL restrict_app('target_lists', 'SELECT, INSERT, UPDATE');
CALL guard_owners('target_lists', '{owner_id}');

-- Members --------------------------------------------------------------------------------------------------------

CREATE TABLE target_list_members (
  id uuid PRIMARY KEY DEFAULT new_id(),
  target_list_id uuid NOT NULL REFERENCES target_lists ON DELETE RESTRICT,
  -- Who it is, by the name of now: that of the client, or that of who is none yet.
  account_name text NOT NULL CHECK (char_length(account_name) BETWEEN 1 AND 160),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  prospect_name text CHECK (char_length(prospect_name) BETWEEN 1 AND 160),
  prospect_tax_id text CHECK (char_length(prospect_tax_id) BETWEEN 1 AND 20),
  assigned_to_id uuid REFERENCES users ON DELETE RESTRICT,
  priority text COLLATE "C" NOT NULL DEFAULT 'B' CHECK (priority IN ('A', 'B', 'C')),
  estimated_amount numeric(18,2) CHECK (estimated_amount >= 0),
  score integer NOT NULL DEFAULT 0 CHECK (score BETWEEN 0 AND 100),
  -- Why: [{ "reason": "Crédito al día", "points": 20 }]
  score_reasons jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(score_reasons) = 'array'),
  state text COLLATE "C" NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'contacted', 'meeting', 'proposal', 'won', 'discarded')),
  -- The furthest it ever came, 0 pending to 4 won: who is discarded after a meeting had that meeting.
  reached smallint NOT NULL DEFAULT 0 CHECK (reached BETWEEN 0 AND 4),
  won_amount numeric(18,2) CHECK (won_amount >= 0),
  discard_reason text CHECK (char_length(discard_reason) <= 500),
  last_activity_at timestamptz,
  -- The opportunity it was converted to; the sales area gives it its foreign key.
  opportunity_id uuid,
  origin text COLLATE "C" NOT NULL DEFAULT 'manual' CHECK (origin IN ('manual', 'filter')),
  -- Archived because the filter no longer finds it, not because somebody took it out: it may come back by itself.
  left_by_filter boolean NOT NULL DEFAULT false,
  list_purpose text COLLATE "C" NOT NULL,
  list_period daterange NOT NULL,
  list_is_live boolean NOT NULL,
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN
    ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  search_text text GENERATED ALWAYS AS (fold(account_name || ' ' || coalesce(prospect_tax_id, ''))) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  archived_at timestamptz,
  CONSTRAINT target_list_members_client_or_prospect CHECK (num_nonnulls(client_id, prospect_name) = 1),
  CONSTRAINT target_list_members_tax_id_of_prospect CHECK (client_id IS NULL OR prospect_tax_id IS NULL),
  CONSTRAINT target_list_members_worked_by_somebody CHECK (state IN ('pending', 'discarded') OR assigned_to_id IS NOT NULL),
  CONSTRAINT target_list_members_of_list FOREIGN KEY (target_list_id, list_purpose, list_period, list_is_live, currency_code)
    REFERENCES target_lists (id, purpose, period, is_live, currency_code) ON UPDATE CASCADE ON DELETE RESTRICT,
  -- A client is attacked by one active list per purpose at a time (domain §1.2).
  CONSTRAINT target_list_members_one_list EXCLUDE USING gist
    (client_id WITH =, list_purpose WITH =, list_period WITH &&) WHERE (list_is_live AND archived_at IS NULL)
);

-- Two rows of one client in one list are one too many, also where the first was taken out: that one comes back.
CREATE UNIQUE INDEX target_list_members_client_key ON target_list_members (target_list_id, client_id);
CREATE UNIQUE INDEX target_list_members_prospect_key ON target_list_members (target_list_id, prospect_tax_id)
  WHERE archived_at IS NULL;
CREATE INDEX target_list_members_by_account_name ON target_list_members ((sort_key(account_name) COLLATE "C"), id)
  WHERE archived_at IS NULL;
CREATE INDEX target_list_members_by_priority ON target_list_members (priority, id) WHERE archived_at IS NULL;
CREATE INDEX target_list_members_by_score ON target_list_members (score, id) WHERE archived_at IS NULL;
CREATE INDEX target_list_members_by_state ON target_list_members (state, id) WHERE archived_at IS NULL;
CREATE INDEX target_list_members_by_estimated_amount ON target_list_members (estimated_amount, id)
  WHERE archived_at IS NULL AND estimated_amount IS NOT NULL;
CREATE INDEX target_list_members_by_last_activity_at ON target_list_members (last_activity_at, id)
  WHERE archived_at IS NULL AND last_activity_at IS NOT NULL;
CREATE INDEX target_list_members_by_created_at ON target_list_members (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX target_list_members_by_updated_at ON target_list_members (updated_at, id) WHERE archived_at IS NULL;
-- Members are looked at list by list: within one, in its usual order.
CREATE INDEX target_list_members_list ON target_list_members (target_list_id, score, id) WHERE archived_at IS NULL;
CREATE INDEX target_list_members_client_id ON target_list_members (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX target_list_members_assigned_to_id ON target_list_members (assigned_to_id, score, id) WHERE archived_at IS NULL;
CREATE INDEX target_list_members_search ON target_list_members USING gin (search_text gin_trgm_ops);
CREATE INDEX target_list_members_archived_at ON target_list_members (archived_at) WHERE archived_at IS NOT NULL;

-- What a member repeats: of its list and of its client. The list is held so that it cannot be activated meanwhile.
CREATE FUNCTION fill_target_list_member() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.target_list_id IS DISTINCT FROM OLD.target_list_id THEN
    SELECT purpose, period, is_live, currency_code
      INTO NEW.list_purpose, NEW.list_period, NEW.list_is_live, NEW.currency_code
      FROM target_lists WHERE id = NEW.target_list_id FOR KEY SHARE;
  END IF;
  IF TG_OP = 'INSERT' OR NEW.client_id IS DISTINCT FROM OLD.client_id OR NEW.prospect_name IS DISTINCT FROM OLD.prospect_name THEN
    NEW.account_name := coalesce((SELECT trade_name FROM clients WHERE id = NEW.client_id), NEW.prospect_name, NEW.account_name);
  END IF;
  IF NEW.archived_at IS NULL THEN
    NEW.left_by_filter := false;
  END IF;
  NEW.reached := greatest(NEW.reached,
    coalesce(array_position('{contacted,meeting,proposal,won}'::text[], NEW.state::text), 0));
  IF NEW.state <> 'won' THEN
    NEW.won_amount := NULL;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER fill BEFORE INSERT OR UPDATE ON target_list_members
  FOR EACH ROW EXECUTE FUNCTION fill_target_list_member();

CREATE FUNCTION rename_target_list_members() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE target_list_members SET account_name = NEW.trade_name WHERE client_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER rename_target_list_members AFTER UPDATE OF trade_name ON clients
  FOR EACH ROW WHEN (OLD.trade_name IS DISTINCT FROM NEW.trade_name) EXECUTE FUNCTION rename_target_list_members();

-- How a list counts its members. What differs is added to what stands there, so that changes made at once by several
-- people all count.
CREATE FUNCTION count_target_list_members() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  WITH signed AS (SELECT 1 AS sign, * FROM new_rows UNION ALL SELECT -1, * FROM old_rows)
  UPDATE target_lists t SET accounts = t.accounts + d.accounts, contacted = t.contacted + d.contacted,
    meetings = t.meetings + d.meetings, proposals = t.proposals + d.proposals, won = t.won + d.won,
    discarded = t.discarded + d.discarded, unassigned = t.unassigned + d.unassigned, won_amount = t.won_amount + d.won_amount
  FROM (
    SELECT target_list_id, sum(sign) AS accounts,
      coalesce(sum(sign) FILTER (WHERE reached >= 1), 0) AS contacted, coalesce(sum(sign) FILTER (WHERE reached >= 2), 0) AS meetings,
      coalesce(sum(sign) FILTER (WHERE reached >= 3), 0) AS proposals, coalesce(sum(sign) FILTER (WHERE state = 'won'), 0) AS won,
      coalesce(sum(sign) FILTER (WHERE state = 'discarded'), 0) AS discarded,
      coalesce(sum(sign) FILTER (WHERE assigned_to_id IS NULL), 0) AS unassigned,
      coalesce(sum(sign * won_amount), 0) AS won_amount
    FROM signed WHERE archived_at IS NULL GROUP BY target_list_id ORDER BY target_list_id) d
  WHERE t.id = d.target_list_id
    AND (d.accounts, d.contacted, d.meetings, d.proposals, d.won, d.discarded, d.unassigned, d.won_amount)
      IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0);
  RETURN NULL;
END
$$;

-- The same for new members, of which there are no old rows.
CREATE FUNCTION count_new_target_list_members() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  WITH signed AS (SELECT 1 AS sign, * FROM new_rows)
  UPDATE target_lists t SET accounts = t.accounts + d.accounts, contacted = t.contacted + d.contacted,
    meetings = t.meetings + d.meetings, proposals = t.proposals + d.proposals, won = t.won + d.won,
    discarded = t.discarded + d.discarded, unassigned = t.unassigned + d.unassigned, won_amount = t.won_amount + d.won_amount
  FROM (
    SELECT target_list_id, sum(sign) AS accounts,
      coalesce(sum(sign) FILTER (WHERE reached >= 1), 0) AS contacted, coalesce(sum(sign) FILTER (WHERE reached >= 2), 0) AS meetings,
      coalesce(sum(sign) FILTER (WHERE reached >= 3), 0) AS proposals, coalesce(sum(sign) FILTER (WHERE state = 'won'), 0) AS won,
      coalesce(sum(sign) FILTER (WHERE state = 'discarded'), 0) AS discarded,
      coalesce(sum(sign) FILTER (WHERE assigned_to_id IS NULL), 0) AS unassigned,
      coalesce(sum(sign * won_amount), 0) AS won_amount
    FROM signed WHERE archived_at IS NULL GROUP BY target_list_id ORDER BY target_list_id) d
  WHERE t.id = d.target_list_id
    AND (d.accounts, d.contacted, d.meetings, d.proposals, d.won, d.discarded, d.unassigned, d.won_amount)
      IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0);
  RETURN NULL;
END
$$;

CREATE TRIGGER count_inserted AFTER INSERT ON target_list_members
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_new_target_list_members();
CREATE TRIGGER count_updated AFTER UPDATE ON target_list_members
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_target_list_members();

CALL track('target_list_members', unnoticed =>
  '{search_text,account_name,score,score_reasons,list_purpose,list_period,list_is_live,currency_code}');
CALL restrict_app('target_list_members', 'SELECT, INSERT, UPDATE');
CALL guard_owners('target_list_members', '{assigned_to_id}');
