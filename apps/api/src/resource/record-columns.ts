import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { isReference, quoted, type ResourceTable, tableOf, targetOf } from './table.ts';

/** An instant as text in UTC, with its microseconds. */
export const instantText = (expression: string): string =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** `{id, label, code}` of the row `alias` of a resource; `inactive` too once it is no longer offered. */
export const referenceJson = (resource: Resource, alias: string): string => {
  const { code, offered } = tableOf(resource);
  const codeText = code === undefined ? 'NULL' : `${alias}.${quoted(code)}`;
  const pairs = `'id', ${alias}.id, 'label', ${alias}.${quoted(resource.title)}, 'code', ${codeText}`;
  if (offered === 'true') return `json_build_object(${pairs})`;
  return (
    `CASE WHEN ${offered.replaceAll('t."', `${alias}."`)} THEN json_build_object(${pairs}) ` +
    `ELSE json_build_object(${pairs}, 'inactive', true) END`
  );
};

const columnOf = (name: string, field: Field): string => {
  const column = `t.${quoted(name)}`;
  if (isReference(field)) {
    const to = targetOf(field);
    return `(SELECT ${referenceJson(to, 'x')} FROM ${quoted(to.name)} x WHERE x.id = ${column})`;
  }
  switch (field.kind.name) {
    case 'file':
      return `(SELECT json_build_object('id', x.id, 'name', x.name, 'mime', x.mime, 'bytes', x.bytes) FROM files x WHERE x.id = ${column})`;
    case 'dateTime':
      return instantText(column);
    case 'time':
      return `to_char(${column}, 'HH24:MI')`;
    case 'dateRange':
      return `CASE WHEN ${column} IS NOT NULL THEN json_build_object('from', lower(${column}), 'to', upper(${column}) - 1) END`;
    case 'decimal':
    case 'percent':
    case 'money':
      return `${column}::text`;
    default:
      return column;
  }
};

/**
 * The columns of a record as the API answers it, of the row `t`: `row_to_json` of them is the answer. Names of
 * what is referred to come along, so a page is one statement.
 */
export const recordColumns = (table: ResourceTable): string => {
  const own = table.columns.map(([name, field]) => `${columnOf(name, field)} AS ${quoted(name)}`);
  const linked = table.links.map(
    ({ field, table: link, owner, target, to }) =>
      `(SELECT coalesce(json_agg(${referenceJson(to, 'x')} ORDER BY sort_key(x.${quoted(to.title)}) COLLATE "C", x.id), '[]') ` +
      `FROM ${quoted(link)} l JOIN ${quoted(to.name)} x ON x.id = l.${quoted(target)} ` +
      `WHERE l.${quoted(owner)} = t.id) AS ${quoted(field)}`,
  );
  return [
    't.id',
    ...own,
    ...linked,
    `${instantText('t.created_at')} AS created_at`,
    `${instantText('t.updated_at')} AS updated_at`,
    't.row_version',
    ...(table.canArchive ? [`${instantText('t.archived_at')} AS archived_at`] : []),
  ].join(', ');
};
