-- Collection: what accounts promise to pay, the collection from each account that is overdue, and the automatic hold of
-- its credit.

SELECT set_config('pauta.request', 'migration:0117', true), set_config('pauta.reason', 'Gestión de cobro', true);

-- Promises -------------------------------------------------------------------------------------------------------------

CREATE TABLE payment_promises (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  invoice_id uuid REFERENCES invoices ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL CHECK (amount >= 0.01),
  promised_on date NOT NULL,
  said_by text CHECK (char_length(said_by) <= 120),
  note text CHECK (char_length(note) <= 1000),
  received numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (received >= 0),
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'kept', 'broken', 'withdrawn')),
  closed_on date,
  withdrawn_reason text CHECK (char_length(withdrawn_reason) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX payment_promises_by_amount ON payment_promises (amount, id);
CREATE INDEX payment_promises_by_promised_on ON payment_promises (promised_on, id);
CREATE INDEX payment_promises_by_closed_on ON payment_promises (closed_on, id) WHERE closed_on IS NOT NULL;
CREATE INDEX payment_promises_by_created_at ON payment_promises (created_at, id);
CREATE INDEX payment_promises_by_updated_at ON payment_promises (updated_at, id);
CREATE INDEX payment_promises_client_id ON payment_promises (client_id, promised_on, id);
CREATE INDEX payment_promises_agency_id ON payment_promises (agency_id, promised_on, id);
CREATE INDEX payment_promises_invoice_id ON payment_promises (invoice_id, promised_on, id);
CREATE INDEX payment_promises_currency_code ON payment_promises (currency_code, promised_on, id);
CREATE INDEX payment_promises_status ON payment_promises (status, promised_on, id);

CALL make_searchable('payment_promises', 'name', 'said_by');
CALL track('payment_promises', unnoticed => '{search_text}');
CALL restrict_app('payment_promises', 'SELECT, INSERT, UPDATE');


ALTER TABLE payment_promises
  ADD CONSTRAINT payment_promises_one_payer CHECK (num_nonnulls(client_id, agency_id) = 1),
  ADD CONSTRAINT payment_promises_received_fits CHECK (received <= amount),
  ADD CONSTRAINT payment_promises_kept CHECK (status <> 'kept' OR received = amount),
  ADD CONSTRAINT payment_promises_closed CHECK ((status = 'open') = (closed_on IS NULL));
-- Those that count, by account.
CREATE INDEX payment_promises_open ON payment_promises (client_id, agency_id, promised_on) WHERE status = 'open';

-- A promise that is past is broken, also before the job that closes it runs.
CREATE FUNCTION standing(p payment_promises) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p.status = 'open' AND p.promised_on < business_date() THEN 'broken' ELSE p.status END
$$;

-- What counts for a promise, by application of a payment. A reversal adds the opposite amount.
CREATE TABLE payment_promise_receipts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  promise_id uuid NOT NULL REFERENCES payment_promises ON DELETE RESTRICT,
  application_id uuid NOT NULL REFERENCES payment_applications ON DELETE RESTRICT,
  amount numeric(18,2) NOT NULL CHECK (amount <> 0),
  CONSTRAINT payment_promise_receipts_once UNIQUE (application_id, promise_id)
);
CREATE INDEX payment_promise_receipts_promise_id ON payment_promise_receipts (promise_id);
COMMENT ON TABLE payment_promise_receipts IS 'Pagos de promesas';
CALL restrict_app('payment_promise_receipts', 'SELECT');
CALL leave_with_demonstration('{payment_promise_receipts,payment_promises}');

