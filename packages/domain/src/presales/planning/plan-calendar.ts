import { monthEnd } from '../../calendar/months.ts';
import { addDays } from '../../calendar/working-time.ts';

/**
 * How the days of a year are cut into twelve months. A month of the `broadcast` calendar consists of whole weeks from
 * Monday to Sunday and ends on the last Sunday of the calendar month.
 */
export type PlanCalendar = 'calendar' | 'broadcast';

export const planCalendars: readonly PlanCalendar[] = ['calendar', 'broadcast'];

/** The first and the last day of a month. */
export interface PlanPeriod {
  readonly from: string;
  readonly to: string;
}

const lastSunday = (day: string): string => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());

/**
 * The twelve months of a plan's year, January first, without gaps.
 *
 * @example planPeriods(2026, 'broadcast')[0] // { from: '2025-12-29', to: '2026-01-25' }
 */
export const planPeriods = (year: number, calendar: PlanCalendar): readonly PlanPeriod[] => {
  /** January is 1; 0 is December of the year before. */
  const end = (month: number): string => {
    const day = monthEnd(`${year}-01-01`, month - 1);
    return calendar === 'broadcast' ? lastSunday(day) : day;
  };
  return Array.from({ length: 12 }, (_, at) => ({ from: addDays(end(at), 1), to: end(at + 1) }));
};
