-- Files that are being received in parts, which an interruption does not lose.

SELECT set_config('pauta.request', 'migration:0095', true), set_config('pauta.reason', 'Subidas que continúan', true);

-- A video is larger than an integer counts.
ALTER TABLE files ALTER COLUMN bytes TYPE bigint;

-- Technical, as idempotency_keys: what is recorded of an upload is its file.
CREATE TABLE uploads (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  -- By which the browser recognises the file when it is chosen again.
  fingerprint text COLLATE "C" NOT NULL CHECK (char_length(fingerprint) BETWEEN 1 AND 128),
  bytes bigint NOT NULL CHECK (bytes BETWEEN 1 AND 4294967296),
  -- What is on the disk; bytes beyond it are sent again.
  received bigint NOT NULL DEFAULT 0,
  -- Where the storage gets it, written before it does: a process may die in between.
  path text,
  file_id uuid REFERENCES files ON DELETE CASCADE,
  -- One request at a time; a process that died is not waited for.
  lock_token uuid,
  locked_until timestamptz,
  -- Another request waits for the lock, because the connection of this one is probably lost.
  yields boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  touched_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT uploads_received_check CHECK (received BETWEEN 0 AND bytes),
  CONSTRAINT uploads_file_id_key UNIQUE (file_id),
  CONSTRAINT uploads_finished_check CHECK (file_id IS NULL OR (received = bytes AND path IS NOT NULL))
);
CREATE INDEX uploads_user_id ON uploads (user_id, created_at);
CREATE INDEX uploads_touched_at ON uploads (touched_at);
CALL leave_with_demonstration('{uploads}');