-- A promise keeps what was promised, and only payments change what was received of it.
CREATE FUNCTION keep_promise() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND (NEW.status <> 'open' OR NEW.received <> 0)
    OR TG_OP = 'UPDATE' AND (
      (NEW.invoice_id, NEW.currency_code, NEW.amount, NEW.promised_on, NEW.created_at)
        IS DISTINCT FROM (OLD.invoice_id, OLD.currency_code, OLD.amount, OLD.promised_on, OLD.created_at)
      OR pg_trigger_depth() < 2 AND (
        NEW.received <> OLD.received
        OR NEW.status <> OLD.status AND (OLD.status <> 'open' OR NEW.status = 'kept'))) THEN
    RAISE EXCEPTION 'a promise keeps what was promised'
      USING ERRCODE = '23514', CONSTRAINT = 'payment_promises_keep', TABLE = 'payment_promises';
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status <> OLD.status THEN
    NEW.closed_on := CASE WHEN NEW.status <> 'open' THEN business_date() END;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_promise BEFORE INSERT OR UPDATE ON payment_promises FOR EACH ROW EXECUTE FUNCTION keep_promise();

-- What is applied to invoices of an account counts for its open promises of that currency until their day: first for those
-- of that very invoice, then by day. What is taken back no longer counts.
CREATE FUNCTION count_for_promises() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  application payment_applications;
  promise payment_promises;
  given record;
  rest numeric;
  part numeric;
BEGIN
  PERFORM FROM payment_promises p
  WHERE p.id IN (
    SELECT o.id FROM new_rows n JOIN payment_promises o ON o.status = 'open' AND (o.client_id = n.client_id OR o.agency_id = n.agency_id)
    UNION ALL
    SELECT r.promise_id FROM new_rows n JOIN payment_promise_receipts r ON r.application_id = n.reverses_id)
  ORDER BY p.id FOR NO KEY UPDATE;
  FOR application IN SELECT * FROM new_rows ORDER BY id LOOP
    IF application.reverses_id IS NOT NULL THEN
      FOR given IN
        SELECT promise_id, amount FROM payment_promise_receipts WHERE application_id = application.reverses_id ORDER BY promise_id
      LOOP
        INSERT INTO payment_promise_receipts (promise_id, application_id, amount)
        VALUES (given.promise_id, application.id, -given.amount);
        UPDATE payment_promises SET received = received - given.amount,
          status = CASE WHEN status <> 'kept' THEN status WHEN promised_on < business_date() THEN 'broken' ELSE 'open' END
        WHERE id = given.promise_id;
      END LOOP;
      CONTINUE;
    END IF;
    rest := application.amount;
    FOR promise IN
      SELECT * FROM payment_promises p
      WHERE p.status = 'open' AND (p.client_id = application.client_id OR p.agency_id = application.agency_id)
        AND p.currency_code = application.currency_code AND p.promised_on >= application.applied_on
        AND (p.invoice_id IS NULL OR p.invoice_id = application.invoice_id)
      ORDER BY p.invoice_id IS NULL, p.promised_on, p.id
    LOOP
      EXIT WHEN rest <= 0;
      part := least(rest, promise.amount - promise.received);
      INSERT INTO payment_promise_receipts (promise_id, application_id, amount) VALUES (promise.id, application.id, part);
      UPDATE payment_promises SET received = received + part,
        status = CASE WHEN received + part = amount THEN 'kept' ELSE status END
      WHERE id = promise.id;
      rest := rest - part;
    END LOOP;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_for_promises AFTER INSERT ON payment_applications REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_for_promises();

-- Cases ----------------------------------------------------------------------------------------------------------------

