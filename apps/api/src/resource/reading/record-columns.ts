import type { Field } from '@pauta/domain/kinds/kind.ts';
import { type Resource, systemFields } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { AnyActor } from '../../platform/access.ts';
import { isReference, type LineTable, quoted, type ResourceTable, tableOf, targetOf } from '../table.ts';
import { fieldVisibility, isScoped, rowScope, rowVisibility } from './row-scope.ts';

/** A timestamp as text in UTC, with microseconds. */
export const instantText = (expression: string): string =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Label of a record that its reader may not see. */
export const unseen = '(sin acceso)';

/** Whether the resource may have records whose names the reader may not know. */
const hasUnseen = (resource: Resource, reader: AnyActor): boolean =>
  isScoped(resource) && !tableOf(resource).isOpen && rowScope(resource, reader) !== 'all';

/** `expression` of the row `alias` if the reader may see that row, else `hidden`. */
export const forReader = (
  resource: Resource,
  reader: AnyActor,
  alias: string,
  { expression, hidden }: { expression: string; hidden: string },
): Sql =>
  hasUnseen(resource, reader)
    ? sql`CASE WHEN ${rowVisibility(resource, reader, alias)} THEN ${raw(expression)} ELSE ${raw(hidden)} END`
    : raw(expression);

/** Whether the resource refers to records whose names the reader may not know. */
export const refersToUnseen = ({ resource, links, lines }: ResourceTable, reader: AnyActor): boolean =>
  Object.values(resource.fields).some((field) => isReference(field) && hasUnseen(targetOf(field), reader)) ||
  links.some(({ to }) => hasUnseen(to, reader)) ||
  lines.some((table) => refersToUnseen(table, reader));

/**
 * `{id, label, code}` of the row `alias` of a resource; plus `inactive` when it is no longer offered. A reader who may
 * not see the row gets only its id, which a form needs to keep the reference unchanged.
 */
const referenceJson = (resource: Resource, alias: string, reader: AnyActor): Sql => {
  const { code, offered } = tableOf(resource);
  const codeText = code === undefined ? 'NULL' : `${alias}.${quoted(code)}`;
  const pairs = `'id', ${alias}.id, 'label', ${alias}.${quoted(resource.title)}, 'code', ${codeText}`;
  const expression =
    offered === 'true'
      ? `json_build_object(${pairs})`
      : `CASE WHEN ${offered.replaceAll('t."', `${alias}."`)} THEN json_build_object(${pairs}) ` +
        `ELSE json_build_object(${pairs}, 'inactive', true) END`;
  const hidden = `json_build_object('id', ${alias}.id, 'label', '${unseen}', 'code', NULL, 'hidden', true)`;
  return forReader(resource, reader, alias, { expression, hidden });
};

/** The JSON value of one column of the row `t`; `named` renders a reference. */
const columnOf = (name: string, field: Field, named: (name: string, field: Field) => Sql): Sql => {
  const column = `t.${quoted(name)}`;
  if (isReference(field)) return named(name, field);
  switch (field.kind.name) {
    case 'file':
      return raw(
        `(SELECT json_build_object('id', x.id, 'name', x.name, 'mime', x.mime, 'bytes', x.bytes) FROM files x WHERE x.id = ${column})`,
      );
    case 'dateTime':
      return raw(instantText(column));
    case 'time':
      return raw(`to_char(${column}, 'HH24:MI')`);
    case 'dateRange':
      return raw(
        `CASE WHEN ${column} IS NOT NULL THEN json_build_object('from', lower(${column}), 'to', upper(${column}) - 1) END`,
      );
    case 'decimal':
    case 'percent':
    case 'money':
      return raw(`${column}::text`);
    default:
      return raw(column);
  }
};

/** The columns of these fields of the row `t`, plus those that every answer has. */
const columnsOf = (
  table: ResourceTable,
  reader: AnyActor,
  isAsked: (name: string) => boolean,
  named: (name: string, field: Field) => Sql,
): Sql => {
  const own = table.columns
    .filter(([name]) => isAsked(name))
    .map(([name, field]) => {
      const value = columnOf(name, field, named);
      const isVisible = fieldVisibility(table.resource, field, reader);
      const shown = isVisible ? sql`CASE WHEN ${isVisible} THEN ${value} END` : value;
      return sql`${shown} AS ${raw(quoted(name))}`;
    });
  const linked = table.links
    .filter(({ field }) => isAsked(field))
    .map(
      ({ field, table: link, owner, target, to }) => sql`
      (SELECT coalesce(json_agg(${referenceJson(to, 'x', reader)} ORDER BY ${raw(`sort_key(x.${quoted(to.title)}) COLLATE "C", x.id`)}), '[]')
      FROM ${raw(`${quoted(link)} l JOIN ${quoted(to.name)} x ON x.id = l.${quoted(target)} WHERE l.${quoted(owner)} = t.id`)}) AS ${raw(quoted(field))}`,
    );
  const { line } = table;
  const place = line
    ? [raw('t."position"'), ...(line.within === undefined ? [] : [raw(`t.${quoted(line.by)}`)])]
    : [];
  if (line?.mode === 'inBody') return join([raw('t.id'), ...place, ...own]);
  return join([
    raw('t.id'),
    ...place,
    ...own,
    ...linked,
    ...Object.keys(systemFields)
      .filter(isAsked)
      .map((name) => raw(`${instantText(`t.${name}`)} AS ${name}`)),
    raw('t.row_version'),
    ...(table.canArchive ? [raw(`${instantText('t.archived_at')} AS archived_at`)] : []),
  ]);
};

