import { absolute, divide, isZero, multiply, percentOf, round, subtract } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** A part of an opened invoice that has one tax rate. */
export interface OpenedPart {
  readonly net: string;
  readonly tax: string;
  /** Percent. */
  readonly pct: string;
}

/** Invoices round the tax of each line, so their tax differs from that of their whole base. */
const tolerance = '1.00';

/** What is taxed of a whole invoice, and at which rate; null if its tax is more than every rate gives. */
const taxedOf = (
  net: string,
  tax: string,
  rates: readonly string[],
): { readonly net: string; readonly pct: string } | null => {
  const isTaxAt = (pct: string): boolean =>
    compareDecimals(absolute(subtract(round(percentOf(net, pct), 2), tax)), tolerance) <= 0;
  const whole = rates.find(isTaxAt);
  if (whole !== undefined) return { net, pct: whole };
  for (const pct of rates) {
    const taxed = divide(multiply(tax, '100'), pct, 2);
    if (compareDecimals(taxed, net) < 0) return { net: taxed, pct };
  }
  return null;
};

/**
 * What is open of an invoice, by tax rate: what is taxed and what is exempt of its total, each in the proportion that is
 * open. The parts add up to the balance to the cent.
 *
 * @param rates percents that may apply, the usual one first; none is zero
 * @returns null if the tax is more than any rate gives
 * @example
 * splitOpenedInvoice({ total: '118.00', tax: '18.00', balance: '59.00' }, ['18.0000'])
 * // [{ net: '50.00', tax: '9.00', pct: '18.0000' }]
 */
export const splitOpenedInvoice = (
  { total, tax, balance }: { readonly total: string; readonly tax: string; readonly balance: string },
  rates: readonly string[],
): readonly OpenedPart[] | null => {
  if (isZero(tax)) return [{ net: balance, tax: '0.00', pct: '0.0000' }];
  const net = subtract(total, tax);
  const taxed = taxedOf(net, tax, rates);
  if (taxed === null) return null;
  const open = (amount: string): string => divide(multiply(amount, balance), total, 2);
  const openTax = open(tax);
  const openNet = subtract(balance, openTax);
  const openTaxed = compareDecimals(taxed.net, net) === 0 ? openNet : open(taxed.net);
  const exempt = subtract(openNet, openTaxed);
  // A few cents may not be divided: what is left is taxed.
  const isDivided = compareDecimals(exempt, '0') > 0;
  return [
    { net: isDivided ? openTaxed : openNet, tax: openTax, pct: taxed.pct },
    ...(isDivided ? [{ net: exempt, tax: '0.00', pct: '0.0000' }] : []),
  ].filter((part) => !(isZero(part.net) && isZero(part.tax)));
};
