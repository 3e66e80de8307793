import { add, isZero, multiply, round, subtract } from '../../../money/arithmetic.ts';
import { compareDecimals } from '../../../money/exact-decimal.ts';
import type { EcfLine, EcfSource } from './ecf-source.ts';
import type { EcfType } from './ecf-types.ts';

/**
 * How a line is taxed: 1 at 18 %, 2 at 16 %, 3 at zero (exports), 4 exempt.
 *
 * @throws RangeError for another rate
 */
export type TaxIndicator = 1 | 2 | 3 | 4;

const indicatorOf = (type: EcfType, taxPct: string): TaxIndicator => {
  const pct = Number(taxPct);
  if (pct === 18) return 1;
  if (pct === 16) return 2;
  if (pct === 0) return type === 46 ? 3 : 4;
  throw new RangeError(`an e-CF has no tax of ${taxPct} %`);
};

/** The amounts of an item in one currency: price × quantity − discount = amount, to the cent. */
export interface ItemAmounts {
  readonly price: string;
  readonly discount: string;
  readonly amount: string;
  readonly tax: string;
}

/** A line as an item of a document. */
export interface EcfItem {
  readonly indicator: TaxIndicator;
  readonly quantity: string;
  /** In DOP. */
  readonly own: ItemAmounts;
  /** In the document's currency, if that is another one. */
  readonly foreign: ItemAmounts | null;
  /** Quantity and price of the line, where the format cannot express them. */
  readonly note: string | null;
  readonly withheld: { readonly tax: string; readonly incomeTax: string } | null;
}

/** Amounts with a quantity and a price that give them exactly; null if the format's decimals do not. */
const exact = (quantity: string, price: string, amount: string, tax: string): ItemAmounts | null => {
  const discount = subtract(round(multiply(quantity, price), 2), amount);
  return compareDecimals(discount, '0') < 0 ? null : { price, discount, amount, tax };
};

const whole = (gross: string, amount: string, tax: string): ItemAmounts => {
  const price = compareDecimals(gross, amount) < 0 ? amount : gross;
  return { price: round(price, 4), discount: subtract(price, amount), amount, tax };
};

const hasDecimals = (value: string, most: number): boolean =>
  new RegExp(`^\\d+(\\.\\d{0,${most}}0*)?$`).test(value);

/**
 * The items of a document. Quantities have two decimals in the format and prices four. Where a line has more, or where
 * converting it leaves its price times its quantity below its amount, the item is of one unit with the price of all, and
 * says so.
 */
export const ecfItems = ({
  type,
  lines,
  foreign,
}: Pick<EcfSource, 'type' | 'lines' | 'foreign'>): EcfItem[] =>
  lines.map((line: EcfLine) => {
    // With the decimals of the rate that the document shows.
    const rate = round(foreign?.rate ?? '1', 4);
    const gross = round(multiply(line.quantity, line.unitPrice), 2);
    // The tax of a converted amount is that of the amount in DOP, as the authority calculates it.
    const taxInDop = foreign
      ? round(multiply(round(multiply(line.amount, rate), 2), multiply(line.taxPct, '0.01')), 2)
      : line.tax;
    const inDop = (amount: string, scale = 2): string => round(multiply(amount, rate), scale);
    const quantity = round(line.quantity, 2);
    const isExpressible =
      hasDecimals(line.quantity, 2) && hasDecimals(line.unitPrice, 4) && !isZero(quantity);
    const own = isExpressible
      ? exact(quantity, inDop(line.unitPrice, 4), inDop(line.amount), taxInDop)
      : null;
    const given =
      isExpressible && foreign ? exact(quantity, round(line.unitPrice, 4), line.amount, line.tax) : null;
    const isWhole = own === null || (foreign !== null && given === null);
    return {
      indicator: indicatorOf(type, line.taxPct),
      quantity: isWhole ? '1.00' : quantity,
      own: isWhole ? whole(inDop(gross), inDop(line.amount), taxInDop) : (own as ItemAmounts),
      foreign: foreign === null ? null : isWhole ? whole(gross, line.amount, line.tax) : given,
      note: isWhole ? `${line.quantity} × ${line.unitPrice}` : null,
      withheld: line.withheld
        ? { tax: inDop(line.withheld.tax), incomeTax: inDop(line.withheld.incomeTax) }
        : null,
    };
  });

/** Sums of a document in one currency. */
export interface EcfTotals {
  /** Taxed amounts and taxes by indicator 1, 2, 3; null where no line has it. */
  readonly taxed: Readonly<Record<1 | 2 | 3, { readonly amount: string; readonly tax: string } | null>>;
  readonly exempt: string | null;
  readonly taxedTotal: string | null;
  readonly taxTotal: string | null;
  readonly total: string;
}

/** The sums of items in DOP or in the document's currency: each is the sum of what its lines say. */
export const ecfTotals = (items: readonly EcfItem[], currency: 'own' | 'foreign'): EcfTotals => {
  const sumOf = (chosen: readonly EcfItem[], name: 'amount' | 'tax'): string =>
    chosen.reduce((sum, item) => add(sum, item[currency]?.[name] ?? '0.00'), '0.00');
  const group = (indicator: TaxIndicator) => {
    const chosen = items.filter((item) => item.indicator === indicator);
    return chosen.length === 0 ? null : { amount: sumOf(chosen, 'amount'), tax: sumOf(chosen, 'tax') };
  };
  const taxed = { 1: group(1), 2: group(2), 3: group(3) };
  const present = Object.values(taxed).filter((one) => one !== null);
  const some = (name: 'amount' | 'tax'): string | null =>
    present.length === 0 ? null : present.reduce((sum, one) => add(sum, one[name]), '0.00');
  const exempt = group(4)?.amount ?? null;
  const taxedTotal = some('amount');
  const taxTotal = some('tax');
  return {
    taxed,
    exempt,
    taxedTotal,
    taxTotal,
    total: [exempt, taxedTotal, taxTotal].reduce<string>((sum, one) => add(sum, one ?? '0.00'), '0.00'),
  };
};
