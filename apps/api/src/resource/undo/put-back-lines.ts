import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { type LineTable, quoted } from '../table.ts';

/**
 * Restores lines as a row of the audit log recorded them, bypassing the rules of their document, for an undo of a
 * change as a whole. Values go from the log into the table inside the database, so no number is rounded by JavaScript.
 *
 * @returns false when the lines changed after that row of the log; nothing is written then
 */
export const putBackLines = async (
  tx: Transaction,
  header: string,
  { name, line, columns }: LineTable,
  logged: { readonly id: number; readonly entity_id: string },
): Promise<boolean> => {
  const table = raw(quoted(name));
  const by = raw(quoted(line.header));
  const writable = [
    'position',
    ...(line.within === undefined ? [] : [line.by]),
    ...columns.filter(([, { options }]) => !options.computed).map(([column]) => column),
  ];
  const own = writable.map(quoted);
  const log = sql`(SELECT l.before, l.after FROM audit_log l WHERE l.id = ${logged.id})`;
  const changed = await tx.one<{ one: number }>(sql`
    WITH log AS ${log}
    SELECT 1 AS one FROM log, jsonb_object_keys(log.before || log.after) AS k(id)
      LEFT JOIN ${table} t ON t.id = k.id::uuid AND t.${by} = ${logged.entity_id}::uuid
    WHERE (log.after ? k.id) <> (t.id IS NOT NULL) OR NOT to_jsonb(t) @> (log.after -> k.id) LIMIT 1`);
  if (changed) return false;
  await tx.query(
    sql`UPDATE ${raw(quoted(header))} SET lines_xact = pg_current_xact_id() WHERE id = ${logged.entity_id}::uuid`,
  );
  // Only what the log contains is written: the API may not write every column of lines such as those of the ledger.
  const contents = await tx.one<{ added: boolean; dropped: boolean; columns: string[] }>(sql`
    WITH log AS ${log}
    SELECT EXISTS (SELECT FROM jsonb_object_keys(log.after) k WHERE NOT log.before ? k) AS added,
      EXISTS (SELECT FROM jsonb_object_keys(log.before) k WHERE NOT log.after ? k) AS dropped,
      ARRAY(
        SELECT DISTINCT c.name FROM jsonb_each(log.before) e CROSS JOIN LATERAL jsonb_object_keys(e.value) c(name)
        WHERE log.after ? e.key) AS columns
    FROM log`);
  if (contents?.added)
    await tx.query(sql`
    DELETE FROM ${table} t USING ${log} log
    WHERE t.${by} = ${logged.entity_id}::uuid AND log.after ? t.id::text AND NOT log.before ? t.id::text`);
  if (contents?.dropped)
    await tx.query(sql`
    INSERT INTO ${table} (id, ${by}, ${raw(own.join(', '))})
    SELECT e.key::uuid, ${logged.entity_id}::uuid, ${raw(own.map((column) => `p.${column}`).join(', '))}
    FROM ${log} log CROSS JOIN jsonb_each(log.before) e CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, e.value) p
    WHERE NOT log.after ? e.key`);
  const changing = writable.filter((column) => contents?.columns.includes(column)).map(quoted);
  if (changing.length > 0)
    await tx.query(sql`
    UPDATE ${table} t SET ${raw(changing.map((column) => `${column} = p.${column}`).join(', '))}
    FROM ${log} log CROSS JOIN jsonb_each(log.before) e
      CROSS JOIN LATERAL (SELECT w.* FROM ${table} w WHERE w.id = e.key::uuid) AS now
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, to_jsonb(now) || e.value) p
    WHERE t.id = e.key::uuid AND t.${by} = ${logged.entity_id}::uuid AND log.after ? e.key`);
  return true;
};
