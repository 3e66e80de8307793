import { parseListedFields } from '@pauta/domain/resource/query/listed-fields.ts';
import { type Filter, type ListQuery, pageSizes } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { preparedStatement, type Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { allOf, anyOf } from '../statement.ts';
import { columnField, quoted, type ResourceTable, rowWith } from '../table.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { conditionSql, filterCondition } from './filter-conditions.ts';
import { isKnownLarge, rememberLarge } from './large-lists.ts';
import { pageColumns } from './record-columns.ts';
import { scopeCondition, scopeWays } from './row-scope.ts';
import { foundRows, type Page, pageOfFound, pageOrder, pageRows } from './sort-key.ts';
import { foundBy } from './words/found-by.ts';
import { similarSearches } from './words/similar-searches.ts';

/** Totals are exact up to this number. */
export const mostCounted = 10_000;

/** The fields that a request names, separated by commas. @throws Problem 422 when a name is not a field */
export const listedFieldsOf = (
  resource: Resource,
  text: string | readonly string[] | undefined,
): readonly string[] => {
  const names = text === undefined || typeof text === 'string' ? parseListedFields(resource, text) : null;
  if (names === null) throw invalid({ fields: ['Pida datos que existan, separados por comas.'] });
  return names;
};

/** Limit of the counting subquery: one more than is counted. */
const large = raw(String(mostCounted + 1));

interface PageRow {
  /** Null when no count was requested. */
  total: number | null;
  found: number;
  data: string;
  last: [string | null, string] | null;
}

/** Condition on the row `t`: not archived, or archived. */
const isInUse = (table: ResourceTable, { archived }: ListQuery): Sql =>
  table.canArchive ? raw(`t.archived_at IS ${archived ? 'NOT ' : ''}NULL`) : raw(archived ? 'false' : 'true');

/** Conditions on the row `t` for the query of a list, without row permissions. */
const queryConditions = (table: ResourceTable, query: ListQuery, actor: Actor): readonly Sql[] => [
  ...query.filters.map((filter) => filterCondition(table, filter, actor)),
  ...(query.where ? [conditionSql(table, query.where, actor)] : []),
  ...foundBy(table, query.q, actor),
];

/**
 * Conditions on the row `t` for a list: row permissions and query.
 *
 * @param seen the row permission condition, where it is not that of the resource
 */
export const listConditions = (
  table: ResourceTable,
  query: ListQuery,
  actor: Actor,
  seen: Sql = scopeCondition(table.resource, actor),
): Sql => allOf([seen, isInUse(table, query), ...queryConditions(table, query, actor)]);

/** Counts the rows of a list, up to one more than the limit. */
const counted = (name: Sql, parts: readonly Sql[]): Sql => {
  const [first = raw('false'), ...others] = parts;
  if (others.length === 0) {
    return sql`(SELECT count(*)::integer FROM (SELECT FROM ${name} t WHERE ${first} LIMIT ${large}) counted)`;
  }
  const found = parts.map((where) => sql`(SELECT t.id FROM ${name} t WHERE ${where} LIMIT ${large})`);
  return sql`(SELECT least(count(*), ${large})::integer FROM (${join(found, ' UNION ')}) counted)`;
};

/** The parts of a list query: the rows of which table, and which of them. */
interface Asked {
  readonly table: ResourceTable;
  /** Row permission conditions, of which one is enough. */
  readonly ways: readonly Sql[];
  readonly inUse: Sql;
  readonly conditions: readonly Sql[];
  /** All conditions together, one element per row permission condition. */
  readonly parts: readonly Sql[];
  /** The list recently exceeded the count limit. */
  readonly isLarge: boolean;
  readonly isCounted: boolean;
}

/** `page` and `size` of a list whose conditions each have an index that returns rows in the order of the list. */
const directPage = ({ table, parts, isLarge, isCounted }: Asked, page: Page): Sql => {
  const total = isLarge ? large : counted(raw(quoted(table.name)), parts);
  return sql`
    page AS (${pageRows(table, page, parts)}),
    size AS (SELECT ${isCounted ? total : raw('NULL::integer')} AS total)`;
};

/**
 * `page` and `size` of a list whose matching rows may be anywhere: they are collected once, for the count and for the
 * page. Only where they exceed the count limit is the page read in the order of the list. The planner underestimates
 * how many rows a search matches, so it is kept from choosing another plan.
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

/** Whether an index returns the rows of a filter in the order of the list. */
const isOneValue = ({ resource }: ResourceTable, filter: Filter): boolean =>
  filter.operator === 'in' &&
  filter.values.length === 1 &&
  columnField(resource, filter.field).kind.name !== 'location';

/** A search with at most this many results may contain a typing error. */
const fewFound = 2;

/** Alternative searches, each of which finds more in this list than the original one. */
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
 * One page of a list as JSON text, produced by PostgreSQL in one statement: rows, names of referenced records, and the
 * count.
 *
 * @param answered `fields`: the fields of the rows, see `listedFields`; `count`: whether the total is computed; `ways`:
 * row
 *   permission conditions that replace those of the resource, for the lines of one document
 * @throws Problem 422 when the cursor does not belong to this list
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
    query.q === '' && query.where === null && query.filters.every((filter) => isOneValue(table, filter));
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
  // Searches are planned for their own words, because how many rows match decides which index is best. The same holds
  // for several row permission conditions. Only other statements are prepared.
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
