import { round } from './arithmetic.ts';
import { currencies } from './currencies.ts';

/** Digits after the point of every stored amount: `numeric(18,2)`, whatever the currency (domain §0). */
export const amountDigits = 2;

/** ISO 4217 defines no cents for these; all other supported currencies have two decimals. */
const withoutCents: readonly string[] = ['CLP', 'PYG'] satisfies readonly (keyof typeof currencies)[];

/**
 * Digits after the point of the smallest unit of a currency (ISO 4217).
 *
 * @throws RangeError a currency that the product does not have
 * @example minorDigits('DOP') // 2
 */
export function minorDigits(currency: string): number {
  if (!Object.hasOwn(currencies, currency)) throw new RangeError(`unknown currency '${currency}'`);
  return withoutCents.includes(currency) ? 0 : amountDigits;
}

/**
 * An amount in whole units of a currency, half-up, written as amounts are stored: with two decimals.
 *
 * @throws RangeError an unknown currency
 * @example roundTo('1234.565', 'DOP') // '1234.57'
 * @example roundTo('1234.565', 'CLP') // '1235.00'
 */
export const roundTo = (amount: string, currency: string): string =>
  round(round(amount, minorDigits(currency)), amountDigits);
