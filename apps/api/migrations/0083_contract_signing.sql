-- Signing of contracts and addenda: what is to be signed, by whom and in which order, the links of those who sign from
-- outside, their signatures, and everything that they did.

SELECT set_config('pauta.request', 'migration:0083', true), set_config('pauta.reason', 'Firma de contratos', true);

-- What signers are asked to sign, fixed when a contract is submitted. A contract that waited for its signatures before
-- this migration gets its request when it is first needed; it does not change meanwhile.
CREATE TABLE signing_requests (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  -- The addendum to be signed; null: the contract itself.
  addendum_id uuid REFERENCES addenda ON DELETE RESTRICT,
  -- Canonical JSON (RFC 8785).
  content text NOT NULL CHECK (content::jsonb IS NOT NULL),
  hash text NOT NULL,
  -- Whether signers get their links by mail as soon as it is their turn.
  sends_mail boolean NOT NULL DEFAULT false,
  outcome text COLLATE "C" CHECK (outcome IN ('completed', 'refused', 'withdrawn')),
  closed_at timestamptz,
  refusal_reason text CHECK (char_length(refusal_reason) BETWEEN 1 AND 1000),
  -- The document that signers read, made once when it is first asked for.
  document bytea,
  document_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT signing_requests_hash CHECK (hash = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  CONSTRAINT signing_requests_closed CHECK ((outcome IS NULL) = (closed_at IS NULL)),
  CONSTRAINT signing_requests_refusal CHECK ((outcome IS NOT DISTINCT FROM 'refused') = (refusal_reason IS NOT NULL)),
  CONSTRAINT signing_requests_document CHECK (
    (document IS NULL) = (document_hash IS NULL) AND document_hash = encode(sha256(document), 'hex')),
  UNIQUE (id, hash),
  UNIQUE (id, contract_id)
);
CREATE UNIQUE INDEX signing_requests_open_key ON signing_requests (coalesce(addendum_id, contract_id)) WHERE outcome IS NULL;
CREATE UNIQUE INDEX signing_requests_completed_key ON signing_requests (coalesce(addendum_id, contract_id))
  WHERE outcome = 'completed';
CREATE INDEX signing_requests_addendum_id ON signing_requests (addendum_id) WHERE addendum_id IS NOT NULL;
CREATE INDEX signing_requests_hash ON signing_requests (hash);
CREATE INDEX signing_requests_document_hash ON signing_requests (document_hash) WHERE document_hash IS NOT NULL;
CREATE INDEX signing_requests_contract_id ON signing_requests (contract_id, created_at, id);
CREATE INDEX signing_requests_created_by ON signing_requests (created_by) WHERE created_by IS NOT NULL;
CALL restrict_app('signing_requests', 'SELECT, INSERT, UPDATE (outcome, closed_at, refusal_reason, document, document_hash)');

-- A request closes once, and its document is made once.
CREATE FUNCTION keep_signing_request() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  changing constant text[] := '{outcome,closed_at,refusal_reason,document,document_hash,row_version,updated_at,updated_by}';
BEGIN
  IF to_jsonb(NEW) - changing <> to_jsonb(OLD) - changing
    OR OLD.outcome IS NOT NULL AND (NEW.outcome, NEW.closed_at, NEW.refusal_reason)
      IS DISTINCT FROM (OLD.outcome, OLD.closed_at, OLD.refusal_reason)
    OR OLD.document IS NOT NULL AND NEW.document IS DISTINCT FROM OLD.document THEN
    RAISE EXCEPTION 'signing request % stays as it is', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'signing_requests_stay', TABLE = 'signing_requests';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep BEFORE UPDATE ON signing_requests FOR EACH ROW EXECUTE FUNCTION keep_signing_request();

-- Who signs, as they were when it was submitted.
CREATE TABLE signers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  request_id uuid NOT NULL REFERENCES signing_requests ON DELETE RESTRICT,
  signatory_id uuid NOT NULL REFERENCES signatories ON DELETE RESTRICT,
  party text COLLATE "C" NOT NULL CHECK (party IN ('company', 'client', 'agency')),
  full_name text NOT NULL CHECK (char_length(full_name) BETWEEN 1 AND 160),
  national_id text NOT NULL,
  capacity text NOT NULL,
  email text CHECK (char_length(email) BETWEEN 3 AND 254),
  -- Signers of a turn sign after all those of the turns before it.
  turn integer NOT NULL CHECK (turn BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  UNIQUE (request_id, signatory_id),
  UNIQUE (id, request_id)
);
CREATE INDEX signers_signatory_id ON signers (signatory_id);
CREATE INDEX signers_created_by ON signers (created_by) WHERE created_by IS NOT NULL;
CALL restrict_app('signers', 'SELECT, INSERT');

-- Signers are named together with their request, and not afterwards.
CREATE FUNCTION signers_of_new_request() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM signing_requests WHERE id = NEW.request_id AND created_at = now() AND outcome IS NULL) THEN
    RAISE EXCEPTION 'the signers of request % are fixed', NEW.request_id
      USING ERRCODE = '23514', CONSTRAINT = 'signers_fixed', TABLE = 'signers';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER of_new_request AFTER INSERT ON signers FOR EACH ROW EXECUTE FUNCTION signers_of_new_request();

