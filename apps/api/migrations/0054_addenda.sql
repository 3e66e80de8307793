-- Addenda: changes of signed contracts. The signed text stays as it is; an applied addendum changes the lines in force and
-- adds a version, whose hash continues the chain of the contract.

SELECT set_config('pauta.request', 'migration:0054', true), set_config('pauta.reason', 'Adendas de contratos', true);

CREATE TABLE addenda (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number text NOT NULL CHECK (char_length(number) BETWEEN 1 AND 80),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  kinds text[] NOT NULL DEFAULT '{}' CHECK (kinds <@ ARRAY['extend', 'change_dates', 'add_lines', 'remove_lines', 'change_price', 'change_quantity']),
  effective_on date NOT NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 3 AND 1000),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  brand_id uuid REFERENCES brands ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  billing_party text COLLATE "C" NOT NULL DEFAULT 'client' CHECK (billing_party IN ('client', 'agency')),
  billing_plan text COLLATE "C" NOT NULL DEFAULT 'by_consumption' CHECK (billing_plan IN ('by_consumption', 'monthly', 'upfront', 'on_delivery', 'milestones')),
  price_list_id uuid NOT NULL REFERENCES price_lists ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  signed_on date,
  max_discount_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (max_discount_pct BETWEEN 0 AND 100),
  scheduled numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (scheduled >= -1000000000000),
  delta_net numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (delta_net >= -1000000000000),
  delta_taxable numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (delta_taxable >= -1000000000000),
  delta_tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (delta_tax >= -1000000000000),
  delta_total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (delta_total >= -1000000000000),
  effect text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    CASE WHEN delta_net > 0 THEN 'increase' WHEN delta_net < 0 THEN 'decrease' ELSE 'none' END) STORED
    CHECK (effect IN ('increase', 'decrease', 'none')),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'pending_signature', 'applied', 'rejected', 'voided')),
  links_changed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT addenda_signed CHECK ((status = 'applied') = (signed_on IS NOT NULL)),
  -- From the moment in which it waits for its signatures, its instalments are its difference in price.
  CONSTRAINT addenda_schedule CHECK (status IN ('draft', 'rejected', 'voided') OR scheduled = delta_taxable)
);

