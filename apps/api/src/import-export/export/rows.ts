import { Readable } from 'node:stream';
import { flatRows } from '@pauta/domain/resource/import/flat-rows.ts';
import { type ListQuery, parseQuery } from '@pauta/domain/resource/query/query.ts';
import { groupsRows, orderGroups } from '@pauta/domain/resource/query/summary.ts';
import { fieldOf, systemFields } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { ChangeContext, Database, Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { listConditions } from '../../resource/reading/list.ts';
import { bodyColumns, recordColumns } from '../../resource/reading/record-columns.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { sortKeyOf } from '../../resource/reading/sort-key.ts';
import { groupValue, summarize } from '../../resource/reading/summary/summary.ts';
import { quoted, type ResourceTable, rowComputing } from '../../resource/table.ts';
import { chunkRows } from '../limits.ts';

/** Which rows are exported: those of a list, or selected ones. */
export interface ExportSelection {
  readonly ids?: readonly string[] | undefined;
  /** Query string of the list; with `ids` only its order counts. */
  readonly query?: string | undefined;
}

const ofTheScreen = new Set(['cols', 'density', 'group', 'view', 'limit', 'cursor']);

/** @throws Problem 422 by parameter */
export const readListQuery = (table: ResourceTable, text: string): ListQuery => {
  const given = new URLSearchParams(text);
  const parameters: Record<string, string> = {};
  for (const [name, value] of given) if (!ofTheScreen.has(name)) parameters[name] = value;
  const parsed = parseQuery(table.resource, parameters);
  if (!parsed.ok) throw invalid(parsed.errors);
  return parsed.query;
};

/** Condition of the rows `t` of a selection, limited to those the actor may see. */
export const selectionCondition = (
  table: ResourceTable,
  { ids }: ExportSelection,
  query: ListQuery,
  actor: Actor,
): Sql =>
  ids === undefined
    ? listConditions(table, query, actor)
    : sql`t.id = ANY(${ids}::uuid[]) AND ${scopeCondition(table.resource, actor)}`;

export const countRows = async (database: Database, table: ResourceTable, where: Sql): Promise<number> =>
  (
    await database.one<{ count: number }>(
      sql`SELECT count(*)::integer AS count FROM ${raw(quoted(table.name))} t WHERE ${where}`,
    )
  )?.count ?? 0;

/** The rows of a list to export, and the user they are exported for. */
interface Exported {
  readonly table: ResourceTable;
  readonly query: ListQuery;
  readonly where: Sql;
  readonly reader: Actor;
  readonly columns: readonly { readonly name: string }[];
  /** The order of the rows before their own order. */
  readonly groups?: Sql;
  /** Documents are exported with one row per line. */
  readonly hasLines?: boolean;
}

/** The field by which a list is grouped, from the text of its query; null without groups. */
export const readGroup = ({ resource }: ResourceTable, text: string): string | null => {
  const name = new URLSearchParams(text).get('group') ?? '';
  const field = resource.fields[name] ?? systemFields[name];
  return field && groupsRows(field) ? name : null;
};

/** The order of the rows `t` of a list by group, in the order of the field's values. */
export const groupOrder = async (
  database: Database,
  table: ResourceTable,
  list: ListQuery,
  group: string,
  actor: Actor,
): Promise<Sql> => {
  const { groups } = await summarize(database, table, { list, group, totals: [] }, actor);
  const values = orderGroups(fieldOf(table.resource, group), groups).flatMap(({ value, others }) =>
    value === null || others ? [] : [value],
  );
  const { value, text } = groupValue(table, group);
  const own = raw(text(value));
  // Values beyond the largest groups come after them; rows without a value come last.
  return sql`${own} IS NULL, array_position(${values}::text[], ${own}) NULLS LAST, ${own},`;
};

const rowsOf = ({ table, query, where, reader, groups = raw(''), hasLines, columns }: Exported): Sql => {
  // A computed field is evaluated for every row of the file.
  const computed = table.computed.filter(
    (name) => hasLines || columns.some((column) => column.name === name),
  );
  const { expression } = sortKeyOf(table, query.sort.field);
  const direction = raw(query.sort.descending ? 'DESC' : 'ASC');
  return sql`
    SELECT row_to_json(r)::text AS data FROM (
      SELECT ${hasLines ? bodyColumns(table, reader) : recordColumns(table, reader, computed)} FROM (
        SELECT ${raw(rowComputing(computed))} FROM ${raw(quoted(table.name))} t WHERE ${where}
        ORDER BY ${groups} ${raw(expression)} ${direction} NULLS LAST, t.id ${direction}) t) r`;
};

/** Time limit for a slow reader, after which the export is aborted, and for one batch. */
const patience = '60s';

async function* fetchAll(
  tx: Transaction,
  rows: Sql,
  size: number,
): AsyncGenerator<Record<string, unknown>[]> {
  await tx.query(raw(`SET LOCAL idle_in_transaction_session_timeout = '${patience}'`));
  await tx.query(raw(`SET LOCAL statement_timeout = '${patience}'`));
  // The cursor reads one snapshot until its end, regardless of concurrent writes.
  await tx.query(sql`DECLARE exported NO SCROLL CURSOR FOR ${rows}`);
  for (;;) {
    const batch = await tx.query<{ data: string }>(raw(`FETCH ${size} FROM exported`));
    if (batch.length === 0) return;
    yield batch.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  }
}

/** Documents read at a time: each has many lines. */
const chunkDocuments = 20;

async function* flattened(
  { resource }: ResourceTable,
  batches: AsyncIterable<Record<string, unknown>[]>,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const batch of batches) yield batch.flatMap((record) => flatRows(resource, record));
}

