import type { Aggregate, Field, Grouping } from '../../kinds/kind.ts';
import { formatField } from '../../kinds/kind.ts';
import { decimalKind } from '../../kinds/number.ts';
import { formatCount, locale } from '../../text/locale.ts';
import { type Resource, systemFields } from '../resource.ts';
import type { Filter } from './filter.ts';

/** One total of a field. `currency` is set for amounts of money. */
export interface Amount {
  /** Exact decimal text, a count, or a date. `to` is the other end of a minimum–maximum. */
  readonly value: string;
  readonly to?: string;
  readonly currency?: string;
}

export interface Totals {
  /** Totals for display, by field: `RD$1,250.00 · US$30.00`. A field without values is an em dash. */
  readonly totals: Readonly<Record<string, string>>;
  readonly amounts: Readonly<Record<string, readonly Amount[]>>;
}

export interface SummaryGroup extends Totals {
  /** Stored text of the group's common value; `null` where the field is empty. A month is `YYYY-MM`. */
  readonly value: string | null;
  readonly label: string;
  readonly count: number;
  /** Its position in its catalogue. */
  readonly rank?: number;
  /** The group of all rows beyond the largest groups; it has no value to filter by. */
  readonly others?: true;
}

/** The `data` of `GET /api/<path>/summary`. */
export interface Summary extends Totals {
  readonly groups: readonly SummaryGroup[];
  readonly count: number;
}

/** Maximum number of groups in a summary, besides "others". */
export const mostGroups = 100;

/** How a field is totalled; absent when it cannot be. */
export const aggregateOf = ({ kind, options }: Field): Aggregate | undefined =>
  options.aggregate === undefined ? kind.aggregate : (options.aggregate ?? undefined);

/** How rows are grouped by a field; absent when they cannot be, as by a value that not every reader may see. */
export const groupingOf = ({ kind, options }: Field): Grouping | undefined =>
  options.gathered || options.seenBy ? undefined : kind.grouping;

const namesWhere = (resource: Resource, test: (field: Field) => boolean): string[] =>
  Object.entries({ ...resource.fields, ...systemFields })
    .filter(([, field]) => test(field))
    .map(([name]) => name);

/** Whether each row is in exactly one group of this field. A field with several values puts a row in several. */
export const groupsRows = (field: Field): boolean => ['value', 'month'].includes(groupingOf(field) ?? '');

/** Fields that rows can be grouped by. */
export const groupableFields = (resource: Resource): string[] =>
  namesWhere(resource, (field) => groupingOf(field) !== undefined);

/** Fields that have a total. */
export const summableFields = (resource: Resource): string[] =>
  namesWhere(resource, (field) => aggregateOf(field) !== undefined);

/**
 * Groups of a list in the order of the field's values: states in their sequence, months by time, records by their
 * position in their catalogue or by name. The group without a value comes last, followed only by "others".
 */
export function orderGroups(field: Field, groups: readonly SummaryGroup[]): readonly SummaryGroup[] {
  const { choices } = field.options as { choices?: readonly { value: string }[] };
  const isMonth = groupingOf(field) === 'month';
  const placeOf = ({ value, others, rank }: SummaryGroup): number => {
    if (others) return Number.POSITIVE_INFINITY;
    if (value === null) return Number.MAX_VALUE;
    if (field.kind.name === 'yesNo') return value === 'true' ? 0 : 1;
    const place = choices?.findIndex((choice) => choice.value === value) ?? -1;
    return place >= 0 ? place : (rank ?? 0);
  };
  const text = ({ value, label }: SummaryGroup): string => (isMonth ? (value ?? '') : label);
  return [...groups].sort((a, b) => {
    const [first, second] = [placeOf(a), placeOf(b)];
    return first === second
      ? text(a).localeCompare(text(b), 'es', { numeric: true })
      : first < second
        ? -1
        : 1;
  });
}

/** A group of a list with the number of its rows on the page. */
export interface ListGroup {
  readonly value: string | null;
  readonly label: string;
  readonly count: number;
  readonly others?: true;
  /** The number of its rows among those of the list. */
  readonly shown: number;
}

const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** @example monthLabel('2026-03') // 'marzo de 2026' */
export const monthLabel = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));

const lastDay = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** The filter for the rows of the group. */
export function groupFilter(name: string, field: Field, value: string | null): Filter {
  if (value === null) return { field: name, operator: 'empty' };
  return groupingOf(field) === 'month'
    ? { field: name, operator: 'between', from: `${value}-01`, to: lastDay(value) }
    : { field: name, operator: 'in', values: [value] };
}

/** Names of the totals, for the column. */
export const aggregateLabels: Readonly<Record<Aggregate, string>> = {
  sum: 'Suma',
  average: 'Promedio',
  yes: 'Con sí',
  extent: 'Desde y hasta',
};

/** Amounts of a field, formatted for display. */
export function formatAmounts(field: Field, amounts: readonly Amount[]): string {
  if (amounts.length === 0) return '—';
  const shown = ({ value, currency }: Amount): string => {
    switch (aggregateOf(field)) {
      case 'yes':
        return formatCount(Number(value));
      case 'average':
        // An average of whole numbers usually has decimals.
        if (field.kind.name === 'integer') return decimalKind.format(value, { scale: 2 });
        return formatField(field, value);
      default: {
        const { currency: neighbour } = field.options as { currency?: string };
        const record =
          neighbour !== undefined && currency !== undefined ? { [neighbour]: currency } : undefined;
        return formatField(field, field.kind.name === 'integer' ? BigInt(value) : value, record);
      }
    }
  };
  return amounts
    .map((amount) =>
      amount.to === undefined || amount.to === amount.value
        ? shown(amount)
        : `${shown(amount)} – ${shown({ ...amount, value: amount.to })}`,
    )
    .join(' · ');
}
