/**
 * Spreads a quantity over days in proportion to what each can take. Whole units, nothing is lost, and no day gets more
 * than it can take: after any day, what was given so far differs from its exact share by less than one.
 *
 * @param quantity whole units; more than all days can take is cut to that
 * @param rooms what each day can take, whole units ≥ 0
 * @returns the units of each day, in the order of `rooms`
 * @throws RangeError for a negative or fractional number
 * @example distribute(5, [2, 2, 2, 2]) // [1, 1, 1, 2]
 */
export function distribute(quantity: number, rooms: readonly number[]): number[] {
  if (![quantity, ...rooms].every((one) => Number.isSafeInteger(one) && one >= 0)) {
    throw new RangeError('only whole units can be distributed');
  }
  const total = rooms.reduce((sum, room) => sum + BigInt(room), 0n);
  if (total === 0n) return rooms.map(() => 0);
  const wanted = BigInt(quantity) < total ? BigInt(quantity) : total;
  let room = 0n;
  let given = 0n;
  return rooms.map((one) => {
    room += BigInt(one);
    const due = (room * wanted) / total;
    const units = Number(due - given);
    given = due;
    return units;
  });
}

/**
 * Gives a quantity to the first days that can take it.
 *
 * @returns the units of each day, in the order of `rooms`
 * @example fillFirst(3, [2, 2, 2]) // [2, 1, 0]
 */
export function fillFirst(quantity: number, rooms: readonly number[]): number[] {
  let left = quantity;
  return rooms.map((room) => {
    const units = Math.min(room, left);
    left -= units;
    return units;
  });
}
