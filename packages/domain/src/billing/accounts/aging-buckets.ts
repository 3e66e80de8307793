import { addDays } from '../../calendar/working-time.ts';
import type { AgedBalance } from './account-figures.ts';

type Days = readonly [number | null, number | null];

/** Name of an age of what is owed. */
export type AgingBucketName = Exclude<keyof AgedBalance, 'total'>;

interface AgingBucket {
  readonly name: AgingBucketName;
  readonly label: string;
  /** Its first and last day before today. */
  readonly days: Days;
}

/** The ages of what is owed, in order. */
export const agingBuckets: readonly AgingBucket[] = [
  { name: 'current', label: 'Corriente', days: [0, null] },
  { name: 'd30', label: '1–30', days: [30, 1] },
  { name: 'd60', label: '31–60', days: [60, 31] },
  { name: 'd90', label: '61–90', days: [90, 61] },
  { name: 'd120', label: '91–120', days: [120, 91] },
  { name: 'older', label: '+120', days: [null, 121] },
];

/** Filter text of the days of a bucket. @example agingRange('2026-03-31', [30, 1]) // '2026-03-01..2026-03-30' */
export const agingRange = (today: string, [first, last]: Days): string =>
  `${first === null ? '' : addDays(today, -first)}..${last === null ? '' : addDays(today, -last)}`;
