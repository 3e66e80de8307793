-- The rest of electronic fiscal documents: leases of attempts, the environment of each document, rejected ones that are
-- signed again, and numbers that are voided before the tax authority.

SELECT set_config('pauta.request', 'migration:0121', true), set_config('pauta.reason', 'Reenvío y anulación de comprobantes electrónicos', true);

ALTER TABLE ecf_documents
  -- Until then the process that took the document answers for it, whenever its next attempt is due.
  ADD COLUMN leased_until timestamptz,
  -- Of the authority's services for which it was signed; null while it is not.
  ADD COLUMN environment text COLLATE "C" CHECK (environment IN ('test', 'certification', 'production', 'own')),
  -- Their address, of an environment of its own.
  ADD COLUMN service_url text CHECK (char_length(service_url) <= 300),
  -- Of a rejected one: whether the authority said that its number may be used again.
  ADD COLUMN number_reusable boolean NOT NULL DEFAULT false,
  -- When its invoice was voided because it was rejected.
  ADD COLUMN voided_at timestamptz,
  -- Why somebody has to look at it.
  ADD COLUMN attention text COLLATE "C" GENERATED ALWAYS AS (CASE
    WHEN voided_at IS NOT NULL THEN NULL
    WHEN status = 'rejected' THEN 'rejected'
    WHEN status = 'to_sign' AND message IS NOT NULL THEN 'unsigned'
    WHEN status IN ('signed', 'sent', 'contingency') AND attempts >= 8 THEN 'unanswered' END) STORED
    CHECK (attention IN ('unsigned', 'unanswered', 'rejected')),
  ADD CONSTRAINT ecf_documents_number_reusable CHECK (NOT number_reusable OR status = 'rejected');
CREATE INDEX ecf_documents_environment ON ecf_documents (environment, created_at, id);
CREATE INDEX ecf_documents_attention ON ecf_documents (attention, created_at, id);
CALL unnotice('ecf_documents', '{leased_until,attention,service_url,voided_at}');

UPDATE ecf_documents d SET environment = e.environment, service_url = e.service_url
FROM ecf_issuers e WHERE e.company_id = d.company_id AND e.archived_at IS NULL AND d.status <> 'to_sign';

