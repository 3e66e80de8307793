import { sum } from './arithmetic.ts';
import type { CurrencyAmount } from './currency-amount.ts';

/**
 * Adds up amounts separately for each currency, in the order of their codes.
 *
 * @example sumAmounts([{ currency: 'DOP', amount: '0.10' }, { currency: 'DOP', amount: '0.20' }]) // [{ currency:
 * 'DOP', amount: '0.30' }]
 */
export const sumAmounts = (amounts: readonly CurrencyAmount[]): CurrencyAmount[] =>
  [...Map.groupBy(amounts, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => ({ currency, amount: sum(own.map(({ amount }) => amount)) }));
