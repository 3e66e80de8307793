-- What is put on the air is proved every night, and what of delivery was missing so far.

SELECT set_config('pauta.request', 'migration:0105', true), set_config('pauta.reason', 'Pruebas de implementación y propuestas de crédito', true);

SET CONSTRAINTS ALL IMMEDIATE;

-- Sheets and orders --------------------------------------------------------------------------------------------------

-- When it was approved first: it may be reopened later for another material, while its line stays on the air.
ALTER TABLE tech_sheets ADD COLUMN approved_at timestamptz;
CALL unnotice('tech_sheets', '{approved_at}');
ALTER TABLE tech_sheets DISABLE TRIGGER USER;
UPDATE tech_sheets s SET approved_at = s.updated_at
WHERE s.status = 'approved' OR EXISTS (
  SELECT FROM work_orders w
  WHERE w.order_line_id = s.order_line_id AND (w.live_on IS NOT NULL OR w.status IN ('on_air', 'completed'))
    AND (w.package_item_id IS NULL OR w.package_item_id = s.package_item_id));
ALTER TABLE tech_sheets ENABLE TRIGGER USER;

CREATE FUNCTION note_sheet_approval() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.approved_at := coalesce(NEW.approved_at, now());
  RETURN NEW;
END
$$;
CREATE TRIGGER note_approval BEFORE INSERT OR UPDATE OF status ON tech_sheets FOR EACH ROW
  WHEN (NEW.status = 'approved') EXECUTE FUNCTION note_sheet_approval();

-- What an earlier release completed had no required steps, and nothing keeps it from being done.
ALTER TABLE work_order_steps DISABLE TRIGGER USER;
UPDATE work_order_steps s SET done_at = w.updated_at, remark = 'La orden se completó antes de llevar sus pasos.'
FROM work_orders w WHERE w.id = s.work_order_id AND w.status = 'completed' AND s.is_required AND s.done_at IS NULL;
ALTER TABLE work_order_steps ENABLE TRIGGER USER;
ALTER TABLE work_orders DISABLE TRIGGER USER;
UPDATE work_orders SET steps_open = 0 WHERE status = 'completed' AND steps_open > 0;
UPDATE work_orders SET blockers = NULL, blocked_on = NULL, solver_id = NULL WHERE status = 'completed' AND blockers IS NOT NULL;
ALTER TABLE work_orders ENABLE TRIGGER USER;

-- Whether a sheet of the line of a work order, or of its component, is not approved yet.
CREATE FUNCTION awaits_sheet(work work_orders) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM tech_sheets s
    WHERE s.order_line_id = work.order_line_id AND s.status <> 'approved'
      AND (work.package_item_id IS NULL OR work.package_item_id = s.package_item_id))
$$;

-- Nothing goes on the air, and nothing is completed, with required steps to do or without its approved sheets.
CREATE OR REPLACE FUNCTION advance_work_order() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.status IN ('in_progress', 'on_air') AND NEW.steps_open > 0 THEN
    RAISE EXCEPTION 'work order % has steps to do', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'work_orders_steps_done', TABLE = 'work_orders';
  END IF;
  IF NEW.kind NOT IN ('removal', 'maintenance', 'production') THEN
    IF OLD.status = 'in_progress' AND awaits_sheet(NEW) THEN
      RAISE EXCEPTION 'work order % has no approved sheet', NEW.id
        USING ERRCODE = '23514', CONSTRAINT = 'work_orders_sheet_approved', TABLE = 'work_orders';
    END IF;
    NEW.live_on := coalesce(NEW.live_on, business_date());
  END IF;
  RETURN NEW;
END
$$;

-- Who does the work starts and finishes it.
UPDATE permissions SET label = 'Hacer órdenes de trabajo: iniciarlas, marcar pasos, agregar fotos y terminarlas'
WHERE name = 'work_orders.execute';
INSERT INTO role_permissions (role_id, permission)
SELECT role_id, 'work_orders.execute' FROM role_permissions WHERE permission = 'work_orders.update_all'
ON CONFLICT DO NOTHING;

