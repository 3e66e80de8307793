import type { Sort } from '@pauta/domain/resource/query.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Position } from './cursor.ts';
import { columnField, quoted, type ResourceTable } from './table.ts';

/** How rows are compared by one field. */
export interface SortKey {
  /** Of the row `t`; the expression an index of the table leads with. */
  readonly expression: string;
  /** Type of its values. */
  readonly type: string;
  readonly isNullable: boolean;
}

const texts: readonly string[] = ['text', 'longText', 'email', 'phone', 'url', 'taxId'];

export const sortKeyOf = (table: ResourceTable, fieldName: string): SortKey => {
  const { kind, options } = columnField(table.resource, fieldName);
  const column = `t.${quoted(fieldName)}`;
  const isNullable = !options.required || options.when !== undefined;
  if (texts.includes(kind.name))
    return { expression: `sort_key(${column}) COLLATE "C"`, type: 'text', isNullable };
  if (kind.name === 'choice') return { expression: `${column} COLLATE "C"`, type: 'text', isNullable };
  return { expression: column, type: kind.column(options), isNullable };
};

interface Page {
  readonly sort: Sort;
  readonly limit: number;
  readonly after: Position | null;
}

/**
 * Statement of one page of `limit` rows in keyset order, with the sort value as column `sort_value`. Empty values
 * come last in both directions. The id breaks ties, so that no row is shown twice or left out.
 *
 * @param parts the rows that meet one of these conditions; each part has the page looked for by itself
 */
export const pageRows = (table: ResourceTable, page: Page, parts: readonly Sql[]): Sql => {
  const [first = raw('false'), ...others] = parts;
  if (others.length === 0) return pageOfPart(table, page, first);
  const found = parts.map((where) => sql`(SELECT * FROM (${pageOfPart(table, page, where)}) t)`);
  const order = pageOrder(page.sort);
  return sql`
    SELECT DISTINCT ON (t.sort_value, t.id) t.* FROM (${join(found, ' UNION ALL ')}) t
    ORDER BY ${order} LIMIT ${raw(String(page.limit))}`;
};

const pageOfPart = (table: ResourceTable, { sort, limit, after }: Page, where: Sql): Sql => {
  const { expression, type, isNullable } = sortKeyOf(table, sort.field);
  const key = raw(expression);
  const from = sql`SELECT ${raw(table.row)}, ${key} AS sort_value FROM ${raw(quoted(table.name))} t WHERE ${where}`;
  const direction = raw(sort.descending ? 'DESC' : 'ASC');
  const beyond = raw(sort.descending ? '<' : '>');
  const count = raw(String(limit));
  const orderByKey = sql`ORDER BY ${key} ${direction}, t.id ${direction} LIMIT ${count}`;
  const orderById = sql`ORDER BY t.id ${direction} LIMIT ${count}`;
  const keyset =
    after === null || after.value === null
      ? raw('')
      : sql` AND (${key}, t.id) ${beyond} (${after.value}::${raw(type)}, ${after.id}::uuid)`;

  if (!isNullable) return sql`${from}${keyset} ${orderByKey}`;
  const withoutValue = sql`${from} AND ${key} IS NULL`;
  if (after !== null && after.value === null) {
    return sql`${withoutValue} AND t.id ${beyond} ${after.id}::uuid ${orderById}`;
  }
  return sql`
    SELECT * FROM (
      (${from} AND ${key} IS NOT NULL${keyset} ${orderByKey}) UNION ALL (${withoutValue} ${orderById})
    ) t ORDER BY ${pageOrder(sort)} LIMIT ${count}`;
};

/** The same order over the rows of `pageRows`. */
export const pageOrder = (sort: Sort): Sql => {
  const direction = raw(sort.descending ? 'DESC' : 'ASC');
  return sql`t.sort_value ${direction} NULLS LAST, t.id ${direction}`;
};
