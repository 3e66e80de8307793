import { type ListQuery, pageSizes } from '@pauta/domain/resource/query/query.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { preparedStatement, type Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { allOf, anyOf } from '../statement.ts';
import { quoted, type ResourceTable, rowWith } from '../table.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { conditionSql, filterCondition } from './filter-conditions.ts';
import { isKnownLarge, rememberLarge } from './large-lists.ts';
import { pageColumns } from './record-columns.ts';
import { scopeCondition, scopeWays } from './row-scope.ts';
import { foundRows, type Page, pageOfFound, pageOrder, pageRows } from './sort-key.ts';
import { foundBy } from './words/found-by.ts';
import { similarSearches } from './words/similar-searches.ts';

/** Totals are exact up to here. */
export const mostCounted = 10_000;

/** More than is counted. */
const large = raw(String(mostCounted + 1));

interface PageRow {
  /** Null where it was not asked for. */
  total: number | null;
  found: number;
  data: string;
  last: [string | null, string] | null;
}

/** Condition of a list on the row `t` to be in use, or not any more. */
const isInUse = (table: ResourceTable, { archived }: ListQuery): Sql =>
  table.canArchive ? raw(`t.archived_at IS ${archived ? 'NOT ' : ''}NULL`) : raw(archived ? 'false' : 'true');

/** Conditions of a list on the row `t` for what the caller asks for, whatever he sees of the list itself. */
const queryConditions = (table: ResourceTable, query: ListQuery, actor: Actor): readonly Sql[] => [
  ...query.filters.map((filter) => filterCondition(table, filter)),
  ...(query.where ? [conditionSql(table, query.where)] : []),
  ...foundBy(table, query.q, actor),
];

/**
 * Conditions of a list on the row `t`: what the caller sees, what he asks for.
 *
 * @param seen the condition for a row to be seen, where it is not that of the resource
 */
export const listConditions = (
  table: ResourceTable,
  query: ListQuery,
  actor: Actor,
  seen: Sql = scopeCondition(table.resource, actor),
): Sql => allOf([seen, isInUse(table, query), ...queryConditions(table, query, actor)]);

/** As many of the rows of a list as are counted, and one more where there are more. */
const counted = (name: Sql, parts: readonly Sql[]): Sql => {
  const [first = raw('false'), ...others] = parts;
  if (others.length === 0) {
    return sql`(SELECT count(*)::integer FROM (SELECT FROM ${name} t WHERE ${first} LIMIT ${large}) counted)`;
  }
  const found = parts.map((where) => sql`(SELECT t.id FROM ${name} t WHERE ${where} LIMIT ${large})`);
  return sql`(SELECT least(count(*), ${large})::integer FROM (${join(found, ' UNION ')}) counted)`;
};

/** What a list is made of: whose rows, and which of them. */
interface Asked {
  readonly table: ResourceTable;
  /** Ways to be seen of which one is enough. */
  readonly ways: readonly Sql[];
  readonly inUse: Sql;
  readonly conditions: readonly Sql[];
  /** All of these together, for each way. */
  readonly parts: readonly Sql[];
  /** It was larger than is counted, a moment ago. */
  readonly isLarge: boolean;
  readonly isCounted: boolean;
}

/** `page` and `size` of a list whose conditions have an index each that leads to the page in its order. */
const directPage = ({ table, parts, isLarge, isCounted }: Asked, page: Page): Sql => {
  const total = isLarge ? large : counted(raw(quoted(table.name)), parts);
  return sql`
    page AS (${pageRows(table, page, parts)}),
    size AS (SELECT ${isCounted ? total : raw('NULL::integer')} AS total)`;
};

/**
 * `page` and `size` of a list whose rows may be anywhere: they are gathered once, for the count and for the page. Only
 * where they are more than is counted the page is looked for in its order, where it cannot be far; the planner, which
 * takes words for rarer than they are, must not know better.
 */
const foundPage = ({ table, ways, inUse, conditions, parts, isLarge }: Asked, page: Page): Sql => {
  const any = sql`CASE WHEN ${allOf(conditions)} THEN true END`;
  const inOrder = pageRows(
    table,
    page,
    ways.map((way) => allOf([way, inUse, any])),
  );
  if (isLarge) return sql`page AS (${inOrder}), size AS (SELECT ${large} AS total)`;
  return sql`
    found AS MATERIALIZED (${foundRows(table, page.sort, parts, mostCounted + 1)}),
    size AS MATERIALIZED (SELECT least(count(*), ${large})::integer AS total FROM found),
    page AS (
      (${pageOfFound(table, page, sql`(SELECT total FROM size) < ${large}`)})
      UNION ALL SELECT * FROM (${inOrder}) t WHERE (SELECT total FROM size) = ${large})`;
};

