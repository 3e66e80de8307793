import type { ChoiceOptions } from '../kinds/choice.ts';
import { isCivilDate } from '../kinds/date.ts';
import type { Field } from '../kinds/kind.ts';
import { exactDecimal } from '../kinds/number.ts';
import { isId } from '../kinds/reference.ts';
import { type Errors, type Resource, systemFields } from './resource.ts';

/**
 * One condition of a list.
 *
 * | family | text | operator |
 * |---|---|---|
 * | choice | `a,b` · `!a,b` | `in` · `notIn` |
 * | text | `abc` · `=abc` · `^abc` | `contains` · `is` · `starts` |
 * | range | `a..b` · `a..` · `..b` · `a` | `between` (either end may be missing) |
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
    }
  | { readonly field: string; readonly operator: 'empty' | 'present' };

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** What a list asks for; the same text is the query string of the API and of the screen. */
export interface ListQuery {
  readonly q: string;
  readonly filters: readonly Filter[];
  readonly sort: Sort;
  readonly limit: number;
  /** Opaque: where the previous page ended. */
  readonly cursor: string | null;
  /** Archived records instead of the living ones. */
  readonly archived: boolean;
}

export const pageSizes = [25, 50, 100] as const;

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

export type ParsedQuery =
  | { readonly ok: true; readonly query: ListQuery }
  | { readonly ok: false; readonly errors: Errors };

const parseSort = (text: string): Sort => ({
  field: text.replace(/^-/, ''),
  descending: text.startsWith('-'),
});

/** Fields a list may be ordered by. */
export const sortableFields = (resource: Resource): string[] =>
  Object.entries({ ...resource.fields, ...systemFields })
    .filter(([, field]) => field.options.sortable)
    .map(([name]) => name);

/**
 * Reads the parameters of a list.
 *
 * @example parseQuery(clients, { q: 'acme', 'f.status': 'active,prospect', sort: '-created_at' })
 */
export function parseQuery(resource: Resource, parameters: Parameters): ParsedQuery {
  const errors: Errors = {};
  const filters: Filter[] = [];
  const single = (name: string): string | undefined => {
    const value = parameters[name];
    if (value === undefined || typeof value === 'string') return value;
    errors[name] = ['Envíe este parámetro una sola vez.'];
    return undefined;
  };

  for (const name of Object.keys(parameters)) {
    if (name.startsWith('f.')) {
      const fieldName = name.slice(2);
      const text = single(name);
      const fields = { ...systemFields, ...resource.fields };
      const field = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
      if (!field || field.kind.family === 'none') errors[name] = ['No se puede filtrar por este dato.'];
      else if (text !== undefined && text !== '') {
        const filter = parseFilter(fieldName, field, text);
        if (filter) filters.push(filter);
        else errors[name] = ['El filtro no es válido.'];
      }
    } else if (!['q', 'sort', 'limit', 'cursor', 'archived'].includes(name)) {
      errors[name] = ['Este parámetro no existe.'];
    }
  }

  const sort = parseSort(single('sort') ?? resource.order);
  if (!sortableFields(resource).includes(sort.field)) errors.sort = ['No se puede ordenar por este dato.'];
  const limit = Number(single('limit') ?? pageSizes[0]);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) errors.limit = ['Pida entre 1 y 100 registros.'];
  const q = (single('q') ?? '').trim();
  if (q.length > 200) errors.q = ['Busque con 200 caracteres como máximo.'];
  const archived = single('archived') ?? 'false';
  if (archived !== 'true' && archived !== 'false') errors.archived = ['Use true o false.'];
  const cursor = single('cursor') ?? null;

  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, query: { q, filters, sort, limit, cursor, archived: archived === 'true' } };
}

/** Reads one condition; `null` when the text does not fit the field. */
export function parseFilter(name: string, field: Field, text: string): Filter | null {
  if (text === '-') return { field: name, operator: 'empty' };
  if (text === '!-') return { field: name, operator: 'present' };
  switch (field.kind.family) {
    case 'choice': {
      const negated = text.startsWith('!');
      const values = text.slice(negated ? 1 : 0).split(',');
      return values.length <= 100 && values.every((value) => isChoice(field, value))
        ? { field: name, operator: negated ? 'notIn' : 'in', values }
        : null;
    }
    case 'range': {
      const [from = '', to = from, ...rest] = text.split('..');
      const valid =
        rest.length === 0 && (from !== '' || to !== '') && [from, to].every((end) => isEnd(field, end));
      return valid ? { field: name, operator: 'between', from: from || null, to: to || null } : null;
    }
    case 'text': {
      const operator = text.startsWith('=') ? 'is' : text.startsWith('^') ? 'starts' : 'contains';
      const value = operator === 'contains' ? text : text.slice(1);
      return value.trim() !== '' && value.length <= 200 ? { field: name, operator, value } : null;
    }
    default:
      return null;
  }
}

function isChoice(field: Field, value: string): boolean {
  switch (field.kind.name) {
    case 'yesNo':
      return value === 'true' || value === 'false';
    case 'reference':
    case 'references':
      return isId(value);
    case 'tags':
      return value.trim() !== '' && value.length <= 40;
    default:
      return (field.options as ChoiceOptions).choices.some((choice) => choice.value === value);
  }
}

function isEnd(field: Field, value: string): boolean {
  if (value === '') return true;
  return field.kind.name === 'date' || field.kind.name === 'dateTime'
    ? isCivilDate(value)
    : exactDecimal(value, 6) !== null;
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
        : `${filter.from ?? ''}..${filter.to ?? ''}`;
    case 'in':
    case 'notIn':
      return `${filter.operator === 'notIn' ? '!' : ''}${filter.values.join(',')}`;
    default:
      return `${filter.operator === 'is' ? '=' : filter.operator === 'starts' ? '^' : ''}${filter.value}`;
  }
}

/** Parameters of a list in a fixed order, defaults left out: equal lists have equal text. */
export function formatQuery(resource: Resource, query: ListQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.q) parameters.set('q', query.q);
  for (const filter of query.filters) parameters.set(`f.${filter.field}`, formatFilter(filter));
  const sort = `${query.sort.descending ? '-' : ''}${query.sort.field}`;
  if (sort !== resource.order) parameters.set('sort', sort);
  if (query.limit !== pageSizes[0]) parameters.set('limit', String(query.limit));
  if (query.archived) parameters.set('archived', 'true');
  if (query.cursor) parameters.set('cursor', query.cursor);
  return parameters;
}

/** A page of a list. `total` stops at 10,000: `total_is_estimate` then says "more than". */
export interface Page<R> {
  readonly data: readonly R[];
  readonly next_cursor: string | null;
  readonly total: number;
  readonly total_is_estimate: boolean;
}
