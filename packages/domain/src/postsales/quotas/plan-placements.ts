import type { Cell } from '../../inventory/capacity/cells.ts';
import { distribute, fillFirst } from './distribute.ts';

/** Units that run without a break: a face is put up once for the whole period. */
const inPeriods: readonly string[] = ['faces', 'days'];

/** Units that are delivered in bulk: nobody tells one impression of a day from another. */
const inBulk: readonly string[] = ['impressions', 'sov_pct', 'column_cm'];

/** The most placements that are made of one unit each; more are made as one placement a day. */
export const mostSinglePlacements = 2000;

/** A placement to be made. */
export interface PlannedPlacement {
  /** `YYYY-MM-DD` */
  readonly starts_on: string;
  readonly ends_on: string;
  /** Units on each of its days. */
  readonly units: number;
}

const periods = (cells: readonly Cell[], units: readonly number[]): PlannedPlacement[] => {
  const found: { starts_on: string; ends_on: string; units: number }[] = [];
  cells.forEach(({ day }, index) => {
    const count = units[index] ?? 0;
    const last = found.at(-1);
    const isSameMonth = last?.starts_on.slice(0, 7) === day.slice(0, 7);
    // Days that are not sold, such as weekends, do not interrupt a period.
    if (last && isSameMonth && count === last.units && last.ends_on === cells[index - 1]?.day)
      last.ends_on = day;
    else if (count > 0) found.push({ starts_on: day, ends_on: day, units: count });
  });
  return found;
};

/**
 * The placements that deliver a quantity on the days that are booked and not placed yet. Faces run in periods from the
 * first free day on, which end with the month, because evidence and invoices are monthly; everything else is spread evenly over the days, a placement for each unit where units are single
 * events such as spots.
 *
 * @param quantity units, each on one day
 * @param free what is booked and not placed on each day, in the order of the days
 * @param unit the unit of capacity of the space
 * @returns together `quantity` units, or all that is free if that is less
 * @example planPlacements(2, [{ day: '2026-12-01', units: 3 }, { day: '2026-12-02', units: 3 }], 'spots')
 * // one unit on each of the two days
 */
export function planPlacements(quantity: number, free: readonly Cell[], unit: string): PlannedPlacement[] {
  const rooms = free.map(({ units }) => units);
  if (inPeriods.includes(unit)) return periods(free, fillFirst(quantity, rooms));
  const shares = distribute(quantity, rooms);
  const total = shares.reduce((sum, units) => sum + units, 0);
  const isSingle = !inBulk.includes(unit) && total <= mostSinglePlacements;
  return free.flatMap(({ day }, index) => {
    const units = shares[index] ?? 0;
    if (units === 0) return [];
    const on = { starts_on: day, ends_on: day };
    return isSingle ? Array.from({ length: units }, () => ({ ...on, units: 1 })) : [{ ...on, units }];
  });
}
