import { monthsAround } from '../../calendar/months.ts';

/** The months of each period of a volume rebate. */
const months = { quarter: 3, semester: 6, year: 12 } as const;

/** A calendar period of a rebate: its first and last day. */
export interface RebatePeriod {
  readonly from: string;
  readonly to: string;
}

/**
 * The calendar period of a rebate that contains a day.
 *
 * @example rebatePeriod('quarter', '2026-05-10') // { from: '2026-04-01', to: '2026-06-30' }
 */
export const rebatePeriod = (period: keyof typeof months, day: string): RebatePeriod =>
  monthsAround(day, months[period]);
