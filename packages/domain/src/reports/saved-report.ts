import { monthStart } from '../calendar/months.ts';
import { addDays } from '../calendar/working-time.ts';
import { choice } from '../kinds/choice.ts';
import type { Fields } from '../kinds/kind.ts';
import { text } from '../kinds/text.ts';

/** How often a saved report is mailed. */
export const schedules = {
  never: 'No se envía',
  daily: 'Cada día',
  weekly: 'Cada lunes',
  monthly: 'El primero de cada mes',
} as const;

export type Schedule = keyof typeof schedules;

/** A report that a user keeps, as another user or they themselves see it. */
export interface SavedReport {
  readonly id: string;
  /** Name of the report. */
  readonly report: string;
  readonly name: string;
  /** Query string of the report. */
  readonly params: string;
  readonly owner: { readonly id: string; readonly label: string };
  readonly is_mine: boolean;
  /** The role whose users see it and get it by mail. */
  readonly role: { readonly id: string; readonly label: string } | null;
  readonly every: Schedule;
  /** Day of the next mail. */
  readonly next_on: string | null;
  /** It was deleted and can be restored. */
  readonly is_archived: boolean;
  readonly row_version: number;
}

/** Saved reports of one user. */
export const mostSavedReports = 100;

/** Longest query string of a saved report. */
export const longestReportParams = 8000;

/** The editable part of a saved report, besides its role. */
export const savedReportFields = {
  name: text('Nombre', { max: 80, required: true }),
  every: choice('Por correo', schedules, { required: true, initial: 'never' }),
} satisfies Fields;

/**
 * The day of the first mail after a day.
 *
 * @example nextMailing('weekly', '2026-11-29') // '2026-11-30', a Monday
 */
export const nextMailing = (every: Schedule, today: string): string | null => {
  switch (every) {
    case 'never':
      return null;
    case 'daily':
      return addDays(today, 1);
    case 'weekly': {
      const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
      return addDays(today, (8 - weekday) % 7 || 7);
    }
    default:
      return monthStart(today, 1);
  }
};
