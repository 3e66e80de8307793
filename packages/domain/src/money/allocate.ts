import { round } from './arithmetic.ts';
import { digitsOf } from './decimal.ts';
import { compareDecimals } from './exact-decimal.ts';
import { amountDigits } from './minor-unit.ts';

/** The number of units of 10^-digits. */
const inUnits = (text: string, digits: number): bigint => BigInt(round(text, digits).replace('.', ''));

const fromUnits = (units: bigint, digits: number): string => {
  const text = `${units < 0n ? -units : units}`.padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  return `${units < 0n ? '-' : ''}${whole}${digits === 0 ? '' : `.${text.slice(-digits)}`}`;
};

/**
 * Splits an amount in proportion to weights without losing a cent: whole cents by largest remainder, ties to the
 * earlier part (`golden-money.json`, rules). A negative amount is split like the positive one; a weight of zero gets
 * nothing. Every part differs from its exact share by less than a cent.
 *
 * @param weights decimals as text, none negative: amounts, percents or days
 * @param digits decimals of the smallest unit: `minorDigits(currency)`; cents by default
 * @returns one part for each weight, in order, with `digits` decimals or, if more, those of the amount
 * @throws RangeError for an amount that is not a whole number of units, a negative weight, or weights that are all zero
 * @example allocate('100.00', ['1', '1', '1']) // ['33.34', '33.33', '33.33']
 */
export function allocate(amount: string, weights: readonly string[], digits = amountDigits): string[] {
  if (compareDecimals(amount, round(amount, digits)) !== 0)
    throw new RangeError(`${amount} has more than ${digits} decimals`);
  const negative = weights.find((weight) => compareDecimals(weight, '0') < 0);
  if (negative !== undefined) throw new RangeError(`the weight ${negative} is negative`);

  const fine = weights.reduce((most, weight) => Math.max(most, digitsOf(weight)), 0);
  const shares = weights.map((weight) => inUnits(weight, fine));
  const whole = shares.reduce((total, share) => total + share, 0n);
  const signed = inUnits(amount, digits);
  if (whole === 0n && signed !== 0n) throw new RangeError(`${amount} is split among no weight`);

  const units = signed < 0n ? -signed : signed;
  const divisor = whole === 0n ? 1n : whole;
  const parts = shares.map((share) => (units * share) / divisor);
  const left = units - parts.reduce((total, part) => total + part, 0n);
  const rest = (index: number): bigint => (units * (shares[index] ?? 0n)) % divisor;
  // The sort is stable: equal remainders stay in the order of the parts.
  const neediest = parts
    .map((_, index) => index)
    .sort((a, b) => (rest(a) > rest(b) ? -1 : rest(a) < rest(b) ? 1 : 0));
  for (const index of neediest.slice(0, Number(left))) parts[index] = (parts[index] ?? 0n) + 1n;

  const written = Math.max(digits, digitsOf(amount));
  return parts.map((part) => round(fromUnits(signed < 0n ? -part : part, digits), written));
}
