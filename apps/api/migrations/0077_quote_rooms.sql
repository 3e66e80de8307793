-- Rooms of quotes: a page for their client behind a link, what is written and done there, and the proof of an acceptance.

SELECT set_config('pauta.request', 'migration:0077', true), set_config('pauta.reason', 'Página del presupuesto para el cliente', true);

-- What a quote said when it was sent. A quote that was sent before this migration gets its row when it is next shared or
-- accepted; it does not change meanwhile.
CREATE TABLE quote_versions (
  quote_id uuid PRIMARY KEY REFERENCES quotes ON DELETE RESTRICT,
  -- Canonical JSON (RFC 8785).
  content text NOT NULL CHECK (content::jsonb IS NOT NULL),
  hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT quote_versions_hash CHECK (hash = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  UNIQUE (quote_id, hash)
);
CALL restrict_app('quote_versions', 'SELECT, INSERT');

CREATE FUNCTION quote_version_is_sent() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM quotes WHERE id = NEW.quote_id AND status <> 'draft') THEN
    RAISE EXCEPTION 'quote % is a draft: its content may still change', NEW.quote_id
      USING ERRCODE = '23514', CONSTRAINT = 'quote_versions_of_sent', TABLE = 'quote_versions';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER is_sent AFTER INSERT ON quote_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION quote_version_is_sent();

CREATE TABLE quote_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  quote_id uuid NOT NULL REFERENCES quote_versions ON DELETE RESTRICT,
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  expires_on date NOT NULL,
  closed_at timestamptz,
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  -- The code that was mailed last: it is good for one acceptance, a short time and few attempts.
  code_hash bytea CHECK (octet_length(code_hash) = 32),
  code_until timestamptz,
  code_attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT quote_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT quote_links_code CHECK ((code_hash IS NULL) = (code_until IS NULL)),
  UNIQUE (quote_id, id)
);
CREATE INDEX quote_links_created_by ON quote_links (created_by) WHERE created_by IS NOT NULL;
CALL track('quote_links', key => 'quote_id', hidden => '{token_hash,code_hash}', unnoticed => '{code_until,code_attempts}');
CALL restrict_app('quote_links', 'SELECT, INSERT, UPDATE (closed_at, code_hash, code_until, code_attempts)');

CREATE TABLE quote_messages (
  id uuid PRIMARY KEY DEFAULT new_id(),
  quote_id uuid NOT NULL REFERENCES quotes ON DELETE RESTRICT,
  -- The line that it is about; null: the whole quote.
  line_id uuid,
  -- The link of the client who wrote it; null: a user did.
  link_id uuid,
  author text NOT NULL CHECK (char_length(author) BETWEEN 1 AND 160),
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 2000),
  asks_changes boolean NOT NULL DEFAULT false CHECK (NOT asks_changes OR link_id IS NOT NULL),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT quote_messages_author CHECK ((link_id IS NULL) <> (created_by IS NULL)),
  FOREIGN KEY (quote_id, line_id) REFERENCES quote_lines (quote_id, id) ON DELETE RESTRICT,
  FOREIGN KEY (quote_id, link_id) REFERENCES quote_links (quote_id, id) ON DELETE RESTRICT
);
CREATE INDEX quote_messages_quote_id ON quote_messages (quote_id, created_at, id);
CREATE INDEX quote_messages_line_id ON quote_messages (quote_id, line_id) WHERE line_id IS NOT NULL;
CREATE INDEX quote_messages_link_id ON quote_messages (quote_id, link_id) WHERE link_id IS NOT NULL;
CREATE INDEX quote_messages_created_by ON quote_messages (created_by) WHERE created_by IS NOT NULL;
CALL track('quote_messages', key => 'quote_id');
CALL restrict_app('quote_messages', 'SELECT, INSERT');

-- Who accepted which content. The foreign key holds the acceptance to the hash of the version that was sent.
CREATE TABLE quote_acceptances (
  quote_id uuid PRIMARY KEY,
  hash text NOT NULL,
  accepted_by text NOT NULL CHECK (char_length(accepted_by) BETWEEN 1 AND 160),
  -- Of an acceptance by link: the position that the client stated, the address to which the code was sent, where the
  -- client was connected, and the SHA-256 of the document as it could be downloaded.
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
  CONSTRAINT quote_acceptances_by CHECK ((link_id IS NULL) <> (created_by IS NULL)),
  CONSTRAINT quote_acceptances_by_client CHECK (link_id IS NULL OR (position IS NOT NULL AND email IS NOT NULL)),
  FOREIGN KEY (quote_id, hash) REFERENCES quote_versions (quote_id, hash) ON DELETE RESTRICT,
  FOREIGN KEY (quote_id, link_id) REFERENCES quote_links (quote_id, id) ON DELETE RESTRICT
);
CREATE INDEX quote_acceptances_link_id ON quote_acceptances (link_id) WHERE link_id IS NOT NULL;
CREATE INDEX quote_acceptances_created_by ON quote_acceptances (created_by) WHERE created_by IS NOT NULL;
CALL track('quote_acceptances', key => 'quote_id');
CALL restrict_app('quote_acceptances', 'SELECT, INSERT');

-- A quote is accepted together with its proof (domain I4).
CREATE FUNCTION quote_is_proved() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM quote_acceptances WHERE quote_id = NEW.id) THEN
    RAISE EXCEPTION 'quote % is accepted without a proof', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'quotes_acceptance_proved', TABLE = 'quotes';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER is_proved AFTER UPDATE OF status ON quotes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.status = 'sent' AND NEW.status = 'accepted')
  EXECUTE FUNCTION quote_is_proved();

-- Every visit and act of clients: it only grows.
CREATE TABLE quote_room_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quote_id uuid NOT NULL,
  link_id uuid NOT NULL,
  act text COLLATE "C" NOT NULL
    CHECK (act IN ('opened', 'downloaded', 'commented', 'asked_changes', 'code_sent', 'code_wrong', 'accepted', 'declined')),
  ip inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (quote_id, link_id) REFERENCES quote_links (quote_id, id) ON DELETE RESTRICT
);
CREATE INDEX quote_room_log_quote_id ON quote_room_log (quote_id, id);
CREATE INDEX quote_room_log_link_id ON quote_room_log (link_id, id);
CALL restrict_app('quote_room_log', 'SELECT, INSERT');

-- Renewals: a plan is proposed again once, before it ends.
ALTER TABLE quotes ADD COLUMN renewal_of_id uuid REFERENCES quotes ON DELETE RESTRICT CHECK (renewal_of_id <> id);
CREATE UNIQUE INDEX quotes_renewal_key ON quotes (renewal_of_id) WHERE version = 1 AND withdrawn_at IS NULL;
CREATE INDEX quotes_renewal_of_id ON quotes (renewal_of_id, created_at, id);

CALL leave_with_demonstration('{quote_versions,quote_links,quote_messages,quote_acceptances,quote_room_log}');
