-- Reports of evidence: what each edition says, its documents, the page on which the client answers, objections, and what
-- photos say of themselves.

SELECT set_config('pauta.request', 'migration:0099', true), set_config('pauta.reason', 'Página y documentos de los reportes de evidencias', true);

-- Every time that a report goes back after it was approved, the next one that is approved is another edition.
ALTER TABLE evidence_reports
  ADD COLUMN certificate_no text CHECK (char_length(certificate_no) BETWEEN 1 AND 60),
  ADD COLUMN edition integer NOT NULL DEFAULT 1 CHECK (edition >= 1),
  -- Without an answer it counts as accepted after this day; null: only an answer accepts it.
  ADD COLUMN silent_on date;
CREATE UNIQUE INDEX evidence_reports_certificate_no_key ON evidence_reports (contract_id, certificate_no)
  WHERE certificate_no IS NOT NULL AND withdrawn_at IS NULL;
CREATE INDEX evidence_reports_silent_on ON evidence_reports (silent_on) WHERE status = 'sent' AND silent_on IS NOT NULL;

CREATE FUNCTION next_evidence_edition() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.edition := OLD.edition + 1;
  RETURN NEW;
END
$$;
CREATE TRIGGER next_edition BEFORE UPDATE OF status ON evidence_reports
  FOR EACH ROW WHEN (NEW.status = 'in_review' AND OLD.status IN ('approved', 'objected'))
  EXECUTE FUNCTION next_evidence_edition();

-- What an edition says. One that an earlier release approved gets its row when it is first needed.
CREATE TABLE evidence_versions (
  report_id uuid NOT NULL REFERENCES evidence_reports ON DELETE RESTRICT,
  edition integer NOT NULL CHECK (edition >= 1),
  -- Canonical JSON (RFC 8785).
  content text NOT NULL CHECK (content::jsonb IS NOT NULL),
  hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (report_id, edition),
  CONSTRAINT evidence_versions_hash CHECK (hash = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  UNIQUE (report_id, edition, hash)
);
-- The public page finds an edition by its hash.
CREATE INDEX evidence_versions_hash_idx ON evidence_versions (hash);
CALL restrict_app('evidence_versions', 'SELECT, INSERT');

CREATE FUNCTION evidence_version_is_approved() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM evidence_reports
    WHERE id = NEW.report_id AND edition = NEW.edition AND status IN ('approved', 'sent', 'objected', 'accepted', 'closed')) THEN
    RAISE EXCEPTION 'edition % of evidence report % is not approved', NEW.edition, NEW.report_id
      USING ERRCODE = '23514', CONSTRAINT = 'evidence_versions_of_approved', TABLE = 'evidence_versions';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER is_approved AFTER INSERT ON evidence_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION evidence_version_is_approved();

-- The documents of an edition, as they were first made: the same bytes for ever.
CREATE TABLE evidence_documents (
  report_id uuid NOT NULL,
  edition integer NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('report', 'certificate')),
  sha256 text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (report_id, edition, kind),
  CONSTRAINT evidence_documents_sha256_key UNIQUE (sha256),
  CONSTRAINT evidence_documents_sha256 CHECK (sha256 = encode(sha256(bytes), 'hex')),
  FOREIGN KEY (report_id, edition) REFERENCES evidence_versions (report_id, edition) ON DELETE RESTRICT
);
ALTER TABLE evidence_documents ALTER COLUMN bytes SET STORAGE EXTERNAL;
CALL restrict_app('evidence_documents', 'SELECT, INSERT');

-- The page of the client -----------------------------------------------------------------------------------------------

CREATE TABLE evidence_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  report_id uuid NOT NULL REFERENCES evidence_reports ON DELETE RESTRICT,
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  expires_on date NOT NULL,
  closed_at timestamptz,
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  code_hash bytea CHECK (octet_length(code_hash) = 32),
  code_until timestamptz,
  code_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT evidence_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT evidence_links_code CHECK ((code_hash IS NULL) = (code_until IS NULL)),
  UNIQUE (report_id, id)
);
CREATE INDEX evidence_links_created_by ON evidence_links (created_by) WHERE created_by IS NOT NULL;
CALL track('evidence_links', key => 'report_id', hidden => '{token_hash,code_hash}', unnoticed => '{code_until,code_attempts}');
CALL restrict_app('evidence_links', 'SELECT, INSERT, UPDATE (closed_at, code_hash, code_until, code_attempts)');

