import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { ListQuery, QueryParameters } from '@pauta/domain/resource/query/query.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import {
  type Amount,
  aggregateOf,
  formatAmounts,
  groupableFields,
  groupingOf,
  monthLabel,
  mostGroups,
  type Summary,
  type SummaryGroup,
  summableFields,
  type Totals,
} from '@pauta/domain/resource/query/summary.ts';
import { type Errors, fieldOf } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../../platform/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { isReference, isReferences, quoted, type ResourceTable, targetOf } from '../../table.ts';
import { listConditions } from '../list.ts';
import { forReader, instantText, unseen } from '../record-columns.ts';
import { orTooSlow } from '../too-slow.ts';

/** The query of a summary: the rows of a list, a grouping field, and fields to total. */
export interface SummaryQuery {
  readonly list: ListQuery;
  readonly group: string | null;
  readonly totals: readonly string[];
}

const mostTotals = 20;

/** @throws Problem 422 by parameter */
export const parseSummaryQuery = ({ resource }: ResourceTable, parameters: QueryParameters): SummaryQuery => {
  const { group = '', totals = '', ...rest } = parameters;
  const list = parseQuery(resource, rest);
  const errors: Errors = list.ok ? {} : { ...list.errors };
  if (typeof group !== 'string') errors.group = ['Envíe este parámetro una sola vez.'];
  else if (group !== '' && !groupableFields(resource).includes(group))
    errors.group = ['No se puede agrupar por este dato.'];
  const names =
    typeof totals === 'string' ? [...new Set(totals.split(',').filter((name) => name !== ''))] : [];
  if (typeof totals !== 'string') errors.totals = ['Envíe este parámetro una sola vez, con comas.'];
  else if (names.length > mostTotals) errors.totals = [`Pida como máximo ${mostTotals} totales.`];
  else if (!names.every((name) => summableFields(resource).includes(name)))
    errors.totals = ['No se puede totalizar por este dato.'];
  if (!list.ok || Object.keys(errors).length > 0) throw invalid(errors);
  return { list: list.query, group: group === '' ? null : String(group), totals: names };
};

/** Group value `''` stands for rows without a value. */
const nothing = '';

/** One row of the answer: a group or the total, of all currencies or of one. */
interface SummaryRow {
  readonly place: number | null;
  readonly value: string | null;
  readonly label: string | null;
  readonly rank?: string | null;
  readonly count: string;
  /** Currency column and currency this row is about. */
  readonly currency_of: string | null;
  readonly currency: string | null;
  readonly figures: Readonly<Record<string, readonly [string, string?] | null>>;
}

const zoned = (column: string): string => `(${column} AT TIME ZONE '${companyZone}')`;

/** Whether a row can have several values of the grouping field. */
const hasSeveral = (field: Field): boolean => isReferences(field) || groupingOf(field) === 'each';

/** The grouping value of the row `t`, in a form that is cheap to compare, and how a value `v` of it is rendered. */
export const groupValue = (
  table: ResourceTable,
  name: string,
): { value: string; text: (v: string) => string } => {
  const field = fieldOf(table.resource, name);
  const column = `t.${quoted(name)}`;
  if (groupingOf(field) !== 'month') return { value: column, text: (v) => `${v}::text` };
  const moment = field.kind.name === 'dateTime' ? zoned(column) : `${column}::timestamp`;
  return { value: `date_trunc('month', ${moment})`, text: (v) => `to_char(${v}, 'YYYY-MM')` };
};

/** The grouping values of the row `t`, as an array of texts. */
const groupValues = (table: ResourceTable, name: string): string => {
  const link = table.links.find((one) => one.field === name);
  return link
    ? `ARRAY(SELECT l.${quoted(link.target)}::text FROM ${quoted(link.table)} l WHERE l.${quoted(link.owner)} = t.id)`
    : `t.${quoted(name)}`;
};

/** `[value]` or `[minimum, maximum]` of a field over the rows `p`, as JSON; null when no row has a value. */
const figureOf = (name: string, field: Field): string => {
  const column = `p.${quoted(name)}`;
  const said = (expression: string): string =>
    `CASE WHEN count(${column}) > 0 THEN json_build_array(${expression}) END`;
  switch (aggregateOf(field)) {
    case 'sum':
      return said(`sum(${column})::text`);
    case 'average':
      return said(`round(avg(${column}), 4)::text`);
    case 'yes':
      return `json_build_array((count(*) FILTER (WHERE ${column}))::text)`;
    default: {
      const text = (value: string): string =>
        field.kind.name === 'dateTime' ? instantText(value) : `${value}::text`;
      return said(`${text(`min(${column})`)}, ${text(`max(${column})`)}`);
    }
  }
};

const currencyColumn = (field: Field): string | undefined =>
  field.kind.name === 'money' ? (field.options as unknown as { currency: string }).currency : undefined;

