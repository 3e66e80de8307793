-- The running life of contracts: suspended with or without its spaces, resumed, cancelled, finished and renewed.

SELECT set_config('pauta.request', 'migration:0084', true), set_config('pauta.reason', 'Vida de los contratos', true);

-- Suspension -------------------------------------------------------------------------------------------------------

DROP TRIGGER refuse_frozen ON contracts;
ALTER TABLE contracts
  ADD COLUMN suspended_on date,
  ADD COLUMN suspension_kind text COLLATE "C" CHECK (suspension_kind IN ('arrears', 'client_request', 'other')),
  ADD COLUMN suspension_spaces text COLLATE "C" CHECK (suspension_spaces IN ('kept', 'released'));
UPDATE contracts SET suspended_on = business_date(updated_at), suspension_kind = 'other', suspension_spaces = 'kept'
WHERE status = 'suspended';
-- A table with pending checks is not altered.
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE contracts ADD CONSTRAINT contracts_suspension CHECK (
  num_nonnulls(suspended_on, suspension_kind, suspension_spaces) = CASE status WHEN 'suspended' THEN 3 ELSE 0 END);
CREATE TRIGGER refuse_frozen AFTER UPDATE OR DELETE ON contracts FOR EACH ROW EXECUTE FUNCTION refuse_frozen(
  'status', '{signed,active,suspended,finished,cancelled}',
  '{notes,po_number,billing_contact_id,owner_id,suspended_on,suspension_kind,suspension_spaces}');

-- As before (0049). A suspended contract returns to the state that its flight says, or is finished.
CREATE OR REPLACE FUNCTION contracts_check_state() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
    ('draft', 'pending_signature'), ('pending_signature', 'draft'), ('pending_signature', 'signed'),
    ('signed', 'active'), ('signed', 'suspended'), ('active', 'suspended'), ('suspended', 'signed'), ('suspended', 'active'),
    ('active', 'finished'), ('suspended', 'finished'), ('draft', 'cancelled'), ('pending_signature', 'cancelled'),
    ('signed', 'cancelled'), ('active', 'cancelled'), ('suspended', 'cancelled')) THEN
    RAISE EXCEPTION 'contract % does not go from % to %', NEW.id, OLD.status, NEW.status
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_state_change', TABLE = 'contracts';
  END IF;
  RETURN NEW;
END
$$;

-- Units of a quota that are booked on the days from one until before another and not placed, in its own space and in those
-- to which placements were moved.
CREATE FUNCTION free_units(q quotas, from_day date, until_day date) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(greatest(0, (c.units - coalesce((
    SELECT sum(p.units::bigint * o.cell_units) FROM quotas o JOIN placements p ON p.quota_id = o.id
    WHERE o.order_line_id = q.order_line_id AND p.inventory_item_id = c.item_id AND p.status <> 'cancelled'
      AND c.day BETWEEN p.starts_on AND p.ends_on), 0))::bigint / q.cell_units)), 0)::bigint
  FROM (
    SELECT item_id, day, sum(units) AS units FROM capacity_cells
    WHERE order_line_id = q.order_line_id AND day >= from_day AND day < until_day
      AND (item_id = q.inventory_item_id
        OR item_id NOT IN (SELECT inventory_item_id FROM quotas WHERE order_line_id = q.order_line_id))
    GROUP BY item_id, day) c
$$;

-- Ends what is placed of order lines from a day on, before their capacity is freed from that day on. What is not placed yet
-- remains so only as far as it is booked on the days from `since` until then.
CREATE FUNCTION cut_delivery(lines uuid[], since date, from_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM cut_placements(lines, from_day);
  UPDATE quotas q SET contracted = q.placed + least(q.contracted - q.placed, free_units(q, since, from_day))
  WHERE q.order_line_id = ANY (lines) AND q.placed < q.contracted;
END
$$;

-- Cancellation -----------------------------------------------------------------------------------------------------

CREATE TABLE cancellation_proposals (
  id uuid PRIMARY KEY DEFAULT new_id(),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 100),
  contract_id uuid NOT NULL UNIQUE REFERENCES contracts ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  -- The first day that is not delivered.
  effective_on date NOT NULL,
  reason_kind text COLLATE "C" NOT NULL DEFAULT 'client_request' CHECK (reason_kind IN ('client_request', 'arrears', 'breach', 'other')),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 1000),
  notice_days integer CHECK (notice_days >= 0),
  missing_notice_days integer NOT NULL DEFAULT 0 CHECK (missing_notice_days BETWEEN 0 AND coalesce(notice_days, 0)),
  penalty_pct numeric(7,4) CHECK (penalty_pct BETWEEN 0 AND 100),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  -- Before tax.
  contracted numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (contracted >= 0),
  delivered numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (delivered >= 0),
  undelivered numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (undelivered >= 0),
  billed numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (billed >= 0),
  credit numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (credit BETWEEN 0 AND billed),
  to_bill numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (to_bill BETWEEN 0 AND delivered),
  penalty numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (penalty BETWEEN 0 AND undelivered),
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'settled', 'dropped')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT cancellation_proposals_whole CHECK (delivered + undelivered = contracted),
  CONSTRAINT cancellation_proposals_settles CHECK (billed + to_bill = delivered + credit)
);

