-- What debtors are charged besides their invoices: interest for late payment, and returned cheques, each by a debit note.

SELECT set_config('pauta.request', 'migration:0115', true), set_config('pauta.reason', 'Mora y cheques devueltos', true);

CREATE TABLE collection_charges (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('interest', 'returned_cheque')),
  -- The invoice that was paid late, or which the cheque had settled.
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  payment_id uuid REFERENCES payments ON DELETE RESTRICT,
  debit_note_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  -- The last day whose interest is charged.
  until date NOT NULL,
  amount numeric(18,2) NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT collection_charges_cheque CHECK ((kind = 'returned_cheque') = (payment_id IS NOT NULL))
);
CREATE INDEX collection_charges_invoice_id ON collection_charges (invoice_id);
CREATE INDEX collection_charges_payment_id ON collection_charges (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX collection_charges_debit_note_id ON collection_charges (debit_note_id);
COMMENT ON TABLE collection_charges IS 'Cargos por mora y cheques devueltos';
CALL restrict_app('collection_charges', 'SELECT, INSERT');
CALL leave_with_demonstration('{collection_charges}');

-- Nothing is charged twice: a further charge begins after the last day of the one before, and a cheque has one, unless the
-- debit note of the other was voided or its draft archived. The invoice, or the payment, is locked meanwhile.
CREATE FUNCTION charge_once() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  PERFORM FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM collection_charges c JOIN invoices n ON n.id = c.debit_note_id
    WHERE n.status <> 'voided' AND n.archived_at IS NULL AND c.kind = NEW.kind
      AND CASE NEW.kind WHEN 'interest' THEN c.invoice_id = NEW.invoice_id AND c.until >= NEW.until
        ELSE c.payment_id = NEW.payment_id END) THEN
    RAISE EXCEPTION 'this was charged already'
      USING ERRCODE = '23514', CONSTRAINT = 'collection_charges_once', TABLE = 'collection_charges';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER charge_once BEFORE INSERT ON collection_charges FOR EACH ROW EXECUTE FUNCTION charge_once();
