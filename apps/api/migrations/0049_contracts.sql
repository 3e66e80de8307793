-- Contracts: signed sales with their lines and instalments, the order lines that are in force, and the versions whose
-- hashes prove what was signed.

CREATE TABLE contracts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number text CHECK (char_length(number) <= 60),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  quote_id uuid REFERENCES quotes ON DELETE RESTRICT,
  opportunity_id uuid REFERENCES opportunities ON DELETE RESTRICT,
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  brand_id uuid REFERENCES brands ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  billing_party text COLLATE "C" NOT NULL DEFAULT 'client' CHECK (billing_party IN ('client', 'agency')),
  billing_contact_id uuid REFERENCES contacts ON DELETE RESTRICT,
  owner_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  contract_type text COLLATE "C" NOT NULL DEFAULT 'normal' CHECK (contract_type IN ('normal', 'frame', 'agreement', 'barter', 'courtesy', 'social_service')),
  ad_classification_id uuid REFERENCES ad_classifications ON DELETE RESTRICT,
  consumption_type_id uuid NOT NULL REFERENCES consumption_types ON DELETE RESTRICT,
  flight daterange NOT NULL CHECK (NOT isempty(flight)),
  valid daterange NOT NULL CHECK (NOT isempty(valid)),
  price_list_id uuid NOT NULL REFERENCES price_lists ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  billing_plan text COLLATE "C" NOT NULL DEFAULT 'by_consumption' CHECK (billing_plan IN ('by_consumption', 'monthly', 'upfront', 'on_delivery', 'milestones')),
  credit_term_id uuid NOT NULL REFERENCES credit_terms ON DELETE RESTRICT,
  po_number text CHECK (char_length(po_number) <= 60),
  signed_on date,
  payer_name text CHECK (char_length(payer_name) <= 160),
  payer_tax_id text CHECK (char_length(payer_tax_id) <= 40),
  cancel_notice_days integer CHECK (cancel_notice_days BETWEEN 0 AND 365),
  penalty_pct numeric(7,4) CHECK (penalty_pct BETWEEN 0 AND 100),
  agency_commission_pct numeric(7,4) CHECK (agency_commission_pct BETWEEN 0 AND 100),
  commission_mode text COLLATE "C" CHECK (commission_mode IN ('invoice_discount', 'later_settlement')),
  max_discount_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (max_discount_pct BETWEEN 0 AND 100),
  gross numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (gross >= 0),
  net numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (net >= 0),
  agency_discount numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (agency_discount >= 0),
  taxable numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (taxable >= 0),
  tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (tax >= 0),
  total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (total >= 0),
  scheduled numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (scheduled >= 0),
  notes text CHECK (char_length(notes) <= 4000),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'pending_signature', 'signed', 'active', 'suspended', 'finished', 'cancelled')),
  links_changed_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT contracts_flight_is_closed CHECK (NOT (lower_inf(flight) OR upper_inf(flight))),
  CONSTRAINT contracts_valid_covers_flight CHECK (flight <@ valid),
  CONSTRAINT contracts_agency_pays CHECK (billing_party = 'client' OR agency_id IS NOT NULL),
  -- From the moment in which it waits for its signatures, the instalments are its price.
  CONSTRAINT contracts_schedule CHECK (status IN ('draft', 'cancelled') OR scheduled = taxable),
  CONSTRAINT contracts_signed CHECK (
    status IN ('draft', 'pending_signature', 'cancelled')
    OR number IS NOT NULL AND signed_on IS NOT NULL AND payer_name IS NOT NULL)
);

