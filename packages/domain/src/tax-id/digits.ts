import type { TaxIdVerdict } from './rule.ts';

/**
 * Upper case, without spaces and the usual separators of numbers.
 *
 * @example compactText(' 1-31.24679–6 ') // '131246796'
 */
export const compactText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.,/_·\p{Pd}\p{Cf}\u2212]/gu, '');

export const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** Σ digit × weight; the weights start at the left and repeat. */
export function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits[at]) * (weights[at % weights.length] ?? 0);
  return sum;
}

/** Like {@link weighted}, with weights starting at the right. */
export const weightedFromRight = (digits: string, weights: readonly number[]): number =>
  weighted([...digits].reverse().join(''), weights);

/** Luhn: every second digit from the right is doubled, the sum ends in 0. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const value = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/**
 * The result of checking a number of digits with a fixed length.
 *
 * @param right whether the check digit matches
 */
export function fixedDigits(
  compact: string,
  length: number,
  right: (digits: string) => boolean,
): TaxIdVerdict {
  if (!isDigits(compact)) return 'format';
  if (compact.length !== length) return 'length';
  return right(compact) ? 'ok' : 'check_digit';
}

/**
 * Inserts separators at positions; a negative position counts from the end.
 *
 * @example punctuate('131246796', '-', 1, 3, -1) // '1-31-24679-6'
 */
export function punctuate(compact: string, separator: string, ...positions: readonly number[]): string {
  const at = new Set(positions.map((position) => (position < 0 ? compact.length + position : position)));
  return [...compact]
    .map((letter, index) => (index > 0 && at.has(index) ? separator + letter : letter))
    .join('');
}

/**
 * Groups of three from the right.
 *
 * @example thousands('76123456') // '76.123.456'
 */
export const thousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.');
