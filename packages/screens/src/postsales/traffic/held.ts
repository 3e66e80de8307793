import { outsidePreferred } from '@pauta/domain/postsales/quotas/preferences.ts';
import { conflictsIn } from '@pauta/domain/postsales/traffic/conflicts.ts';
import type {
  TrafficBreak,
  TrafficDay,
  TrafficQuota,
  TrafficSpot,
} from '@pauta/domain/postsales/traffic/traffic-day.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';

/** What the user has picked up: a placement, or one unit of a quota. */
export type Held =
  | { readonly kind: 'spot'; readonly spot: TrafficSpot }
  | { readonly kind: 'quota'; readonly quota: TrafficQuota };

/** A place in a break: before the spot at `index`, or after the last one. */
export interface Target {
  readonly breakId: string;
  readonly index: number;
}

export const idOfHeld = (held: Held): string => (held.kind === 'spot' ? held.spot.id : held.quota.quota_id);
export const unitOfHeld = (held: Held): TrafficSpot | TrafficQuota =>
  held.kind === 'spot' ? held.spot : held.quota;

/** The spots of a break besides the one that is picked up. */
export const othersIn = ({ spots }: TrafficBreak, held: Held): readonly TrafficSpot[] =>
  spots.filter(({ id }) => id !== idOfHeld(held));

/** The spot before which a target is; null: it is the last place. */
export const beforeOf = (at: TrafficBreak, held: Held, { index }: Target): TrafficSpot | null =>
  othersIn(at, held)[index] ?? null;

/** Why what is picked up does not fit into a break; empty where it does. */
export const conflictsOf = (day: TrafficDay, held: Held, at: TrafficBreak): readonly Reason[] =>
  conflictsIn(day, unitOfHeld(held), at);

/** In what a target differs from what is preferred of the line; null where it does not. It is no refusal. */
export const outsideOf = (
  { day }: TrafficDay,
  held: Held,
  at: TrafficBreak,
  { index }: Target,
): string | null => {
  const { wanted } = unitOfHeld(held);
  if (!wanted) return null;
  const others = outsidePreferred(
    wanted,
    { day, airs_at: at.airs_at, program_id: at.program_id ?? null },
    { place: index, count: othersIn(at, held).length + 1 },
  );
  return others.length === 0 ? null : `Fuera de lo preferido: ${new Intl.ListFormat('es').format(others)}.`;
};

/** Where a picked up thing begins: its own place, or the first break that has room for it. */
export const startOf = (day: TrafficDay, held: Held): Target | null => {
  const own = day.breaks.find(({ spots }) => spots.some(({ id }) => id === idOfHeld(held)));
  if (own) return { breakId: own.id, index: own.spots.findIndex(({ id }) => id === idOfHeld(held)) };
  const first = day.breaks.find((at) => conflictsOf(day, held, at).length === 0) ?? day.breaks[0];
  return first ? { breakId: first.id, index: first.spots.length } : null;
};

/**
 * The target after a key: up and down by one place and on into the next break, left and right to the end of the break
 * before or after.
 */
export const steppedTarget = (day: TrafficDay, held: Held, target: Target, key: string): Target => {
  const place = day.breaks.findIndex(({ id }) => id === target.breakId);
  const endOf = (at: TrafficBreak | undefined): Target | null =>
    at ? { breakId: at.id, index: othersIn(at, held).length } : null;
  const here = day.breaks[place];
  if (!here) return target;
  const [before, after] = [day.breaks[place - 1], day.breaks[place + 1]];
  if (key === 'ArrowLeft') return endOf(before) ?? target;
  if (key === 'ArrowRight') return endOf(after) ?? target;
  if (key === 'ArrowUp') {
    return target.index > 0 ? { ...target, index: target.index - 1 } : (endOf(before) ?? target);
  }
  if (target.index < othersIn(here, held).length) return { ...target, index: target.index + 1 };
  return after ? { breakId: after.id, index: 0 } : target;
};
