-- Columns of the lists of spaces and of price lists: occupancy, price in force, number of prices and their change.

SELECT set_config('pauta.request', 'migration:0070', true), set_config('pauta.reason', 'Columnas de inventario y precios', true);

-- Percent of the next 30 days that is held or sold; null for a space that is closed on all of them. Only days with a
-- counter have something taken, so a space without any costs nothing.
CREATE FUNCTION occupancy_pct(i inventory_items) RETURNS numeric
LANGUAGE sql STABLE AS $$
  WITH period AS MATERIALIZED (SELECT business_date() AS first_day)
  SELECT round(least(100, 100.0 * coalesce((
      SELECT sum(o.held + o.booked) FROM occupancy o
      WHERE o.item_id = i.id AND o.day >= p.first_day AND o.day < p.first_day + 30), 0)
    / nullif((SELECT sum(capacity_on(i, p.first_day + d)) FROM generate_series(0, 29) AS d), 0)), 1)
  FROM period p
$$;

-- The price in force today of one unit of a space, of the general lists, as `component_prices` chooses it.
CREATE FUNCTION usual_price(i inventory_items) RETURNS TABLE (unit text, unit_price numeric, currency_code text)
LANGUAGE sql STABLE AS $$
  SELECT r.unit, r.unit_price, l.currency_code FROM (
    SELECT 1 AS target, r.* FROM prices r WHERE r.inventory_item_id = i.id
    UNION ALL SELECT 2, r.* FROM prices r WHERE r.ad_article_id = i.ad_article_id
    UNION ALL SELECT 3, r.* FROM prices r WHERE r.inventory_category_id = i.inventory_category_id) r
    JOIN price_lists l ON l.id = r.price_list_id
  WHERE l.kind = 'general' AND l.status = 'current' AND l.archived_at IS NULL AND l.valid @> business_date()
    AND r.min_qty <= 1 AND coalesce(l.platform_id = i.platform_id, true)
    AND coalesce(l.company_id = (
      SELECT d.company_id FROM subdivisions s JOIN divisions d ON d.id = s.division_id WHERE s.id = i.subdivision_id), true)
  ORDER BY l.company_id IS NULL, l.platform_id IS NULL, l.id, r.target, r.min_qty DESC, r.position, r.id LIMIT 1
$$;
CREATE FUNCTION usual_price_amount(i inventory_items) RETURNS numeric
LANGUAGE sql STABLE AS $$ SELECT p.unit_price FROM usual_price(i) p $$;
CREATE FUNCTION usual_price_currency(i inventory_items) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT p.currency_code FROM usual_price(i) p $$;
CREATE FUNCTION usual_price_unit(i inventory_items) RETURNS text
LANGUAGE sql STABLE AS $$ SELECT p.unit FROM usual_price(i) p $$;

-- The list that another one follows: the published one of its kind, company, platform and currency that starts last before
-- it; the first of a kind follows the one it was copied from. Copying a draft again and again does not change it.
CREATE FUNCTION list_before(l price_lists) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT o.id FROM price_lists o
  WHERE o.id <> l.id AND o.archived_at IS NULL AND o.currency_code = l.currency_code
    AND (o.id = l.base_list_id OR (o.status IN ('current', 'expired') AND o.kind = l.kind
      AND lower(o.valid) < lower(l.valid) AND o.company_id IS NOT DISTINCT FROM l.company_id
      AND o.platform_id IS NOT DISTINCT FROM l.platform_id))
  ORDER BY o.kind <> l.kind OR o.status = 'draft', lower(o.valid) DESC, o.id DESC LIMIT 1
$$;

-- Prices of two lists for the same target, unit and tier.
CREATE FUNCTION price_pairs(list uuid, before uuid)
RETURNS TABLE (unit_price numeric, floor_price numeric, unit_price_before numeric, floor_price_before numeric)
-- Just after an import nothing is known of the prices yet, and thousands would be compared with thousands one by one.
LANGUAGE sql STABLE SET enable_nestloop = off AS $$
  SELECT p.unit_price, p.floor_price, q.unit_price, q.floor_price
  FROM prices p JOIN prices q ON q.price_list_id = before AND (q.unit, q.min_qty) = (p.unit, p.min_qty)
    AND coalesce(q.inventory_item_id, q.ad_article_id, q.inventory_category_id)
      = coalesce(p.inventory_item_id, p.ad_article_id, p.inventory_category_id)
  WHERE p.price_list_id = list
$$;

CREATE FUNCTION price_count(l price_lists) RETURNS integer
LANGUAGE sql STABLE AS $$ SELECT count(*)::integer FROM prices p WHERE p.price_list_id = l.id $$;

-- By how much its prices differ on average from those of the list before, in percent; null without any in common.
CREATE FUNCTION change_pct(l price_lists) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT round(avg((p.unit_price - p.unit_price_before) * 100 / nullif(p.unit_price_before, 0)), 2)
  FROM price_pairs(l.id, list_before(l)) p
$$;