CREATE UNIQUE INDEX addenda_number_key ON addenda (company_id, number);
-- A contract has one open addendum: each is prepared against what is in force.
CREATE UNIQUE INDEX addenda_open_key ON addenda (contract_id) WHERE status IN ('draft', 'pending_signature');
CREATE INDEX addenda_by_number ON addenda ((sort_key(number) COLLATE "C"), id);
CREATE INDEX addenda_by_effective_on ON addenda (effective_on, id);
CREATE INDEX addenda_by_signed_on ON addenda (signed_on, id) WHERE signed_on IS NOT NULL;
CREATE INDEX addenda_by_status ON addenda (status, id);
CREATE INDEX addenda_by_created_at ON addenda (created_at, id);
CREATE INDEX addenda_by_updated_at ON addenda (updated_at, id);
CREATE INDEX addenda_contract_id ON addenda (contract_id, created_at, id);
CREATE INDEX addenda_kinds ON addenda USING gin (kinds);
CREATE INDEX addenda_company_id ON addenda (company_id);
CREATE INDEX addenda_client_id ON addenda (client_id, created_at, id);
CREATE INDEX addenda_brand_id ON addenda (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX addenda_agency_id ON addenda (agency_id) WHERE agency_id IS NOT NULL;
CREATE INDEX addenda_price_list_id ON addenda (price_list_id);
CREATE INDEX addenda_delta_net ON addenda (delta_net);
CREATE INDEX addenda_effect ON addenda (effect, created_at, id);
CREATE INDEX addenda_status ON addenda (status, created_at, id);

CALL make_searchable('addenda', 'number');
CALL track('addenda', unnoticed => '{search_text}');
CALL create_link('addenda_own_signatories', 'addenda', 'addenda_id', 'signatories', 'own_signatory_id');
CALL create_link('addenda_client_signatories', 'addenda', 'addenda_id', 'signatories', 'client_signatory_id');
CALL create_link('addenda_agency_signatories', 'addenda', 'addenda_id', 'signatories', 'agency_signatory_id');
CALL restrict_app('addenda', 'SELECT, INSERT, UPDATE');

CALL make_document('addenda', 'status', '{applied,rejected,voided}', '{}');
CREATE TABLE addendum_lines (
  id uuid PRIMARY KEY,
  addendum_id uuid NOT NULL REFERENCES addenda ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  op text COLLATE "C" NOT NULL DEFAULT 'add' CHECK (op IN ('keep', 'add', 'change', 'remove')),
  order_line_id uuid REFERENCES order_lines ON DELETE RESTRICT,
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
  before_net numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (before_net >= 0),
  before_flight_to date,
  delta_net numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (delta_net >= -1000000000000),
  delta_taxable numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (delta_taxable >= -1000000000000),
  delta_tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (delta_tax >= -1000000000000),
  delta_total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (delta_total >= -1000000000000),
  is_repriced boolean NOT NULL DEFAULT false,
  CONSTRAINT addendum_lines_of_contract CHECK ((op = 'add') = (order_line_id IS NULL)),
  CONSTRAINT addendum_lines_once UNIQUE (addendum_id, order_line_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX addendum_lines_addendum_id_position ON addendum_lines (addendum_id, position, id);
CREATE INDEX addendum_lines_order_line_id ON addendum_lines ("order_line_id");
CREATE INDEX addendum_lines_inventory_item_id ON addendum_lines ("inventory_item_id");
CREATE INDEX addendum_lines_package_id ON addendum_lines ("package_id");
CREATE INDEX addendum_lines_ad_article_id ON addendum_lines ("ad_article_id");
CREATE INDEX addendum_lines_ad_classification_id ON addendum_lines ("ad_classification_id");
CREATE INDEX addendum_lines_tax_rate_id ON addendum_lines ("tax_rate_id");
CALL make_lines('addendum_lines', 'addenda', 'addendum_id', 'status', '{applied,rejected,voided}', '{}');
CREATE TABLE addendum_instalments (
  id uuid PRIMARY KEY,
  addendum_id uuid NOT NULL REFERENCES addenda ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  due_on date NOT NULL,
  amount numeric(18,2) NOT NULL CHECK (amount >= -1000000000000)
);
CREATE INDEX addendum_instalments_addendum_id_position ON addendum_instalments (addendum_id, position, id);
CALL make_lines('addendum_instalments', 'addenda', 'addendum_id', 'status', '{applied,rejected,voided}', '{}');
CALL freeze_links('addenda_own_signatories', 'addenda', 'addenda_id', 'status', '{applied,rejected,voided}');
CALL freeze_links('addenda_client_signatories', 'addenda', 'addenda_id', 'status', '{applied,rejected,voided}');
CALL freeze_links('addenda_agency_signatories', 'addenda', 'addenda_id', 'status', '{applied,rejected,voided}');
CALL prove_totals('addenda', ARRAY[['delta_net', 'addendum_lines', 'addendum_id', 'delta_net'], ['delta_taxable', 'addendum_lines', 'addendum_id', 'delta_taxable'], ['delta_tax', 'addendum_lines', 'addendum_id', 'delta_tax'], ['delta_total', 'addendum_lines', 'addendum_id', 'delta_total'], ['scheduled', 'addendum_instalments', 'addendum_id', 'amount']]);

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check CHECK (kind IN ('credit_proposal', 'quotes', 'addenda'));

-- The states that follow each other (domain §2.4), and what an addendum that waits for its signatures may change: its
-- state, and references that follow a merge.
CREATE FUNCTION addenda_check_state() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  free constant text[] := '{status,signed_on,row_version,updated_at,updated_by,lines_xact,links_changed_at,search_text,company_id,client_id,brand_id,agency_id,price_list_id}'::text[]
    || generated_columns(TG_RELID);
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
    ('draft', 'pending_signature'), ('pending_signature', 'draft'), ('pending_signature', 'applied'),
    ('pending_signature', 'rejected'), ('draft', 'voided'), ('pending_signature', 'voided')) THEN
    RAISE EXCEPTION 'addendum % does not go from % to %', NEW.id, OLD.status, NEW.status
      USING ERRCODE = '23514', CONSTRAINT = 'addenda_state_change', TABLE = 'addenda';
  END IF;
  IF OLD.status = 'pending_signature' AND to_jsonb(NEW) - free IS DISTINCT FROM to_jsonb(OLD) - free THEN
    RAISE EXCEPTION 'addendum % waits for its signatures', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'addenda_of_draft', TABLE = 'addenda';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER check_state BEFORE UPDATE ON addenda FOR EACH ROW EXECUTE FUNCTION addenda_check_state();

-- Lines and instalments change while their addendum is a draft. References may still follow a merge.
CREATE FUNCTION keep_addendum_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  targets constant text[] := '{inventory_item_id,package_id,ad_article_id,ad_classification_id,tax_rate_id}';
  changed constant text := CASE TG_OP
    WHEN 'DELETE' THEN 'old_rows'
    WHEN 'INSERT' THEN 'new_rows'
    ELSE '(SELECT n.* FROM new_rows n JOIN old_rows o USING (id) WHERE to_jsonb(n) - $1 <> to_jsonb(o) - $1)' END;
  is_fixed boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM addenda a WHERE a.id IN (SELECT r.addendum_id FROM %s r) AND a.status <> ''draft'')',
    changed) INTO is_fixed USING targets;
  IF is_fixed THEN
    RAISE EXCEPTION 'these % are fixed', TG_TABLE_NAME
      USING ERRCODE = '23514', CONSTRAINT = 'addenda_of_draft', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END