CREATE INDEX cancellation_proposals_by_effective_on ON cancellation_proposals (effective_on, id);
CREATE INDEX cancellation_proposals_by_status ON cancellation_proposals (status, id);
CREATE INDEX cancellation_proposals_by_created_at ON cancellation_proposals (created_at, id);
CREATE INDEX cancellation_proposals_by_updated_at ON cancellation_proposals (updated_at, id);
CREATE INDEX cancellation_proposals_contract_id ON cancellation_proposals (contract_id, created_at, id);
CREATE INDEX cancellation_proposals_client_id ON cancellation_proposals (client_id, created_at, id);
CREATE INDEX cancellation_proposals_reason_kind ON cancellation_proposals (reason_kind, created_at, id);
CREATE INDEX cancellation_proposals_credit ON cancellation_proposals (credit);
CREATE INDEX cancellation_proposals_status ON cancellation_proposals (status, created_at, id);

CALL make_searchable('cancellation_proposals', 'label');
CALL track('cancellation_proposals', unnoticed => '{search_text}');
CALL restrict_app('cancellation_proposals', 'SELECT, INSERT, UPDATE');
CALL leave_with_demonstration('{cancellation_proposals}');

-- What a cancellation settles stays as it was calculated.
CREATE FUNCTION keep_cancellation_proposal() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  changing constant text[] := '{status,row_version,updated_at,updated_by,search_text}';
BEGIN
  IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing THEN
    RAISE EXCEPTION 'cancellation proposal % stays as it is', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'cancellation_proposals_stay', TABLE = 'cancellation_proposals';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep BEFORE UPDATE ON cancellation_proposals FOR EACH ROW EXECUTE FUNCTION keep_cancellation_proposal();

-- Whether something of a contract may be placed, moved or compensated on a day: one that is cancelled runs until its notice
-- is over.
CREATE FUNCTION contract_runs(c contracts, day date DEFAULT business_date()) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT c.status IN ('signed', 'active') OR c.status = 'cancelled' AND EXISTS (
    SELECT FROM cancellation_proposals p WHERE p.contract_id = c.id AND p.effective_on > greatest(day, business_date()))
$$;

-- Ends the delivery of order lines from a day on: what is placed, and the work orders of what has not begun by then; those
-- of what ends tomorrow too.
CREATE FUNCTION end_delivery(lines uuid[], since date, from_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM cut_delivery(lines, since, from_day);
  UPDATE work_orders w SET status = 'cancelled' FROM order_lines o
  WHERE o.id = ANY (lines) AND w.order_line_id = o.id AND (from_day <= since OR lower(o.flight) >= from_day)
    AND w.status IN ('pending', 'material_pending', 'scheduled', 'in_progress', 'paused');
END
$$;

-- Units of a quota that are planned until a day, besides those that were aired: placements that are scheduled or confirmed,
-- and what is booked from tomorrow on and not placed yet.
CREATE FUNCTION planned_units(q quotas, until_day date) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT sum(p.units::bigint * (
      SELECT count(DISTINCT c.day) FROM capacity_cells c
      WHERE c.order_line_id = q.order_line_id AND c.item_id = p.inventory_item_id
        AND c.day BETWEEN p.starts_on AND least(p.ends_on, until_day - 1)))
    FROM placements p WHERE p.quota_id = q.id AND p.status IN ('scheduled', 'confirmed')), 0)::bigint
    + least(q.unplaced, free_units(q, business_date() + 1, until_day))::bigint
$$;

