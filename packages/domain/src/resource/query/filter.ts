import { formatCivilDate } from '../../kinds/date.ts';
import { type Field, formatField, isEmpty } from '../../kinds/kind.ts';
import type { MoneyOptions } from '../../kinds/number.ts';
import { readAmount } from '../../money/amount-filter.ts';

/**
 * One condition of a list.
 *
 * | family | text | operator |
 * |---|---|---|
 * | choice | `a,b` · `!a,b` | `in` · `notIn` |
 * | text | `abc` · `=abc` · `^abc` | `contains` · `is` · `starts` |
 * | range | `a..b` · `a..` · `..b` · `a` | `between` (either end may be missing) |
 * | range | `>a` · `<b` | `between` with `open`: its one end does not count |
 * | any | `-` · `!-` | `empty` · `present` |
 */
export type Filter =
  | { readonly field: string; readonly operator: 'in' | 'notIn'; readonly values: readonly string[] }
  | { readonly field: string; readonly operator: 'contains' | 'is' | 'starts'; readonly value: string }
  | {
      readonly field: string;
      readonly operator: 'between';
      readonly from: string | null;
      readonly to: string | null;
      readonly open?: true;
    }
  | { readonly field: string; readonly operator: 'empty' | 'present' };

/** Limits of one filter: values of a choice, characters of a text. */
const most = { values: 100, length: 200 } as const;

/** Whether this is the stored text of a valid filter value of the field. */
export const isFilterValue = ({ kind, options }: Field, text: string): boolean =>
  kind.filter?.accepts ? kind.filter.accepts(text, options) : kind.parse(text, options).ok;

/** Stored text of a filter value that a user typed; `null` when it is invalid. */
export function readFilterValue(field: Field, text: string): string | null {
  const { accepts, read } = field.kind.filter ?? {};
  if (read) return read(text, field.options);
  if (accepts) return accepts(text, field.options) ? text : null;
  const value = field.kind.parse(text, field.options);
  return value.ok ? String(field.kind.wire(value.value)) : null;
}

/** A stored filter value as a user types it. */
export const writeFilterValue = ({ kind, options }: Field, value: string): string =>
  kind.filter?.write ? kind.filter.write(value, options) : value;

/** A parsed range. `open`: its single end is exclusive. */
export interface Range {
  readonly from: string | null;
  readonly to: string | null;
  readonly open?: true;
}

/** The ends of `a..b`, `a..`, `..b`, `a`, `>a`, `>=a`, `<b` and `<=b`; `null` for any other text. */
export function readRange(text: string): Range | null {
  const [, sign, than = ''] = /^([<>]=?)(.*)$/.exec(text) ?? [];
  if (sign !== undefined) {
    const open = sign.length === 1 ? ({ open: true } as const) : {};
    return sign.startsWith('>') ? { from: than, to: null, ...open } : { from: null, to: than, ...open };
  }
  const [from = '', to = from, ...rest] = text.split('..');
  return rest.length > 0 || (from === '' && to === '') ? null : { from: from || null, to: to || null };
}

/** The filter of a range with stored values as ends. If they contradict each other, the filter fits no field. */
export function betweenFilter(name: string, field: Field, range: Range): Filter {
  const given = [range.from, range.to].filter((end) => end !== null);
  const ends = (field.kind.filter?.together?.(given) ?? given).values();
  const [from, to] = [range.from, range.to].map((end) => (end === null ? null : (ends.next().value ?? null)));
  return { ...range, field: name, operator: 'between', from: from ?? null, to: to ?? null };
}

/** Whether the filter is valid for the field. Every filter from outside is checked with it. */
export function fitsField(field: Field, filter: Filter): boolean {
  const { family } = field.kind;
  switch (filter.operator) {
    case 'empty':
    case 'present':
      return family !== 'none';
    case 'in':
    case 'notIn':
      return (
        family === 'choice' &&
        filter.values.length > 0 &&
        filter.values.length <= most.values &&
        filter.values.every((value) => isFilterValue(field, value))
      );
    case 'between': {
      const ends = [filter.from, filter.to].filter((end) => end !== null);
      return (
        family === 'range' &&
        (filter.open ? ends.length === 1 : ends.length > 0) &&
        ends.every((end) => isFilterValue(field, end)) &&
        field.kind.filter?.together?.(ends) !== null
      );
    }
    default:
      return family === 'text' && !isEmpty(filter.value) && filter.value.length <= most.length;
  }
}

/** A stored filter value for display. */
export const showFilterValue = (field: Field, value: string): string => {
  if (['date', 'dateTime', 'dateRange'].includes(field.kind.name)) return formatCivilDate(value);
  if (field.kind.name !== 'money')
    return formatField(field, field.kind.name === 'integer' ? Number(value) : value);
  const { currency, amount } = readAmount(value) ?? { currency: undefined, amount: value };
  return formatField(field, amount, { [(field.options as MoneyOptions).currency]: currency });
};

/** Reads one condition; `null` when the text does not fit the field. */
export function parseFilter(name: string, field: Field, text: string): Filter | null {
  const filter = filterOf(name, field, text);
  return filter && fitsField(field, filter) ? filter : null;
}

function filterOf(name: string, field: Field, text: string): Filter | null {
  if (text === '-') return { field: name, operator: 'empty' };
  if (text === '!-') return { field: name, operator: 'present' };
  switch (field.kind.family) {
    case 'choice': {
      const negated = text.startsWith('!');
      const values = text.slice(negated ? 1 : 0).split(',');
      return { field: name, operator: negated ? 'notIn' : 'in', values };
    }
    case 'range': {
      const range = readRange(text);
      return range && betweenFilter(name, field, range);
    }
    case 'text': {
      const operator = text.startsWith('=') ? 'is' : text.startsWith('^') ? 'starts' : 'contains';
      return { field: name, operator, value: operator === 'contains' ? text : text.slice(1) };
    }
    default:
      return null;
  }
}

/** Text of one condition: the inverse of `parseFilter`. */
export function formatFilter(filter: Filter): string {
  switch (filter.operator) {
    case 'empty':
      return '-';
    case 'present':
      return '!-';
    case 'between':
      return filter.from !== null && filter.from === filter.to
        ? filter.from
        : filter.open
          ? `${filter.from === null ? '<' : '>'}${filter.from ?? filter.to}`
          : `${filter.from ?? ''}..${filter.to ?? ''}`;
    case 'in':
    case 'notIn':
      return `${filter.operator === 'notIn' ? '!' : ''}${filter.values.join(',')}`;
    default:
      return `${filter.operator === 'is' ? '=' : filter.operator === 'starts' ? '^' : ''}${filter.value}`;
  }
}
