import { clients } from '@pauta/domain/crm/clients/client.ts';
import { type DistributionMethod, distributionMethods } from '@pauta/domain/crm/target-lists/distribute.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import {
  addMembers,
  type LockedList,
  type MemberAdditions,
  planAdditions,
  readLockedList,
  type TakenClient,
  takenReason,
} from './accounts.ts';
import { type Distribution, distributionOf, handOver, planDistribution } from './distribution.ts';
import { type DynamicList, lockDynamicList, planRefresh, type RefreshPlan, refresh } from './refresh.ts';

/** Maximum number of accounts that a response lists. */
const mostNamed = 100;

const count = { type: 'integer', minimum: 0 } as const;
const named = { type: 'array', description: `Los primeros ${mostNamed}`, items: { type: 'object' } } as const;
const blocked = { blocked: named, blocked_total: count };

const blockedOf = (taken: readonly TakenClient[]) => ({
  blocked: taken
    .slice(0, mostNamed)
    .map((one) => ({ id: one.id, title: one.title, reason: takenReason(one) })),
  blocked_total: taken.length,
});

interface JoinPlan extends MemberAdditions {
  readonly list: LockedList;
  /** Selected clients that the caller may not see, or that are archived. */
  readonly unseen: number;
}

/** Adds selected clients to a list. */
const accounts: CommandHandler<JoinPlan, AnyRecord> = {
  answer: { joining: count, already: count, unseen: count, ...blocked },
  plan: async ({ tx, actor }, record, { ids }) => {
    const selected = ids as readonly string[];
    const list = await readLockedList(tx, record);
    const seen = await tx.query<{ id: string }>(sql`
      SELECT t.id FROM clients t
      WHERE t.id = ANY(${selected}::uuid[]) AND t.archived_at IS NULL AND ${scopeCondition(clients, actor)} ORDER BY t.id`);
    const sorted = await planAdditions(
      tx,
      list,
      seen.map(({ id }) => id),
      'manual',
    );
    return { ...sorted, list, unseen: selected.length - seen.length };
  },
  toAnswer: (_context, { joining, already, unseen, taken }) => ({
    joining: joining.length,
    already,
    unseen,
    ...blockedOf(taken),
  }),
  run: ({ tx }, _record, _input, { list, joining }) => addMembers(tx, list, joining, 'manual'),
};

/** Updates a dynamic list to its filter. */
const refreshing: CommandHandler<RefreshPlan & { readonly list: DynamicList }, AnyRecord> = {
  answer: {
    entering: count,
    entering_named: named,
    leaving: count,
    leaving_named: named,
    kept: count,
    removed: count,
    ...blocked,
  },
  reason: () => 'Actualización desde el filtro',
  plan: async ({ tx }, { id }) => {
    const list = await lockDynamicList(tx, id);
    return { ...(await planRefresh(tx, list)), list };
  },
  toAnswer: async ({ tx }, { entering, leaving, kept, removed, taken }) => ({
    entering: entering.length,
    entering_named: await tx.query(sql`
      SELECT id, trade_name AS title FROM clients WHERE id = ANY(${entering}::uuid[])
      ORDER BY sort_key(trade_name) COLLATE "C", id LIMIT ${mostNamed}`),
    leaving: leaving.length,
    leaving_named: leaving.slice(0, mostNamed),
    kept,
    removed,
    ...blockedOf(taken),
  }),
  run: ({ tx }, _record, _input, plan) => refresh(tx, plan.list, plan),
};

/** Assigns the pending accounts of a list to sellers. */
const distribution: CommandHandler<
  Distribution & { readonly given: ReadonlyMap<string, string> },
  AnyRecord
> = {
  answer: { accounts: count, sellers: { type: 'array', items: { type: 'object' } } },
  reason: ({ method }) =>
    Object.hasOwn(distributionMethods, String(method))
      ? `Reparto: ${distributionMethods[method as DistributionMethod].toLocaleLowerCase('es')}`
      : undefined,
  plan: async ({ tx }, record, input) =>
    planDistribution(tx, await readLockedList(tx, record), distributionOf(input)),
  toAnswer: (_context, { given: _, ...shares }) => shares,
  run: ({ tx }, _record, _input, { given }) => handOver(tx, given),
};

/** Commands on a target list as a whole. */
export const targetListCommands = { accounts, refresh: refreshing, distribution };
