// Arithmetic on amounts with their currency. Two currencies are never combined without a dated rate (domain §2.2);
// `sumAmounts` gives totals per currency.

import { add, subtract, sum } from './arithmetic.ts';
import type { CurrencyAmount } from './currency-amount.ts';
import { compareDecimals } from './exact-decimal.ts';
import { convert, type ExchangeRate } from './exchange-rate.ts';

function common(a: CurrencyAmount, b: CurrencyAmount): string {
  if (a.currency !== b.currency)
    throw new RangeError(`${a.currency} and ${b.currency} do not meet without a dated rate`);
  return a.currency;
}

/**
 * The sum of two amounts of one currency.
 *
 * @throws RangeError two currencies
 * @example addMoney(a, b) // 1.10 USD and 2.00 USD: { currency: 'USD', amount: '3.10' }
 */
export const addMoney = (a: CurrencyAmount, b: CurrencyAmount): CurrencyAmount => ({
  currency: common(a, b),
  amount: add(a.amount, b.amount),
});

/**
 * The difference of two amounts of one currency.
 *
 * @throws RangeError two currencies
 * @example subtractMoney(a, b) // 1.10 USD less 2.00 USD: { currency: 'USD', amount: '-0.90' }
 */
export const subtractMoney = (a: CurrencyAmount, b: CurrencyAmount): CurrencyAmount => ({
  currency: common(a, b),
  amount: subtract(a.amount, b.amount),
});

/**
 * Order of two amounts of one currency: -1, 0 or 1.
 *
 * @throws RangeError two currencies
 * @example compareMoney({ amount: '9.5', currency: 'USD' }, { amount: '10.00', currency: 'USD' }) // -1
 */
export function compareMoney(a: CurrencyAmount, b: CurrencyAmount): -1 | 0 | 1 {
  common(a, b);
  return compareDecimals(a.amount, b.amount);
}

/**
 * The sum of amounts in one currency. Each amount in another currency is converted and rounded by itself, so that the
 * rows of a list add up to its total.
 *
 * @param rates towards `currency`, one for each other currency
 * @throws RangeError a currency without a rate, or with two
 * @example
 * sumMoney('DOP', [{ amount: '100.00', currency: 'DOP' }, { amount: '1.00', currency: 'USD' }], [
 *   { from: 'USD', to: 'DOP', on: '2026-03-09', rate: '59.876500' },
 * ]) // { amount: '159.88', currency: 'DOP' }
 */
export function sumMoney(
  currency: string,
  all: readonly CurrencyAmount[],
  rates: readonly ExchangeRate[] = [],
): CurrencyAmount {
  const inCurrency = (one: CurrencyAmount): string => {
    if (one.currency === currency) return one.amount;
    const [rate, ...others] = rates.filter(({ from, to }) => from === one.currency && to === currency);
    if (!rate) throw new RangeError(`no dated rate of ${one.currency} in ${currency}`);
    if (others.length > 0) throw new RangeError(`more than one rate of ${one.currency} in ${currency}`);
    return convert(one, rate).amount;
  };
  return { currency, amount: sum(all.map(inCurrency)) };
}