CREATE INDEX contracts_by_number ON contracts ((sort_key(number) COLLATE "C"), id) WHERE archived_at IS NULL AND number IS NOT NULL;
CREATE INDEX contracts_by_name ON contracts ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX contracts_by_signed_on ON contracts (signed_on, id) WHERE archived_at IS NULL AND signed_on IS NOT NULL;
CREATE INDEX contracts_by_status ON contracts (status, id) WHERE archived_at IS NULL;
CREATE INDEX contracts_by_created_at ON contracts (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX contracts_by_updated_at ON contracts (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX contracts_quote_id ON contracts (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX contracts_opportunity_id ON contracts (opportunity_id) WHERE opportunity_id IS NOT NULL;
CREATE INDEX contracts_company_id ON contracts (company_id, created_at, id);
CREATE INDEX contracts_client_id ON contracts (client_id, created_at, id);
CREATE INDEX contracts_brand_id ON contracts (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX contracts_agency_id ON contracts (agency_id, created_at, id);
CREATE INDEX contracts_billing_contact_id ON contracts (billing_contact_id) WHERE billing_contact_id IS NOT NULL;
CREATE INDEX contracts_owner_id ON contracts (owner_id, created_at, id);
CREATE INDEX contracts_contract_type ON contracts (contract_type, created_at, id);
CREATE INDEX contracts_ad_classification_id ON contracts (ad_classification_id) WHERE ad_classification_id IS NOT NULL;
CREATE INDEX contracts_consumption_type_id ON contracts (consumption_type_id);
CREATE INDEX contracts_flight ON contracts USING gist (flight);
CREATE INDEX contracts_valid ON contracts USING gist (valid);
CREATE INDEX contracts_price_list_id ON contracts (price_list_id);
CREATE INDEX contracts_billing_plan ON contracts (billing_plan, created_at, id);
CREATE INDEX contracts_credit_term_id ON contracts (credit_term_id);
CREATE INDEX contracts_total ON contracts (total);
CREATE INDEX contracts_status ON contracts (status, created_at, id);

CREATE UNIQUE INDEX contracts_number_key ON contracts (company_id, number);
CREATE UNIQUE INDEX contracts_po_number_key ON contracts (client_id, upper(po_number)) WHERE status <> 'cancelled';
CREATE UNIQUE INDEX contracts_quote_key ON contracts (quote_id) WHERE status <> 'cancelled' AND archived_at IS NULL;
-- What an account owes or will owe is asked for while it is locked.
CREATE INDEX contracts_client_pays ON contracts (client_id)
  WHERE billing_party = 'client' AND status IN ('signed', 'active', 'suspended', 'finished');
CREATE INDEX contracts_agency_pays ON contracts (agency_id)
  WHERE billing_party = 'agency' AND status IN ('signed', 'active', 'suspended', 'finished');
-- Work that moves contracts on by their dates.
CREATE INDEX contracts_starting ON contracts (lower(flight)) WHERE status = 'signed';

CALL make_searchable('contracts', 'number', 'name', 'po_number');
CALL track('contracts', unnoticed => '{search_text}');
CALL free_when_withdrawn('contracts');
CALL create_link('contract_own_signatories', 'contracts', 'contract_id', 'signatories', 'own_signatory_id');
CALL create_link('contract_client_signatories', 'contracts', 'contract_id', 'signatories', 'client_signatory_id');
CALL create_link('contract_agency_signatories', 'contracts', 'contract_id', 'signatories', 'agency_signatory_id');
CALL restrict_app('contracts', 'SELECT, INSERT, UPDATE');
CALL guard_owners('contracts', '{owner_id}', 'status', '{finished,cancelled}');

CALL make_document('contracts', 'status', '{signed,active,suspended,finished,cancelled}', '{notes,po_number,billing_contact_id,owner_id}');
CREATE TABLE contract_lines (
  id uuid PRIMARY KEY,
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  line_kind text COLLATE "C" NOT NULL DEFAULT 'airtime' CHECK (line_kind IN ('airtime', 'package', 'sponsorship', 'bonus', 'production', 'service')),
  inventory_item_id uuid REFERENCES inventory_items ON DELETE RESTRICT,
  package_id uuid REFERENCES packages ON DELETE RESTRICT,
  ad_article_id uuid REFERENCES ad_articles ON DELETE RESTRICT,
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 160),
  ad_classification_id uuid NOT NULL REFERENCES ad_classifications ON DELETE RESTRICT,
  flight daterange NOT NULL CHECK (NOT isempty(flight)),
  days text[] NOT NULL DEFAULT '{}' CHECK (days <@ ARRAY['1', '2', '3', '4', '5', '6', '7']),
  units_per_day integer NOT NULL DEFAULT 1 CHECK (units_per_day BETWEEN 1 AND 100000000),
  units numeric(18,2) NOT NULL DEFAULT '1.00' CHECK (units BETWEEN 0.01 AND 1000000000),
  duration_sec integer CHECK (duration_sec BETWEEN 1 AND 7200),
  agreed_price numeric(18,6) CHECK (agreed_price >= 0),
  surcharge_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (surcharge_pct BETWEEN 0 AND 500),
  discount_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (discount_pct BETWEEN 0 AND 100),
  quantity numeric(18,4) NOT NULL DEFAULT '0.0000',
  sale_unit text COLLATE "C" NOT NULL DEFAULT 'unit' CHECK (sale_unit IN ('spot', 'mention', 'hour', 'unit', 'face_month', 'face_fortnight', 'week', 'month', 'day', 'page', 'module', 'column_cm', 'thousand', 'cpm', 'post', 'send', 'episode', 'showing', 'square_meter', 'service')),
  list_price numeric(18,6),
  floor_price numeric(18,6),
  price_source text COLLATE "C" CHECK (price_source IN ('item', 'article', 'category', 'package', 'agreed')),
  tax_rate_id uuid REFERENCES tax_rates ON DELETE RESTRICT,
  tax_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (tax_pct BETWEEN 0 AND 100),
  gross numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (gross >= 0),
  net numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (net >= 0),
  agency_discount numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (agency_discount >= 0),
  taxable numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (taxable >= 0),
  tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (tax >= 0),
  total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (total >= 0),
  -- The line of the quote that it was copied from.
  quote_line_id uuid REFERENCES quote_lines ON DELETE RESTRICT,
  UNIQUE (id, contract_id)
);
CREATE INDEX contract_lines_contract_id_position ON contract_lines (contract_id, position, id);
CREATE INDEX contract_lines_quote_line_id ON contract_lines (quote_line_id) WHERE quote_line_id IS NOT NULL;
CREATE INDEX contract_lines_inventory_item_id ON contract_lines (inventory_item_id);
CREATE INDEX contract_lines_package_id ON contract_lines (package_id);
CREATE INDEX contract_lines_ad_article_id ON contract_lines (ad_article_id);
CREATE INDEX contract_lines_ad_classification_id ON contract_lines (ad_classification_id);
CREATE INDEX contract_lines_tax_rate_id ON contract_lines (tax_rate_id);
CALL make_lines('contract_lines', 'contracts', 'contract_id', 'status', '{signed,active,suspended,finished,cancelled}', '{}');
CREATE TABLE contract_instalments (
  id uuid PRIMARY KEY,
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  due_on date NOT NULL,
  amount numeric(18,2) NOT NULL CHECK (amount >= 0.01)
);
CREATE INDEX contract_instalments_contract_id_position ON contract_instalments (contract_id, position, id);
CALL make_lines('contract_instalments', 'contracts', 'contract_id', 'status', '{signed,active,suspended,finished,cancelled}', '{}');
CALL freeze_links('contract_own_signatories', 'contracts', 'contract_id', 'status', '{signed,active,suspended,finished,cancelled}');
CALL freeze_links('contract_client_signatories', 'contracts', 'contract_id', 'status', '{signed,active,suspended,finished,cancelled}');
CALL freeze_links('contract_agency_signatories', 'contracts', 'contract_id', 'status', '{signed,active,suspended,finished,cancelled}');
CALL prove_totals('contracts', ARRAY[['gross', 'contract_lines', 'contract_id', 'gross'], ['net', 'contract_lines', 'contract_id', 'net'], ['agency_discount', 'contract_lines', 'contract_id', 'agency_discount'], ['taxable', 'contract_lines', 'contract_id', 'taxable'], ['tax', 'contract_lines', 'contract_id', 'tax'], ['total', 'contract_lines', 'contract_id', 'total'], ['scheduled', 'contract_instalments', 'contract_id', 'amount']]);

-- Lines and instalments change while their contract is a draft; lines of a contract that was made from a quote never do.
-- References may still follow a merge. Argument: whether a quote fixes them.
CREATE FUNCTION keep_contract_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  targets constant text[] := '{inventory_item_id,package_id,ad_article_id,ad_classification_id,tax_rate_id}';
  changed constant text := CASE TG_OP
    WHEN 'DELETE' THEN 'old_rows'
    WHEN 'INSERT' THEN 'new_rows'
    ELSE '(SELECT n.* FROM new_rows n JOIN old_rows o USING (id) WHERE to_jsonb(n) - $1 <> to_jsonb(o) - $1)' END;
  is_fixed boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM contracts c WHERE c.id IN (SELECT r.contract_id FROM %s r)
    AND (c.status <> ''draft'' OR $2 AND c.quote_id IS NOT NULL))', changed)
    INTO is_fixed USING targets, TG_ARGV[0]::boolean;
  IF is_fixed THEN
    RAISE EXCEPTION 'these % are fixed', TG_TABLE_NAME
      USING ERRCODE = '23514', CONSTRAINT = 'contract_lines_of_draft', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;

DO $$
DECLARE
  target text[];
  event text[];
BEGIN
  FOREACH target SLICE 1 IN ARRAY ARRAY[['contract_lines', 'true'], ['contract_instalments', 'false']] LOOP
    FOREACH event SLICE 1 IN ARRAY ARRAY[
      ['INSERT', 'NEW TABLE AS new_rows'], ['UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
      ['DELETE', 'OLD TABLE AS old_rows']]
    LOOP
      EXECUTE format('CREATE TRIGGER keep_%s AFTER %s ON %s REFERENCING %s
        FOR EACH STATEMENT EXECUTE FUNCTION keep_contract_lines(%L)',
        lower(event[1]), event[1], target[1], event[2], target[2]);
    END LOOP;
  END LOOP;
END
$$;

-- A brand of the client. Deferred, because merging clients moves brands and contracts in separate steps; signed contracts
-- keep their client.
CREATE FUNCTION contracts_check_brand() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM contracts c JOIN brands b ON b.id = c.brand_id
    WHERE c.id = NEW.id AND c.status IN ('draft', 'pending_signature') AND b.client_id <> c.client_id) THEN
    RAISE EXCEPTION 'the brand of contract % is of another client', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_brand_of_client', TABLE = 'contracts';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER check_brand AFTER INSERT OR UPDATE OF brand_id, client_id ON contracts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.brand_id IS NOT NULL) EXECUTE FUNCTION contracts_check_brand();

-- Statement trigger: the audit rows of inserted rows, as `audit_change` writes them, in one statement.
CREATE FUNCTION audit_inserts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_log (actor_id, on_behalf_of, ip, request_id, entity, entity_id, action, after, reason)
  SELECT s.actor, s.on_behalf_of, s.ip, s.request, TG_TABLE_NAME, r.line ->> 'id', s.action, r.line, s.reason
  FROM (SELECT to_jsonb(n) AS line FROM new_rows n) r
    CROSS JOIN (
      SELECT audit_setting('actor')::uuid AS actor, audit_setting('on_behalf_of')::uuid AS on_behalf_of,
        audit_setting('ip')::inet AS ip, audit_setting('request') AS request,
        coalesce(audit_setting('action'), 'create') AS action, audit_setting('reason') AS reason
      OFFSET 0) s;
  RETURN NULL;
END
$$;

-- Logs the inserts into a tracked table without hidden columns by statement: for tables that get their rows by the dozen.
-- It is the last of the calls that make a table, because the others replace `audit_change`.
CREATE PROCEDURE log_inserts_together(target regclass)
LANGUAGE plpgsql AS $$
DECLARE
  by_row constant text := (
    SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = target AND tgname = 'audit_change');
BEGIN
  IF by_row IS NULL OR (
    SELECT (string_to_array(encode(tgargs, 'escape'), '\000'))[1:2] <> '{id,"{}"}'::text[] FROM pg_trigger
    WHERE tgrelid = target AND tgname = 'audit_change') THEN
    RAISE EXCEPTION 'log_inserts_together(%): not tracked by id without hidden columns', target;
  END IF;
  EXECUTE format('DROP TRIGGER audit_change ON %s', target);
  EXECUTE replace(by_row, 'AFTER INSERT OR DELETE OR UPDATE', 'AFTER DELETE OR UPDATE');
  EXECUTE format('CREATE TRIGGER audit_inserts AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION audit_inserts()', target);
END
$$;

CREATE TABLE order_lines (
  id uuid PRIMARY KEY DEFAULT new_id(),
  line_kind text COLLATE "C" NOT NULL DEFAULT 'airtime' CHECK (line_kind IN ('airtime', 'package', 'sponsorship', 'bonus', 'production', 'service')),
  inventory_item_id uuid REFERENCES inventory_items ON DELETE RESTRICT,
  package_id uuid REFERENCES packages ON DELETE RESTRICT,
  ad_article_id uuid REFERENCES ad_articles ON DELETE RESTRICT,
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 160),
  ad_classification_id uuid NOT NULL REFERENCES ad_classifications ON DELETE RESTRICT,
  flight daterange NOT NULL CHECK (NOT isempty(flight)),
  days text[] NOT NULL DEFAULT '{}' CHECK (days <@ ARRAY['1', '2', '3', '4', '5', '6', '7']),
  units_per_day integer NOT NULL DEFAULT 1 CHECK (units_per_day BETWEEN 1 AND 100000000),
  units numeric(18,2) NOT NULL DEFAULT '1.00' CHECK (units BETWEEN 0.01 AND 1000000000),
  duration_sec integer CHECK (duration_sec BETWEEN 1 AND 7200),
  agreed_price numeric(18,6) CHECK (agreed_price >= 0),
  surcharge_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (surcharge_pct BETWEEN 0 AND 500),
  discount_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (discount_pct BETWEEN 0 AND 100),
  quantity numeric(18,4) NOT NULL DEFAULT '0.0000',
  sale_unit text COLLATE "C" NOT NULL DEFAULT 'unit' CHECK (sale_unit IN ('spot', 'mention', 'hour', 'unit', 'face_month', 'face_fortnight', 'week', 'month', 'day', 'page', 'module', 'column_cm', 'thousand', 'cpm', 'post', 'send', 'episode', 'showing', 'square_meter', 'service')),
  list_price numeric(18,6),
  floor_price numeric(18,6),
  price_source text COLLATE "C" CHECK (price_source IN ('item', 'article', 'category', 'package', 'agreed')),
  tax_rate_id uuid REFERENCES tax_rates ON DELETE RESTRICT,
  tax_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (tax_pct BETWEEN 0 AND 100),
  gross numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (gross >= 0),
  net numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (net >= 0),
  agency_discount numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (agency_discount >= 0),
  taxable numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (taxable >= 0),
  tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (tax >= 0),
  total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (total >= 0),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  -- The signed line that it repeats.
  contract_line_id uuid NOT NULL UNIQUE,
  currency_code text COLLATE "C" NOT NULL CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'removed')),
  -- What issued invoices contain of it, less their credit notes; only a trigger of `invoices` changes it.
  billed_quantity numeric(18,4) NOT NULL DEFAULT 0,
  billed_net numeric(18,2) NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  -- Never more than was sold (invariant I9, domain §2.3).
  CONSTRAINT order_lines_billed CHECK (billed_quantity BETWEEN 0 AND quantity AND billed_net BETWEEN 0 AND net),
  FOREIGN KEY (contract_line_id, contract_id) REFERENCES contract_lines (id, contract_id) ON DELETE RESTRICT
);

