-- Options: holds that are asked for, that wait in a queue behind others, that are challenged and displaced.

SELECT set_config('pauta.request', 'migration:0072', true), set_config('pauta.reason', 'Cola de opciones de las reservas', true);

ALTER TABLE holds
  DROP CONSTRAINT holds_status_check,
  ADD CONSTRAINT holds_status_check CHECK (status IN ('requested', 'queued', 'active', 'converted', 'released', 'expired', 'displaced', 'rejected')),
  -- The agency that buys for the client.
  ADD COLUMN agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  -- Whether it waits if there is no room for it.
  ADD COLUMN waits boolean NOT NULL DEFAULT false,
  -- Since when it waits: the order of the queue.
  ADD COLUMN queued_at timestamptz,
  ADD CONSTRAINT holds_queued CHECK (status <> 'queued' OR queued_at IS NOT NULL),
  -- The option that challenged it, which gets its place unless it becomes a sale by `expires_at`; and when it would have
  -- ended otherwise.
  ADD COLUMN challenged_by_id uuid REFERENCES holds ON DELETE RESTRICT CHECK (challenged_by_id <> id),
  ADD COLUMN unchallenged_until timestamptz,
  ADD CONSTRAINT holds_challenged CHECK ((challenged_by_id IS NULL) = (unchallenged_until IS NULL)),
  -- The option that got its place by an approval.
  ADD COLUMN displaced_by_id uuid REFERENCES holds ON DELETE RESTRICT CHECK (displaced_by_id <> id),
  ADD CONSTRAINT holds_displaced CHECK (status <> 'displaced' OR displaced_by_id IS NOT NULL),
  -- The place in the queue is computed: it changes with the holds before it.
  DROP COLUMN rank;

CREATE INDEX holds_agency_id ON holds (agency_id, created_at, id);
CREATE INDEX holds_queue ON holds (inventory_item_id, queued_at, id) WHERE status = 'queued';
CREATE INDEX holds_challenged_by_id ON holds (challenged_by_id) WHERE challenged_by_id IS NOT NULL;
CREATE INDEX holds_displaced_by_id ON holds (displaced_by_id) WHERE displaced_by_id IS NOT NULL;
CREATE INDEX holds_by_queued_at ON holds (queued_at, id) WHERE queued_at IS NOT NULL;
CREATE INDEX holds_open ON holds (owner_id) WHERE status IN ('requested', 'queued', 'active');
DROP INDEX holds_due;
CREATE INDEX holds_due ON holds (expires_at) WHERE status IN ('requested', 'queued', 'active');

-- Only its agency is added: the hold does not change otherwise.
ALTER TABLE holds DISABLE TRIGGER USER;
UPDATE holds h SET agency_id = q.agency_id FROM quotes q WHERE q.id = h.quote_id AND q.agency_id IS NOT NULL;
ALTER TABLE holds ENABLE TRIGGER USER;

UPDATE owner_columns SET finished_states = '{converted,released,expired,displaced,rejected}' WHERE table_name = 'holds';

-- A line of a quote has one hold that may still become a sale.
DROP INDEX holds_quote_line_active;
CREATE UNIQUE INDEX holds_quote_line_open ON holds (quote_line_id, package_item_id) NULLS NOT DISTINCT
  WHERE status IN ('requested', 'queued', 'active') AND quote_line_id IS NOT NULL;

-- 1 is the first option. Of a hold in the queue: how many there are before it that compete for some of its days, in the
-- same space, in one inside of it or in one around it; null once it ended.
CREATE FUNCTION rank(h holds) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT CASE h.status WHEN 'active' THEN 1 WHEN 'queued' THEN 2 + (
    SELECT count(*)::integer FROM inventory_items i JOIN inventory_items x ON x.path @> ARRAY[i.id] OR i.path @> ARRAY[x.id]
      JOIN holds o ON o.inventory_item_id = x.id
    WHERE i.id = h.inventory_item_id AND o.status = 'queued' AND o.expires_at > now() AND o.flight && h.flight
      AND (o.queued_at, o.id) < (h.queued_at, h.id)) END
$$;