-- Acceptance of evidence by silence ----------------------------------------------------------------------------------

ALTER TABLE companies ADD COLUMN evidence_silence_days integer CHECK (evidence_silence_days BETWEEN 0 AND 90);
-- Signed with the contract, like its other terms.
ALTER TABLE contracts ADD COLUMN evidence_silence_days integer CHECK (evidence_silence_days BETWEEN 0 AND 90);

-- Days without an answer after which evidence of a contract is accepted: what it says, else its company, else the
-- setting; 0: never.
CREATE FUNCTION silence_days_of(contract uuid) RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(c.evidence_silence_days, k.evidence_silence_days,
    (SELECT (s.value #>> '{}')::integer FROM settings s WHERE s.key = 'evidence_silence_days'), 0)
  FROM contracts c JOIN companies k ON k.id = c.company_id WHERE c.id = contract
$$;

-- Credits that are owed -----------------------------------------------------------------------------------------------

CREATE TABLE owed_credits (
  id uuid PRIMARY KEY DEFAULT new_id(),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 160),
  source text COLLATE "C" NOT NULL DEFAULT 'objection' CHECK (source IN ('objection', 'late_start')),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  objection_id uuid REFERENCES evidence_objections ON DELETE RESTRICT,
  late_start_id uuid REFERENCES late_starts ON DELETE RESTRICT,
  reason text CHECK (char_length(reason) <= 4000),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL CHECK (amount >= 0.01),
  credit_note_id uuid REFERENCES invoices ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'credited', 'withdrawn')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT owed_credits_source CHECK ((source = 'objection') = (objection_id IS NOT NULL) AND (source = 'late_start') = (late_start_id IS NOT NULL)),
  CONSTRAINT owed_credits_credited CHECK ((status = 'credited') = (credit_note_id IS NOT NULL))
);

CREATE INDEX owed_credits_by_label ON owed_credits ((sort_key(label) COLLATE "C"), id);
CREATE INDEX owed_credits_by_status ON owed_credits (status, id);
CREATE INDEX owed_credits_by_created_at ON owed_credits (created_at, id);
CREATE INDEX owed_credits_by_updated_at ON owed_credits (updated_at, id);
CREATE INDEX owed_credits_source ON owed_credits (source, created_at, id);
CREATE INDEX owed_credits_contract_id ON owed_credits (contract_id, created_at, id);
CREATE INDEX owed_credits_client_id ON owed_credits (client_id, created_at, id);
CREATE INDEX owed_credits_objection_id ON owed_credits (objection_id) WHERE objection_id IS NOT NULL;
CREATE INDEX owed_credits_late_start_id ON owed_credits (late_start_id) WHERE late_start_id IS NOT NULL;
CREATE INDEX owed_credits_credit_note_id ON owed_credits (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX owed_credits_status ON owed_credits (status, created_at, id);

CALL make_searchable('owed_credits', 'label');
CALL track('owed_credits', unnoticed => '{search_text}');

-- Only triggers make them; billing names the credit note.
CALL restrict_app('owed_credits', 'SELECT, UPDATE (status, credit_note_id, client_id)');
-- A decision gives one credit at a time; one that was taken back and given again leaves both.
CREATE UNIQUE INDEX owed_credits_objection_once ON owed_credits (objection_id) WHERE objection_id IS NOT NULL AND status <> 'withdrawn';
CREATE UNIQUE INDEX owed_credits_late_start_once ON owed_credits (late_start_id) WHERE late_start_id IS NOT NULL AND status <> 'withdrawn';
CREATE UNIQUE INDEX owed_credits_note_once ON owed_credits (credit_note_id) WHERE credit_note_id IS NOT NULL;

INSERT INTO owed_credits (label, source, contract_id, client_id, objection_id, reason, currency_code, amount, credit_note_id, status,
  created_at)
SELECT o.label, 'objection', r.contract_id, r.client_id, o.id, o.body, o.currency_code, o.credit, o.credit_note_id,
  CASE o.status WHEN 'credited' THEN 'credited' ELSE 'open' END, o.decided_at
FROM evidence_objections o JOIN evidence_reports r ON r.id = o.report_id WHERE o.status IN ('credit', 'credited');
INSERT INTO owed_credits (label, source, contract_id, client_id, late_start_id, reason, currency_code, amount)
SELECT l.label, 'late_start', l.contract_id, l.client_id, l.id, l.decision, l.currency_code, l.amount
FROM late_starts l WHERE l.status = 'accepted' AND l.kind = 'credit' AND l.amount > 0;

-- What an objection is decided with is owed, until the decision is taken back or the credit note is there.
CREATE FUNCTION owe_objection() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status IN ('credit', 'credited') THEN
    INSERT INTO owed_credits (label, source, contract_id, client_id, objection_id, reason, currency_code, amount)
    SELECT NEW.label, 'objection', r.contract_id, r.client_id, NEW.id, NEW.body, NEW.currency_code, NEW.credit
    FROM evidence_reports r
    WHERE r.id = NEW.report_id AND NOT EXISTS (
      SELECT FROM owed_credits o WHERE o.objection_id = NEW.id AND o.status <> 'withdrawn');
    UPDATE owed_credits SET status = CASE NEW.status WHEN 'credited' THEN 'credited' ELSE 'open' END,
      credit_note_id = NEW.credit_note_id
    WHERE objection_id = NEW.id AND status <> 'withdrawn' AND credit_note_id IS DISTINCT FROM NEW.credit_note_id;
  ELSE
    UPDATE owed_credits SET status = 'withdrawn', credit_note_id = NULL WHERE objection_id = NEW.id AND status <> 'withdrawn';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER owe AFTER UPDATE OF status, credit_note_id ON evidence_objections FOR EACH ROW
  WHEN (NEW.status IN ('credit', 'credited') OR OLD.status IN ('credit', 'credited')) EXECUTE FUNCTION owe_objection();

-- So is the credit for a late start that is accepted; what is credited is not decided again.
CREATE FUNCTION owe_late_start() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.status = 'accepted' THEN
    INSERT INTO owed_credits (label, source, contract_id, client_id, late_start_id, reason, currency_code, amount)
    SELECT NEW.label, 'late_start', NEW.contract_id, NEW.client_id, NEW.id, NEW.decision, NEW.currency_code, NEW.amount
    WHERE NEW.kind = 'credit' AND NEW.amount > 0;
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT FROM owed_credits WHERE late_start_id = NEW.id AND status = 'credited' FOR NO KEY UPDATE) THEN
    RAISE EXCEPTION 'late start % is credited', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'late_starts_credited', TABLE = 'late_starts';
  END IF;
  UPDATE owed_credits SET status = 'withdrawn' WHERE late_start_id = NEW.id AND status = 'open';
  RETURN NULL;
END
$$;
CREATE TRIGGER owe AFTER UPDATE OF status ON late_starts FOR EACH ROW
  WHEN (NEW.status <> OLD.status AND 'accepted' IN (NEW.status, OLD.status)) EXECUTE FUNCTION owe_late_start();

-- What billing says of a credit, its objection says too.
CREATE FUNCTION settle_objection() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE evidence_objections SET status = CASE NEW.status WHEN 'credited' THEN 'credited' ELSE 'credit' END,
    credit_note_id = NEW.credit_note_id
  WHERE id = NEW.objection_id AND status IN ('credit', 'credited') AND credit_note_id IS DISTINCT FROM NEW.credit_note_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER settle_objection AFTER UPDATE OF status, credit_note_id ON owed_credits FOR EACH ROW
  WHEN (NEW.objection_id IS NOT NULL AND NEW.status <> 'withdrawn') EXECUTE FUNCTION settle_objection();

CALL leave_with_demonstration('{owed_credits}');

-- Contracts that were signed before have their orders, and what ended its removals.
SELECT open_work_orders(id) FROM contracts WHERE status IN ('signed', 'active', 'suspended') ORDER BY id;
SELECT open_removals(business_date() + 7);
