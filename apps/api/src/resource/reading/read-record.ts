import { isId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { notFound } from '../platform/problem.ts';
import { recordColumns } from './record-columns.ts';
import { scopeCondition } from './row-scope.ts';
import { hot } from './statement.ts';
import { quoted, type ResourceTable } from './table.ts';

/** A record as JSON text, with what the headers need. */
export interface RecordText {
  readonly id: string;
  readonly row_version: number;
  readonly data: string;
}

export const parseRecord = ({ data }: RecordText): AnyRecord => JSON.parse(data) as AnyRecord;

/**
 * One record that the actor sees; with `lock` nobody else changes it until the transaction ends.
 *
 * @throws Problem 404, also for a record outside what the actor sees
 */
export const readRecord = async (
  database: Queryable,
  table: ResourceTable,
  id: string,
  actor: Actor | 'system',
  { lock = false }: { lock?: boolean } = {},
): Promise<RecordText> => {
  if (!isId(id)) throw notFound();
  const scope = actor === 'system' ? raw('true') : scopeCondition(table.resource, actor);
  const found = await database.one<RecordText>(
    hot(sql`
      SELECT r.id, r.row_version, row_to_json(r)::text AS data FROM (
        SELECT ${recordColumns(table, actor)} FROM ${raw(quoted(table.name))} t
        WHERE t.id = ${id}::uuid AND ${scope} ${raw(lock ? 'FOR NO KEY UPDATE OF t' : '')}) r`),
  );
  if (!found) throw notFound();
  return found;
};

/**
 * Locks the records that the actor sees among these, in the order of their ids, so that two commands over the same
 * rows wait for each other instead of blocking each other.
 *
 * @returns the records by id, as they stand once the locks are held
 */
export const lockRecords = async (
  tx: Transaction,
  table: ResourceTable,
  ids: readonly string[],
  actor: Actor,
): Promise<ReadonlyMap<string, AnyRecord>> => {
  const name = raw(quoted(table.name));
  const scope = scopeCondition(table.resource, actor);
  const locked = await tx.query<{ id: string }>(
    hot(sql`
      SELECT t.id FROM ${name} t WHERE t.id = ANY(${ids}::uuid[]) AND ${scope} ORDER BY t.id FOR NO KEY UPDATE`),
  );
  // A second statement: what was committed while this one waited is seen whole, rows of link tables too.
  const rows = await tx.query<RecordText>(
    hot(sql`
      SELECT r.id, r.row_version, row_to_json(r)::text AS data FROM (
        SELECT ${recordColumns(table, actor)} FROM ${name} t
        WHERE t.id = ANY(${locked.map(({ id }) => id)}::uuid[]) AND ${scope}) r`),
  );
  return new Map(rows.map((row) => [row.id, parseRecord(row)]));
};
