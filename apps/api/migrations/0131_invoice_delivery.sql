-- Invoices that are mailed to who pays them, and rooms in which a client or an agency sees its account without a user.

SELECT set_config('pauta.request', 'migration:0131', true), set_config('pauta.reason', 'Envío de facturas y salas de cuentas', true);

CREATE TABLE invoice_deliveries (
  id uuid PRIMARY KEY DEFAULT new_id(),
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text CHECK (email = lower(email) AND char_length(email) <= 254),
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  origin text COLLATE "C" NOT NULL DEFAULT 'manual' CHECK (origin IN ('manual', 'automatic')),
  status text COLLATE "C" NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
  sent_at timestamptz,
  error text CHECK (char_length(error) <= 500),
  -- Sent mails are forgotten after a while, so this refers to none of them.
  mail_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT invoice_deliveries_mailed CHECK (email IS NOT NULL OR status = 'failed'),
  CONSTRAINT invoice_deliveries_sent CHECK ((status = 'sent') = (sent_at IS NOT NULL))
);
CREATE INDEX invoice_deliveries_by_recipient ON invoice_deliveries ((sort_key(recipient) COLLATE "C"), id);
CREATE INDEX invoice_deliveries_by_sent_at ON invoice_deliveries (sent_at, id) WHERE sent_at IS NOT NULL;
CREATE INDEX invoice_deliveries_by_created_at ON invoice_deliveries (created_at, id);
CREATE INDEX invoice_deliveries_by_updated_at ON invoice_deliveries (updated_at, id);
CREATE INDEX invoice_deliveries_invoice_id ON invoice_deliveries (invoice_id, created_at, id);
CREATE INDEX invoice_deliveries_origin ON invoice_deliveries (origin, created_at, id);
CREATE INDEX invoice_deliveries_status ON invoice_deliveries (status, created_at, id);
CREATE INDEX invoice_deliveries_mail_id ON invoice_deliveries (mail_id) WHERE mail_id IS NOT NULL;
CALL make_searchable('invoice_deliveries', 'recipient');
CALL track('invoice_deliveries', unnoticed => '{search_text,mail_id,status,sent_at,error}');
CALL restrict_app('invoice_deliveries', 'SELECT, INSERT, UPDATE');

-- A delivery stands as its mail does.
CREATE FUNCTION show_delivery() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE invoice_deliveries SET status = CASE WHEN NEW.sent_at IS NOT NULL THEN 'sent' ELSE 'failed' END,
    sent_at = NEW.sent_at, error = CASE WHEN NEW.sent_at IS NULL THEN coalesce(NEW.last_error, 'unknown') END
  WHERE mail_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER show_delivery AFTER UPDATE OF sent_at, failed_at ON mails
  FOR EACH ROW WHEN (num_nonnulls(NEW.sent_at, NEW.failed_at) > num_nonnulls(OLD.sent_at, OLD.failed_at))
  EXECUTE FUNCTION show_delivery();

-- An accepted e-CF that is to be mailed to who pays it.
ALTER TABLE ecf_documents ADD COLUMN mail_due boolean NOT NULL DEFAULT false;
CREATE INDEX ecf_documents_mail_due ON ecf_documents (answered_at, id) WHERE mail_due;
CALL unnotice('ecf_documents', '{mail_due}');

-- Who of the payer gets an invoice: the contact of its contract and those for billing, or else the usual one.
CREATE FUNCTION invoice_recipients(i invoices) RETURNS TABLE (name text, email text)
LANGUAGE sql STABLE AS $$
  WITH reachable AS (
    SELECT p.id, p.full_name, p.primary_email, p.role = 'billing' OR p.id = o.billing_contact_id AS is_billing
    FROM contacts p LEFT JOIN contracts o ON o.id = i.contract_id
    WHERE p.archived_at IS NULL AND p.status = 'active' AND p.primary_email IS NOT NULL AND NOT p.email_bounced
      AND CASE WHEN i.bill_to = 'agency' THEN p.agency_id = i.agency_id ELSE p.client_id = i.client_id END)
  SELECT DISTINCT ON (r.primary_email) r.full_name, r.primary_email FROM reachable r
  WHERE r.is_billing OR (NOT EXISTS (SELECT FROM reachable b WHERE b.is_billing)
    AND r.id = usual_billing_contact(i.client_id, i.agency_id, i.bill_to))
  ORDER BY r.primary_email, r.id
$$;

-- Rooms of accounts -------------------------------------------------------------------------------------------------------

CREATE TABLE account_rooms (
  id uuid PRIMARY KEY DEFAULT new_id(),
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  expires_on date NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  last_visit_at timestamptz,
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT account_rooms_token_hash_key UNIQUE (token_hash),
  CONSTRAINT account_rooms_of_one CHECK (num_nonnulls(client_id, agency_id) = 1)
);
CREATE INDEX account_rooms_by_recipient ON account_rooms ((sort_key(recipient) COLLATE "C"), id);
CREATE INDEX account_rooms_by_expires_on ON account_rooms (expires_on, id);
CREATE INDEX account_rooms_by_last_visit_at ON account_rooms (last_visit_at, id) WHERE last_visit_at IS NOT NULL;
CREATE INDEX account_rooms_by_created_at ON account_rooms (created_at, id);
CREATE INDEX account_rooms_by_updated_at ON account_rooms (updated_at, id);
CREATE INDEX account_rooms_client_id ON account_rooms (client_id, created_at, id);
CREATE INDEX account_rooms_agency_id ON account_rooms (agency_id, created_at, id);
CREATE INDEX account_rooms_status ON account_rooms (status, created_at, id);
CALL make_searchable('account_rooms', 'recipient');
CALL track('account_rooms', hidden => '{token_hash}', unnoticed => '{search_text,last_visit_at}');
CALL restrict_app('account_rooms', 'SELECT, INSERT, UPDATE');

-- Every visit of those who have a link: it only grows.
CREATE TABLE account_room_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  link_id uuid NOT NULL REFERENCES account_rooms ON DELETE RESTRICT,
  act text COLLATE "C" NOT NULL CHECK (act IN ('opened', 'downloaded')),
  ip inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX account_room_log_link_id ON account_room_log (link_id, id);
CALL restrict_app('account_room_log', 'SELECT, INSERT');

CREATE FUNCTION show_account_visit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE account_rooms SET last_visit_at = NEW.created_at WHERE id = NEW.link_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER show_account_visit AFTER INSERT ON account_room_log FOR EACH ROW EXECUTE FUNCTION show_account_visit();

CALL leave_with_demonstration('{invoice_deliveries,account_room_log,account_rooms}');
