import { isCivilDate } from '../calendar/civil-date.ts';
import { formatInstant } from '../calendar/company-clock.ts';
import { type Field, type FieldOptions, type FilterValues, type Kind, parsed, rejected } from './kind.ts';

export interface DateOptions extends FieldOptions {
  /** Earliest and latest day, `YYYY-MM-DD`. */
  readonly min?: string;
  readonly max?: string;
}

const civil = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `2026-03-09` → `09/03/2026`: a civil date has no time zone, so it is never converted between zones. */
export const formatCivilDate = (value: string): string => value.replace(civil, '$3/$2/$1');

/** `9/3/2026` → `2026-03-09`; also accepts the stored form. */
const readCivilDate = (text: string): string | null => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const stored = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCivilDate(stored) ? stored : null;
};

/** Days as filter values: for a date, for an instant (a day on the company's clock), for a period. */
export const dayFilter: FilterValues<DateOptions> = {
  accepts: isCivilDate,
  read: readCivilDate,
  write: formatCivilDate,
};

export const dateKind: Kind<string, DateOptions> = {
  name: 'date',
  family: 'range',
  align: 'start',
  filter: dayFilter,
  aggregate: 'extent',
  grouping: 'month',
  parse: (input, { min, max }) => {
    if (typeof input !== 'string' || !isCivilDate(input)) return rejected('Escriba una fecha válida.');
    if (min && input < min) return rejected(`La fecha debe ser desde el ${formatCivilDate(min)}.`);
    if (max && input > max) return rejected(`La fecha debe ser hasta el ${formatCivilDate(max)}.`);
    return parsed(input);
  },
  format: formatCivilDate,
  wire: (value) => value,
  compare: (a, b) => (a < b ? -1 : Number(a > b)),
  column: () => 'date',
  schema: () => ({ type: 'string', format: 'date' }),
};

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
export const dateTimeKind: Kind<string, DateOptions> = {
  ...dateKind,
  name: 'dateTime',
  parse: (input) => {
    if (typeof input === 'string' && isCivilDate(input)) return rejected('Escriba también la hora.');
    return typeof input === 'string' && instant.test(input) && !Number.isNaN(Date.parse(input))
      ? parsed(new Date(input).toISOString())
      : rejected('Escriba una fecha y hora válidas.');
  },
  format: formatInstant,
  // The database returns microseconds and a form none: normalized, equal instants have equal text.
  wire: (value) => new Date(value).toISOString(),
  column: () => 'timestamptz',
  schema: () => ({ type: 'string', format: 'date-time' }),
};

/** A calendar day without time zone. */
export const date = (label: string, options: DateOptions = {}): Field<string, DateOptions> => ({
  kind: dateKind,
  label,
  options: { sortable: true, width: 'short', ...options },
});

/** An instant, displayed in the company's time zone. */
export const dateTime = (label: string, options: DateOptions = {}): Field<string, DateOptions> => ({
  kind: dateTimeKind,
  label,
  options: { sortable: true, width: 'medium', ...options },
});