interface Plan {
  readonly table: ResourceTable;
  readonly query: SummaryQuery;
  readonly fields: readonly (readonly [string, Field])[];
  /** Columns that hold the currency of some total. */
  readonly currencies: readonly string[];
}

const planOf = (table: ResourceTable, query: SummaryQuery): Plan => {
  const fields = query.totals.map((name) => [name, fieldOf(table.resource, name)] as const);
  const currencies = fields.map(([, field]) => currencyColumn(field)).filter((name) => name !== undefined);
  return { table, query, fields, currencies: [...new Set(currencies)] };
};

/** The part of the answer over the rows of `from`: once for all rows of a place, and once more for each currency. */
const figures = ({ fields, currencies }: Plan, from: string, place: string): Sql => {
  const own = (currency: string | undefined): string => {
    const said = fields.filter(([, field]) => currencyColumn(field) === currency);
    const pairs = said.map(([name, field]) => `'${name}', ${figureOf(name, field)}`);
    return `json_build_object(${pairs.join(', ')})`;
  };
  const one = (currency: string | undefined): Sql =>
    raw(`
      SELECT ${place} AS place, ${place === 'NULL::integer' ? 'NULL' : `CASE WHEN ${place} <= ${mostGroups} THEN min(p.value) END`} AS value, count(*) AS count,
        ${currency === undefined ? 'NULL' : `'${currency}'`} AS currency_of,
        ${currency === undefined ? 'NULL' : `p.${quoted(currency)}::text`} AS currency, ${own(currency)} AS figures
      FROM ${from} p${groupBy([...(place === 'NULL::integer' ? [] : [place]), ...(currency === undefined ? [] : [`p.${quoted(currency)}`])])}`);
  return join([undefined, ...currencies].map(one), ' UNION ALL ');
};

const groupBy = (columns: readonly string[]): string =>
  columns.length === 0 ? '' : ` GROUP BY ${columns.join(', ')}`;

const statementOf = (plan: Plan, actor: Actor): Sql => {
  const { table, query, fields, currencies } = plan;
  const name = raw(quoted(table.name));
  const columns = [...new Set([...fields.map(([field]) => field), ...currencies])];
  const picked = columns.map((column) => `t.${quoted(column)}`);
  const where = listConditions(table, query.list, actor);
  if (query.group === null) {
    return sql`
      WITH picked AS (SELECT ${raw(['true AS one', ...picked].join(', '))} FROM ${name} t WHERE ${where})
      SELECT s.*, NULL AS label FROM (${figures(plan, 'picked', 'NULL::integer')}) s ORDER BY s.currency`;
  }
  const field = fieldOf(table.resource, query.group);
  const named = isReference(field) || isReferences(field) ? targetOf(field) : undefined;
  const label = named
    ? sql`(SELECT ${forReader(named, actor, 'x', { expression: `x.${quoted(named.title)}`, hidden: `'${unseen}'` })}
        FROM ${raw(quoted(named.name))} x WHERE x.id = nullif(s.value, '${raw(nothing)}')::uuid)`
    : raw('NULL');
  const answer = (groups: Sql, whole: Sql): Sql => sql`
    SELECT s.*, ${label} AS label,
      ${raw(named && 'sort_order' in named.fields ? `(SELECT x.sort_order FROM ${quoted(named.name)} x WHERE x.id = nullif(s.value, '${nothing}')::uuid)` : 'NULL')} AS rank
    FROM (${groups} UNION ALL ${whole}) s
    ORDER BY s.place NULLS LAST, s.currency`;
  const { value, text } = groupValue(table, query.group);
  if (fields.length === 0) {
    // Rows that are only counted are read once, in index order where there is an index, which a cast would prevent.
    const grouped = hasSeveral(field)
      ? sql`
      held AS MATERIALIZED (SELECT ${raw(groupValues(table, query.group))} AS values FROM ${name} t WHERE ${where}),
      grouped AS MATERIALIZED (
        SELECT v.value, count(*) AS count FROM held CROSS JOIN LATERAL unnest(held.values) AS v (value) GROUP BY 1
        UNION ALL SELECT NULL, count(*) FROM held WHERE cardinality(held.values) = 0 HAVING count(*) > 0)`
      : sql`grouped AS MATERIALIZED (SELECT ${raw(value)} AS value, count(*) AS count FROM ${name} t WHERE ${where} GROUP BY 1)`;
    const counted = (place: string, shown: string, count: string, from: string): Sql =>
      raw(`SELECT ${place} AS place, ${shown} AS value, ${count} AS count,
        NULL AS currency_of, NULL AS currency, '{}'::json AS figures FROM ${from}`);
    const all = `(SELECT coalesce(sum(count), 0)::bigint FROM grouped)`;
    const groups = sql`
      ${counted('row_number() OVER (ORDER BY l.count DESC, l.value NULLS FIRST)::integer', `coalesce(${text('l.value')}, '${nothing}')`, 'l.count', 'largest l')}
      UNION ALL ${counted(String(mostGroups + 1), 'NULL', `${all} - sum(l.count)::bigint`, 'largest l')}
      HAVING ${raw(all)} > sum(l.count)`;
    return sql`
      WITH ${grouped},
      largest AS MATERIALIZED (
        SELECT g.value, g.count FROM grouped g ORDER BY g.count DESC, g.value NULLS FIRST LIMIT ${raw(String(mostGroups))})
      ${answer(groups, counted('NULL::integer', 'NULL', hasSeveral(field) ? '(SELECT count(*) FROM held)' : all, '(SELECT) one'))}`;
  }
  const ranked = sql`
    ranked AS MATERIALIZED (
      SELECT p.value, row_number() OVER (ORDER BY count(*) DESC, p.value)::integer AS rank FROM spread p GROUP BY p.value),
    placed AS (
      SELECT p.*, least(r.rank, ${raw(String(mostGroups + 1))}) AS place FROM spread p JOIN ranked r ON r.value = p.value)`;
  if (!hasSeveral(field)) {
    return sql`
      WITH spread AS MATERIALIZED (
        SELECT ${raw([`coalesce(${text(value)}, '${nothing}') AS value`, ...picked].join(', '))} FROM ${name} t WHERE ${where}),
      ${ranked}
      ${answer(figures(plan, 'placed', 'p.place'), figures(plan, 'spread', 'NULL::integer'))}`;
  }
  const carried = columns.map((column) => `k.${quoted(column)}`);
  return sql`
    WITH picked AS MATERIALIZED (
      SELECT ${raw([`${groupValues(table, query.group)} AS values`, ...picked].join(', '))}
      FROM ${name} t WHERE ${where}),
    spread AS MATERIALIZED (
      SELECT ${raw([`coalesce(v.value, '${nothing}') AS value`, ...carried].join(', '))}
      FROM picked k LEFT JOIN LATERAL unnest(k.values) AS v (value) ON true),
    ${ranked}
    ${answer(figures(plan, 'placed', 'p.place'), figures(plan, 'picked', 'NULL::integer'))}`;
};

