import { isZero, max, subtract } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** What is due of a line of a contract. Decimal text. */
export interface DueAmount {
  readonly net: string;
  readonly quantity: string;
}

const least = (one: string, other: string): string => (compareDecimals(one, other) <= 0 ? one : other);

/**
 * Splits what is due of the lines of a contract among the months whose instalments make it due.
 *
 * @param until what is due at the end of each month, by id of the line, in order; the last is all that is due
 * @returns what each month adds, without lines that it does not change; together they are the last of `until`
 * @example
 * splitMonths([
 *   new Map([['a', { net: '10.00', quantity: '1' }]]),
 *   new Map([['a', { net: '30.00', quantity: '3' }]]),
 * ]) // [{ a: 10.00, 1 }, { a: 20.00, 2 }]
 */
export function splitMonths<Id extends string>(
  until: readonly ReadonlyMap<Id, DueAmount>[],
): Map<Id, DueAmount>[] {
  const months: Map<Id, DueAmount>[] = until.map(() => new Map());
  const ids = until.at(-1)?.keys() ?? [];
  for (const id of ids) {
    // Rounding may give a line a cent more one month before: no month takes back from another.
    let [net, quantity] = [until.at(-1)?.get(id)?.net ?? '0.00', until.at(-1)?.get(id)?.quantity ?? '0.0000'];
    for (let place = until.length - 1; place >= 0; place -= 1) {
      const former = place === 0 ? undefined : until[place - 1]?.get(id);
      const before = least(max('0.00', former?.net ?? '0.00'), net);
      const added = subtract(net, before);
      if (isZero(added)) continue;
      // A month without an amount has no quantity either.
      const counted = isZero(before) ? '0.0000' : least(former?.quantity ?? '0.0000', quantity);
      months[place]?.set(id, { net: added, quantity: subtract(quantity, counted) });
      [net, quantity] = [before, counted];
    }
  }
  return months;
}
