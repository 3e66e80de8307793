import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { openOpportunity } from '../open-opportunity.ts';
import {
  lockList,
  lockOpenList,
  readLockedList,
  refuseTaken,
  scoreClients,
  scoreProspect,
} from './accounts.ts';
import { targetListCommands } from './commands.ts';

const membersOf = async (tx: Transaction, listId: string): Promise<string[]> => {
  const rows = await tx.query<{ client_id: string }>(sql`
    SELECT client_id FROM target_list_members
    WHERE target_list_id = ${listId}::uuid AND client_id IS NOT NULL AND archived_at IS NULL`);
  return rows.map(({ client_id }) => client_id);
};

const activate: StateChangeHandler = async ({ tx }, record) => {
  await refuseTaken(tx, await readLockedList(tx, record), await membersOf(tx, record.id));
  // Refreshed in the next run, and then every day.
  return { refresh_due_on: null };
};

/** Hooks of target lists (domain §1.2). */
export const targetListHooks: ResourceHooks = {
  beforeUpdate: async ({ tx }, current, values) => {
    if (current.status !== 'active' || !('purpose' in values || 'period' in values)) return undefined;
    const list = await readLockedList(tx, current);
    const purpose = String(values.purpose ?? list.purpose);
    const period = values.period ? rangeToSql(values.period as DateRange) : list.period;
    await refuseTaken(tx, { id: current.id, purpose, period }, await membersOf(tx, current.id));
    return undefined;
  },
  beforeArchive: async (_context, current) => {
    if (current.status === 'active') {
      throw conflict(
        'list_active',
        `La lista «${String(current.name)}» está activa. Ciérrela antes de archivarla.`,
      );
    }
  },
  commands: { activate, ...targetListCommands },
};

/** Checks that an account may be added: the list accepts it, and no other active list has it. */
const place = async (tx: Transaction, values: Values): Promise<Values> => {
  const list = await lockOpenList(tx, referenceId(values.target_list_id) ?? '');
  const clientId = referenceId(values.client_id);
  if (clientId !== null && list.is_live) await refuseTaken(tx, list, [clientId]);
  const scored =
    clientId === null
      ? scoreProspect(list.purpose, typeof values.prospect_tax_id === 'string')
      : (await scoreClients(tx, list.purpose, [clientId])).get(clientId);
  return { score: scored?.score ?? 0, score_reasons: scored?.reasons ?? [] };
};

const requireActiveList = async (tx: Transaction, record: AnyRecord): Promise<void> => {
  const list = await lockList(tx, referenceId(record.target_list_id) ?? '');
  if (list?.is_live) return;
  throw conflict(
    'list_not_active',
    `La lista «${list?.name ?? ''}» no está activa. Actívela para trabajar sus cuentas.`,
  );
};

/** Working on an account records the time, and assigns it to the actor if it has no owner. */
const work =
  (more: (input: Values) => Values = () => ({})): StateChangeHandler =>
  async ({ tx, actor }, record, input) => {
    await requireActiveList(tx, record);
    return {
      last_activity_at: new Date().toISOString(),
      ...(referenceId(record.assigned_to_id) === null && { assigned_to_id: actor.userId }),
      ...more(input),
    };
  };

/** An account that became an opportunity. The opportunity belongs to whoever works on the account. */
const openFromAccount: StateChangeHandler = async (context, record, input) => {
  const change = (await work()(context, record, input)) ?? {};
  const opportunity = await openOpportunity(context, {
    ...input,
    client_id: referenceId(record.client_id),
    owner_id: referenceId(record.assigned_to_id) ?? context.actor.userId,
  });
  return { ...change, opportunity_id: opportunity };
};

/** Hooks of the accounts of target lists. */
export const targetListMemberHooks: ResourceHooks = {
  beforeCreate: ({ tx }, values) => place(tx, values),
  beforeUpdate: async ({ tx }, current, values) => {
    const moves = ['target_list_id', 'client_id', 'prospect_tax_id'].some((name) => name in values);
    return moves ? place(tx, { ...current, ...values }) : undefined;
  },
  commands: {
    contact: work(),
    meet: work(),
    propose: work(),
    open_opportunity: openFromAccount,
    win: work(({ amount }) => ({ won_amount: amount })),
    discard: work(({ reason }) => ({ discard_reason: reason })),
    retake: work(() => ({ discard_reason: null, won_amount: null })),
  },
  events: { follow_up: 'Seguimiento terminado' },
};
