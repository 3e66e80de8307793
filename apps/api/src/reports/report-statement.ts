import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import { type Period, type Shift, shiftBack, shiftOf } from '@pauta/domain/reports/period.ts';
import {
  currencyOfMeasure,
  type DateDimension,
  isDateDimension,
  type Measure,
  type Report,
  type Term,
} from '@pauta/domain/reports/report.ts';
import { fixedFilters, type ReportQuery, stockDays } from '@pauta/domain/reports/report-query.ts';
import { type Filter, parseQuery } from '@pauta/domain/resource/query/query.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import { filterCondition } from '../resource/reading/filter-conditions.ts';
import { listConditions } from '../resource/reading/list.ts';
import { forReader, unseen } from '../resource/reading/record-columns.ts';
import { allOf } from '../resource/statement.ts';
import {
  columnField,
  isReference,
  quoted,
  type ResourceTable,
  tableOf,
  targetOf,
} from '../resource/table.ts';
import { computedRows } from './computed/computed-rows.ts';

/** One row of the result: a cell, or a total. */
export interface ReportRow {
  readonly row_value: string | null;
  readonly row_label: string | null;
  readonly is_row_total: boolean;
  readonly column_value: string | null;
  readonly column_label: string | null;
  readonly is_column_total: boolean;
  /** Per measure, value and number of rows, of the period and of the one compared with. */
  readonly figures: readonly (readonly [
    value: string | null,
    count: number,
    before: string | null,
    beforeCount: number,
  ])[];
  /** Currencies of the rows of the period, in the row of the total of all. */
  readonly currencies: readonly (readonly [code: string, count: number])[] | null;
}

/** Columns of joined records, by their alias: `LEFT JOIN "contracts" d1 ON d1.id = t."contract_id"`. */
class Joins {
  private readonly known = new Map<string, string>();
  readonly parts: string[] = [];

