import { allocate } from '../../money/allocate.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { minorDigits, roundTo } from '../../money/minor-unit.ts';

/**
 * Divides the price of a package among its components in proportion to their shares, without losing a cent: what each
 * component earns, for accounting and for a partial cancellation (domain §1.7).
 *
 * @param price decimal text; rounded to the minor units of the currency
 * @param shares `allocation_pct` of each component, decimal text
 * @param currency ISO 4217
 * @returns one amount for each share, in order; null while no share is above zero
 * @example allocatePackage('100000.00', ['50', '30', '20'], 'DOP') // ['50000.00', '30000.00', '20000.00']
 * @example allocatePackage('100.00', ['33.3333', '33.3333', '33.3334'], 'DOP') // ['33.33', '33.33', '33.34']
 */
export const allocatePackage = (
  price: string,
  shares: readonly string[],
  currency: string,
): readonly string[] | null =>
  shares.some((share) => compareDecimals(share, '0') > 0)
    ? allocate(roundTo(price, currency), shares, minorDigits(currency))
    : null;