CREATE TABLE collection_cases (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  overdue_since date NOT NULL,
  collector_id uuid REFERENCES users ON DELETE RESTRICT,
  next_action_on date,
  situation text CHECK (char_length(situation) <= 1000),
  credit_hold text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (credit_hold IN ('none', 'held', 'by_hand')),
  held_on date,
  statement_sent_at timestamptz,
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  opened_on date NOT NULL,
  closed_on date,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX collection_cases_by_name ON collection_cases ((sort_key(name) COLLATE "C"), id);
CREATE INDEX collection_cases_by_overdue_since ON collection_cases (overdue_since, id);
CREATE INDEX collection_cases_by_next_action_on ON collection_cases (next_action_on, id) WHERE next_action_on IS NOT NULL;
CREATE INDEX collection_cases_by_held_on ON collection_cases (held_on, id) WHERE held_on IS NOT NULL;
CREATE INDEX collection_cases_by_statement_sent_at ON collection_cases (statement_sent_at, id) WHERE statement_sent_at IS NOT NULL;
CREATE INDEX collection_cases_by_opened_on ON collection_cases (opened_on, id);
CREATE INDEX collection_cases_by_closed_on ON collection_cases (closed_on, id) WHERE closed_on IS NOT NULL;
CREATE INDEX collection_cases_by_created_at ON collection_cases (created_at, id);
CREATE INDEX collection_cases_by_updated_at ON collection_cases (updated_at, id);
CREATE INDEX collection_cases_client_id ON collection_cases (client_id, next_action_on, id);
CREATE INDEX collection_cases_agency_id ON collection_cases (agency_id, next_action_on, id);
CREATE INDEX collection_cases_collector_id ON collection_cases (collector_id, next_action_on, id);
CREATE INDEX collection_cases_credit_hold ON collection_cases (credit_hold, next_action_on, id);
CREATE INDEX collection_cases_status ON collection_cases (status, next_action_on, id);

CALL make_searchable('collection_cases', 'name');
CALL track('collection_cases', unnoticed => '{search_text}');
CALL restrict_app('collection_cases', 'SELECT, INSERT, UPDATE');


CALL leave_with_demonstration('{collection_cases}');

ALTER TABLE collection_cases
  ADD CONSTRAINT collection_cases_one_payer CHECK (num_nonnulls(client_id, agency_id) = 1),
  ADD CONSTRAINT collection_cases_closed CHECK ((status = 'closed') = (closed_on IS NOT NULL)),
  ADD CONSTRAINT collection_cases_held CHECK ((credit_hold = 'held') = (held_on IS NOT NULL) AND (status = 'open' OR credit_hold <> 'held'));
-- One open case of each account.
CREATE UNIQUE INDEX collection_cases_open_client ON collection_cases (client_id) WHERE status = 'open' AND client_id IS NOT NULL;
CREATE UNIQUE INDEX collection_cases_open_agency ON collection_cases (agency_id) WHERE status = 'open' AND agency_id IS NOT NULL;

-- When two accounts are merged, the case of the remaining one continues.
CREATE FUNCTION merge_cases() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'open' AND EXISTS (
    SELECT FROM collection_cases c
    WHERE c.status = 'open' AND c.id <> NEW.id AND (c.client_id = NEW.client_id OR c.agency_id = NEW.agency_id)) THEN
    NEW.status := 'closed';
    NEW.closed_on := business_date();
  END IF;
  NEW.credit_hold := 'none';
  NEW.held_on := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER merge_cases BEFORE UPDATE ON collection_cases FOR EACH ROW
  WHEN (NEW.client_id IS DISTINCT FROM OLD.client_id OR NEW.agency_id IS DISTINCT FROM OLD.agency_id)
  EXECUTE FUNCTION merge_cases();

-- What an account owes itself: not what its agency pays.
CREATE FUNCTION owed_invoices(client uuid, agency uuid) RETURNS SETOF invoices
LANGUAGE sql STABLE AS $$
  SELECT * FROM invoices i
  WHERE i.client_id = ANY(with_merged_clients(client)) AND i.bill_to = 'client' AND i.balance > 0
  UNION ALL
  SELECT * FROM invoices i
  WHERE i.agency_id = ANY(with_merged_agencies(agency)) AND i.bill_to = 'agency' AND i.balance > 0
$$;

CREATE FUNCTION overdue(c collection_cases) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(d.balance), 0)::numeric(18,2)
  FROM owed_invoices(c.client_id, c.agency_id) i CROSS JOIN LATERAL dues_of(i) d
  WHERE d.due_on < business_date() AND i.currency_code = c.currency_code
$$;

