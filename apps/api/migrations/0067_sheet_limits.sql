-- Technical sheets ask for more: help, long texts and several options, and limits of files that were only written in the
-- instructions so far (domain §1.7, seeds §6.34).

ALTER TABLE tech_template_fields
  ADD COLUMN hint text CHECK (char_length(hint) <= 300),
  ADD COLUMN origin text CHECK (char_length(origin) <= 36),
  DROP CONSTRAINT tech_template_fields_type_check,
  ADD CONSTRAINT tech_template_fields_type_check CHECK (type IN ('text', 'long_text', 'number', 'yes_no', 'choice', 'choices', 'date'));

ALTER TABLE tech_template_materials
  ADD COLUMN file_type_id uuid REFERENCES file_types ON DELETE RESTRICT,
  ADD COLUMN origin text CHECK (char_length(origin) <= 36),
  ADD COLUMN larger_allowed boolean NOT NULL DEFAULT false,
  ADD COLUMN aspect_ratio text CHECK (char_length(aspect_ratio) <= 11),
  ADD COLUMN fps numeric(18,3) CHECK (fps BETWEEN 1 AND 240),
  ADD COLUMN min_kbps integer CHECK (min_kbps BETWEEN 1 AND 10000000),
  ADD COLUMN max_kbps integer CHECK (max_kbps BETWEEN 1 AND 10000000),
  ADD COLUMN loudness_lufs numeric(18,1) CHECK (loudness_lufs BETWEEN -70 AND 0),
  ADD COLUMN loudness_tolerance numeric(18,1) CHECK (loudness_tolerance BETWEEN 0 AND 20),
  ADD COLUMN color_space text COLLATE "C" CHECK (color_space IN ('rgb', 'cmyk', 'gray')),
  ADD COLUMN min_dpi integer CHECK (min_dpi BETWEEN 1 AND 10000),
  ADD COLUMN min_bleed_mm numeric(18,1) CHECK (min_bleed_mm BETWEEN 0 AND 5000),
  ADD COLUMN needs_click_url boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT tech_template_materials_kbps CHECK (min_kbps <= max_kbps),
  ADD CONSTRAINT tech_template_materials_loudness CHECK (loudness_lufs IS NOT NULL OR loudness_tolerance IS NULL);
CREATE INDEX tech_template_materials_file_type_id ON tech_template_materials (file_type_id);

-- A material without formats or size of its own takes those of its file type when it is saved, so that a later change of
-- the catalogue does not change what a version asks for.
CREATE FUNCTION take_from_file_type() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(NEW.max_mb, f.max_mb),
    CASE WHEN NEW.file_types = '{}' THEN ARRAY(SELECT lower(one) FROM unnest(f.extensions) AS one) ELSE NEW.file_types END
    INTO NEW.max_mb, NEW.file_types
  FROM file_types f WHERE f.id = NEW.file_type_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER take_from_file_type BEFORE INSERT OR UPDATE ON tech_template_materials
  FOR EACH ROW WHEN (NEW.file_type_id IS NOT NULL AND (NEW.max_mb IS NULL OR NEW.file_types = '{}'))
  EXECUTE FUNCTION take_from_file_type();

ALTER TABLE tech_sheet_items
  ADD COLUMN document_color_space text COLLATE "C" CHECK (document_color_space IN ('rgb', 'cmyk', 'gray')),
  ADD COLUMN document_dpi integer,
  ADD COLUMN click_url text CHECK (char_length(click_url) <= 300),
  ADD COLUMN larger_allowed boolean NOT NULL DEFAULT false,
  ADD COLUMN aspect_ratio text CHECK (char_length(aspect_ratio) <= 11),
  ADD COLUMN fps numeric(18,3) CHECK (fps BETWEEN 1 AND 240),
  ADD COLUMN min_kbps integer CHECK (min_kbps BETWEEN 1 AND 10000000),
  ADD COLUMN max_kbps integer CHECK (max_kbps BETWEEN 1 AND 10000000),
  ADD COLUMN loudness_lufs numeric(18,1) CHECK (loudness_lufs BETWEEN -70 AND 0),
  ADD COLUMN loudness_tolerance numeric(18,1) CHECK (loudness_tolerance BETWEEN 0 AND 20),
  ADD COLUMN color_space text COLLATE "C" CHECK (color_space IN ('rgb', 'cmyk', 'gray')),
  ADD COLUMN min_dpi integer CHECK (min_dpi BETWEEN 1 AND 10000),
  ADD COLUMN min_bleed_mm numeric(18,1) CHECK (min_bleed_mm BETWEEN 0 AND 5000),
  ADD COLUMN needs_click_url boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT tech_sheet_items_type_check,
  ADD CONSTRAINT tech_sheet_items_type_check
    CHECK (type IN ('text', 'long_text', 'number', 'yes_no', 'choice', 'choices', 'date', 'video', 'image', 'audio', 'document')),
  DROP CONSTRAINT tech_sheet_items_value_check,
  ADD CONSTRAINT tech_sheet_items_value_check CHECK (char_length(value) <= 4000);