CREATE TABLE evidence_room_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id uuid NOT NULL,
  link_id uuid NOT NULL,
  act text COLLATE "C" NOT NULL CHECK (act IN ('opened', 'downloaded', 'code_sent', 'code_wrong', 'accepted', 'declined')),
  ip inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (report_id, link_id) REFERENCES evidence_links (report_id, id) ON DELETE RESTRICT
);
CREATE INDEX evidence_room_log_report_id ON evidence_room_log (report_id, id);
CREATE INDEX evidence_room_log_link_id ON evidence_room_log (link_id, id);
CALL restrict_app('evidence_room_log', 'SELECT, INSERT');

-- Who accepted which edition: a client by their link, a user from paper, or nobody until the day of silence.
CREATE TABLE evidence_acceptances (
  report_id uuid PRIMARY KEY,
  edition integer NOT NULL,
  hash text NOT NULL,
  accepted_by text NOT NULL CHECK (char_length(accepted_by) BETWEEN 1 AND 160),
  by_silence boolean NOT NULL DEFAULT false,
  position text CHECK (char_length(position) BETWEEN 1 AND 160),
  email text,
  link_id uuid,
  ip inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  document_hash text CHECK (char_length(document_hash) = 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT evidence_acceptances_by CHECK (NOT by_silence OR (link_id IS NULL AND created_by IS NULL)),
  CONSTRAINT evidence_acceptances_by_client CHECK (link_id IS NULL OR (position IS NOT NULL AND email IS NOT NULL)),
  FOREIGN KEY (report_id, edition, hash) REFERENCES evidence_versions (report_id, edition, hash) ON DELETE RESTRICT,
  FOREIGN KEY (report_id, link_id) REFERENCES evidence_links (report_id, id) ON DELETE RESTRICT
);
CREATE INDEX evidence_acceptances_link_id ON evidence_acceptances (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX evidence_acceptances_created_by ON evidence_acceptances (created_by) WHERE created_by IS NOT NULL;
CALL track('evidence_acceptances', key => 'report_id');
CALL restrict_app('evidence_acceptances', 'SELECT, INSERT');

-- A report is accepted together with the proof of it, of the edition that was sent.
CREATE FUNCTION evidence_is_accepted() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM evidence_acceptances WHERE report_id = NEW.id AND edition = NEW.edition) THEN
    RAISE EXCEPTION 'evidence report % is accepted without a proof', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'evidence_reports_acceptance_proved', TABLE = 'evidence_reports';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER is_accepted AFTER UPDATE OF status ON evidence_reports
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.status = 'sent' AND NEW.status = 'accepted')
  EXECUTE FUNCTION evidence_is_accepted();

-- Whoever accepts it, what an accepted report proved when it was approved does not change any more and can be invoiced.
CREATE FUNCTION lock_accepted_evidence() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  proved constant uuid[] := ARRAY(
    SELECT p.id FROM evidence_report_placements e JOIN placements p ON p.id = e.placement_id
    WHERE e.report_id = NEW.id ORDER BY p.id FOR NO KEY UPDATE OF p);
BEGIN
  UPDATE placements SET locked = true WHERE id = ANY (proved) AND status = 'aired' AND NOT locked;
  -- What was corrected since it was sent is not part of what was accepted.
  DELETE FROM evidence_report_placements e USING placements p
  WHERE e.report_id = NEW.id AND p.id = e.placement_id AND NOT p.locked;
  RETURN NULL;
END
$$;
CREATE TRIGGER lock_placements AFTER UPDATE OF status ON evidence_reports
  FOR EACH ROW WHEN (NEW.status = 'accepted' AND OLD.status <> 'accepted') EXECUTE FUNCTION lock_accepted_evidence();

