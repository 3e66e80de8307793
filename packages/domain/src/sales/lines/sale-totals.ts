import type { capacityUnits } from '../../catalogues/inventory.ts';
import type { DocumentTotals, Line } from '../../document/document.ts';
import { chosenIn, packagePrice } from '../../inventory/packages/sold-package.ts';
import { type FoundPrice, findPrice } from '../../inventory/prices/find-price.ts';
import {
  discountPct,
  type PriceChain,
  priceChain,
  surchargePct,
} from '../../inventory/prices/price-chain.ts';
import type { DateRange } from '../../kinds/date-range.ts';
import { referenceId } from '../../kinds/reference.ts';
import { divide, max, multiply, round, subtract, sum } from '../../money/arithmetic.ts';
import { sumTotals } from '../../money/document-totals.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { lineTotals, type Totals } from '../../money/line-totals.ts';
import type { Values } from '../../resource/resource.ts';
import { keptOfLines } from './kept-lines.ts';
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
interface ListedPrice {
  readonly unit: SaleUnit;
  readonly quantity: string;
  readonly found: FoundPrice | null;
}

const listedPrice = (line: Line, terms: SaleTerms): ListedPrice => {
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
  const quantities = new Map<SaleUnit, string>();
  // Asked again for each price of the list in the same unit.
  const quantityIn = (unit: SaleUnit): string => {
    const quantity = quantities.get(unit) ?? quantityOf(sold, unit);
    quantities.set(unit, quantity);
    return quantity;
  };
  const found = findPrice(
    {
      inventoryItemId: referenceId(line.inventory_item_id),
      adArticleId,
      inventoryCategoryId: space?.inventory_category_id ?? null,
      // A price is given from a quantity on in its own unit, such as four fortnights.
      quantity: quantityIn,
    },
    terms.prices,
  );
  const unit = found?.unit ?? usual;
  return { unit, quantity: quantityIn(unit), found };
};

const keepListed = keptOfLines<ListedPrice>();

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

/** The price of a line before discounts, and how it comes about. */
export interface PricedLine {
  readonly unit: SaleUnit;
  readonly quantity: string;
  readonly found: FoundPrice | null;
  /** Of the list or the package; null without one. */
  readonly listPrice: string | null;
  /** What was agreed instead; null if nothing was, and of a bonus. */
  readonly agreedPrice: string | null;
  readonly chain: PriceChain;
}

/** Prices a line: its list price, and the surcharges and discounts of the list. @param documentGross null: not known */
export const priceLine = (line: Line, terms: SaleTerms, documentGross: string | null): PricedLine => {
  const { unit, quantity, found } = keepListed(terms, '', (one) => listedPrice(one, terms))(line);
  const packageId = line.line_kind === 'package' ? referenceId(line.package_id) : null;
  const listPrice = packageId === null ? (found?.unit_price ?? null) : priceOfPackage(line, packageId, terms);
  const agreedPrice = line.line_kind === 'bonus' ? null : textOf(line.agreed_price);
  const space = terms.items[referenceId(line.inventory_item_id) ?? ''];
  const adArticleId = referenceId(line.ad_article_id) ?? space?.ad_article_id ?? null;
  const article = terms.articles[adArticleId ?? ''];
  const chain = priceChain(agreedPrice ?? listPrice ?? '0', packageId === null ? terms.rules : [], {
    platformId: space?.platform_id ?? article?.platform_id ?? null,
    inventoryCategoryId: space?.inventory_category_id ?? null,
    adArticleId,
    clientTypeId: terms.client_type_id,
    hasAgency: terms.has_agency,
    isPrime: space?.is_prime ?? false,
    durationSec: (line.duration_sec as number | null | undefined) ?? article?.duration_sec ?? null,
    quantity,
    flight: (line.flight as DateRange | null) ?? null,
    days: daysOf(line, space?.days ?? null),
    chosen: (line.conditions as readonly string[] | null | undefined) ?? [],
    takesAutomatic: agreedPrice === null,
    documentGross,
  });
  return { unit, quantity, found, listPrice, agreedPrice, chain };
};

/** The calculated values of a sale line, and what its document needs of it. */
export interface SaleLineTotals {
  /** How its price comes about. */
  readonly priced: PricedLine;
  readonly values: Values;
  readonly totals: Totals;
  /** Percent below the list price that the seller gives, of price and discounts together; null for a bonus. */
  readonly given_pct: string | null;
}

