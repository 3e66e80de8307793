import { type DistributionMethod, distribute } from '@pauta/domain/crm/target-lists/distribute.ts';
import type { distributionScopes } from '@pauta/domain/crm/target-lists/target-list.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { LockedList } from './accounts.ts';

/** The input of a distribution. */
export interface DistributionRequest {
  readonly method: DistributionMethod;
  readonly scope: keyof typeof distributionScopes;
  readonly sellers: readonly string[];
  /** The number of accounts that the user was shown before. */
  readonly expected: number | null | undefined;
}

/** Open accounts of one seller in the list, before and after. */
export interface SellerShare {
  readonly id: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** Open accounts that they have in other active lists. */
  readonly elsewhere: number;
}

export interface Distribution {
  readonly accounts: number;
  readonly sellers: readonly SellerShare[];
}

/** The input of the command. @throws Problem 422 */
export const distributionOf = ({ method, scope, sellers, expected }: Values): DistributionRequest => {
  const ids = ((sellers ?? []) as readonly Reference[]).map(({ id }) => id);
  if (ids.length === 0 && method !== 'own') throw invalid({ sellers: ['Elija al menos un vendedor.'] });
  return { method, scope, sellers: ids, expected } as DistributionRequest;
};

interface OpenAccount {
  id: string;
  assigned_to_id: string | null;
  own_seller_id: string | null;
  is_pending: boolean;
}

interface Seller {
  id: string;
  name: string;
  active: boolean;
  elsewhere: number;
}

/**
 * Computes a distribution of the accounts of a locked list and locks them.
 *
 * @returns the result, and the new seller of each reassigned account
 * @throws Problem 409, 422
 */
export const planDistribution = async (
  tx: Transaction,
  list: LockedList,
  { method, scope, sellers, expected }: DistributionRequest,
): Promise<Distribution & { readonly given: ReadonlyMap<string, string> }> => {
  const open = await tx.query<OpenAccount>(sql`
    SELECT m.id, m.assigned_to_id, m.state = 'pending' AS is_pending,
      (SELECT u.id FROM clients c JOIN users u ON u.id = c.primary_sales_rep_id
        WHERE c.id = m.client_id AND u.status = 'active') AS own_seller_id
    FROM target_list_members m
    WHERE m.target_list_id = ${list.id}::uuid AND m.archived_at IS NULL AND m.state NOT IN ('won', 'discarded')
    ORDER BY m.score DESC, m.id FOR NO KEY UPDATE OF m`);
  const chosen = open.filter((one) => one.is_pending && (scope === 'pending' || one.assigned_to_id === null));
  if (typeof expected === 'number' && chosen.length !== expected) {
    throw conflict(
      'selection_changed',
      `Ahora son ${formatCount(chosen.length)} cuentas por repartir en lugar de ${formatCount(expected)}. Revise el reparto y confirme de nuevo.`,
      { extra: { count: chosen.length } },
    );
  }
  const people = [
    ...new Set([
      ...sellers,
      ...open.flatMap((one) => [one.assigned_to_id ?? [], one.own_seller_id ?? []].flat()),
    ]),
  ];
  const known = await tx.query<Seller>(sql`
    SELECT u.id, u.full_name AS name, u.status = 'active' AS active,
      (SELECT count(*)::integer FROM target_list_members m
        WHERE m.assigned_to_id = u.id AND m.list_is_live AND m.archived_at IS NULL AND m.state NOT IN ('won', 'discarded')
          AND m.target_list_id <> ${list.id}::uuid) AS elsewhere
    FROM users u WHERE u.id = ANY(${people}::uuid[]) ORDER BY sort_key(u.full_name) COLLATE "C", u.id`);
  const byId = new Map(known.map((one) => [one.id, one]));
  if (!sellers.every((id) => byId.get(id)?.active)) {
    throw invalid({ sellers: ['Uno de los vendedores ya no está activo. Elija otro.'] });
  }
  const orphans = chosen.filter(({ own_seller_id }) => own_seller_id === null).length;
  if (method === 'own' && sellers.length === 0 && orphans > 0) {
    throw invalid({
      sellers: [
        `${formatCount(orphans)} ${orphans === 1 ? 'cuenta no tiene' : 'cuentas no tienen'} vendedor propio. Elija al menos un vendedor para ${orphans === 1 ? 'ella' : 'ellas'}.`,
      ],
    });
  }

  const moving = new Set(chosen.map(({ id }) => id));
  const countBy = (
    accounts: readonly OpenAccount[],
    sellerOf: (one: OpenAccount) => string | null | undefined,
  ) => {
    const counts = new Map<string, number>();
    for (const one of accounts) {
      const seller = sellerOf(one);
      if (seller) counts.set(seller, (counts.get(seller) ?? 0) + 1);
    }
    return counts;
  };
  const staying = countBy(
    open.filter(({ id }) => !moving.has(id)),
    (one) => one.assigned_to_id,
  );
  const given = distribute({
    method,
    accounts: chosen.map(({ id, own_seller_id }) => ({ id, ownSellerId: own_seller_id })),
    sellers,
    loads: Object.fromEntries(known.map(({ id, elsewhere }) => [id, elsewhere + (staying.get(id) ?? 0)])),
  });
  const before = countBy(open, (one) => one.assigned_to_id);
  const after = countBy(open, (one) => given.get(one.id) ?? one.assigned_to_id);
  return {
    accounts: chosen.length,
    sellers: known
      .map(({ id, name, elsewhere }) => ({
        id,
        name,
        before: before.get(id) ?? 0,
        after: after.get(id) ?? 0,
        elsewhere,
      }))
      .filter(({ id, before: had, after: has }) => sellers.includes(id) || had > 0 || has > 0),
    given,
  };
};

/** Reassigns the accounts, in one statement. */
export const handOver = async (tx: Transaction, given: ReadonlyMap<string, string>): Promise<void> => {
  await tx.query(sql`
    UPDATE target_list_members m SET assigned_to_id = g.seller
    FROM unnest(${[...given.keys()]}::uuid[], ${[...given.values()]}::uuid[]) AS g(id, seller)
    WHERE m.id = g.id AND m.assigned_to_id IS DISTINCT FROM g.seller`);
};
