import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import { isScoped, rowScope, sightOf } from './row-scope.ts';
import { isReference, quoted, type ResourceTable, tableOf, targetOf } from './table.ts';

/** An instant as text in UTC, with its microseconds. */
export const instantText = (expression: string): string =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What stands for the name of a record that its reader may not see. */
export const unseen = '(sin acceso)';

/** Are there records of the resource whose names the reader may not know? */
const hasUnseen = (resource: Resource, reader: Actor | 'system'): reader is Actor =>
  reader !== 'system' &&
  isScoped(resource) &&
  !tableOf(resource).isOpen &&
  rowScope(resource, reader) !== 'all';

/** `expression` of the row `alias` of a resource for who may see that row, `hidden` for others. */
export const forReader = (
  resource: Resource,
  reader: Actor | 'system',
  alias: string,
  { expression, hidden }: { expression: string; hidden: string },
): Sql =>
  hasUnseen(resource, reader)
    ? sql`CASE WHEN ${sightOf(resource, reader, alias)} THEN ${raw(expression)} ELSE ${raw(hidden)} END`
    : raw(expression);

/** Does the resource refer to records whose names the reader may not know? */
export const refersToUnseen = ({ resource, links }: ResourceTable, reader: Actor): boolean =>
  Object.values(resource.fields).some((field) => isReference(field) && hasUnseen(targetOf(field), reader)) ||
  links.some(({ to }) => hasUnseen(to, reader));

/**
 * `{id, label, code}` of the row `alias` of a resource; `inactive` too once it is no longer offered. Who may not see the
 * row gets its id alone, which he needs to leave it as it is.
 */
const referenceJson = (resource: Resource, alias: string, reader: Actor | 'system'): Sql => {
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

const columnOf = (name: string, field: Field, reader: Actor | 'system'): Sql => {
  const column = `t.${quoted(name)}`;
  if (isReference(field)) {
    const to = targetOf(field);
    return sql`(SELECT ${referenceJson(to, 'x', reader)} FROM ${raw(`${quoted(to.name)} x WHERE x.id = ${column}`)})`;
  }
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

/**
 * The columns of a record as the API answers it, of the row `t`: `row_to_json` of them is the answer. Names of
 * what is referred to come along, so a page is one statement.
 *
 * @param reader whoever reads them; he gets no name of a record he may not see
 */
export const recordColumns = (table: ResourceTable, reader: Actor | 'system'): Sql => {
  const own = table.columns.map(
    ([name, field]) => sql`${columnOf(name, field, reader)} AS ${raw(quoted(name))}`,
  );
  const linked = table.links.map(
    ({ field, table: link, owner, target, to }) => sql`
      (SELECT coalesce(json_agg(${referenceJson(to, 'x', reader)} ORDER BY ${raw(`sort_key(x.${quoted(to.title)}) COLLATE "C", x.id`)}), '[]')
      FROM ${raw(`${quoted(link)} l JOIN ${quoted(to.name)} x ON x.id = l.${quoted(target)} WHERE l.${quoted(owner)} = t.id`)}) AS ${raw(quoted(field))}`,
  );
  return join([
    raw('t.id'),
    ...own,
    ...linked,
    raw(`${instantText('t.created_at')} AS created_at`),
    raw(`${instantText('t.updated_at')} AS updated_at`),
    raw('t.row_version'),
    ...(table.canArchive ? [raw(`${instantText('t.archived_at')} AS archived_at`)] : []),
  ]);
};
