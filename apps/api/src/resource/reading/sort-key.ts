import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Sort } from '@pauta/domain/resource/query/query.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { columnField, quoted, type ResourceTable, singular } from '../table.ts';
import type { Position } from './cursor.ts';

/** How rows are ordered by one field. */
export interface SortKey {
  /** Expression on the row `t`; an index of the table begins with it. */
  readonly expression: string;
  /** SQL type of its values. */
  readonly type: string;
  readonly isNullable: boolean;
}

const texts: readonly string[] = ['text', 'longText', 'email', 'phone', 'url', 'taxId'];

/** Whether a record may have no value of the field. A field with an initial value always has one. */
export const isNullable = ({ options }: Field): boolean =>
  !options.required || (options.when !== undefined && options.initial === undefined);

export const sortKeyOf = (table: ResourceTable, fieldName: string): SortKey => {
  const order = table.resource.orders[fieldName];
  // Lines are sorted by their position, whose characters sort as text.
  if (order && table.line) return { expression: 't."position"', type: 'text', isNullable: false };
  if (order) {
    const columns = order.of.map((name) => `t.${quoted(name)}`);
    const expression = `${quoted(`${singular(table.name)}_${fieldName}`)}(${columns.join(', ')})`;
    return { expression, type: order.type, isNullable: false };
  }
  const field = columnField(table.resource, fieldName);
  const { kind, options } = field;
  const column = `t.${quoted(fieldName)}`;
  const key = { type: 'text', isNullable: isNullable(field) };
  if (texts.includes(kind.name)) return { ...key, expression: `sort_key(${column}) COLLATE "C"` };
  if (kind.name === 'choice') return { ...key, expression: `${column} COLLATE "C"` };
  return { ...key, expression: column, type: kind.column(options) };
};

/** The position of a page in a list. */
export interface Page {
  /** Selected columns of the row `t`, see `rowWith`. */
  readonly row: string;
  readonly sort: Sort;
  readonly limit: number;
  readonly after: Position | null;
}

/**
 * Statement of one page of `limit` rows in keyset order, with the sort value as column `sort_value`. Empty values come
 * last in both directions. The id breaks ties, so that no row is repeated or skipped.
 *
 * @param parts conditions of which a row must meet one; the page is read for each and then merged
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

const pageOfPart = (table: ResourceTable, { row, sort, limit, after }: Page, where: Sql): Sql => {
  const { expression, type, isNullable } = sortKeyOf(table, sort.field);
  const key = raw(expression);
  const from = sql`SELECT ${raw(row)}, ${key} AS sort_value FROM ${raw(quoted(table.name))} t WHERE ${where}`;
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
  // Rows without a value are read only where the others do not fill the page, because no index has them in order.
  return sql`
    SELECT * FROM (
      WITH valued AS MATERIALIZED (${from} AND ${key} IS NOT NULL${keyset} ${orderByKey})
      SELECT * FROM valued UNION ALL (${withoutValue} AND (SELECT count(*) FROM valued) < ${count} ${orderById})
    ) t ORDER BY ${pageOrder(sort)} LIMIT ${count}`;
};

/**
 * Statement of the ids and sort values of rows that meet one of the conditions, at most `most` of each, unordered. If
 * fewer rows match, these are all of them and the page is taken from here.
 *
 * @param parts conditions of which a row must meet one
 */
export const foundRows = (table: ResourceTable, sort: Sort, parts: readonly Sql[], most: number): Sql => {
  const key = raw(sortKeyOf(table, sort.field).expression);
  const ofPart = (where: Sql): Sql => sql`
    (SELECT t.id, ${key} AS sort_value FROM ${raw(quoted(table.name))} t WHERE ${where} LIMIT ${raw(String(most))})`;
  return parts.length === 0 ? ofPart(raw('false')) : join(parts.map(ofPart), ' UNION ');
};

/** Statement of the same page as `pageRows`, taken from the rows `found` of `foundRows`; applies when `isAll`. */
export const pageOfFound = (table: ResourceTable, { row, sort, limit, after }: Page, isAll: Sql): Sql => {
  const key = sortKeyOf(table, sort.field);
  const type = raw(key.type);
  const beyond = raw(sort.descending ? '<' : '>');
  // A computed order has an index with the ids, so its expression is compared too where it cannot be null.
  const isSame = sql`t.id = f.id${key.isNullable ? raw('') : raw(` AND ${key.expression} = f.sort_value`)}`;
  const rest =
    after === null
      ? raw('true')
      : after.value === null
        ? sql`t.sort_value IS NULL AND t.id ${beyond} ${after.id}::uuid`
        : sql`(t.sort_value IS NULL OR (t.sort_value, t.id) ${beyond} (${after.value}::${type}, ${after.id}::uuid))`;
  return sql`
    SELECT ${raw(row)}, f.sort_value FROM (
      SELECT t.id, t.sort_value FROM found t WHERE ${isAll} AND ${rest} ORDER BY ${pageOrder(sort)} LIMIT ${raw(String(limit))}
    ) f JOIN ${raw(quoted(table.name))} t ON ${isSame}`;
};

/** The ORDER BY over the rows of `pageRows`. */
export const pageOrder = (sort: Sort): Sql => {
  const direction = raw(sort.descending ? 'DESC' : 'ASC');
  return sql`t.sort_value ${direction} NULLS LAST, t.id ${direction}`;
};
