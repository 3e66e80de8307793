-- What payers do not accept of an invoice: shown apart in the aging, not collected, and no reason to hold credit.

SELECT set_config('pauta.request', 'migration:0127', true), set_config('pauta.reason', 'Disputas de facturas', true);

SET CONSTRAINTS ALL IMMEDIATE;

ALTER TABLE reasons
  DROP CONSTRAINT reasons_kind_check,
  ADD CONSTRAINT reasons_kind_check CHECK (kind IN ('loss', 'non_airing', 'credit_note', 'void', 'dispute'));
INSERT INTO reasons (kind, code, name, sort_order) VALUES
  ('dispute', 'DIS-PRECIO', 'El precio o el descuento no es el acordado', 10),
  ('dispute', 'DIS-PAUTA', 'No se emitió o no se instaló todo', 20),
  ('dispute', 'DIS-OC', 'Falta la orden de compra o no coincide', 30),
  ('dispute', 'DIS-DATOS', 'Los datos fiscales están mal', 40),
  ('dispute', 'DIS-DOBLE', 'Se facturó dos veces', 50),
  ('dispute', 'DIS-OTRO', 'Otro motivo', 60);


CREATE TABLE invoice_disputes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  reason_id uuid NOT NULL REFERENCES reasons ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL CHECK (amount >= 0.01),
  detail text CHECK (char_length(detail) <= 2000),
  resolver_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'rejected')),
  credit_note_id uuid REFERENCES invoices ON DELETE RESTRICT,
  resolution text CHECK (char_length(resolution) <= 1000),
  resolved_on date,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX invoice_disputes_by_amount ON invoice_disputes (amount, id);
CREATE INDEX invoice_disputes_by_resolved_on ON invoice_disputes (resolved_on, id) WHERE resolved_on IS NOT NULL;
CREATE INDEX invoice_disputes_by_created_at ON invoice_disputes (created_at, id);
CREATE INDEX invoice_disputes_by_updated_at ON invoice_disputes (updated_at, id);
CREATE INDEX invoice_disputes_invoice_id ON invoice_disputes (invoice_id, created_at, id);
CREATE INDEX invoice_disputes_reason_id ON invoice_disputes (reason_id, created_at, id);
CREATE INDEX invoice_disputes_currency_code ON invoice_disputes (currency_code, created_at, id);
CREATE INDEX invoice_disputes_resolver_id ON invoice_disputes (resolver_id, created_at, id);
CREATE INDEX invoice_disputes_status ON invoice_disputes (status, created_at, id);
CREATE INDEX invoice_disputes_credit_note_id ON invoice_disputes (credit_note_id) WHERE credit_note_id IS NOT NULL;

CALL make_searchable('invoice_disputes', 'name');
CALL track('invoice_disputes', unnoticed => '{search_text}');
CALL restrict_app('invoice_disputes', 'SELECT, INSERT, UPDATE');


CALL leave_with_demonstration('{invoice_disputes}');

ALTER TABLE invoice_disputes
  ADD CONSTRAINT invoice_disputes_resolved CHECK ((status = 'open') = (resolved_on IS NULL)),
  ADD CONSTRAINT invoice_disputes_credited CHECK ((status = 'accepted') = (credit_note_id IS NOT NULL));
CREATE INDEX invoice_disputes_open ON invoice_disputes (invoice_id) INCLUDE (amount) WHERE status = 'open';

-- What is owed of an invoice outside of its open disputes.
CREATE FUNCTION collectable(i invoices) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT greatest(0, i.balance - coalesce((
    SELECT sum(d.amount) FROM invoice_disputes d WHERE d.invoice_id = i.id AND d.status = 'open'), 0))::numeric(18,2)
$$;

-- What of that was due by a day.
CREATE FUNCTION collectable_on(i invoices, day date) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT least(collectable(i), coalesce((SELECT sum(d.balance) FROM dues_of(i) d WHERE d.due_on <= day), 0))::numeric(18,2)
$$;

