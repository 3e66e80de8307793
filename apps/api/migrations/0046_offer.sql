-- What is offered: media files, price lists, packages, and templates of technical sheets.

-- Media files ---------------------------------------------------------------------------------------------------------

CREATE TABLE media_files (
  id uuid PRIMARY KEY DEFAULT new_id(),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 160),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('video', 'image', 'audio')),
  file uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  brand_id uuid REFERENCES brands ON DELETE RESTRICT,
  rights_until date,
  rights_territory text CHECK (char_length(rights_territory) <= 120),
  tags text[] NOT NULL DEFAULT '{}',
  width_px integer CHECK (width_px BETWEEN 1 AND 100000),
  height_px integer CHECK (height_px BETWEEN 1 AND 100000),
  duration_sec numeric(18,3) CHECK (duration_sec >= 0),
  -- Of the file's content, set by a trigger: the same content is stored once per kind.
  sha256 bytea NOT NULL,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE UNIQUE INDEX media_files_once ON media_files (kind, sha256);
CREATE INDEX media_files_by_title ON media_files ((sort_key(title) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX media_files_by_rights_until ON media_files (rights_until, id) WHERE archived_at IS NULL AND rights_until IS NOT NULL;
CREATE INDEX media_files_by_width_px ON media_files (width_px, id) WHERE archived_at IS NULL AND width_px IS NOT NULL;
CREATE INDEX media_files_by_height_px ON media_files (height_px, id) WHERE archived_at IS NULL AND height_px IS NOT NULL;
CREATE INDEX media_files_by_duration_sec ON media_files (duration_sec, id) WHERE archived_at IS NULL AND duration_sec IS NOT NULL;
CREATE INDEX media_files_by_created_at ON media_files (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX media_files_by_updated_at ON media_files (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX media_files_kind ON media_files (kind, created_at, id);
CREATE INDEX media_files_file ON media_files (file);
CREATE INDEX media_files_client_id ON media_files (client_id, created_at, id);
CREATE INDEX media_files_brand_id ON media_files (brand_id, created_at, id);
CREATE INDEX media_files_tags ON media_files USING gin (tags);

CALL make_searchable('media_files', 'title');
CALL track('media_files', unnoticed => '{search_text,sha256}');
CALL free_when_withdrawn('media_files');
CALL restrict_app('media_files', 'SELECT, INSERT, UPDATE');

-- The hash of the content, and whether the content is of the kind: a caller cannot state either.
CREATE FUNCTION describe_media_file() RETURNS trigger
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
  RETURN NEW;
END
$$;

CREATE TRIGGER describe_media_file BEFORE INSERT OR UPDATE ON media_files
  FOR EACH ROW EXECUTE FUNCTION describe_media_file();

-- Price lists ---------------------------------------------------------------------------------------------------------

CREATE TABLE price_lists (
  id uuid PRIMARY KEY DEFAULT new_id(),
  code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 30),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  kind text COLLATE "C" NOT NULL DEFAULT 'general' CHECK (kind IN ('general', 'special', 'government', 'political', 'seasonal', 'internal')),
  company_id uuid REFERENCES companies ON DELETE RESTRICT,
  platform_id uuid REFERENCES platforms ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  valid daterange NOT NULL CHECK (NOT isempty(valid)),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'current', 'expired')),
  base_list_id uuid REFERENCES price_lists ON DELETE RESTRICT CHECK (base_list_id <> id),
  adjust_pct numeric(18,4),
  notes text CHECK (char_length(notes) <= 4000),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT price_lists_code_key UNIQUE (code),
  -- One price list of a kind is current for each company, platform and day; a list for all of them is one of its own.
  CONSTRAINT price_lists_one_current EXCLUDE USING gist (
    kind WITH =, coalesce(company_id, '00000000-0000-0000-0000-000000000000') WITH =,
    coalesce(platform_id, '00000000-0000-0000-0000-000000000000') WITH =, valid WITH &&)
    WHERE (status = 'current' AND archived_at IS NULL)
);

CREATE INDEX price_lists_by_code ON price_lists ((sort_key(code) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX price_lists_by_name ON price_lists ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX price_lists_by_kind ON price_lists (kind, id) WHERE archived_at IS NULL;
CREATE INDEX price_lists_by_status ON price_lists (status, id) WHERE archived_at IS NULL;
CREATE INDEX price_lists_by_created_at ON price_lists (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX price_lists_by_updated_at ON price_lists (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX price_lists_kind ON price_lists (kind, created_at, id);
CREATE INDEX price_lists_company_id ON price_lists (company_id, created_at, id);
CREATE INDEX price_lists_platform_id ON price_lists (platform_id, created_at, id);
CREATE INDEX price_lists_currency_code ON price_lists (currency_code, created_at, id);
CREATE INDEX price_lists_valid ON price_lists USING gist (valid);
CREATE INDEX price_lists_status ON price_lists (status, created_at, id);
CREATE INDEX price_lists_base_list_id ON price_lists (base_list_id) WHERE base_list_id IS NOT NULL;

CALL make_searchable('price_lists', 'code', 'name');
CALL track('price_lists', unnoticed => '{search_text}');
CALL free_when_withdrawn('price_lists');
CALL restrict_app('price_lists', 'SELECT, INSERT, UPDATE');

CALL make_document('price_lists', 'status', '{current,expired}', '{notes}');
CREATE TABLE prices (
  id uuid PRIMARY KEY,
  price_list_id uuid NOT NULL REFERENCES price_lists ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  subject text CHECK (char_length(subject) <= 200),
  inventory_item_id uuid REFERENCES inventory_items ON DELETE RESTRICT,
  ad_article_id uuid REFERENCES ad_articles ON DELETE RESTRICT,
  inventory_category_id uuid REFERENCES inventory_categories ON DELETE RESTRICT,
  unit text COLLATE "C" NOT NULL DEFAULT 'spot' CHECK (unit IN ('spot', 'mention', 'hour', 'unit', 'face_month', 'face_fortnight', 'week', 'month', 'day', 'page', 'module', 'column_cm', 'thousand', 'cpm', 'post', 'send', 'episode', 'showing', 'square_meter', 'service')),
  unit_price numeric(18,6) NOT NULL CHECK (unit_price >= 0),
  floor_price numeric(18,6) CHECK (floor_price >= 0),
  min_qty numeric(18,2) NOT NULL DEFAULT '1' CHECK (min_qty >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT prices_one_target CHECK (num_nonnulls(inventory_item_id, ad_article_id, inventory_category_id) = 1),
  CONSTRAINT prices_floor_below_price CHECK (floor_price <= unit_price),
  CONSTRAINT prices_once UNIQUE NULLS NOT DISTINCT
    (price_list_id, inventory_item_id, ad_article_id, inventory_category_id, unit, min_qty) DEFERRABLE
);
CREATE INDEX prices_price_list_id_position ON prices (price_list_id, position, id);
CREATE INDEX prices_inventory_item_id ON prices (inventory_item_id);
CREATE INDEX prices_ad_article_id ON prices (ad_article_id);
CREATE INDEX prices_inventory_category_id ON prices (inventory_category_id);
CREATE INDEX prices_unit_order ON prices (price_list_id, (unit COLLATE "C"), id);
CREATE INDEX prices_unit_price_order ON prices (price_list_id, (unit_price), id);
CREATE INDEX prices_min_qty_order ON prices (price_list_id, (min_qty), id);
CREATE INDEX prices_created_at_order ON prices (price_list_id, (created_at), id);
CREATE INDEX prices_updated_at_order ON prices (price_list_id, (updated_at), id);
CREATE TRIGGER touch_row BEFORE INSERT OR UPDATE ON prices FOR EACH ROW EXECUTE FUNCTION touch_row('{search_text}');
CALL make_searchable('prices', 'subject');

-- The name of what a price is of, as of when it was chosen.
CREATE FUNCTION name_price() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.subject := CASE
    WHEN NEW.inventory_item_id IS NOT NULL THEN (SELECT name || ' · ' || code FROM inventory_items WHERE id = NEW.inventory_item_id)
    WHEN NEW.ad_article_id IS NOT NULL THEN (SELECT name || ' · ' || code FROM ad_articles WHERE id = NEW.ad_article_id)
    ELSE (SELECT name || ' · ' || code FROM inventory_categories WHERE id = NEW.inventory_category_id)
  END;
  RETURN NEW;
END
$$;

CREATE TRIGGER name_price BEFORE INSERT OR UPDATE OF inventory_item_id, ad_article_id, inventory_category_id ON prices
  FOR EACH ROW EXECUTE FUNCTION name_price();
CALL make_lines('prices', 'price_lists', 'price_list_id', 'status', '{current,expired}', '{}');

-- Packages ------------------------------------------------------------------------------------------------------------

CREATE TABLE packages (
  id uuid PRIMARY KEY DEFAULT new_id(),
  code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 30),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  valid daterange NOT NULL CHECK (NOT isempty(valid)),
  price_mode text COLLATE "C" NOT NULL CHECK (price_mode IN ('sum_with_discount', 'closed', 'from')),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  price numeric(18,2) CHECK (price >= 0),
  discount_pct numeric(7,4) CHECK (discount_pct BETWEEN 0 AND 100),
  max_sales integer CHECK (max_sales BETWEEN 1 AND 1000000),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'sold_out', 'retired')),
  allocated_pct numeric(18,4) NOT NULL DEFAULT '0.0000',
  image_id uuid REFERENCES media_files ON DELETE RESTRICT,
  description text CHECK (char_length(description) <= 2000),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT packages_code_key UNIQUE (code),
  CONSTRAINT packages_price_of_its_own CHECK (price_mode = 'sum_with_discount' OR price IS NOT NULL),
  -- The shares divide the income among the components (`totals_agree` proves the sum).
  CONSTRAINT packages_fully_allocated CHECK (status = 'draft' OR allocated_pct = 100)
);

CREATE INDEX packages_by_code ON packages ((sort_key(code) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX packages_by_name ON packages ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX packages_by_price ON packages (price, id) WHERE archived_at IS NULL AND price IS NOT NULL;
CREATE INDEX packages_by_status ON packages (status, id) WHERE archived_at IS NULL;
CREATE INDEX packages_by_created_at ON packages (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX packages_by_updated_at ON packages (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX packages_valid ON packages USING gist (valid);
CREATE INDEX packages_price_mode ON packages (price_mode, created_at, id);
CREATE INDEX packages_currency_code ON packages (currency_code, created_at, id);
CREATE INDEX packages_status ON packages (status, created_at, id);
CREATE INDEX packages_image_id ON packages (image_id) WHERE image_id IS NOT NULL;

CALL make_searchable('packages', 'code', 'name');
CALL track('packages', unnoticed => '{search_text}');
CALL free_when_withdrawn('packages');
CALL restrict_app('packages', 'SELECT, INSERT, UPDATE');

CALL make_document('packages', 'status', '{published,sold_out,retired}', '{name,valid,max_sales,image_id,description}');
CREATE TABLE package_items (
  id uuid PRIMARY KEY,
  package_id uuid NOT NULL REFERENCES packages ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  inventory_item_id uuid REFERENCES inventory_items ON DELETE RESTRICT,
  ad_article_id uuid REFERENCES ad_articles ON DELETE RESTRICT,
  description text CHECK (char_length(description) <= 160),
  quantity numeric(18,2) NOT NULL DEFAULT '1' CHECK (quantity >= 0.01),
  units_per_day integer CHECK (units_per_day BETWEEN 1 AND 1000),
  is_optional boolean NOT NULL DEFAULT false,
  allocation_pct numeric(7,4) NOT NULL DEFAULT '0' CHECK (allocation_pct BETWEEN 0 AND 100),
  allocated numeric(18,2) CHECK (allocated >= 0),
  CONSTRAINT package_items_one_target CHECK (num_nonnulls(inventory_item_id, ad_article_id) = 1)
);
CREATE INDEX package_items_package_id_position ON package_items (package_id, position, id);
CREATE INDEX package_items_inventory_item_id ON package_items (inventory_item_id);
CREATE INDEX package_items_ad_article_id ON package_items (ad_article_id);
CALL make_lines('package_items', 'packages', 'package_id', 'status', '{published,sold_out,retired}', '{}');
CALL prove_totals('packages', ARRAY[['allocated_pct', 'package_items', 'package_id', 'allocation_pct']]);

-- Templates of technical sheets ---------------------------------------------------------------------------------------

CREATE TABLE tech_templates (
  id uuid PRIMARY KEY DEFAULT new_id(),
  code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 30),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  platform_id uuid NOT NULL REFERENCES platforms ON DELETE RESTRICT,
  ad_article_id uuid REFERENCES ad_articles ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'obsolete')),
  lead_time_days integer NOT NULL DEFAULT 3 CHECK (lead_time_days BETWEEN 0 AND 365),
  instructions text CHECK (char_length(instructions) <= 4000),
  sample_id uuid REFERENCES media_files ON DELETE RESTRICT,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE UNIQUE INDEX tech_templates_version_key ON tech_templates (code, version);
-- New sheets are made from one version.
CREATE UNIQUE INDEX tech_templates_one_published ON tech_templates (code) WHERE status = 'published' AND archived_at IS NULL;
CREATE INDEX tech_templates_by_code ON tech_templates ((sort_key(code) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX tech_templates_by_version ON tech_templates (version, id) WHERE archived_at IS NULL;
CREATE INDEX tech_templates_by_name ON tech_templates ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX tech_templates_by_status ON tech_templates (status, id) WHERE archived_at IS NULL;
CREATE INDEX tech_templates_by_lead_time_days ON tech_templates (lead_time_days, id) WHERE archived_at IS NULL;
CREATE INDEX tech_templates_by_created_at ON tech_templates (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX tech_templates_by_updated_at ON tech_templates (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX tech_templates_platform_id ON tech_templates (platform_id, created_at, id);
CREATE INDEX tech_templates_ad_article_id ON tech_templates (ad_article_id, created_at, id);
CREATE INDEX tech_templates_status ON tech_templates (status, created_at, id);
CREATE INDEX tech_templates_sample_id ON tech_templates (sample_id) WHERE sample_id IS NOT NULL;

CALL make_searchable('tech_templates', 'code', 'name');
CALL track('tech_templates', unnoticed => '{search_text}');
CALL free_when_withdrawn('tech_templates');
CALL restrict_app('tech_templates', 'SELECT, INSERT, UPDATE');

CALL make_document('tech_templates', 'status', '{published,obsolete}', '{}');
CREATE TABLE tech_template_fields (
  id uuid PRIMARY KEY,
  tech_template_id uuid NOT NULL REFERENCES tech_templates ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 120),
  type text COLLATE "C" NOT NULL DEFAULT 'text' CHECK (type IN ('text', 'number', 'yes_no', 'choice', 'date')),
  unit text CHECK (char_length(unit) <= 20),
  is_required boolean NOT NULL DEFAULT true,
  min numeric(18,4),
  max numeric(18,4),
  options text[] NOT NULL DEFAULT '{}',
  CONSTRAINT tech_template_fields_bounds CHECK (min <= max)
);
CREATE INDEX tech_template_fields_tech_template_id_position ON tech_template_fields (tech_template_id, position, id);
CALL make_lines('tech_template_fields', 'tech_templates', 'tech_template_id', 'status', '{published,obsolete}', '{}');
CREATE TABLE tech_template_materials (
  id uuid PRIMARY KEY,
  tech_template_id uuid NOT NULL REFERENCES tech_templates ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  kind text COLLATE "C" NOT NULL DEFAULT 'video' CHECK (kind IN ('video', 'image', 'audio', 'document')),
  file_types text[] NOT NULL DEFAULT '{}',
  max_mb integer CHECK (max_mb BETWEEN 1 AND 10240),
  width_px integer CHECK (width_px BETWEEN 1 AND 100000),
  height_px integer CHECK (height_px BETWEEN 1 AND 100000),
  min_duration_sec numeric(18,2) CHECK (min_duration_sec >= 0),
  max_duration_sec numeric(18,2) CHECK (max_duration_sec >= 0),
  instructions text CHECK (char_length(instructions) <= 400),
  CONSTRAINT tech_template_materials_duration CHECK (min_duration_sec <= max_duration_sec)
);
CREATE INDEX tech_template_materials_tech_template_id_position ON tech_template_materials (tech_template_id, position, id);
CALL make_lines('tech_template_materials', 'tech_templates', 'tech_template_id', 'status', '{published,obsolete}', '{}');

-- The usual templates (G values of the domain research; each customer confirms its own). They ask for nothing that the
-- library and the sheets do not accept: `mediaTypes`, `mediaMaxBytes`, and the document of a requirement.
DO $$
DECLARE
  one record;
  made uuid;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('SPOT-TV', 'Spot de televisión', 'TV', 3,
      'Sonoridad de −24 LKFS ±2. En países NTSC, 59.94i. Incluya barras y claqueta fuera de la duración contratada.',
      '[["Producto o campaña","text",null,true,null],["Duración contratada","number","s",true,null],["Sonoridad medida","number","LKFS",false,null],["Lleva subtítulos","yes_no",null,false,null]]',
      '[["Spot","video","{mov,mp4}",100,1920,1080]]'),
    ('CUNA-RADIO', 'Cuña de radio', 'RADIO', 2,
      'WAV de 44.1 o 48 kHz y 16 bits, o MP3 de 320 kbps. Sonoridad entre −23 y −16 LUFS, la que indique la emisora.',
      '[["Producto o campaña","text",null,true,null],["Duración contratada","number","s",true,null],["Texto para locución en vivo","text",null,false,null]]',
      '[["Cuña","audio","{wav,mp3}",100,null,null]]'),
    ('VALLA', 'Valla impresa', 'OOH', 7,
      'Arte en CMYK, al 100 % con 30 a 72 ppp o en escala 1:10 con 300 ppp, con sangrado de 10 a 20 cm.',
      '[["Ancho","number","m",true,null],["Alto","number","m",true,null],["Escala del arte","choice",null,true,["1:1","1:10"]],["Acabado","choice",null,false,["Bolsillo","Ojales","Termosellado"]]]',
      '[["Arte final","document","{pdf,tif}",20,null,null]]'),
    ('PANTALLA-LED', 'Pantalla LED', 'DOOH', 2,
      'Píxeles nativos de la pantalla, sin audio, 10 segundos.',
      '[["Medida de la pantalla","text","px",true,null],["Horario especial","text",null,false,null]]',
      '[["Video","video","{mp4,webm}",100,null,null]]'),
    ('ANUNCIO-PRENSA', 'Anuncio de prensa', 'PRENSA', 3,
      'PDF/X-1a a 300 ppp en CMYK, sangrado de 3 a 5 mm, cobertura total de tinta de 240 a 300 %.',
      '[["Medida contratada","text",null,true,null],["Color","choice",null,true,["Color","Blanco y negro"]],["Página solicitada","text",null,false,null]]',
      '[["Arte final","document","{pdf}",20,null,null]]'),
    ('BANNER', 'Banner digital', 'DIGITAL', 2,
      'Carga inicial de 150 KB como máximo. Entregue también al doble de resolución. La dirección de destino es https.',
      '[["Medida","choice","px",true,["300×250","728×90","970×250","320×50","300×600"]],["Dirección de destino","text",null,true,null],["Píxel de medición","text",null,false,null]]',
      '[["Pieza","image","{jpg,png,webp}",1,null,null]]'),
    ('VIDEO-DIGITAL', 'Video digital', 'STREAMING', 2,
      'MP4 H.264 de 720p o más. Una etiqueta VAST es opcional.',
      '[["Duración","choice","s",true,["6","15","30"]],["Dirección de destino","text",null,false,null],["Etiqueta VAST","text",null,false,null]]',
      '[["Video","video","{mp4}",100,1280,720]]')
  ) AS v (code, name, platform, lead, instructions, fields, materials)
  LOOP
    INSERT INTO tech_templates (code, name, platform_id, lead_time_days, instructions)
      SELECT one.code, one.name, p.id, one.lead, one.instructions FROM platforms p WHERE p.code = one.platform
      RETURNING id INTO made;
    IF made IS NULL THEN
      CONTINUE;
    END IF;
    INSERT INTO tech_template_fields (id, tech_template_id, position, label, type, unit, is_required, options)
      SELECT new_id(), made, 'a' || (place - 1), line ->> 0, line ->> 1, line ->> 2, (line ->> 3)::boolean,
        ARRAY(SELECT jsonb_array_elements_text(CASE WHEN jsonb_typeof(line -> 4) = 'array' THEN line -> 4 ELSE '[]' END))
      FROM jsonb_array_elements(one.fields::jsonb) WITH ORDINALITY AS f (line, place);
    INSERT INTO tech_template_materials (id, tech_template_id, position, name, kind, file_types, max_mb, width_px, height_px)
      SELECT new_id(), made, 'a' || (place - 1), line ->> 0, line ->> 1, (line ->> 2)::text[], (line ->> 3)::integer,
        (line ->> 4)::integer, (line ->> 5)::integer
      FROM jsonb_array_elements(one.materials::jsonb) WITH ORDINALITY AS m (line, place);
    UPDATE tech_templates SET status = 'published' WHERE id = made;
  END LOOP;
END
$$;

ALTER TABLE inventory_items ADD COLUMN tech_template_id uuid REFERENCES tech_templates ON DELETE RESTRICT;
CREATE INDEX inventory_items_tech_template_id ON inventory_items (tech_template_id, created_at, id);

-- Permissions ---------------------------------------------------------------------------------------------------------

-- The start of the API gives the permissions to the roles that it makes, and never again to those that it finds.
INSERT INTO permissions (name, module, label) VALUES
  ('prices.view_all', 'Precios', 'Ver las listas de precios'),
  ('prices.create', 'Precios', 'Crear y copiar listas de precios'),
  ('prices.update_all', 'Precios', 'Editar y ajustar listas de precios en borrador'),
  ('prices.publish', 'Precios', 'Publicar listas de precios y terminar su vigencia'),
  ('prices.delete', 'Precios', 'Archivar listas de precios'),
  ('prices.export', 'Precios', 'Exportar listas de precios'),
  ('prices.import', 'Precios', 'Importar listas de precios'),
  ('packages.view_all', 'Paquetes', 'Ver los paquetes'),
  ('packages.create', 'Paquetes', 'Crear y copiar paquetes'),
  ('packages.update_all', 'Paquetes', 'Editar paquetes'),
  ('packages.publish', 'Paquetes', 'Publicar, agotar y retirar paquetes'),
  ('packages.delete', 'Paquetes', 'Archivar paquetes'),
  ('packages.export', 'Paquetes', 'Exportar paquetes'),
  ('packages.import', 'Paquetes', 'Importar paquetes'),
  ('tech_templates.view_all', 'Plantillas de fichas técnicas', 'Ver las plantillas de fichas técnicas'),
  ('tech_templates.create', 'Plantillas de fichas técnicas', 'Crear, copiar y versionar plantillas de fichas técnicas'),
  ('tech_templates.update_all', 'Plantillas de fichas técnicas', 'Editar plantillas de fichas técnicas en borrador'),
  ('tech_templates.publish', 'Plantillas de fichas técnicas', 'Publicar plantillas de fichas técnicas y marcarlas obsoletas'),
  ('tech_templates.delete', 'Plantillas de fichas técnicas', 'Archivar plantillas de fichas técnicas'),
  ('tech_templates.export', 'Plantillas de fichas técnicas', 'Exportar plantillas de fichas técnicas'),
  ('tech_templates.import', 'Plantillas de fichas técnicas', 'Importar plantillas de fichas técnicas'),
  ('media.view_all', 'Multimedia', 'Ver los archivos multimedia'),
  ('media.create', 'Multimedia', 'Subir archivos multimedia'),
  ('media.update_all', 'Multimedia', 'Editar archivos multimedia'),
  ('media.delete', 'Multimedia', 'Archivar archivos multimedia'),
  ('media.export', 'Multimedia', 'Exportar la lista de archivos multimedia');
INSERT INTO role_permissions (role_id, permission)
  SELECT r.id, p FROM roles r, unnest('{media.create,media.delete,media.export,media.update_all,media.view_all,packages.create,packages.delete,packages.export,packages.import,packages.publish,packages.update_all,packages.view_all,prices.create,prices.delete,prices.export,prices.import,prices.publish,prices.update_all,prices.view_all,tech_templates.create,tech_templates.delete,tech_templates.export,tech_templates.import,tech_templates.publish,tech_templates.update_all,tech_templates.view_all}'::text[]) p
  WHERE r.name IN ('admin', 'inventory') AND r.archived_at IS NULL
  UNION ALL
  SELECT r.id, p FROM roles r, unnest('{media.export,media.view_all,packages.export,packages.publish,packages.view_all,prices.export,prices.publish,prices.view_all,tech_templates.export,tech_templates.view_all}'::text[]) p
  WHERE r.name IN ('general_manager') AND r.archived_at IS NULL
  UNION ALL
  SELECT r.id, p FROM roles r, unnest('{media.create,media.update_all,media.view_all,packages.export,packages.publish,packages.view_all,prices.export,prices.publish,prices.view_all,tech_templates.view_all}'::text[]) p
  WHERE r.name IN ('sales_manager') AND r.archived_at IS NULL
  UNION ALL
  SELECT r.id, p FROM roles r, unnest('{media.create,media.update_all,media.view_all,packages.view_all,prices.view_all,tech_templates.view_all}'::text[]) p
  WHERE r.name IN ('sales_rep', 'sales_assistant', 'planner', 'post_sales') AND r.archived_at IS NULL
  UNION ALL
  SELECT r.id, p FROM roles r, unnest('{media.create,media.delete,media.export,media.update_all,media.view_all,packages.view_all,prices.view_all,tech_templates.view_all}'::text[]) p
  WHERE r.name IN ('traffic') AND r.archived_at IS NULL
  UNION ALL
  SELECT r.id, p FROM roles r, unnest('{media.view_all,packages.view_all,prices.view_all,tech_templates.view_all}'::text[]) p
  WHERE r.name IN ('billing', 'collections', 'finance') AND r.archived_at IS NULL
  UNION ALL
  SELECT r.id, p FROM roles r, unnest('{media.export,media.view_all,packages.export,packages.view_all,prices.export,prices.view_all,tech_templates.export,tech_templates.view_all}'::text[]) p
  WHERE r.name IN ('auditor') AND r.archived_at IS NULL;
