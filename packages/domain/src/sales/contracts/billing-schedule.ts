import { monthEnd, monthStart } from '../../calendar/months.ts';
import { flightDays, soldDays } from '../../calendar/sold-days.ts';
import type { DateRange } from '../../kinds/date-range.ts';
import { allocate } from '../../money/allocate.ts';
import { isZero, sum } from '../../money/arithmetic.ts';
import { minorDigits } from '../../money/minor-unit.ts';
import type { billingPlans } from '../quotes/billing-plans.ts';

/** When a sale is invoiced. */
export type BillingPlan = keyof typeof billingPlans;

/** An amount to be invoiced on a day, before tax. */
export interface Instalment {
  /** Civil day, `YYYY-MM-DD`. */
  readonly due_on: string;
  readonly amount: string;
}

/** What a line contributes to a schedule: when it runs, and its amount before tax. */
export interface ScheduledLine {
  readonly flight: DateRange | null;
  /** Weekdays on which it runs, `'1'` is Monday; every day if empty. */
  readonly days: readonly string[] | null;
  readonly taxable: string;
}

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);

/** The calendar months that a flight touches, each reduced to the days of the flight. */
const monthsOf = ({ from, to }: DateRange): { readonly from: string; readonly to: string }[] => {
  const months: { from: string; to: string }[] = [];
  if (!from || !to) return months;
  for (let first = from; first <= to; first = monthStart(first, 1))
    months.push({ from: first, to: earlier(monthEnd(first), to) });
  return months;
};

/** The flight from the first to the last day of all lines; null if none has one. */
const wholeFlight = (lines: readonly ScheduledLine[]): DateRange | null => {
  const flights = lines.flatMap(({ flight }) => (flight && flightDays(flight) > 0 ? [flight] : []));
  const [first] = flights;
  return first
    ? flights.reduce((all, one) => ({
        from: earlier(all.from ?? '', one.from ?? ''),
        to: later(all.to ?? '', one.to ?? ''),
      }))
    : null;
};

/**
 * The instalments that a billing plan proposes. Their sum is the sum of the lines' taxable amounts, to the cent.
 *
 * - `upfront`: everything on `today`
 * - `on_delivery`: everything on the last day
 * - `monthly`: equal parts on the last day of each calendar month of the flight
 * - `by_consumption`: on the same days, each line in proportion to the days on which it runs in that month
 * - `milestones`: none, because users enter them
 *
 * Parts of zero are left out, so a courtesy contract has no instalments.
 *
 * @param today civil day; the company's
 * @param currency ISO 4217; its smallest unit is not divided
 * @example
 * billingSchedule('monthly', [{ flight: { from: '2026-03-16', to: '2026-04-15' }, days: null, taxable: '100.01' }],
 *   { today: '2026-03-01', currency: 'DOP' }) // [{ due_on: '2026-03-31', amount: '50.01' }, { due_on: '2026-04-15', amount: '50.00' }]
 */
export function billingSchedule(
  plan: BillingPlan,
  lines: readonly ScheduledLine[],
  { today, currency }: { readonly today: string; readonly currency: string },
): Instalment[] {
  const taxable = sum(lines.map((line) => line.taxable));
  const flight = wholeFlight(lines);
  if (plan === 'milestones' || !flight?.to || isZero(taxable)) return [];
  if (plan === 'upfront') return [{ due_on: today, amount: taxable }];
  if (plan === 'on_delivery') return [{ due_on: flight.to, amount: taxable }];
  const months = monthsOf(flight);
  const digits = minorDigits(currency);
  const parts =
    plan === 'monthly'
      ? [
          allocate(
            taxable,
            months.map(() => '1'),
            digits,
          ),
        ]
      : lines.map((line) => allocate(line.taxable, weightsOf(line, months), digits));
  return months
    .map(({ to }, index) => ({ due_on: to, amount: sum(parts.map((part) => part[index] ?? '0.00')) }))
    .filter(({ amount }) => !isZero(amount));
}

/** The days on which a line runs in each month; those of the flight alone if it runs on none of its weekdays. */
const weightsOf = (
  { flight, days }: ScheduledLine,
  months: readonly { readonly from: string; readonly to: string }[],
): string[] => {
  const count = (weekdays: readonly string[] | null): number[] =>
    months.map((month) =>
      soldDays(
        { from: later(month.from, flight?.from ?? ''), to: earlier(month.to, flight?.to ?? '') },
        weekdays,
      ),
    );
  const own = count(days);
  const weights = own.some((one) => one > 0) ? own : count(null);
  // A line without a flight is due in the first month.
  return weights.some((one) => one > 0)
    ? weights.map(String)
    : months.map((_, index) => (index === 0 ? '1' : '0'));
};
