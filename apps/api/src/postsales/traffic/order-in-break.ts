import { positionsAt } from '@pauta/domain/document/position.ts';
import { conflictsIn, isSeparation } from '@pauta/domain/postsales/traffic/conflicts.ts';
import type { TrafficDay, TrafficUnit } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import { holds } from '../../platform/access.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { Context } from '../../resource/commands/context.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { readTrafficDay, readUnit } from './read-day.ts';

/** The place of a spot in its break; nulls outside of a break. */
export interface Ordered {
  readonly position: string | null;
  readonly separation_reason: string | null;
}

interface Wish {
  readonly itemId: string;
  readonly day: string;
  /** The spot before which it is wanted; null: last. */
  readonly before?: string | null;
  /** Why it may be nearer to others than the settings say. */
  readonly reason?: string | null;
}

const unordered: Ordered = { position: null, separation_reason: null };

const notAllowed: Reason = {
  code: 'override_not_allowed',
  text: 'No puede colocar sin la separación. Pídalo a quien dirige el tráfico, o elija otro corte.',
};

/**
 * The day of the station of a break, with the station locked: nobody else orders spots there until the transaction ends.
 * Null for a space that is no break. Call it after the capacity has moved, because spaces are locked before stations.
 */
export const lockedDay = async (
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  itemId: string,
  day: string,
): Promise<TrafficDay | null> => {
  const item = await tx.one<{ station: string }>(sql`
    SELECT subdivision_id AS station FROM inventory_items WHERE id = ${itemId}::uuid AND airs_at IS NOT NULL`);
  if (!item) return null;
  await tx.query(sql`SELECT lock_station(${item.station}::uuid)`);
  return readTrafficDay(tx, actor, { station: item.station, day });
};

/**
 * Whether a unit may be where it is wanted, besides the capacity, which has moved.
 *
 * @returns the reason to store where the separation is overridden; null where it is kept
 * @throws Problem 409 with every reason
 */
export const separationOf = (
  { actor }: Pick<Context, 'actor'>,
  day: TrafficDay,
  unit: TrafficUnit & { readonly id?: string },
  { itemId, reason = null }: Pick<Wish, 'itemId' | 'reason'>,
  leaving: readonly string[] = [],
): string | null => {
  const at = day.breaks.find(({ id }) => id === itemId);
  if (!at) return null;
  const found = conflictsIn(day, unit, at, leaving).filter(({ code }) => code !== 'break_full');
  const [first, ...others] = found.filter((one) => !isSeparation(one) || reason === null);
  if (first) throw refusalOf([first, ...others]);
  if (found.length === 0) return null;
  if (!holds(actor, 'placements.override')) throw refusalOf([notAllowed, ...found]);
  return reason;
};

/**
 * Gives a unit of a quota its place in a break, which keeps the separation or says why not.
 *
 * @param own id of the placement, if it exists
 * @throws Problem 409 with every reason against the place
 * @example const { position } = await orderIn(context, quota.id, { itemId, day: '2026-12-01' })
 */
export const orderIn = async (
  context: Pick<Context, 'tx' | 'actor'>,
  quotaId: string,
  { itemId, day, before = null, reason = null }: Wish,
  own?: string,
): Promise<Ordered> => {
  const found = await lockedDay(context, itemId, day);
  const at = found?.breaks.find(({ id }) => id === itemId);
  if (!found || !at) {
    if (before !== null) throw invalid({ before_id: ['Solo los anuncios de un corte tienen orden.'] });
    return unordered;
  }
  const unit = await readUnit(context.tx, context.actor, quotaId);
  const separation_reason = separationOf(
    context,
    found,
    { ...unit, ...(own !== undefined && { id: own }) },
    { itemId, reason },
  );
  const others = at.spots.filter(({ id }) => id !== own);
  const ordered = others.flatMap(({ id, position }) => (position === null ? [] : [{ id, position }]));
  const place = others.findIndex(({ id }) => id === before);
  if (before !== null && place === -1)
    throw invalid({ before_id: ['Ese anuncio ya no está en el corte. Elija otro lugar.'] });
  const index = before === null || others[place]?.position === null ? ordered.length : place;
  return { position: positionsAt(ordered, index, 1)[0] ?? null, separation_reason };
};