/**
 * The columns of a record of the row `t` as the API answers it: `row_to_json` of them is the answer. Names of
 * referenced records are included, so reading a record takes one statement.
 *
 * @param reader the actor who reads; names of records they may not see are left out
 * @param computed those of its computed fields that are answered; all by default
 */
export const recordColumns = (
  table: ResourceTable,
  reader: AnyActor,
  computed: readonly string[] = table.computed,
): Sql =>
  columnsOf(
    table,
    reader,
    (name) => computed.includes(name) || !table.computed.includes(name),
    (name, field) => {
      const to = targetOf(field);
      return sql`(SELECT ${referenceJson(to, 'x', reader)} FROM ${raw(`${quoted(to.name)} x WHERE x.id = t.${quoted(name)}`)})`;
    },
  );

/** How the rows of a page are rendered. */
export interface PageColumns {
  /** Common table expressions after `page`: the names of referenced records, once each. */
  readonly named: Sql;
  /** The columns of a record of the row `t`, reduced to the requested fields. */
  readonly columns: Sql;
  /** Joins after `page t` that add the names. */
  readonly joins: Sql;
}

/**
 * The columns of a page of records. Each referenced record is looked up and named once for all rows, and once for all
 * fields that refer to the same table.
 *
 * @param names requested fields, see `listedFields`
 */
export const pageColumns = (
  table: ResourceTable,
  reader: AnyActor,
  names: readonly string[],
): PageColumns => {
  const asked = new Set(names);
  const columnsByTarget = new Map<Resource, string[]>();
  for (const [name, field] of table.columns) {
    if (!asked.has(name) || !isReference(field)) continue;
    const to = targetOf(field);
    columnsByTarget.set(to, [...(columnsByTarget.get(to) ?? []), name]);
  }
  const targets = [...columnsByTarget];
  const alias = (name: string): string => quoted(`${name} named`);
  const named = targets.map(([to, columns], place) => {
    const ids = columns.map((name) => `SELECT t.${quoted(name)} FROM page t`).join(' UNION ALL ');
    return sql`, names_${raw(String(place))} AS MATERIALIZED (
      SELECT x.id, ${referenceJson(to, 'x', reader)} AS said FROM ${raw(quoted(to.name))} x WHERE x.id IN (${raw(ids)}))`;
  });
  const joins = targets.flatMap(([, columns], place) =>
    columns.map((name) => `LEFT JOIN names_${place} ${alias(name)} ON ${alias(name)}.id = t.${quoted(name)}`),
  );
  return {
    named: named.length > 0 ? join(named, '') : raw(''),
    joins: raw(joins.join(' ')),
    columns: columnsOf(
      table,
      reader,
      (name) => asked.has(name),
      (name) => raw(`${alias(name)}.said`),
    ),
  };
};

/** `rows` of a line table as one JSON array, in document order. Each referenced record is named once for all lines. */
export const linesJson = (table: LineTable, reader: AnyActor, rows: Sql): Sql => {
  const names = [...Object.keys(table.resource.fields), ...Object.keys(systemFields)];
  const { named, columns, joins } = pageColumns(table, reader, names);
  return sql`
  (WITH page AS MATERIALIZED (${rows})${named}
  SELECT coalesce(json_agg(row_to_json(l) ORDER BY l."position", l.id), '[]') FROM (
    SELECT ${columns} FROM page t ${joins}) l)`;
};

/** The columns of a single record of the row `t`: a document includes the lines of its body, which lists leave out. */
export const bodyColumns = (table: ResourceTable, reader: AnyActor): Sql =>
  join([
    recordColumns(table, reader),
    ...table.lines
      .filter(({ line }) => line.mode === 'inBody')
      .map((lines) => {
        const own = raw(
          `SELECT x.* FROM ${quoted(lines.name)} x WHERE x.${quoted(lines.line.header)} = t.id`,
        );
        return sql`${linesJson(lines, reader, own)} AS ${raw(quoted(lines.line.name))}`;
      }),
  ]);
