import { addDays, addWorkingDays, type WorkingCalendar } from './working-time.ts';

/** A day that is offered for the next activity. */
export interface NextDay {
  readonly label: string;
  /** Civil day, `YYYY-MM-DD`. */
  readonly day: string;
}

/**
 * The days offered for the next activity, all of them working days, each once and in calendar order.
 *
 * @param today the current day of the company
 * @param suggested number of days from today; that day is offered too
 * @example nextDays('2026-11-19', calendar).map(({ label }) => label) // ['Mañana', 'Lunes', '+3 d']: a Thursday
 */
export function nextDays(
  today: string,
  calendar: Pick<WorkingCalendar, 'holidays'>,
  suggested?: number,
): readonly NextDay[] {
  const next = addWorkingDays(today, 1, calendar);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const monday = addDays(today, (8 - weekday) % 7 || 7);
  const days: NextDay[] = [
    { label: next === addDays(today, 1) ? 'Mañana' : 'Día hábil siguiente', day: next },
    { label: '+3 d', day: addWorkingDays(today, 3, calendar) },
    {
      label: addWorkingDays(monday, 0, calendar) === monday ? 'Lunes' : 'La otra semana',
      day: addWorkingDays(monday, 0, calendar),
    },
    ...(suggested === undefined
      ? []
      : [{ label: `+${suggested} d`, day: addWorkingDays(today, suggested, calendar) }]),
  ];
  return days
    .filter(({ day }, index) => days.findIndex((one) => one.day === day) === index)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
