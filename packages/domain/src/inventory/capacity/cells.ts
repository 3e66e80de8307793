import { civilDays } from '../../calendar/civil-days.ts';
import { addDays } from '../../calendar/working-time.ts';
import type { DateRange } from '../../kinds/date-range.ts';

/** Seconds of a spot, unless somebody says otherwise. */
export const usualDuration = 30;

/** Days on which a space has another capacity, both ends included. */
export interface CapacityExceptionDays {
  readonly from: string;
  readonly to: string;
  readonly capacity: number;
}

/** The part of a space that decides what can be sold of it on a day. */
export interface CapacityRule {
  readonly capacity: number;
  /** ISO weekdays on which it exists: `'1'` is Monday. */
  readonly days: readonly string[];
  /**
   * Days of the month on which it exists, instead of weekdays: `'1'` to `'31'`, and `'last'` for the last one. Empty or
   * absent: the weekdays count.
   */
  readonly month_days?: readonly string[];
  /** Days on which it is sold; null: always. */
  readonly active: DateRange | null;
  /** Last day of its permit; null: it needs none. */
  readonly permit_until?: string | null;
  /** Days with another capacity, which do not overlap; none by default. */
  readonly exceptions?: readonly CapacityExceptionDays[];
}

/** What is wanted of a space. */
export interface WantedSpace {
  /** First and last day; both must be given. */
  readonly flight: DateRange;
  /** ISO weekdays; all by default. */
  readonly days?: readonly string[];
  readonly unitsPerDay: number;
  /** Seconds of each unit; needed by a space that is sold in seconds. */
  readonly durationSec?: number | null;
}

/** Units of a space on one day. */
export interface Cell {
  /** `YYYY-MM-DD`, a day of the company's time zone. */
  readonly day: string;
  readonly units: number;
}

/** ISO weekday of a day: `'1'` is Monday. @example isoWeekday('2026-11-24') // '2' */
export const isoWeekday = (day: string): string => String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);

/** Whether a day is one of these days of its month. @example isMonthDay('2026-02-28', ['last']) // true */
const isMonthDay = (day: string, monthDays: readonly string[]): boolean =>
  monthDays.includes(String(Number(day.slice(8)))) ||
  (monthDays.includes('last') && addDays(day, 1).endsWith('-01'));

/**
 * How much of a space can be sold on a day, apart from what is sold already. The database function `capacity_on` does
 * the same.
 *
 * @param weekday its ISO weekday, for a caller that knows it
 * @example capacityOn({ capacity: 180, days: ['1', '2'], active: null }, '2026-11-24') // 180, a Tuesday
 */
export const capacityOn = (
  { capacity, days, month_days = [], active, permit_until = null, exceptions }: CapacityRule,
  day: string,
  weekday: string = isoWeekday(day),
): number => {
  if (active !== null && ((active.from ?? day) > day || day > (active.to ?? day))) return 0;
  if (permit_until !== null && day > permit_until) return 0;
  const exception = exceptions?.find(({ from, to }) => from <= day && day <= to);
  if (exception) return exception.capacity;
  const exists = month_days.length > 0 ? isMonthDay(day, month_days) : days.includes(weekday);
  return exists ? capacity : 0;
};

/**
 * The cells that a hold or a line occupies: for each day of its flight on one of its weekdays, its units; of a space
 * sold in seconds, units × duration. Days on which the space is not sold are left out.
 *
 * @returns in the order of the days; empty if none applies
 * @throws RangeError for an open flight, or for seconds without a duration
 * @example
 * cellsOf({ flight: { from: '2026-11-23', to: '2026-11-24' }, unitsPerDay: 3, durationSec: 30 }, spot)
 * // [{ day: '2026-11-23', units: 90 }, { day: '2026-11-24', units: 90 }]
 */
export function cellsOf(
  { flight: { from, to }, days, unitsPerDay, durationSec }: WantedSpace,
  item: CapacityRule & { readonly capacity_unit: string },
): Cell[] {
  if (from === null || to === null) throw new RangeError('a flight needs its first and its last day');
  if (item.capacity_unit === 'seconds' && !durationSec) throw new RangeError('seconds need a duration');
  const units = item.capacity_unit === 'seconds' ? unitsPerDay * (durationSec ?? 0) : unitsPerDay;
  return civilDays(from, to)
    .filter((day) => (days?.includes(isoWeekday(day)) ?? true) && capacityOn(item, day) > 0)
    .map((day) => ({ day, units }));
}
