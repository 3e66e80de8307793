import type { DateRange } from '../kinds/date-range.ts';
import { addMonths } from './months.ts';
import { addDays } from './working-time.ts';

/** The longest flight of a line, in days. It bounds the cells of capacity that one line takes. */
export const longestFlight = 366;

const dayCount = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/**
 * Number of calendar days of a flight, both ends included; 0 for an open or missing flight.
 *
 * @example flightDays({ from: '2026-03-01', to: '2026-03-31' }) // 31
 */
export const flightDays = (flight: DateRange | null | undefined): number =>
  flight?.from && flight.to && flight.from <= flight.to ? dayCount(flight.from, flight.to) : 0;

/**
 * Number of days of a flight that fall on these weekdays (ISO 8601: `'1'` is Monday); with null on every day. 0 for an
 * open flight.
 *
 * @example soldDays({ from: '2026-03-02', to: '2026-03-15' }, ['1', '3']) // 4: two Mondays and two Wednesdays
 */
export function soldDays(flight: DateRange | null | undefined, days: readonly string[] | null): number {
  const all = flightDays(flight);
  if (all === 0 || !days) return all;
  const first = new Date(`${flight?.from}T00:00:00Z`).getUTCDay() || 7;
  return [...new Set(days)].reduce((sum, day) => {
    const wait = (Number(day) - first + 7) % 7;
    return sum + (wait < all ? Math.floor((all - wait - 1) / 7) + 1 : 0);
  }, 0);
}

/**
 * Length of a flight in months, counted from its first day: whole months, and the days after them as a part of the
 * month that they begin.
 *
 * @returns whole months, days after them, and the length of the month that they are a part of
 * @example flightMonths({ from: '2026-01-15', to: '2026-02-14' }) // { months: 1, days: 0, of: 28 }
 */
export function flightMonths(flight: DateRange): {
  readonly months: number;
  readonly days: number;
  readonly of: number;
} {
  const from = String(flight.from);
  const end = addDays(String(flight.to), 1);
  let months = 0;
  while (addMonths(from, months + 1) <= end) months += 1;
  const begun = addMonths(from, months);
  const of = dayCount(begun, addMonths(from, months + 1)) - 1;
  return { months, days: begun < end ? dayCount(begun, end) - 1 : 0, of };
}
