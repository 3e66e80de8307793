import type { saleUnits } from '../../catalogues/inventory.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { priceTargets } from './price.ts';

/** Unit in which a price is given. */
export type SaleUnit = keyof typeof saleUnits;

/** A price of a list, as `pricesFor` reads it. */
export interface Price {
  readonly id: string;
  readonly inventory_item_id: string | null;
  readonly ad_article_id: string | null;
  readonly inventory_category_id: string | null;
  readonly unit: SaleUnit;
  /** Decimal text with six decimals, in the currency of the list. */
  readonly unit_price: string;
  readonly floor_price: string | null;
  /** The smallest quantity it applies to; 1 applies to every quantity. */
  readonly min_qty: string;
}

/** What a line sells. A line of a space has also the usual article and the category of that space. */
export interface PricedLine {
  readonly inventoryItemId?: string | null | undefined;
  readonly adArticleId?: string | null | undefined;
  readonly inventoryCategoryId?: string | null | undefined;
  /** Decimal text; where it depends on the unit of the price, the quantity in that unit. */
  readonly quantity: string | ((unit: SaleUnit) => string);
  /** Only prices in this unit; absent: in any. */
  readonly unit?: SaleUnit | undefined;
}

/** The price that applies to a line, and where it comes from. */
export interface FoundPrice {
  readonly price_id: string;
  readonly unit_price: string;
  readonly floor_price: string | null;
  readonly unit: SaleUnit;
  /** What the price is of: the space itself, its article, or its category. */
  readonly source: 'item' | 'article' | 'category';
  /** The smallest quantity that this price applies to. */
  readonly min_qty: string;
}

const sources = {
  inventory_item_id: 'item',
  ad_article_id: 'article',
  inventory_category_id: 'category',
} as const;

const largerOf = (a: string, b: string): string => (compareDecimals(a, b) < 0 ? b : a);

/**
 * Finds the price of a line in a price list: the most specific wins (space, then article, then category); among those
 * of the same target the one with the highest `min_qty` that the quantity reaches; among equal ones the first. Null if
 * the list has none.
 *
 * The article is the one sold in the line. `domain.md` §1.7: "most specific wins", `min_qty` are tiers.
 *
 * @param prices in the order of the list, of `pricesFor`; those of other targets are ignored
 * @example
 * findPrice({ inventoryItemId: breakfastNews, adArticleId: spot30, quantity: '24' }, prices)
 * // { price_id: '…', unit_price: '4500.000000', floor_price: '3200.000000', unit: 'spot', source: 'item', min_qty: '1.00' }
 */
export function findPrice(line: PricedLine, prices: readonly Price[]): FoundPrice | null {
  const ids = {
    inventory_item_id: line.inventoryItemId,
    ad_article_id: line.adArticleId,
    inventory_category_id: line.inventoryCategoryId,
  };
  const { quantity } = line;
  const quantityIn = (unit: SaleUnit): string =>
    largerOf(typeof quantity === 'string' ? quantity : quantity(unit), '1');
  for (const target of priceTargets) {
    const id = ids[target];
    if (!id) continue;
    let best: Price | undefined;
    for (const price of prices) {
      if (price[target] !== id || (line.unit !== undefined && price.unit !== line.unit)) continue;
      if (compareDecimals(price.min_qty, quantityIn(price.unit)) > 0) continue;
      if (!best || compareDecimals(price.min_qty, best.min_qty) > 0) best = price;
    }
    if (best) {
      const { id: price_id, unit_price, floor_price, unit, min_qty } = best;
      return { price_id, unit_price, floor_price, unit, source: sources[target], min_qty };
    }
  }
  return null;
}