-- What a hold occupies does not change, and a hold that ended stays ended.
CREATE OR REPLACE FUNCTION keep_hold() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.inventory_item_id, NEW.flight, NEW.days, NEW.units_per_day, NEW.duration_sec)
      IS DISTINCT FROM (OLD.inventory_item_id, OLD.flight, OLD.days, OLD.units_per_day, OLD.duration_sec)
    OR NEW.status <> OLD.status AND (OLD.status NOT IN ('requested', 'queued', 'active')
      OR NEW.status = 'requested' OR OLD.status = 'active' AND NEW.status = 'queued') THEN
    RAISE EXCEPTION 'hold % stays as it is', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'holds_stays', TABLE = 'holds';
  END IF;
  RETURN NEW;
END
$$;

-- Only an active hold has cells, and it has them until it ends. Checked when the transaction ends, because a hold and its
-- cells are written by two statements.
CREATE FUNCTION check_hold_cells() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  now_is text := (SELECT status FROM holds WHERE id = NEW.id);
BEGIN
  IF now_is <> 'active' AND EXISTS (SELECT FROM capacity_cells c WHERE c.hold_id = NEW.id AND c.state = 'held') THEN
    RAISE EXCEPTION 'hold % ended and still has cells', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'holds_cells', TABLE = 'holds';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER check_cells AFTER UPDATE OF status ON holds DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status = 'active' AND NEW.status <> 'active') EXECUTE FUNCTION check_hold_cells();

-- A line that waits in the queue, or whose hold is asked for, does not change either.
CREATE OR REPLACE FUNCTION quote_lines_check_held() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM holds WHERE quote_line_id = OLD.id AND status IN ('requested', 'queued', 'active') AND expires_at > now()) THEN
    RAISE EXCEPTION 'line % is held', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'quote_lines_held', TABLE = 'quote_lines';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

-- The client and the agency of a quote stay while spaces are held, or asked for, for them.
CREATE OR REPLACE FUNCTION quotes_check_parties() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- A merge of clients, and its undo, change the holds too.
  IF coalesce(audit_setting('merging'), '') <> 'on' AND EXISTS (
    SELECT FROM holds WHERE quote_id = NEW.id AND status IN ('requested', 'queued', 'active') AND expires_at > now()) THEN
    RAISE EXCEPTION 'quote % holds spaces for its client', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'quotes_parties_held', TABLE = 'quotes';
  END IF;
  RETURN NEW;
END
$$;

-- Reminders -----------------------------------------------------------------------------------------------------------

-- Owners are reminded once of each end, so many hours before it. A renewal has another end.
CREATE TABLE hold_reminders (
  hold_id uuid NOT NULL REFERENCES holds ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  hours integer NOT NULL CHECK (hours > 0),
  PRIMARY KEY (hold_id, expires_at, hours)
);
CALL restrict_app('hold_reminders', 'SELECT, INSERT');

-- Leaving the demonstration ------------------------------------------------------------------------------------------

-- Leaving the demonstration also deletes the rows of these tables. Migrations call it for tables that refer to records.
CREATE PROCEDURE leave_with_demonstration(targets text[])
LANGUAGE plpgsql AS $$
DECLARE
  definition text := pg_get_functiondef('leave_demonstration()'::regprocedure);
  target text;
BEGIN
  FOREACH target IN ARRAY targets LOOP
    IF definition !~ ('[,{\s]' || target || '[,}\s]') THEN
      definition := replace(definition, 'price_lists,', 'price_lists,' || target || ',');
    END IF;
    IF definition !~ ('[,{\s]' || target || '[,}\s]') THEN
      RAISE EXCEPTION 'leave_demonstration() does not delete %', target;
    END IF;
  END LOOP;
  EXECUTE definition;
END
$$;
CALL leave_with_demonstration('{hold_reminders,points_of_interest}');

-- Rights --------------------------------------------------------------------------------------------------------------

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check
  CHECK (kind IN ('credit_proposal', 'quotes', 'contracts', 'addenda', 'price_lists', 'holds'));

INSERT INTO permissions (name, module, label) VALUES
  ('holds.approve', 'Ocupación y reservas', 'Aprobar reservas y desplazamientos, y promover opciones');
INSERT INTO role_permissions (role_id, permission)
  SELECT id, 'holds.approve' FROM roles WHERE name IN ('admin', 'general_manager', 'sales_manager', 'inventory') AND archived_at IS NULL;
