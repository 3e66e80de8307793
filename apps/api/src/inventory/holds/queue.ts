import sql from 'sql-template-tag';
import { contentChanged } from '../../approval/approvals.ts';
import {
  type Database,
  type Queryable,
  systemChange,
  type Transaction,
} from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type Context, jobContext } from '../../resource/commands/context.ts';
import { availabilityOf } from '../availability/availability.ts';
import { type CapacityCell, endHeldAt, holdCells, lockSpaces } from '../capacity/move-capacity.ts';
import { exclusivityRefusal } from '../exclusivities/exclusivity-reasons.ts';
import { cellsByHold, type HoldRow, lockHoldsAround, lockHoldsBy, readHolds } from './hold-cells.ts';
import { endOfHold } from './hold-ends.ts';
import { promotedNews, tellOwners } from './tell-owners.ts';

/** What changing holds needs of the context of a command, which a job has, too. */
export type Acting = Pick<Context, 'tx' | 'now' | 'server'>;

const refusals = new Set(['no_capacity', 'space_not_on_sale', 'exclusive']);

/**
 * Holds cells for a client until a moment, ISO 8601.
 *
 * @throws Problem 409 `no_capacity`, `space_not_on_sale`, or `exclusive` for another client. The database checks the latter
 *   again, for an exclusivity that is given at the same time
 */
export const holdFor = async (
  tx: Transaction,
  { id, client_id }: Pick<HoldRow, 'id' | 'client_id'>,
  cells: readonly CapacityCell[],
  expiresAt: string,
): Promise<void> => {
  const refusal = await exclusivityRefusal(tx, client_id, cells);
  if (refusal) throw refusal;
  await holdCells(tx, id, cells, expiresAt);
};

/**
 * Takes the cells of a hold from now on.
 *
 * @returns when it ends, ISO 8601; null if there is no room for all of them, the space is closed, or in exclusive for
 *   another client
 */
export const takeCells = async (
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  hold: Pick<HoldRow, 'id' | 'client_id'>,
  cells: readonly CapacityCell[],
): Promise<string | null> => {
  if (cells.length === 0) return null;
  const expiresAt = await endOfHold(tx, now);
  try {
    await holdFor(tx, hold, cells, expiresAt);
  } catch (error) {
    if (error instanceof Problem && refusals.has(error.code)) return null;
    throw error;
  }
  return expiresAt;
};

/** The ends of holds that these waiting ones challenged are as before. Their spaces must be locked. */
export const endChallenges = async (tx: Transaction, holdIds: readonly string[]): Promise<void> => {
  const freed = await tx.query<{ id: string; until: Date }>(sql`
    UPDATE holds SET expires_at = unchallenged_until, challenged_by_id = NULL, unchallenged_until = NULL
    WHERE challenged_by_id = ANY(${holdIds}::uuid[]) AND status = 'active' AND expires_at > now()
    RETURNING id, expires_at AS until`);
  for (const { id, until } of freed) await endHeldAt(tx, [id], new Date(until).toISOString());
};

/**
 * What depended on waiting holds that wait no more: their challenges end, and what was asked for them is void. The spaces
 * of those that they challenged must be locked.
 */
export const endWaiting = async (
  context: Pick<Context, 'tx' | 'server'>,
  holdIds: readonly string[],
): Promise<void> => {
  if (holdIds.length === 0) return;
  const { tx } = context;
  await endChallenges(tx, holdIds);
  const asked = await tx.query<{ record_id: string }>(sql`
    SELECT record_id FROM approvals WHERE kind = 'holds' AND record_id = ANY(${holdIds}::text[]) AND status = 'pending'`);
  for (const { record_id: recordId } of asked)
    await contentChanged(context, { kind: 'holds', recordId, content: null });
};

const byTurn = (a: HoldRow, b: HoldRow): number =>
  Number(a.queued_at) - Number(b.queued_at) || (a.id < b.id ? -1 : 1);

/**
 * Gives the waiting holds of the trees of these spaces their place, in the order of the queue, as far as there is room:
 * each gets all of its days or goes on waiting. Whoever takes capacity for a new hold calls it first, so that nobody
 * overtakes the queue.
 *
 * @param further cells that the transaction takes afterwards, whose spaces are locked together with these
 * @returns ids of the holds that have their place now
 */
export const promoteQueue = async (
  context: Acting,
  itemIds: readonly string[],
  further: readonly CapacityCell[] = [],
): Promise<string[]> => {
  const { tx } = context;
  const queued = [...(await lockHoldsAround(tx, itemIds, ['queued']))].sort(byTurn);
  if (queued.length === 0) return [];
  const challenged = await lockHoldsBy(
    tx,
    sql`h.challenged_by_id = ANY(${queued.map(({ id }) => id)}::uuid[])`,
  );
  const cells = await cellsByHold(tx, [...queued, ...challenged]);
  await lockSpaces(tx, [...[...cells.values()].flat(), ...further]);
  const fits = await availabilityOf(
    tx,
    queued.map(({ id }) => ({ key: id, cells: cells.get(id) ?? [] })),
  );
  const promoted: string[] = [];
  for (const hold of queued) {
    const { id } = hold;
    if (fits.get(id)?.state !== 'available') continue;
    const expiresAt = await takeCells(context, hold, cells.get(id) ?? []);
    if (expiresAt === null) continue;
    await tx.query(sql`
      UPDATE holds SET status = 'active', expires_at = ${expiresAt}::timestamptz WHERE id = ${id}::uuid`);
    promoted.push(id);
  }
  await endWaiting(context, promoted);
  await tellOwners(context, promoted, promotedNews);
  return promoted;
};

interface Waiting {
  readonly root: string;
  readonly id: string;
}

/** Roots of the trees in which a waiting hold fits at this moment; nothing is locked. */
const treesWithRoom = async (database: Queryable): Promise<string[]> => {
  const waiting = await database.query<Waiting>(sql`
    SELECT h.id, i.path[1] AS root FROM holds h JOIN inventory_items i ON i.id = h.inventory_item_id
    WHERE h.status = 'queued' AND h.expires_at > now()`);
  if (waiting.length === 0) return [];
  const ids = waiting.map(({ id }) => id);
  const cells = await cellsByHold(database, await readHolds(database, ids));
  const fits = await availabilityOf(
    database,
    ids.map((id) => ({ key: id, cells: cells.get(id) ?? [] })),
  );
  const trees = waiting.filter(({ id }) => fits.get(id)?.state === 'available').map(({ root }) => root);
  return [...new Set(trees)].sort();
};

/** Gives waiting holds the places that became free. Each tree is a transaction of its own. */
export const promoteQueues = async (
  server: Context['server'],
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const database: Database = server.database;
  for (const root of await treesWithRoom(database)) {
    if (isStopped()) return;
    await database.transaction(
      { ...systemChange('holds', 'Quedó lugar para la siguiente opción'), action: 'promote' },
      (tx) => promoteQueue(jobContext(server, tx), [root]),
    );
  }
};
