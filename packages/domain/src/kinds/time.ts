import { type Field, type FieldOptions, type Kind, parsed, rejected } from './kind.ts';

const clock = /^(\d{1,2}):([0-5]\d)(?::00)?$/;

/**
 * A time of day as `HH:MM`, or `null` when the text is not one. Seconds are accepted only as `:00`, as databases format
 * them.
 *
 * @example toTime('6:30') // '06:30'
 */
export function toTime(text: string): string | null {
  const [, hours = '', minutes = ''] = clock.exec(text.trim()) ?? [];
  return hours !== '' && Number(hours) <= 23 ? `${hours.padStart(2, '0')}:${minutes}` : null;
}

/** Minutes from midnight. @example minutesOf('06:30') // 390 */
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/**
 * Minutes from one time to another; an end at or before the start is on the next day, so equal times are a whole day.
 *
 * @example minutesBetween('22:00', '01:30') // 210
 */
export const minutesBetween = (starts: string, ends: string): number =>
  ((minutesOf(ends) - minutesOf(starts) + 1440 - 1) % 1440) + 1;

export const timeKind: Kind<string> = {
  name: 'time',
  family: 'range',
  align: 'start',
  parse: (input) => {
    const value = typeof input === 'string' ? toTime(input) : null;
    return value === null
      ? rejected('Escriba la hora con horas y minutos de 00:00 a 23:59, por ejemplo 18:30.')
      : parsed(value);
  },
  format: (value) => value,
  wire: (value) => value,
  compare: (a, b) => (a < b ? -1 : Number(a > b)),
  column: () => 'time without time zone',
  schema: () => ({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
};

/** A time of day without date or time zone, on the clock of 24 hours. */
export const time = (label: string, options: FieldOptions = {}): Field<string> => ({
  kind: timeKind,
  label,
  options: { sortable: true, width: 'short', ...options },
});
