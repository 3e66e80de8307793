import { clients } from '@pauta/domain/crm/clients/client.ts';
import { parseQueryText } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import {
  handOver,
  isToHandOver,
  type OwnerChange,
  type PortfolioPart,
  portfolioParts,
} from '../../admin/portfolio/portfolio.ts';
import { takeNumber } from '../../admin/settings/take-number.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { conditionSql, filterCondition } from '../../resource/reading/filter-conditions.ts';
import { searchConditions } from '../../resource/reading/words/search-words.ts';
import { allOf, anyOf } from '../../resource/statement.ts';
import { quoted, tableOf } from '../../resource/table.ts';
import { logTransfer, type Skipped, type TransferOrigin } from './log.ts';

/** The scope of a transfer: parts of a user's records, and which clients: all, listed ones or filtered ones. */
export interface TransferPlan {
  /** `clients.primary_sales_rep_id`, as `keyOf` writes them. */
  readonly parts: readonly string[];
  readonly ids?: readonly string[];
  /** Query parameters of the list of clients. */
  readonly query?: string;
}

/** Identifies a part in requests and responses. */
export const keyOf = ({ resource, field }: Pick<PortfolioPart, 'resource' | 'field'>): string =>
  `${resource.name}.${field}`;

/** Parts that can be transferred: accounts. Managers of users change when a user leaves, or in the team screen. */
export const transferParts: readonly PortfolioPart[] = portfolioParts.filter(
  ({ resource }) => resource.name !== 'users',
);

/** The parts of a plan in the order in which they are moved. @throws Problem 422 */
export const partsOf = ({ parts }: TransferPlan): readonly PortfolioPart[] => {
  const chosen = transferParts.filter((part) => parts.includes(keyOf(part)));
  if (chosen.length === 0 || chosen.length < new Set(parts).size)
    throw invalid({ parts: ['Elija qué se transfiere.'] });
  return chosen;
};

/** Condition on the row `t` of a client: its account is frozen. */
export const isFrozen: Sql = sql`EXISTS (SELECT FROM portfolio_freezes z WHERE z.client_id = t.id AND z.ended_at IS NULL)`;

/** Freezing applies only to the seller of a client. */
export const canBeFrozen = ({ resource, field }: Pick<PortfolioPart, 'resource' | 'field'>): boolean =>
  resource === (clients as Resource) && field === 'primary_sales_rep_id';

/**
 * Condition on the row `t` of a part to be in the scope of the plan. A selection of clients covers only clients. It is
 * the same for everybody, because a scheduled plan is executed without the user who made it.
 *
 * @throws Problem 422 for an invalid query
 */
export const planCondition = ({ resource }: PortfolioPart, { ids, query }: TransferPlan): Sql => {
  if (ids === undefined && query === undefined) return raw('true');
  if (resource !== (clients as Resource)) return raw('false');
  const table = tableOf(resource);
  if (ids !== undefined) return sql`t.id = ANY(${[...ids]}::uuid[])`;
  const parsed = parseQueryText(resource, query ?? '');
  if (!parsed.ok) throw invalid({ query: Object.values(parsed.errors).flat() });
  const { filters, where, q } = parsed.query;
  return allOf([
    raw('t.archived_at IS NULL'),
    ...filters.map((filter) => filterCondition(table, filter, 'system')),
    ...(where ? [conditionSql(table, where, 'system')] : []),
    ...searchConditions(table.searchText, q),
  ]);
};

/**
 * Locks both users of a transfer until the transaction ends, so that neither is deactivated meanwhile.
 *
 * @throws Problem 422 by field
 */
export const lockUsers = async (
  tx: Transaction,
  from: string,
  to: string,
  field = 'to_user_id',
): Promise<void> => {
  const rows = await tx.query<{ id: string; status: string }>(
    sql`SELECT id, status FROM users WHERE id = ANY(${[from, to]}::uuid[]) ORDER BY id FOR SHARE`,
  );
  const of = (id: string) => rows.find((row) => row.id === id);
  if (!of(from)) throw invalid({ from_user_id: ['Elija a una persona de la lista.'] });
  if (from === to) throw invalid({ [field]: ['Elija a otra persona: ya es quien las tiene.'] });
  if (of(to)?.status !== 'active') throw invalid({ [field]: ['Elija a una persona activa.'] });
};