CREATE INDEX order_lines_by_units_per_day ON order_lines (units_per_day, id);
CREATE INDEX order_lines_by_duration_sec ON order_lines (duration_sec, id) WHERE duration_sec IS NOT NULL;
CREATE INDEX order_lines_by_created_at ON order_lines (created_at, id);
CREATE INDEX order_lines_by_updated_at ON order_lines (updated_at, id);
CREATE INDEX order_lines_line_kind ON order_lines (line_kind, created_at, id);
CREATE INDEX order_lines_inventory_item_id ON order_lines (inventory_item_id, created_at, id);
CREATE INDEX order_lines_package_id ON order_lines (package_id) WHERE package_id IS NOT NULL;
CREATE INDEX order_lines_ad_article_id ON order_lines (ad_article_id, created_at, id);
CREATE INDEX order_lines_ad_classification_id ON order_lines (ad_classification_id);
CREATE INDEX order_lines_flight ON order_lines USING gist (flight);
CREATE INDEX order_lines_tax_rate_id ON order_lines (tax_rate_id) WHERE tax_rate_id IS NOT NULL;
CREATE INDEX order_lines_contract_id ON order_lines (contract_id, created_at, id);
CREATE INDEX order_lines_status ON order_lines (status, created_at, id);
-- What is left to bill.
CREATE INDEX order_lines_unbilled ON order_lines (contract_id) WHERE billed_net < net;

