-- Where the files of the library are used, and who uploaded them.

SELECT set_config('pauta.request', 'migration:0104', true), set_config('pauta.reason', 'Usos de la biblioteca', true);

ALTER TABLE media_files
  ADD COLUMN uploaded_by_id uuid GENERATED ALWAYS AS (created_by) STORED REFERENCES users ON DELETE RESTRICT;
CREATE INDEX media_files_uploaded_by_id ON media_files (uploaded_by_id, created_at, id);

-- How many records hold a file: it is not archived while one does. A plan of placing lets go of it by itself.
CREATE FUNCTION uses(m media_files) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT ((SELECT count(*) FROM tech_sheet_items WHERE media_file_id = m.id)
    + (SELECT count(*) FROM placements WHERE media_file_id = m.id)
    + (SELECT count(*) FROM packages WHERE image_id = m.id)
    + (SELECT count(*) FROM tech_templates WHERE sample_id = m.id))::integer
$$;

CREATE VIEW media_files_unused AS
SELECT m.id AS record_id FROM media_files m
WHERE NOT EXISTS (SELECT FROM tech_sheet_items WHERE media_file_id = m.id)
  AND NOT EXISTS (SELECT FROM placements WHERE media_file_id = m.id)
  AND NOT EXISTS (SELECT FROM packages WHERE image_id = m.id)
  AND NOT EXISTS (SELECT FROM tech_templates WHERE sample_id = m.id);
CALL restrict_app('media_files_unused', 'SELECT');
CREATE FUNCTION unused(m media_files) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT uses(m) = 0 $$;

-- Documents, and what is drawn of a video. What could not be measured says why.
ALTER TABLE media_files
  DROP CONSTRAINT media_files_kind_check,
  ADD CONSTRAINT media_files_kind_check CHECK (kind IN ('video', 'image', 'audio', 'document')),
  ADD COLUMN pages integer CHECK (pages > 0),
  ADD COLUMN unmeasured text CHECK (char_length(unmeasured) <= 400);
ALTER TABLE media_measures ADD COLUMN strip bytea CHECK (octet_length(strip) <= 1000000);

-- As before; also, a PDF is a document, and its pages are those of its file.
CREATE OR REPLACE FUNCTION describe_media_file() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  stored record;
BEGIN
  SELECT f.mime, f.sha256 INTO stored FROM files f WHERE f.id = NEW.file;
  IF FOUND THEN
    IF (CASE stored.mime WHEN 'application/pdf' THEN 'document' ELSE split_part(stored.mime, '/', 1) END) <> NEW.kind THEN
      RAISE EXCEPTION 'a file of type % is not of the kind %', stored.mime, NEW.kind
        USING ERRCODE = 'check_violation', CONSTRAINT = 'media_files_kind_of_content', TABLE = 'media_files';
    END IF;
    NEW.sha256 := stored.sha256;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.file <> OLD.file THEN
    NEW.status := 'processing';
    NEW.refusal := NULL;
    NEW.width_px := NULL;
    NEW.height_px := NULL;
    NEW.duration_sec := NULL;
    NEW.fps := NULL;
    NEW.bitrate_kbps := NULL;
    NEW.codec := NULL;
    NEW.loudness_lufs := NULL;
    NEW.color_space := NULL;
    NEW.dpi := NULL;
    NEW.pages := NULL;
    NEW.unmeasured := NULL;
  END IF;
  RETURN NEW;
END
$$;