/** Locks everything that the plan can touch, each table in the order of its ids. */
const lockPlanRecords = async (
  tx: Transaction,
  parts: readonly PortfolioPart[],
  plan: TransferPlan,
  from: string,
): Promise<void> => {
  for (const [resource, group] of Map.groupBy(parts, (part) => part.resource)) {
    if (group.length < 2) continue;
    const isHis = anyOf(group.map((part) => isToHandOver(part, from)));
    await tx.query(sql`
      SELECT FROM ${raw(quoted(resource.name))} t
      WHERE ${isHis} AND ${planCondition(group[0] as PortfolioPart, plan)} ORDER BY t.id FOR NO KEY UPDATE`);
  }
};

/** Frozen accounts among those of the plan: they are not moved, and the log says so. */
const readFrozen = (
  database: Queryable,
  part: PortfolioPart,
  plan: TransferPlan,
  from: string,
): Promise<Skipped[]> =>
  database.query<Skipped>(sql`
    SELECT 'clients' AS entity, ${part.field}::text AS field, t.id AS record_id, left(t.trade_name, 200) AS label,
      ${from}::uuid AS before_id, 'La cuenta está congelada.' AS note
    FROM clients t WHERE t.${raw(quoted(part.field))} = ${from}::uuid AND ${planCondition(part, plan)} AND ${isFrozen}
    ORDER BY t.id`);

/** The result of moving records. */
export interface Moved {
  readonly changes: readonly OwnerChange[];
  readonly skipped: readonly Skipped[];
}

/** Moves the records of a plan from one user to another, without logging it yet. */
export const movePlan = async (
  tx: Transaction,
  plan: TransferPlan,
  from: string,
  to: string,
): Promise<Moved> => {
  const parts = partsOf(plan);
  await lockPlanRecords(tx, parts, plan, from);
  const changes: OwnerChange[] = [];
  const skipped: Skipped[] = [];
  for (const part of parts) {
    const only = planCondition(part, plan);
    const canFreeze = canBeFrozen(part);
    const moved = await handOver(tx, part, from, to, canFreeze ? sql`(${only}) AND NOT ${isFrozen}` : only);
    changes.push(...moved.changes);
    if (canFreeze) skipped.push(...(await readFrozen(tx, part, plan, from)));
  }
  return { changes, skipped };
};

const nothingToMove = (skipped: readonly Skipped[]) =>
  conflict(
    'nothing_to_transfer',
    skipped.length > 0
      ? 'No hay nada que transferir: las cuentas elegidas están congeladas.'
      : 'No hay nada que transferir: lo elegido ya no es de esta persona.',
  );

/**
 * Moves accounts from one user to another and logs it, all or nothing.
 *
 * @returns id of the transfer
 * @throws Problem 409 if there is nothing to move, 422 by field
 */
export const executeTransfer = async (
  tx: Transaction,
  given: { origin: TransferOrigin; from: string; to: string; reason: string; plan: TransferPlan },
): Promise<string> => {
  const { origin, from, to, reason, plan } = given;
  await lockUsers(tx, from, to);
  const moved = await movePlan(tx, plan, from, to);
  if (moved.changes.length === 0) throw nothingToMove(moved.skipped);
  return logTransfer(tx, { origin, from, to, reason, ...moved });
};

/** Schedules a transfer for a future day. Nothing is moved before. @returns its id */
export const scheduleTransfer = async (
  tx: Transaction,
  given: {
    origin: TransferOrigin;
    from: string;
    to: string;
    reason: string;
    plan: TransferPlan;
    day: string;
  },
): Promise<string> => {
  const { origin, from, to, reason, plan, day } = given;
  partsOf(plan);
  await lockUsers(tx, from, to);
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO account_transfers (batch_no, status, origin, from_user_id, to_user_id, effective_on, reason, plan)
    VALUES (${await takeNumber(tx, { series: 'transfer' })}, 'scheduled', ${origin}, ${from}, ${to}, ${day}::date, ${reason}, ${JSON.stringify(plan)}::jsonb)
    RETURNING id`);
  if (!row) throw new Error('inserting a transfer answered no row');
  return row.id;
};

/** The share of all clients that a user has, before and after getting `more` of them; in percent. */
export const concentrationOf = async (
  database: Queryable,
  userId: string,
  more: number,
): Promise<{ clients: number; before: number; after: number }> => {
  const row = await database.one<{ all: number; owned: number }>(sql`
    SELECT count(*)::integer AS all, (count(*) FILTER (WHERE primary_sales_rep_id = ${userId}::uuid))::integer AS owned
    FROM clients WHERE archived_at IS NULL`);
  const all = Math.max(1, row?.all ?? 0);
  const owned = row?.owned ?? 0;
  return { clients: owned, before: (owned / all) * 100, after: ((owned + more) / all) * 100 };
};
