-- Documents that contracts need before they are sent to be signed or signed, and the documents that contracts have.

SELECT set_config('pauta.request', 'migration:0089', true), set_config('pauta.reason', 'Documentos de contratos', true);

CREATE TABLE document_requirements (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  file_type_id uuid NOT NULL REFERENCES file_types ON DELETE RESTRICT,
  blocks text COLLATE "C" NOT NULL DEFAULT 'submit' CHECK (blocks IN ('submit', 'sign', 'nothing')),
  billing_party text COLLATE "C" CHECK (billing_party IN ('client', 'agency')),
  contract_types text[] NOT NULL DEFAULT '{}' CHECK (contract_types <@ ARRAY['normal', 'frame', 'agreement', 'barter', 'courtesy', 'social_service']),
  ad_classification_id uuid REFERENCES ad_classifications ON DELETE RESTRICT,
  industry_id uuid REFERENCES industries ON DELETE RESTRICT,
  is_regulated boolean NOT NULL DEFAULT false,
  from_total numeric(18,2) CHECK (from_total >= 0),
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX document_requirements_by_name ON document_requirements ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX document_requirements_by_blocks ON document_requirements (blocks, id) WHERE archived_at IS NULL;
CREATE INDEX document_requirements_by_created_at ON document_requirements (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX document_requirements_by_updated_at ON document_requirements (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX document_requirements_file_type_id ON document_requirements (file_type_id, created_at, id);
CREATE INDEX document_requirements_blocks ON document_requirements (blocks, created_at, id);
CREATE INDEX document_requirements_billing_party ON document_requirements (billing_party, created_at, id);
CREATE INDEX document_requirements_contract_types ON document_requirements USING gin (contract_types);
CREATE INDEX document_requirements_ad_classification_id ON document_requirements (ad_classification_id, created_at, id);
CREATE INDEX document_requirements_industry_id ON document_requirements (industry_id, created_at, id);

CALL make_searchable('document_requirements', 'name');
CALL track('document_requirements', unnoticed => '{search_text}');
CALL free_when_withdrawn('document_requirements');
CALL restrict_app('document_requirements', 'SELECT, INSERT, UPDATE');

CREATE TABLE contract_files (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  file_type_id uuid NOT NULL REFERENCES file_types ON DELETE RESTRICT,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  document uuid NOT NULL REFERENCES files ON DELETE RESTRICT,
  valid_until date,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX contract_files_by_name ON contract_files ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX contract_files_by_valid_until ON contract_files (valid_until, id) WHERE archived_at IS NULL AND valid_until IS NOT NULL;
CREATE INDEX contract_files_by_created_at ON contract_files (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX contract_files_by_updated_at ON contract_files (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX contract_files_contract_id ON contract_files (contract_id, created_at, id);
CREATE INDEX contract_files_file_type_id ON contract_files (file_type_id, created_at, id);
CREATE INDEX contract_files_document ON contract_files (document);

CALL make_searchable('contract_files', 'name');
CALL track('contract_files', unnoticed => '{search_text}');
CALL free_when_withdrawn('contract_files');
CALL restrict_app('contract_files', 'SELECT, INSERT, UPDATE');

CALL leave_with_demonstration('{document_requirements,contract_files}');

-- The documents that contracts need, and whether they have them on a day: the last day of the newest one of the type that
-- expired before, null without any.
CREATE FUNCTION required_documents(contracts uuid[], on_day date)
RETURNS TABLE (contract_id uuid, requirement_id uuid, is_missing boolean, expired_on date)
LANGUAGE sql STABLE AS $$
  SELECT c.id, r.id,
    NOT EXISTS (
      SELECT FROM contract_files f WHERE f.contract_id = c.id AND f.file_type_id = r.file_type_id
        AND f.archived_at IS NULL AND coalesce(f.valid_until >= on_day, true)),
    (SELECT max(f.valid_until) FROM contract_files f WHERE f.contract_id = c.id AND f.file_type_id = r.file_type_id
      AND f.archived_at IS NULL AND f.valid_until < on_day)
  FROM contracts c JOIN clients k ON k.id = c.client_id JOIN industries n ON n.id = k.industry_id
    JOIN document_requirements r ON r.archived_at IS NULL
      AND coalesce(r.billing_party = c.billing_party, true)
      AND (r.contract_types = '{}' OR c.contract_type = ANY (r.contract_types))
      AND (r.ad_classification_id IS NULL OR r.ad_classification_id = c.ad_classification_id)
      AND (r.industry_id IS NULL OR industry_within(k.industry_id, r.industry_id))
      AND (NOT r.is_regulated OR n.regulated <> 'none')
      AND (r.from_total IS NULL OR r.currency_code = c.currency_code AND c.total >= r.from_total)
  WHERE c.id = ANY (required_documents.contracts)
$$;


-- Exclusivity by contract ------------------------------------------------------------------------------------------

ALTER TABLE contracts ADD COLUMN exclusivity_industry_id uuid REFERENCES industries ON DELETE RESTRICT;
CREATE INDEX contracts_exclusivity_industry_id ON contracts (exclusivity_industry_id) WHERE exclusivity_industry_id IS NOT NULL;

-- A merge of industries reaches contracts that wait for their signatures, as it does for their other references.
DO $$
DECLARE
  definition text := replace(pg_get_functiondef('keep_awaited_contract()'::regprocedure),
    'consumption_type_id,', 'consumption_type_id,exclusivity_industry_id,');
BEGIN
  IF definition !~ 'exclusivity_industry_id' THEN
    RAISE EXCEPTION 'keep_awaited_contract() does not name the columns with references';
  END IF;
  EXECUTE definition;
END
$$;

-- The exclusivities that a contract promises, as rows that do not exist yet: of the programme of each sold space, else of
-- its station and locality, on the days of its lines that its client does not have yet.
CREATE FUNCTION contract_exclusivities(contract uuid) RETURNS SETOF exclusivities
LANGUAGE sql STABLE AS $$
  SELECT (jsonb_populate_record(NULL::exclusivities, jsonb_build_object(
    'id', new_id(), 'client_id', s.client_id, 'industry_id', s.industry_id, 'program_id', s.program_id,
    'subdivision_id', s.subdivision_id, 'locality_id', s.locality_id, 'dates', period, 'contract_id', s.contract_id,
    'source', left('Contrato ' || s.number, 160)))).*
  FROM (
    SELECT c.id AS contract_id, c.client_id, coalesce(c.number, c.name) AS number, c.exclusivity_industry_id AS industry_id,
      p.program_id, CASE WHEN p.program_id IS NULL THEN i.subdivision_id END AS subdivision_id,
      CASE WHEN p.program_id IS NULL THEN i.locality_id END AS locality_id, range_agg(l.flight) AS days
    FROM contracts c JOIN contract_lines l ON l.contract_id = c.id
      CROSS JOIN LATERAL sold_components(l.inventory_item_id, l.package_id, l.days, l.units_per_day, l.units,
        l.duration_sec, l.components) s
      JOIN inventory_items i ON i.id = s.inventory_item_id
      CROSS JOIN LATERAL (
        SELECT (SELECT a.program_id FROM inventory_items a WHERE a.id = ANY (i.path) AND a.program_id IS NOT NULL
          ORDER BY cardinality(a.path) DESC LIMIT 1)) AS p(program_id)
    WHERE c.id = contract AND c.exclusivity_industry_id IS NOT NULL AND l.flight IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7) s
    CROSS JOIN LATERAL unnest(s.days - coalesce((
      SELECT range_agg(e.dates) FROM exclusivities e
      WHERE e.archived_at IS NULL AND e.client_id = s.client_id AND e.industry_id = s.industry_id
        AND e.program_id IS NOT DISTINCT FROM s.program_id AND e.subdivision_id IS NOT DISTINCT FROM s.subdivision_id
        AND e.locality_id IS NOT DISTINCT FROM s.locality_id), '{}'::datemultirange)) AS period
$$;

-- Locks what a contract with an exclusivity takes at its signature, in the order in which everybody locks it: the lock of
-- all exclusivities, then the spaces where it will be in force, those of its lines, and those that contain them.
CREATE FUNCTION lock_contract_exclusivities(contract uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('pauta.exclusivities'));
  PERFORM FROM inventory_items i WHERE i.id IN (
    SELECT exclusivity_spaces(e) FROM contract_exclusivities(contract) e
    UNION
    SELECT unnest(i.path) FROM contract_lines l
      CROSS JOIN LATERAL sold_components(l.inventory_item_id, l.package_id, l.days, l.units_per_day, l.units,
        l.duration_sec, l.components) s
      JOIN inventory_items i ON i.id = s.inventory_item_id
    WHERE l.contract_id = contract) ORDER BY i.id FOR NO KEY UPDATE;
END
$$;

-- What is in the way of the exclusivities of contracts: the first competitor of each space, and exclusivities of others.
CREATE FUNCTION exclusivity_obstacles(contracts uuid[])
RETURNS TABLE (contract_id uuid, industry_id uuid, item_id uuid, other_id uuid, day date)
LANGUAGE sql STABLE AS $$
  SELECT e.contract_id, e.industry_id, w.item_id, NULL::uuid, min(w.day)
  FROM unnest(contracts) AS k(id) CROSS JOIN LATERAL contract_exclusivities(k.id) e
    CROSS JOIN LATERAL competitors_within(e) w
  GROUP BY 1, 2, 3
  UNION
  SELECT e.contract_id, e.industry_id, NULL, o.id, upper(o.dates) - 1
  FROM unnest(contracts) AS k(id) CROSS JOIN LATERAL contract_exclusivities(k.id) e
    JOIN exclusivities o ON o.archived_at IS NULL AND o.client_id <> e.client_id AND o.dates && e.dates
      AND (industry_within(o.industry_id, e.industry_id) OR industry_within(e.industry_id, o.industry_id))
      AND EXISTS (SELECT exclusivity_spaces(e) INTERSECT SELECT exclusivity_spaces(o))
$$;

-- One that becomes shorter or ends excludes nobody else, so that its spaces are not locked for it.
DROP TRIGGER check_exclusivity ON exclusivities;
CREATE TRIGGER check_exclusivity AFTER INSERT ON exclusivities
  FOR EACH ROW WHEN (NEW.archived_at IS NULL) EXECUTE FUNCTION check_exclusivity();
CREATE TRIGGER check_changed_exclusivity AFTER UPDATE ON exclusivities
  FOR EACH ROW WHEN (NEW.archived_at IS NULL AND (OLD.archived_at IS NOT NULL OR NOT NEW.dates <@ OLD.dates
    OR (NEW.client_id, NEW.industry_id, NEW.program_id, NEW.subdivision_id, NEW.locality_id)
      IS DISTINCT FROM (OLD.client_id, OLD.industry_id, OLD.program_id, OLD.subdivision_id, OLD.locality_id)))
  EXECUTE FUNCTION check_exclusivity();

-- The exclusivities of a cancelled contract end with its last day.
CREATE FUNCTION end_contract_exclusivities() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE exclusivities SET archived_at = now()
  WHERE contract_id = NEW.contract_id AND archived_at IS NULL AND lower(dates) >= NEW.effective_on;
  UPDATE exclusivities SET dates = daterange(lower(dates), NEW.effective_on)
  WHERE contract_id = NEW.contract_id AND archived_at IS NULL AND upper(dates) > NEW.effective_on;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_exclusivities AFTER INSERT ON cancellation_proposals
  FOR EACH ROW EXECUTE FUNCTION end_contract_exclusivities();

-- Political contracts ----------------------------------------------------------------------------------------------

ALTER TABLE ad_classifications ADD COLUMN is_political boolean NOT NULL DEFAULT false;
UPDATE ad_classifications SET is_political = true WHERE code = 'POLITICA';
-- A table with pending checks is not altered.
SET CONSTRAINTS ALL IMMEDIATE;

-- Whether a contract, or something in it, is political.
CREATE FUNCTION is_political(c contracts) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM ad_classifications a
    WHERE a.is_political AND (a.id = c.ad_classification_id
      OR EXISTS (SELECT FROM contract_lines l WHERE l.contract_id = c.id AND l.ad_classification_id = a.id)
      OR EXISTS (SELECT FROM order_lines o WHERE o.contract_id = c.id AND o.ad_classification_id = a.id)))
$$;

-- The part of an order line whose placements are in some states, or are a given one.
CREATE FUNCTION placed_part(o order_lines, states text[], also uuid) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT coalesce(sum(s.share * d.part) / nullif(sum(s.share), 0), avg(d.part))
    FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s
      CROSS JOIN LATERAL (SELECT coalesce((
        SELECT least(1, (
          SELECT coalesce(sum(p.load), 0) FROM placements p
          WHERE p.quota_id = q.id AND (p.status = ANY (states) OR p.id = also)) / q.sold)
        FROM quotas q WHERE q.order_line_id = o.id AND q.package_item_id IS NOT DISTINCT FROM s.package_item_id), 0) AS part) d), 0)
$$;

-- How much of a political contract is still to be collected before its placements in some states, and a given one, are
-- paid, with tax; null for any other contract, and if nothing is missing. Commands that place or confirm something of a
-- contract ask one after the other.
CREATE FUNCTION collection_missing(contract uuid, states text[], also uuid DEFAULT NULL) RETURNS numeric
LANGUAGE plpgsql AS $$
DECLARE
  missing numeric;
BEGIN
  IF NOT (SELECT is_political(c) FROM contracts c WHERE c.id = contract) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('pauta.collected.' || contract, 0));
  SELECT round((SELECT coalesce(sum(o.total * placed_part(o, states, also)), 0) FROM order_lines o WHERE o.contract_id = contract), 2)
    - (SELECT coalesce(sum(i.paid), 0) FROM invoices i
      WHERE i.contract_id = contract AND i.status = 'issued' AND i.doc_kind <> 'credit_note')
  INTO missing;
  RETURN CASE WHEN missing > 0 THEN missing END;
END
$$;

-- Nothing of a political contract is placed or confirmed beyond what was collected of it. What was aired is recorded. The
-- detail of the error is what is missing, with its currency.
CREATE FUNCTION require_collected(contract uuid, is_placed boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  missing constant numeric := collection_missing(contract,
    CASE WHEN is_placed THEN '{scheduled,confirmed,aired}'::text[] ELSE '{confirmed,aired}' END);
BEGIN
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'contract % is not paid as far as it is placed', contract
      USING ERRCODE = '23514', CONSTRAINT = 'placements_collected', TABLE = 'placements',
        DETAIL = (SELECT currency_code || ' ' || missing FROM contracts WHERE id = contract);
  END IF;
END
$$;
CREATE FUNCTION placements_are_collected() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM require_collected(contract_id, is_placed) FROM (
    SELECT DISTINCT contract_id, status = 'scheduled' AS is_placed FROM new_placements
    WHERE status IN ('scheduled', 'confirmed') ORDER BY 1, 2) p;
  RETURN NULL;
END
$$;
CREATE TRIGGER are_collected AFTER INSERT ON placements
  REFERENCING NEW TABLE AS new_placements FOR EACH STATEMENT EXECUTE FUNCTION placements_are_collected();
CREATE FUNCTION placement_is_collected() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM require_collected(NEW.contract_id, NEW.status = 'scheduled');
  RETURN NULL;
END
$$;
CREATE TRIGGER is_collected AFTER UPDATE OF status ON placements
  FOR EACH ROW WHEN (NEW.status = 'confirmed' AND OLD.status NOT IN ('confirmed', 'aired')
    OR NEW.status = 'scheduled' AND OLD.status IN ('not_aired', 'cancelled'))
  EXECUTE FUNCTION placement_is_collected();
