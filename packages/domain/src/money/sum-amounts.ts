import type { CurrencyAmount } from './currency-amount.ts';

const places = 2;

const inCents = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
};

/**
 * Adds up amounts of two decimals, each currency for itself, in the order of their codes.
 *
 * @example sumAmounts([{ currency: 'DOP', amount: '0.10' }, { currency: 'DOP', amount: '0.20' }]) // [{ currency: 'DOP', amount: '0.30' }]
 */
export const sumAmounts = (amounts: readonly CurrencyAmount[]): CurrencyAmount[] =>
  [...Map.groupBy(amounts, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => {
      const cents = own.reduce((sum, { amount }) => sum + inCents(amount), 0n);
      const digits = (cents < 0n ? -cents : cents).toString().padStart(places + 1, '0');
      const sign = cents < 0n ? '-' : '';
      return { currency, amount: `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}` };
    });
