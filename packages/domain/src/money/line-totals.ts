import type Big from 'big.js';
import { readDecimal, writeDecimal } from './decimal.ts';
import { amountDigits, minorDigits } from './minor-unit.ts';

/**
 * The inputs of the amounts of a line of a quote, contract or invoice, as decimal text. Rates are fractions, not
 * percents: 18 % is `0.18`, a `percent` field × `0.01`.
 */
export interface LineTerms {
  /** Negative in a line that reverses another. */
  readonly quantity: string;
  /** Price of one unit, before tax; up to six decimals. */
  readonly list_price: string;
  /** Compounded: two of `0.20` make 44 %. `[]` for none. */
  readonly surcharges: readonly string[];
  /** 0–1; `1` is a bonus line, which uses capacity and costs nothing. */
  readonly discount: string;
  /** 0–1; `0` without an agency, and where its commission is settled separately. */
  readonly agency_discount_rate: string;
  /** 0–1; `0` for an exempt client or line. */
  readonly tax_rate: string;
}

/** Amounts of a line, or of a document as the sums of its lines. */
export interface Totals {
  /** At list price including surcharges. */
  readonly gross: string;
  /** After the discount. */
  readonly net: string;
  readonly agency_discount: string;
  /** Net minus the agency's discount: the tax base. */
  readonly taxable: string;
  readonly tax: string;
  /** Taxable plus tax. */
  readonly total: string;
}

const one = readDecimal('1');

/** A rate above 1 is a percent that was not converted to a fraction: 15 instead of 0.15. */
function fraction(terms: LineTerms, name: 'discount' | 'agency_discount_rate' | 'tax_rate'): Big {
  const rate = readDecimal(terms[name]);
  if (rate.lt('0') || rate.gt(one))
    throw new RangeError(`${name} is a fraction from 0 to 1, not ${terms[name]}`);
  return rate;
}

function surchargeFactor(surcharge: string): Big {
  const factor = one.plus(readDecimal(surcharge));
  if (factor.lt('0')) throw new RangeError(`a surcharge of ${surcharge} turns the price round`);
  return factor;
}

/**
 * Amounts of one line (domain §2.2; `golden-money.json`, rules), each rounded before the next is calculated:
 *
 * - gross = quantity × list_price × Π(1 + surcharge)
 * - net = gross × (1 − discount)
 * - agency_discount = net × rate, taxable = net − agency_discount
 * - tax = taxable × rate, total = taxable + tax
 *
 * A line of the opposite quantity has the opposite amounts. A credit for an issued document copies the stored amounts
 * instead of calculating them again.
 *
 * @throws TypeError for a text that is not a decimal
 * @throws RangeError a rate that is not a fraction, a surcharge below -1, an unknown currency
 * @example
 * lineTotals(
 *   { quantity: '7', list_price: '1234.56', surcharges: [], discount: '0.125', agency_discount_rate: '0.15',
 *     tax_rate: '0.18' },
 *   'DOP',
 * ) // gross 8641.92, net 7561.68, agency_discount 1134.25, taxable 6427.43, tax 1156.94, total 7584.37
 */
export function lineTotals(terms: LineTerms, currency: string): Totals {
  const digits = minorDigits(currency);
  const listed = readDecimal(terms.quantity).times(readDecimal(terms.list_price));
  const gross = terms.surcharges
    .reduce((price, surcharge) => price.times(surchargeFactor(surcharge)), listed)
    .round(digits);
  const net = gross.times(one.minus(fraction(terms, 'discount'))).round(digits);
  const agencyDiscount = net.times(fraction(terms, 'agency_discount_rate')).round(digits);
  const taxable = net.minus(agencyDiscount);
  const tax = taxable.times(fraction(terms, 'tax_rate')).round(digits);
  return {
    gross: writeDecimal(gross, amountDigits),
    net: writeDecimal(net, amountDigits),
    agency_discount: writeDecimal(agencyDiscount, amountDigits),
    taxable: writeDecimal(taxable, amountDigits),
    tax: writeDecimal(tax, amountDigits),
    total: writeDecimal(taxable.plus(tax), amountDigits),
  };
}