const labelOf = (field: Field, row: SummaryRow): string => {
  if (row.value === null) return 'Otros';
  if (row.value === nothing) return 'Sin dato';
  if (row.label !== null) return row.label;
  if (groupingOf(field) === 'month') return monthLabel(row.value);
  const { write } = field.kind.filter ?? {};
  const { choices } = field.options as { choices?: readonly { value: string; label: string }[] };
  const choice = choices?.find(({ value }) => value === row.value)?.label;
  if (choice !== undefined) return choice;
  const written = write ? write(row.value, field.options) : row.value;
  return written.charAt(0).toLocaleUpperCase('es') + written.slice(1);
};

const totalsOf = (fields: Plan['fields'], rows: readonly SummaryRow[]): Totals => {
  const amounts = Object.fromEntries(
    fields.map(([name, field]) => {
      const currency = currencyColumn(field) ?? null;
      const own = rows.flatMap((row): Amount[] => {
        const figure = row.currency_of === currency ? row.figures[name] : null;
        if (!figure) return [];
        const [value, to] = figure;
        return [
          {
            value,
            ...(to !== undefined && { to }),
            ...(row.currency !== null && { currency: row.currency }),
          },
        ];
      });
      return [name, own];
    }),
  );
  return {
    amounts,
    totals: Object.fromEntries(
      fields.map(([name, field]) => [name, formatAmounts(field, amounts[name] ?? [])]),
    ),
  };
};

/**
 * Groups and totals of the rows of a list, in one statement. The kind of a field decides how it is totalled; amounts in
 * several currencies are never added up.
 *
 * @throws Problem 422 when the rows are too many to be summed up in time
 */
export const summarize = async (
  database: Queryable,
  table: ResourceTable,
  query: SummaryQuery,
  actor: Actor,
): Promise<Summary> => {
  const plan = planOf(table, query);
  const rows = await orTooSlow(database.query<SummaryRow>(statementOf(plan, actor)));
  const places = new Map<number | null, SummaryRow[]>();
  for (const row of rows) places.set(row.place, [...(places.get(row.place) ?? []), row]);
  const whole = places.get(null) ?? [];
  const field = query.group === null ? undefined : fieldOf(table.resource, query.group);
  const groups = [...places].flatMap(([place, of]): SummaryGroup[] => {
    const main = of.find((row) => row.currency_of === null);
    if (place === null || !main || !field) return [];
    return [
      {
        value: main.value === nothing ? null : main.value,
        label: labelOf(field, main),
        count: Number(main.count),
        ...(main.rank != null && { rank: Number(main.rank) }),
        ...totalsOf(plan.fields, of),
        ...(place > mostGroups && { others: true as const }),
      },
    ];
  });
  return {
    groups,
    ...totalsOf(plan.fields, whole),
    count: Number(whole.find((row) => row.currency_of === null)?.count ?? 0),
  };
};
