-- Addenda that change who is invoiced: from then on, what is not invoiced yet.

SELECT set_config('pauta.request', 'migration:0093', true), set_config('pauta.reason', 'Adendas que cambian a quién se factura', true);

ALTER TABLE addenda DROP CONSTRAINT addenda_kinds_check, ADD CONSTRAINT addenda_kinds_check CHECK (kinds <@ ARRAY['extend', 'change_dates',
  'add_lines', 'remove_lines', 'change_price', 'change_quantity', 'change_material', 'partial_cancellation', 'change_billing']);

-- Who pays a contract from an addendum on; none: as before.
CREATE TABLE addendum_payers (
  id uuid PRIMARY KEY,
  addendum_id uuid NOT NULL REFERENCES addenda ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  party text COLLATE "C" NOT NULL DEFAULT 'client' CHECK (party IN ('client', 'agency', 'other')),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  pct numeric(7,4) NOT NULL CHECK (pct BETWEEN 0.0001 AND 100),
  CONSTRAINT addendum_payers_other CHECK ((party = 'other') = (client_id IS NOT NULL))
);
CREATE INDEX addendum_payers_addendum_id_position ON addendum_payers (addendum_id, position, id);
CREATE INDEX addendum_payers_client_id ON addendum_payers (client_id);
CALL make_lines('addendum_payers', 'addenda', 'addendum_id', 'status', '{applied,rejected,voided}', '{}');
DO $$
DECLARE
  event text[];