$$;

DO $$
DECLARE
  target text;
  event text[];
BEGIN
  FOREACH target IN ARRAY ARRAY['addendum_lines', 'addendum_instalments'] LOOP
    FOREACH event SLICE 1 IN ARRAY ARRAY[
      ['INSERT', 'NEW TABLE AS new_rows'], ['UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
      ['DELETE', 'OLD TABLE AS old_rows']]
    LOOP
      EXECUTE format('CREATE TRIGGER keep_%s AFTER %s ON %s REFERENCING %s
        FOR EACH STATEMENT EXECUTE FUNCTION keep_addendum_lines()', lower(event[1]), event[1], target, event[2]);
    END LOOP;
  END LOOP;
END
$$;

-- What addenda write ------------------------------------------------------------------------------------------------

-- A line in force repeats a signed line, or the addendum line that added it, whose id it then has. `addendum_line_id` is
-- the last addendum line that wrote it.
ALTER TABLE order_lines ALTER COLUMN contract_line_id DROP NOT NULL,
  ADD COLUMN addendum_line_id uuid UNIQUE REFERENCES addendum_lines ON DELETE RESTRICT,
  ADD CONSTRAINT order_lines_origin CHECK (contract_line_id IS NOT NULL OR addendum_line_id IS NOT NULL);

ALTER TABLE contract_versions ADD COLUMN addendum_id uuid UNIQUE REFERENCES addenda ON DELETE RESTRICT;

-- The sold values of a line, to compare lines of orders and of addenda.
CREATE FUNCTION sold_values(line jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT line - '{id,contract_id,contract_line_id,addendum_line_id,currency_code,status,billed_quantity,billed_net,created_at,created_by,updated_at,updated_by,row_version,search_text,addendum_id,position,op,order_line_id,before_net,before_flight_to,delta_net,delta_taxable,delta_tax,delta_total,is_repriced}'::text[]
$$;

-- An order line is billed, and changes otherwise only as a line of an addendum that is being applied says. What was aired
-- or billed stays: such a line is not removed, keeps its price, its days and its units, and its flight still contains what
-- was aired (I6, domain §2.3); `order_lines_billed` keeps it at least as large as what was billed. Whoever bills it waits
-- for its lock, whoever records an airing for that of the quota, and the other way round.
CREATE OR REPLACE FUNCTION keep_order_line() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  meta constant text[] := '{billed_quantity,billed_net,row_version,updated_at,updated_by,search_text}';
  quota uuid;
  is_delivered boolean := OLD.billed_quantity > 0 OR OLD.billed_net > 0;
BEGIN
  IF to_jsonb(NEW) - meta IS NOT DISTINCT FROM to_jsonb(OLD) - meta THEN
    RETURN NEW;
  END IF;
  IF OLD.status <> 'active'
    OR (NEW.id, NEW.contract_id, NEW.contract_line_id, NEW.currency_code)
      IS DISTINCT FROM (OLD.id, OLD.contract_id, OLD.contract_line_id, OLD.currency_code)
    OR (NEW.line_kind, NEW.inventory_item_id, NEW.package_id, NEW.ad_article_id, NEW.duration_sec)
      IS DISTINCT FROM (OLD.line_kind, OLD.inventory_item_id, OLD.package_id, OLD.ad_article_id, OLD.duration_sec)
    OR NEW.addendum_line_id IS NOT DISTINCT FROM OLD.addendum_line_id
    OR NOT EXISTS (
      SELECT FROM addendum_lines l JOIN addenda a ON a.id = l.addendum_id
      WHERE l.id = NEW.addendum_line_id AND l.order_line_id = NEW.id AND a.contract_id = NEW.contract_id
        AND a.status = 'pending_signature' AND CASE l.op
          WHEN 'remove' THEN NEW.status = 'removed' AND sold_values(to_jsonb(NEW)) = sold_values(to_jsonb(OLD))
          WHEN 'change' THEN NEW.status = 'active' AND sold_values(to_jsonb(NEW)) = sold_values(to_jsonb(l))
          ELSE false END)
  THEN
    RAISE EXCEPTION 'order line % stays as it is', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_stay', TABLE = 'order_lines';
  END IF;
  SELECT id INTO quota FROM quotas WHERE order_line_id = OLD.id FOR NO KEY UPDATE;
  is_delivered := is_delivered OR EXISTS (SELECT FROM placements p WHERE p.quota_id = quota AND p.status = 'aired');
  IF is_delivered AND (
    NEW.status = 'removed'
    OR (NEW.agreed_price, NEW.surcharge_pct, NEW.discount_pct, NEW.days, NEW.units_per_day, NEW.units, lower(NEW.flight))
      IS DISTINCT FROM (OLD.agreed_price, OLD.surcharge_pct, OLD.discount_pct, OLD.days, OLD.units_per_day, OLD.units, lower(OLD.flight))
    -- Traffic may have moved it out of the flight before.
    OR EXISTS (
      SELECT FROM placements p WHERE p.quota_id = quota AND p.status = 'aired'
        AND OLD.flight @> daterange(p.starts_on, p.ends_on, '[]') AND NOT NEW.flight @> daterange(p.starts_on, p.ends_on, '[]'))) THEN
    RAISE EXCEPTION 'order line % was delivered', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_delivered', TABLE = 'order_lines';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION order_lines_of_signature() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM new_rows n JOIN contracts c ON c.id = n.contract_id
    WHERE n.addendum_line_id IS NULL AND c.status <> 'pending_signature')
    OR EXISTS (
      SELECT FROM new_rows n WHERE n.addendum_line_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM addendum_lines l JOIN addenda a ON a.id = l.addendum_id
        WHERE l.id = n.addendum_line_id AND n.id = l.id AND n.contract_line_id IS NULL AND n.status = 'active' AND l.op = 'add'
          AND a.contract_id = n.contract_id AND a.currency_code = n.currency_code AND a.status = 'pending_signature'
          AND sold_values(to_jsonb(n)) = sold_values(to_jsonb(l))))
  THEN
    RAISE EXCEPTION 'order lines are made by a signature'
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_of_signature', TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;

-- What an addendum wrote is in force only together with it.
CREATE FUNCTION order_line_is_applied() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM addendum_lines l JOIN addenda a ON a.id = l.addendum_id
    WHERE l.id = NEW.addendum_line_id AND a.status <> 'applied') THEN
    RAISE EXCEPTION 'the addendum of order line % is not applied', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_stay', TABLE = 'order_lines';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER is_applied AFTER INSERT OR UPDATE ON order_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.addendum_line_id IS NOT NULL) EXECUTE FUNCTION order_line_is_applied();

