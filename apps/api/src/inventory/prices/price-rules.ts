import type { PriceRule } from '@pauta/domain/inventory/prices/price-chain.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

type RuleRow = Omit<PriceRule, 'dates'> & { readonly dates: string | null };

/** The surcharges and discounts of a price list, in its order, for `priceChain`. */
export const readPriceRules = async (database: Queryable, priceListId: string): Promise<PriceRule[]> => {
  const rows = await database.query<RuleRow>(sql`
    SELECT code, name, effect, reason, applies, pct::text, amount::text, base, only_best_of, platform_id,
      inventory_category_id, ad_article_id, client_type_id, buyer, days, months, dates::text, is_prime,
      min_duration_sec, max_duration_sec, min_qty::text, min_days, min_gross::text
    FROM price_rules WHERE price_list_id = ${priceListId}::uuid ORDER BY position, id`);
  return rows.map((row) => ({ ...row, dates: row.dates === null ? null : rangeFromSql(row.dates) }));
};
