import type { Report } from '@pauta/domain/reports/report.ts';
import { type RowsQuery, rowsOnPage } from '@pauta/domain/reports/rows-query.ts';
import { summableFields } from '@pauta/domain/resource/query/summary.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { filterCondition } from '../../resource/reading/filter-conditions.ts';
import { forReader, unseen } from '../../resource/reading/record-columns.ts';
import { orTooSlow } from '../../resource/reading/too-slow.ts';
import { allOf } from '../../resource/statement.ts';
import { columnField, isReference, quoted, tableOf, targetOf } from '../../resource/table.ts';
import { computedRows } from './computed-rows.ts';

/** The rows that figures of a computed report sum, from a position on, and the sums of all of them. */
export interface ComputedRows {
  readonly count: number;
  /** Exact sums by field of all rows that the query finds; a query for one currency sums only that one. */
  readonly totals: Readonly<Record<string, string | null>>;
  readonly rows: readonly AnyRecord[];
}

/**
 * The rows of a computed report that meet the filters and that the actor may see, in one statement.
 *
 * @throws Problem 422 when they cannot be computed in time
 */
export const readComputedRows = async (
  database: Queryable,
  report: Report,
  { period, filters, from }: RowsQuery,
  actor: Actor,
): Promise<ComputedRows> => {
  const resource = report.resource();
  const table = tableOf(resource);
  const days = report.isStock ? [period.to] : [];
  const fields = new Set(['id', ...Object.keys(resource.fields)]);
  const columns = Object.keys(resource.fields).map((name, place): { value: Sql; from: string } => {
    const field = columnField(resource, name);
    const column = `t.${quoted(name)}`;
    if (!isReference(field)) {
      const isNumber = field.kind.column(field.options).startsWith('numeric');
      return { value: raw(`${column}${isNumber ? '::text' : ''} AS ${quoted(name)}`), from: '' };
    }
    const target = targetOf(field);
    const alias = `r${place}`;
    const label = forReader(target, actor, alias, {
      expression: `json_build_object('id', ${alias}.id, 'label', ${alias}.${quoted(target.title)})`,
      hidden: `json_build_object('id', ${alias}.id, 'label', '${unseen}', 'hidden', true)`,
    });
    return {
      value: sql`CASE WHEN ${raw(`${alias}.id`)} IS NOT NULL THEN ${label} END AS ${raw(quoted(name))}`,
      from: `LEFT JOIN ${quoted(target.name)} ${alias} ON ${alias}.id = ${column}`,
    };
  });
  const sums = summableFields(resource).filter((name) =>
    /^(integer|numeric)/.test(columnField(resource, name).kind.column(columnField(resource, name).options)),
  );
  const order = resource.order.startsWith('-')
    ? `t.${quoted(resource.order.slice(1))} DESC`
    : `t.${quoted(resource.order)}`;
  const [found] = await orTooSlow(
    database.query<ComputedRows>(sql`
      WITH found AS MATERIALIZED (
        SELECT * FROM (${computedRows(report, { period, days, fields, actor })}) t
        WHERE ${allOf(filters.map((filter) => filterCondition(table, filter, actor)))}),
      page AS MATERIALIZED (
        SELECT t.* FROM found t ORDER BY ${raw(`${order} NULLS LAST, t.${quoted(report.date)}, t.id`)}
        LIMIT ${raw(String(rowsOnPage))} OFFSET ${from}::integer)
      SELECT (SELECT count(*)::integer FROM found) AS count,
        (SELECT json_build_object(${raw(sums.map((name) => `'${name}', sum(${quoted(name)})::text`).join(', '))}) FROM found) AS totals,
        (SELECT coalesce(json_agg(x ORDER BY x.place), '[]') FROM (
          SELECT row_number() OVER (ORDER BY ${raw(`${order} NULLS LAST, t.${quoted(report.date)}, t.id`)}) AS place,
            t.id || ':' || t.${raw(quoted(report.date))} AS id, ${join(columns.map(({ value }) => value))}
          FROM page t ${raw(columns.map((column) => column.from).join(' '))}) x) AS rows`),
  );
  return found ?? { count: 0, totals: {}, rows: [] };
};
