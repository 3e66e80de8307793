import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { MoneyOptions } from '@pauta/domain/kinds/number.ts';
import { readAmount } from '@pauta/domain/money/amount-filter.ts';
import { phoneWanted } from '@pauta/domain/phone/written-phone.ts';
import type { Condition } from '@pauta/domain/resource/query/condition.ts';
import type { Filter } from '@pauta/domain/resource/query/filter.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { AnyActor } from '../../platform/access.ts';
import { allOf, anyOf } from '../statement.ts';
import {
  columnField,
  isReference,
  isReferences,
  quoted,
  type ResourceTable,
  tableOf,
  targetOf,
} from '../table.ts';
import { locationCondition } from './points/location-condition.ts';
import { fieldVisibility } from './row-scope.ts';
import { isNullable } from './sort-key.ts';
import { escapeLikePattern } from './words/search-words.ts';

const zone = (): Sql => raw(`'${companyZone}'`);

const linkCondition = (table: ResourceTable, filter: Filter): Sql => {
  const link = table.links.find(({ field }) => field === filter.field);
  if (!link) throw new Error(`${table.name} has no link ${filter.field}`);
  const rows = raw(`SELECT FROM ${quoted(link.table)} l WHERE l.${quoted(link.owner)} = t.id`);
  const target = raw(`l.${quoted(link.target)}`);
  switch (filter.operator) {
    case 'in':
      return sql`EXISTS (${rows} AND ${target} = ANY(${filter.values}::uuid[]))`;
    case 'notIn':
      return sql`NOT EXISTS (${rows} AND ${target} = ANY(${filter.values}::uuid[]))`;
    case 'present':
      return sql`EXISTS (${rows})`;
    default:
      return sql`NOT EXISTS (${rows})`;
  }
};

const setCondition = (column: Sql, filter: Filter): Sql => {
  switch (filter.operator) {
    case 'in':
      return sql`${column} && ${filter.values}::text[]`;
    case 'notIn':
      return sql`NOT ${column} && ${filter.values}::text[]`;
    case 'present':
      return sql`${column} <> '{}'`;
    default:
      return sql`${column} = '{}'`;
  }
};

/** All possible values of a choice field, where the definition lists them. */
const knownValues = ({ kind, options }: Field): readonly string[] | undefined =>
  kind.name === 'yesNo'
    ? ['true', 'false']
    : (options as { choices?: readonly { value: string }[] }).choices?.map(({ value }) => value);

/** The field of a resource that names the record into which one was merged. */
const mergedInto = (resource: Resource): string | undefined =>
  Object.keys(resource.successors).find((name) => {
    const field = columnField(resource, name);
    return isReference(field) && targetOf(field).name === resource.name;
  });

/**
 * Signed and issued documents keep the party that signed them, so a filter by a record includes those that were merged
 * into it. The ids are gathered once for the statement, so that an index on the column still serves.
 */
const withMerged = (to: Resource, by: string, ids: readonly string[]): Sql => {
  const [table, into] = [raw(quoted(to.name)), raw(quoted(by))];
  return sql`ARRAY(SELECT unnest(${ids}::uuid[]) UNION ALL SELECT id FROM ${table} WHERE ${into} = ANY(${ids}::uuid[]))`;
};

const choiceCondition = (
  column: Sql,
  field: Field,
  operator: 'in' | 'notIn',
  values: readonly string[],
): Sql => {
  const type = raw(isReference(field) ? 'uuid' : field.kind.name === 'yesNo' ? 'boolean' : 'text');
  const known = knownValues(field);
  const merged = isReference(field) ? mergedInto(targetOf(field)) : undefined;
  if (merged !== undefined) {
    const ids = withMerged(targetOf(field), merged, values);
    if (operator === 'in') return sql`${column} = ANY(${ids})`;
    const differs = sql`${column} <> ALL(${ids})`;
    return isNullable(field) ? sql`(${differs} OR ${column} IS NULL)` : differs;
  }
  if (operator === 'notIn') {
    // A negated choice is written as the list of its other values, because an index answers that.
    const others = known?.filter((value) => !values.includes(value));
    const differs = others
      ? choiceCondition(column, field, 'in', others)
      : sql`${column} <> ALL(${values}::${type}[])`;
    return isNullable(field) ? sql`(${differs} OR ${column} IS NULL)` : differs;
  }
  const [first, ...others] = values;
  if (first === undefined) return raw('false');
  // The planner uses a partial index only when the value is a literal in the statement.
  if (field.kind.name === 'yesNo' && others.length === 0)
    return sql`${column} = ${raw(String(first === 'true'))}`;
  // Where one value is by far the most frequent, an equality lets the planner read the rows in the index's order.
  return others.length === 0
    ? sql`${column} = ${first}::${type}`
    : sql`${column} = ANY(${values}::${type}[])`;
};