/** A search that finds no more than this may have been mistyped. */
const fewFound = 2;

/** Searches of which each finds more of this list than the one that found so few. */
const didYouMean = async (
  database: Queryable,
  table: ResourceTable,
  query: ListQuery,
  actor: Actor,
  { found, seen }: { found: number; seen: Sql },
): Promise<string[]> => {
  const meant = await similarSearches(database, [table], query.q, actor, found > 0);
  if (meant.length === 0) return [];
  const name = raw(quoted(table.name));
  const counts = meant.map((q, place) => {
    const where = listConditions(table, { ...query, q }, actor, seen);
    return sql`SELECT ${raw(String(place))} AS place,
      (SELECT count(*)::integer FROM (SELECT FROM ${name} t WHERE ${where} LIMIT 100) c) AS total`;
  });
  const totals = await database.query<{ place: number; total: number }>(join(counts, ' UNION ALL '));
  return meant
    .filter((_, at) => totals.some(({ place, total }) => place === at && total > found))
    .slice(0, 3);
};

/**
 * One page of a list as JSON text, made by PostgreSQL in one statement: rows, names of what they refer to, and the
 * count.
 *
 * @param answered `fields`: what its rows answer, see `listedFields`; `count`: whether its total is looked for; `ways`: to be
 *   seen, of which one is enough, where they are not those of the resource: lines of one document
 * @throws Problem 422 when the cursor is not of this list
 */
export const listPage = async (
  database: Queryable,
  table: ResourceTable,
  query: ListQuery,
  actor: Actor,
  {
    fields,
    count = true,
    ways = scopeWays(table.resource, actor),
  }: { fields: readonly string[]; count?: boolean; ways?: readonly Sql[] },
): Promise<string> => {
  const { sort, limit, cursor } = query;
  const after = cursor === null ? null : parseCursor(sort, cursor);
  if (cursor !== null && after === null) {
    throw invalid({ cursor: ['La página pedida ya no es válida; vuelva a la primera.'] });
  }
  const inUse = isInUse(table, query);
  const conditions = queryConditions(table, query, actor);
  const parts = ways.map((way) => allOf([way, inUse, ...conditions]));
  const where = join(parts, ' OR ');
  const isLarge = isKnownLarge(database, table.name, where);
  const isDirect =
    query.q === '' &&
    query.where === null &&
    query.filters.every((filter) => filter.operator === 'in' && filter.values.length === 1);
  const page = { row: rowWith(table, fields), sort, limit: limit + 1, after };
  const { named, columns: answered, joins } = pageColumns(table, actor, fields);
  const order = pageOrder(sort);
  const pages = (isDirect ? directPage : foundPage)(
    { table, ways, inUse, conditions, parts, isLarge, isCounted: count },
    page,
  );
  const statement = sql`
    WITH ${pages}${named}
    SELECT
      (SELECT total FROM size) AS total,
      (SELECT count(*)::integer FROM page) AS found,
      (SELECT coalesce(json_agg(row_to_json(r)), '[]')::text FROM (
        SELECT ${answered} FROM page t ${joins} ORDER BY ${order} LIMIT ${raw(String(limit))}) r) AS data,
      (SELECT json_build_array(t.sort_value::text, t.id) FROM page t ORDER BY ${order} OFFSET ${raw(String(limit - 1))} LIMIT 1) AS last`;
  // What is looked for is planned for its own words: how many rows they match decides which index is worth it. So is
  // what is seen in several ways.
  const isUsual = isDirect && parts.length === 1 && pageSizes.some((size) => size === limit);
  const row = await database.one<PageRow>(isUsual ? preparedStatement(statement) : statement);
  if (!row) throw new Error('the list statement answers one row');
  const total = count ? row.total : null;
  if (!isLarge && total !== null && total > mostCounted) rememberLarge(database, table.name, where);
  const next =
    row.found > limit && row.last ? formatCursor(sort, { value: row.last[0], id: row.last[1] }) : null;
  const isFew = query.q !== '' && cursor === null && total !== null && total <= fewFound;
  const meant = isFew
    ? await didYouMean(database, table, query, actor, { found: total, seen: anyOf(ways) })
    : [];
  const hint = meant.length > 0 ? `,"did_you_mean":${JSON.stringify(meant)}` : '';
  return (
    `{"data":${row.data},"next_cursor":${JSON.stringify(next)},` +
    `"total":${total === null ? null : Math.min(total, mostCounted)},` +
    `"total_is_estimate":${total === null ? null : total > mostCounted}${hint}}`
  );
};
