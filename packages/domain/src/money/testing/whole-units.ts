// An independent exact calculation in whole numbers of the smallest unit, without big.js, to compare results with.

import fc from 'fast-check';

/** @example asText(-5n, 2) // '-0.05' */
export function asText(units: bigint, digits: number): string {
  const text = `${units < 0n ? -units : units}`.padStart(digits + 1, '0');
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return units < 0n ? `-${whole}` : whole;
}

/** Half-up, away from zero. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const [above, below] = [dividend, divisor].map((one) => (one < 0n ? -one : one)) as [bigint, bigint];
  const size = (2n * above + below) / (2n * below);
  return dividend < 0n === divisor < 0n ? size : -size;
}

/** Cents in the whole range of `numeric(18,2)`, with small and large values equally likely. */
export const anyCents = fc.oneof(
  fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }),
  fc.bigInt({ min: -1000n, max: 1000n }),
);

/** A decimal of up to six digits after the point: its units, their digits, its text. */
export const anyDecimal = fc
  .tuple(anyCents, fc.nat(6))
  .map(([units, digits]) => ({ units, digits, text: asText(units, digits) }));
