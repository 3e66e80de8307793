import { addDays, addWorkingDays, type WorkingCalendar } from './working-time.ts';

/** A day on which something is usually done next. */
export interface NextDay {
  readonly label: string;
  /** Civil day, `YYYY-MM-DD`. */
  readonly day: string;
}

/**
 * The days offered for what comes next, all of them working days, each once and in the order of the calendar.
 *
 * @param today the company's
 * @param suggested so many days from today are offered too
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
