import { isCivilDate } from '../calendar/civil-date.ts';
import { addMonths, monthEnd, monthStart, monthsAround } from '../calendar/months.ts';
import { addDays } from '../calendar/working-time.ts';
import { daysBetween } from '../kinds/date-range.ts';

/** Both days belong to it. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Periods by their position to today: a saved report stays up to date. */
export const periodWords = {
  this_month: 'Este mes',
  last_month: 'El mes pasado',
  this_quarter: 'Este trimestre',
  last_quarter: 'El trimestre pasado',
  this_year: 'Este año',
  last_year: 'El año pasado',
  last_12_months: 'Los últimos 12 meses',
} as const;

export type PeriodWord = keyof typeof periodWords;

export const comparisons = {
  none: 'Sin comparar',
  previous: 'El periodo anterior',
  year: 'Un año antes',
} as const;

export type Comparison = keyof typeof comparisons;

/** Years that a period may cover. */
export const mostYears = 10;

const periodAround = (of: string, months: number, periods = 0): Period =>
  monthsAround(monthStart(of, months * periods), months);

const ofWord = (word: PeriodWord, today: string): Period => {
  switch (word) {
    case 'this_month':
      return periodAround(today, 1);
    case 'last_month':
      return periodAround(today, 1, -1);
    case 'this_quarter':
      return periodAround(today, 3);
    case 'last_quarter':
      return periodAround(today, 3, -1);
    case 'this_year':
      return periodAround(today, 12);
    case 'last_year':
      return periodAround(today, 12, -1);
    default:
      return { from: monthStart(today, -11), to: monthEnd(today) };
  }
};

/**
 * Reads a period: a word, or two days `YYYY-MM-DD..YYYY-MM-DD`. Null when it is neither, ends before it begins, or is
 * longer than `mostYears`.
 *
 * @example readPeriod('this_year', '2026-11-29') // { from: '2026-01-01', to: '2026-12-31' }
 */
export function readPeriod(text: string, today: string): Period | null {
  if (Object.hasOwn(periodWords, text)) return ofWord(text as PeriodWord, today);
  const [from = '', to = '', ...rest] = text.split('..');
  if (rest.length > 0 || !isCivilDate(from) || !isCivilDate(to) || from > to) return null;
  return daysBetween(from, to) > mostYears * 366 ? null : { from, to };
}

/** How far the rows of the period compared with are moved to stand beside those of the period. */
export type Shift = { readonly months: number } | { readonly days: number };

export const isWholeMonths = ({ from, to }: Period): boolean => from.endsWith('-01') && to === monthEnd(to);

const monthsIn = ({ from, to }: Period): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7)) +
  1;

/** Whether it is the first day of a month when `from`, or the last one when `to`: then it stays so when it is moved. */
const earlierEnd = (of: string, months: number): string =>
  of === monthEnd(of) ? monthEnd(of, -months) : addMonths(of, -months);

/** A range of days moved back by a shift. A range of whole months stays one. */
export const shiftBack = ({ from, to }: Period, shift: Shift): Period =>
  'days' in shift
    ? { from: addDays(from, -shift.days), to: addDays(to, -shift.days) }
    : { from: addMonths(from, -shift.months), to: earlierEnd(to, shift.months) };

/** How far before a period the one it is compared with is; null without comparison. */
export const shiftOf = (period: Period, comparison: Comparison): Shift | null => {
  if (comparison === 'none') return null;
  if (comparison === 'year') return { months: 12 };
  return isWholeMonths(period)
    ? { months: monthsIn(period) }
    : { days: daysBetween(period.from, period.to) + 1 };
};

/** The days of a month `YYYY-MM`, a quarter `YYYY-Q1` or a year `YYYY`. */
export const daysOf = (value: string): Period => {
  const year = value.slice(0, 4);
  if (value.includes('Q'))
    return monthsAround(monthStart(`${year}-01-01`, Number(value.slice(-1)) * 3 - 3), 3);
  return value.length === 4 ? monthsAround(`${year}-01-01`, 12) : monthsAround(`${value}-01`, 1);
};

/** The month, quarter or year after one, in the same form. */
const nextDates = (value: string): string => {
  const next = addDays(daysOf(value).to, 1);
  if (value.includes('Q')) return `${next.slice(0, 4)}-Q${Math.ceil(Number(next.slice(5, 7)) / 3)}`;
  return next.slice(0, value.length);
};

/** The month, quarter or year of a day. @example partOf('month', '2026-11-29') // '2026-11' */
export const partOf = (part: 'month' | 'quarter' | 'year', day: string): string => {
  if (part === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  return day.slice(0, part === 'year' ? 4 : 7);
};

/**
 * All months, quarters or years from one to another, at most so many.
 *
 * @example datesBetween('2025-12', '2026-02', 60) // ['2025-12', '2026-01', '2026-02']
 */
export const datesBetween = (first: string, last: string, most: number): readonly string[] => {
  const found: string[] = [];
  for (let value = first; value <= last && found.length < most; value = nextDates(value)) found.push(value);
  return found;
};

/** The last day of a period that is today or before; null while none is. */
export const stockDay = ({ from, to }: Period, today: string): string | null =>
  from > today ? null : to > today ? today : to;

/** The days that are in both; null when there is none. */
export const meetPeriods = (a: Period, b: Period): Period | null => {
  const [, from = a.from] = [a.from, b.from].sort();
  const [to = a.to] = [a.to, b.to].sort();
  return from > to ? null : { from, to };
};
