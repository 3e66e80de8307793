-- Electronic fiscal documents (e-CF) of the Dominican Republic: which companies issue them and since when, their
-- certificates, and each document on its way to the tax authority.

SELECT set_config('pauta.request', 'migration:0107', true), set_config('pauta.reason', 'Comprobantes electrónicos', true);

CREATE TABLE ecf_issuers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  starts_on date,
  environment text COLLATE "C" NOT NULL DEFAULT 'test' CHECK (environment IN ('test', 'certification', 'production', 'own')),
  service_url text CHECK (char_length(service_url) <= 300),
  certificate_holder text CHECK (char_length(certificate_holder) <= 200),
  certificate_holder_id text CHECK (char_length(certificate_holder_id) <= 40),
  certificate_valid_from date,
  certificate_valid_to date,
  notes text CHECK (char_length(notes) <= 500),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT ecf_issuers_company_id_key UNIQUE (company_id),
  CONSTRAINT ecf_issuers_own_address CHECK (environment <> 'own' OR service_url IS NOT NULL)
);
CREATE INDEX ecf_issuers_by_name ON ecf_issuers ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX ecf_issuers_by_starts_on ON ecf_issuers (starts_on, id) WHERE archived_at IS NULL AND starts_on IS NOT NULL;
CREATE INDEX ecf_issuers_by_certificate_valid_from ON ecf_issuers (certificate_valid_from, id) WHERE archived_at IS NULL AND certificate_valid_from IS NOT NULL;
CREATE INDEX ecf_issuers_by_certificate_valid_to ON ecf_issuers (certificate_valid_to, id) WHERE archived_at IS NULL AND certificate_valid_to IS NOT NULL;
CREATE INDEX ecf_issuers_by_created_at ON ecf_issuers (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX ecf_issuers_by_updated_at ON ecf_issuers (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX ecf_issuers_company_id ON ecf_issuers (company_id, (sort_key(name) COLLATE "C"), id);
CREATE INDEX ecf_issuers_environment ON ecf_issuers (environment, (sort_key(name) COLLATE "C"), id);
CALL make_searchable('ecf_issuers', 'name');
CALL track('ecf_issuers', unnoticed => '{search_text}');
CALL free_when_withdrawn('ecf_issuers');
CALL restrict_app('ecf_issuers', 'SELECT, INSERT, UPDATE');

-- An issuer is called like its company.
CREATE FUNCTION name_ecf_issuer() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.name := (SELECT left(name, 160) FROM companies WHERE id = NEW.company_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER name_ecf_issuer BEFORE INSERT OR UPDATE OF company_id ON ecf_issuers
  FOR EACH ROW EXECUTE FUNCTION name_ecf_issuer();

-- The key and the certificate of an issuer, encrypted with the key of the installation. Not tracked: the audit log holds
-- no secrets, also not encrypted ones.
CREATE TABLE ecf_certificates (
  issuer_id uuid PRIMARY KEY REFERENCES ecf_issuers ON DELETE RESTRICT,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT
);
CALL restrict_app('ecf_certificates', 'SELECT, INSERT, UPDATE');

CREATE TABLE ecf_documents (
  id uuid PRIMARY KEY DEFAULT new_id(),
  encf text NOT NULL CHECK (encf ~ '^E[0-9]{12}$'),
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE RESTRICT,
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'to_sign' CHECK (status IN ('to_sign', 'signed', 'sent', 'accepted', 'conditional', 'rejected', 'contingency')),
  security_code text CHECK (char_length(security_code) <= 6),
  signed_at timestamptz,
  sent_at timestamptz,
  answered_at timestamptz,
  track_id text CHECK (char_length(track_id) <= 80),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz DEFAULT now(),
  message text CHECK (char_length(message) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT ecf_documents_encf_key UNIQUE (company_id, encf),
  CONSTRAINT ecf_documents_once UNIQUE (invoice_id),
  CONSTRAINT ecf_documents_signed CHECK ((status = 'to_sign') = (signed_at IS NULL) AND num_nonnulls(signed_at, security_code) IN (0, 2)),
  -- What is finished is not attempted any more; the rest always is.
  CONSTRAINT ecf_documents_attempted CHECK ((status IN ('accepted', 'conditional', 'rejected')) = (next_attempt_at IS NULL))
);
CREATE INDEX ecf_documents_by_encf ON ecf_documents ((sort_key(encf) COLLATE "C"), id);
CREATE INDEX ecf_documents_by_signed_at ON ecf_documents (signed_at, id) WHERE signed_at IS NOT NULL;
CREATE INDEX ecf_documents_by_sent_at ON ecf_documents (sent_at, id) WHERE sent_at IS NOT NULL;
CREATE INDEX ecf_documents_by_answered_at ON ecf_documents (answered_at, id) WHERE answered_at IS NOT NULL;
CREATE INDEX ecf_documents_by_next_attempt_at ON ecf_documents (next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX ecf_documents_by_created_at ON ecf_documents (created_at, id);
CREATE INDEX ecf_documents_by_updated_at ON ecf_documents (updated_at, id);
CREATE INDEX ecf_documents_invoice_id ON ecf_documents (invoice_id, created_at, id);
CREATE INDEX ecf_documents_company_id ON ecf_documents (company_id, created_at, id);
CREATE INDEX ecf_documents_status ON ecf_documents (status, created_at, id);
CALL make_searchable('ecf_documents', 'encf');
CALL track('ecf_documents', unnoticed => '{search_text,attempts,next_attempt_at}');
CALL restrict_app('ecf_documents', 'SELECT, INSERT, UPDATE');

-- The signed bytes of a document, and of a consumer invoice below the limit the signed summary that is sent in its place.
-- After signing not one character may change, so nothing is updated here.
CREATE TABLE ecf_files (
  document_id uuid PRIMARY KEY REFERENCES ecf_documents ON DELETE RESTRICT,
  xml text NOT NULL,
  summary text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL restrict_app('ecf_files', 'SELECT, INSERT');

CALL leave_with_demonstration('{ecf_files,ecf_documents,ecf_certificates,ecf_issuers}');

-- Invoices take the electronic types too, and show how their document stands.
ALTER TABLE invoices DROP CONSTRAINT invoices_fiscal_document_check;
ALTER TABLE invoices ADD CONSTRAINT invoices_fiscal_document_check CHECK (fiscal_document IN (
  'B01', 'B02', 'B03', 'B04', 'B14', 'B15', 'B16', 'E31', 'E32', 'E33', 'E34', 'E44', 'E45', 'E46'));
ALTER TABLE invoices ADD COLUMN ecf_status text COLLATE "C" NOT NULL DEFAULT 'none'
  CHECK (ecf_status IN ('none', 'to_sign', 'signed', 'sent', 'accepted', 'conditional', 'rejected', 'contingency'));
CREATE INDEX invoices_ecf_status ON invoices (ecf_status, created_at, id);
CALL unnotice('invoices', '{ecf_status}');
DROP TRIGGER refuse_frozen ON invoices;
CREATE TRIGGER refuse_frozen AFTER UPDATE OR DELETE ON invoices FOR EACH ROW
  EXECUTE FUNCTION refuse_frozen('status', '{"issued","voided"}', '{"notes","paid","credited","void_reason_id","voided_on","ecf_status"}');

CREATE FUNCTION show_ecf_status() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices SET ecf_status = NEW.status WHERE id = NEW.invoice_id AND ecf_status <> NEW.status;
  RETURN NULL;
END
$$;
CREATE TRIGGER show_ecf_status AFTER INSERT OR UPDATE OF status ON ecf_documents
  FOR EACH ROW EXECUTE FUNCTION show_ecf_status();

-- An electronic number is void only before the authority, by a message of its own: here a credit note takes it back.
ALTER TABLE invoices ADD CONSTRAINT invoices_void_on_paper CHECK (status <> 'voided' OR fiscal_number LIKE 'B%');