/** File rows of these documents, one per line. */
export const countLineRows = async (
  database: Database,
  table: ResourceTable,
  where: Sql,
): Promise<number> => {
  const documents = await countRows(database, table, where);
  const counts = await Promise.all(
    table.lines.map(async ({ name, line }) => {
      const row = await database.one<{ count: number }>(sql`
        SELECT count(*)::integer AS count FROM ${raw(quoted(name))} l
        WHERE l.${raw(quoted(line.header))} IN (SELECT t.id FROM ${raw(quoted(table.name))} t WHERE ${where})`);
      return row?.count ?? 0;
    }),
  );
  return counts.reduce((sum, count) => sum + count, documents);
};

/**
 * A stream of the formatted rows of a list, read from one server-side cursor: one snapshot, in the order of the list,
 * with one batch in memory. It reads only as fast as its consumer.
 *
 * @param ended called once with the number of rows read and, if it stopped early, the reason
 */
export const streamRows = (
  database: Database,
  change: ChangeContext,
  exported: Exported,
  write: (batches: AsyncIterable<Record<string, unknown>[]>) => AsyncIterable<string | Buffer>,
  ended: (rows: number, failure?: unknown) => Promise<void>,
): Readable => {
  let rows = 0;
  async function* counted(batches: AsyncIterable<Record<string, unknown>[]>) {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch;
    }
  }
  const gate = new Gate();
  // The transaction stays open while rows are pushed to the reader, which pulls them.
  const work = database.transaction(change, async (tx) => {
    const records = counted(fetchAll(tx, rowsOf(exported), exported.hasLines ? chunkDocuments : chunkRows));
    const batches = exported.hasLines ? flattened(exported.table, records) : records;
    for await (const chunk of write(batches)) {
      if (!(await gate.push(chunk))) return false;
    }
    return true;
  });
  work.then(
    (isWhole) => {
      gate.end();
      return ended(rows, isWhole ? undefined : 'the reader left');
    },
    (error: unknown) => {
      gate.fail(error);
      return ended(rows, error);
    },
  );
  return gate.stream;
};

/** A readable stream with one writer, which waits while the reader is slower. */
class Gate {
  readonly stream: Readable;
  private go: (() => void) | undefined;
  private readonly failWith: (error: Error) => void;

  constructor() {
    this.stream = new Readable({
      highWaterMark: 256 * 1024,
      read: () => this.release(),
      destroy: (error, done) => {
        this.release();
        done(error);
      },
    });
    this.failWith = (error) => this.stream.destroy(error);
  }

  private release(): void {
    this.go?.();
    this.go = undefined;
  }

  /** False once the consumer has closed the stream. */
  async push(chunk: string | Buffer): Promise<boolean> {
    if (this.stream.destroyed) return false;
    if (!this.stream.push(chunk) && !this.stream.destroyed) {
      await new Promise<void>((go) => {
        this.go = go;
      });
    }
    return !this.stream.destroyed;
  }

  end(): void {
    if (!this.stream.destroyed) this.stream.push(null);
  }

  fail(error: unknown): void {
    this.failWith(error instanceof Error ? error : new Error(String(error)));
  }
}