/** The searched value in the form in which the column stores it. */
const storedText = ({ kind }: Field, { operator, value }: Extract<Filter, { value: string }>): string => {
  if (kind.name === 'taxId') return value.replace(/[\s.\-/]/g, '');
  return kind.name === 'phone' ? phoneWanted(value, operator !== 'contains') : value;
};

const textCondition = (
  table: ResourceTable,
  filter: Extract<Filter, { value: string }>,
  column: Sql,
  field: Field,
): Sql => {
  const given = storedText(field, filter);
  const folded = sql`fold(${filter.operator === 'is' ? given : escapeLikePattern(given)})`;
  // Telephones hold only a sign and digits, so folding them would be wasted work.
  const compared = field.kind.name === 'phone' ? column : sql`fold(${column})`;
  const own =
    filter.operator === 'is'
      ? sql`${compared} = ${folded}`
      : filter.operator === 'starts'
        ? sql`${compared} LIKE ${folded} || '%'`
        : sql`${compared} LIKE '%' || ${folded} || '%'`;
  // The search text includes this column, so its trigram index finds the candidate rows and the column is compared only
  // for those. Two comparisons joined by AND would make the planner expect far fewer rows.
  return table.resource.search.includes(filter.field)
    ? sql`(${raw(table.searchText)} LIKE '%' || fold(${escapeLikePattern(given)}) || '%' AND CASE WHEN ${own} THEN true END)`
    : own;
};

const numbers = /^(integer|numeric)/;

/** SQL type for comparisons: numbers are compared as `numeric`, whatever the scale of the column. */
const comparedAs = ({ kind, options }: Field): string => {
  const type = kind.column(options);
  return numbers.test(type) ? 'numeric' : type;
};

type Range = Extract<Filter, { operator: 'between' }>;

const periodCondition = (column: Sql, { from, to, open }: Range): Sql =>
  from !== null && to !== null && from > to
    ? raw('false')
    : sql`${column} && daterange(${from}::date, ${to}::date, ${open ? '()' : '[]'})`;

const instantCondition = (column: Sql, { from, to, open }: Range): Sql => {
  const start = (day: string, offset: 0 | 1): Sql =>
    sql`(${day}::date + ${raw(String(offset))})::timestamp AT TIME ZONE ${zone()}`;
  return allOf([
    ...(from === null ? [] : [sql`${column} >= ${start(from, open ? 1 : 0)}`]),
    ...(to === null ? [] : [sql`${column} < ${start(to, open ? 0 : 1)}`]),
  ]);
};

/** Amounts are compared only with amounts of the same currency. */
const amountCondition = (column: Sql, field: Field, filter: Range): Sql => {
  const [from, to] = [filter.from, filter.to].map((end) => (end === null ? null : readAmount(end)));
  const currency = raw(`t.${quoted((field.options as MoneyOptions).currency)}`);
  return allOf([
    sql`${currency} = ${(from ?? to)?.currency}`,
    plainCondition(column, 'numeric', { ...filter, from: from?.amount ?? null, to: to?.amount ?? null }),
  ]);
};

const plainCondition = (column: Sql, type: string, { from, to, open }: Range): Sql => {
  const equal = raw(open ? '' : '=');
  return allOf([
    ...(from === null ? [] : [sql`${column} >${equal} ${from}::${raw(type)}`]),
    ...(to === null ? [] : [sql`${column} <${equal} ${to}::${raw(type)}`]),
  ]);
};

const rangeCondition = (column: Sql, field: Field, filter: Range): Sql => {
  if (field.kind.name === 'dateTime') return instantCondition(column, filter);
  if (field.kind.name === 'money') return amountCondition(column, field, filter);
  const type = comparedAs(field);
  if (type === 'daterange') return periodCondition(column, filter);
  return plainCondition(column, type, filter);
};

