-- Versions, approval and shared links of media files.

SELECT set_config('pauta.request', 'migration:0102', true), set_config('pauta.reason', 'Versiones y enlaces de la biblioteca', true);

ALTER TABLE media_files
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  ADD COLUMN approved_by_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN approved_at timestamptz,
  ADD CONSTRAINT media_files_approval CHECK ((approved_by_id IS NULL) = (approved_at IS NULL));
CREATE INDEX media_files_approved_by_id ON media_files (approved_by_id, created_at, id);

-- What a file was before its content was replaced: kept as it was.
CREATE TABLE media_versions (
  media_file_id uuid NOT NULL REFERENCES media_files ON DELETE RESTRICT,
  version integer NOT NULL CHECK (version > 0),
  file uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  width_px integer,
  height_px integer,
  duration_sec numeric(18,3),
  approved_by_id uuid REFERENCES users ON DELETE RESTRICT,
  approved_at timestamptz,
  replaced_at timestamptz NOT NULL DEFAULT now(),
  replaced_by uuid REFERENCES users ON DELETE RESTRICT,
  PRIMARY KEY (media_file_id, version)
);
CREATE INDEX media_versions_file ON media_versions (file);
CREATE INDEX media_versions_approved_by_id ON media_versions (approved_by_id) WHERE approved_by_id IS NOT NULL;
CREATE INDEX media_versions_replaced_by ON media_versions (replaced_by) WHERE replaced_by IS NOT NULL;
CALL restrict_app('media_versions', 'SELECT');

-- Runs before the trigger that describes the new content, by its name.
CREATE FUNCTION add_media_version() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO media_versions (media_file_id, version, file, width_px, height_px, duration_sec, approved_by_id, approved_at, replaced_by)
  VALUES (OLD.id, OLD.version, OLD.file, OLD.width_px, OLD.height_px, OLD.duration_sec, OLD.approved_by_id, OLD.approved_at,
    audit_setting('actor')::uuid);
  NEW.version := OLD.version + 1;
  NEW.approved_by_id := NULL;
  NEW.approved_at := NULL;
  RETURN NEW;
END
$$;
CREATE TRIGGER add_media_version BEFORE UPDATE OF file ON media_files FOR EACH ROW
  WHEN (OLD.file IS DISTINCT FROM NEW.file) EXECUTE FUNCTION add_media_version();

-- Links with which somebody without an account sees a file.
CREATE TABLE media_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  media_file_id uuid NOT NULL REFERENCES media_files ON DELETE RESTRICT,
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text CHECK (char_length(email) BETWEEN 3 AND 254),
  expires_on date NOT NULL,
  closed_at timestamptz,
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  visits integer NOT NULL DEFAULT 0,
  last_visit_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT media_links_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX media_links_media_file_id ON media_links (media_file_id, created_at);
CREATE INDEX media_links_created_by ON media_links (created_by) WHERE created_by IS NOT NULL;
CALL track('media_links', key => 'media_file_id', hidden => '{token_hash}', unnoticed => '{visits,last_visit_at}');
CALL restrict_app('media_links', 'SELECT, INSERT, UPDATE (closed_at, visits, last_visit_at)');

CALL leave_with_demonstration('{media_versions,media_links}');