-- A version after the signed one is of an addendum of its contract.
CREATE FUNCTION version_of_addendum() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (NEW.version = 0) <> (NEW.addendum_id IS NULL) OR NEW.addendum_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM addenda a WHERE a.id = NEW.addendum_id AND a.contract_id = NEW.contract_id AND a.status = 'applied') THEN
    RAISE EXCEPTION 'version % of contract % is of no applied addendum', NEW.version, NEW.contract_id
      USING ERRCODE = '23514', CONSTRAINT = 'contract_versions_of_addendum', TABLE = 'contract_versions';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER version_of_addendum AFTER INSERT ON contract_versions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION version_of_addendum();

-- An applied addendum has its version, all of its lines are in force, and its contract is a running one.
CREATE FUNCTION addendum_is_complete() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM contract_versions v WHERE v.addendum_id = NEW.id)
    OR NOT EXISTS (SELECT FROM contracts c WHERE c.id = NEW.contract_id AND c.status IN ('signed', 'active', 'suspended'))
    OR EXISTS (
      SELECT FROM addendum_lines l LEFT JOIN order_lines o ON o.addendum_line_id = l.id
      WHERE l.addendum_id = NEW.id AND l.op <> 'keep' AND o.id IS NULL)
  THEN
    RAISE EXCEPTION 'addendum % is applied without its lines or its version', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'addenda_complete', TABLE = 'addenda';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER is_complete AFTER UPDATE OF status ON addenda DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status = 'pending_signature' AND NEW.status = 'applied') EXECUTE FUNCTION addendum_is_complete();

