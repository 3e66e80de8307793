import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { ChangeSince } from '../../platform/http/problem.ts';
import type { ResourceTable } from '../table.ts';

const most = 20;

interface LoggedChange {
  entity: string;
  at: string;
  by: string;
  xid: string;
  changed: Readonly<Record<string, readonly string[] | 'added' | 'dropped'>>;
  fields: readonly string[];
}

/** Each transaction on a document makes one version: its changes to the header and to the lines belong together. */
const documentChangesSince = async (
  database: Queryable,
  { name, lines }: ResourceTable,
  id: string,
  count: number,
): Promise<ChangeSince[]> => {
  const entities = [name, ...lines.map((one) => one.name)];
  const rows = await database.query<LoggedChange>(sql`
    WITH log AS (
      SELECT l.* FROM audit_log l
      WHERE l.entity = ANY(${entities}::text[]) AND l.entity_id = ${id} AND l.before IS NOT NULL AND l.xid IN (
        SELECT x.xid FROM audit_log x
        WHERE x.entity = ANY(${entities}::text[]) AND x.entity_id = ${id} AND x.before IS NOT NULL
        GROUP BY x.xid ORDER BY max(x.id) DESC LIMIT ${count}))
    SELECT l.entity, l.at, coalesce(a.name, 'El sistema') AS by, l.xid::text AS xid,
      ARRAY(SELECT k FROM jsonb_object_keys(coalesce(l.after, '{}')) k
        WHERE l.entity = ${name} AND l.before -> k IS DISTINCT FROM l.after -> k) AS fields,
      CASE WHEN l.entity = ${name} THEN '{}' ELSE (
        SELECT coalesce(jsonb_object_agg(k, CASE
          WHEN NOT l.before ? k THEN '"added"' WHEN NOT l.after ? k THEN '"dropped"'
          ELSE (SELECT jsonb_agg(c ORDER BY c) FROM jsonb_object_keys(l.after -> k) c) END), '{}')
        FROM jsonb_object_keys(l.before || l.after) k) END AS changed
    FROM log l LEFT JOIN actors a ON a.id = l.actor_id ORDER BY l.id DESC`);
  return [...Map.groupBy(rows, ({ xid }) => xid).values()].flatMap((own) => {
    const [last] = own;
    if (!last) return [];
    const named = lines.flatMap(({ name: entity, line }) => {
      const changed = own.filter((one) => one.entity === entity).map((one) => one.changed);
      return changed.length > 0 ? [[line.name, Object.assign({}, ...changed)] as const] : [];
    });
    const fields = own.flatMap((one) => one.fields);
    return [
      { at: last.at, by: last.by, fields, ...(named.length > 0 && { lines: Object.fromEntries(named) }) },
    ];
  });
};

/**
 * The changes of a record since one of its versions with their authors, the latest first; each change made one version.
 */
export const changesSince = (
  database: Queryable,
  table: ResourceTable,
  { id, row_version }: AnyRecord,
  version: number,
): Promise<ChangeSince[]> =>
  table.lines.length > 0
    ? documentChangesSince(database, table, id, Math.min(most, Math.max(1, row_version - version)))
    : database.query<ChangeSince>(sql`
    SELECT l.at, coalesce(a.name, 'El sistema') AS by, ARRAY(
      SELECT k FROM jsonb_object_keys(coalesce(l.after, '{}')) k WHERE l.before -> k IS DISTINCT FROM l.after -> k) AS fields
    FROM audit_log l LEFT JOIN actors a ON a.id = l.actor_id
    WHERE l.entity = ${table.name} AND l.entity_id = ${id} AND l.before IS NOT NULL
    ORDER BY l.id DESC LIMIT ${Math.min(most, Math.max(1, row_version - version))}`);
