-- Surcharges and discounts of price lists, and what they do to the lines of a sale.

SELECT set_config('pauta.request', 'migration:0063', true), set_config('pauta.reason', 'Recargos y descuentos', true);

CREATE TABLE price_rules (
  id uuid PRIMARY KEY,
  price_list_id uuid NOT NULL REFERENCES price_lists ON DELETE RESTRICT,
  position text COLLATE "C" NOT NULL,
  code text NOT NULL CHECK (char_length(code) BETWEEN 1 AND 20),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  effect text COLLATE "C" NOT NULL DEFAULT 'surcharge' CHECK (effect IN ('surcharge', 'discount')),
  reason text COLLATE "C" NOT NULL DEFAULT 'position' CHECK (reason IN ('position', 'break', 'schedule', 'season', 'duration', 'exclusivity', 'creative', 'page', 'urgency', 'volume', 'frequency', 'prompt_payment', 'prepaid', 'loyalty', 'agency', 'launch', 'other')),
  applies text COLLATE "C" NOT NULL DEFAULT 'automatic' CHECK (applies IN ('automatic', 'chosen')),
  value_kind text COLLATE "C" NOT NULL DEFAULT 'pct' CHECK (value_kind IN ('pct', 'amount')),
  pct numeric(7,4) CHECK (pct BETWEEN 0 AND 500),
  amount numeric(18,6) CHECK (amount >= 0),
  base text COLLATE "C" NOT NULL DEFAULT 'previous' CHECK (base IN ('previous', 'list')),
  only_best_of text CHECK (char_length(only_best_of) <= 20),
  platform_id uuid REFERENCES platforms ON DELETE RESTRICT,
  inventory_category_id uuid REFERENCES inventory_categories ON DELETE RESTRICT,
  ad_article_id uuid REFERENCES ad_articles ON DELETE RESTRICT,
  client_type_id uuid REFERENCES client_types ON DELETE RESTRICT,
  buyer text COLLATE "C" CHECK (buyer IN ('agency', 'direct')),
  days text[] NOT NULL DEFAULT '{}' CHECK (days <@ ARRAY['1', '2', '3', '4', '5', '6', '7']),
  months text[] NOT NULL DEFAULT '{}' CHECK (months <@ ARRAY['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']),
  dates daterange CHECK (NOT isempty(dates)),
  is_prime boolean NOT NULL DEFAULT false,
  min_duration_sec integer CHECK (min_duration_sec BETWEEN 1 AND 7200),
  max_duration_sec integer CHECK (max_duration_sec BETWEEN 1 AND 7200),
  min_qty numeric(18,2) CHECK (min_qty >= 0),
  min_days integer CHECK (min_days BETWEEN 1 AND 366),
  min_gross numeric(18,2) CHECK (min_gross >= 0),
  CONSTRAINT price_rules_one_value CHECK (CASE value_kind WHEN 'pct' THEN pct IS NOT NULL AND amount IS NULL
    ELSE amount IS NOT NULL AND pct IS NULL AND effect = 'surcharge' END),
  CONSTRAINT price_rules_discount_of_all CHECK (effect = 'surcharge' OR pct <= 100),
  CONSTRAINT price_rules_once UNIQUE (price_list_id, code) DEFERRABLE
);
CREATE INDEX price_rules_price_list_id_position ON price_rules (price_list_id, position, id);
CREATE INDEX price_rules_platform_id ON price_rules (platform_id);
CREATE INDEX price_rules_inventory_category_id ON price_rules (inventory_category_id);
CREATE INDEX price_rules_ad_article_id ON price_rules (ad_article_id);
CREATE INDEX price_rules_client_type_id ON price_rules (client_type_id);
CALL make_lines('price_rules', 'price_lists', 'price_list_id', 'status', '{current,expired}', '{}');

-- Lines of sales: the surcharges and discounts that the seller chose, and what those of the list add and take off.
DO $$
DECLARE
  lines text;
BEGIN
  FOREACH lines IN ARRAY '{quote_lines,contract_lines,order_lines,addendum_lines}'::text[] LOOP
    EXECUTE format($sql$
      ALTER TABLE %I
        ADD COLUMN conditions text[] NOT NULL DEFAULT '{}',
        ADD COLUMN rules_surcharge_pct numeric(18,4) NOT NULL DEFAULT '0.0000',
        ADD COLUMN rules_discount_pct numeric(7,4) NOT NULL DEFAULT '0.0000' CHECK (rules_discount_pct BETWEEN 0 AND 100)
    $sql$, lines);
  END LOOP;