-- Every account with an overdue invoice of its own, and since when.
CREATE VIEW overdue_accounts AS
SELECT k.id AS client_id, NULL::uuid AS agency_id, k.trade_name AS name, k.currency_code, min(d.due_on) AS overdue_since
FROM invoices i CROSS JOIN LATERAL dues_of(i) d JOIN clients o ON o.id = i.client_id JOIN clients k ON k.id = coalesce(o.merged_into_id, o.id)
WHERE i.balance > 0 AND d.due_on < business_date() AND i.bill_to = 'client' GROUP BY k.id
UNION ALL
SELECT NULL, a.id, a.trade_name, a.currency_code, min(d.due_on)
FROM invoices i CROSS JOIN LATERAL dues_of(i) d JOIN agencies o ON o.id = i.agency_id JOIN agencies a ON a.id = coalesce(o.merged_into_id, o.id)
WHERE i.balance > 0 AND d.due_on < business_date() AND i.bill_to = 'agency' GROUP BY a.id;
CALL restrict_app('overdue_accounts', 'SELECT');

-- Opens a case of each account that is overdue, and closes those of accounts that no longer are. One whose credit is held
-- is closed after its credit was released.
CREATE FUNCTION follow_overdue_accounts() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO collection_cases (name, client_id, agency_id, currency_code, overdue_since, next_action_on, opened_on)
  SELECT o.name, o.client_id, o.agency_id, o.currency_code, o.overdue_since, business_date(), business_date()
  FROM overdue_accounts o
  WHERE NOT EXISTS (
    SELECT FROM collection_cases c WHERE c.status = 'open' AND (c.client_id = o.client_id OR c.agency_id = o.agency_id))
  ON CONFLICT DO NOTHING;
  UPDATE collection_cases c SET name = o.name, currency_code = o.currency_code, overdue_since = o.overdue_since
  FROM overdue_accounts o
  WHERE c.status = 'open' AND (c.client_id = o.client_id OR c.agency_id = o.agency_id)
    AND (c.name, c.currency_code, c.overdue_since) IS DISTINCT FROM (o.name, o.currency_code, o.overdue_since);
  UPDATE collection_cases c SET status = 'closed', closed_on = business_date(), credit_hold = 'none'
  WHERE c.status = 'open' AND c.credit_hold <> 'held' AND NOT EXISTS (
    SELECT FROM overdue_accounts o WHERE c.client_id = o.client_id OR c.agency_id = o.agency_id);
END
$$;

-- Automatic hold -------------------------------------------------------------------------------------------------------

