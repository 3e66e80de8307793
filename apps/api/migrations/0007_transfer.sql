-- Import and export: what was given out, and the rows of a file between its upload and their way into the records.

-- One row for each export; its row in the audit log is written before the first byte leaves.
CREATE TABLE exports (
  id uuid PRIMARY KEY DEFAULT new_id(),
  resource text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  expected integer NOT NULL CHECK (expected >= 0),
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- Rows that were sent; with `finished_at` and without `failure`, all of them.
  rows integer NOT NULL DEFAULT 0,
  failure text
);

CREATE INDEX exports_user_id ON exports (user_id, started_at);
CREATE INDEX exports_started_at ON exports (started_at);
CALL restrict_app('exports', 'SELECT, INSERT, UPDATE');

CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT new_id(),
  resource text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  file_name text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 200),
  format text NOT NULL CHECK (format IN ('csv', 'xlsx', 'text')),
  rows integer NOT NULL DEFAULT 0 CHECK (rows >= 0),
  -- [{ header, samples, decimal, dayFirst }] in the order of the file.
  columns jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(columns) = 'array'),
  -- Field of each column, or null.
  mapping jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(mapping) = 'array'),
  -- How many columns were matched because their reader had matched them before.
  remembered integer NOT NULL DEFAULT 0,
  key_field text,
  blanks text NOT NULL DEFAULT 'keep' CHECK (blanks IN ('keep', 'clear')),
  include_duplicates boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'reading'
    CHECK (status IN ('reading', 'mapping', 'checking', 'checked', 'committing', 'done', 'cancelled', 'failed')),
  -- Why it failed, for a person.
  failure text,
  -- Row of the file up to which the present step has come, and how many rows that are.
  last_line integer NOT NULL DEFAULT 0,
  processed integer NOT NULL DEFAULT 0,
  -- Everything the import writes carries it in the audit log: undoing it undoes the import.
  request_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Of mapping and state, for If-Match; progress is not a version.
  row_version integer NOT NULL DEFAULT 1,
  -- The process that works on it, as long as it keeps saying so.
  leased_by uuid,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);

CREATE INDEX imports_user_id ON imports (user_id, created_at);
CREATE INDEX imports_created_at ON imports (created_at);
CREATE INDEX imports_work ON imports (created_at) WHERE status IN ('checking', 'committing');

CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  -- Its row in the file, the first being 1.
  line integer NOT NULL,
  cells jsonb NOT NULL,
  verdict text CHECK (verdict IN ('new', 'update', 'unchanged', 'duplicate', 'error')),
  -- How the row names its record, for lists of rows.
  title text,
  record_id uuid,
  -- [{ field, message }]
  errors jsonb,
  -- [{ field, label, before, after }]
  changes jsonb,
  -- [{ id, label, code, reason }]
  duplicates jsonb,
  -- Values that no two rows of the file may share, and names that make two rows alike.
  keys text[],
  outcome text CHECK (outcome IN ('created', 'updated', 'unchanged', 'skipped', 'failed')),
  PRIMARY KEY (import_id, line)
) WITH (fillfactor = 50);

CREATE INDEX import_rows_verdict ON import_rows (import_id, verdict, outcome, line);

-- What a person matched a header with the last time; an empty field is "leave it out".
CREATE TABLE import_mappings (
  user_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  resource text NOT NULL,
  header text NOT NULL CHECK (char_length(header) <= 200),
  field text NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, resource, header)
);