/** Percent by which the price after the seller's discounts is below the list price; 0 if it is above. */
const givenPct = (listPrice: string | null, price: string, left: string): string => {
  if (listPrice === null || compareDecimals(listPrice, '0') === 0)
    return round(multiply(subtract('1', left), '100'), 4);
  const paid = multiply(price, left);
  return max('0.0000', divide(multiply(subtract(listPrice, paid), '100'), listPrice, 4));
};

/**
 * Calculates one line: quantity in the unit of its price, list price with its source, surcharges and discounts of the
 * list, tax and amounts.
 *
 * A line with an agreed price is calculated with it instead of the list price, and without the surcharges and discounts
 * that nobody chose. A bonus has a discount of 100 %. A line without any price has amounts of zero.
 */
export function saleLineTotals(
  line: Line,
  terms: SaleTerms,
  currency: string,
  documentGross: string | null = terms.volume_gross ?? null,
): SaleLineTotals {
  const priced = priceLine(line, terms, documentGross);
  const { unit, quantity, found, listPrice, agreedPrice, chain } = priced;
  const isPackage = line.line_kind === 'package';
  const isBonus = line.line_kind === 'bonus';
  const price = agreedPrice ?? listPrice ?? '0';
  const ownLeft = subtract('1', fraction(isBonus ? '100' : textOf(line.discount_pct)));
  const article =
    referenceId(line.ad_article_id) ?? terms.items[referenceId(line.inventory_item_id) ?? '']?.ad_article_id;
  const isCommissionable = terms.articles[article ?? '']?.is_commissionable ?? true;
  const tax = terms.taxes[article ?? ''] ?? terms.taxes[''];
  const totals = lineTotals(
    {
      quantity,
      list_price: chain.unitPrice,
      surcharges: [fraction(line.surcharge_pct)],
      discount: subtract('1', multiply(subtract('1', chain.discount), ownLeft)),
      agency_discount_rate: isCommissionable ? fraction(terms.agency_discount_pct) : '0',
      tax_rate: fraction(tax?.pct),
    },
    currency,
  );
  const listed = isPackage ? (listPrice === null ? undefined : 'package') : found?.source;
  return {
    priced,
    values: {
      quantity,
      sale_unit: unit,
      list_price: listPrice,
      floor_price: isPackage ? null : (found?.floor_price ?? null),
      price_source: agreedPrice === null ? (listed ?? null) : 'agreed',
      rules_surcharge_pct: surchargePct(price, chain),
      rules_discount_pct: discountPct(chain),
      tax_rate_id: tax?.tax_rate ?? null,
      tax_pct: tax?.pct ?? '0',
      ...totals,
    },
    totals,
    given_pct: isBonus
      ? null
      : givenPct(listPrice, price, multiply(subtract('1', chain.chosenDiscount), ownLeft)),
  };
}

const keepTotals = keptOfLines<SaleLineTotals>();

/** `saleLineTotals` of lines of one document. What a line costs depends only on which volumes the gross reaches. */
const keptLineTotals = (
  terms: SaleTerms,
  currency: string,
  gross: string | null,
): ((line: Line) => SaleLineTotals) => {
  const isReached = terms.rules.map(
    ({ min_gross }) => min_gross !== null && gross !== null && compareDecimals(gross, min_gross) >= 0,
  );
  return keepTotals(terms, `${currency} ${isReached.join()}`, (line) =>
    saleLineTotals(line, terms, currency, gross),
  );
};

/**
 * The gross by which discounts for volume are given: of all lines of a document that are not bonuses. Null where no rule
 * of the list depends on it.
 */
export const volumeGross = (lines: readonly Line[], terms: SaleTerms, currency: string): string | null => {
  if (terms.volume_gross !== undefined) return terms.volume_gross;
  if (terms.rules.every(({ min_gross }) => min_gross === null)) return null;
  const totalsOf = keptLineTotals(terms, currency, null);
  const paid = lines.filter(({ line_kind }) => line_kind !== 'bonus');
  return sum(paid.map((line) => totalsOf(line).totals.gross));
};

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
  const gross = volumeGross(lines, terms, currency);
  const totalsOf = keptLineTotals(terms, currency, gross);
  const all = lines.map((line) => [line.id, totalsOf(line)] as const);
  const given = all.flatMap(([, { given_pct }]) => given_pct ?? []);
  return {
    header: {
      ...sumTotals(all.map(([, { totals }]) => totals)),
      max_discount_pct: max('0.0000', ...given),
    },
    lines: new Map(all.map(([id, { values }]) => [id, values])),
  };
}
