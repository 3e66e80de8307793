-- Changes told to open screens, and what people write about a record: comments and attached files.

-- Which transaction wrote the row: a reader of the log asks for what was committed after the snapshot it read last, so
-- a transaction that commits late is told late and never lost. Only new rows carry it; the hashes of the chain do not
-- contain it, since it means nothing in another database.
ALTER TABLE audit_log ADD COLUMN xid xid8;
ALTER TABLE audit_log ALTER COLUMN xid SET DEFAULT pg_current_xact_id();

-- Comments and attachments of any record: `resource` is the table of the record.
CREATE FUNCTION notes_check_record() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  found boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.resource, NEW.record_id) IS DISTINCT FROM (OLD.resource, OLD.record_id) THEN
    RAISE EXCEPTION '% of a record stay with it', TG_TABLE_NAME
      USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_record_stays';
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = $1)', NEW.resource) INTO found USING NEW.record_id;
  IF NOT found THEN
    RAISE EXCEPTION 'no % %', NEW.resource, NEW.record_id
      USING ERRCODE = '23503', CONSTRAINT = TG_TABLE_NAME || '_record_exists';
  END IF;
  RETURN NEW;
END
$$;

CREATE TABLE comments (
  id uuid PRIMARY KEY DEFAULT new_id(),
  resource text NOT NULL CHECK (resource ~ '^[a-z_]{1,60}$'),
  record_id uuid NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 4000),
  edited_at timestamptz,
  archived_at timestamptz,
  row_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT
);

-- Identifiers grow with time, so this is the order of a conversation.
CREATE INDEX comments_record ON comments (resource, record_id, id) WHERE archived_at IS NULL;
CREATE INDEX comments_created_by ON comments (created_by, id);

CREATE TABLE comment_mentions (
  comment_id uuid NOT NULL REFERENCES comments ON DELETE RESTRICT,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  PRIMARY KEY (comment_id, user_id)
);

CREATE INDEX comment_mentions_user_id ON comment_mentions (user_id, comment_id);

CREATE TABLE attachments (
  id uuid PRIMARY KEY DEFAULT new_id(),
  resource text NOT NULL CHECK (resource ~ '^[a-z_]{1,60}$'),
  record_id uuid NOT NULL,
  file_id uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 160),
  kind text COLLATE "C" NOT NULL DEFAULT 'other'
    CHECK (kind IN ('contract', 'order', 'invoice', 'proof', 'identification', 'creative', 'other')),
  archived_at timestamptz,
  row_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  -- A file belongs to one record: who sees the record reads the file.
  CONSTRAINT attachments_file_id_key UNIQUE (file_id)
);

CREATE INDEX attachments_record ON attachments (resource, record_id, id) WHERE archived_at IS NULL;
CREATE INDEX attachments_created_by ON attachments (created_by, id);

CREATE TRIGGER check_record BEFORE INSERT OR UPDATE OF resource, record_id ON comments
  FOR EACH ROW EXECUTE FUNCTION notes_check_record();
CREATE TRIGGER check_record BEFORE INSERT OR UPDATE OF resource, record_id ON attachments
  FOR EACH ROW EXECUTE FUNCTION notes_check_record();

CALL track('comments');
CALL track('comment_mentions', key => 'comment_id');
CALL track('attachments');
CALL restrict_app('comments', 'SELECT, INSERT, UPDATE');
CALL restrict_app('attachments', 'SELECT, INSERT, UPDATE');
