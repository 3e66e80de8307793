import type { capacityUnits } from '../../catalogues/inventory.ts';
import type { DocumentTotals, Line } from '../../document/document.ts';
import { chosenIn, packagePrice } from '../../inventory/packages/sold-package.ts';
import { type FoundPrice, findPrice } from '../../inventory/prices/find-price.ts';
import type { DateRange } from '../../kinds/date-range.ts';
import { referenceId } from '../../kinds/reference.ts';
import { divide, max, multiply, round, subtract } from '../../money/arithmetic.ts';
import { sumTotals } from '../../money/document-totals.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { lineTotals, type Totals } from '../../money/line-totals.ts';
import type { Values } from '../../resource/resource.ts';
import { quantityOf, type SaleUnit } from './quantity-of.ts';
import type { SaleTerms } from './sale-terms.ts';

const fraction = (percent: unknown): string => multiply(String(percent ?? '0'), '0.01');
const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** The unit in which a space without an article is sold, by its unit of capacity. */
const unitOfSpace: Readonly<Record<keyof typeof capacityUnits, SaleUnit>> = {
  spots: 'spot',
  seconds: 'spot',
  faces: 'face_month',
  impressions: 'cpm',
  sov_pct: 'day',
  modules: 'module',
  column_cm: 'column_cm',
  pages: 'page',
  mentions: 'mention',
  hours: 'hour',
  days: 'day',
};

/** The weekdays of a line on which its space is sold; null is every day. */
const daysOf = (line: Line, ofSpace: readonly string[] | null): readonly string[] | null => {
  const wanted = (line.days as readonly string[] | null | undefined) ?? null;
  return wanted && ofSpace ? wanted.filter((day) => ofSpace.includes(day)) : (wanted ?? ofSpace);
};

/** The price list's answer for a line, with its quantity in the unit of that price. */
const priced = (
  line: Line,
  terms: SaleTerms,
): { readonly unit: SaleUnit; readonly quantity: string; readonly found: FoundPrice | null } => {
  const space = terms.items[referenceId(line.inventory_item_id) ?? ''];
  const adArticleId = referenceId(line.ad_article_id) ?? space?.ad_article_id ?? null;
  const article = terms.articles[adArticleId ?? ''];
  const sold = {
    line_kind: String(line.line_kind),
    flight: (line.flight as DateRange | null) ?? null,
    days: daysOf(line, space?.days ?? null),
    units_per_day: (line.units_per_day as number | null) ?? null,
    units: textOf(line.units),
  };
  const usual = article?.unit ?? (space ? unitOfSpace[space.capacity_unit] : 'unit');
  const quantity = quantityOf(sold, usual);
  const found = findPrice(
    {
      inventoryItemId: referenceId(line.inventory_item_id),
      adArticleId,
      inventoryCategoryId: space?.inventory_category_id ?? null,
      quantity,
    },
    terms.prices,
  );
  return found && found.unit !== usual
    ? { unit: found.unit, quantity: quantityOf(sold, found.unit), found }
    : { unit: usual, quantity, found };
};

/** The price of a package of a line with the components that were chosen; null if it has none. */
const priceOfPackage = (line: Line, packageId: string, terms: SaleTerms): string | null => {
  const pack = terms.packages[packageId];
  if (!pack) return null;
  return packagePrice(pack, chosenIn(line), ({ inventory_item_id, ad_article_id }, quantity) => {
    const space = terms.items[inventory_item_id ?? ''];
    const target = {
      inventoryItemId: inventory_item_id,
      adArticleId: ad_article_id ?? space?.ad_article_id,
      inventoryCategoryId: space?.inventory_category_id,
      quantity,
    };
    return findPrice(target, terms.prices)?.unit_price ?? null;
  });
};

/** The calculated values of a sale line, and what its document needs of it. */
export interface SaleLineTotals {
  readonly values: Values;
  readonly totals: Totals;
  /** Percent below the list price, of price and discount together; null for a bonus, which has no price. */
  readonly given_pct: string | null;
}

/** Percent by which the price after the discount is below the list price; 0 if it is above. */
const givenPct = (listPrice: string | null, price: string, discountPct: string): string => {
  if (listPrice === null || compareDecimals(listPrice, '0') === 0) return round(discountPct, 4);
  const paid = multiply(price, subtract('1', fraction(discountPct)));
  return max('0.0000', divide(multiply(subtract(listPrice, paid), '100'), listPrice, 4));
};

/**
 * Calculates one line: quantity in the unit of its price, list price with its source, tax and amounts.
 *
 * A line with an agreed price is calculated with it instead of the list price. A bonus has a discount of 100 %. A line
 * without any price has amounts of zero.
 */
export function saleLineTotals(line: Line, terms: SaleTerms, currency: string): SaleLineTotals {
  const { unit, quantity, found } = priced(line, terms);
  const packageId = line.line_kind === 'package' ? referenceId(line.package_id) : null;
  const bundled = packageId === null ? null : priceOfPackage(line, packageId, terms);
  const listPrice = packageId === null ? (found?.unit_price ?? null) : bundled;
  const isBonus = line.line_kind === 'bonus';
  const agreed = isBonus ? null : textOf(line.agreed_price);
  const price = agreed ?? listPrice ?? '0';
  const discount = isBonus ? '100' : (textOf(line.discount_pct) ?? '0');
  const article =
    referenceId(line.ad_article_id) ?? terms.items[referenceId(line.inventory_item_id) ?? '']?.ad_article_id;
  const isCommissionable = terms.articles[article ?? '']?.is_commissionable ?? true;
  const tax = terms.taxes[article ?? ''] ?? terms.taxes[''];
  const totals = lineTotals(
    {
      quantity,
      list_price: price,
      surcharges: [fraction(line.surcharge_pct)],
      discount: fraction(discount),
      agency_discount_rate: isCommissionable ? fraction(terms.agency_discount_pct) : '0',
      tax_rate: fraction(tax?.pct),
    },
    currency,
  );
  const listed = packageId === null ? found?.source : bundled === null ? undefined : 'package';
  return {
    values: {
      quantity,
      sale_unit: unit,
      list_price: listPrice,
      floor_price: packageId === null ? (found?.floor_price ?? null) : null,
      price_source: agreed === null ? (listed ?? null) : 'agreed',
      tax_rate_id: tax?.tax_rate ?? null,
      tax_pct: tax?.pct ?? '0',
      ...totals,
    },
    totals,
    given_pct: isBonus ? null : givenPct(listPrice, price, discount),
  };
}

/**
 * Calculates a document of sale lines: each line by `saleLineTotals`, the header as the sums of its lines, and the
 * largest percent given below the list. Pure: the browser and the server calculate the same text.
 *
 * @param lines of one document
 * @param currency of the document, ISO 4217
 * @throws RangeError for a percent outside its range, which the fields refuse first
 * @example saleTotals(linesIn(quote, 'lines'), terms, 'DOP').header // { gross, net, …, max_discount_pct }
 */
export function saleTotals(lines: readonly Line[], terms: SaleTerms, currency: string): DocumentTotals {
  const all = lines.map((line) => [line.id, saleLineTotals(line, terms, currency)] as const);
  const given = all.flatMap(([, { given_pct }]) => given_pct ?? []);
  return {
    header: {
      ...sumTotals(all.map(([, { totals }]) => totals)),
      max_discount_pct: max('0.0000', ...given),
    },
    lines: new Map(all.map(([id, { values }]) => [id, values])),
  };
}