CREATE TABLE signing_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contract_id uuid NOT NULL,
  request_id uuid NOT NULL,
  signer_id uuid NOT NULL,
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  expires_on date NOT NULL,
  closed_at timestamptz,
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  -- The code that was mailed last: it is good for one signature, a short time and few attempts.
  code_hash bytea CHECK (octet_length(code_hash) = 32),
  code_until timestamptz,
  code_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT signing_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT signing_links_code CHECK ((code_hash IS NULL) = (code_until IS NULL)),
  FOREIGN KEY (request_id, contract_id) REFERENCES signing_requests (id, contract_id) ON DELETE RESTRICT,
  FOREIGN KEY (signer_id, request_id) REFERENCES signers (id, request_id) ON DELETE RESTRICT,
  UNIQUE (signer_id, id)
);
CREATE INDEX signing_links_request_id ON signing_links (request_id, created_at);
CREATE INDEX signing_links_created_by ON signing_links (created_by) WHERE created_by IS NOT NULL;
CALL track('signing_links', key => 'contract_id', hidden => '{token_hash,code_hash}', unnoticed => '{code_until,code_attempts}');
CALL restrict_app('signing_links', 'SELECT, INSERT, UPDATE (closed_at, code_hash, code_until, code_attempts)');

-- A signature is of the content of its request, and of the document that was read if there was one.
CREATE TABLE signatures (
  signer_id uuid PRIMARY KEY,
  contract_id uuid NOT NULL,
  request_id uuid NOT NULL,
  content_hash text NOT NULL,
  document_hash text CHECK (char_length(document_hash) = 64),
  method text COLLATE "C" NOT NULL CHECK (method IN ('link', 'in_person', 'paper')),
  -- Civil day of the signature; that of a signature on paper may be past.
  signed_on date NOT NULL DEFAULT business_date(),
  -- What an electronic signature consists of: the name as it was typed, or the lines that were drawn, as an SVG path in a
  -- box of 600 by 200; and the sentence that was agreed to.
  typed_name text CHECK (char_length(typed_name) BETWEEN 2 AND 160),
  drawing text CHECK (char_length(drawing) <= 20000 AND drawing ~ '^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)+$'),
  consent text CHECK (char_length(consent) BETWEEN 10 AND 1000),
  -- Where it was signed by link, and the address to which the code was sent.
  link_id uuid,
  email text,
  ip inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  -- The signed paper.
  scan uuid REFERENCES files ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT signatures_electronic CHECK (
    CASE method WHEN 'paper' THEN num_nonnulls(typed_name, drawing, consent) = 0
      ELSE typed_name IS NOT NULL AND consent IS NOT NULL AND document_hash IS NOT NULL AND scan IS NULL
        AND signed_on = business_date(created_at) END),
  CONSTRAINT signatures_by CHECK (
    CASE method WHEN 'link' THEN link_id IS NOT NULL AND email IS NOT NULL AND created_by IS NULL
      WHEN 'in_person' THEN link_id IS NULL AND created_by IS NOT NULL
      ELSE link_id IS NULL END),
  FOREIGN KEY (request_id, contract_id) REFERENCES signing_requests (id, contract_id) ON DELETE RESTRICT,
  FOREIGN KEY (signer_id, request_id) REFERENCES signers (id, request_id) ON DELETE RESTRICT,
  FOREIGN KEY (request_id, content_hash) REFERENCES signing_requests (id, hash) ON DELETE RESTRICT,
  FOREIGN KEY (signer_id, link_id) REFERENCES signing_links (signer_id, id) ON DELETE RESTRICT
);
CREATE INDEX signatures_request_id ON signatures (request_id);
CREATE INDEX signatures_link_id ON signatures (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX signatures_scan ON signatures (scan) WHERE scan IS NOT NULL;
CREATE INDEX signatures_created_by ON signatures (created_by) WHERE created_by IS NOT NULL;
CALL restrict_app('signatures', 'SELECT, INSERT');

-- Nobody signs out of turn, a closed request, or a document that is not the one of the request.
CREATE FUNCTION signature_is_in_turn() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
      SELECT FROM signing_requests r WHERE r.id = NEW.request_id AND r.outcome IS NULL
        AND (NEW.document_hash IS NULL OR NEW.document_hash = r.document_hash))
    OR NEW.method <> 'paper' AND EXISTS (
      SELECT FROM signers own JOIN signers s ON s.request_id = own.request_id AND s.turn < own.turn
        LEFT JOIN signatures g ON g.signer_id = s.id
      WHERE own.id = NEW.signer_id AND g.signer_id IS NULL) THEN
    RAISE EXCEPTION 'signer % cannot sign now', NEW.signer_id
      USING ERRCODE = '23514', CONSTRAINT = 'signatures_in_turn', TABLE = 'signatures';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER in_turn BEFORE INSERT ON signatures FOR EACH ROW EXECUTE FUNCTION signature_is_in_turn();

