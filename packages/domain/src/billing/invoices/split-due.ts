import { allocate } from '../../money/allocate.ts';
import { isZero, max, subtract, sum } from '../../money/arithmetic.ts';
import { minorDigits } from '../../money/minor-unit.ts';

/** What one of several payers has of an order line. Decimal text. */
export interface PayerPart {
  /** Percent of the line that they pay. */
  readonly pct: string;
  /** Net that invoices and drafts bill to them already. */
  readonly billed: string;
}

/**
 * Splits what is due of an order line among its payers, so that all their invoices together have the share of each, by
 * largest remainder. What one was billed too much before, the others are billed first. The parts add up to `due`.
 *
 * @param due net, above zero
 * @returns one part for each payer, in order
 * @throws RangeError if `due` is not a whole number of the smallest units of the currency
 * @example splitDue('0.01', [{ pct: '50', billed: '0.01' }, { pct: '50', billed: '0.00' }], 'DOP') // ['0.00', '0.01']
 */
export function splitDue(due: string, payers: readonly PayerPart[], currency: string): string[] {
  const digits = minorDigits(currency);
  const shares = payers.map(({ pct }) => pct);
  const whole = sum([due, ...payers.map(({ billed }) => billed)]);
  const targets = allocate(whole, shares, digits);
  const missing = payers.map(({ billed }, place) => max('0', subtract(targets[place] ?? '0', billed)));
  return allocate(due, missing.every(isZero) ? shares : missing, digits);
}
