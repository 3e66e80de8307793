// Exact decimal arithmetic on text. Each result has the decimals that PostgreSQL's `numeric` would give it, so browser,
// server and SQL produce the same text. Nothing is rounded unless the function's name says so. Anything but a decimal
// text is a TypeError.

import type Big from 'big.js';
import { digitsOf, readDecimal, writeDecimal } from './decimal.ts';
import { compareDecimals } from './exact-decimal.ts';

const widest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, digitsOf(text)), 0);

/**
 * The exact sum, with the decimals of the longer operand.
 *
 * @example add('1234.50', '0.5') // '1235.00'
 */
export const add = (a: string, b: string): string =>
  writeDecimal(readDecimal(a).plus(readDecimal(b)), widest([a, b]));

/**
 * The exact difference, with the decimals of the longer operand.
 *
 * @example subtract('10.00', '10.01') // '-0.01'
 */
export const subtract = (a: string, b: string): string =>
  writeDecimal(readDecimal(a).minus(readDecimal(b)), widest([a, b]));

/**
 * The exact product, with the decimals of both factors added; use `round` to make it an amount.
 *
 * @example multiply('1234.50', '0.18') // '222.2100'
 */
export const multiply = (a: string, b: string): string =>
  writeDecimal(readDecimal(a).times(readDecimal(b)), digitsOf(a) + digitsOf(b));

/**
 * A quotient, rounded half-up to `digits` decimals.
 *
 * @throws RangeError division by zero
 * @example divide('1000.00', '3', 6) // '333.333333': the price of a unit
 */
export function divide(a: string, b: string, digits: number): string {
  const divisor = readDecimal(b);
  if (divisor.eq('0')) throw new RangeError(`${a} is divided by zero`);
  return writeDecimal(readDecimal(a).div(divisor), digits);
}

/**
 * The amount with the opposite sign, such as the credit for a charge.
 *
 * @example negate('0.00') // '0.00'
 */
export const negate = (a: string): string => writeDecimal(readDecimal(a).neg(), digitsOf(a));

/**
 * The amount without its sign.
 *
 * @example absolute('-12.50') // '12.50'
 */
export const absolute = (a: string): string => writeDecimal(readDecimal(a).abs(), digitsOf(a));

const plain = /^(-?(?:0|[1-9]\d*))(?:\.(\d+))?$/;

/** The text with exactly `digits` decimals; null if it has more. Most amounts of a sheet of thousands have no more. */
const extended = (a: string, digits: number): string | null => {
  const [, whole = '', fraction = ''] = plain.exec(a) ?? [];
  if (whole === '' || fraction.length > digits || (a.startsWith('-') && !/[1-9]/.test(a))) return null;
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0')}`;
};

/**
 * Rounds half-up, away from zero, as PostgreSQL's `round(numeric, digits)`.
 *
 * @example round('-0.045', 2) // '-0.05'
 */
export const round = (a: string, digits: number): string =>
  extended(a, digits) ?? writeDecimal(readDecimal(a), digits);

/**
 * The exact percentage of an amount. `percent` has the form of `percent` fields: 18 is 18 %.
 *
 * @example round(percentOf('1234.56', '15'), 2) // '185.18'
 */
export const percentOf = (amount: string, percent: string): string =>
  multiply(multiply(amount, percent), '0.01');

/**
 * The sum of amounts in one currency; `0.00` for none. Use `sumMoney` where currencies may differ.
 *
 * @example sum(['0.10', '0.20', '-0.05']) // '0.25'
 */
export const sum = (all: readonly string[]): string =>
  all.length === 0
    ? '0.00'
    : writeDecimal(
        all.reduce<Big>((total, one) => total.plus(readDecimal(one)), readDecimal('0')),
        widest(all),
      );

/**
 * Whether the value is zero, however it is written.
 *
 * @example isZero('-0.00') // true
 */
export const isZero = (a: string): boolean => readDecimal(a).eq('0');

const extreme = (side: -1 | 1, [first, ...others]: readonly [string, ...string[]]): string => {
  const found = others.reduce((best, one) => (compareDecimals(one, best) === side ? one : best), first);
  return round(found, digitsOf(found));
};

/**
 * The smallest value, as it is written; the first of equal ones.
 *
 * @example min('100.00', '99.5') // '99.5'
 */
export const min = (...all: readonly [string, ...string[]]): string => extreme(-1, all);

/**
 * The largest value, as it is written; the first of equal ones.
 *
 * @example max('0.00', '-12.50') // '0.00'
 */
export const max = (...all: readonly [string, ...string[]]): string => extreme(1, all);
