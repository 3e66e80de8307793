import { multiply } from './arithmetic.ts';
import type { CurrencyAmount } from './currency-amount.ts';
import { compareDecimals } from './exact-decimal.ts';
import { roundTo } from './minor-unit.ts';

/** What one unit of a currency was worth in another on a day. */
export interface ExchangeRate {
  readonly from: string;
  readonly to: string;
  /** Civil day the rate is of, `YYYY-MM-DD`. */
  readonly on: string;
  /** `to` for one `from`, as text; stored as `numeric(18,6)`. */
  readonly rate: string;
}

/**
 * An amount in another currency: amount × rate, rounded to the smallest unit of the other
 * (`golden-money.json`, convert). A rate is never turned round, which would give another amount than the
 * stored rate of that direction.
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