-- As `delivered_part`, of what will have been delivered when a contract ends on a day.
CREATE FUNCTION delivered_part_until(o order_lines, until_day date) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT coalesce(sum(s.share * d.part) / nullif(sum(s.share), 0), avg(d.part))
    FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s
      CROSS JOIN LATERAL (SELECT coalesce(
        (SELECT least(1, (q.aired + planned_units(q, until_day)) / q.sold)
        FROM quotas q WHERE q.order_line_id = o.id AND q.package_item_id IS NOT DISTINCT FROM s.package_item_id),
        (SELECT 1 FROM work_orders w WHERE w.order_line_id = o.id AND w.status = 'completed'
          AND (w.package_item_id IS NULL OR w.package_item_id = s.package_item_id) LIMIT 1), 0) AS part) d), 0)
$$;

-- As before (0057); what is cancelled with notice is sold until that is over.
CREATE OR REPLACE FUNCTION contracts_credit_sale() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  lines constant uuid[] := ARRAY(SELECT id FROM order_lines WHERE contract_id = NEW.id AND status = 'active' ORDER BY id);
BEGIN
  IF NEW.status = 'cancelled' THEN
    PERFORM end_sale(lines, coalesce(
      (SELECT effective_on - 1 FROM cancellation_proposals WHERE contract_id = NEW.id), business_date()));
  ELSE
    PERFORM credit_sale(NEW, lines, NEW.signed_on);
  END IF;
  RETURN NULL;
END
$$;

-- Contracts that were cancelled before. The day of a cancellation is that of their last change.
INSERT INTO cancellation_proposals (label, contract_id, client_id, effective_on, reason_kind, reason, notice_days,
  penalty_pct, currency_code, contracted, delivered, undelivered, billed, credit, to_bill, status)
SELECT left('Cancelación de ' || coalesce(c.number, c.name), 100), c.id, c.client_id, business_date(c.updated_at) + 1, 'other',
  'Cancelado antes de que se guardara su liquidación.', c.cancel_notice_days, c.penalty_pct, c.currency_code, a.contracted,
  a.delivered, a.contracted - a.delivered, a.billed, a.credit, a.to_bill,
  CASE WHEN a.credit > 0 THEN 'open' ELSE 'settled' END
FROM contracts c CROSS JOIN LATERAL (
  SELECT coalesce(sum(l.net), 0) AS contracted, coalesce(sum(l.delivered), 0) AS delivered,
    coalesce(sum(l.billed_net), 0) AS billed, coalesce(sum(greatest(0, l.billed_net - l.delivered)), 0) AS credit,
    coalesce(sum(greatest(0, l.delivered - l.billed_net)), 0) AS to_bill
  FROM (
    SELECT o.net, o.billed_net, round_amount(o.net * delivered_part(o), o.currency_code) AS delivered
    FROM order_lines o WHERE o.contract_id = c.id AND o.status = 'active') l) a
WHERE c.status = 'cancelled' AND c.signed_on IS NOT NULL;

-- As before (0049), and nothing is booked of a cancelled contract from its last day on.
CREATE OR REPLACE FUNCTION cells_of_order_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT order_line_id FROM new_cells WHERE order_line_id IS NOT NULL) c
    WHERE NOT EXISTS (SELECT FROM order_lines o WHERE o.id = c.order_line_id)) THEN
    RAISE EXCEPTION 'a cell is booked for an order line that does not exist'
      USING ERRCODE = '23503', CONSTRAINT = 'capacity_cells_order_line', TABLE = 'capacity_cells';
  END IF;
  IF EXISTS (
    SELECT FROM (SELECT order_line_id, max(day) AS day FROM new_cells WHERE order_line_id IS NOT NULL GROUP BY 1) s
      JOIN order_lines o ON o.id = s.order_line_id JOIN contracts c ON c.id = o.contract_id
      JOIN cancellation_proposals p ON p.contract_id = c.id
    WHERE c.status = 'cancelled' AND s.day >= p.effective_on) THEN
    RAISE EXCEPTION 'a cell is booked for a cancelled contract'
      USING ERRCODE = '23514', CONSTRAINT = 'capacity_cells_of_cancelled', TABLE = 'capacity_cells';
  END IF;
  RETURN NULL;
END
$$;

