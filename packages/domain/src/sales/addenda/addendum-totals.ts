import type { Body, DocumentTotals, Line } from '../../document/document.ts';
import type { SoldPackage } from '../../inventory/packages/sold-package.ts';
import type { Price } from '../../inventory/prices/find-price.ts';
import type { DateRange } from '../../kinds/date-range.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { type Reference, referenceId } from '../../kinds/reference.ts';
import { max, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { linesIn } from '../../resource/lines.ts';
import type { Values } from '../../resource/resource.ts';
import { saleAmounts } from '../lines/sale-line.ts';
import type { SaleTerms } from '../lines/sale-terms.ts';
import { saleLineTotals } from '../lines/sale-totals.ts';

/** What the server looks up for the amounts of an addendum. */
export interface AddendumTerms extends SaleTerms {
  /** The lines of the contract that are in force, by id, in the form of an answer. */
  readonly before: Readonly<Record<string, Values>>;
}

/** A package that is in the contract already: whatever was chosen of it, its price stays. */
const agreedPackage = (price: string | null): SoldPackage => ({
  kind: 'fixed',
  price_mode: 'closed',
  price,
  discount_pct: null,
  min_qty: null,
  components: [],
});

/**
 * The terms of a line that is in the contract already: its list price, its tax and whether its agency earns on it stay those
 * of the signature, whatever the price list and the catalogue say today.
 */
const agreedTerms = (line: Line, before: Values, terms: SaleTerms): SaleTerms => {
  const itemId = referenceId(line.inventory_item_id) ?? '';
  const packageId = referenceId(line.package_id) ?? '';
  const articleId = (referenceId(line.ad_article_id) ?? '') || (terms.items[itemId]?.ad_article_id ?? '');
  const listed =
    before.list_price === null || before.list_price === undefined ? null : String(before.list_price);
  const target = {
    inventory_item_id: itemId || null,
    ad_article_id: itemId ? null : articleId || null,
    inventory_category_id: null,
  };
  const price: Price | null =
    listed === null
      ? null
      : {
          id: '',
          ...target,
          unit: before.sale_unit as Price['unit'],
          unit_price: listed,
          floor_price: (before.floor_price as string | null | undefined) ?? null,
          min_qty: '0',
        };
  const article = terms.articles[articleId];
  const tax = {
    tax_rate: (before.tax_rate_id as Reference | null | undefined) ?? null,
    pct: String(before.tax_pct),
  };
  return {
    ...terms,
    prices: price ? [price] : [],
    packages: packageId ? { [packageId]: agreedPackage(listed) } : {},
    taxes: { '': tax, [articleId]: tax },
    ...(article && {
      articles: {
        ...terms.articles,
        [articleId]: { ...article, is_commissionable: before.is_commissionable !== false },
      },
    }),
  };
};

const none = Object.fromEntries(Object.keys(saleAmounts).map((name) => [name, '0.00']));

const amountsOf = (values: Values | undefined): Values =>
  Object.fromEntries(Object.keys(saleAmounts).map((name) => [name, String(values?.[name] ?? '0.00')]));

const priceNames = ['agreed_price', 'surcharge_pct', 'discount_pct'] as const;

const isSame = (a: unknown, b: unknown): boolean =>
  isEmpty(a) || isEmpty(b) ? isEmpty(a) === isEmpty(b) : compareDecimals(String(a), String(b)) === 0;

/** The surcharges and discounts of the list that were chosen. */
const codesOf = (line: Values | undefined): string =>
  [...((line?.conditions as readonly string[] | null | undefined) ?? [])].sort().join();

/** Fields that are calculated for a line and stored with it. */
const calculated = [
  'quantity',
  'sale_unit',
  'list_price',
  'floor_price',
  'price_source',
  'rules_surcharge_pct',
  'rules_discount_pct',
  'tax_rate_id',
  'tax_pct',
];

interface LineTotals {
  readonly values: Values;
  /** Percent below the list that the addendum gives anew; null if it changes no price. */
  readonly given_pct: string | null;
}

const lineTotals = (line: Line, terms: AddendumTerms, currency: string): LineTotals => {
  const before = terms.before[referenceId(line.order_line_id) ?? ''];
  const was = amountsOf(before);
  const isSold = line.op === 'add' || line.op === 'change';
  const sold = isSold
    ? saleLineTotals(
        line,
        line.op === 'change' && before ? agreedTerms(line, before, terms) : terms,
        currency,
      )
    : null;
  const kept = Object.fromEntries(calculated.map((name) => [name, before?.[name] ?? null]));
  const amounts: Values = sold ? { ...sold.totals } : line.op === 'remove' ? none : was;
  const isRepriced =
    line.op === 'add' ||
    (line.op === 'change' &&
      (priceNames.some((name) => !isSame(line[name], before?.[name])) || codesOf(line) !== codesOf(before)));
  const source =
    sold && line.op === 'change' && sold.values.price_source !== 'agreed' && before?.price_source !== 'agreed'
      ? { price_source: before?.price_source ?? null }
      : {};
  const delta = (name: string): string => subtract(String(amounts[name]), String(was[name]));
  return {
    values: {
      ...(sold ? sold.values : before ? { ...kept, ...amounts } : amounts),
      ...source,
      before_net: was.net,
      before_flight_to: (before?.flight as DateRange | null | undefined)?.to ?? null,
      delta_net: delta('net'),
      delta_taxable: delta('taxable'),
      delta_tax: delta('tax'),
      delta_total: delta('total'),
      is_repriced: isRepriced,
    },
    given_pct: isRepriced ? (sold?.given_pct ?? null) : null,
  };
};

/**
 * The amounts of an addendum: each line as it will be, by how much that differs from the contract in force, and the sums
 * of the differences. A line that stays in the contract keeps the list price and the tax of its signature.
 *
 * @example addendumTotals(addendum, terms).header.delta_total // '1180.00'
 */
export const addendumTotals = (body: Body, terms: AddendumTerms): DocumentTotals => {
  // What was signed, or waits for it, keeps its stored amounts.
  if (body.status !== undefined && body.status !== 'draft') return { header: {}, lines: new Map() };
  const currency = String(body.currency_code);
  const all = linesIn(body, 'lines').map((line) => [line.id, lineTotals(line, terms, currency)] as const);
  const total = (name: string): string => sum(all.map(([, { values }]) => String(values[name])));
  return {
    header: {
      delta_net: total('delta_net'),
      delta_taxable: total('delta_taxable'),
      delta_tax: total('delta_tax'),
      delta_total: total('delta_total'),
      max_discount_pct: max('0.0000', ...all.flatMap(([, { given_pct }]) => given_pct ?? [])),
      scheduled: sum(linesIn(body, 'instalments').map(({ amount }) => String(amount ?? '0'))),
    },
    lines: new Map(all.map(([id, { values }]) => [id, values])),
  };
};
