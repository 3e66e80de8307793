import { allocate } from '../../money/allocate.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** Digits of a share of a package: `allocation_pct` is `numeric(7,4)`. */
const shareDigits = 4;

/**
 * Shares in percent in proportion to weights, which sum to exactly 100: not a ten-thousandth is lost.
 *
 * @param weights decimal text, none negative: amounts, or the same for each
 * @returns one share for each weight, in order; null while no weight is above zero
 * @example spreadShares(['1', '1', '1']) // ['33.3334', '33.3333', '33.3333']
 */
export const spreadShares = (weights: readonly string[]): readonly string[] | null =>
  weights.some((weight) => compareDecimals(weight, '0') > 0) ? allocate('100', weights, shareDigits) : null;
