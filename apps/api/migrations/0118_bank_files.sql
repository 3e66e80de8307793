-- Statements of bank accounts, and their movements, which become payments or reconcile and return them.

SELECT set_config('pauta.request', 'migration:0118', true), set_config('pauta.reason', 'Archivos bancarios', true);

-- A reference or the number of a document as banks shorten it: letters and digits alone.
CREATE FUNCTION bank_token(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT upper(regexp_replace(value, '[^A-Za-z0-9]', '', 'g'))
$$;

CREATE TABLE bank_files (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  bank_account_id uuid NOT NULL REFERENCES bank_accounts ON DELETE RESTRICT,
  format text COLLATE "C" NOT NULL DEFAULT 'table' CHECK (format IN ('table', 'ofx', 'camt', 'mt940')),
  file uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  -- Of the file: the same one counts once for an account.
  sha256 bytea NOT NULL,
  begins_on date,
  ends_on date,
  -- Counts of its movements, by trigger.
  rows integer NOT NULL DEFAULT 0 CHECK (rows >= 0),
  sure integer NOT NULL DEFAULT 0 CHECK (sure >= 0),
  pending integer NOT NULL DEFAULT 0 CHECK (pending >= 0),
  settled integer NOT NULL DEFAULT 0 CHECK (settled >= 0),
  repeated integer NOT NULL DEFAULT 0 CHECK (repeated >= 0),
  header_line integer NOT NULL DEFAULT 1 CHECK (header_line BETWEEN 0 AND 40),
  columns jsonb NOT NULL CHECK (jsonb_typeof(columns) = 'array'),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'matched', 'discarded')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE UNIQUE INDEX bank_files_once ON bank_files (bank_account_id, sha256) WHERE status <> 'discarded';
CREATE INDEX bank_files_by_name ON bank_files ((sort_key(name) COLLATE "C"), id);
CREATE INDEX bank_files_by_begins_on ON bank_files (begins_on, id) WHERE begins_on IS NOT NULL;
CREATE INDEX bank_files_by_ends_on ON bank_files (ends_on, id) WHERE ends_on IS NOT NULL;
CREATE INDEX bank_files_by_status ON bank_files (status, id);
CREATE INDEX bank_files_by_created_at ON bank_files (created_at, id);
CREATE INDEX bank_files_by_updated_at ON bank_files (updated_at, id);
CREATE INDEX bank_files_bank_account_id ON bank_files (bank_account_id, created_at, id);
CREATE INDEX bank_files_file ON bank_files (file);
CREATE INDEX bank_files_pending ON bank_files (pending);
CREATE INDEX bank_files_status ON bank_files (status, created_at, id);

CALL make_searchable('bank_files', 'name');
CALL track('bank_files', unnoticed => '{search_text,rows,sure,pending,settled,repeated,begins_on,ends_on}');
CALL restrict_app('bank_files', 'SELECT, INSERT, UPDATE');

CREATE TABLE bank_movements (
  id uuid PRIMARY KEY DEFAULT new_id(),
  bank_file_id uuid NOT NULL REFERENCES bank_files ON DELETE RESTRICT,
  -- That of its file.
  bank_account_id uuid NOT NULL REFERENCES bank_accounts ON DELETE RESTRICT,
  line integer NOT NULL CHECK (line >= 1),
  -- As the file has it.
  cells jsonb NOT NULL,
  booked_on date,
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 300),
  payer text CHECK (char_length(payer) <= 160),
  reference text CHECK (char_length(reference) <= 60),
  bank_id text CHECK (char_length(bank_id) <= 80),
  -- Place among the rows of the file with the same day, amount and reference, from 1.
  ordinal integer,
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) CHECK (amount >= -1000000000000000),
  status text COLLATE "C" NOT NULL DEFAULT 'unread' CHECK (status IN ('unread', 'blank', 'unreadable', 'repeated', 'pending', 'settled')),
  proposal text COLLATE "C" CHECK (proposal IN ('payment', 'invoices', 'payer', 'return', 'bank_charge')),
  grade text COLLATE "C" CHECK (grade IN ('sure', 'likely', 'possible')),
  why text CHECK (char_length(why) <= 300),
  problem text CHECK (char_length(problem) <= 300),
  payment_id uuid REFERENCES payments ON DELETE RESTRICT,
  invoice_id uuid REFERENCES invoices ON DELETE RESTRICT,
  invoice_numbers text CHECK (char_length(invoice_numbers) <= 400),
  outcome text COLLATE "C" CHECK (outcome IN ('reconciled', 'registered', 'returned', 'bank_charge', 'own_transfer', 'outgoing', 'other')),
  remark text CHECK (char_length(remark) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT bank_movements_read CHECK (
    status <> 'pending' OR (booked_on IS NOT NULL AND amount <> 0 AND ordinal IS NOT NULL)),
  CONSTRAINT bank_movements_settled CHECK ((status = 'settled') = (outcome IS NOT NULL)),
  CONSTRAINT bank_movements_paid CHECK (
    outcome IS NULL OR (outcome IN ('reconciled', 'registered', 'returned')) = (payment_id IS NOT NULL)),
  CONSTRAINT bank_movements_proposed CHECK (
    (proposal IS NULL) = (grade IS NULL) AND (proposal IS DISTINCT FROM 'payment' OR payment_id IS NOT NULL)
    AND (proposal IS DISTINCT FROM 'return' OR payment_id IS NOT NULL)
    AND (proposal IS NULL OR proposal NOT IN ('invoices', 'payer') OR invoice_id IS NOT NULL))
);

