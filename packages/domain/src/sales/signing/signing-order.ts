/** The party for which somebody signs. */
export type SigningSide = 'company' | 'client' | 'agency';

/** Orders in which the signers of a document are asked. */
export const signingOrders = {
  together: 'Todos a la vez',
  buyer_first: 'Primero el cliente o la agencia, después la compañía',
  company_first: 'Primero la compañía, después el cliente o la agencia',
  one_by_one: 'Uno por uno: primero el cliente o la agencia, en el orden en que se nombran',
} as const;

export type SigningOrder = keyof typeof signingOrders;

/**
 * The turn of each signer, from 1 on: everybody of a turn may sign once those of the turns before it have signed.
 *
 * @param sides the party of each signer, in the order in which the document names them
 * @example turnsOf('buyer_first', ['company', 'client', 'client']) // [2, 1, 1]
 */
export function turnsOf(order: SigningOrder, sides: readonly SigningSide[]): number[] {
  if (order === 'together') return sides.map(() => 1);
  const isFirst = (side: SigningSide): boolean => (side === 'company') === (order === 'company_first');
  if (order !== 'one_by_one') {
    const hasFirst = sides.some(isFirst);
    return sides.map((side) => (isFirst(side) || !hasFirst ? 1 : 2));
  }
  const queue = [...sides.keys()].sort(
    (a, b) => Number(isFirst(sides[b] ?? 'company')) - Number(isFirst(sides[a] ?? 'company')) || a - b,
  );
  return sides.map((_, index) => queue.indexOf(index) + 1);
}