-- A request is complete when everybody has signed it.
CREATE FUNCTION signing_request_is_complete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
      SELECT FROM signers s LEFT JOIN signatures g ON g.signer_id = s.id
      WHERE s.request_id = NEW.id AND g.signer_id IS NULL)
    OR NOT EXISTS (SELECT FROM signers WHERE request_id = NEW.id) THEN
    RAISE EXCEPTION 'signing request % lacks signatures', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'signing_requests_complete', TABLE = 'signing_requests';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER is_complete AFTER UPDATE OF outcome ON signing_requests DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.outcome = 'completed') EXECUTE FUNCTION signing_request_is_complete();

-- Every visit and act of signers: it only grows.
CREATE TABLE signing_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  signer_id uuid NOT NULL,
  link_id uuid NOT NULL,
  act text COLLATE "C" NOT NULL
    CHECK (act IN ('opened', 'downloaded', 'code_sent', 'code_wrong', 'signed', 'refused', 'blocked')),
  ip inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (signer_id, link_id) REFERENCES signing_links (signer_id, id) ON DELETE RESTRICT
);
CREATE INDEX signing_log_signer_id ON signing_log (signer_id, id);
CREATE INDEX signing_log_link_id ON signing_log (link_id, id);
CALL restrict_app('signing_log', 'SELECT, INSERT');

-- What waits for signatures does not change; its signature adds number, day and payer.
CREATE FUNCTION keep_awaited_contract() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  changing constant text[] := '{status,number,signed_on,payer_name,payer_tax_id,notes,po_number,billing_contact_id,owner_id,client_id,agency_id,brand_id,opportunity_id,ad_classification_id,consumption_type_id,price_list_id,credit_term_id,company_id,lines_xact,links_changed_at,search_text,row_version,updated_at,updated_by}';
BEGIN
  IF to_jsonb(NEW) - changing <> to_jsonb(OLD) - changing
    OR OLD.number IS NOT NULL AND NEW.number IS DISTINCT FROM OLD.number THEN
    RAISE EXCEPTION 'contract % waits for its signatures', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_await_signatures', TABLE = 'contracts';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_awaited BEFORE UPDATE ON contracts
  FOR EACH ROW WHEN (OLD.status = 'pending_signature' AND NEW.status IN ('pending_signature', 'signed'))
  EXECUTE FUNCTION keep_awaited_contract();

-- A contract or an addendum is signed by completing its request.
CREATE FUNCTION document_is_signed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM signing_requests WHERE coalesce(addendum_id, contract_id) = NEW.id AND outcome = 'completed') THEN
    RAISE EXCEPTION '% % is signed without its signatures', TG_TABLE_NAME, NEW.id
      USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_signatures', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER is_signed AFTER UPDATE OF status ON contracts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status = 'pending_signature' AND NEW.status = 'signed') EXECUTE FUNCTION document_is_signed();
CREATE CONSTRAINT TRIGGER is_signed AFTER UPDATE OF status ON addenda DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status = 'pending_signature' AND NEW.status = 'applied') EXECUTE FUNCTION document_is_signed();

