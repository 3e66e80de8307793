import { isFilterable } from '../../kinds/kind.ts';
import { type Errors, type Resource, systemFields } from '../resource.ts';
import type { Condition } from './condition.ts';
import { readCondition, storedDictionary, writeCondition } from './condition-text.ts';
import { type Filter, formatFilter, parseFilter } from './filter.ts';
import type { ListGroup } from './summary.ts';

export { type Filter, formatFilter, parseFilter };

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** The query of a list; its text is the query string of the API and of the screen. */
export interface ListQuery {
  readonly q: string;
  readonly filters: readonly Filter[];
  /** Conditions that `filters` cannot express: and, or, not. Both apply. */
  readonly where: Condition | null;
  readonly sort: Sort;
  readonly limit: number;
  /** Opaque position where the previous page ended. */
  readonly cursor: string | null;
  /** Archived records instead of active ones. */
  readonly archived: boolean;
}

export const pageSizes = [25, 50, 100] as const;

/** Parameters of a list besides `f.<field>`. */
export const listParameterNames: readonly string[] = ['q', 'where', 'sort', 'limit', 'cursor', 'archived'];

/** The parameters of a request as they were sent; one that is repeated is a list. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

export type ParsedQuery =
  | { readonly ok: true; readonly query: ListQuery }
  | { readonly ok: false; readonly errors: Errors };

const parseSort = (text: string): Sort => ({
  field: text.replace(/^-/, ''),
  descending: text.startsWith('-'),
});

/** Fields that a list can be sorted by. */
export const sortableFields = (resource: Resource): string[] =>
  Object.entries({ ...resource.fields, ...systemFields })
    .filter(([, field]) => field.options.sortable)
    .map(([name]) => name);

/** Everything a list can be sorted by: fields, and named orders. */
export const sortNames = (resource: Resource): string[] => [
  ...sortableFields(resource),
  ...Object.keys(resource.orders),
];

/**
 * Reads the parameters of a list.
 *
 * @example parseQuery(clients, { q: 'acme', 'f.status': 'active,prospect', sort: '-created_at' })
 * @example parseQuery(clients, { where: 'status:active or credit_limit>5000' })
 */
export function parseQuery(resource: Resource, parameters: QueryParameters): ParsedQuery {
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
      if (!field || !isFilterable(field)) errors[name] = ['No se puede filtrar por este dato.'];
      else if (text !== undefined && text !== '') {
        const filter = parseFilter(fieldName, field, text);
        if (filter) filters.push(filter);
        else errors[name] = ['El filtro no es válido.'];
      }
    } else if (!listParameterNames.includes(name)) {
      errors[name] = ['Este parámetro no existe.'];
    }
  }

  const where = readCondition(single('where') ?? '', storedDictionary(resource));
  if (!where.ok) errors.where = where.errors.map((error) => error.message);
  const sort = parseSort(single('sort') ?? resource.order);
  if (!sortNames(resource).includes(sort.field)) errors.sort = ['No se puede ordenar por este dato.'];
  const limit = Number(single('limit') ?? pageSizes[0]);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) errors.limit = ['Pida entre 1 y 100 registros.'];
  const q = (single('q') ?? '').trim();
  if (q.length > 200) errors.q = ['Busque con 200 caracteres como máximo.'];
  const archived = single('archived') ?? 'false';
  if (archived !== 'true' && archived !== 'false') errors.archived = ['Use true o false.'];
  const cursor = single('cursor') ?? null;

  if (Object.keys(errors).length > 0 || !where.ok) return { ok: false, errors };
  return {
    ok: true,
    query: { q, filters, where: where.condition, sort, limit, cursor, archived: archived === 'true' },
  };
}

/** Parameters of a list's address that change how it is displayed, not which rows it has. */
const shown = new Set(['cursor', 'limit', 'sort', 'cols', 'density', 'layout', 'group', 'view']);

/**
 * Parses which rows a list has from the text of its address, ignoring display parameters.
 *
 * @example parseQueryText(clients, 'f.status=active&sort=trade_name')
 */
export function parseQueryText(resource: Resource, text: string): ParsedQuery {
  const parameters: Record<string, string | string[]> = Object.create(null);
  const read = new URLSearchParams(text);
  for (const name of new Set(read.keys())) {
    if (shown.has(name)) continue;
    const values = read.getAll(name);
    parameters[name] = values.length === 1 ? String(values[0]) : values;
  }
  return parseQuery(resource, parameters);
}

/** Parameters of a list in a fixed order, defaults left out: equal lists have equal text. */
export function formatQuery(resource: Resource, query: ListQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.q) parameters.set('q', query.q);
  for (const filter of query.filters) parameters.set(`f.${filter.field}`, formatFilter(filter));
  if (query.where) parameters.set('where', writeCondition(query.where, storedDictionary(resource)));
  const sort = `${query.sort.descending ? '-' : ''}${query.sort.field}`;
  if (sort !== resource.order) parameters.set('sort', sort);
  if (query.limit !== pageSizes[0]) parameters.set('limit', String(query.limit));
  if (query.archived) parameters.set('archived', 'true');
  if (query.cursor) parameters.set('cursor', query.cursor);
  return parameters;
}

/**
 * A page of a list. `total` stops at 10,000: `total_is_estimate` then means "more than". With `count=no` both are null.
 */
export interface Page<R> {
  readonly data: readonly R[];
  readonly next_cursor: string | null;
  readonly total: number;
  readonly total_is_estimate: boolean;
  /** Alternative searches with more results, where the search found little or nothing: the likeliest first. */
  readonly did_you_mean?: readonly string[];
  /** The groups of a grouped list, with the number of rows that `data` has of each. */
  readonly groups?: readonly ListGroup[];
}