-- A dispute keeps what is disputed, is of the currency of its invoice, and of an invoice no more is disputed than is owed.
-- The row of the invoice is locked, so that two disputes at once never exceed it.
CREATE FUNCTION keep_dispute() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  invoice invoices;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.invoice_id, NEW.amount, NEW.currency_code) IS DISTINCT FROM (OLD.invoice_id, OLD.amount, OLD.currency_code)
      OR OLD.status <> 'open' AND NEW.status <> OLD.status THEN
      RAISE EXCEPTION 'a dispute keeps what is disputed'
        USING ERRCODE = '23514', CONSTRAINT = 'invoice_disputes_keep', TABLE = 'invoice_disputes';
    END IF;
    RETURN NEW;
  END IF;
  SELECT * INTO invoice FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  IF NEW.status <> 'open' OR NEW.currency_code <> invoice.currency_code OR NEW.amount > collectable(invoice) THEN
    RAISE EXCEPTION 'a dispute is of what is owed of its invoice'
      USING ERRCODE = '23514', CONSTRAINT = 'invoice_disputes_fit', TABLE = 'invoice_disputes';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_dispute BEFORE INSERT OR UPDATE ON invoice_disputes FOR EACH ROW EXECUTE FUNCTION keep_dispute();

-- As before (0117), of what is not disputed.
CREATE OR REPLACE FUNCTION overdue(c collection_cases) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(collectable_on(i, business_date() - 1)), 0)::numeric(18,2) FROM owed_invoices(c.client_id, c.agency_id) i
  WHERE i.currency_code = c.currency_code
$$;

CREATE OR REPLACE VIEW overdue_accounts AS
SELECT k.id AS client_id, NULL::uuid AS agency_id, k.trade_name AS name, k.currency_code, min(u.due_on) AS overdue_since
FROM invoices i CROSS JOIN LATERAL dues_of(i) u JOIN clients o ON o.id = i.client_id JOIN clients k ON k.id = coalesce(o.merged_into_id, o.id)
WHERE i.balance > 0 AND u.due_on < business_date() AND i.bill_to = 'client' AND i.balance > coalesce((
  SELECT sum(d.amount) FROM invoice_disputes d WHERE d.invoice_id = i.id AND d.status = 'open'), 0)
GROUP BY k.id
UNION ALL
SELECT NULL, a.id, a.trade_name, a.currency_code, min(u.due_on)
FROM invoices i CROSS JOIN LATERAL dues_of(i) u JOIN agencies o ON o.id = i.agency_id JOIN agencies a ON a.id = coalesce(o.merged_into_id, o.id)
WHERE i.balance > 0 AND u.due_on < business_date() AND i.bill_to = 'agency' AND i.balance > coalesce((
  SELECT sum(d.amount) FROM invoice_disputes d WHERE d.invoice_id = i.id AND d.status = 'open'), 0)
GROUP BY a.id;

CREATE OR REPLACE FUNCTION unpromised_debt(client uuid, agency uuid, days integer) RETURNS numeric
LANGUAGE sql STABLE AS $$
  WITH late AS (
    SELECT i.id, i.currency_code, d.balance, d.balance * coalesce(i.fx_rate, 1) AS worth
    FROM owed_invoices(client, agency) i
      CROSS JOIN LATERAL (SELECT collectable_on(i, business_date() - greatest(days, 1)) AS balance) d
    WHERE d.balance > 0),
  promised AS (
    SELECT p.currency_code, sum(p.amount - p.received) AS amount FROM payment_promises p
    WHERE p.status = 'open' AND p.promised_on >= business_date() AND (p.client_id = client OR p.agency_id = agency)
      AND (p.invoice_id IS NULL OR p.invoice_id IN (SELECT id FROM late))
    GROUP BY 1)
  SELECT coalesce(sum(greatest(0, d.balance - coalesce(p.amount, 0)) * d.worth / d.balance), 0)
  FROM (SELECT currency_code, sum(balance) AS balance, sum(worth) AS worth FROM late GROUP BY 1) d
    LEFT JOIN promised p ON p.currency_code = d.currency_code
$$;

-- A dispute that is opened releases what it covers, and one that ends holds again.
CREATE FUNCTION review_credit_of_dispute() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  payer record;
BEGIN
  SELECT coalesce(a.merged_into_id, a.id) AS agency, CASE WHEN a.id IS NULL THEN coalesce(c.merged_into_id, c.id) END AS client
  INTO payer
  FROM invoices i JOIN clients c ON c.id = i.client_id LEFT JOIN agencies a ON a.id = i.agency_id AND i.bill_to = 'agency'
  WHERE i.id = NEW.invoice_id;
  PERFORM review_credit(payer.client, payer.agency);
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER review_credit_of_dispute AFTER INSERT OR UPDATE OF status ON invoice_disputes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION review_credit_of_dispute();
