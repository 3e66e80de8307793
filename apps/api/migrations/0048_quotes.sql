-- Quotes: what is offered to clients, with versions, prices, holds and answers.

SELECT set_config('pauta.request', 'migration:0048', true), set_config('pauta.reason', 'Presupuestos', true);

-- Rights -----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('quotes.view_own', 'Presupuestos', 'Ver sus presupuestos'),
  ('quotes.view_team', 'Presupuestos', 'Ver los presupuestos de su equipo'),
  ('quotes.view_all', 'Presupuestos', 'Ver todos los presupuestos'),
  ('quotes.create', 'Presupuestos', 'Crear presupuestos'),
  ('quotes.update_own', 'Presupuestos', 'Editar y enviar sus presupuestos'),
  ('quotes.update_all', 'Presupuestos', 'Editar y enviar cualquier presupuesto'),
  ('quotes.delete', 'Presupuestos', 'Archivar presupuestos'),
  ('quotes.export', 'Presupuestos', 'Exportar presupuestos'),
  ('quotes.import', 'Presupuestos', 'Importar presupuestos'),
  ('quotes.approve', 'Presupuestos', 'Aprobar precios por debajo del mínimo y términos de crédito más largos'),
  ('quotes.discount_over_limit', 'Presupuestos', 'Aprobar descuentos mayores que el límite del rol');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.name FROM roles r
JOIN (VALUES
  ('admin', '{view_own,view_team,view_all,create,update_own,update_all,delete,export,import,approve,discount_over_limit}'::text[]),
  ('sales_manager', '{view_own,view_team,view_all,create,update_own,update_all,delete,export,import,approve,discount_over_limit}'),
  ('general_manager', '{view_all,export,approve,discount_over_limit}'),
  ('auditor', '{view_all,export}'),
  ('sales_rep', '{view_own,create,update_own}'),
  ('sales_assistant', '{view_all,create,update_all,export,import}'),
  ('planner', '{view_all,create,update_all,export,import}'),
  ('billing', '{view_all}'),
  ('collections', '{view_all}'),
  ('finance', '{view_all}')) AS grants (role, actions) ON grants.role = r.name
CROSS JOIN LATERAL unnest(grants.actions) AS action
JOIN permissions p ON p.name = 'quotes.' || action;

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check CHECK (kind IN ('credit_proposal', 'quotes'));

-- The limits that the roles start with (domain 6.33), unless the company has set its own. Who sends the quotes of sellers
-- may give as much as they.
INSERT INTO settings (key, value) VALUES ('discount_limits',
  '[{"role": "sales_rep", "pct": "10.0000"}, {"role": "sales_assistant", "pct": "10.0000"}, {"role": "planner", "pct": "10.0000"},
    {"role": "sales_manager", "pct": "25.0000"}, {"role": "general_manager", "pct": "40.0000"}]')
  ON CONFLICT (key) DO NOTHING;

-- Tables -----------------------------------------------------------------------------------------------------------

CREATE TABLE quotes (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number text CHECK (char_length(number) <= 40),
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 160),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'sent', 'accepted', 'rejected', 'expired', 'superseded', 'converted')),
  opportunity_id uuid REFERENCES opportunities ON DELETE RESTRICT,
  client_id uuid NOT NULL REFERENCES clients ON DELETE RESTRICT,
  brand_id uuid REFERENCES brands ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  contact_id uuid REFERENCES contacts ON DELETE RESTRICT,
  owner_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  currency_code text COLLATE "C" NOT NULL DEFAULT 'DOP' CHECK (currency_code IN ('DOP', 'USD', 'EUR', 'MXN', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'COP', 'VES', 'PEN', 'BOB', 'CLP', 'ARS', 'UYU', 'PYG', 'BRL')),
  price_list_id uuid NOT NULL REFERENCES price_lists ON DELETE RESTRICT,
  flight daterange NOT NULL CHECK (NOT isempty(flight)),
  valid_until date,
  budget_amount numeric(18,2) CHECK (budget_amount >= 0),
  billing_plan text COLLATE "C" NOT NULL DEFAULT 'by_consumption' CHECK (billing_plan IN ('by_consumption', 'monthly', 'upfront', 'on_delivery', 'milestones')),
  credit_term_id uuid REFERENCES credit_terms ON DELETE RESTRICT,
  notes text CHECK (char_length(notes) <= 4000),
  agency_commission_pct numeric(7,4) CHECK (agency_commission_pct BETWEEN 0 AND 100),
  commission_mode text COLLATE "C" CHECK (commission_mode IN ('invoice_discount', 'later_settlement')),
  max_discount_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (max_discount_pct BETWEEN 0 AND 100),
  gross numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (gross >= 0),
  net numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (net >= 0),
  agency_discount numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (agency_discount >= 0),
  taxable numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (taxable >= 0),
  tax numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (tax >= 0),
  total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (total >= 0),
  sent_at timestamptz,
  accepted_on date,
  accepted_by text CHECK (char_length(accepted_by) <= 160),
  acceptance_file uuid REFERENCES files ON DELETE RESTRICT,
  rejection_reason text CHECK (char_length(rejection_reason) <= 1000),
  replaced_by_id uuid REFERENCES quotes ON DELETE RESTRICT CHECK (replaced_by_id <> id),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX quotes_by_number ON quotes ((sort_key(number) COLLATE "C"), id) WHERE archived_at IS NULL AND number IS NOT NULL;
