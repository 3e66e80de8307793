import { clients } from '@pauta/domain/crm/clients/client.ts';
import { parseQueryText } from '@pauta/domain/resource/query/query.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { loadActor } from '../../admin/users/load-actor.ts';
import { type Database, systemChange, type Transaction } from '../../platform/database/database.ts';
import { conflict, Problem } from '../../platform/http/problem.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { listConditions } from '../../resource/reading/list.ts';
import { selectionLimits } from '../../resource/selection.ts';
import { tableOf } from '../../resource/table.ts';
import {
  addMembers,
  type LockedList,
  planAdditions,
  removeMembers,
  scoreMembers,
  type TakenClient,
} from './accounts.ts';

/** A list with the additional columns for refreshing it. */
export interface DynamicList extends LockedList {
  readonly kind: string;
  readonly criteria: string | null;
  readonly owner_id: string;
}

interface NamedMember {
  readonly id: string;
  readonly title: string;
}

/** The changes that refreshing a dynamic list from its filter makes. */
export interface RefreshPlan {
  /** Clients that match and join. */
  readonly entering: readonly string[];
  /** Members that no longer match and that nobody worked on. */
  readonly leaving: readonly NamedMember[];
  /** Members that no longer match but stay, because somebody worked on them or added them by hand. */
  readonly kept: number;
  /** Matching clients that a user removed from the list. */
  readonly removed: number;
  /** Matching clients that are in another active list. */
  readonly taken: readonly TakenClient[];
}

/** Loads and locks the list. */
export const lockDynamicList = async (tx: Transaction, id: string): Promise<DynamicList> => {
  const list = await tx.one<DynamicList>(sql`
    SELECT id, name, purpose, period::text AS period, status, is_live, kind, criteria, owner_id
    FROM target_lists WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
  if (!list) throw new Error(`the target list ${id} is gone within its own transaction`);
  return list;
};

/** Clients that match the filter, limited to those its owner may currently see. @throws Problem 409 */
const found = async (tx: Transaction, { criteria, owner_id, name }: DynamicList): Promise<string[]> => {
  const owner = await loadActor(tx, owner_id);
  if (!owner) {
    throw conflict('owner_inactive', `El dueño de «${name}» ya no está activo. Cambie el dueño de la lista.`);
  }
  const read = parseQueryText(clients, criteria ?? '');
  if (!read.ok) throw conflict('criteria_invalid', `El filtro de «${name}» ya no se entiende. Elija otro.`);
  const rows = await tx.query<{ id: string }>(sql`
    SELECT t.id FROM clients t WHERE ${listConditions(tableOf(clients), read.query, owner)}
    ORDER BY t.id LIMIT ${raw(String(selectionLimits.rows + 1))}`);
  if (rows.length > selectionLimits.rows) {
    throw conflict(
      'too_many_accounts',
      `El filtro de «${name}» encuentra más de ${formatCount(selectionLimits.rows)} clientes. Acótelo.`,
    );
  }
  return rows.map(({ id }) => id);
};

/** The changes that refreshing the locked list would make. @throws Problem 409 */
export const planRefresh = async (tx: Transaction, list: DynamicList): Promise<RefreshPlan> => {
  const ids = await found(tx, list);
  const { joining, removed, taken } = await planAdditions(tx, list, ids, 'filter');
  const lost = await tx.query<NamedMember & { leaves: boolean }>(sql`
    SELECT id, account_name AS title, state = 'pending' AND origin = 'filter' AS leaves FROM target_list_members
    WHERE target_list_id = ${list.id}::uuid AND archived_at IS NULL AND client_id IS NOT NULL
      AND client_id <> ALL(${ids}::uuid[])
    ORDER BY account_name, id`);
  const leaving = lost.filter(({ leaves }) => leaves).map(({ id, title }) => ({ id, title }));
  return { entering: joining, leaving, kept: lost.length - leaving.length, removed, taken };
};

/** Refreshes the locked list as planned. */
export const refresh = async (
  tx: Transaction,
  list: LockedList,
  { leaving, entering }: RefreshPlan,
): Promise<void> => {
  await removeMembers(
    tx,
    leaving.map(({ id }) => id),
  );
  await addMembers(tx, list, entering, 'filter');
  await scoreMembers(tx, list);
  await tx.query(sql`
    UPDATE target_lists SET refreshed_at = now(), refresh_due_on = business_date() + 1 WHERE id = ${list.id}::uuid`);
};

/** Refreshes one active list that is due; returns false if there is none. */
const refreshOne = (database: Database, log: Pick<FastifyBaseLogger, 'warn'>): Promise<boolean> =>
  database.transaction(systemChange('target-lists', 'Actualización diaria'), async (tx) => {
    const due = await tx.one<{ id: string }>(sql`
      SELECT id FROM target_lists
      WHERE is_live AND coalesce(refresh_due_on, '-infinity') <= business_date()
      ORDER BY refresh_due_on NULLS FIRST, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`);
    if (!due) return false;
    const list = await lockDynamicList(tx, due.id);
    // A list that cannot be refreshed is due again tomorrow, not immediately.
    await tx.query(
      sql`UPDATE target_lists SET refresh_due_on = business_date() + 1 WHERE id = ${list.id}::uuid`,
    );
    if (list.kind !== 'dynamic') {
      await scoreMembers(tx, list);
      return true;
    }
    try {
      await refresh(tx, list, await planRefresh(tx, list));
    } catch (error) {
      // Refusals are thrown before anything is written.
      if (!(error instanceof Problem)) throw error;
      log.warn({ list: list.id, reason: error.code }, 'a target list could not be refreshed');
    }
    return true;
  });

/** Refreshes every active list that is due: its members and its scores. */
export const refreshDueLists = async (
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  while (!isStopped() && (await refreshOne(database, log)));
};

const everyMinute = 60_000;

/** Runs this every minute while the server is running. */
export const refreshListsInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'target lists were not refreshed',
    pause: everyMinute,
    work: async (isStopped) => {
      await refreshDueLists(app.database, app.log, isStopped);
      return undefined;
    },
  });
