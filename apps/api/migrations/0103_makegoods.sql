-- Makegoods that are offered to clients in a room; special days and official time.

SELECT set_config('pauta.request', 'migration:0103', true), set_config('pauta.reason', 'Compensaciones ofrecidas al cliente y días especiales', true);

CREATE TABLE makegood_offers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 160),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  placement_id uuid NOT NULL REFERENCES placements ON DELETE RESTRICT,
  missed_on date NOT NULL,
  inventory_item_id uuid REFERENCES inventory_items ON DELETE RESTRICT,
  starts_on date,
  ends_on date,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  worth numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (worth >= 0),
  billed_as_aired boolean NOT NULL DEFAULT false,
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'sent', 'accepted', 'declined', 'withdrawn')),
  sent_at timestamptz,
  answered_at timestamptz,
  answered_by text CHECK (char_length(answered_by) <= 120),
  remark text CHECK (char_length(remark) <= 1000),
  makegood_id uuid REFERENCES placements ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  -- The link by which the client answered; null: a user recorded it.
  answered_link_id uuid,
  CONSTRAINT makegood_offers_place CHECK (num_nonnulls(inventory_item_id, starts_on, ends_on) IN (0, 3) AND starts_on <= ends_on),
  CONSTRAINT makegood_offers_with_place CHECK (status NOT IN ('sent', 'accepted') OR inventory_item_id IS NOT NULL),
  CONSTRAINT makegood_offers_accepted CHECK (status <> 'accepted' OR makegood_id IS NOT NULL),
  CONSTRAINT makegood_offers_answered CHECK (
    (answered_at IS NULL) = (answered_by IS NULL) AND (status NOT IN ('accepted', 'declined') OR answered_at IS NOT NULL))
);

-- What was missed is offered once, until that offer is withdrawn.
CREATE UNIQUE INDEX makegood_offers_once ON makegood_offers (placement_id) WHERE status <> 'withdrawn';

CREATE INDEX makegood_offers_by_label ON makegood_offers ((sort_key(label) COLLATE "C"), id);
CREATE INDEX makegood_offers_by_missed_on ON makegood_offers (missed_on, id);
CREATE INDEX makegood_offers_by_starts_on ON makegood_offers (starts_on, id) WHERE starts_on IS NOT NULL;
CREATE INDEX makegood_offers_by_status ON makegood_offers (status, id);
CREATE INDEX makegood_offers_by_created_at ON makegood_offers (created_at, id);
CREATE INDEX makegood_offers_by_updated_at ON makegood_offers (updated_at, id);
CREATE INDEX makegood_offers_contract_id ON makegood_offers (contract_id, created_at, id);
CREATE INDEX makegood_offers_client_id ON makegood_offers (client_id, created_at, id);
CREATE INDEX makegood_offers_placement_id ON makegood_offers (placement_id, created_at, id);
CREATE INDEX makegood_offers_inventory_item_id ON makegood_offers (inventory_item_id, created_at, id);
CREATE INDEX makegood_offers_status ON makegood_offers (status, created_at, id);
CREATE INDEX makegood_offers_makegood_id ON makegood_offers (makegood_id, created_at, id);

CALL make_searchable('makegood_offers', 'label');
CALL track('makegood_offers', unnoticed => '{search_text}');
CALL restrict_app('makegood_offers', 'SELECT, INSERT, UPDATE');

-- The page of the client -----------------------------------------------------------------------------------------------

-- A link opens what is offered for one contract.
CREATE TABLE makegood_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  expires_on date NOT NULL,
  closed_at timestamptz,
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  code_hash bytea CHECK (octet_length(code_hash) = 32),
  code_until timestamptz,
  code_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT makegood_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT makegood_links_code CHECK ((code_hash IS NULL) = (code_until IS NULL)),
  UNIQUE (contract_id, id)
);
CREATE INDEX makegood_links_created_by ON makegood_links (created_by) WHERE created_by IS NOT NULL;
CALL track('makegood_links', key => 'contract_id', hidden => '{token_hash,code_hash}', unnoticed => '{code_until,code_attempts}');
CALL restrict_app('makegood_links', 'SELECT, INSERT, UPDATE (closed_at, code_hash, code_until, code_attempts)');

-- Every visit and act of the client: it only grows.
CREATE TABLE makegood_room_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contract_id uuid NOT NULL,
  link_id uuid NOT NULL,
  act text COLLATE "C" NOT NULL CHECK (act IN ('opened', 'code_sent', 'code_wrong', 'answered')),
  ip inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (contract_id, link_id) REFERENCES makegood_links (contract_id, id) ON DELETE RESTRICT
);
CREATE INDEX makegood_room_log_link_id ON makegood_room_log (contract_id, link_id, id);
CALL restrict_app('makegood_room_log', 'SELECT, INSERT');