DELETE FROM evidence_report_placements e USING evidence_reports r, placements p
WHERE r.id = e.report_id AND r.status IN ('accepted', 'closed') AND p.id = e.placement_id AND NOT p.locked;

-- Objections -----------------------------------------------------------------------------------------------------------

CREATE TABLE evidence_objections (
  id uuid PRIMARY KEY DEFAULT new_id(),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 160),
  report_id uuid NOT NULL REFERENCES evidence_reports ON DELETE RESTRICT,
  edition integer NOT NULL CHECK (edition >= 1),
  -- The line; null: the whole report.
  quota_id uuid REFERENCES quotas ON DELETE RESTRICT,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 4000),
  author text NOT NULL CHECK (char_length(author) BETWEEN 1 AND 160),
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'make_good', 'credit', 'credited', 'answered')),
  answer text CHECK (char_length(answer) <= 2000),
  decided_at timestamptz,
  makegood_id uuid REFERENCES placements ON DELETE RESTRICT,
  credit numeric(18,2) CHECK (credit > 0),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  credit_note_id uuid REFERENCES invoices ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT evidence_objections_decided CHECK ((status = 'open') = (decided_at IS NULL)),
  CONSTRAINT evidence_objections_make_good CHECK (status <> 'make_good' OR makegood_id IS NOT NULL),
  CONSTRAINT evidence_objections_credit CHECK (status NOT IN ('credit', 'credited') OR credit IS NOT NULL),
  CONSTRAINT evidence_objections_credited CHECK ((status = 'credited') = (credit_note_id IS NOT NULL))
);
CREATE UNIQUE INDEX evidence_objections_once ON evidence_objections (report_id, edition, quota_id) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX evidence_objections_credit_note ON evidence_objections (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX evidence_objections_by_label ON evidence_objections ((sort_key(label) COLLATE "C"), id);
CREATE INDEX evidence_objections_by_status ON evidence_objections (status, id);
CREATE INDEX evidence_objections_by_created_at ON evidence_objections (created_at, id);
CREATE INDEX evidence_objections_by_updated_at ON evidence_objections (updated_at, id);
CREATE INDEX evidence_objections_report_id ON evidence_objections (report_id, created_at, id);
CREATE INDEX evidence_objections_quota_id ON evidence_objections (quota_id, created_at, id);
CREATE INDEX evidence_objections_makegood_id ON evidence_objections (makegood_id, created_at, id);
CREATE INDEX evidence_objections_credit_note_id ON evidence_objections (credit_note_id, created_at, id);
CREATE INDEX evidence_objections_status ON evidence_objections (status, created_at, id);

CALL make_searchable('evidence_objections', 'label');
CALL track('evidence_objections', unnoticed => '{search_text}');
CALL restrict_app('evidence_objections', 'SELECT, INSERT, UPDATE');

-- Photos -----------------------------------------------------------------------------------------------------------------

ALTER TABLE evidence_items
  ADD COLUMN latitude numeric(18,6) CHECK (latitude BETWEEN -90 AND 90),
  ADD COLUMN longitude numeric(18,6) CHECK (longitude BETWEEN -180 AND 180),
  -- Of the bytes that the camera gave, calculated on the telephone: the stored file has the same.
  ADD COLUMN captured_sha256 text CHECK (captured_sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT evidence_items_place CHECK ((latitude IS NULL) = (longitude IS NULL));

-- What a photo says of itself (EXIF), and its difference hash: of two similar pictures few bits differ.
ALTER TABLE media_measures
  ADD COLUMN taken_at timestamptz,
  ADD COLUMN latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  ADD COLUMN longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  ADD COLUMN camera text CHECK (char_length(camera) <= 80),
  ADD COLUMN dhash bit(64);

CALL leave_with_demonstration('{evidence_versions,evidence_documents,evidence_links,evidence_room_log,evidence_acceptances,evidence_objections}');