CALL make_searchable('order_lines', 'description');
CALL track('order_lines', unnoticed => '{search_text,billed_quantity,billed_net}');
CALL restrict_app('order_lines', 'SELECT, INSERT, UPDATE (status)');
CALL log_inserts_together('order_lines');

CREATE TABLE contract_versions (
  id uuid PRIMARY KEY DEFAULT new_id(),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 80),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  version integer NOT NULL CHECK (version >= 0),
  hash text NOT NULL CHECK (char_length(hash) BETWEEN 1 AND 64),
  prev_hash text CHECK (char_length(prev_hash) <= 64),
  -- Canonical JSON (RFC 8785).
  content text NOT NULL CHECK (content::jsonb IS NOT NULL),
  prev_version integer GENERATED ALWAYS AS (CASE WHEN version > 0 THEN version - 1 END) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  UNIQUE (contract_id, version),
  UNIQUE (contract_id, version, hash),
  CONSTRAINT contract_versions_chain CHECK ((version = 0) = (prev_hash IS NULL)),
  CONSTRAINT contract_versions_hash
    CHECK (hash = encode(sha256(convert_to(coalesce(prev_hash, '') || content, 'UTF8')), 'hex')),
  FOREIGN KEY (contract_id, prev_version, prev_hash) REFERENCES contract_versions (contract_id, version, hash)
    ON DELETE RESTRICT
);

