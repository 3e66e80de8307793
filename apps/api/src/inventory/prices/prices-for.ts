import type { Price } from '@pauta/domain/inventory/prices/find-price.ts';
import type { PriceRule } from '@pauta/domain/inventory/prices/price-chain.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** What lines sell: each the id of a space, of an article, or of both. */
export interface PricedTargets {
  readonly inventoryItemId?: string | null | undefined;
  readonly adArticleId?: string | null | undefined;
  readonly inventoryCategoryId?: string | null | undefined;
}

/** The usual article and the category of a space: prices of them apply to it too. */
export interface PricedSpace {
  readonly ad_article_id: string | null;
  readonly inventory_category_id: string;
}

/** The rows of a price list that matter to some lines, for `findPrice`. */
export interface PriceTable {
  /** In the order of the list. */
  readonly prices: readonly Price[];
  /** By id of the space. */
  readonly spaces: Readonly<Record<string, PricedSpace>>;
  /** All surcharges and discounts of the list, in its order, for `priceChain`. */
  readonly rules: readonly PriceRule[];
}

const idsOf = (lines: readonly PricedTargets[], name: keyof PricedTargets): string[] => [
  ...new Set(lines.map((line) => line[name]).filter((id) => typeof id === 'string')),
];

/**
 * Reads the prices that apply to lines, of one price list, in one statement: those of their spaces, articles and
 * categories, and those of the usual article and the category of each space, and its surcharges and discounts. The list is not checked: whether it is
 * current is the caller's rule.
 *
 * @example
 * const { prices, spaces } = await pricesFor(tx, priceListId, lines);
 * const space = spaces[line.inventoryItemId];
 * findPrice({ adArticleId: space?.ad_article_id, inventoryCategoryId: space?.inventory_category_id, ...line }, prices);
 */
export const pricesFor = async (
  database: Queryable,
  priceListId: string,
  lines: readonly PricedTargets[],
): Promise<PriceTable> => {
  const items = idsOf(lines, 'inventoryItemId');
  const articles = idsOf(lines, 'adArticleId');
  const categories = idsOf(lines, 'inventoryCategoryId');
  const row = await database.one<PriceTable>(sql`
    WITH spaces AS (
      SELECT id, ad_article_id, inventory_category_id FROM inventory_items WHERE id = ANY(${items}::uuid[])
    ), found AS (
      SELECT p.id FROM prices p
      WHERE p.price_list_id = ${priceListId}::uuid AND p.inventory_item_id = ANY(${items}::uuid[])
      UNION ALL
      SELECT p.id FROM prices p
      WHERE p.price_list_id = ${priceListId}::uuid AND p.ad_article_id IN (
        SELECT unnest(${articles}::uuid[]) UNION SELECT ad_article_id FROM spaces)
      UNION ALL
      SELECT p.id FROM prices p
      WHERE p.price_list_id = ${priceListId}::uuid AND p.inventory_category_id IN (
        SELECT unnest(${categories}::uuid[]) UNION SELECT inventory_category_id FROM spaces)
    )
    SELECT
      coalesce((
        SELECT json_agg(json_build_object(
          'id', p.id, 'inventory_item_id', p.inventory_item_id, 'ad_article_id', p.ad_article_id,
          'inventory_category_id', p.inventory_category_id, 'unit', p.unit, 'unit_price', p.unit_price::text,
          'floor_price', p.floor_price::text, 'min_qty', p.min_qty::text) ORDER BY p.position, p.id)
        FROM prices p WHERE p.id IN (SELECT id FROM found)), '[]') AS prices,
      coalesce((
        SELECT json_object_agg(s.id, json_build_object(
          'ad_article_id', s.ad_article_id, 'inventory_category_id', s.inventory_category_id))
        FROM spaces s), '{}') AS spaces,
      coalesce((
        SELECT json_agg(json_build_object('code', r.code, 'name', r.name, 'effect', r.effect, 'reason', r.reason,
          'applies', r.applies, 'pct', r.pct::text, 'amount', r.amount::text, 'base', r.base,
          'only_best_of', r.only_best_of, 'platform_id', r.platform_id,
          'inventory_category_id', r.inventory_category_id, 'ad_article_id', r.ad_article_id,
          'client_type_id', r.client_type_id, 'buyer', r.buyer, 'days', r.days, 'months', r.months,
          'dates', CASE WHEN r.dates IS NOT NULL
            THEN json_build_object('from', lower(r.dates), 'to', upper(r.dates) - 1) END,
          'is_prime', r.is_prime, 'min_duration_sec', r.min_duration_sec, 'max_duration_sec', r.max_duration_sec,
          'min_qty', r.min_qty::text, 'min_days', r.min_days, 'min_gross', r.min_gross::text) ORDER BY r.position, r.id)
        FROM price_rules r WHERE r.price_list_id = ${priceListId}::uuid), '[]') AS rules`);
  return row ?? { prices: [], spaces: {}, rules: [] };
};
