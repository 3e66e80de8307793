-- Implementation: crews, checklists, steps, blockers and photos of work orders; removals and late starts.

SELECT set_config('pauta.request', 'migration:0098', true), set_config('pauta.reason', 'Implementación', true);

-- A function with a part of its text replaced; refused if it does not contain that part.
CREATE OR REPLACE PROCEDURE pg_temp.amend(definition text, part text, other text)
LANGUAGE plpgsql AS $$
BEGIN
  IF position(part IN definition) = 0 THEN
    RAISE EXCEPTION '«%» is not part of %', part, definition;
  END IF;
  EXECUTE replace(definition, part, other);
END
$$;

SET CONSTRAINTS ALL IMMEDIATE;

-- Crews --------------------------------------------------------------------------------------------------------------

CREATE TABLE work_crews (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  kind text COLLATE "C" NOT NULL DEFAULT 'own' CHECK (kind IN ('own', 'vendor')),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  vendor text CHECK (char_length(vendor) <= 120),
  phone text CHECK (char_length(phone) <= 40),
  links_changed_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX work_crews_by_name ON work_crews ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX work_crews_by_vendor ON work_crews ((sort_key(vendor) COLLATE "C"), id) WHERE archived_at IS NULL AND vendor IS NOT NULL;
CREATE INDEX work_crews_by_created_at ON work_crews (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX work_crews_by_updated_at ON work_crews (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX work_crews_company_id ON work_crews (company_id, (sort_key(name) COLLATE "C"), id);

CALL make_searchable('work_crews', 'name', 'vendor');
CALL track('work_crews', unnoticed => '{search_text}');
CALL free_when_withdrawn('work_crews');
CALL create_link('work_crew_members', 'work_crews', 'work_crew_id', 'users', 'member_id');
CALL restrict_app('work_crews', 'SELECT, INSERT, UPDATE');


-- Checklists ---------------------------------------------------------------------------------------------------------

CREATE TABLE work_checklists (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  kind text COLLATE "C" NOT NULL DEFAULT 'maintenance' CHECK (kind IN ('traffic_tv', 'traffic_radio', 'installation', 'removal', 'maintenance', 'print', 'digital', 'production', 'event')),
  steps jsonb NOT NULL CHECK (jsonb_typeof(steps) = 'array'),
  late_start text COLLATE "C" NOT NULL DEFAULT 'none' CHECK (late_start IN ('none', 'credit', 'compensation')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX work_checklists_by_name ON work_checklists ((sort_key(name) COLLATE "C"), id);
CREATE INDEX work_checklists_by_created_at ON work_checklists (created_at, id);
CREATE INDEX work_checklists_by_updated_at ON work_checklists (updated_at, id);
CREATE INDEX work_checklists_kind ON work_checklists (kind, (sort_key(name) COLLATE "C"), id);
CREATE INDEX work_checklists_late_start ON work_checklists (late_start, (sort_key(name) COLLATE "C"), id);

CALL make_searchable('work_checklists', 'name');
CALL track('work_checklists', unnoticed => '{search_text}');
CALL restrict_app('work_checklists', 'SELECT, INSERT, UPDATE');

CREATE UNIQUE INDEX work_checklists_kind_key ON work_checklists (kind);

INSERT INTO work_checklists (kind, name, late_start, steps)
SELECT v.kind, v.name, v.late_start,
  (SELECT jsonb_agg(jsonb_build_object('task', ltrim(t.task, '?'), 'required', t.task NOT LIKE '?%') ORDER BY t.place)
  FROM unnest(v.steps) WITH ORDINALITY AS t(task, place))
FROM (VALUES
  ('traffic_tv', 'Tráfico de televisión', 'none', ARRAY['Material recibido y revisado', 'Material cargado en el sistema de emisión', 'Pauta entregada al máster']),
  ('traffic_radio', 'Tráfico de radio', 'none', ARRAY['Material recibido y revisado', 'Material cargado en el sistema de emisión', 'Pauta entregada a la cabina']),
  ('installation', 'Instalación exterior', 'credit', ARRAY['Arte impreso', 'Permiso vigente', 'Arte instalado', 'Foto de la instalación', '?Estructura e iluminación revisadas']),
  ('removal', 'Desinstalación', 'none', ARRAY['Arte retirado', 'Cara limpia', 'Foto de la cara libre', '?Arte entregado al cliente']),
  ('maintenance', 'Mantenimiento', 'none', ARRAY['Preparado', 'Realizado', '?Foto del trabajo']),
  ('print', 'Montaje de prensa', 'none', ARRAY['Arte recibido y revisado', 'Arte montado en la página', 'Prueba aprobada']),
  ('digital', 'Carga digital', 'compensation', ARRAY['Piezas recibidas y revisadas', 'Campaña cargada', 'Enlaces y medición probados']),
  ('production', 'Producción', 'none', ARRAY['Guion aprobado', 'Producción terminada', 'Entrega aprobada por el cliente']),
  ('event', 'Evento o servicio', 'none', ARRAY['Preparado', 'Realizado'])
) AS v (kind, name, late_start, steps);

-- Work orders --------------------------------------------------------------------------------------------------------

ALTER TABLE work_orders DISABLE TRIGGER USER;
ALTER TABLE work_orders
  DROP CONSTRAINT work_orders_kind_check,
  DROP CONSTRAINT work_orders_status_check,
  -- That of its space, by trigger.
  ADD COLUMN platform_id uuid REFERENCES platforms ON DELETE RESTRICT,
  -- The first day on which it was on the air, by trigger.
  ADD COLUMN live_on date,
  ADD COLUMN crew_id uuid REFERENCES work_crews ON DELETE RESTRICT,
  ADD COLUMN blocked_on date,
  ADD COLUMN solver_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN evidence_url text CHECK (char_length(evidence_url) <= 300),
  ADD COLUMN removal_of_id uuid REFERENCES work_orders ON DELETE RESTRICT CHECK (removal_of_id <> id);
UPDATE work_orders SET kind = 'traffic_tv' WHERE kind = 'traffic';
UPDATE work_orders w SET platform_id = i.platform_id, kind = CASE
    WHEN w.kind = 'traffic_tv' AND p.media = 'radio' THEN 'traffic_radio' ELSE w.kind END
FROM inventory_items i JOIN platforms p ON p.id = i.platform_id WHERE i.id = w.inventory_item_id;
UPDATE work_orders SET blocked_on = business_date(updated_at) WHERE blockers IS NOT NULL;
ALTER TABLE work_orders ENABLE TRIGGER USER;
ALTER TABLE work_orders
  ADD CONSTRAINT work_orders_kind_check CHECK (kind IN ('traffic_tv', 'traffic_radio', 'installation', 'removal', 'maintenance', 'print', 'digital', 'production', 'event')),
  ADD CONSTRAINT work_orders_status_check CHECK (status IN ('pending', 'material_pending', 'in_validation', 'scheduled', 'in_progress', 'on_air', 'paused', 'completed', 'missed', 'cancelled')),
  ADD CONSTRAINT work_orders_blocked CHECK ((blockers IS NULL) = (blocked_on IS NULL) AND (solver_id IS NULL OR blockers IS NOT NULL));

CREATE INDEX work_orders_platform_id ON work_orders (platform_id, created_at, id);
CREATE INDEX work_orders_crew_id ON work_orders (crew_id, created_at, id);
CREATE INDEX work_orders_blocked_on ON work_orders (blocked_on);
CREATE INDEX work_orders_solver_id ON work_orders (solver_id) WHERE solver_id IS NOT NULL;
-- A line, or a component of its package, has one order, and what is installed one removal, whoever makes them at once.
CREATE UNIQUE INDEX work_orders_once ON work_orders (order_line_id, package_item_id) NULLS NOT DISTINCT
  WHERE order_line_id IS NOT NULL AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX work_orders_removal_once ON work_orders (removal_of_id) WHERE removal_of_id IS NOT NULL AND withdrawn_at IS NULL;

CREATE FUNCTION set_work_order_platform() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.platform_id := (SELECT platform_id FROM inventory_items WHERE id = NEW.inventory_item_id);
  RETURN NEW;
END
$$;
CREATE TRIGGER set_platform BEFORE INSERT OR UPDATE OF inventory_item_id, platform_id ON work_orders
  FOR EACH ROW EXECUTE FUNCTION set_work_order_platform();

-- Its crew sees it.
CREATE VIEW crew_work_orders AS
SELECT w.id AS record_id, m.member_id AS user_id FROM work_orders w JOIN work_crew_members m ON m.work_crew_id = w.crew_id;
CALL restrict_app('crew_work_orders', 'SELECT');

-- Steps --------------------------------------------------------------------------------------------------------------

CREATE TABLE work_order_steps (
  id uuid PRIMARY KEY DEFAULT new_id(),
  work_order_id uuid NOT NULL REFERENCES work_orders ON DELETE RESTRICT,
  place integer NOT NULL CHECK (place >= 1),
  task text NOT NULL CHECK (char_length(task) BETWEEN 1 AND 160),
  is_required boolean NOT NULL DEFAULT true,
  done_at timestamptz,
  done_by_id uuid REFERENCES users ON DELETE RESTRICT,
  remark text CHECK (char_length(remark) <= 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX work_order_steps_by_place ON work_order_steps (place, id);
CREATE INDEX work_order_steps_by_created_at ON work_order_steps (created_at, id);
CREATE INDEX work_order_steps_by_updated_at ON work_order_steps (updated_at, id);
CREATE INDEX work_order_steps_work_order_id ON work_order_steps (work_order_id, place, id);
CREATE INDEX work_order_steps_is_required ON work_order_steps (is_required, place, id);
CREATE INDEX work_order_steps_done_at ON work_order_steps (done_at);
CREATE INDEX work_order_steps_done_by_id ON work_order_steps (done_by_id, place, id);

CALL make_searchable('work_order_steps', 'task');
CALL track('work_order_steps', unnoticed => '{search_text}');
CALL restrict_app('work_order_steps', 'SELECT, UPDATE');


-- The steps are those of the checklist, and the order says when it was made: copying them is not logged.
DO $$
DECLARE
  by_row constant text := (
    SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = 'work_order_steps'::regclass AND tgname = 'audit_change');
BEGIN
  DROP TRIGGER audit_change ON work_order_steps;
  EXECUTE replace(by_row, 'AFTER INSERT OR DELETE OR UPDATE', 'AFTER UPDATE');
END
$$;

INSERT INTO work_order_steps (work_order_id, place, task, done_at)
SELECT w.id, s.place, s.step ->> 'task', CASE WHEN (s.step ->> 'done')::boolean THEN w.updated_at END
FROM work_orders w CROSS JOIN jsonb_array_elements(w.checklist) WITH ORDINALITY AS s(step, place)
ORDER BY w.id, s.place;
ALTER TABLE work_orders DROP COLUMN checklist;

-- The required steps of an order that are not done, by trigger.
ALTER TABLE work_orders ADD COLUMN steps_open integer NOT NULL DEFAULT 0 CHECK (steps_open >= 0);
ALTER TABLE work_orders DISABLE TRIGGER USER;
UPDATE work_orders w SET steps_open = (
  SELECT count(*) FROM work_order_steps s WHERE s.work_order_id = w.id AND s.is_required AND s.done_at IS NULL);
ALTER TABLE work_orders ENABLE TRIGGER USER;
DROP TRIGGER audit_inserts ON work_orders;
CALL unnotice('work_orders', '{steps_open}');
CALL log_inserts_together('work_orders');

-- What a new order, or one of another kind, has to do.
CREATE FUNCTION count_checklist_steps() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.steps_open := (
    SELECT count(*) FROM work_checklists c CROSS JOIN jsonb_array_elements(c.steps) AS s(step)
    WHERE c.kind = NEW.kind AND coalesce((s.step ->> 'required')::boolean, true));
  RETURN NEW;
END
$$;
CREATE TRIGGER count_steps_of_new BEFORE INSERT ON work_orders FOR EACH ROW EXECUTE FUNCTION count_checklist_steps();
CREATE TRIGGER count_steps_of_kind BEFORE UPDATE OF kind ON work_orders FOR EACH ROW WHEN (NEW.kind <> OLD.kind)
  EXECUTE FUNCTION count_checklist_steps();

CREATE FUNCTION count_done_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE work_orders SET steps_open = steps_open + CASE WHEN NEW.done_at IS NULL THEN 1 ELSE -1 END
  WHERE id = NEW.work_order_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_done AFTER UPDATE OF done_at ON work_order_steps FOR EACH ROW
  WHEN (NEW.is_required AND (NEW.done_at IS NULL) <> (OLD.done_at IS NULL)) EXECUTE FUNCTION count_done_step();

-- New orders copy the checklist of their kind as it is.
CREATE FUNCTION copy_work_checklist() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO work_order_steps (work_order_id, place, task, is_required)
  SELECT n.id, s.place, s.step ->> 'task', coalesce((s.step ->> 'required')::boolean, true)
  FROM new_rows n JOIN work_checklists c ON c.kind = n.kind
    CROSS JOIN jsonb_array_elements(c.steps) WITH ORDINALITY AS s(step, place)
  ORDER BY n.id, s.place;
  RETURN NULL;
END
$$;
CREATE TRIGGER copy_checklist AFTER INSERT ON work_orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION copy_work_checklist();

-- Another kind has other steps; once one is done, the kind stays.
CREATE FUNCTION change_work_checklist() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM work_order_steps WHERE work_order_id = NEW.id AND done_at IS NOT NULL) THEN
    RAISE EXCEPTION 'steps of work order % are done', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'work_orders_kind_begun', TABLE = 'work_orders';
  END IF;
  DELETE FROM work_order_steps WHERE work_order_id = NEW.id;
  INSERT INTO work_order_steps (work_order_id, place, task, is_required)
  SELECT NEW.id, s.place, s.step ->> 'task', coalesce((s.step ->> 'required')::boolean, true)
  FROM work_checklists c CROSS JOIN jsonb_array_elements(c.steps) WITH ORDINALITY AS s(step, place)
  WHERE c.kind = NEW.kind ORDER BY s.place;
  RETURN NULL;
END
$$;
CREATE TRIGGER change_checklist AFTER UPDATE OF kind ON work_orders FOR EACH ROW WHEN (NEW.kind <> OLD.kind)
  EXECUTE FUNCTION change_work_checklist();

-- What is to be done does not change, and an order that is completed or cancelled keeps what was done. The lock on the
-- order keeps it from being completed while a step of it is taken back.
CREATE FUNCTION keep_work_order_step() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  state text;
BEGIN
  IF (NEW.work_order_id, NEW.place, NEW.task, NEW.is_required) <> (OLD.work_order_id, OLD.place, OLD.task, OLD.is_required) THEN
    RAISE EXCEPTION 'step % stays', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'work_order_steps_stay', TABLE = 'work_order_steps';
  END IF;
  SELECT status INTO state FROM work_orders WHERE id = NEW.work_order_id FOR NO KEY UPDATE;
  IF state IN ('completed', 'cancelled') THEN
    RAISE EXCEPTION 'the work order of step % is over', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'work_order_steps_of_open_order', TABLE = 'work_order_steps';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep BEFORE UPDATE ON work_order_steps FOR EACH ROW EXECUTE FUNCTION keep_work_order_step();

-- Nothing goes on the air, and nothing is completed, with required steps to do.
CREATE FUNCTION advance_work_order() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.status IN ('in_progress', 'on_air') AND NEW.steps_open > 0 THEN
    RAISE EXCEPTION 'work order % has steps to do', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'work_orders_steps_done', TABLE = 'work_orders';
  END IF;
  IF NEW.kind NOT IN ('removal', 'maintenance', 'production') THEN
    NEW.live_on := coalesce(NEW.live_on, business_date());
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER advance BEFORE UPDATE OF status ON work_orders FOR EACH ROW
  WHEN (NEW.status IN ('on_air', 'completed') AND NEW.status <> OLD.status AND OLD.status <> 'completed')
  EXECUTE FUNCTION advance_work_order();

-- Photos -------------------------------------------------------------------------------------------------------------

CREATE TABLE work_order_photos (
  id uuid PRIMARY KEY DEFAULT new_id(),
  work_order_id uuid NOT NULL REFERENCES work_orders ON DELETE RESTRICT,
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 160),
  file uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  taken_at timestamptz NOT NULL,
  latitude numeric(18,6) CHECK (latitude BETWEEN -90 AND 90),
  longitude numeric(18,6) CHECK (longitude BETWEEN -180 AND 180),
  accuracy_m integer CHECK (accuracy_m BETWEEN 0 AND 100000),
  sha256 text CHECK (char_length(sha256) <= 64),
  is_original boolean NOT NULL DEFAULT false,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX work_order_photos_by_description ON work_order_photos ((sort_key(description) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX work_order_photos_by_taken_at ON work_order_photos (taken_at, id) WHERE archived_at IS NULL;
CREATE INDEX work_order_photos_by_created_at ON work_order_photos (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX work_order_photos_by_updated_at ON work_order_photos (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX work_order_photos_work_order_id ON work_order_photos (work_order_id, taken_at, id);
CREATE INDEX work_order_photos_file ON work_order_photos (file);
CREATE INDEX work_order_photos_is_original ON work_order_photos (is_original, taken_at, id);

CALL make_searchable('work_order_photos', 'description');
CALL track('work_order_photos', unnoticed => '{search_text}');
CALL free_when_withdrawn('work_order_photos');
CALL restrict_app('work_order_photos', 'SELECT, INSERT, UPDATE');

-- A photo that is sent twice, because the answer to the first time was lost, is there once.
CREATE UNIQUE INDEX work_order_photos_once ON work_order_photos (work_order_id, sha256) WHERE sha256 IS NOT NULL AND archived_at IS NULL;

CREATE FUNCTION prove_work_order_photo() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_original := NEW.sha256 IS NOT NULL AND EXISTS (
    SELECT FROM files f WHERE f.id = NEW.file AND encode(f.sha256, 'hex') = NEW.sha256);
  RETURN NEW;
END
$$;
CREATE TRIGGER prove BEFORE INSERT OR UPDATE OF file, sha256, is_original ON work_order_photos
  FOR EACH ROW EXECUTE FUNCTION prove_work_order_photo();

-- Late starts --------------------------------------------------------------------------------------------------------

CREATE TABLE late_starts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 160),
  work_order_id uuid NOT NULL REFERENCES work_orders ON DELETE RESTRICT,
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  order_line_id uuid NOT NULL REFERENCES order_lines ON DELETE RESTRICT,
  kind text COLLATE "C" NOT NULL DEFAULT 'credit' CHECK (kind IN ('credit', 'compensation')),
  due_on date NOT NULL,
  live_on date NOT NULL,
  days_late integer NOT NULL CHECK (days_late >= 1),
  flight_days integer NOT NULL CHECK (flight_days >= 1),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  amount numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (amount >= 0),
  decision text CHECK (char_length(decision) <= 1000),
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'rejected')),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX late_starts_by_label ON late_starts ((sort_key(label) COLLATE "C"), id);
CREATE INDEX late_starts_by_due_on ON late_starts (due_on, id);
CREATE INDEX late_starts_by_live_on ON late_starts (live_on, id);
CREATE INDEX late_starts_by_days_late ON late_starts (days_late, id);
CREATE INDEX late_starts_by_flight_days ON late_starts (flight_days, id);
CREATE INDEX late_starts_by_status ON late_starts (status, id);
CREATE INDEX late_starts_by_created_at ON late_starts (created_at, id);
CREATE INDEX late_starts_by_updated_at ON late_starts (updated_at, id);
CREATE INDEX late_starts_work_order_id ON late_starts (work_order_id, created_at, id);
CREATE INDEX late_starts_contract_id ON late_starts (contract_id, created_at, id);
CREATE INDEX late_starts_client_id ON late_starts (client_id, created_at, id);
CREATE INDEX late_starts_order_line_id ON late_starts (order_line_id);
CREATE INDEX late_starts_kind ON late_starts (kind, created_at, id);
CREATE INDEX late_starts_status ON late_starts (status, created_at, id);

CALL make_searchable('late_starts', 'label');
CALL track('late_starts', unnoticed => '{search_text}');
CALL restrict_app('late_starts', 'SELECT, UPDATE');

CREATE UNIQUE INDEX late_starts_once ON late_starts (work_order_id);

-- What is put on the air after the first day of its flight leaves a proposal, by the rule of its kind.
CREATE FUNCTION propose_late_start() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO late_starts (label, work_order_id, contract_id, client_id, order_line_id, kind, due_on, live_on, days_late,
    flight_days, currency_code, amount)
  SELECT NEW.description, NEW.id, o.contract_id, NEW.client_id, o.id, c.late_start, lower(o.flight), NEW.live_on, d.late,
    d.total, o.currency_code,
    CASE c.late_start WHEN 'credit' THEN round_amount(o.net * p.part * d.late / d.total, o.currency_code) ELSE 0 END
  FROM work_checklists c, order_lines o
    CROSS JOIN LATERAL (SELECT upper(o.flight) - lower(o.flight) AS total) t
    CROSS JOIN LATERAL (SELECT t.total, least(NEW.live_on - lower(o.flight), t.total) AS late) d
    CROSS JOIN LATERAL (
      SELECT CASE WHEN NEW.package_item_id IS NULL THEN 1 ELSE coalesce(
        sum(s.share) FILTER (WHERE s.package_item_id = NEW.package_item_id) / nullif(sum(s.share), 0), 1.0 / count(*)) END AS part
      FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s) p
  WHERE o.id = NEW.order_line_id AND o.status = 'active' AND c.kind = NEW.kind AND c.late_start <> 'none'
    AND NEW.live_on > lower(o.flight) AND NEW.client_id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
-- Imports and the demonstration complete orders that were never in progress here.
CREATE TRIGGER propose_late_start AFTER UPDATE OF status ON work_orders FOR EACH ROW
  WHEN (OLD.status = 'in_progress' AND NEW.status IN ('on_air', 'completed') AND OLD.live_on IS NULL AND NEW.live_on IS NOT NULL)
  EXECUTE FUNCTION propose_late_start();

CREATE FUNCTION keep_late_start() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.label, NEW.work_order_id, NEW.contract_id, NEW.client_id, NEW.order_line_id, NEW.kind, NEW.due_on, NEW.live_on,
      NEW.days_late, NEW.flight_days, NEW.currency_code, NEW.amount)
    <> (OLD.label, OLD.work_order_id, OLD.contract_id, OLD.client_id, OLD.order_line_id, OLD.kind, OLD.due_on, OLD.live_on,
      OLD.days_late, OLD.flight_days, OLD.currency_code, OLD.amount) THEN
    RAISE EXCEPTION 'late start % stays', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'late_starts_stay', TABLE = 'late_starts';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep BEFORE UPDATE ON late_starts FOR EACH ROW EXECUTE FUNCTION keep_late_start();

-- Orders that are made by themselves ---------------------------------------------------------------------------------

-- Makes the work orders of the order lines of a contract that have none yet. @returns how many
CREATE FUNCTION open_work_orders(contract uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  made integer;
BEGIN
  INSERT INTO work_orders (description, kind, company_id, contract_id, client_id, order_line_id, package_item_id,
    inventory_item_id, sla_due, currency_code)
  SELECT component_description(o.description, s.package_item_id), k.kind, c.company_id, o.contract_id, c.client_id, o.id,
    s.package_item_id, i.id, lower(o.flight), o.currency_code
  FROM order_lines o JOIN contracts c ON c.id = o.contract_id
    CROSS JOIN LATERAL sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s
    LEFT JOIN inventory_items i ON i.id = s.inventory_item_id
    LEFT JOIN platforms p ON p.id = i.platform_id
    CROSS JOIN LATERAL (SELECT CASE
      WHEN o.line_kind = 'production' THEN 'production'
      WHEN i.kind = 'linear' AND p.media = 'radio' THEN 'traffic_radio'
      WHEN i.kind = 'linear' THEN 'traffic_tv'
      WHEN i.kind = 'outdoor' AND i.face_type = 'digital' THEN 'digital'
      WHEN i.kind = 'outdoor' THEN 'installation'
      WHEN i.kind IN ('print', 'digital') THEN i.kind
      ELSE 'event' END AS kind) k
  WHERE o.contract_id = contract AND o.status = 'active'
    AND NOT EXISTS (SELECT FROM work_orders w WHERE w.order_line_id = o.id)
  ORDER BY o.id, s.position, s.package_item_id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END
$$;

-- Signing calls it.
DO $$
DECLARE
  before constant text := pg_get_functiondef('open_delivery(uuid, date[], jsonb)'::regprocedure);
  later constant text := regexp_replace(before,
    'INSERT INTO work_orders.*?ORDER BY o\.id, s\.position, s\.package_item_id;', 'PERFORM open_work_orders(contract);');
  closing regprocedure;
BEGIN
  IF later = before THEN
    RAISE EXCEPTION 'open_delivery makes no work orders';
  END IF;
  EXECUTE later;
  FOREACH closing IN ARRAY ARRAY['close_delivery(uuid[], date)', 'end_delivery(uuid[], date, date)',
    'change_delivery(uuid[], jsonb, date[])', 'unsettled(uuid)']::regprocedure[]
  LOOP
    CALL pg_temp.amend(pg_get_functiondef(closing), '''material_pending'', ''scheduled''',
      '''material_pending'', ''in_validation'', ''scheduled''');
  END LOOP;
  -- What is left on a face after its flight is no matter of the contract.
  CALL pg_temp.amend(pg_get_functiondef('unsettled(uuid)'::regprocedure), 'w.contract_id = contract AND w.status IN',
    'w.contract_id = contract AND w.kind <> ''removal'' AND w.status IN');
END
$$;
DROP FUNCTION work_order_tasks(text);

-- Makes the removals of what is installed and ends by a day, once of each. @returns how many
CREATE FUNCTION open_removals(by_day date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  made integer;
BEGIN
  INSERT INTO work_orders (description, kind, company_id, contract_id, client_id, inventory_item_id, removal_of_id,
    planned_start, planned_end, sla_due, currency_code)
  SELECT left('Retirar: ' || w.description, 160), 'removal', w.company_id, w.contract_id, w.client_id, w.inventory_item_id,
    w.id, e.free_on, e.free_on, e.free_on + 3, w.currency_code
  FROM work_orders w JOIN order_lines o ON o.id = w.order_line_id
    LEFT JOIN contracts c ON c.id = w.contract_id AND c.status = 'cancelled'
    LEFT JOIN cancellation_proposals p ON p.contract_id = c.id
    CROSS JOIN LATERAL (SELECT least(upper(o.flight), p.effective_on) AS free_on) e
  WHERE w.kind = 'installation' AND w.status IN ('on_air', 'completed') AND w.archived_at IS NULL AND e.free_on <= by_day
    AND NOT EXISTS (SELECT FROM work_orders r WHERE r.removal_of_id = w.id)
  ORDER BY w.id
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS made = ROW_COUNT;
  RETURN made;
END
$$;
-- What is overdue, for the job that looks for it.
CREATE INDEX work_orders_overdue ON work_orders (sla_due)
  WHERE status IN ('pending', 'material_pending', 'in_validation', 'scheduled', 'in_progress') AND archived_at IS NULL;

CALL leave_with_demonstration('{late_starts,work_order_photos,work_order_steps,work_crew_members,work_crews}');

INSERT INTO permissions (name, module, label) VALUES
  ('work_orders.execute', 'Órdenes de trabajo', 'Marcar pasos y agregar fotos de órdenes de trabajo'),
  ('work_orders.settle', 'Órdenes de trabajo', 'Decidir lo que se da por un inicio tardío'),
  ('work_orders.configure', 'Órdenes de trabajo', 'Configurar cuadrillas y listas de control');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission
FROM roles r CROSS JOIN (VALUES ('work_orders.execute'), ('work_orders.settle'), ('work_orders.configure')) AS p(permission)
WHERE r.name IN ('admin', 'traffic');