ALTER TABLE makegood_offers ADD FOREIGN KEY (answered_link_id) REFERENCES makegood_links ON DELETE RESTRICT;
CREATE INDEX makegood_offers_answered_link_id ON makegood_offers (answered_link_id) WHERE answered_link_id IS NOT NULL;

-- What an offer is for stays. One that was accepted is what was placed; it ends only with that makegood.
CREATE FUNCTION keep_makegood_offer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (NEW.placement_id, NEW.contract_id, NEW.missed_on) IS DISTINCT FROM (OLD.placement_id, OLD.contract_id, OLD.missed_on)
    OR OLD.status = 'withdrawn' AND NEW.status <> 'withdrawn'
    OR OLD.status = 'accepted' AND (NEW.status NOT IN ('accepted', 'withdrawn') OR
      (NEW.makegood_id, NEW.answered_at, NEW.answered_by) IS DISTINCT FROM (OLD.makegood_id, OLD.answered_at, OLD.answered_by)) THEN
    RAISE EXCEPTION 'the makegood offer % stays', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'makegood_offers_stay', TABLE = 'makegood_offers';
  END IF;
  IF NEW.status = 'accepted' AND OLD.status <> 'accepted' AND NOT EXISTS (
    SELECT FROM placements p WHERE p.id = NEW.makegood_id AND p.makegood_of_id = NEW.placement_id AND p.status <> 'cancelled'
      AND (p.inventory_item_id, p.starts_on, p.ends_on) = (NEW.inventory_item_id, NEW.starts_on, NEW.ends_on)) THEN
    RAISE EXCEPTION 'the makegood offer % is accepted without its makegood', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'makegood_offers_placed', TABLE = 'makegood_offers';
  END IF;
  IF OLD.status = 'accepted' AND NEW.status = 'withdrawn' AND EXISTS (
    SELECT FROM placements WHERE id = NEW.makegood_id AND status <> 'cancelled') THEN
    RAISE EXCEPTION 'the makegood of offer % is placed', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'makegood_offers_stay', TABLE = 'makegood_offers';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep BEFORE UPDATE ON makegood_offers FOR EACH ROW EXECUTE FUNCTION keep_makegood_offer();

-- An offer ends once its placement is compensated in another way or was aired after all, and once its makegood is cancelled.
-- At the end of the transaction, so that the one that accepts it is not concerned.
CREATE FUNCTION end_makegood_offers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE makegood_offers SET status = 'withdrawn'
  WHERE placement_id = coalesce(NEW.makegood_of_id, NEW.id) AND status IN ('open', 'sent', 'declined')
    AND (NEW.makegood_of_id IS NULL OR NEW.status <> 'cancelled');
  UPDATE makegood_offers SET status = 'withdrawn'
  WHERE makegood_id = NEW.id AND status = 'accepted' AND NEW.status = 'cancelled';
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER end_offers_of_compensated AFTER INSERT ON placements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.makegood_of_id IS NOT NULL) EXECUTE FUNCTION end_makegood_offers();
CREATE CONSTRAINT TRIGGER end_offers_of_changed AFTER UPDATE OF status ON placements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.status = 'not_aired' AND NEW.status <> 'not_aired' OR NEW.status = 'cancelled' AND NEW.makegood_of_id IS NOT NULL)
  EXECUTE FUNCTION end_makegood_offers();

-- Special days and official time ---------------------------------------------------------------------------------------

