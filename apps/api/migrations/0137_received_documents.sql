-- Electronic fiscal documents that others send to the companies, with their acknowledgements and approvals; what customers
-- answer to those of the companies; and the delivery of these to customers who receive electronically.

SELECT set_config('pauta.request', 'migration:0137', true), set_config('pauta.reason', 'Comprobantes recibidos y respuestas de clientes', true);

CREATE TABLE received_documents (
  id uuid PRIMARY KEY DEFAULT new_id(),
  encf text NOT NULL CHECK (encf ~ '^E[0-9]{12}$'),
  issuer_rnc text NOT NULL CHECK (issuer_rnc ~ '^([0-9]{9}|[0-9]{11})$'),
  issuer_name text NOT NULL CHECK (char_length(issuer_name) BETWEEN 1 AND 150),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  ecf_type text COLLATE "C" NOT NULL CHECK (ecf_type IN ('31', '32', '33', '34', '44', '45', '46')),
  issue_date date NOT NULL,
  due_date date,
  modifies_number text CHECK (char_length(modifies_number) <= 19),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (tax >= 0),
  total numeric(18,2) NOT NULL CHECK (total >= 0),
  security_code text NOT NULL CHECK (char_length(security_code) BETWEEN 1 AND 6),
  signer text NOT NULL CHECK (char_length(signer) BETWEEN 1 AND 200),
  received_at timestamptz NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'approved', 'rejected')),
  rejection_reason text CHECK (char_length(rejection_reason) <= 250),
  decided_at timestamptz,
  authority_status text COLLATE "C" NOT NULL DEFAULT 'unknown' CHECK (authority_status IN ('unknown', 'accepted', 'rejected', 'not_found')),
  answer_to_authority text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (answer_to_authority IN ('none', 'to_send', 'delivered', 'refused')),
  answer_to_issuer text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (answer_to_issuer IN ('none', 'to_send', 'delivered', 'refused')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz DEFAULT now(),
  -- Until then the process that took the document answers for it.
  leased_until timestamptz,
  message text CHECK (char_length(message) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  -- Why somebody has to look at it.
  attention text COLLATE "C" GENERATED ALWAYS AS (CASE
    WHEN status = 'received' AND authority_status = 'rejected' THEN 'invalid'
    WHEN 'refused' IN (answer_to_authority, answer_to_issuer) THEN 'refused'
    WHEN attempts >= 8 THEN 'unanswered' END) STORED
    CHECK (attention IN ('unanswered', 'refused', 'invalid')),
  CONSTRAINT received_documents_once UNIQUE (issuer_rnc, encf),
  CONSTRAINT received_documents_type CHECK (substr(encf, 2, 2) = ecf_type),
  CONSTRAINT received_documents_decided CHECK ((status = 'received') = (decided_at IS NULL)
    AND (status = 'rejected') = (rejection_reason IS NOT NULL)
    AND (status = 'received') = (answer_to_authority = 'none') AND (status = 'received') = (answer_to_issuer = 'none')),
  -- What is left to send or to ask is attempted.
  CONSTRAINT received_documents_attempted CHECK (next_attempt_at IS NOT NULL OR NOT (
    answer_to_authority = 'to_send' OR answer_to_issuer = 'to_send'
    OR status = 'received' AND (authority_status = 'unknown' OR authority_status = 'not_found')))
);

CREATE INDEX received_documents_by_encf ON received_documents ((sort_key(encf) COLLATE "C"), id);
CREATE INDEX received_documents_by_issuer_rnc ON received_documents ((sort_key(issuer_rnc) COLLATE "C"), id);
CREATE INDEX received_documents_by_issuer_name ON received_documents ((sort_key(issuer_name) COLLATE "C"), id);
CREATE INDEX received_documents_by_issue_date ON received_documents (issue_date, id);
CREATE INDEX received_documents_by_due_date ON received_documents (due_date, id) WHERE due_date IS NOT NULL;
CREATE INDEX received_documents_by_received_at ON received_documents (received_at, id);
CREATE INDEX received_documents_by_decided_at ON received_documents (decided_at, id) WHERE decided_at IS NOT NULL;
CREATE INDEX received_documents_by_next_attempt_at ON received_documents (next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX received_documents_by_created_at ON received_documents (created_at, id);
CREATE INDEX received_documents_by_updated_at ON received_documents (updated_at, id);
CREATE INDEX received_documents_company_id ON received_documents (company_id, received_at, id);
CREATE INDEX received_documents_ecf_type ON received_documents (ecf_type, received_at, id);
CREATE INDEX received_documents_currency_code ON received_documents (currency_code, received_at, id);
CREATE INDEX received_documents_total ON received_documents (total);
CREATE INDEX received_documents_status ON received_documents (status, received_at, id);
CREATE INDEX received_documents_authority_status ON received_documents (authority_status, received_at, id);
CREATE INDEX received_documents_answer_to_authority ON received_documents (answer_to_authority, received_at, id);
CREATE INDEX received_documents_answer_to_issuer ON received_documents (answer_to_issuer, received_at, id);
CREATE INDEX received_documents_attention ON received_documents (attention, received_at, id);

CALL make_searchable('received_documents', 'encf', 'issuer_rnc', 'issuer_name');
CALL track('received_documents', unnoticed => '{search_text,attempts,next_attempt_at,leased_until,attention}');
CALL restrict_app('received_documents', 'SELECT, INSERT, UPDATE');

-- What was received and what acknowledged it, byte by byte: both are signed, so nothing is updated here.
CREATE TABLE received_document_files (
  document_id uuid PRIMARY KEY REFERENCES received_documents ON DELETE RESTRICT,
  xml text NOT NULL,
  -- SHA-256 of the file, by which the same one sent again is known.
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  acknowledgement text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL restrict_app('received_document_files', 'SELECT, INSERT');

-- The approval or rejection (ACECF) as it was signed.
CREATE TABLE received_document_answers (
  document_id uuid PRIMARY KEY REFERENCES received_documents ON DELETE RESTRICT,
  file_name text NOT NULL CHECK (char_length(file_name) <= 80),
  xml text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL restrict_app('received_document_answers', 'SELECT, INSERT');

-- What identifies a received document, and its decision, do not change any more.
CREATE FUNCTION keep_received() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.encf, NEW.issuer_rnc, NEW.issuer_name, NEW.company_id, NEW.ecf_type, NEW.issue_date, NEW.tax, NEW.total, NEW.currency_code,
      NEW.security_code, NEW.signer, NEW.received_at)
    IS DISTINCT FROM (OLD.encf, OLD.issuer_rnc, OLD.issuer_name, OLD.company_id, OLD.ecf_type, OLD.issue_date, OLD.tax, OLD.total,
      OLD.currency_code, OLD.security_code, OLD.signer, OLD.received_at)
    OR OLD.status <> 'received' AND (NEW.status, NEW.rejection_reason, NEW.decided_at)
      IS DISTINCT FROM (OLD.status, OLD.rejection_reason, OLD.decided_at) THEN
    RAISE EXCEPTION 'a received document keeps what it says and how it was answered'
      USING ERRCODE = '23514', CONSTRAINT = 'received_documents_keep', TABLE = 'received_documents';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_received BEFORE UPDATE ON received_documents FOR EACH ROW EXECUTE FUNCTION keep_received();

-- A document is received with its file and one acknowledgement, in one transaction.
CREATE FUNCTION require_acknowledgement() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM received_document_files WHERE document_id = NEW.id) THEN
    RAISE EXCEPTION 'received document % is not acknowledged', NEW.encf
      USING ERRCODE = '23514', CONSTRAINT = 'received_documents_acknowledged', TABLE = 'received_documents';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER require_acknowledgement AFTER INSERT ON received_documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_acknowledgement();

CALL leave_with_demonstration('{received_document_answers,received_document_files,received_documents}');

-- Answers of customers, and delivery to them ------------------------------------------------------------------------------

ALTER TABLE ecf_documents
  -- Whether the customer, who receives electronically, approved or rejected it.
  ADD COLUMN customer_answer text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (customer_answer IN ('none', 'approved', 'rejected')),
  ADD COLUMN customer_reason text CHECK (char_length(customer_reason) <= 250),
  ADD COLUMN customer_answered_at timestamptz,
  -- It was rejected, and no dispute was opened for that yet.
  ADD COLUMN dispute_due boolean NOT NULL DEFAULT false,
  -- Where the document is on its way to the customer.
  ADD COLUMN receiver_status text COLLATE "C" NOT NULL DEFAULT 'none'
    CHECK (receiver_status IN ('none', 'to_send', 'received', 'refused', 'not_electronic')),
  ADD COLUMN receiver_attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN receiver_next_at timestamptz,
  ADD COLUMN receiver_leased_until timestamptz,
  ADD COLUMN receiver_message text CHECK (char_length(receiver_message) <= 500),
  ADD CONSTRAINT ecf_documents_customer_answer CHECK ((customer_answer = 'none') = (customer_answered_at IS NULL)
    AND (customer_answer = 'rejected') = (customer_reason IS NOT NULL)),
  ADD CONSTRAINT ecf_documents_receiver CHECK ((receiver_status = 'to_send') = (receiver_next_at IS NOT NULL));
CREATE INDEX ecf_documents_customer_answer ON ecf_documents (customer_answer, created_at, id);
CREATE INDEX ecf_documents_receiver_status ON ecf_documents (receiver_status, created_at, id);
CREATE INDEX ecf_documents_by_customer_answered_at ON ecf_documents (customer_answered_at, id) WHERE customer_answered_at IS NOT NULL;
CREATE INDEX ecf_documents_receiver_next_at ON ecf_documents (receiver_next_at, id) WHERE receiver_next_at IS NOT NULL;
CREATE INDEX ecf_documents_dispute_due ON ecf_documents (customer_answered_at, id) WHERE dispute_due;
CALL unnotice('ecf_documents', '{dispute_due,receiver_attempts,receiver_next_at,receiver_leased_until}');

-- The answer of a customer (ACECF) as it came, and the acknowledgement (ARECF) of what was delivered to them.
CREATE TABLE customer_answers (
  document_id uuid PRIMARY KEY REFERENCES ecf_documents ON DELETE RESTRICT,
  xml text NOT NULL,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL restrict_app('customer_answers', 'SELECT, INSERT');
CREATE TABLE ecf_acknowledgements (
  document_id uuid PRIMARY KEY REFERENCES ecf_documents ON DELETE RESTRICT,
  xml text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL restrict_app('ecf_acknowledgements', 'SELECT, INSERT');

CALL leave_with_demonstration('{ecf_acknowledgements,customer_answers}');

ALTER TABLE invoices ADD COLUMN customer_answer text COLLATE "C" NOT NULL DEFAULT 'none'
  CHECK (customer_answer IN ('none', 'approved', 'rejected'));
CREATE INDEX invoices_customer_answer ON invoices (customer_answer, created_at, id);
CALL unnotice('invoices', '{customer_answer}');
DROP TRIGGER refuse_frozen ON invoices;
CREATE TRIGGER refuse_frozen AFTER UPDATE OR DELETE ON invoices FOR EACH ROW
  EXECUTE FUNCTION refuse_frozen('status', '{"issued","voided"}', '{"notes","paid","credited","written_off","void_reason_id","voided_on","ecf_status","customer_answer"}');

-- The first answer counts, and the invoice shows it.
CREATE FUNCTION keep_customer_answer() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.customer_answer <> 'none' THEN
    RAISE EXCEPTION 'the customer of e-CF % answered before', OLD.encf
      USING ERRCODE = '23514', CONSTRAINT = 'ecf_documents_answered_once', TABLE = 'ecf_documents';
  END IF;
  UPDATE invoices SET customer_answer = NEW.customer_answer WHERE id = NEW.invoice_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_customer_answer AFTER UPDATE OF customer_answer ON ecf_documents
  FOR EACH ROW WHEN (NEW.customer_answer <> OLD.customer_answer) EXECUTE FUNCTION keep_customer_answer();

-- Permissions ----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('received_documents.view_all', 'Facturación', 'Ver los comprobantes recibidos'),
  ('received_documents.decide', 'Facturación', 'Aprobar y rechazar comprobantes recibidos'),
  ('received_documents.export', 'Facturación', 'Exportar los comprobantes recibidos');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, 'received_documents.' || action
FROM roles r JOIN (VALUES
  ('admin', '{view_all,decide,export}'::text[]),
  ('general_manager', '{view_all,export}'),
  ('billing', '{view_all,decide,export}'),
  ('finance', '{view_all,decide,export}'),
  ('auditor', '{view_all,export}')) AS grants (role, actions) ON grants.role = r.name AND r.archived_at IS NULL
CROSS JOIN LATERAL unnest(grants.actions) AS action;
