import { isId } from '@pauta/domain/kinds/reference.ts';
import { type Filter, parseFilter, type QueryParameters } from '@pauta/domain/resource/query/query.ts';
import type { Errors } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { preparedStatement, type Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { allOf } from '../statement.ts';
import { quoted, type ResourceTable } from '../table.ts';
import { filterCondition } from './filter-conditions.ts';
import { scopeCondition } from './row-scope.ts';
import { foundBy } from './words/found-by.ts';
import { beginsWith } from './words/search-words.ts';

/** The query of a select box. */
export interface OptionsQuery {
  readonly q: string;
  /** Also include these records, even when they are no longer offered: the current values of a form. */
  readonly ids: readonly string[];
  readonly limit: number;
  readonly filters: readonly Filter[];
}

const usual = 50;
const most = 300;

/** @throws Problem 422 by parameter */
export const parseOptionsQuery = ({ resource }: ResourceTable, parameters: QueryParameters): OptionsQuery => {
  const errors: Errors = {};
  const filters: Filter[] = [];
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const field = name.startsWith('f.') ? resource.fields[name.slice(2)] : undefined;
    if (typeof value !== 'string') errors[name] = ['Envíe este parámetro una sola vez.'];
    else if (['q', 'ids', 'limit'].includes(name)) texts[name] = value;
    else if (field?.kind.family !== 'choice') errors[name] = ['Este parámetro no existe.'];
    else if (value !== '') {
      const filter = parseFilter(name.slice(2), field, value);
      if (filter) filters.push(filter);
      else errors[name] = ['El filtro no es válido.'];
    }
  }
  const q = (texts.q ?? '').trim();
  if (q.length > 200) errors.q = ['Busque con 200 caracteres como máximo.'];
  const ids = (texts.ids ?? '').split(',').filter((id) => id !== '');
  if (ids.length > 100 || !ids.every(isId))
    errors.ids = ['Envíe hasta 100 identificadores separados por comas.'];
  const limit = Number(texts.limit ?? usual);
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    errors.limit = [`Pida entre 1 y ${most} opciones.`];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { q, ids, limit, filters };
};

/**
 * At most this many matching records are ranked; those whose label begins with the search text are always among them.
 */
const mostRanked = 500;

/**
 * `{ data: [{ id, label, code }] }` as JSON text, in the order of the catalogue or by label; labels that begin with the
 * search text come first.
 */
export const readOptions = async (
  database: Queryable,
  table: ResourceTable,
  { q, ids, limit, filters }: OptionsQuery,
  actor: Actor,
): Promise<string> => {
  const { resource, code } = table;
  const title = `t.${quoted(resource.title)}`;
  const key = raw(`sort_key(${title}) COLLATE "C"`);
  const named = sql`${key}, t.id`;
  const ordered = 'sort_order' in resource.fields ? sql`t.sort_order, ${named}` : named;
  const begins = beginsWith(key, sql`sort_key(${q})`);
  const order = q === '' ? ordered : sql`(${begins}) DESC, ${ordered}`;
  const seen = table.isOpen ? raw('true') : scopeCondition(resource, actor);
  const offered = allOf([
    seen,
    raw(table.offered),
    ...filters.map((filter) => filterCondition(table, filter, actor)),
    ...foundBy(table, q, actor),
  ]);
  const name = raw(quoted(table.name));
  const rows = sql`SELECT t.id FROM ${name} t WHERE ${offered}`;
  const first =
    q === ''
      ? sql`${rows} ORDER BY ${order} LIMIT ${limit}`
      : sql`SELECT t.id FROM ${name} t WHERE t.id IN (
          (${rows} AND ${begins} ORDER BY ${named} LIMIT ${limit}) UNION (${rows} LIMIT ${raw(String(mostRanked))}))
        ORDER BY ${order} LIMIT ${limit}`;
  const statement = sql`
    SELECT coalesce(json_agg(o), '[]')::text AS data FROM (
      SELECT t.id, ${raw(title)} AS label, ${raw(code === undefined ? 'NULL' : `t.${quoted(code)}`)} AS code
      FROM ${name} t
      WHERE t.id IN ((${first}) UNION SELECT t.id FROM ${name} t WHERE t.id = ANY(${ids}::uuid[]) AND ${seen})
      ORDER BY ${order}) o`;
  const row = await database.one<{ data: string }>(q === '' ? preparedStatement(statement) : statement);
  return `{"data":${row?.data ?? '[]'}}`;
};
