import { addDays, isWorkingDay, type WorkingCalendar } from '../../../calendar/working-time.ts';
import { divide, multiply } from '../../../money/arithmetic.ts';

type Calendar = Pick<WorkingCalendar, 'holidays'>;

/** Working days from a day until before another one. @example workingDays('2026-01-01', '2026-01-03', none) // 2 */
export const workingDays = (from: string, until: string, calendar: Calendar): number => {
  let days = 0;
  for (let day = from; day < until; day = addDays(day, 1)) days += isWorkingDay(day, calendar) ? 1 : 0;
  return days;
};

const firstDay = (year: number, month: number): string =>
  month > 12 ? `${year + 1}-01-01` : `${year}-${String(month).padStart(2, '0')}-01`;

/**
 * The months of a goal of a seller who began during the year: nothing before, and of the month in which they began the
 * part of its working days.
 *
 * @param scale decimals of the result: 2 for amounts, 0 for counts
 * @example prorate(months, 2026, '2026-03-16', calendar, 2)
 */
export const prorate = (
  months: readonly string[],
  year: number,
  startsOn: string,
  calendar: Calendar,
  scale: number,
): readonly string[] =>
  months.map((amount, at) => {
    const [starts, ends] = [firstDay(year, at + 1), firstDay(year, at + 2)];
    if (startsOn <= starts) return amount;
    const all = startsOn >= ends ? 0 : workingDays(starts, ends, calendar);
    if (all === 0) return '0.00';
    const part = divide(multiply(amount, String(workingDays(startsOn, ends, calendar))), String(all), scale);
    return scale === 0 ? `${part}.00` : part;
  });