/** Condition of a filter by a yes or no whose rows a view lists. */
const gatheredCondition = ({ name }: ResourceTable, filter: Filter): Sql => {
  if (filter.operator === 'present') return raw('true');
  if (filter.operator !== 'in' && filter.operator !== 'notIn') return raw('false');
  const wanted = ['true', 'false'].filter(
    (value) => filter.values.includes(value) === (filter.operator === 'in'),
  );
  if (wanted.length !== 1) return raw(String(wanted.length > 0));
  const has = `t.id IN (SELECT record_id FROM ${quoted(`${name}_${filter.field}`)})`;
  return raw(wanted[0] === 'true' ? has : `(${has}) IS NOT TRUE`);
};

/** Condition of a filter by a reference of which a view lists further rows. */
const gatheredReference = (table: ResourceTable, filter: Filter, field: Field): Sql => {
  const column = raw(`t.${quoted(filter.field)}`);
  const view = raw(quoted(`${table.name}_${filter.field}_further`));
  switch (filter.operator) {
    case 'in':
    case 'notIn': {
      // The ids are gathered once for the statement, so that indexes serve both sides of the OR.
      const further = sql`t.id = ANY(ARRAY(SELECT record_id FROM ${view} WHERE target_id = ANY(${filter.values}::uuid[])))`;
      const found = sql`(${choiceCondition(column, field, 'in', filter.values)} OR ${further})`;
      return filter.operator === 'in' ? found : sql`(${found}) IS NOT TRUE`;
    }
    case 'present':
      return sql`(${column} IS NOT NULL OR t.id IN (SELECT record_id FROM ${view}))`;
    default:
      return sql`(${column} IS NULL AND NOT EXISTS (SELECT FROM ${view} v WHERE v.record_id = t.id))`;
  }
};

/** Condition of a filter by a field of the record that a reference names. */
const throughCondition = (
  { resource }: ResourceTable,
  filter: Filter,
  { by, field }: NonNullable<Field['options']['through']>,
): Sql => {
  const table = tableOf(targetOf(columnField(resource, by)));
  // The inner `t` hides the outer one, so that the condition is that of a list of the other resource.
  const condition = valueCondition(table, { ...filter, field }, columnField(table.resource, field));
  const found = sql`t.${raw(quoted(by))} IN (SELECT t.id FROM ${raw(quoted(table.name))} t WHERE ${condition})`;
  // A row that names no record has no value of its field.
  const isWithout = filter.operator === 'empty' || filter.operator === 'notIn';
  return isWithout && isNullable(columnField(resource, by))
    ? sql`(${found} OR t.${raw(quoted(by))} IS NULL)`
    : found;
};

/** SQL condition of one filter on the row `t`. Rows whose value the reader may not see do not meet it. */
export const filterCondition = (table: ResourceTable, filter: Filter, reader: AnyActor): Sql => {
  const field = columnField(table.resource, filter.field);
  const isVisible = fieldVisibility(table.resource, field, reader);
  const condition =
    field.kind.name === 'location'
      ? locationCondition(table, filter, field, reader)
      : valueCondition(table, filter, field);
  return isVisible ? sql`(${isVisible} AND ${condition})` : condition;
};

const valueCondition = (table: ResourceTable, filter: Filter, field: Field): Sql => {
  if (isReferences(field)) return linkCondition(table, filter);
  if (field.options.gathered)
    return isReference(field) ? gatheredReference(table, filter, field) : gatheredCondition(table, filter);
  if (field.options.through) return throughCondition(table, filter, field.options.through);
  const column = raw(`t.${quoted(filter.field)}`);
  if (field.kind.name === 'tags' || field.kind.name === 'choices') return setCondition(column, filter);
  switch (filter.operator) {
    case 'empty':
      return sql`${column} IS NULL`;
    case 'present':
      return sql`${column} IS NOT NULL`;
    case 'in':
    case 'notIn':
      return choiceCondition(column, field, filter.operator, filter.values);
    case 'between':
      return rangeCondition(column, field, filter);
    default:
      return textCondition(table, filter, column, field);
  }
};

/** SQL condition on the row `t`. A negated comparison with an empty field is unknown (NULL) and counts as true. */
export const conditionSql = (table: ResourceTable, condition: Condition, reader: AnyActor): Sql => {
  if ('field' in condition) return filterCondition(table, condition, reader);
  if ('not' in condition) return sql`(${conditionSql(table, condition.not, reader)}) IS NOT TRUE`;
  return 'all' in condition
    ? sql`(${allOf(condition.all.map((one) => conditionSql(table, one, reader)))})`
    : anyOf(condition.any.map((one) => conditionSql(table, one, reader)));
};
