-- Contracts that already run in another system: they are imported as signed, with what was aired and billed of them there.

SELECT set_config('pauta.request', 'migration:0090', true), set_config('pauta.reason', 'Contratos vigentes de otro sistema', true);

-- A function or trigger with a part of its text replaced; refused if it does not contain that part.
CREATE PROCEDURE pg_temp.amend(definition text, part text, other text)
LANGUAGE plpgsql AS $$
BEGIN
  IF position(part IN definition) = 0 THEN
    RAISE EXCEPTION '«%» is not part of %', part, definition;
  END IF;
  EXECUTE replace(definition, part, other);
END
$$;

SET CONSTRAINTS ALL IMMEDIATE;

-- What another system said of a contract --------------------------------------------------------------------------------

ALTER TABLE contracts
  -- Its number there, which becomes its number here. Only an import sets it.
  ADD COLUMN former_number text CHECK (char_length(former_number) BETWEEN 1 AND 60),
  ADD COLUMN former_signed_on date,
  -- The signed paper.
  ADD COLUMN signed_scan uuid REFERENCES files ON DELETE RESTRICT,
  ADD CONSTRAINT contracts_former CHECK (former_number IS NULL OR quote_id IS NULL AND former_signed_on IS NOT NULL);
CREATE UNIQUE INDEX contracts_former_number_key ON contracts (company_id, former_number)
  WHERE former_number IS NOT NULL AND withdrawn_at IS NULL;
CREATE INDEX contracts_by_former_number ON contracts ((sort_key(former_number) COLLATE "C"), id) WHERE former_number IS NOT NULL;
CREATE INDEX contracts_signed_scan ON contracts (signed_scan) WHERE signed_scan IS NOT NULL;

ALTER TABLE contract_lines
  -- Units that were aired there; of what is produced or provided, all of it or nothing.
  ADD COLUMN former_aired numeric(18,0) CHECK (former_aired >= 0),
  -- Billed there, before tax.
  ADD COLUMN former_billed numeric(18,2) CHECK (former_billed >= 0),
  -- Its amounts there, to be compared.
  ADD COLUMN former_net numeric(18,2) CHECK (former_net >= 0),
  ADD COLUMN former_tax numeric(18,2) CHECK (former_tax >= 0),
  ADD COLUMN former_total numeric(18,2) CHECK (former_total >= 0);
ALTER TABLE contract_instalments ADD COLUMN former_billed numeric(18,2) CHECK (former_billed >= 0);

-- The identity that a contract has in another system stays.
CREATE FUNCTION keep_former_number() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'contract % keeps its former number', NEW.id
    USING ERRCODE = '23514', TABLE = 'contracts', CONSTRAINT =
      CASE WHEN OLD.status IN ('draft', 'pending_signature') THEN 'contracts_former_number' ELSE 'document_frozen' END;
END
$$;
CREATE TRIGGER keep_former_number BEFORE UPDATE ON contracts FOR EACH ROW
  WHEN (NEW.former_number IS DISTINCT FROM OLD.former_number) EXECUTE FUNCTION keep_former_number();

-- The scan is added after the signature.
DO $$
DECLARE
  frozen constant text := (
    SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'contracts'::regclass AND tgname = 'refuse_frozen');
BEGIN
  DROP TRIGGER refuse_frozen ON contracts;
  CALL pg_temp.amend(frozen, 'suspension_spaces', 'suspension_spaces,signed_scan,archived_at,withdrawn_at');
END
$$;

-- Of contracts that were signed only one of another system is archived: when its import is undone.
CREATE FUNCTION keep_signed_contract() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'contracts % is frozen', OLD.id
    USING ERRCODE = '23514', CONSTRAINT = 'document_frozen', TABLE = 'contracts';
END
$$;
CREATE TRIGGER keep_signed BEFORE UPDATE ON contracts FOR EACH ROW
  WHEN (OLD.status IN ('signed', 'active', 'suspended', 'finished', 'cancelled')
    AND (NEW.archived_at, NEW.withdrawn_at) IS DISTINCT FROM (OLD.archived_at, OLD.withdrawn_at)
    AND NOT (OLD.former_number IS NOT NULL AND OLD.status IN ('signed', 'active') AND NEW.status = 'cancelled'))
  EXECUTE FUNCTION keep_signed_contract();

-- The signatures of such a contract are on paper: they are stored as far as it names signatories.
DO $$
BEGIN
  CALL pg_temp.amend(pg_get_functiondef('document_is_signed()'::regprocedure), 'IF NOT EXISTS (',
    'IF (to_jsonb(NEW) ->> ''former_number'') IS NULL AND NOT EXISTS (');
  -- What another system said of a line is no part of what was sold.
  CALL pg_temp.amend(pg_get_functiondef('contract_is_complete()'::regprocedure), 'quote_line_id',
    'quote_line_id,former_aired,former_billed,former_net,former_tax,former_total');
END
$$;

-- Opening balances -------------------------------------------------------------------------------------------------------

-- What was billed of an order line before its contract was imported.
CREATE FUNCTION former_billing(o order_lines) RETURNS TABLE (net numeric, quantity numeric)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(l.former_billed, 0), coalesce(round(l.quantity * l.former_billed / nullif(l.net, 0), 4), 0)
  FROM contracts c LEFT JOIN contract_lines l ON l.id = o.contract_line_id
    AND c.former_number IS NOT NULL AND c.withdrawn_at IS NULL
  WHERE c.id = o.contract_id
$$;