CREATE INDEX contract_versions_by_version ON contract_versions (version, id);
CREATE INDEX contract_versions_by_created_at ON contract_versions (created_at, id);
CREATE INDEX contract_versions_by_updated_at ON contract_versions (updated_at, id);
CREATE INDEX contract_versions_contract_id ON contract_versions (contract_id, created_at, id);

CALL make_searchable('contract_versions', 'label', 'hash');
CALL track('contract_versions', hidden => '{content}', unnoticed => '{search_text}');
CALL restrict_app('contract_versions', 'SELECT, INSERT');

-- An order line repeats its contract line. It is written while its contract is signed; afterwards it can only be billed,
-- and removed once.
CREATE FUNCTION keep_order_line() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  changing constant text[] := '{status,billed_quantity,billed_net,row_version,updated_at,updated_by,search_text}';
BEGIN
  IF to_jsonb(NEW) - changing IS DISTINCT FROM to_jsonb(OLD) - changing
    OR OLD.status = 'removed' AND NEW.status <> 'removed' THEN
    RAISE EXCEPTION 'order line % stays as it is', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_stay', TABLE = 'order_lines';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER keep BEFORE UPDATE ON order_lines FOR EACH ROW EXECUTE FUNCTION keep_order_line();

CREATE FUNCTION order_lines_of_signature() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM contracts c WHERE c.id IN (SELECT contract_id FROM new_rows) AND c.status <> 'pending_signature') THEN
    RAISE EXCEPTION 'order lines are made by a signature'
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_of_signature', TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER of_signature AFTER INSERT ON order_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION order_lines_of_signature();

