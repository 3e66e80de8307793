import { isId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { lockRecords, parseRecord, type RecordText } from '../../resource/reading/read-record.ts';
import { bodyColumns } from '../../resource/reading/record-columns.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { quoted, type ResourceTable } from '../../resource/table.ts';
import { isIdKey } from './job.ts';

/** Those of the records that the actor may see. */
const readRecords = async (
  tx: Transaction,
  table: ResourceTable,
  ids: readonly string[],
  actor: Actor,
): Promise<ReadonlyMap<string, AnyRecord>> => {
  const rows = await tx.query<RecordText>(sql`
    SELECT r.id, r.row_version, row_to_json(r)::text AS data FROM (
      SELECT ${bodyColumns(table, actor)} FROM ${raw(quoted(table.name))} t
      WHERE t.id = ANY(${ids}::uuid[]) AND ${scopeCondition(table.resource, actor)}) r`);
  return new Map(rows.map((row) => [row.id, parseRecord(row)]));
};

/**
 * The records that rows of a file refer to, by the text of their key. Case and accents are ignored, and withdrawn
 * records are excluded.
 *
 * @param lock locks them until the transaction ends
 */
export const findRecords = async (
  tx: Transaction,
  table: ResourceTable,
  key: string,
  texts: readonly string[],
  { actor, lock }: { actor: Actor; lock: boolean },
): Promise<ReadonlyMap<string, readonly AnyRecord[]>> => {
  const ids = new Map<string, string[]>();
  if (isIdKey(key)) {
    for (const text of texts) if (isId(text.toLowerCase())) ids.set(text, [text.toLowerCase()]);
  } else {
    const column = raw(`t.${quoted(key)}`);
    const by = (where: string) => sql`
      SELECT w.text, t.id FROM unnest(${texts}::text[]) AS w(text)
      JOIN ${raw(quoted(table.name))} t ON sort_key(${column}) COLLATE "C" = sort_key(w.text) COLLATE "C"
      WHERE ${raw(where)}`;
    // Two branches, because each has an index.
    const found = await tx.query<{ text: string; id: string }>(
      table.canArchive
        ? sql`${by('t.archived_at IS NULL')} UNION ALL ${by('t.archived_at IS NOT NULL AND t.withdrawn_at IS NULL')}`
        : by('true'),
    );
    for (const { text, id } of found) ids.set(text, [...(ids.get(text) ?? []), id]);
  }
  const all = [...new Set([...ids.values()].flat())];
  if (all.length === 0) return new Map();
  const records = lock ? await lockRecords(tx, table, all, actor) : await readRecords(tx, table, all, actor);
  return new Map([...ids].map(([text, own]) => [text, own.flatMap((id) => records.get(id) ?? [])]));
};