END
$$;

-- As before, with the chosen surcharges and discounts.
CREATE OR REPLACE FUNCTION keep_order_line() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  meta constant text[] := '{billed_quantity,billed_net,row_version,updated_at,updated_by,search_text}';
  of_line uuid[];
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
  of_line := ARRAY(SELECT id FROM quotas WHERE order_line_id = OLD.id ORDER BY id FOR NO KEY UPDATE);
  is_delivered := is_delivered
    OR EXISTS (SELECT FROM placements p WHERE p.quota_id = ANY (of_line) AND p.status = 'aired');
  IF is_delivered AND (
    NEW.status = 'removed'
    OR (NEW.agreed_price, NEW.conditions, NEW.surcharge_pct, NEW.discount_pct, NEW.days, NEW.units_per_day, NEW.units, lower(NEW.flight))
      IS DISTINCT FROM (OLD.agreed_price, OLD.conditions, OLD.surcharge_pct, OLD.discount_pct, OLD.days, OLD.units_per_day, OLD.units, lower(OLD.flight))
    -- Traffic may have moved it out of the flight before.
    OR EXISTS (
      SELECT FROM placements p WHERE p.quota_id = ANY (of_line) AND p.status = 'aired'
        AND OLD.flight @> daterange(p.starts_on, p.ends_on, '[]') AND NOT NEW.flight @> daterange(p.starts_on, p.ends_on, '[]'))) THEN
    RAISE EXCEPTION 'order line % was delivered', OLD.id
      USING ERRCODE = '23514', CONSTRAINT = 'order_lines_delivered', TABLE = 'order_lines';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION apply_addendum_lines(addendum uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE order_lines o SET status = 'removed', addendum_line_id = l.id
  FROM addendum_lines l WHERE l.addendum_id = addendum AND l.op = 'remove' AND o.id = l.order_line_id;

  UPDATE order_lines o SET addendum_line_id = l.id,
    line_kind = l.line_kind, inventory_item_id = l.inventory_item_id, package_id = l.package_id,
    ad_article_id = l.ad_article_id, description = l.description, ad_classification_id = l.ad_classification_id,
    flight = l.flight, days = l.days, units_per_day = l.units_per_day, units = l.units,
    duration_sec = l.duration_sec, agreed_price = l.agreed_price, conditions = l.conditions, surcharge_pct = l.surcharge_pct,
    discount_pct = l.discount_pct, quantity = l.quantity, sale_unit = l.sale_unit, list_price = l.list_price,
    floor_price = l.floor_price, price_source = l.price_source, rules_surcharge_pct = l.rules_surcharge_pct,
    rules_discount_pct = l.rules_discount_pct, tax_rate_id = l.tax_rate_id, tax_pct = l.tax_pct,
    gross = l.gross, net = l.net, agency_discount = l.agency_discount, taxable = l.taxable, tax = l.tax,
    total = l.total
  FROM addendum_lines l WHERE l.addendum_id = addendum AND l.op = 'change' AND o.id = l.order_line_id;

  INSERT INTO order_lines (id, contract_id, addendum_line_id, currency_code,
    line_kind, inventory_item_id, package_id, ad_article_id, description, ad_classification_id, flight, days,
    units_per_day, units, duration_sec, agreed_price, conditions, surcharge_pct, discount_pct, quantity, sale_unit, list_price,
    floor_price, price_source, rules_surcharge_pct, rules_discount_pct, tax_rate_id, tax_pct, gross, net, agency_discount, taxable, tax, total)
  SELECT l.id, a.contract_id, l.id, a.currency_code,
    l.line_kind, l.inventory_item_id, l.package_id, l.ad_article_id, l.description, l.ad_classification_id, l.flight,
    l.days, l.units_per_day, l.units, l.duration_sec, l.agreed_price, l.conditions, l.surcharge_pct, l.discount_pct, l.quantity,
    l.sale_unit, l.list_price, l.floor_price, l.price_source, l.rules_surcharge_pct,
    l.rules_discount_pct, l.tax_rate_id, l.tax_pct, l.gross, l.net,
    l.agency_discount, l.taxable, l.tax, l.total
  FROM addendum_lines l JOIN addenda a ON a.id = l.addendum_id
  WHERE l.addendum_id = addendum AND l.op = 'add' ORDER BY l.position, l.id;
END
$$;