-- A movement counts once for its account, in whichever files it is: by the identifier of the bank, or by day, amount and
-- reference, and its place among those that are equal.
CREATE UNIQUE INDEX bank_movements_bank_id_once ON bank_movements (bank_account_id, bank_id, booked_on, amount)
  WHERE status IN ('pending', 'settled') AND bank_id IS NOT NULL;
CREATE UNIQUE INDEX bank_movements_once ON bank_movements (bank_account_id, booked_on, amount, (coalesce(reference, '')), ordinal)
  WHERE status IN ('pending', 'settled') AND bank_id IS NULL;
-- A payment arrives once, and is returned once.
CREATE UNIQUE INDEX bank_movements_payment_once ON bank_movements (payment_id, (amount > 0))
  WHERE status = 'settled' AND payment_id IS NOT NULL;
CREATE INDEX bank_movements_equal ON bank_movements (bank_account_id, booked_on, amount);
CREATE INDEX bank_movements_by_line ON bank_movements (line, id);
CREATE INDEX bank_movements_of_file ON bank_movements (bank_file_id, line);
CREATE INDEX bank_movements_sure ON bank_movements (bank_file_id, line) WHERE status = 'pending' AND grade = 'sure';
CREATE INDEX bank_movements_by_booked_on ON bank_movements (booked_on, id) WHERE booked_on IS NOT NULL;
CREATE INDEX bank_movements_by_amount ON bank_movements (amount, id) WHERE amount IS NOT NULL;
CREATE INDEX bank_movements_by_created_at ON bank_movements (created_at, id);
CREATE INDEX bank_movements_by_updated_at ON bank_movements (updated_at, id);
CREATE INDEX bank_movements_bank_file_id ON bank_movements (bank_file_id, booked_on, id);
CREATE INDEX bank_movements_bank_account_id ON bank_movements (bank_account_id, booked_on, id);
CREATE INDEX bank_movements_status ON bank_movements (status, booked_on, id);
CREATE INDEX bank_movements_grade ON bank_movements (grade, booked_on, id);
CREATE INDEX bank_movements_payment_id ON bank_movements (payment_id, booked_on, id);
CREATE INDEX bank_movements_invoice_id ON bank_movements (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX bank_movements_outcome ON bank_movements (outcome, booked_on, id);

CALL make_searchable('bank_movements', 'description', 'reference', 'payer');
CALL track('bank_movements', unnoticed => '{search_text,cells,ordinal,booked_on,amount,reference,description,payer,bank_id,problem}');
CALL restrict_app('bank_movements', 'SELECT, INSERT, UPDATE');

-- Movements are those of the file, whose hash is kept: inserting, reading and matching them is not logged. What becomes of
-- them is.
DO $$
DECLARE
  by_row constant text := (
    SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'bank_movements'::regclass AND tgname = 'audit_change');
BEGIN
  DROP TRIGGER audit_change ON bank_movements;
  EXECUTE replace(replace(by_row, 'AFTER INSERT OR DELETE OR UPDATE', 'AFTER DELETE OR UPDATE'), 'EXECUTE FUNCTION',
    'WHEN (current_setting(''pauta.matching'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION');
END
$$;

CREATE FUNCTION count_bank_movements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE bank_files f SET rows = f.rows + c.rows, sure = f.sure + c.sure, pending = f.pending + c.pending,
    settled = f.settled + c.settled, repeated = f.repeated + c.repeated
  FROM (
    SELECT bank_file_id, (coalesce(sum(change) FILTER (WHERE status NOT IN ('unread', 'blank')), 0))::integer AS rows,
      (coalesce(sum(change) FILTER (WHERE status = 'pending' AND grade = 'sure'), 0))::integer AS sure,
      (coalesce(sum(change) FILTER (WHERE status IN ('pending', 'unreadable')), 0))::integer AS pending,
      (coalesce(sum(change) FILTER (WHERE status = 'settled'), 0))::integer AS settled,
      (coalesce(sum(change) FILTER (WHERE status = 'repeated'), 0))::integer AS repeated
    FROM (SELECT bank_file_id, status, grade, 1 AS change FROM new_rows
      UNION ALL SELECT bank_file_id, status, grade, -1 FROM old_rows) r
    GROUP BY bank_file_id) c
  WHERE f.id = c.bank_file_id AND (c.rows, c.sure, c.pending, c.settled, c.repeated) <> (0, 0, 0, 0, 0);
  RETURN NULL;
END
$$;
CREATE TRIGGER count_changed AFTER UPDATE ON bank_movements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_bank_movements();

-- Movements begin unread; counts are of triggers alone.
CREATE FUNCTION bank_movements_keep() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status <> 'unread'
    OR TG_OP = 'UPDATE' AND (NEW.bank_file_id, NEW.bank_account_id, NEW.line, NEW.currency_code)
      IS DISTINCT FROM (OLD.bank_file_id, OLD.bank_account_id, OLD.line, OLD.currency_code)
    -- What was decided stays as it was read, until it is to be decided again.
    OR TG_OP = 'UPDATE' AND OLD.status = 'settled' AND (NEW.status NOT IN ('settled', 'pending')
      OR (NEW.booked_on, NEW.amount, NEW.bank_id, NEW.reference, NEW.ordinal)
        IS DISTINCT FROM (OLD.booked_on, OLD.amount, OLD.bank_id, OLD.reference, OLD.ordinal)) THEN
    RAISE EXCEPTION 'a movement keeps what the bank said'
      USING ERRCODE = '23514', CONSTRAINT = 'bank_movements_keep', TABLE = 'bank_movements';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep BEFORE INSERT OR UPDATE ON bank_movements FOR EACH ROW EXECUTE FUNCTION bank_movements_keep();

-- A settled movement is a payment of its account and its amount: reconciled when it arrived, returned when it left.
CREATE FUNCTION bank_movement_is_payment() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM bank_movements m LEFT JOIN payments p ON p.id = m.payment_id
    WHERE m.id = NEW.id AND m.status = 'settled' AND m.outcome IN ('reconciled', 'registered', 'returned') AND NOT coalesce(
      p.bank_account_id = m.bank_account_id AND p.currency_code = m.currency_code AND CASE m.outcome
        WHEN 'returned' THEN p.amount = -m.amount AND p.status = 'returned'
        ELSE p.amount = m.amount AND p.status IN ('reconciled', 'returned') END, false)) THEN
    RAISE EXCEPTION 'movement % is another amount, account or state than its payment', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'bank_movements_is_payment', TABLE = 'bank_movements';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER is_payment AFTER INSERT OR UPDATE ON bank_movements DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'settled') EXECUTE FUNCTION bank_movement_is_payment();

