import { isId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { AnyActor } from '../../platform/access.ts';
import { preparedStatement, type Queryable, type Transaction } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { quoted, type ResourceTable } from '../table.ts';
import { bodyColumns } from './record-columns.ts';
import { scopeCondition } from './row-scope.ts';

/** A record as JSON text, with the values of its headers. */
export interface RecordText {
  readonly id: string;
  readonly row_version: number;
  readonly data: string;
}

export const parseRecord = ({ data }: RecordText): AnyRecord => JSON.parse(data) as AnyRecord;

/**
 * One record that the actor may see; `lock` locks its row until the transaction ends.
 *
 * @throws Problem 404, also for a record that the actor may not see
 */
export const readRecord = async (
  database: Queryable,
  table: ResourceTable,
  id: string,
  actor: AnyActor,
  { lock = false }: { lock?: boolean } = {},
): Promise<RecordText> => {
  if (!isId(id)) throw notFound();
  const scope = scopeCondition(table.resource, actor);
  // A statement that waits for a lock re-reads only the locked row, so lines are read in a second statement.
  const isLockedFirst = lock && table.lines.length > 0;
  if (isLockedFirst) {
    const lockRow = sql`SELECT t.id FROM ${raw(quoted(table.name))} t WHERE t.id = ${id}::uuid AND ${scope} FOR NO KEY UPDATE OF t`;
    if (!(await database.one(preparedStatement(lockRow)))) throw notFound();
  }
  const found = await database.one<RecordText>(
    preparedStatement(sql`
      SELECT r.id, r.row_version, row_to_json(r)::text AS data FROM (
        SELECT ${bodyColumns(table, actor)} FROM ${raw(quoted(table.name))} t
        WHERE t.id = ${id}::uuid AND ${scope} ${raw(lock && !isLockedFirst ? 'FOR NO KEY UPDATE OF t' : '')}) r`),
  );
  if (!found) throw notFound();
  return found;
};

/**
 * Locks those of the records that the actor may see, in the order of their ids, so that two commands over the same rows
 * cannot deadlock.
 *
 * @returns the records by id, as they are once the locks are held
 */
export const lockRecords = async (
  tx: Transaction,
  table: ResourceTable,
  ids: readonly string[],
  actor: AnyActor,
): Promise<ReadonlyMap<string, AnyRecord>> => {
  const name = raw(quoted(table.name));
  const scope = scopeCondition(table.resource, actor);
  const locked = await tx.query<{ id: string }>(
    preparedStatement(sql`
      SELECT t.id FROM ${name} t WHERE t.id = ANY(${ids}::uuid[]) AND ${scope} ORDER BY t.id FOR NO KEY UPDATE`),
  );
  // A second statement sees everything that was committed while the first one waited, including rows of link tables.
  const rows = await tx.query<RecordText>(
    preparedStatement(sql`
      SELECT r.id, r.row_version, row_to_json(r)::text AS data FROM (
        SELECT ${bodyColumns(table, actor)} FROM ${name} t
        WHERE t.id = ANY(${locked.map(({ id }) => id)}::uuid[]) AND ${scope}) r`),
  );
  return new Map(rows.map((row) => [row.id, parseRecord(row)]));
};