-- What the reviewer confirmed because it could not be measured.
ALTER TABLE tech_sheets ADD COLUMN confirmed_by_hand text CHECK (char_length(confirmed_by_hand) <= 8000);

-- Measured from images; null: not measured.
ALTER TABLE media_files
  ADD COLUMN color_space text COLLATE "C" CHECK (color_space IN ('rgb', 'cmyk', 'gray')),
  ADD COLUMN dpi integer;

-- As before; also what is measured of a document, and the address to which a piece leads.
CREATE OR REPLACE FUNCTION keep_tech_sheet_item() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  answers constant text[] := '{value,media_file_id,document,document_color_space,document_dpi,click_url,note,is_done,row_version,updated_at,updated_by,search_text}';
  is_open boolean;
BEGIN
  IF to_jsonb(NEW) - answers IS DISTINCT FROM to_jsonb(OLD) - answers THEN
    RAISE EXCEPTION 'what a technical sheet asks for stays as it is'
      USING ERRCODE = '23514', CONSTRAINT = 'tech_sheet_items_stay', TABLE = 'tech_sheet_items';
  END IF;
  SELECT status IN ('pending', 'observed') INTO is_open FROM tech_sheets WHERE id = NEW.tech_sheet_id FOR NO KEY UPDATE;
  IF NOT is_open THEN
    RAISE EXCEPTION 'technical sheet % is in review or approved', NEW.tech_sheet_id
      USING ERRCODE = '23514', CONSTRAINT = 'tech_sheet_items_of_open_sheet', TABLE = 'tech_sheet_items';
  END IF;
  RETURN NEW;
END
$$;

-- Listed facts of a template -----------------------------------------------------------------------------------------

CREATE FUNCTION materials_count(t tech_templates) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM tech_template_materials m WHERE m.tech_template_id = t.id
$$;

-- Sheets of this version whose line is still sold and has days left.
CREATE FUNCTION in_use(t tech_templates) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM tech_sheets s JOIN order_lines o ON o.id = s.order_line_id
  WHERE s.tech_template_id = t.id AND o.status = 'active' AND upper(o.flight) > business_date()
$$;

-- Delivery -----------------------------------------------------------------------------------------------------------

-- As before; a sheet takes over the limits and the help of its template.
CREATE OR REPLACE FUNCTION open_delivery(contract uuid, holidays date[], booked jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO quotas (description, contract_id, client_id, order_line_id, package_item_id, inventory_item_id, flight, unit,
    duration_sec, contracted, sold)
  SELECT component_description(o.description, s.package_item_id), o.contract_id, c.client_id, o.id, s.package_item_id,
    i.id, o.flight, i.capacity_unit, s.duration_sec, n.units, n.units
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id
    CROSS JOIN LATERAL sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s
    JOIN inventory_items i ON i.id = s.inventory_item_id
    JOIN jsonb_each_text(booked) AS b(part, units) ON b.part = concat_ws('/', o.id, s.package_item_id)
    CROSS JOIN LATERAL (
      SELECT b.units::bigint / CASE WHEN i.capacity_unit = 'seconds' THEN s.duration_sec ELSE 1 END AS units) n
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM quotas q WHERE q.order_line_id = o.id)
  ORDER BY o.id, s.position, s.package_item_id;

  INSERT INTO work_orders (description, kind, company_id, contract_id, client_id, order_line_id, package_item_id,
    inventory_item_id, sla_due, currency_code, checklist)
  SELECT component_description(o.description, s.package_item_id), k.kind, c.company_id, o.contract_id, c.client_id, o.id,
    s.package_item_id, i.id, lower(o.flight), o.currency_code, work_order_tasks(k.kind)
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id
    CROSS JOIN LATERAL sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s
    LEFT JOIN inventory_items i ON i.id = s.inventory_item_id
    CROSS JOIN LATERAL (SELECT CASE
      WHEN o.line_kind = 'production' THEN 'production'
      WHEN i.kind = 'linear' THEN 'traffic'
      WHEN i.kind = 'outdoor' AND i.face_type = 'digital' THEN 'digital'
      WHEN i.kind = 'outdoor' THEN 'installation'
      WHEN i.kind IN ('print', 'digital') THEN i.kind
      ELSE 'event' END AS kind) k
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM work_orders w WHERE w.order_line_id = o.id)
  ORDER BY o.id, s.position, s.package_item_id;

  INSERT INTO tech_sheets (description, contract_id, client_id, order_line_id, package_item_id, inventory_item_id,
    tech_template_id, starts_on, due_on, progress_pct, responsible_id)
  SELECT component_description(o.description, s.package_item_id), o.contract_id, c.client_id, o.id, s.package_item_id, i.id,
    t.id, lower(o.flight), working_days_before(lower(o.flight), t.lead_time_days, holidays), 0, c.owner_id
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id
    CROSS JOIN LATERAL sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s
    JOIN inventory_items i ON i.id = s.inventory_item_id
    JOIN tech_templates chosen ON chosen.id = i.tech_template_id
    JOIN tech_templates t ON t.code = chosen.code AND t.status = 'published' AND t.archived_at IS NULL
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM tech_sheets x WHERE x.order_line_id = o.id)
    -- Packages that were sold before they took capacity are delivered as one.
    AND (s.package_item_id IS NULL OR EXISTS (SELECT FROM quotas q WHERE q.order_line_id = o.id))
  ORDER BY o.id, s.position, s.package_item_id;

  INSERT INTO tech_sheet_items (tech_sheet_id, place, label, type, is_required, unit, min, max, options, file_types,
    max_mb, width_px, height_px, larger_allowed, aspect_ratio, min_duration_sec, max_duration_sec, fps, min_kbps,
    max_kbps, loudness_lufs, loudness_tolerance, color_space, min_dpi, min_bleed_mm, needs_click_url, instructions)
  SELECT s.id, row_number() OVER (PARTITION BY s.id ORDER BY a.part, a.position, a.id),
    a.label, a.type, a.is_required, a.unit, a.min, a.max, a.options, a.file_types, a.max_mb, a.width_px, a.height_px,
    a.larger_allowed, a.aspect_ratio, a.min_duration_sec, a.max_duration_sec, a.fps, a.min_kbps, a.max_kbps,
    a.loudness_lufs, a.loudness_tolerance, a.color_space, a.min_dpi, a.min_bleed_mm, a.needs_click_url,
    a.instructions
  FROM tech_sheets s JOIN (
    SELECT m.tech_template_id, 2 AS part, m.position, m.id, m.name AS label, m.kind AS type, true AS is_required,
      NULL::text AS unit, NULL::numeric AS min, NULL::numeric AS max, '{}'::text[] AS options,
      m.file_types, m.max_mb, m.width_px, m.height_px, m.larger_allowed, m.aspect_ratio, m.min_duration_sec,
      m.max_duration_sec, m.fps, m.min_kbps, m.max_kbps, m.loudness_lufs, m.loudness_tolerance, m.color_space,
      m.min_dpi, m.min_bleed_mm, m.needs_click_url, m.instructions
    FROM tech_template_materials m
    UNION ALL
    SELECT f.tech_template_id, 1, f.position, f.id, f.label, f.type, f.is_required, f.unit, f.min, f.max, f.options,
      '{}', NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, f.hint
    FROM tech_template_fields f) a ON a.tech_template_id = s.tech_template_id
  WHERE s.contract_id = contract AND NOT EXISTS (SELECT FROM tech_sheet_items i WHERE i.tech_sheet_id = s.id)
  ORDER BY 1, 2;