-- A signed contract has its version 0, and an order line for each of its lines, with the same values.
CREATE FUNCTION contract_is_complete() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM contract_versions v WHERE v.contract_id = NEW.id AND v.version = 0)
    OR EXISTS (
      SELECT FROM contract_lines l
        LEFT JOIN order_lines o ON o.contract_line_id = l.id AND o.currency_code = NEW.currency_code
      WHERE l.contract_id = NEW.id
        AND (o.id IS NULL OR NOT to_jsonb(o) @> (to_jsonb(l) - '{id,position,quote_line_id}'::text[])))
  THEN
    RAISE EXCEPTION 'contract % is signed without its order lines or its version', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_complete', TABLE = 'contracts';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER is_complete AFTER UPDATE OF status ON contracts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status = 'pending_signature' AND NEW.status = 'signed') EXECUTE FUNCTION contract_is_complete();

-- The states that follow each other (domain §2.4).
CREATE FUNCTION contracts_check_state() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
    ('draft', 'pending_signature'), ('pending_signature', 'draft'), ('pending_signature', 'signed'),
    ('signed', 'active'), ('signed', 'suspended'), ('active', 'suspended'), ('suspended', 'signed'),
    ('active', 'finished'), ('draft', 'cancelled'), ('pending_signature', 'cancelled'), ('signed', 'cancelled'),
    ('active', 'cancelled'), ('suspended', 'cancelled')) THEN
    RAISE EXCEPTION 'contract % does not go from % to %', NEW.id, OLD.status, NEW.status
      USING ERRCODE = '23514', CONSTRAINT = 'contracts_state_change', TABLE = 'contracts';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER check_state BEFORE UPDATE OF status ON contracts
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION contracts_check_state();

