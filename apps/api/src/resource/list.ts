import { type ListQuery, pageSizes } from '@pauta/domain/resource/query.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database.ts';
import { invalid } from '../platform/problem.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { conditionSql, filterCondition } from './filter-conditions.ts';
import { isKnownLarge, rememberLarge } from './large-lists.ts';
import { recordColumns } from './record-columns.ts';
import { scopeCondition, scopeWays } from './row-scope.ts';
import { searchConditions } from './search-words.ts';
import { pageOrder, pageRows } from './sort-key.ts';
import { allOf, hot } from './statement.ts';
import { quoted, type ResourceTable } from './table.ts';

/** Totals are exact up to here. */
export const mostCounted = 10_000;

interface PageRow {
  total: number;
  found: number;
  data: string;
  last: [string | null, string] | null;
}

/** Conditions of a list on the row `t` for what the caller asks for, whatever he sees. */
const askedConditions = (table: ResourceTable, query: ListQuery): Sql =>
  allOf([
    ...(table.canArchive
      ? [raw(`t.archived_at IS ${query.archived ? 'NOT ' : ''}NULL`)]
      : [raw(query.archived ? 'false' : 'true')]),
    ...query.filters.map((filter) => filterCondition(table, filter)),
    ...(query.where ? [conditionSql(table, query.where)] : []),
    ...searchConditions(table.searchText, query.q),
  ]);

/** Conditions of a list on the row `t`: what the caller sees, what he asks for. */
export const listConditions = (table: ResourceTable, query: ListQuery, actor: Actor): Sql =>
  allOf([scopeCondition(table.resource, actor), askedConditions(table, query)]);

/** As many of the rows of a list as are counted, and one more where there are more. */
const counted = (name: Sql, parts: readonly Sql[]): Sql => {
  const beyond = raw(String(mostCounted + 1));
  const [first = raw('false'), ...others] = parts;
  if (others.length === 0) {
    return sql`(SELECT count(*)::integer FROM (SELECT FROM ${name} t WHERE ${first} LIMIT ${beyond}) counted)`;
  }
  const found = parts.map((where) => sql`(SELECT t.id FROM ${name} t WHERE ${where} LIMIT ${beyond})`);
  return sql`(SELECT least(count(*), ${beyond})::integer FROM (${join(found, ' UNION ')}) counted)`;
};

/**
 * One page of a list as JSON text, made by PostgreSQL in one statement: rows, names of what they refer to, and the
 * count.
 *
 * @throws Problem 422 when the cursor is not of this list
 */
export const listPage = async (
  database: Queryable,
  table: ResourceTable,
  query: ListQuery,
  actor: Actor,
): Promise<string> => {
  const { sort, limit, cursor } = query;
  const after = cursor === null ? null : parseCursor(sort, cursor);
  if (cursor !== null && after === null) {
    throw invalid({ cursor: ['La página pedida ya no es válida; vuelva a la primera.'] });
  }
  const asked = askedConditions(table, query);
  const parts = scopeWays(table.resource, actor).map((way) => allOf([way, asked]));
  const where = join(parts, ' OR ');
  const order = pageOrder(sort);
  const isLarge = isKnownLarge(database, table.name, where);
  const statement = sql`
    WITH page AS (${pageRows(table, { sort, limit: limit + 1, after }, parts)})
    SELECT
      ${isLarge ? raw(String(mostCounted + 1)) : counted(raw(quoted(table.name)), parts)} AS total,
      (SELECT count(*)::integer FROM page) AS found,
      (SELECT coalesce(json_agg(row_to_json(r)), '[]')::text FROM (
        SELECT ${raw(recordColumns(table))} FROM page t ORDER BY ${order} LIMIT ${raw(String(limit))}) r) AS data,
      (SELECT json_build_array(t.sort_value::text, t.id) FROM page t ORDER BY ${order} OFFSET ${raw(String(limit - 1))} LIMIT 1) AS last`;
  // A search is planned for its own words: how many rows they match decides which index is worth it. So are several
  // values of one filter, which an index of just these may have, and what is seen in several ways.
  const isSearch =
    query.q !== '' ||
    query.filters.some((filter) => 'value' in filter || ('values' in filter && filter.values.length > 1));
  const isUsual =
    !isSearch && query.where === null && parts.length === 1 && pageSizes.some((size) => size === limit);
  const row = await database.one<PageRow>(isUsual ? hot(statement) : statement);
  if (!row) throw new Error('the list statement answers one row');
  if (!isLarge && row.total > mostCounted) rememberLarge(database, table.name, where);
  const next =
    row.found > limit && row.last ? formatCursor(sort, { value: row.last[0], id: row.last[1] }) : null;
  return (
    `{"data":${row.data},"next_cursor":${JSON.stringify(next)},` +
    `"total":${Math.min(row.total, mostCounted)},"total_is_estimate":${row.total > mostCounted}}`
  );
};
