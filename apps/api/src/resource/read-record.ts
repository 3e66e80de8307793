import { isId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database.ts';
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
        SELECT ${raw(recordColumns(table))} FROM ${raw(quoted(table.name))} t
        WHERE t.id = ${id}::uuid AND ${scope} ${raw(lock ? 'FOR NO KEY UPDATE OF t' : '')}) r`),
  );
  if (!found) throw notFound();
  return found;
};
