import { flightDays } from '../../calendar/sold-days.ts';
import type { DateRange } from '../../kinds/date-range.ts';

/**
 * Units that should have been aired by the end of yesterday if they ran evenly over the flight.
 *
 * @param today the company's day, `YYYY-MM-DD`
 * @returns whole units, rounded down
 * @example expectedUnits(20, { from: '2026-12-01', to: '2026-12-10' }, '2026-12-06') // 10
 */
export function expectedUnits(contracted: number, flight: DateRange, today: string): number {
  const days = flightDays(flight);
  if (days === 0 || !flight.from || today <= flight.from) return 0;
  const past = Math.min(days, flightDays({ from: flight.from, to: today }) - 1);
  return Math.floor((contracted * past) / days);
}

/**
 * What was aired in percent of what should have been aired until now (domain §1.5: 100 is on pace); null before anything
 * is due.
 *
 * @example pace(5, 10) // 50
 */
export const pace = (aired: number, expected: number): number | null =>
  expected === 0 ? null : Math.round((aired * 100) / expected);
