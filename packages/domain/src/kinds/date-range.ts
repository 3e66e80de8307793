import { isCivilDate } from '../calendar/civil-date.ts';
import { type DateOptions, dayFilter, formatCivilDate } from './date.ts';
import { type Field, type FieldOptions, type Kind, type Parsed, parsed, rejected } from './kind.ts';

/**
 * From one day to another, both included; an end that is `null` is open. PostgreSQL stores it half-open as a
 * `daterange`.
 */
export interface DateRange {
  readonly from: string | null;
  readonly to: string | null;
}

export interface DateRangeOptions extends DateOptions {
  /**
   * The period is a validity: it is shown with its current status, and a warning appears before it ends. The name of a
   * date field gives the last day, where that may differ from the end of the period.
   */
  readonly expiry?: true | string;
}

/** Status of a period on a day; `days` are those left, including today as 0. */
export type PeriodStatus =
  | { readonly state: 'upcoming' | 'current' | 'ended' }
  | { readonly state: 'expiring'; readonly days: number };

/** The warning about the end of a period starts this many days before its last day. */
export const expiryWarningDays = 30;

/** Days from one day to another, negative if the other is earlier. @example daysBetween('2026-01-01', '2026-01-03') // 2 */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/**
 * Status of a period on a day.
 *
 * @param last its last day, where it differs from the end of the period
 * @example periodStatusOf({ from: '2026-01-01', to: '2026-01-31' }, '2026-01-21') // { state: 'expiring', days: 10 }
 */
export function periodStatusOf(
  { from, to }: DateRange,
  today: string,
  last: string | null | undefined = to,
): PeriodStatus {
  if (last !== null && last < today) return { state: 'ended' };
  if (from !== null && from > today) return { state: 'upcoming' };
  const days = last === null ? Number.POSITIVE_INFINITY : daysBetween(today, last);
  return days <= expiryWarningDays ? { state: 'expiring', days } : { state: 'current' };
}

const toEnds = (input: unknown): Readonly<Record<string, unknown>> | null => {
  if (typeof input === 'string') {
    const [from, to, ...rest] = input.split('..');
    return to === undefined || rest.length > 0 ? null : { from, to };
  }
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : null;
};

const isEnd = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && isCivilDate(value));

function parseRange(input: unknown): Parsed<DateRange> {
  const ends = toEnds(input);
  if (!ends || Object.keys(ends).some((name) => name !== 'from' && name !== 'to')) {
    return rejected('Indique desde cuándo y hasta cuándo.');
  }
  const [from, to] = [ends.from || null, ends.to || null];
  if (!isEnd(from) || !isEnd(to)) return rejected('Escriba fechas válidas.');
  if (from === null && to === null) return rejected('Indique desde cuándo o hasta cuándo.');
  return from !== null && to !== null && from > to
    ? rejected('La fecha final debe ser igual o posterior a la inicial.')
    : parsed({ from, to });
}

/**
 * The first and the last day of a period, for where there is little space; an open end is in words.
 *
 * @example periodEnds({ from: '2026-01-01', to: '2026-01-31' }) // ['01/01/2026 –', '31/01/2026']
 */
export function periodEnds({ from, to }: DateRange): readonly [string, string?] {
  if (from === null) return [`hasta ${formatCivilDate(to ?? '')}`];
  const first = formatCivilDate(from);
  if (to === null) return [`desde ${first}`];
  return from === to ? [first] : [`${first} –`, formatCivilDate(to)];
}

const key = ({ from, to }: DateRange): string => `${from ?? ''}..${to ?? '~'}`;

export const dateRangeKind: Kind<DateRange, DateRangeOptions> = {
  name: 'dateRange',
  family: 'range',
  align: 'start',
  // A period matches a filter when it overlaps the filter's period.
  filter: dayFilter,
  parse: parseRange,
  format: ({ from, to }) => {
    if (from === null) return `hasta el ${formatCivilDate(to ?? '')}`;
    const first = formatCivilDate(from);
    if (to === null) return `desde el ${first}`;
    return from === to ? `el ${first}` : `del ${first} al ${formatCivilDate(to)}`;
  },
  wire: ({ from, to }) => ({ from, to }),
  compare: (a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))),
  column: () => 'daterange',
  schema: () => ({
    type: 'object',
    additionalProperties: false,
    properties: {
      from: { type: ['string', 'null'], format: 'date' },
      to: { type: ['string', 'null'], format: 'date' },
    },
  }),
};

/** @example rangeToSql({ from: '2026-01-01', to: null }) // '[2026-01-01,]' */
export const rangeToSql = ({ from, to }: DateRange): string => `[${from ?? ''},${to ?? ''}]`;

const nextDay = (day: string, by: 1 | -1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

/**
 * Parses a `daterange` in PostgreSQL's text form, as the audit log stores it; `null` when it is empty or not a range.
 *
 * @example rangeFromSql('[2026-01-01,2026-04-01)') // { from: '2026-01-01', to: '2026-03-31' }
 */
export function rangeFromSql(text: string): DateRange | null {
  const match = /^([[(])([\d-]*),([\d-]*)([\])])$/.exec(text);
  if (!match) return null;
  const [, opens, from = '', to = '', closes] = match;
  return {
    from: from === '' ? null : opens === '(' ? nextDay(from, 1) : from,
    to: to === '' ? null : closes === ')' ? nextDay(to, -1) : to,
  };
}

/**
 * A period of days, both ends included on screen and in JSON.
 *
 * @example dateRange('Vigencia')
 */
export const dateRange = (
  label: string,
  options: FieldOptions & Pick<DateRangeOptions, 'expiry'> = {},
): Field<DateRange, DateRangeOptions> => ({
  kind: dateRangeKind,
  label,
  options: { width: 'wide', ...options },
});

/**
 * The rule of a record that a period with a value has both its first and its last day.
 *
 * @param field name of a field of this kind
 * @example rules: [closedRange('dates')]
 */
export const closedRange =
  (field: string) =>
  (values: Readonly<Record<string, unknown>>): Record<string, string[]> | null => {
    const period = values[field] as DateRange | null | undefined;
    return period && (!period.from || !period.to)
      ? { [field]: ['Indique el primer y el último día.'] }
      : null;
  };
