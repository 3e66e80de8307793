/** The company's working calendar: its time zone, and the days off besides Saturdays and Sundays. */
export interface WorkingCalendar {
  /** Name in the time zone database, `America/Santo_Domingo`. */
  readonly timeZone: string;
  /** Civil days, `YYYY-MM-DD`. */
  readonly holidays: ReadonlySet<string>;
}

/** Hours of a working day: 8:00 to 18:00. */
export const workingHours = { from: 8, to: 18 } as const;

const minute = 60_000;
const dayLength = 24 * 60 * minute;

/** A civil day some days later. @example addDays('2026-02-27', 2) // '2026-03-01' */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayLength).toISOString().slice(0, 10);

/** Whether a day is neither a Saturday, a Sunday nor a holiday. */
export const isWorkingDay = (day: string, { holidays }: Pick<WorkingCalendar, 'holidays'>): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
};

/**
 * The day that is `count` working days after another; with 0 the day itself, or the next working day if it is none.
 *
 * @example addWorkingDays('2026-12-24', 1, calendar) // '2026-12-28': Christmas is a Friday
 */
export const addWorkingDays = (
  day: string,
  count: number,
  calendar: Pick<WorkingCalendar, 'holidays'>,
): string => {
  let found = day;
  for (let left = count; left > 0; left -= isWorkingDay(found, calendar) ? 1 : 0) found = addDays(found, 1);
  while (!isWorkingDay(found, calendar)) found = addDays(found, 1);
  return found;
};

const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
};

/** The local time of an instant, as milliseconds as if it were UTC. */
export const localTimeOf = (instant: number, timeZone: string): number => {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minutes, second) + (((instant % 1000) + 1000) % 1000);
};

/** The civil day of an instant. @example dayOf(new Date('2026-01-01T02:00:00Z'), 'America/Santo_Domingo') // '2025-12-31' */
export const dayOf = (instant: Date, timeZone: string): string =>
  new Date(localTimeOf(instant.getTime(), timeZone)).toISOString().slice(0, 10);

/** Milliseconds since local midnight in the zone. */
export const timeOf = (instant: Date, timeZone: string): number =>
  ((localTimeOf(instant.getTime(), timeZone) % dayLength) + dayLength) % dayLength;

/** The instant of a local time (milliseconds since midnight) of a day in the zone. */
export const instantOf = (day: string, time: number, timeZone: string): Date => {
  const wall = Date.parse(`${day}T00:00:00Z`) + time;
  // Around a clock change the offset at the first estimate may differ from that at the result.
  const guess = wall - (localTimeOf(wall, timeZone) - wall);
  return new Date(guess - (localTimeOf(guess, timeZone) - wall));
};

const opening = (day: string, timeZone: string): number =>
  instantOf(day, workingHours.from * 60 * minute, timeZone).getTime();
const closing = (day: string, timeZone: string): number =>
  instantOf(day, workingHours.to * 60 * minute, timeZone).getTime();

/**
 * The instant after this number of working hours: Monday to Friday from 8 to 18, without holidays.
 *
 * @example addWorkingHours(new Date('2026-11-20T21:00:00Z'), 2, calendar) // Monday 9:00: one hour of Friday was left
 */
export const addWorkingHours = (from: Date, hours: number, calendar: WorkingCalendar): Date => {
  const { timeZone } = calendar;
  let left = hours * 60 * minute;
  let moment = from.getTime();
  for (let day = dayOf(from, timeZone); ; day = addDays(day, 1)) {
    if (!isWorkingDay(day, calendar)) continue;
    const start = Math.max(moment, opening(day, timeZone));
    const end = closing(day, timeZone);
    if (start >= end) continue;
    if (start + left <= end) return new Date(start + left);
    left -= end - start;
    moment = end;
  }
};

/** Working hours between two instants; 0 if the second is not later. */
export const workingHoursBetween = (from: Date, to: Date, calendar: WorkingCalendar): number => {
  const { timeZone } = calendar;
  const last = dayOf(to, timeZone);
  let worked = 0;
  for (let day = dayOf(from, timeZone); day <= last; day = addDays(day, 1)) {
    if (!isWorkingDay(day, calendar)) continue;
    const start = Math.max(from.getTime(), opening(day, timeZone));
    worked += Math.max(0, Math.min(to.getTime(), closing(day, timeZone)) - start);
  }
  return worked / (60 * minute);
};

/** The same local time, this number of working days later. */
export const moveByWorkingDays = (moment: Date, count: number, calendar: WorkingCalendar): Date =>
  instantOf(
    addWorkingDays(dayOf(moment, calendar.timeZone), count, calendar),
    timeOf(moment, calendar.timeZone),
    calendar.timeZone,
  );

/** The days listed in the setting `holiday_calendar`. */
export const holidaysOf = (setting: unknown): ReadonlySet<string> =>
  new Set(
    (Array.isArray(setting) ? setting : []).flatMap((row: { day?: unknown }) =>
      typeof row?.day === 'string' ? [row.day] : [],
    ),
  );