-- A contract that is suspended without its spaces has none from the next day on, one that is cancelled none from the day on
-- which it ends; what is to be settled of a signed one is known.
CREATE FUNCTION contracts_free_spaces() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM contracts c LEFT JOIN cancellation_proposals p ON p.contract_id = c.id AND c.status = 'cancelled'
      JOIN order_lines o ON o.contract_id = c.id JOIN capacity_cells s ON s.order_line_id = o.id
    WHERE c.id = NEW.id AND (c.suspension_spaces = 'released' AND s.day > c.suspended_on OR s.day >= p.effective_on)) THEN
    RAISE EXCEPTION 'contract % still has spaces', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_free_spaces', TABLE = 'contracts';
  END IF;
  IF EXISTS (
    SELECT FROM contracts c WHERE c.id = NEW.id AND c.status = 'cancelled' AND c.signed_on IS NOT NULL
      AND NOT EXISTS (SELECT FROM cancellation_proposals p WHERE p.contract_id = c.id)) THEN
    RAISE EXCEPTION 'contract % is cancelled without what is to be settled', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_cancellation', TABLE = 'contracts';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER free_spaces AFTER UPDATE OF status ON contracts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status IN ('suspended', 'cancelled')) EXECUTE FUNCTION contracts_free_spaces();

-- Completion -------------------------------------------------------------------------------------------------------

CREATE INDEX contracts_active ON contracts (upper(flight)) WHERE status = 'active';

-- What keeps a contract from being finished: placements whose result is not recorded, units that were neither aired nor
-- made good nor given back, work orders that are open, and other lines that were not delivered and are charged. What is
-- billed as it is delivered is given back by not being billed; anything else by a credit note. Bonuses have no price, so they
-- are aired.
CREATE FUNCTION unsettled(contract uuid) RETURNS TABLE (placements integer, units bigint, work_orders integer, lines integer)
LANGUAGE sql STABLE AS $$
  SELECT
    (SELECT count(*)::integer FROM placements p WHERE p.contract_id = contract AND p.status IN ('scheduled', 'confirmed')),
    coalesce(sum(q.missing) FILTER (WHERE NOT l.is_given_back), 0)::bigint,
    (SELECT count(*)::integer FROM work_orders w
      WHERE w.contract_id = contract AND w.status IN ('pending', 'material_pending', 'scheduled', 'in_progress', 'paused')
        AND NOT EXISTS (SELECT FROM quotas x WHERE x.order_line_id = w.order_line_id)),
    (count(*) FILTER (WHERE q.missing IS NULL AND l.part < 1 AND NOT l.is_given_back))::integer
  FROM (
    SELECT o.id, d.part, o.net > 0 AND o.net * (1 - d.part) <= CASE
        WHEN billed_as_delivered(o, c) THEN o.net - o.billed_net
        ELSE (SELECT coalesce(sum(n.net), 0) FROM invoice_lines n JOIN invoices i ON i.id = n.invoice_id
          WHERE n.order_line_id = o.id AND i.doc_kind = 'credit_note' AND i.status = 'issued') END + 0.01 AS is_given_back
    FROM contracts c JOIN order_lines o ON o.contract_id = c.id CROSS JOIN LATERAL (SELECT delivered_part(o) AS part) d
    WHERE c.id = contract AND o.status = 'active') l
    LEFT JOIN LATERAL (
      SELECT sum(greatest(0, x.sold - x.aired - coalesce((
        SELECT sum(p.load) FROM placements p WHERE p.quota_id = x.id AND p.status IN ('scheduled', 'confirmed')), 0))) AS missing
      FROM quotas x WHERE x.order_line_id = l.id) q ON true
$$;

-- Renewal ----------------------------------------------------------------------------------------------------------

-- A quote renews a contract, also one that was made without a quote. So far it named the quote of the contract.
ALTER TABLE quotes DISABLE TRIGGER USER;
ALTER TABLE quotes DROP CONSTRAINT quotes_renewal_of_id_fkey;
DO $$
DECLARE
  other_quote constant name := (SELECT conname FROM pg_constraint
    WHERE conrelid = 'quotes'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) = 'CHECK ((renewal_of_id <> id))');
BEGIN
  EXECUTE format('ALTER TABLE quotes DROP CONSTRAINT %I', other_quote);
END
$$;
DROP INDEX quotes_renewal_key;
UPDATE quotes q SET renewal_of_id = (
  SELECT c.id FROM contracts c WHERE c.quote_id = q.renewal_of_id ORDER BY c.signed_on NULLS LAST, c.id LIMIT 1)
WHERE renewal_of_id IS NOT NULL;
ALTER TABLE quotes ADD FOREIGN KEY (renewal_of_id) REFERENCES contracts ON DELETE RESTRICT;
ALTER TABLE quotes ENABLE TRIGGER USER;
CREATE UNIQUE INDEX quotes_renewal_key ON quotes (renewal_of_id) WHERE version = 1 AND archived_at IS NULL;