END
$$;

-- The usual templates ------------------------------------------------------------------------------------------------

-- Those that came with the product and that nobody used or changed get the limits of their instructions. A template in
-- use stays as its sheets were made: there a person publishes the next version.
DO $$
BEGIN
  ALTER TABLE tech_template_materials DISABLE TRIGGER USER;
  UPDATE tech_template_materials m SET
    width_px = coalesce(v.width, m.width_px), height_px = coalesce(v.height, m.height_px),
    larger_allowed = v.larger, aspect_ratio = v.ratio, min_duration_sec = v.shortest, max_duration_sec = v.longest,
    fps = v.fps, min_kbps = v.slowest, loudness_lufs = v.loudness, loudness_tolerance = v.tolerance,
    color_space = v.color, min_dpi = v.dpi, min_bleed_mm = v.bleed, needs_click_url = v.click,
    file_type_id = (SELECT f.id FROM file_types f WHERE f.code = v.file_type AND f.archived_at IS NULL)
  FROM tech_templates t, (VALUES
    ('SPOT-TV', NULL::integer, NULL::integer, false, '16:9', NULL::numeric, NULL::numeric, 29.97, NULL::integer, -24.0, 2.0,
      NULL, NULL::integer, NULL::numeric, false, 'VIDEO-TV'),
    ('CUNA-RADIO', NULL, NULL, false, NULL, NULL, NULL, NULL, 300, -19.5, 3.5, NULL, NULL, NULL, false, 'AUDIO-RADIO'),
    ('VALLA', NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'cmyk', 30, 100, false, 'ARTE-OOH'),
    ('PANTALLA-LED', NULL, NULL, false, NULL, 9.5, 10.5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL),
    ('ANUNCIO-PRENSA', NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'cmyk', 300, 3, false, 'ARTE-IMPRESO'),
    ('BANNER', NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'rgb', NULL, NULL, true, 'IMAGEN-DIGITAL'),
    ('VIDEO-DIGITAL', 1280, 720, true, '16:9', 5.5, 30.5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL)
  ) AS v (code, width, height, larger, ratio, shortest, longest, fps, slowest, loudness, tolerance, color, dpi, bleed,
    click, file_type)
  WHERE m.tech_template_id = t.id AND t.code = v.code AND t.version = 1 AND t.status = 'published'
    AND t.created_by IS NULL AND t.updated_by IS NULL
    AND NOT EXISTS (SELECT FROM tech_sheets s WHERE s.tech_template_id = t.id)
    AND NOT EXISTS (SELECT FROM inventory_items i WHERE i.tech_template_id = t.id);
  ALTER TABLE tech_template_materials ENABLE TRIGGER USER;
END
$$;
