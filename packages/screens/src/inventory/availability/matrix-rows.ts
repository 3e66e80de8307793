import { civilDays } from '@pauta/domain/calendar/civil-days.ts';
import {
  type AvailabilityRow,
  type DayOfSpace,
  dayOfSpace,
} from '@pauta/domain/inventory/capacity/availability.ts';
import { isoWeekday } from '@pauta/domain/inventory/capacity/cells.ts';

/** A day of the matrix. */
export interface MatrixDay {
  readonly day: string;
  readonly weekday: string;
}

/** A row of the matrix: the heading of a station, or a space at its depth in the tree of the station. */
export type MatrixRow =
  | { readonly kind: 'station'; readonly id: string; readonly platform: string; readonly name: string }
  | { readonly kind: 'space'; readonly id: string; readonly depth: number; readonly space: AvailabilityRow };

/** The days of a period. */
export const matrixDays = (from: string, to: string): MatrixDay[] =>
  civilDays(from, to).map((day) => ({ day, weekday: isoWeekday(day) }));

/**
 * The state of a space on every day of the matrix.
 *
 * @example daysOf(space, matrixDays('2026-12-01', '2026-12-31'))[0]?.free
 */
export const daysOf = (space: AvailabilityRow, days: readonly MatrixDay[]): DayOfSpace[] => {
  const taken = new Map(
    space.taken.map(([at, capacity, held, booked, free]) => [
      at,
      { capacity: capacity ?? undefined, held, booked, free },
    ]),
  );
  return days.map(({ day, weekday }, at) => dayOfSpace(space, day, taken.get(at), weekday));
};

/** Spaces with at least this much free on each day on which they are sold, and with at least one such day. */
export const withRoom = (
  spaces: readonly AvailabilityRow[],
  days: readonly MatrixDay[],
  least: number,
): AvailabilityRow[] =>
  spaces.filter((space) => {
    const sold = daysOf(space, days).filter(({ capacity }) => capacity > 0);
    return sold.length > 0 && sold.every(({ free }) => free >= least);
  });

const rootOf = '';

/**
 * The rows in the order of the answer, each station under a heading, and each space below the one that contains it if
 * that is among the rows.
 */
export const arrangeRows = (spaces: readonly AvailabilityRow[]): MatrixRow[] => {
  const stations = new Map<string, AvailabilityRow[]>();
  for (const space of spaces) {
    const key = JSON.stringify([space.platform, space.subdivision]);
    const known = stations.get(key);
    if (known) known.push(space);
    else stations.set(key, [space]);
  }
  return [...stations].flatMap(([key, of]): MatrixRow[] => {
    const ids = new Set(of.map(({ id }) => id));
    const inside = new Map<string, AvailabilityRow[]>();
    for (const space of of) {
      const parent = space.parent_id !== null && ids.has(space.parent_id) ? space.parent_id : rootOf;
      const siblings = inside.get(parent);
      if (siblings) siblings.push(space);
      else inside.set(parent, [space]);
    }
    const below = (parent: string, depth: number): MatrixRow[] =>
      (inside.get(parent) ?? []).flatMap((space) => [
        { kind: 'space' as const, id: space.id, depth, space },
        ...below(space.id, depth + 1),
      ]);
    const [first] = of;
    return [
      { kind: 'station', id: key, platform: first?.platform ?? '', name: first?.subdivision ?? '' },
      ...below(rootOf, 0),
    ];
  });
};

/** How a day of a space is painted. */
export type DayState = 'closed' | 'free' | 'taken' | 'full';

export const stateOf = ({ capacity, held, booked, free }: DayOfSpace): DayState => {
  if (capacity === 0) return 'closed';
  if (free === 0) return 'full';
  return held + booked > 0 ? 'taken' : 'free';
};