CREATE INDEX quotes_by_name ON quotes ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX quotes_by_status ON quotes (status, id) WHERE archived_at IS NULL;
CREATE INDEX quotes_by_valid_until ON quotes (valid_until, id) WHERE archived_at IS NULL AND valid_until IS NOT NULL;
CREATE INDEX quotes_by_sent_at ON quotes (sent_at, id) WHERE archived_at IS NULL AND sent_at IS NOT NULL;
CREATE INDEX quotes_by_accepted_on ON quotes (accepted_on, id) WHERE archived_at IS NULL AND accepted_on IS NOT NULL;
CREATE INDEX quotes_by_created_at ON quotes (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX quotes_by_updated_at ON quotes (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX quotes_status ON quotes (status, created_at, id);
CREATE INDEX quotes_opportunity_id ON quotes (opportunity_id, created_at, id);
CREATE INDEX quotes_client_id ON quotes (client_id, created_at, id);
CREATE INDEX quotes_brand_id ON quotes (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX quotes_agency_id ON quotes (agency_id, created_at, id);
CREATE INDEX quotes_contact_id ON quotes (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX quotes_owner_id ON quotes (owner_id, created_at, id);
CREATE INDEX quotes_company_id ON quotes (company_id, created_at, id);
CREATE INDEX quotes_price_list_id ON quotes (price_list_id, created_at, id);
CREATE INDEX quotes_flight ON quotes USING gist (flight);
CREATE INDEX quotes_credit_term_id ON quotes (credit_term_id) WHERE credit_term_id IS NOT NULL;
CREATE INDEX quotes_total ON quotes (total);
CREATE INDEX quotes_acceptance_file ON quotes (acceptance_file) WHERE acceptance_file IS NOT NULL;
CREATE INDEX quotes_replaced_by_id ON quotes (replaced_by_id) WHERE replaced_by_id IS NOT NULL;

CALL make_searchable('quotes', 'number', 'name');
CALL track('quotes', unnoticed => '{search_text}');
CALL free_when_withdrawn('quotes');
CALL restrict_app('quotes', 'SELECT, INSERT, UPDATE');
CALL guard_owners('quotes', '{owner_id}', 'status', '{rejected,expired,superseded,converted}');

CALL make_document('quotes', 'status', '{sent,accepted,rejected,expired,superseded,converted}', '{owner_id,notes,accepted_on,accepted_by,acceptance_file,rejection_reason,replaced_by_id}');

CREATE TABLE quote_lines (
  id uuid PRIMARY KEY,
  quote_id uuid NOT NULL REFERENCES quotes ON DELETE RESTRICT,
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
  total numeric(18,2) NOT NULL DEFAULT '0.00' CHECK (total >= 0)
);
CREATE INDEX quote_lines_quote_id_position ON quote_lines (quote_id, position, id);
CREATE INDEX quote_lines_inventory_item_id ON quote_lines (inventory_item_id);
CREATE INDEX quote_lines_package_id ON quote_lines (package_id);
CREATE INDEX quote_lines_ad_article_id ON quote_lines (ad_article_id);
CREATE INDEX quote_lines_ad_classification_id ON quote_lines (ad_classification_id);
CREATE INDEX quote_lines_tax_rate_id ON quote_lines (tax_rate_id);
CALL make_lines('quote_lines', 'quotes', 'quote_id', 'status', '{sent,accepted,rejected,expired,superseded,converted}', '{}');
CALL prove_totals('quotes', ARRAY[['gross', 'quote_lines', 'quote_id', 'gross'], ['net', 'quote_lines', 'quote_id', 'net'], ['agency_discount', 'quote_lines', 'quote_id', 'agency_discount'], ['taxable', 'quote_lines', 'quote_id', 'taxable'], ['tax', 'quote_lines', 'quote_id', 'tax'], ['total', 'quote_lines', 'quote_id', 'total']]);

-- Rules over several columns and records ---------------------------------------------------------------------------

-- One row for each version of a number; only the newest one is not replaced.
ALTER TABLE quotes
  ADD CONSTRAINT quotes_version_positive CHECK (version >= 1),
  ADD CONSTRAINT quotes_flight_closed CHECK (NOT lower_inf(flight) AND NOT upper_inf(flight) AND NOT isempty(flight)),
  ADD CONSTRAINT quotes_acceptance_recorded CHECK (
    status NOT IN ('accepted', 'converted') OR (accepted_on IS NOT NULL AND accepted_by IS NOT NULL)),
  ADD CONSTRAINT quotes_accepted_in_time CHECK (accepted_on <= valid_until),
  ADD CONSTRAINT quotes_sent_recorded CHECK (status = 'draft' OR (sent_at IS NOT NULL AND valid_until IS NOT NULL));
CREATE UNIQUE INDEX quotes_version_key ON quotes (company_id, number, version) WHERE withdrawn_at IS NULL;
CREATE UNIQUE INDEX quotes_current_key ON quotes (company_id, number)
  WHERE status <> 'superseded' AND withdrawn_at IS NULL;

ALTER TABLE quote_lines
  ADD CONSTRAINT quote_lines_flight_closed CHECK (NOT lower_inf(flight) AND NOT upper_inf(flight) AND NOT isempty(flight)),
  ADD CONSTRAINT quote_lines_bonus_free CHECK (line_kind <> 'bonus' OR net = 0),
  ADD CONSTRAINT quote_lines_document_key UNIQUE (quote_id, id);

-- The states that follow each other (domain 2.4).
CREATE FUNCTION quotes_check_state() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
    ('draft', 'sent'), ('sent', 'accepted'), ('sent', 'rejected'), ('sent', 'expired'), ('accepted', 'converted'),
    ('sent', 'superseded'), ('accepted', 'superseded'), ('rejected', 'superseded'), ('expired', 'superseded')) THEN
    RAISE EXCEPTION 'quote % does not go from % to %', NEW.id, OLD.status, NEW.status
      USING ERRCODE = '23514', CONSTRAINT = 'quotes_state_change', TABLE = 'quotes';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER check_state BEFORE UPDATE OF status ON quotes
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION quotes_check_state();

-- A brand of the client. Deferred, because merging clients moves brands and quotes in separate steps; frozen quotes keep
-- their client.
CREATE FUNCTION quotes_check_brand() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM quotes q JOIN brands b ON b.id = q.brand_id
    WHERE q.id = NEW.id AND q.status = 'draft' AND b.client_id <> q.client_id) THEN
    RAISE EXCEPTION 'the brand of quote % is of another client', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'quotes_brand_of_client', TABLE = 'quotes';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER check_brand AFTER INSERT OR UPDATE OF brand_id, client_id ON quotes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.brand_id IS NOT NULL) EXECUTE FUNCTION quotes_check_brand();

-- Holds of lines ---------------------------------------------------------------------------------------------------

-- A hold may be of a line of a quote. The hold ends by itself; the quote stays.
ALTER TABLE holds
  ADD COLUMN quote_id uuid REFERENCES quotes ON DELETE RESTRICT,
  ADD COLUMN quote_line_id uuid,
  ADD CONSTRAINT holds_quote_line CHECK (quote_line_id IS NULL OR quote_id IS NOT NULL),
  ADD CONSTRAINT holds_quote_line_fkey FOREIGN KEY (quote_id, quote_line_id)
    REFERENCES quote_lines (quote_id, id) ON DELETE SET NULL (quote_line_id);
CREATE INDEX holds_quote_id ON holds (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX holds_quote_line_id ON holds (quote_line_id) WHERE quote_line_id IS NOT NULL;
CREATE UNIQUE INDEX holds_quote_line_active ON holds (quote_line_id) WHERE status = 'active';

-- The client and the agency of a quote stay while spaces are held for them.
CREATE FUNCTION quotes_check_parties() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- A merge of clients, and its undo, change the holds too.
  IF coalesce(audit_setting('merging'), '') <> 'on'
    AND EXISTS (SELECT FROM holds WHERE quote_id = NEW.id AND status = 'active' AND expires_at > now()) THEN
    RAISE EXCEPTION 'quote % holds spaces for its client', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'quotes_parties_held', TABLE = 'quotes';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER check_parties BEFORE UPDATE OF client_id, agency_id ON quotes
  FOR EACH ROW WHEN (NEW.client_id IS DISTINCT FROM OLD.client_id OR NEW.agency_id IS DISTINCT FROM OLD.agency_id)
  EXECUTE FUNCTION quotes_check_parties();

-- A line that is held keeps what is held: the command that holds it locks the quote first, as a change of lines does.
CREATE FUNCTION quote_lines_check_held() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM holds WHERE quote_line_id = OLD.id AND status = 'active' AND expires_at > now()) THEN
    RAISE EXCEPTION 'line % is held', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'quote_lines_held', TABLE = 'quote_lines';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

CREATE TRIGGER check_held BEFORE UPDATE ON quote_lines
  FOR EACH ROW WHEN (
    (NEW.line_kind, NEW.inventory_item_id, NEW.flight, NEW.days, NEW.units_per_day, NEW.duration_sec)
    IS DISTINCT FROM (OLD.line_kind, OLD.inventory_item_id, OLD.flight, OLD.days, OLD.units_per_day, OLD.duration_sec))
  EXECUTE FUNCTION quote_lines_check_held();
CREATE TRIGGER check_held_deleted BEFORE DELETE ON quote_lines
  FOR EACH ROW EXECUTE FUNCTION quote_lines_check_held();

-- Values that follow from other records ----------------------------------------------------------------------------

-- How many of the lines with a space are held now.
CREATE FUNCTION hold_state(q quotes) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN count(h.id) = 0 THEN 'none'
    WHEN count(h.id) < count(l.id) THEN 'partial'
    ELSE 'held' END
  FROM quote_lines l LEFT JOIN holds h
    ON h.quote_line_id = l.id AND (h.status = 'converted' OR (h.status = 'active' AND h.expires_at > now()))
  WHERE l.quote_id = q.id AND l.inventory_item_id IS NOT NULL
$$;

-- The largest discount that a role of a user may give without an approval (setting discount_limits).
CREATE FUNCTION discount_limit(of_user uuid) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(max((one ->> 'pct')::numeric), 0)::numeric(7,4)
  FROM settings s CROSS JOIN LATERAL jsonb_array_elements(s.value) AS one
    JOIN roles r ON r.name = one ->> 'role'
    JOIN user_roles u ON u.role_id = r.id AND u.user_id = of_user
  WHERE s.key = 'discount_limits'
$$;

CREATE FUNCTION allowed_discount_pct(q quotes) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT discount_limit(q.owner_id) $$;

-- Whether the credit of the one who pays is held: the agency if the client is billed through it, otherwise the client.
CREATE FUNCTION credit_held(q quotes) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN c.billing_party = 'agency' AND a.id IS NOT NULL THEN a.credit_status ELSE c.credit_status END
    IN ('on_hold', 'blocked')
  FROM clients c LEFT JOIN agencies a ON a.id = q.agency_id WHERE c.id = q.client_id
$$;

-- Days by which the credit term of the quote is longer than the client's; null if it is not.
CREATE FUNCTION term_days_over(q quotes) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT nullif(greatest(t.days - own.days, 0), 0)
  FROM clients c JOIN credit_terms own ON own.id = c.credit_term_id, credit_terms t
  WHERE c.id = q.client_id AND t.id = q.credit_term_id
$$;
