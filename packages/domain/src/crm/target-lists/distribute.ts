/** How accounts are distributed among sellers. */
export const distributionMethods = {
  equal: 'En partes iguales',
  load: 'Según la carga actual',
  own: 'A su propio vendedor',
} as const;

export type DistributionMethod = keyof typeof distributionMethods;

/** An account to distribute. The list is sorted by score, best first. */
export interface Distributable {
  readonly id: string;
  /** Seller of the client; null for a prospect. */
  readonly ownSellerId: string | null;
}

export interface DistributionOrder {
  readonly method: DistributionMethod;
  readonly accounts: readonly Distributable[];
  /** The participating sellers; with `own`, those who get accounts without a seller of their own. */
  readonly sellers: readonly string[];
  /** Number of open accounts of each seller in other lists, without those to distribute. */
  readonly loads: Readonly<Record<string, number>>;
}

/**
 * Assigns every account to a seller. `equal` assigns them in turn, best accounts first, so that the numbers differ by
 * one at most; `load` assigns each account to the seller with the fewest open ones at that moment; `own` keeps each
 * with the seller of its client, and distributes those without one.
 *
 * @returns the seller of every account, if there is any seller
 */
export function distribute({
  method,
  accounts,
  sellers,
  loads,
}: DistributionOrder): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const count = new Map(sellers.map((seller) => [seller, method === 'load' ? (loads[seller] ?? 0) : 0]));
  const give = (account: string): void => {
    let chosen: string | undefined;
    for (const seller of sellers) {
      if (chosen === undefined || (count.get(seller) ?? 0) < (count.get(chosen) ?? 0)) chosen = seller;
    }
    if (chosen === undefined) return;
    count.set(chosen, (count.get(chosen) ?? 0) + 1);
    given.set(account, chosen);
  };
  for (const { id, ownSellerId } of accounts) {
    if (method === 'own' && ownSellerId !== null) given.set(id, ownSellerId);
    else give(id);
  }
  return given;
}
