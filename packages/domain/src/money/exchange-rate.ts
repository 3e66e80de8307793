import { multiply } from './arithmetic.ts';
import type { CurrencyAmount } from './currency-amount.ts';
import { compareDecimals } from './exact-decimal.ts';
import { roundTo } from './minor-unit.ts';

/** The value of one unit of a currency in another currency on a day. */
export interface ExchangeRate {
  readonly from: string;
  readonly to: string;
  /** Civil day of the rate, `YYYY-MM-DD`. */
  readonly on: string;
  /** `to` for one `from`, as text; stored as `numeric(18,6)`. */
  readonly rate: string;
}

/**
 * Converts an amount: amount × rate, rounded to the smallest unit of the target currency (`golden-money.json`,
 * convert). A rate is never inverted, because that gives another amount than the stored rate of the opposite direction.
 *
 * @throws RangeError an amount that is not in `from`, a rate of zero or less or without a day, unknown `to`
 * @example
 * convert(
 *   { amount: '1000.00', currency: 'USD' },
 *   { from: 'USD', to: 'DOP', on: '2026-03-09', rate: '59.876500' },
 * ) // { amount: '59876.50', currency: 'DOP' }
 */
export function convert(money: CurrencyAmount, { from, to, on, rate }: ExchangeRate): CurrencyAmount {
  if (money.currency !== from)
    throw new RangeError(`an amount in ${money.currency} is converted with a rate of ${from}`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(on)) throw new RangeError(`the rate of ${from} in ${to} has no day`);
  if (compareDecimals(rate, '0') <= 0) throw new RangeError(`the rate of ${from} in ${to} is ${rate}`);
  return { amount: roundTo(multiply(money.amount, rate), to), currency: to };
}
