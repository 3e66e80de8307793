-- Media files are measured by the server after they are uploaded.

SELECT set_config('pauta.request', 'migration:0094', true), set_config('pauta.reason', 'Medición de archivos multimedia', true);

-- Files from before are available; they are measured once the server runs.
ALTER TABLE media_files
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'available' CHECK (status IN ('processing', 'available', 'rejected')),
  ADD COLUMN refusal text CHECK (char_length(refusal) <= 400),
  ADD COLUMN fps numeric(18,3),
  ADD COLUMN bitrate_kbps integer,
  ADD COLUMN codec text CHECK (char_length(codec) <= 60),
  ADD COLUMN loudness_lufs numeric(18,1),
  ADD CONSTRAINT media_files_refused CHECK ((status = 'rejected') = (refusal IS NOT NULL));
ALTER TABLE media_files ALTER COLUMN status SET DEFAULT 'processing';
CREATE INDEX media_files_status ON media_files (status, created_at, id);

-- Files that were measured, with what is drawn of them: a small version of a picture (WebP), and the loudest sample of
-- each part of a sound, from 0 to 255.
CREATE TABLE media_measures (
  file_id uuid PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  measured_at timestamptz NOT NULL DEFAULT now(),
  thumbnail bytea CHECK (octet_length(thumbnail) <= 1000000),
  peaks bytea CHECK (octet_length(peaks) <= 1000)
);
CALL restrict_app('media_measures', 'SELECT, INSERT, UPDATE');

-- As before; also, nothing that was measured of one file is said of another.
CREATE OR REPLACE FUNCTION describe_media_file() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  stored record;
BEGIN
  SELECT f.mime, f.sha256 INTO stored FROM files f WHERE f.id = NEW.file;
  IF FOUND THEN
    IF split_part(stored.mime, '/', 1) <> NEW.kind THEN
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
  END IF;
  RETURN NEW;
END
$$;

-- What was refused is not put on air.
CREATE FUNCTION refuse_rejected_material() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM media_files m WHERE m.id = NEW.media_file_id AND m.status = 'rejected') THEN
    RAISE EXCEPTION 'the material of placement % was rejected', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'placements_material_rejected', TABLE = 'placements';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER refuse_rejected_material BEFORE INSERT OR UPDATE OF media_file_id, status ON placements FOR EACH ROW
  WHEN (NEW.media_file_id IS NOT NULL AND NEW.status = 'confirmed') EXECUTE FUNCTION refuse_rejected_material();
