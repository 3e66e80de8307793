import { countOf } from '@pauta/domain/text/label.ts';
import sql, { join, raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { ServedEntity } from '../engine.ts';
import { quoted, type ResourceTable } from '../table.ts';

interface ForeignKey {
  table: string;
  column: string;
  archives: boolean;
}

/** Foreign keys to the rows of a table, without the author columns. */
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
 * The references to records, as text, by record id; records without references are left out. Archived rows do not
 * count: what they refer to may be archived too.
 *
 * @param requestId request of a change that is undone as one: rows it created do not count either
 * @example new Map([['0198…', '2 clientes y 1 registro de cliente']])
 */
export const referencesTo = async (
  tx: Transaction,
  table: ResourceTable,
  ids: readonly string[],
  entities: ReadonlyMap<string, ServedEntity>,
  requestId: string | null = null,
): Promise<ReadonlyMap<string, string>> => {
  const keys = (await foreignKeys(tx, table.name)).filter(
    (key) =>
      !table.resource.parts.includes(key.table) &&
      !table.lines.some((lines) => lines.name === key.table && lines.line.header === key.column) &&
      !table.links.some((link) => link.table === key.table && link.owner === key.column),
  );
  if (keys.length === 0 || ids.length === 0) return new Map();
  const isOther = (key: ForeignKey) => sql`(${requestId}::text IS NULL OR NOT EXISTS (
    SELECT FROM audit_log l WHERE l.request_id = ${requestId} AND l.entity = ${key.table}
      AND l.entity_id = to_jsonb(x) ->> 'id' AND l.before IS NULL))`;
  const rows = await tx.query<{ id: string; table: string; count: number }>(
    join(
      keys.map(
        (key) => sql`
          SELECT one.id, ${key.table}::text AS table, found.count
          FROM unnest(${ids}::uuid[]) AS one (id) CROSS JOIN LATERAL (
            SELECT count(*)::integer AS count FROM (
              SELECT FROM ${raw(quoted(key.table))} x WHERE x.${raw(quoted(key.column))} = one.id
                ${raw(key.archives ? 'AND x.archived_at IS NULL' : '')} AND ${isOther(key)} LIMIT ${raw(String(most))}) limited) found
          WHERE found.count > 0`,
      ),
      ' UNION ALL ',
    ),
  );
  const counts = new Map<string, Map<string, number>>();
  for (const { id, table: name, count } of rows) {
    const label = entities.get(name)?.table.name ?? '';
    const own = counts.get(id) ?? new Map<string, number>();
    counts.set(id, own.set(label, (own.get(label) ?? 0) + count));
  }
  const inWords = (own: ReadonlyMap<string, number>): string =>
    new Intl.ListFormat('es', { type: 'conjunction' }).format(
      [...own].map(([name, count]) => {
        const known = entities.get(name)?.table.resource.label;
        return known ? countOf(known, count) : 'otros datos';
      }),
    );
  return new Map([...counts].map(([id, own]) => [id, inWords(own)]));
};
