import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { type Field, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { preparedStatement, type Transaction } from '../../platform/database/database.ts';
import type { RecordText } from '../reading/read-record.ts';
import { bodyColumns } from '../reading/record-columns.ts';
import { quoted, type ResourceTable } from '../table.ts';

/** A value in the form that its column stores. */
const toColumn = (field: Field, value: unknown): unknown => {
  switch (field.kind.name) {
    case 'tags':
    case 'choices':
      return isEmpty(value) ? [] : value;
    case 'reference':
      return (value as Reference | null)?.id ?? null;
    case 'file':
      return (value as StoredFile | null)?.id ?? null;
    case 'dateRange':
      return isEmpty(value) ? null : rangeToSql(value as DateRange);
    case 'json':
      // The driver would turn an array into a PostgreSQL array.
      return isEmpty(value) ? null : JSON.stringify(value);
    default:
      return isEmpty(value) ? null : value;
  }
};

/**
 * A column added by a hook; arrays of a structured value are serialized, because the driver would make PostgreSQL
 * arrays of them.
 */
const asGiven = (table: ResourceTable, name: string, value: unknown): unknown =>
  table.resource.fields[name]?.kind.name === 'json' && Array.isArray(value) ? JSON.stringify(value) : value;

/** Columns to write: those of the given fields, and the `extra` ones unchanged. */
const columnsOf = (table: ResourceTable, values: Values, extra: Values): [string, unknown][] => [
  ...table.columns
    .filter(([name]) => name in values && !(name in extra))
    .map(([name, field]): [string, unknown] => [name, toColumn(field, values[name])]),
  ...Object.entries(extra).map(([name, value]): [string, unknown] => [name, asGiven(table, name, value)]),
];

const identifiers = (names: readonly string[]): Sql => raw(names.map(quoted).join(', '));

const answer = (table: ResourceTable, change: Sql): Sql => sql`
  WITH t AS (${change})
  SELECT r.id, r.row_version, row_to_json(r)::text AS data FROM (SELECT ${bodyColumns(table, 'system')} FROM t) r`;

/** Replaces the rows of a record's link tables. */
const writeLinks = async (
  tx: Transaction,
  table: ResourceTable,
  id: string,
  values: Values,
): Promise<void> => {
  for (const { field, table: link, owner, target } of table.links) {
    if (!(field in values)) continue;
    const ids = ((values[field] ?? []) as Reference[]).map((one) => one.id);
    const name = raw(quoted(link));
    await tx.query(
      preparedStatement(sql`
        DELETE FROM ${name} WHERE ${raw(quoted(owner))} = ${id}::uuid AND ${raw(quoted(target))} <> ALL(${ids}::uuid[])`),
    );
    if (ids.length === 0) continue;
    await tx.query(
      preparedStatement(sql`
        INSERT INTO ${name} (${raw(quoted(owner))}, ${raw(quoted(target))})
        SELECT ${id}::uuid, one FROM unnest(${ids}::uuid[]) AS one ON CONFLICT DO NOTHING`),
    );
  }
};

const hasLinks = (table: ResourceTable, values: Values): boolean =>
  table.links.some(({ field }) => field in values);

/** The record just written, whether or not `reader` may see it; names of referenced records only as far as they may. */
export const reread = async (
  tx: Transaction,
  table: ResourceTable,
  id: string,
  reader: Actor | 'system' = 'system',
): Promise<RecordText> => {
  const row = await tx.one<RecordText>(
    preparedStatement(sql`
      SELECT r.id, r.row_version, row_to_json(r)::text AS data FROM (
        SELECT ${bodyColumns(table, reader)} FROM ${raw(quoted(table.name))} t WHERE t.id = ${id}::uuid) r`),
  );
  if (!row) throw new Error(`${table.name} ${id} is gone within its own transaction`);
  return row;
};

/** Inserts a record and returns it. */
export const insertRecord = async (
  tx: Transaction,
  table: ResourceTable,
  values: Values,
  extra: Values = {},
): Promise<RecordText> => {
  const columns = columnsOf(table, values, extra);
  const row = await tx.one<RecordText>(
    preparedStatement(
      answer(
        table,
        sql`INSERT INTO ${raw(quoted(table.name))} AS t (${identifiers(columns.map(([name]) => name))})
          VALUES (${join(columns.map(([, value]) => value))}) RETURNING ${raw(table.row)}`,
      ),
    ),
  );
  if (!row) throw new Error(`inserting into ${table.name} answered no row`);
  if (!hasLinks(table, values)) return row;
  await writeLinks(tx, table, row.id, values);
  return reread(tx, table, row.id);
};

/**
 * Updates a record if it still has this version (and, with `states`, one of these states); undefined otherwise.
 *
 * @param values validated values by field
 * @param extra further columns, written as given
 * @param hasLines its lines change too: they are written after it, and it gets a new version
 */
export const updateRecord = async (
  tx: Transaction,
  table: ResourceTable,
  { id, version, states }: { id: string; version: number; states?: readonly string[] },
  values: Values,
  extra: Values = {},
  { hasLines = false }: { hasLines?: boolean } = {},
): Promise<RecordText | undefined> => {
  const columns = columnsOf(table, values, extra);
  const links = hasLinks(table, values);
  const state = table.resource.state;
  const condition = states && state ? sql` AND t.${raw(quoted(state))} = ANY(${states}::text[])` : raw('');
  const assignments = columns.map(([name, value]) => sql`${raw(quoted(name))} = ${value}`);
  // Rows of a link table are part of the record, so changing them makes a new version of it.
  if (links) assignments.push(raw('links_changed_at = clock_timestamp()'));
  if (hasLines) assignments.push(raw('lines_xact = pg_current_xact_id()'));
  if (assignments.length === 0) return reread(tx, table, id);
  const row = await tx.one<RecordText>(
    preparedStatement(
      answer(
        table,
        sql`UPDATE ${raw(quoted(table.name))} t SET ${join(assignments)}
          WHERE t.id = ${id}::uuid AND t.row_version = ${version}${condition} RETURNING ${raw(table.row)}`,
      ),
    ),
  );
  if (!row || !links) return row;
  await writeLinks(tx, table, id, values);
  return reread(tx, table, id);
};