-- Writes the lines of an addendum into the order. The API has no other way to change order lines.
CREATE FUNCTION apply_addendum_lines(addendum uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE order_lines o SET status = 'removed', addendum_line_id = l.id
  FROM addendum_lines l WHERE l.addendum_id = addendum AND l.op = 'remove' AND o.id = l.order_line_id;

  UPDATE order_lines o SET addendum_line_id = l.id,
    line_kind = l.line_kind, inventory_item_id = l.inventory_item_id, package_id = l.package_id,
    ad_article_id = l.ad_article_id, description = l.description, ad_classification_id = l.ad_classification_id,
    flight = l.flight, days = l.days, units_per_day = l.units_per_day, units = l.units,
    duration_sec = l.duration_sec, agreed_price = l.agreed_price, surcharge_pct = l.surcharge_pct,
    discount_pct = l.discount_pct, quantity = l.quantity, sale_unit = l.sale_unit, list_price = l.list_price,
    floor_price = l.floor_price, price_source = l.price_source, tax_rate_id = l.tax_rate_id, tax_pct = l.tax_pct,
    gross = l.gross, net = l.net, agency_discount = l.agency_discount, taxable = l.taxable, tax = l.tax,
    total = l.total
  FROM addendum_lines l WHERE l.addendum_id = addendum AND l.op = 'change' AND o.id = l.order_line_id;

  INSERT INTO order_lines (id, contract_id, addendum_line_id, currency_code,
    line_kind, inventory_item_id, package_id, ad_article_id, description, ad_classification_id, flight, days,
    units_per_day, units, duration_sec, agreed_price, surcharge_pct, discount_pct, quantity, sale_unit, list_price,
    floor_price, price_source, tax_rate_id, tax_pct, gross, net, agency_discount, taxable, tax, total)
  SELECT l.id, a.contract_id, l.id, a.currency_code,
    l.line_kind, l.inventory_item_id, l.package_id, l.ad_article_id, l.description, l.ad_classification_id, l.flight,
    l.days, l.units_per_day, l.units, l.duration_sec, l.agreed_price, l.surcharge_pct, l.discount_pct, l.quantity,
    l.sale_unit, l.list_price, l.floor_price, l.price_source, l.tax_rate_id, l.tax_pct, l.gross, l.net,
    l.agency_discount, l.taxable, l.tax, l.total
  FROM addendum_lines l JOIN addenda a ON a.id = l.addendum_id
  WHERE l.addendum_id = addendum AND l.op = 'add' ORDER BY l.position, l.id;
END
$$;

-- Fits quota, work orders and technical sheet to an order line that an addendum changed. Arguments: units of capacity that
-- were booked besides those of its quota, and by how many more or fewer it was sold; days off besides Saturdays and Sundays.
CREATE FUNCTION change_delivery(line uuid, booked bigint, sold_more bigint, holidays date[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE quotas q SET contracted = q.contracted + booked / q.cell_units, sold = q.sold + sold_more / q.cell_units, flight = o.flight, description = o.description
  FROM order_lines o WHERE o.id = line AND q.order_line_id = o.id;
  UPDATE work_orders w SET sla_due = lower(o.flight), description = o.description
  FROM order_lines o WHERE o.id = line AND w.order_line_id = o.id
    AND w.status IN ('pending', 'material_pending', 'scheduled', 'paused');
  UPDATE tech_sheets s SET starts_on = lower(o.flight), description = o.description,
    due_on = working_days_before(lower(o.flight), t.lead_time_days, holidays)
  FROM order_lines o, tech_templates t
  WHERE o.id = line AND s.order_line_id = o.id AND t.id = s.tech_template_id AND s.starts_on <> lower(o.flight);
END
$$;

-- Values that follow from other records ------------------------------------------------------------------------------

CREATE FUNCTION net_in_force(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT sum(net) FROM order_lines WHERE contract_id = c.id AND status = 'active' $$;
CREATE FUNCTION tax_in_force(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT sum(tax) FROM order_lines WHERE contract_id = c.id AND status = 'active' $$;
CREATE FUNCTION total_in_force(c contracts) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT sum(total) FROM order_lines WHERE contract_id = c.id AND status = 'active' $$;
CREATE FUNCTION flight_in_force(c contracts) RETURNS daterange
LANGUAGE sql STABLE AS $$
  SELECT daterange(min(lower(flight)), max(upper(flight))) FROM order_lines
  WHERE contract_id = c.id AND status = 'active' HAVING count(*) > 0
$$;

-- As of quotes: the largest discount that the seller of the contract may give, and whether the credit of the one who pays
-- now is held.
CREATE FUNCTION allowed_discount_pct(a addenda) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT discount_limit(c.owner_id) FROM contracts c WHERE c.id = a.contract_id $$;
CREATE FUNCTION credit_held(a addenda) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE a.billing_party WHEN 'agency' THEN g.credit_status ELSE c.credit_status END IN ('on_hold', 'blocked')
  FROM clients sold JOIN clients c ON c.id = coalesce(sold.merged_into_id, sold.id)
    LEFT JOIN agencies through ON through.id = a.agency_id
    LEFT JOIN agencies g ON g.id = coalesce(through.merged_into_id, through.id)
  WHERE sold.id = a.client_id
$$;

-- Rights -----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('addenda.view_own', 'Adendas', 'Ver las adendas de sus contratos'),
  ('addenda.view_team', 'Adendas', 'Ver las adendas de su equipo'),
  ('addenda.view_all', 'Adendas', 'Ver todas las adendas'),
  ('addenda.create', 'Adendas', 'Crear adendas'),
  ('addenda.update_own', 'Adendas', 'Editar las adendas de sus contratos'),
  ('addenda.update_all', 'Adendas', 'Editar cualquier adenda'),
  ('addenda.apply', 'Adendas', 'Registrar la firma de adendas y aplicarlas'),
  ('addenda.export', 'Adendas', 'Exportar adendas');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission
FROM roles r JOIN (VALUES
  ('addenda.view_own', '{admin,sales_rep}'::text[]),
  ('addenda.view_team', '{admin}'),
  ('addenda.view_all', '{admin,general_manager,sales_manager,sales_assistant,planner,inventory,traffic,post_sales,billing,collections,finance,auditor}'),
  ('addenda.create', '{admin,sales_manager,sales_rep,sales_assistant}'),
  ('addenda.update_own', '{admin,sales_rep}'),
  ('addenda.update_all', '{admin,sales_manager,sales_assistant}'),
  ('addenda.apply', '{admin,general_manager,sales_manager}'),
  ('addenda.export', '{admin,general_manager,sales_manager,sales_assistant,billing,finance,auditor}')
) AS p(permission, names) ON r.name = ANY (p.names);