-- Whoever leaves the state of waiting closes the request; one that waits has one or gets it when it is first needed.
CREATE FUNCTION close_signing_request() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE signing_requests SET outcome = 'withdrawn', closed_at = now()
  WHERE coalesce(addendum_id, contract_id) = NEW.id AND outcome IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER close_signing_request AFTER UPDATE OF status ON contracts
  FOR EACH ROW WHEN (OLD.status = 'pending_signature' AND NEW.status IN ('draft', 'cancelled'))
  EXECUTE FUNCTION close_signing_request();
CREATE TRIGGER close_signing_request AFTER UPDATE OF status ON addenda
  FOR EACH ROW WHEN (OLD.status = 'pending_signature' AND NEW.status IN ('draft', 'rejected', 'voided'))
  EXECUTE FUNCTION close_signing_request();

-- The people whom a contract or an addendum names to sign it.
CREATE FUNCTION named_signatories(contract uuid, addendum uuid) RETURNS TABLE (party text, signatory_id uuid)
LANGUAGE sql STABLE AS $$
  SELECT 'company', own_signatory_id FROM contract_own_signatories WHERE addendum IS NULL AND contract_id = contract
  UNION ALL
  SELECT 'client', client_signatory_id FROM contract_client_signatories WHERE addendum IS NULL AND contract_id = contract
  UNION ALL
  SELECT 'agency', agency_signatory_id FROM contract_agency_signatories WHERE addendum IS NULL AND contract_id = contract
  UNION ALL
  SELECT 'company', own_signatory_id FROM addenda_own_signatories WHERE addenda_id = addendum
  UNION ALL
  SELECT 'client', client_signatory_id FROM addenda_client_signatories WHERE addenda_id = addendum
  UNION ALL
  SELECT 'agency', agency_signatory_id FROM addenda_agency_signatories WHERE addenda_id = addendum
$$;

-- Records that signed contracts and applied addenda were signed on paper by those whom they name: those of before this
-- migration, of another system, or of the demonstration data. They are given by their ids; without a day they were signed on that of
-- the document.
CREATE FUNCTION sign_on_paper(documents uuid[], day date DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO signing_requests (contract_id, addendum_id, content, hash)
  SELECT v.contract_id, v.addendum_id, v.content, encode(sha256(convert_to(v.content, 'UTF8')), 'hex')
  FROM contract_versions v
  WHERE coalesce(v.addendum_id, v.contract_id) = ANY(documents) AND (v.addendum_id IS NOT NULL OR v.version = 0)
    AND EXISTS (SELECT FROM named_signatories(v.contract_id, v.addendum_id));
  INSERT INTO signers (request_id, signatory_id, party, full_name, national_id, capacity, email, turn)
  SELECT r.id, s.id, n.party, s.full_name, s.national_id, s.capacity, s.email, 1
  FROM signing_requests r CROSS JOIN LATERAL named_signatories(r.contract_id, r.addendum_id) n
    JOIN signatories s ON s.id = n.signatory_id
  WHERE coalesce(r.addendum_id, r.contract_id) = ANY(documents) AND r.outcome IS NULL;
  INSERT INTO signatures (signer_id, contract_id, request_id, content_hash, method, signed_on)
  SELECT s.id, r.contract_id, r.id, r.hash, 'paper', coalesce(day, a.signed_on, c.signed_on)
  FROM signing_requests r JOIN signers s ON s.request_id = r.id JOIN contracts c ON c.id = r.contract_id
    LEFT JOIN addenda a ON a.id = r.addendum_id
  WHERE coalesce(r.addendum_id, r.contract_id) = ANY(documents) AND r.outcome IS NULL;
  UPDATE signing_requests SET outcome = 'completed', closed_at = now()
  WHERE coalesce(addendum_id, contract_id) = ANY(documents) AND outcome IS NULL;
END
$$;

SELECT sign_on_paper(ARRAY(
  SELECT id FROM contracts WHERE signed_on IS NOT NULL
  UNION ALL SELECT id FROM addenda WHERE status = 'applied'));
SET CONSTRAINTS ALL IMMEDIATE;

CALL track('signing_requests', key => 'contract_id', hidden => '{content,document}', unnoticed => '{document_hash}');
CALL track('signatures', key => 'contract_id', hidden => '{drawing}');

CALL leave_with_demonstration('{signing_requests,signers,signing_links,signatures,signing_log}');
