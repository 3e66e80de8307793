-- The parts of what was sold are looked up without a call for each line: plans with thousands of lines ask for those of a
-- whole year.

SELECT set_config('pauta.request', 'migration:0160', true), set_config('pauta.reason', 'Partes de lo vendido', true);

-- As sold_parts before (0066): to the cent of the currency by the largest remainder. In PL/pgSQL, so that statements that
-- meet no package do not plan it.
CREATE FUNCTION sold_package_parts(o order_lines, whole numeric)
RETURNS TABLE (platform_id uuid, division_id uuid, subdivision_id uuid, inventory_category_id uuid, amount numeric)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY
  WITH sold AS MATERIALIZED (
    SELECT c.package_item_id, c.inventory_item_id,
      CASE WHEN sum(c.share) OVER () > 0 THEN c.share ELSE 1 END AS weight,
      row_number() OVER (ORDER BY c.position, c.package_item_id) AS place
    FROM sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) c
  )
  SELECT coalesce(i.platform_id, t.platform_id), i.division_id, i.subdivision_id, i.inventory_category_id, round(a.part, 2)
  FROM sold s
    JOIN allocated(whole, (SELECT array_agg(weight ORDER BY place) FROM sold), minor_digits(o.currency_code)) a ON a.place = s.place
    LEFT JOIN package_items p ON p.id = s.package_item_id
    LEFT JOIN inventory_items i ON i.id = s.inventory_item_id
    LEFT JOIN ad_articles t ON t.id = CASE WHEN s.package_item_id IS NULL THEN o.ad_article_id ELSE p.ad_article_id END;
END
$$;

-- The whole amount of a line that is no package belongs to its space or article. Written as one SELECT, so that the
-- planner puts it into the statement that calls it.
CREATE OR REPLACE FUNCTION sold_parts(o order_lines, whole numeric)
RETURNS TABLE (platform_id uuid, division_id uuid, subdivision_id uuid, inventory_category_id uuid, amount numeric)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(i.platform_id, t.platform_id), i.division_id, i.subdivision_id, i.inventory_category_id, round(whole, 2)
  FROM (SELECT) one LEFT JOIN inventory_items i ON i.id = o.inventory_item_id LEFT JOIN ad_articles t ON t.id = o.ad_article_id
  WHERE o.package_id IS NULL AND o.components IS NULL
  UNION ALL
  SELECT p.platform_id, p.division_id, p.subdivision_id, p.inventory_category_id, p.amount
  FROM sold_package_parts(o, whole) p WHERE o.package_id IS NOT NULL OR o.components IS NOT NULL
$$;