BEGIN
  FOREACH event SLICE 1 IN ARRAY ARRAY[
    ['INSERT', 'NEW TABLE AS new_rows'], ['UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['DELETE', 'OLD TABLE AS old_rows']]
  LOOP
    EXECUTE format('CREATE TRIGGER keep_%s AFTER %s ON addendum_payers REFERENCING %s
      FOR EACH STATEMENT EXECUTE FUNCTION keep_addendum_lines()', lower(event[1]), event[1], event[2]);
  END LOOP;
END
$$;

-- As of the payers of a contract (0087, invariant I12): whole, once, and the agency only where there is one.
CREATE FUNCTION prove_addendum_payers() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  broken text;
BEGIN
  SELECT CASE
      WHEN sum(p.pct) <> 100 THEN 'addendum_payers_whole'
      WHEN bool_or(p.party = 'agency' AND a.agency_id IS NULL) THEN 'addendum_payers_agency'
      WHEN count(*) <> count(DISTINCT CASE p.party WHEN 'agency' THEN a.agency_id ELSE coalesce(p.client_id, a.client_id) END)
        THEN 'addendum_payers_once' END
  INTO broken FROM addendum_payers p JOIN addenda a ON a.id = p.addendum_id
  WHERE a.id = coalesce(NEW.addendum_id, OLD.addendum_id) AND a.status IN ('draft', 'pending_signature');
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'the payers of addendum % are refused: %', coalesce(NEW.addendum_id, OLD.addendum_id), broken
      USING ERRCODE = '23514', CONSTRAINT = broken, TABLE = 'addendum_payers';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER prove_payers AFTER INSERT OR UPDATE OR DELETE ON addendum_payers DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION prove_addendum_payers();

-- What was invoiced to each payer of a contract ------------------------------------------------------------------------

-- Net that invoices and drafts of a contract bill to a payer, by line. `client` is that of their documents, also one that
-- was merged into another.
CREATE FUNCTION billed_to(contract uuid, payer text, client uuid) RETURNS TABLE (order_line_id uuid, net numeric)
LANGUAGE sql STABLE AS $$
  SELECT l.order_line_id, sum(CASE i.doc_kind WHEN 'credit_note' THEN -l.net ELSE l.net END)
  FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id AND l.order_line_id IS NOT NULL
    LEFT JOIN clients m ON m.id = client
  WHERE i.contract_id = contract AND i.bill_to = payer AND i.client_id IN (client, m.merged_into_id)
    AND i.archived_at IS NULL
    AND (i.status = 'issued' OR i.status IN ('draft', 'reviewed') AND i.doc_kind <> 'credit_note')
  GROUP BY 1
$$;

-- What was invoiced to a payer before the addendum that made them pay: their part is one of what comes after it.
CREATE TABLE addendum_payer_billed (
  addendum_payer_id uuid NOT NULL REFERENCES addendum_payers ON DELETE RESTRICT,
  order_line_id uuid NOT NULL REFERENCES order_lines ON DELETE RESTRICT,
  net numeric(18,2) NOT NULL,
  PRIMARY KEY (addendum_payer_id, order_line_id)
);
CREATE INDEX addendum_payer_billed_order_line_id ON addendum_payer_billed (order_line_id);
CALL restrict_app('addendum_payer_billed', 'SELECT');
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON addendum_payer_billed FOR EACH STATEMENT EXECUTE FUNCTION keep_frozen_sale();
CALL leave_with_demonstration('{addendum_payer_billed,addendum_payers}');

-- An addendum that changes who pays is applied with no draft waiting: it would bill somebody who no longer pays.
CREATE FUNCTION addendum_changes_payers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM addendum_payers WHERE addendum_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  IF EXISTS (
    SELECT FROM invoices WHERE contract_id = NEW.contract_id AND doc_kind = 'invoice' AND status IN ('draft', 'reviewed')
      AND archived_at IS NULL) THEN
    RAISE EXCEPTION 'contract % has drafts of invoices', NEW.contract_id
      USING ERRCODE = '23514', CONSTRAINT = 'addendum_payers_drafts', TABLE = 'addenda';
  END IF;
  INSERT INTO addendum_payer_billed (addendum_payer_id, order_line_id, net)
  SELECT p.payer_id, b.order_line_id, b.net
  FROM contracts c CROSS JOIN LATERAL payers_of(c, NEW.id) p CROSS JOIN LATERAL billed_to(c.id, p.bill_to, p.client_id) b
  WHERE c.id = NEW.contract_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER change_payers AFTER UPDATE OF status ON addenda FOR EACH ROW
  WHEN (NEW.status = 'applied' AND OLD.status <> 'applied') EXECUTE FUNCTION addendum_changes_payers();

-- Payers in force --------------------------------------------------------------------------------------------------------

-- The payers of each contract that several pay, or whose payers an addendum changed: those of its last addendum that did.
CREATE VIEW payers_in_force AS
  SELECT p.id, p.contract_id, p.position, p.party, p.client_id, p.pct FROM contract_payers p
  WHERE NOT EXISTS (
    SELECT FROM addenda a JOIN addendum_payers n ON n.addendum_id = a.id
    WHERE a.contract_id = p.contract_id AND a.status = 'applied')
  UNION ALL
  SELECT p.id, a.contract_id, p.position, p.party, p.client_id, p.pct
  FROM addendum_payers p JOIN addenda a ON a.id = p.addendum_id AND a.status = 'applied'
    JOIN contract_versions v ON v.addendum_id = a.id
  WHERE NOT EXISTS (
    SELECT FROM contract_versions w JOIN addendum_payers n ON n.addendum_id = w.addendum_id
    WHERE w.contract_id = a.contract_id AND w.version > v.version);
CALL restrict_app('payers_in_force', 'SELECT');

-- As before (0087), in force; with an addendum that is not applied yet, those that it will make pay.
DROP FUNCTION payers_of(contracts);
CREATE FUNCTION payers_of(c contracts, addendum uuid DEFAULT NULL)
RETURNS TABLE (payer_id uuid, place text, bill_to text, client_id uuid, account_id uuid, name text, credit_status text, pct numeric)
LANGUAGE sql STABLE AS $$
  SELECT s.id, s.place, s.bill_to, s.client_id, coalesce(a.id, k.id), coalesce(a.trade_name, k.trade_name),
    coalesce(a.credit_status, k.credit_status), s.pct
  FROM (
    SELECT p.id, p.position AS place, CASE p.party WHEN 'agency' THEN 'agency' ELSE 'client' END AS bill_to,
      coalesce(p.client_id, c.client_id) AS client_id, p.pct, p.level, min(p.level) OVER () AS first
    FROM (
      SELECT id, position, party, n.client_id, n.pct, 1 AS level FROM addendum_payers n WHERE n.addendum_id = addendum
      UNION ALL
      SELECT id, position, party, f.client_id, f.pct, 2 FROM payers_in_force f WHERE f.contract_id = c.id
      UNION ALL
      SELECT NULL, '', c.billing_party, NULL, 100, 3) p) s
    JOIN clients o ON o.id = s.client_id JOIN clients k ON k.id = coalesce(o.merged_into_id, o.id)
    LEFT JOIN agencies g ON g.id = c.agency_id AND s.bill_to = 'agency'
    LEFT JOIN agencies a ON a.id = coalesce(g.merged_into_id, g.id)
  WHERE s.level = s.first
$$;

-- As before (0087), by the payers in force.
CREATE OR REPLACE FUNCTION owed_by(party text, account uuid) RETURNS TABLE (currency_code text, amount numeric)
LANGUAGE sql STABLE AS $$
  WITH payers AS (
    SELECT id FROM clients WHERE party = 'client' AND account IN (id, merged_into_id)
  ), paying_agencies AS (
    SELECT id FROM agencies WHERE party = 'agency' AND account IN (id, merged_into_id)
  ), shared AS (
    SELECT p.contract_id, p.pct FROM payers_in_force p
    WHERE p.party = 'other' AND p.client_id IN (SELECT id FROM payers)
    UNION ALL
    SELECT p.contract_id, p.pct FROM contracts c JOIN payers_in_force p ON p.contract_id = c.id AND p.party = 'client'
    WHERE c.client_id IN (SELECT id FROM payers)
    UNION ALL
    SELECT p.contract_id, p.pct FROM contracts c JOIN payers_in_force p ON p.contract_id = c.id AND p.party = 'agency'
    WHERE c.agency_id IN (SELECT id FROM paying_agencies)
  )
  SELECT o.currency_code, sum(o.amount) FROM (
    SELECT c.currency_code, unbilled_total(c) AS amount FROM contracts c
    WHERE c.client_id IN (SELECT id FROM payers) AND c.billing_party = 'client'
      AND c.status IN ('signed', 'active', 'suspended', 'finished')
      AND NOT EXISTS (SELECT FROM payers_in_force p WHERE p.contract_id = c.id)
    UNION ALL
    SELECT c.currency_code, unbilled_total(c) FROM contracts c
    WHERE c.agency_id IN (SELECT id FROM paying_agencies) AND c.billing_party = 'agency'
      AND c.status IN ('signed', 'active', 'suspended', 'finished')
      AND NOT EXISTS (SELECT FROM payers_in_force p WHERE p.contract_id = c.id)
    UNION ALL
    SELECT c.currency_code, round_amount(unbilled_total(c) * s.pct / 100, c.currency_code)
    FROM shared s JOIN contracts c ON c.id = s.contract_id
    WHERE c.status IN ('signed', 'active', 'suspended', 'finished')
    UNION ALL
    SELECT i.currency_code, i.balance FROM invoices i
    WHERE i.client_id IN (SELECT id FROM payers) AND i.bill_to = 'client' AND i.balance > 0
    UNION ALL
    SELECT i.currency_code, i.balance FROM invoices i
    WHERE i.agency_id IN (SELECT id FROM paying_agencies) AND i.bill_to = 'agency' AND i.balance > 0
    UNION ALL
    SELECT p.currency_code, -p.unapplied FROM payments p
    WHERE p.client_id IN (SELECT id FROM payers) AND p.unapplied > 0 AND p.status IN ('registered', 'reconciled')
    UNION ALL
    SELECT p.currency_code, -p.unapplied FROM payments p
    WHERE p.agency_id IN (SELECT id FROM paying_agencies) AND p.unapplied > 0 AND p.status IN ('registered', 'reconciled')
  ) o GROUP BY o.currency_code
$$;
