import { flightDays, flightMonths, soldDays } from '../../calendar/sold-days.ts';
import type { saleUnits } from '../../catalogues/inventory.ts';
import type { DateRange } from '../../kinds/date-range.ts';
import { add, divide, multiply } from '../../money/arithmetic.ts';
import { spaceKinds } from './line-kinds.ts';

/** A unit in which articles are sold. */
export type SaleUnit = keyof typeof saleUnits;

/** The values of a line that decide how many units are sold. */
export interface SoldTime {
  readonly line_kind: string;
  readonly flight: DateRange | null;
  /** Weekdays, `'1'` is Monday; null is every day. */
  readonly days: readonly string[] | null;
  /** Units on each of those days, of a line with a space. */
  readonly units_per_day: number | null;
  /** Number of pieces, of a line without a space. */
  readonly units: string | null;
}

/** Decimals of a quantity: parts of months and of thousands. */
export const quantityScale = 4;

/**
 * Quantity of a line in its unit of sale, as decimal text with four decimals. A line without a space is its number of
 * pieces. One with a space is, by unit:
 *
 * - a month, a face for a month: months of the flight, counted from its first day, times units a day
 * - a fortnight, a week: calendar days ÷ 14 or 7, times units a day
 * - a thousand, CPM: units a day times sold days ÷ 1000
 * - anything else: units a day times sold days
 *
 * `0.0000` while flight or units are missing.
 *
 * @example
 * quantityOf({ line_kind: 'airtime', flight: { from: '2026-03-02', to: '2026-03-15' }, days: ['1', '3'],
 *   units_per_day: 5, units: null }, 'spot') // '20.0000'
 */
export function quantityOf(line: SoldTime, unit: SaleUnit): string {
  if (!spaceKinds.includes(line.line_kind)) return add(line.units ?? '0', '0.0000');
  const perDay = String(line.units_per_day ?? 0);
  const { flight } = line;
  const all = flightDays(flight);
  if (all === 0 || !flight) return '0.0000';
  const share = (part: number, of: number): string =>
    divide(multiply(String(part), perDay), String(of), quantityScale);
  switch (unit) {
    case 'month':
    case 'face_month': {
      const { months, days, of } = flightMonths(flight);
      return share(months * of + days, of);
    }
    case 'face_fortnight':
      return share(all, 14);
    case 'week':
      return share(all, 7);
    case 'thousand':
    case 'cpm':
      return share(soldDays(flight, line.days), 1000);
    default:
      return add(multiply(String(soldDays(flight, line.days)), perDay), '0.0000');
  }
}