-- A quote is accepted again when its contract is cancelled before the signature.
CREATE OR REPLACE FUNCTION quotes_check_state() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
    ('draft', 'sent'), ('sent', 'accepted'), ('sent', 'rejected'), ('sent', 'expired'), ('accepted', 'converted'), ('converted', 'accepted'),
    ('sent', 'superseded'), ('accepted', 'superseded'), ('rejected', 'superseded'), ('expired', 'superseded')) THEN
    RAISE EXCEPTION 'quote % does not go from % to %', NEW.id, OLD.status, NEW.status
      USING ERRCODE = '23514', CONSTRAINT = 'quotes_state_change', TABLE = 'quotes';
  END IF;
  RETURN NEW;
END
$$;

-- What is booked refers to the line that booked it. A foreign key would check the 3,000 cells of a signature one by one;
-- this checks the lines of a statement once. Order lines are never deleted: the API has no permission to.
CREATE FUNCTION cells_of_order_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT order_line_id FROM new_cells WHERE order_line_id IS NOT NULL) c
    WHERE NOT EXISTS (SELECT FROM order_lines o WHERE o.id = c.order_line_id)) THEN
    RAISE EXCEPTION 'a cell is booked for an order line that does not exist'
      USING ERRCODE = '23503', CONSTRAINT = 'capacity_cells_order_line', TABLE = 'capacity_cells';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER of_new_order_lines AFTER INSERT ON capacity_cells
  REFERENCING NEW TABLE AS new_cells FOR EACH STATEMENT EXECUTE FUNCTION cells_of_order_lines();
CREATE TRIGGER of_changed_order_lines AFTER UPDATE ON capacity_cells
  REFERENCING NEW TABLE AS new_cells FOR EACH STATEMENT EXECUTE FUNCTION cells_of_order_lines();

CREATE FUNCTION keep_order_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order lines are removed, not deleted'
    USING ERRCODE = '23503', CONSTRAINT = 'order_lines_stay', TABLE = 'order_lines';
END
$$;

CREATE TRIGGER keep_rows BEFORE DELETE OR TRUNCATE ON order_lines FOR EACH STATEMENT EXECUTE FUNCTION keep_order_lines();

-- Rights -----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('contracts.view_own', 'Contratos', 'Ver sus contratos'),
  ('contracts.view_team', 'Contratos', 'Ver los contratos de su equipo'),
  ('contracts.view_all', 'Contratos', 'Ver todos los contratos'),
  ('contracts.create', 'Contratos', 'Crear contratos'),
  ('contracts.update_own', 'Contratos', 'Editar sus contratos'),
  ('contracts.update_all', 'Contratos', 'Editar cualquier contrato'),
  ('contracts.delete', 'Contratos', 'Archivar contratos en borrador'),
  ('contracts.export', 'Contratos', 'Exportar contratos'),
  ('contracts.import', 'Contratos', 'Importar contratos'),
  ('contracts.sign', 'Contratos', 'Registrar la firma de contratos'),
  ('contracts.suspend', 'Contratos', 'Suspender y reanudar contratos'),
  ('contracts.cancel', 'Contratos', 'Cancelar contratos');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission
FROM roles r JOIN (VALUES
  ('contracts.view_own', '{admin,sales_rep}'::text[]),
  ('contracts.view_team', '{admin}'),
  ('contracts.view_all', '{admin,general_manager,sales_manager,sales_assistant,planner,inventory,traffic,post_sales,billing,collections,finance,auditor}'),
  ('contracts.create', '{admin,sales_manager,sales_rep,sales_assistant}'),
  ('contracts.update_own', '{admin,sales_rep}'),
  ('contracts.update_all', '{admin,sales_manager,sales_assistant}'),
  ('contracts.delete', '{admin,sales_manager}'),
  ('contracts.export', '{admin,general_manager,sales_manager,sales_assistant,billing,finance,auditor}'),
  ('contracts.import', '{admin,sales_manager}'),
  ('contracts.sign', '{admin,general_manager,sales_manager}'),
  ('contracts.suspend', '{admin,general_manager,sales_manager,collections}'),
  ('contracts.cancel', '{admin,general_manager,sales_manager}')
) AS p(permission, names) ON r.name = ANY (p.names);