  /** Alias of the record of a table whose id is this expression. */
  aliasOf(table: string, id: string): string {
    const key = `${table} ${id}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const alias = `d${this.known.size + 1}`;
    this.known.set(key, alias);
    this.parts.push(`LEFT JOIN ${quoted(table)} ${alias} ON ${alias}.id = ${id}`);
    return alias;
  }
}

/** The value of a field of the row `alias`; what is taken from other records is joined, not looked up for each row. */
const fieldValue = (joins: Joins, table: ResourceTable, alias: string, name: string): string => {
  const field = columnField(table.resource, name);
  const { through } = field.options;
  if (!through) return `${alias}.${quoted(name)}`;
  const id = fieldValue(joins, table, alias, through.by);
  const target = targetOf(columnField(table.resource, through.by));
  return fieldValue(joins, tableOf(target), joins.aliasOf(target.name, id), through.field);
};

/** The field of a resource that names the record into which one was merged. */
const mergedInto = (field: Field): string | undefined => {
  const target = targetOf(field);
  return Object.keys(target.successors).find((name) => {
    const successor = columnField(target, name);
    return isReference(successor) && targetOf(successor).name === target.name;
  });
};

const dateFormats: Readonly<Record<DateDimension, string>> = {
  month: 'YYYY-MM',
  quarter: 'YYYY"-Q"Q',
  year: 'YYYY',
};

const shiftText = (shift: Shift): string =>
  'days' in shift ? `interval '${shift.days} days'` : `interval '${shift.months} months'`;

/** Text of the value of a dimension of the row `t`; `shift`: of a row of the period compared with. */
const dimensionValue = (
  joins: Joins,
  report: Report,
  table: ResourceTable,
  name: string,
  shift: Shift | null,
): string => {
  if (isDateDimension(name)) {
    const field = columnField(table.resource, report.date);
    const value = fieldValue(joins, table, 't', report.date);
    const day =
      field.kind.name === 'dateTime' ? `(${value} AT TIME ZONE '${companyZone}')` : `${value}::timestamp`;
    // Months are moved from their first day, because not every month has the day.
    const base = shift && 'months' in shift ? `date_trunc('month', ${day})` : day;
    return `to_char(${base}${shift ? ` + ${shiftText(shift)}` : ''}, '${dateFormats[name]}')`;
  }
  const field = columnField(table.resource, name);
  const value = fieldValue(joins, table, 't', name);
  if (!isReference(field)) return `${value}::text`;
  // A list that is filtered by a record has the rows of those that were merged into it, too.
  const into = mergedInto(field);
  if (into === undefined) return `${value}::text`;
  const alias = joins.aliasOf(targetOf(field).name, value);
  return `coalesce(${alias}.${quoted(into)}, ${value})::text`;
};

const termValue = (joins: Joins, report: Report, table: ResourceTable, term: Term): string => {
  if ('sum' in term) return fieldValue(joins, table, 't', term.sum);
  if ('count' in term) return rowCount(report);
  const { from, to } = term.days;
  return `(extract(epoch FROM ${fieldValue(joins, table, 't', to)} - ${fieldValue(joins, table, 't', from)}) / 86400)`;
};

/** The digits to which quotients are rounded. */
const quotientDigits = (measure: Measure): number => (measure.unit === 'days' ? 1 : 2);

/** The value of a measure from the sums of its terms. */
const formula = (measure: Measure, place: number, isBefore: boolean): string => {
  const total = (terms: readonly Term[], from: number): string =>
    terms
      .map(
        (_, at) =>
          `coalesce(sum(p.x${place}_${from + at}) FILTER (WHERE p.f${place} AND ${isBefore ? '' : 'NOT '}p.before), 0)`,
      )
      .join(' + ');
  const { plus, minus = [], per = [] } = measure;
  const base =
    minus.length === 0 ? `(${total(plus, 0)})` : `((${total(plus, 0)}) - (${total(minus, plus.length)}))`;
  if (per.length === 0) return base;
  const divisor = `nullif(${total(per, plus.length + minus.length)}, 0)`;
  const times = measure.times ?? (measure.unit === 'percent' ? 100 : 1);
  return `round(${times === 1 ? '' : `${times} * `}${base}::numeric / ${divisor}, ${quotientDigits(measure)})`;
};

/** How many rows a row `t` stands for: those of a stock may be added up already. */
const rowCount = (report: Report): string => (report.isStock ? 't.n' : '1');

const termsOf = ({ plus, minus = [], per = [] }: Measure): readonly Term[] => [...plus, ...minus, ...per];

export const measuresOf = (report: Report, { measures }: ReportQuery): readonly Measure[] =>
  measures.flatMap((name) => report.measures[name] ?? []);

/** The conditions of the list of a resource with these filters. @throws when it has none, an error in the definition */
const listedConditions = (table: ResourceTable, filters: readonly Filter[], actor: Actor): Sql => {
  const all = parseQuery(table.resource, {});
  if (!all.ok) throw new Error(`${table.name} has no list`);
  return listConditions(table, { ...all.query, filters }, actor);
};

/** The fields of the rows of a stock that a report uses; and `id`, where rows may not be added up before they are filtered. */
const usedFields = (report: Report, query: ReportQuery): ReadonlySet<string> => {
  const measures = measuresOf(report, query);
  const all = Object.values(report.measures).flatMap(termsOf);
  const amounts = new Set(all.flatMap((term) => ('sum' in term ? [term.sum] : [])));
  const filtered = [
    ...query.filters.map(({ field }) => field),
    ...[report, ...measures, ...measures.flatMap(termsOf)].flatMap(({ only = {} }) => Object.keys(only)),
  ];
  return new Set(
    [
      query.rows,
      query.columns,
      report.date,
      report.currency,
      ...measures.flatMap((measure) => [
        currencyOfMeasure(report, measure),
        ...termsOf(measure).map((term) => ('sum' in term ? term.sum : undefined)),
      ]),
      ...filtered,
      filtered.some((name) => amounts.has(name)) ? 'id' : undefined,
    ].filter((name) => name != null && !isDateDimension(name)) as string[],
  );
};

/**
 * The statement of a report: its rows are those of the list of its resource, or those computed for it, that the caller may
 * see, once for the period and once for the one compared with, added up by both dimensions and by each, and all together.
 * Those of what there is on a day are computed once for the days of both.
 */
export const reportStatement = (report: Report, query: ReportQuery, actor: Actor): Sql => {
  const resource = report.resource();
  const table = tableOf(resource);
  const measures = measuresOf(report, query);
  const shift = shiftOf(query.period, query.comparison);
  const conditionOf = (filters: readonly Filter[]): Sql =>
    allOf(filters.map((filter) => filterCondition(table, filter, actor)));

  const given = [...fixedFilters(resource, report.only), ...query.filters];
  const fields = usedFields(report, query);
  const daysOf = (moved: Shift | null): readonly string[] => stockDays(query, moved);
  const stockOf = (days: readonly string[]): Sql => sql`stock AS MATERIALIZED (
    SELECT * FROM (${computedRows(report, { period: query.period, days, fields, actor })}) t WHERE ${conditionOf(given)}),`;
  /** The rows `t` of a period, and their condition. */
  const source = (period: Period, moved: Shift | null): { from: Sql; where: Sql } => {
    if (report.isStock)
      return {
        from: raw('stock'),
        where: sql`t.${raw(quoted(report.date))} = ANY(${[...daysOf(moved)]}::date[])`,
      };
    const filters: readonly Filter[] = [...given, { field: report.date, operator: 'between', ...period }];
    if (!report.isComputed)
      return { from: raw(quoted(table.name)), where: listedConditions(table, filters, actor) };
    const rows = computedRows(report, { period, days: [], fields, actor });
    return { from: sql`(${rows})`, where: conditionOf(filters) };
  };

  const picked = (period: Period, moved: Shift | null): Sql => {
    const joins = new Joins();
    const row = dimensionValue(joins, report, table, query.rows, moved);
    const column =
      query.columns === null ? 'NULL' : dimensionValue(joins, report, table, query.columns, moved);
    const money = [report.currency, ...measures.map((measure) => currencyOfMeasure(report, measure))].find(
      (name) => name !== undefined,
    );
    const values = measures.flatMap((measure, place) => {
      const currency = currencyOfMeasure(report, measure);
      const own = [
        ...fixedFilters(resource, measure.only),
        ...(currency === undefined ? [] : fixedFilters(resource, { [currency]: query.currency })),
      ];
      return [
        sql`${conditionOf(own)} AS ${raw(`f${place}`)}`,
        ...termsOf(measure).map((term, at) => {
          const value = raw(termValue(joins, report, table, term));
          const name = raw(`x${place}_${at}`);
          return term.only === undefined
            ? sql`${value} AS ${name}`
            : sql`CASE WHEN ${conditionOf(fixedFilters(resource, term.only))} THEN ${value} END AS ${name}`;
        }),
      ];
    });
    const { from, where } = source(period, moved);
    return sql`
      SELECT ${raw(row)} AS r, ${raw(column)} AS c, ${raw(money === undefined ? 'NULL::text' : `t.${quoted(money)}`)} AS currency,
        ${raw(String(moved !== null))} AS before, ${raw(rowCount(report))} AS n, ${join(values)}
      FROM ${from} t ${raw(joins.parts.join(' '))}
      WHERE ${where}`;
  };

  const figures = measures.map(
    (measure, place) =>
      `json_build_array(
        CASE WHEN count(*) FILTER (WHERE p.f${place} AND NOT p.before) > 0 THEN (${formula(measure, place, false)})::text END,
        count(*) FILTER (WHERE p.f${place} AND NOT p.before),
        CASE WHEN count(*) FILTER (WHERE p.f${place} AND p.before) > 0 THEN (${formula(measure, place, true)})::text END,
        count(*) FILTER (WHERE p.f${place} AND p.before))`,
  );
  const sets = query.columns === null ? '(p.r), ()' : '(p.r, p.c), (p.r), (p.c), ()';
  const isColumnTotal = query.columns === null ? 'true' : 'grouping(p.c) = 1';
  const labelOf = (name: string | null, value: string, alias: string): { label: Sql; from: string } => {
    const field = name === null || isDateDimension(name) ? undefined : columnField(table.resource, name);
    if (!field || !isReference(field)) return { label: raw('NULL::text'), from: '' };
    const target = targetOf(field);
    const title = { expression: `${alias}.${quoted(target.title)}`, hidden: `'${unseen}'` };
    return {
      label: forReader(target, actor, alias, title),
      from: `LEFT JOIN ${quoted(target.name)} ${alias} ON ${alias}.id = ${value}::uuid`,
    };
  };
  const row = labelOf(query.rows, 's.row_value', 'rx');
  const column = labelOf(query.columns, 's.column_value', 'cx');
  return sql`
    WITH ${report.isStock ? stockOf([...new Set([...daysOf(null), ...(shift === null ? [] : daysOf(shift))])].sort()) : raw('')}
    picked AS MATERIALIZED (
      ${picked(query.period, null)}
      ${shift === null ? raw('') : sql`UNION ALL ${picked(shiftBack(query.period, shift), shift)}`}),
    summed AS (
      SELECT p.r AS row_value, grouping(p.r) = 1 AS is_row_total,
        ${raw(query.columns === null ? 'NULL::text' : 'p.c')} AS column_value, ${raw(isColumnTotal)} AS is_column_total,
        ${raw(`json_build_array(${figures.join(', ')})`)} AS figures
      FROM picked p GROUP BY GROUPING SETS (${raw(sets)}))
    SELECT s.*, ${row.label} AS row_label, ${column.label} AS column_label,
      CASE WHEN s.is_row_total AND s.is_column_total THEN (
        SELECT json_agg(json_build_array(k.currency, k.count) ORDER BY k.count DESC, k.currency)
        FROM (SELECT currency, sum(n)::bigint AS count FROM picked WHERE NOT before AND currency IS NOT NULL GROUP BY currency) k)
      END AS currencies
    FROM summed s ${raw(row.from)} ${raw(column.from)}`;
};