-- Days overdue and amount from which credit is held; the defaults are those of the settings.
CREATE FUNCTION credit_hold_limits(OUT days integer, OUT amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT (value #>> '{}')::integer FROM settings WHERE key = 'credit_hold_days_overdue'), 60),
    greatest(0.01, coalesce((SELECT (value #>> '{}')::numeric FROM settings WHERE key = 'credit_hold_amount'), 0))
$$;

-- What an account owes that is overdue for at least so many days and that no promise covers, in the currency of the
-- company. Of a promise counts what was not received yet.
CREATE FUNCTION unpromised_debt(client uuid, agency uuid, days integer) RETURNS numeric
LANGUAGE sql STABLE AS $$
  WITH late AS (
    SELECT i.id, i.currency_code, d.balance, d.balance * coalesce(i.fx_rate, 1) AS worth
    FROM owed_invoices(client, agency) i CROSS JOIN LATERAL dues_of(i) d WHERE d.due_on <= business_date() - greatest(days, 1)),
  promised AS (
    SELECT p.currency_code, sum(p.amount - p.received) AS amount FROM payment_promises p
    WHERE p.status = 'open' AND p.promised_on >= business_date() AND (p.client_id = client OR p.agency_id = agency)
      AND (p.invoice_id IS NULL OR p.invoice_id IN (SELECT id FROM late))
    GROUP BY 1)
  SELECT coalesce(sum(greatest(0, d.balance - coalesce(p.amount, 0)) * d.worth / d.balance), 0)
  FROM (SELECT currency_code, sum(balance) AS balance, sum(worth) AS worth FROM late GROUP BY 1) d
    LEFT JOIN promised p ON p.currency_code = d.currency_code
$$;

-- Holds the credit of an account that owes too much for too long, and releases what was held by itself when it no longer
-- does. The row of the account is locked first, as signing and placing lock it: a payment, a hold and a signature at once
-- come in some order. Runs as its owner: whoever registers a payment may not change the account.
CREATE FUNCTION review_credit(client uuid, agency uuid, again boolean DEFAULT false) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  status_now text;
  one collection_cases;
  limits record;
  is_late boolean;
  reason constant text := audit_setting('reason');
BEGIN
  IF client IS NOT NULL THEN
    SELECT credit_status INTO status_now FROM clients WHERE id = client FOR NO KEY UPDATE;
  ELSE
    SELECT credit_status INTO status_now FROM agencies WHERE id = agency FOR NO KEY UPDATE;
  END IF;
  SELECT * INTO one FROM collection_cases c
  WHERE c.status = 'open' AND (c.client_id = client OR c.agency_id = agency) FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF one.credit_hold = 'held' AND status_now <> 'on_hold' THEN
    -- A user released or blocked it since.
    one.credit_hold := 'by_hand';
  END IF;
  IF one.credit_hold = 'by_hand' AND again THEN
    one.credit_hold := 'none';
  END IF;
  SELECT * INTO limits FROM credit_hold_limits();
  is_late := limits.days > 0 AND unpromised_debt(client, agency, limits.days) >= limits.amount;
  IF one.credit_hold = 'none' AND is_late AND status_now IN ('active', 'in_review') THEN
    one.credit_hold := 'held';
    status_now := 'on_hold';
  ELSIF one.credit_hold = 'held' AND NOT is_late THEN
    one.credit_hold := 'none';
    status_now := 'active';
  END IF;
  PERFORM set_config('pauta.reason', CASE status_now
    WHEN 'on_hold' THEN 'Retención automática: debe desde hace ' || business_date() - one.overdue_since || ' días'
    ELSE 'Liberación automática: pagó o prometió pagar lo atrasado' END, true);
  UPDATE clients SET credit_status = status_now WHERE id = client AND credit_status <> status_now;
  UPDATE agencies SET credit_status = status_now WHERE id = agency AND credit_status <> status_now;
  UPDATE collection_cases SET credit_hold = one.credit_hold,
    held_on = CASE WHEN one.credit_hold = 'held' THEN coalesce(held_on, business_date()) END
  WHERE id = one.id AND credit_hold <> one.credit_hold;
  PERFORM set_config('pauta.reason', coalesce(reason, ''), true);
END
$$;

-- Open cases whose hold is not what it should be.
CREATE FUNCTION credit_to_review() RETURNS TABLE (client_id uuid, agency_id uuid)
LANGUAGE sql STABLE AS $$
  SELECT c.client_id, c.agency_id
  FROM collection_cases c LEFT JOIN clients k ON k.id = c.client_id LEFT JOIN agencies a ON a.id = c.agency_id
    CROSS JOIN credit_hold_limits() l
    CROSS JOIN LATERAL (SELECT coalesce(k.credit_status, a.credit_status) AS status) s
  WHERE c.status = 'open' AND CASE c.credit_hold
    WHEN 'none' THEN s.status IN ('active', 'in_review') AND l.days > 0 AND c.overdue_since <= business_date() - l.days
      AND unpromised_debt(c.client_id, c.agency_id, l.days) >= l.amount
    WHEN 'held' THEN s.status <> 'on_hold' OR l.days = 0 OR unpromised_debt(c.client_id, c.agency_id, l.days) < l.amount
    ELSE false END
  ORDER BY c.id
$$;

-- What an account owes less is reviewed when the transaction ends, so that its payment releases it at once. The case is
-- opened in an earlier transaction than the one that holds, so that a payment never misses a hold.
CREATE FUNCTION review_credit_of_invoice() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  payer uuid;
BEGIN
  IF NEW.bill_to = 'agency' THEN
    SELECT coalesce(merged_into_id, id) INTO payer FROM agencies WHERE id = NEW.agency_id;
    IF EXISTS (SELECT FROM collection_cases WHERE agency_id = payer AND status = 'open') THEN
      PERFORM review_credit(NULL, payer);
    END IF;
  ELSE
    SELECT coalesce(merged_into_id, id) INTO payer FROM clients WHERE id = NEW.client_id;
    IF EXISTS (SELECT FROM collection_cases WHERE client_id = payer AND status = 'open') THEN
      PERFORM review_credit(payer, NULL);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER review_credit_of_invoice AFTER UPDATE ON invoices DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.balance < OLD.balance) EXECUTE FUNCTION review_credit_of_invoice();

-- A promise releases, and one that is broken or withdrawn holds again.
CREATE FUNCTION review_credit_of_promise() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM review_credit(NEW.client_id, NEW.agency_id, NEW.status = 'broken');
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER review_credit_of_new_promise AFTER INSERT ON payment_promises DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION review_credit_of_promise();
CREATE CONSTRAINT TRIGGER review_credit_of_promise AFTER UPDATE ON payment_promises DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION review_credit_of_promise();

-- Held credit stops schedules (I17) ----------------------------------------------------------------------------------

-- Whether what the line is sold for was invoiced and paid. Lines without a price are paid for with their contract.
CREATE FUNCTION is_paid_for(o order_lines) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN o.net > 0 THEN paid.net >= o.net
    ELSE coalesce((SELECT sum(l.net) > 0 AND bool_and(is_paid_for(l)) FROM order_lines l
      WHERE l.contract_id = o.contract_id AND l.status = 'active' AND l.net > 0), false) END
  FROM (
    SELECT coalesce(sum(CASE i.doc_kind WHEN 'credit_note' THEN -l.net ELSE l.net END), 0) AS net
    FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
    WHERE l.order_line_id = o.id AND i.status = 'issued' AND i.balance = 0) paid
$$;

-- Nothing new is scheduled for an account whose credit is held, except what it has paid for and what compensates a
-- placement that was not aired. Units of a confirmed placement that are split, and what is recorded as lost, are not new. The rows of the payers are locked, so that a hold and a placement at once come in some order.
CREATE FUNCTION refuse_held_placements() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM clients k WHERE k.id IN (
    SELECT p.account_id FROM contracts c CROSS JOIN LATERAL payers_of(c) p
    WHERE c.id IN (SELECT contract_id FROM new_rows WHERE makegood_of_id IS NULL AND status = 'scheduled') AND p.bill_to = 'client')
  ORDER BY k.id FOR SHARE;
  PERFORM FROM agencies a WHERE a.id IN (
    SELECT p.account_id FROM contracts c CROSS JOIN LATERAL payers_of(c) p
    WHERE c.id IN (SELECT contract_id FROM new_rows WHERE makegood_of_id IS NULL AND status = 'scheduled') AND p.bill_to = 'agency')
  ORDER BY a.id FOR SHARE;
  IF EXISTS (
    SELECT FROM new_rows n JOIN contracts c ON c.id = n.contract_id CROSS JOIN LATERAL payers_of(c) p
    WHERE n.makegood_of_id IS NULL AND n.status = 'scheduled' AND p.credit_status IN ('on_hold', 'blocked')
      AND NOT EXISTS (
        SELECT FROM quotas q JOIN order_lines o ON o.id = q.order_line_id WHERE q.id = n.quota_id AND is_paid_for(o))) THEN
    RAISE EXCEPTION 'the credit of the account is held'
      USING ERRCODE = '23514', CONSTRAINT = 'placements_credit_held', TABLE = 'placements';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER refuse_held_placements AFTER INSERT ON placements REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_held_placements();

-- Permissions ----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('collections.manage', 'Cobros', 'Gestionar cobros: promesas de pago, cobradores y disputas');
INSERT INTO role_permissions (role_id, permission)
SELECT id, 'collections.manage' FROM roles WHERE name IN ('admin', 'collections') AND archived_at IS NULL;