-- An order line begins with what was billed of it before, which is nothing except of an imported contract.
CREATE FUNCTION order_lines_open_billing() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM new_rows n JOIN order_lines o ON o.id = n.id CROSS JOIN LATERAL former_billing(o) b
    WHERE (o.billed_net, o.billed_quantity) <> (b.net, b.quantity)) THEN
    RAISE EXCEPTION 'order lines are billed by invoices'
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_open_billing', TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER open_billing AFTER INSERT ON order_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION order_lines_open_billing();

-- Units aired before the contract was imported; `placed` and `aired` contain them.
ALTER TABLE quotas ADD COLUMN former_aired numeric(18,0) NOT NULL DEFAULT 0 CHECK (former_aired BETWEEN 0 AND aired);

-- What was aired before counts as proved, and stays sold like everything that was aired.
DO $$
DECLARE
  proved constant text := '(SELECT coalesce(sum(p.load), 0) FROM placements p WHERE p.quota_id = q.id AND p.locked)';
  delivered regprocedure;
BEGIN
  FOR delivered IN SELECT oid FROM pg_proc WHERE proname = 'delivered_part' LOOP
    CALL pg_temp.amend(pg_get_functiondef(delivered), proved, 'q.former_aired + ' || proved);
  END LOOP;
  CALL pg_temp.amend(pg_get_functiondef('keep_order_line()'::regprocedure), 'is_delivered := is_delivered',
    'is_delivered := is_delivered OR EXISTS (SELECT FROM quotas q WHERE q.id = ANY (of_line) AND q.former_aired > 0)');
END
$$;

-- Gives the delivery of a contract that is being imported what was aired of it before. Its work is done where everything
-- was delivered.
CREATE FUNCTION open_former_delivery(contract uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM contracts WHERE id = contract AND former_number IS NOT NULL AND status = 'pending_signature') THEN
    RAISE EXCEPTION 'contract % is not being imported', contract
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_former_number', TABLE = 'contracts';
  END IF;
  UPDATE quotas q SET former_aired = l.former_aired, aired = l.former_aired, placed = l.former_aired
  FROM order_lines o JOIN contract_lines l ON l.id = o.contract_line_id
  WHERE q.order_line_id = o.id AND o.contract_id = contract AND l.former_aired > 0
    AND (q.former_aired, q.aired, q.placed) = (0, 0, 0);
  UPDATE work_orders w SET status = 'completed'
  FROM order_lines o JOIN contract_lines l ON l.id = o.contract_line_id
  WHERE w.order_line_id = o.id AND o.contract_id = contract AND w.status = 'pending' AND l.former_aired > 0
    AND NOT EXISTS (SELECT FROM quotas q WHERE q.order_line_id = o.id AND q.aired < q.sold);
END
$$;

-- Undoing an import ------------------------------------------------------------------------------------------------------

-- What was done with an imported contract since: the first of each kind decides that its import stays.
CREATE FUNCTION acts_on_contract(contract uuid) RETURNS TABLE (act text)
LANGUAGE sql STABLE AS $$
  SELECT 'invoice' WHERE EXISTS (SELECT FROM invoices WHERE contract_id = contract AND archived_at IS NULL)
  UNION ALL
  SELECT 'placement' WHERE EXISTS (SELECT FROM placements WHERE contract_id = contract)
  UNION ALL
  SELECT 'addendum' WHERE EXISTS (SELECT FROM addenda WHERE contract_id = contract)
  UNION ALL
  SELECT 'suspension' WHERE EXISTS (
    SELECT FROM audit_log WHERE entity = 'contracts' AND entity_id = contract::text AND after ->> 'status' = 'suspended')
  UNION ALL
  SELECT 'evidence' WHERE EXISTS (SELECT FROM evidence_reports WHERE contract_id = contract AND archived_at IS NULL)
  UNION ALL
  SELECT 'sheet' WHERE EXISTS (
    SELECT FROM tech_sheets s WHERE s.contract_id = contract
      AND (s.status <> 'pending' OR EXISTS (SELECT FROM tech_sheet_items i WHERE i.tech_sheet_id = s.id AND i.is_done)))
  UNION ALL
  SELECT 'work_order' WHERE EXISTS (
    SELECT FROM work_orders w LEFT JOIN order_lines o ON o.id = w.order_line_id
      LEFT JOIN contract_lines l ON l.id = o.contract_line_id
    WHERE w.contract_id = contract AND w.status <> 'pending' AND NOT (w.status = 'completed' AND coalesce(l.former_aired, 0) > 0))
  UNION ALL
  SELECT 'renewal' WHERE EXISTS (SELECT FROM quotes WHERE renewal_of_id = contract AND archived_at IS NULL)
$$;

-- Takes back what the import of a contract opened, before its spaces are freed. Quotas are locked before it is checked
-- whether anything was done: whoever places something waits, and then finds nothing left.
CREATE FUNCTION withdraw_former_delivery(contract uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM order_lines WHERE contract_id = contract ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM quotas WHERE contract_id = contract ORDER BY id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM contracts WHERE id = contract AND former_number IS NOT NULL AND status IN ('signed', 'active'))
    OR EXISTS (SELECT FROM acts_on_contract(contract)) THEN
    RAISE EXCEPTION 'the import of contract % stays', contract
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_acted_on', TABLE = 'contracts';
  END IF;
  UPDATE order_lines SET billed_net = 0, billed_quantity = 0 WHERE contract_id = contract AND billed_net > 0;
  UPDATE quotas SET former_aired = 0, aired = 0, placed = 0, contracted = 0 WHERE contract_id = contract;
  UPDATE work_orders SET status = 'cancelled' WHERE contract_id = contract AND status <> 'cancelled';
END
$$;

-- Imports ----------------------------------------------------------------------------------------------------------------

-- What a document of the file amounts to, as the file says and as it is stored: {group, read, stored}.
ALTER TABLE import_rows ADD COLUMN tie_out jsonb;
