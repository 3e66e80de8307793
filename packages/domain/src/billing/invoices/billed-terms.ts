import { add, divide, isZero, multiply, round } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { lineTotals } from '../../money/line-totals.ts';

/** A part of a sold line that is billed, with the terms it was sold for. Decimal text. */
export interface BilledPart {
  readonly quantity: string;
  /** The net amount that it has to be, to the cent. */
  readonly net: string;
  /** Price of a unit before surcharges; null without one. */
  readonly price: string | null;
  readonly surcharge_pct: string;
  readonly discount_pct: string;
}

/** Terms of a line of an invoice. */
export interface BilledTerms {
  readonly quantity: string;
  readonly unit_price: string;
  readonly discount_pct: string;
}

/**
 * The terms of the line of an invoice that bills a part of a sold line. The line is calculated to exactly the net amount:
 * with the sold price and discount if they give it, else with the price of a unit that does, else as one unit.
 *
 * @throws nothing for values of stored lines
 * @example
 * billedTerms({ quantity: '3.0000', net: '270.00', price: '100', surcharge_pct: '0', discount_pct: '10' }, 'DOP')
 * // { quantity: '3.0000', unit_price: '100.000000', discount_pct: '10' }
 */
export function billedTerms(part: BilledPart, currency: string): BilledTerms {
  const { quantity, net, price, surcharge_pct, discount_pct } = part;
  const isExact = (terms: BilledTerms): boolean => {
    const { net: calculated } = lineTotals(
      {
        quantity: terms.quantity,
        list_price: terms.unit_price,
        surcharges: [],
        discount: multiply(terms.discount_pct, '0.01'),
        agency_discount_rate: '0',
        tax_rate: '0',
      },
      currency,
    );
    return compareDecimals(calculated, net) === 0;
  };
  if (!isZero(quantity)) {
    const surcharged = round(multiply(price ?? '0', add('1', multiply(surcharge_pct, '0.01'))), 6);
    const sold = { quantity, unit_price: surcharged, discount_pct };
    if (isExact(sold)) return sold;
    const even = { quantity, unit_price: divide(net, quantity, 6), discount_pct: '0.0000' };
    if (isExact(even)) return even;
  }
  return { quantity: '1.0000', unit_price: round(net, 6), discount_pct: '0.0000' };
}
