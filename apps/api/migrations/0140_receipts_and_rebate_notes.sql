-- Receipts that are mailed to who paid.

SELECT set_config('pauta.request', 'migration:0140', true), set_config('pauta.reason', 'Recibos por correo', true);

CREATE TABLE receipt_deliveries (
  id uuid PRIMARY KEY DEFAULT new_id(),
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) <= 254),
  payment_id uuid NOT NULL REFERENCES payments ON DELETE RESTRICT,
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
  CONSTRAINT receipt_deliveries_sent CHECK ((status = 'sent') = (sent_at IS NOT NULL))
);

CREATE INDEX receipt_deliveries_by_recipient ON receipt_deliveries ((sort_key(recipient) COLLATE "C"), id);
CREATE INDEX receipt_deliveries_by_sent_at ON receipt_deliveries (sent_at, id) WHERE sent_at IS NOT NULL;
CREATE INDEX receipt_deliveries_by_created_at ON receipt_deliveries (created_at, id);
CREATE INDEX receipt_deliveries_by_updated_at ON receipt_deliveries (updated_at, id);
CREATE INDEX receipt_deliveries_payment_id ON receipt_deliveries (payment_id, created_at, id);
CREATE INDEX receipt_deliveries_status ON receipt_deliveries (status, created_at, id);
CREATE INDEX receipt_deliveries_mail_id ON receipt_deliveries (mail_id) WHERE mail_id IS NOT NULL;

CALL make_searchable('receipt_deliveries', 'recipient');
CALL track('receipt_deliveries', unnoticed => '{search_text,mail_id,status,sent_at,error}');
CALL restrict_app('receipt_deliveries', 'SELECT, INSERT');
CALL leave_with_demonstration('{receipt_deliveries}');

-- As before (0131), also of receipts.
CREATE OR REPLACE FUNCTION show_delivery() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  state constant text := CASE WHEN NEW.sent_at IS NOT NULL THEN 'sent' ELSE 'failed' END;
  failure constant text := CASE WHEN NEW.sent_at IS NULL THEN coalesce(NEW.last_error, 'unknown') END;
BEGIN
  UPDATE invoice_deliveries SET status = state, sent_at = NEW.sent_at, error = failure WHERE mail_id = NEW.id;
  UPDATE receipt_deliveries SET status = state, sent_at = NEW.sent_at, error = failure WHERE mail_id = NEW.id;
  RETURN NULL;
END
$$;

-- Who of an account gets what is mailed about billing: this contact and those for billing, or else the usual one.
CREATE FUNCTION billing_recipients(client uuid, agency uuid, party text, contact uuid) RETURNS TABLE (name text, email text)
LANGUAGE sql STABLE AS $$
  WITH reachable AS (
    SELECT p.id, p.full_name, p.primary_email, p.role = 'billing' OR p.id = contact AS is_billing
    FROM contacts p
    WHERE p.archived_at IS NULL AND p.status = 'active' AND p.primary_email IS NOT NULL AND NOT p.email_bounced
      AND CASE WHEN party = 'agency' THEN p.agency_id = agency ELSE p.client_id = client END)
  SELECT DISTINCT ON (r.primary_email) r.full_name, r.primary_email FROM reachable r
  WHERE r.is_billing OR (NOT EXISTS (SELECT FROM reachable b WHERE b.is_billing)
    AND r.id = usual_billing_contact(client, agency, party))
  ORDER BY r.primary_email, r.id
$$;

-- As before (0131).
CREATE OR REPLACE FUNCTION invoice_recipients(i invoices) RETURNS TABLE (name text, email text)
LANGUAGE sql STABLE AS $$
  SELECT r.* FROM billing_recipients(i.client_id, i.agency_id, i.bill_to,
    (SELECT billing_contact_id FROM contracts WHERE id = i.contract_id)) r
$$;