CREATE TABLE special_days (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  kind text COLLATE "C" NOT NULL DEFAULT 'block' CHECK (kind IN ('block', 'official')),
  subdivision_id uuid REFERENCES subdivisions ON DELETE RESTRICT,
  dates daterange NOT NULL CHECK (NOT isempty(dates)),
  breaks integer NOT NULL DEFAULT 0 CHECK (breaks >= 0),
  moved integer NOT NULL DEFAULT 0 CHECK (moved >= 0),
  unplaced integer NOT NULL DEFAULT 0 CHECK (unplaced >= 0),
  status text COLLATE "C" NOT NULL DEFAULT 'applied' CHECK (status IN ('applied', 'reverted')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX special_days_by_name ON special_days ((sort_key(name) COLLATE "C"), id);
CREATE INDEX special_days_by_dates ON special_days (dates, id);
CREATE INDEX special_days_by_status ON special_days (status, id);
CREATE INDEX special_days_by_created_at ON special_days (created_at, id);
CREATE INDEX special_days_by_updated_at ON special_days (updated_at, id);
CREATE INDEX special_days_kind ON special_days (kind, created_at, id);
CREATE INDEX special_days_subdivision_id ON special_days (subdivision_id, created_at, id);
CREATE INDEX special_days_dates ON special_days USING gist (dates);
CREATE INDEX special_days_status ON special_days (status, created_at, id);

CALL make_searchable('special_days', 'name');
CALL track('special_days', unnoticed => '{search_text}');
CALL restrict_app('special_days', 'SELECT, INSERT, UPDATE');

-- Seconds of a break that official time takes on a day; where a break counts spots, spots.
CREATE TABLE official_spots (
  id uuid PRIMARY KEY DEFAULT new_id(),
  special_day_id uuid NOT NULL REFERENCES special_days ON DELETE RESTRICT,
  inventory_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE RESTRICT,
  day date NOT NULL,
  units integer NOT NULL CHECK (units BETWEEN 1 AND 7200),
  duration_sec integer NOT NULL CHECK (duration_sec BETWEEN 1 AND 7200),
  institution text NOT NULL CHECK (char_length(institution) BETWEEN 1 AND 120),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 160),
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);
CREATE INDEX official_spots_special_day ON official_spots (special_day_id, day, id);
CREATE INDEX official_spots_item ON official_spots (inventory_item_id, day) WHERE ended_at IS NULL;
CREATE INDEX official_spots_created_by ON official_spots (created_by) WHERE created_by IS NOT NULL;
CALL track('official_spots', key => 'special_day_id');
CALL restrict_app('official_spots', 'SELECT, INSERT, UPDATE (ended_at)');

-- The exceptions with which a special day blocks breaks.
CREATE TABLE special_day_exceptions (
  special_day_id uuid NOT NULL REFERENCES special_days ON DELETE CASCADE,
  exception_id uuid NOT NULL REFERENCES capacity_exceptions ON DELETE CASCADE,
  PRIMARY KEY (special_day_id, exception_id)
);
CREATE INDEX special_day_exceptions_exception ON special_day_exceptions (exception_id);
CALL restrict_app('special_day_exceptions', 'SELECT, INSERT');

-- The spots that had to leave, and where they went; null: their unit is to be placed again.
CREATE TABLE special_day_moves (
  special_day_id uuid NOT NULL REFERENCES special_days ON DELETE CASCADE,
  placement_id uuid NOT NULL REFERENCES placements ON DELETE CASCADE,
  from_item_id uuid NOT NULL REFERENCES inventory_items ON DELETE CASCADE,
  from_day date NOT NULL,
  to_item_id uuid REFERENCES inventory_items ON DELETE CASCADE,
  to_day date,
  PRIMARY KEY (special_day_id, placement_id),
  CHECK ((to_item_id IS NULL) = (to_day IS NULL))
);
CREATE INDEX special_day_moves_placement ON special_day_moves (placement_id);
CREATE INDEX special_day_moves_from ON special_day_moves (from_item_id);
CREATE INDEX special_day_moves_to ON special_day_moves (to_item_id) WHERE to_item_id IS NOT NULL;
CALL restrict_app('special_day_moves', 'SELECT, INSERT, UPDATE (to_item_id, to_day)');

-- The days on which a space has another capacity than usual, as `capacity_on` reads them: what official time leaves comes
-- first, and then its exceptions.
CREATE FUNCTION exceptions_of(space uuid) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH plain AS (
    SELECT coalesce(jsonb_agg(jsonb_build_object('from', lower(e.dates), 'to', upper(e.dates) - 1, 'capacity', e.capacity)
      ORDER BY e.dates), '[]') AS days
    FROM capacity_exceptions e WHERE e.inventory_item_id = space AND e.archived_at IS NULL
  ), official AS (
    SELECT coalesce(jsonb_agg(jsonb_build_object('from', o.day, 'to', o.day, 'capacity', greatest(0,
      capacity_on(jsonb_populate_record(i, jsonb_build_object('exceptions', plain.days)), o.day) - o.units)) ORDER BY o.day), '[]') AS days
    FROM plain, inventory_items i JOIN LATERAL (
      SELECT day, sum(units)::integer AS units FROM official_spots
      WHERE inventory_item_id = i.id AND ended_at IS NULL GROUP BY day) o ON true
    WHERE i.id = space
  )
  SELECT official.days || plain.days FROM official, plain
$$;

CREATE OR REPLACE FUNCTION write_capacity_exceptions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM inventory_items WHERE id = NEW.inventory_item_id FOR UPDATE;
  UPDATE inventory_items SET exceptions = exceptions_of(NEW.inventory_item_id) WHERE id = NEW.inventory_item_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER write_exceptions AFTER INSERT OR UPDATE ON official_spots
  FOR EACH ROW EXECUTE FUNCTION write_capacity_exceptions();

INSERT INTO permissions (name, module, label) VALUES
  ('placements.special_days', 'Cupos', 'Bloquear días y cargar tiempo oficial'),
  ('placements.import', 'Cupos', 'Importar colocaciones');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.name FROM roles r, (VALUES ('placements.special_days'), ('placements.import')) AS p(name)
WHERE r.name IN ('admin', 'traffic');

CALL leave_with_demonstration('{makegood_links,makegood_room_log,makegood_offers,special_days,official_spots,special_day_exceptions,special_day_moves}');