-- The movement of a payment that is no longer reconciled, or was voided, is to be decided again.
CREATE FUNCTION release_bank_movements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Whoever decides a movement changes it themselves.
  IF current_setting('pauta.deciding', true) = 'on' THEN
    RETURN NULL;
  END IF;
  UPDATE bank_movements SET status = 'pending', outcome = NULL, payment_id = NULL, proposal = NULL, grade = NULL, why = NULL,
    problem = 'Su cobro ya no está conciliado.'
  WHERE payment_id = NEW.id AND status = 'settled' AND amount > 0;
  RETURN NULL;
END
$$;
CREATE TRIGGER release_bank_movements AFTER UPDATE OF status ON payments
  FOR EACH ROW WHEN (OLD.status = 'reconciled' AND NEW.status IN ('registered', 'voided'))
  EXECUTE FUNCTION release_bank_movements();

-- What the columns of the statements of an account mean: the last choice of each header.
CREATE TABLE bank_file_layouts (
  bank_account_id uuid NOT NULL REFERENCES bank_accounts ON DELETE CASCADE,
  header text NOT NULL CHECK (char_length(header) BETWEEN 1 AND 200),
  meaning text COLLATE "C" NOT NULL CHECK (meaning IN ('date', 'amount', 'credit', 'debit', 'side', 'reference', 'description', 'payer', 'bank_id', 'none')),
  day_first boolean NOT NULL DEFAULT true,
  decimal_sign text COLLATE "C" NOT NULL DEFAULT '.' CHECK (decimal_sign IN ('.', ',')),
  PRIMARY KEY (bank_account_id, header)
);
CALL restrict_app('bank_file_layouts', 'SELECT, INSERT, UPDATE');

CALL leave_with_demonstration('{bank_movements,bank_files}');

INSERT INTO permissions (name, module, label) VALUES
  ('bank_files.view_all', 'Archivos bancarios', 'Ver los archivos bancarios'),
  ('bank_files.create', 'Archivos bancarios', 'Subir archivos bancarios'),
  ('bank_files.update_all', 'Archivos bancarios', 'Conciliar y descartar archivos bancarios'),
  ('bank_files.export', 'Archivos bancarios', 'Exportar movimientos bancarios');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission
FROM roles r JOIN (VALUES
  ('bank_files.view_all', '{admin,general_manager,finance,collections,auditor}'::text[]),
  ('bank_files.create', '{admin,collections}'),
  ('bank_files.update_all', '{admin,collections}'),
  ('bank_files.export', '{admin,general_manager,finance,collections,auditor}')
) AS p(permission, names) ON r.name = ANY (p.names);
