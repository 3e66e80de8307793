import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** A price that a space has or had by a list. */
export interface HistoricPrice {
  readonly list_id: string;
  readonly list: string;
  readonly kind: string;
  readonly status: string;
  readonly currency_code: string;
  /** First and last day of the list. */
  readonly from: string | null;
  readonly to: string | null;
  readonly unit: string;
  readonly unit_price: string;
  readonly floor_price: string | null;
  readonly min_qty: string;
  readonly source: 'item' | 'article' | 'category';
}

/**
 * The prices of a space in all published lists, the newest first: of each list the most specific ones, as `findPrice`
 * chooses them, with their tiers.
 */
export const priceHistory = (database: Queryable, itemId: string): Promise<HistoricPrice[]> =>
  database.query<HistoricPrice>(sql`
    WITH found AS (
      SELECT p.*, CASE WHEN p.inventory_item_id IS NOT NULL THEN 1 WHEN p.ad_article_id IS NOT NULL THEN 2 ELSE 3 END AS rank
      FROM inventory_items i JOIN prices p ON p.inventory_item_id = i.id OR p.ad_article_id = i.ad_article_id
        OR p.inventory_category_id = i.inventory_category_id
      WHERE i.id = ${itemId}::uuid
    ), ranked AS (
      SELECT f.*, min(f.rank) OVER (PARTITION BY f.price_list_id) AS best FROM found f
    )
    SELECT l.id AS list_id, l.name AS list, l.kind, l.status, l.currency_code, lower(l.valid)::text AS "from",
      (upper(l.valid) - 1)::text AS "to", r.unit, r.unit_price::text, r.floor_price::text, r.min_qty::text,
      CASE r.rank WHEN 1 THEN 'item' WHEN 2 THEN 'article' ELSE 'category' END AS source
    FROM ranked r JOIN price_lists l ON l.id = r.price_list_id
    WHERE r.rank = r.best AND l.status IN ('current', 'expired') AND l.archived_at IS NULL
    ORDER BY lower(l.valid) DESC NULLS LAST, l.id, r.unit, r.min_qty
    LIMIT 500`);
