import { countOf } from '@pauta/domain/text/label.ts';
import sql, { join, raw } from 'sql-template-tag';
import type { Transaction } from '../platform/database.ts';
import type { ServedEntity } from './served.ts';
import { quoted, type ResourceTable } from './table.ts';

interface ForeignKey {
  table: string;
  column: string;
  archives: boolean;
}

/** Columns that refer to the rows of a table; who wrote a row does not refer to it. */
const foreignKeys = (tx: Transaction, name: string): Promise<ForeignKey[]> =>
  tx.query<ForeignKey>(sql`
    SELECT c.relname AS table, a.attname AS column, EXISTS (
      SELECT FROM pg_attribute x WHERE x.attrelid = c.oid AND x.attname = 'archived_at' AND NOT x.attisdropped) AS archives
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid
    CROSS JOIN generate_subscripts(k.conkey, 1) AS place
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[place]
    JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[place] AND f.attname = 'id'
    WHERE k.contype = 'f' AND k.confrelid = ${quoted(name)}::regclass AND c.relnamespace = 'public'::regnamespace
      AND a.attname NOT IN ('created_by', 'updated_by') AND has_table_privilege(c.oid, 'SELECT')
    ORDER BY c.relname, a.attname`);

const most = 1000;

/**
 * What refers to a record, in words; null when nothing does. Rows in the archive do not count: what they refer to may
 * be archived too.
 *
 * @example '2 clientes y 1 registro de cliente'
 */
export const referencesTo = async (
  tx: Transaction,
  table: ResourceTable,
  id: string,
  entities: ReadonlyMap<string, ServedEntity>,
): Promise<string | null> => {
  const keys = (await foreignKeys(tx, table.name)).filter(
    (key) =>
      !table.resource.parts.includes(key.table) &&
      !table.links.some((link) => link.table === key.table && link.owner === key.column),
  );
  if (keys.length === 0) return null;
  const rows = await tx.query<{ table: string; count: number }>(
    join(
      keys.map(
        (key) => sql`
          SELECT ${key.table}::text AS table, count(*)::integer AS count FROM (
            SELECT FROM ${raw(quoted(key.table))} x WHERE x.${raw(quoted(key.column))} = ${id}::uuid
              ${raw(key.archives ? 'AND x.archived_at IS NULL' : '')} LIMIT ${raw(String(most))}) found`,
      ),
      ' UNION ALL ',
    ),
  );
  const counts = new Map<string, number>();
  for (const { table: name, count } of rows) {
    if (count === 0) continue;
    const label = entities.get(name)?.table.name ?? '';
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  if (counts.size === 0) return null;
  const words = [...counts].map(([name, count]) => {
    const known = entities.get(name)?.table.resource.label;
    return known ? countOf(known, count) : 'otros datos';
  });
  return new Intl.ListFormat('es', { type: 'conjunction' }).format(words);
};