-- What was signed and rejected, when its number may be used again and the document is signed anew.
CREATE TABLE ecf_rejected_files (
  id uuid PRIMARY KEY DEFAULT new_id(),
  document_id uuid NOT NULL REFERENCES ecf_documents ON DELETE RESTRICT,
  xml text NOT NULL,
  summary text,
  security_code text NOT NULL,
  track_id text,
  message text,
  signed_at timestamptz NOT NULL,
  answered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ecf_rejected_files_document_id ON ecf_rejected_files (document_id, created_at);
CALL restrict_app('ecf_rejected_files', 'SELECT');

-- Only a rejected document whose number the authority gave back is signed again; its file is kept with the reason.
CREATE FUNCTION sign_ecf_again() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.status <> 'rejected' OR NOT OLD.number_reusable
    OR EXISTS (SELECT FROM invoices WHERE id = OLD.invoice_id AND status <> 'issued') THEN
    RAISE EXCEPTION 'the number of e-CF % cannot be used again', OLD.encf
      USING ERRCODE = '23514', CONSTRAINT = 'ecf_documents_signed_once', TABLE = 'ecf_documents';
  END IF;
  WITH gone AS (DELETE FROM ecf_files WHERE document_id = OLD.id RETURNING xml, summary)
  INSERT INTO ecf_rejected_files (document_id, xml, summary, security_code, track_id, message, signed_at, answered_at)
  SELECT OLD.id, xml, summary, OLD.security_code, OLD.track_id, OLD.message, OLD.signed_at, OLD.answered_at FROM gone;
  RETURN NULL;
END
$$;
CREATE TRIGGER sign_ecf_again AFTER UPDATE OF status ON ecf_documents
  FOR EACH ROW WHEN (NEW.status = 'to_sign' AND OLD.status <> 'to_sign') EXECUTE FUNCTION sign_ecf_again();

-- What the authority rejected has no fiscal value: it is voided here, and issued again with another number. Then nobody
-- has to look at its document any more.
ALTER TABLE invoices DROP CONSTRAINT invoices_void_on_paper;
ALTER TABLE invoices ADD CONSTRAINT invoices_void_on_paper
  CHECK (status <> 'voided' OR fiscal_number LIKE 'B%' OR ecf_status = 'rejected');

CREATE FUNCTION settle_ecf() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ecf_documents SET voided_at = now() WHERE invoice_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER settle_ecf AFTER UPDATE OF status ON invoices
  FOR EACH ROW WHEN (NEW.status = 'voided' AND OLD.status <> 'voided' AND NEW.fiscal_number LIKE 'E%')
  EXECUTE FUNCTION settle_ecf();

-- Numbers that are voided before they are used (ANECF) --------------------------------------------------------------------

ALTER TABLE fiscal_sequences ADD COLUMN voided_from integer;
ALTER TABLE fiscal_sequences
  ALTER COLUMN remaining SET EXPRESSION AS (coalesce(voided_from - 1, last_no) - next_no + 1),
  -- No voided number is issued, and no issued one is voided: whoever issues and whoever voids locks this row.
  ADD CONSTRAINT fiscal_sequences_voided CHECK (voided_from IS NULL OR (document LIKE 'E%' AND voided_from BETWEEN next_no AND last_no));

CREATE FUNCTION keep_voided_numbers() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.voided_from IS NULL OR NEW.voided_from > OLD.voided_from OR (NEW.last_no, NEW.document) IS DISTINCT FROM (OLD.last_no, OLD.document) THEN
    RAISE EXCEPTION 'voided numbers stay voided'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fiscal_sequences_voided_stay', TABLE = 'fiscal_sequences';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_voided_numbers BEFORE UPDATE ON fiscal_sequences
  FOR EACH ROW WHEN (OLD.voided_from IS NOT NULL) EXECUTE FUNCTION keep_voided_numbers();

CREATE TABLE voided_numbers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  sequence_id uuid NOT NULL REFERENCES fiscal_sequences ON DELETE RESTRICT,
  document text COLLATE "C" NOT NULL CHECK (document IN ('B01', 'B02', 'B03', 'B04', 'B14', 'B15', 'B16', 'E31', 'E32', 'E33', 'E34', 'E44', 'E45', 'E46')),
  first_no integer NOT NULL,
  last_no integer NOT NULL CHECK (last_no BETWEEN first_no AND first_no + 9999),
  reason_id uuid NOT NULL REFERENCES reasons ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'to_send' CHECK (status IN ('to_send', 'accepted', 'rejected')),
  answered_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),
  leased_until timestamptz,
  message text CHECK (char_length(message) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT voided_numbers_attempted CHECK ((status = 'to_send') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT voided_numbers_once
    EXCLUDE USING gist (company_id WITH =, document WITH =, (int8range(first_no, last_no, '[]')) WITH &&)
);
CREATE INDEX voided_numbers_by_name ON voided_numbers ((sort_key(name) COLLATE "C"), id);
CREATE INDEX voided_numbers_by_answered_at ON voided_numbers (answered_at, id) WHERE answered_at IS NOT NULL;
CREATE INDEX voided_numbers_by_next_attempt_at ON voided_numbers (next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX voided_numbers_by_created_at ON voided_numbers (created_at, id);
CREATE INDEX voided_numbers_by_updated_at ON voided_numbers (updated_at, id);
CREATE INDEX voided_numbers_company_id ON voided_numbers (company_id, created_at, id);
CREATE INDEX voided_numbers_sequence_id ON voided_numbers (sequence_id);
CREATE INDEX voided_numbers_document ON voided_numbers (document, created_at, id);
CREATE INDEX voided_numbers_reason_id ON voided_numbers (reason_id);
CREATE INDEX voided_numbers_status ON voided_numbers (status, created_at, id);
CALL make_searchable('voided_numbers', 'name');
CALL track('voided_numbers', unnoticed => '{search_text,attempts,next_attempt_at,leased_until}');
CALL restrict_app('voided_numbers', 'SELECT, INSERT, UPDATE');

-- Each message as it was signed; the last one is the one that is sent.
CREATE TABLE voided_number_files (
  id uuid PRIMARY KEY DEFAULT new_id(),
  voided_id uuid NOT NULL REFERENCES voided_numbers ON DELETE RESTRICT,
  file_name text NOT NULL CHECK (char_length(file_name) <= 80),
  xml text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX voided_number_files_voided_id ON voided_number_files (voided_id, created_at, id);
CALL restrict_app('voided_number_files', 'SELECT, INSERT');

CALL leave_with_demonstration('{ecf_rejected_files,voided_number_files,voided_numbers}');
