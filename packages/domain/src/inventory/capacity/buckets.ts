import { civilDays } from '../../calendar/civil-days.ts';
import { monthEnd } from '../../calendar/months.ts';
import { addDays } from '../../calendar/working-time.ts';
import { isoWeekday } from './cells.ts';

/** The lengths of a column of the availability matrix. */
export const bucketSizes = { day: 'Días', week: 'Semanas', month: 'Meses' } as const;

export type BucketSize = keyof typeof bucketSizes;

/** A day of a bucket. */
export interface BucketDay {
  readonly day: string;
  /** ISO weekday: `'1'` is Monday. */
  readonly weekday: string;
}

/** A column of the matrix: a day, a week from Monday on, or a month, as far as it lies in the period. */
export interface Bucket {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly days: readonly BucketDay[];
}

const mondayOf = (day: string): string => addDays(day, 1 - Number(isoWeekday(day)));

const keyOf: Readonly<Record<BucketSize, (day: string) => string>> = {
  day: (day) => day,
  week: mondayOf,
  month: (day) => day.slice(0, 7),
};

/**
 * The columns of a period, in order. The place of a bucket in it is `at` of the answers of `GET /api/availability`.
 *
 * @example bucketsOf('2026-12-03', '2026-12-08', 'week').map(({ from }) => from) // ['2026-12-03', '2026-12-07']
 */
export const bucketsOf = (from: string, to: string, by: BucketSize): Bucket[] => {
  const groups = Map.groupBy(civilDays(from, to), keyOf[by]);
  return [...groups.values()].map((days) => ({
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    days: days.map((day) => ({ day, weekday: isoWeekday(day) })),
  }));
};

/**
 * The last day of a period of so many buckets, of which the first may be a part of one.
 *
 * @example lastDayOf('2026-12-03', 2, 'month') // '2027-01-31'
 */
export const lastDayOf = (from: string, count: number, by: BucketSize): string => {
  if (by === 'day') return addDays(from, count - 1);
  if (by === 'week') return addDays(mondayOf(from), 7 * count - 1);
  return monthEnd(from, count - 1);
};
