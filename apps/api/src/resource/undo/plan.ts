import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { ServedEntity } from '../engine.ts';
import { recordColumns } from '../reading/record-columns.ts';
import { quoted, type ResourceTable } from '../table.ts';
import { readLineUndo } from './undo-lines.ts';

/** A record that a request changed, with the position in the audit log. */
export interface ChangedRecord {
  /** Table of the row; not that of a record when no resource is served from it. */
  readonly entity: string;
  readonly id: string;
  readonly first: number;
  readonly last: number;
  /** Whether the undoing user made all of the changes. */
  readonly own: boolean;
}

/** The net effect of one request on a record, compared with its current values. */
export interface NetChange {
  readonly id: string;
  readonly actions: readonly string[];
  readonly created: boolean;
  readonly deleted: boolean;
  /** Columns whose value differs from before the request. */
  readonly changed: readonly string[];
  /** Of those, the ones changed again afterwards; for a created document also names of its lines. */
  readonly since: readonly string[];
  /** Columns whose former value the audit log does not contain. */
  readonly hidden: readonly string[];
  /** Former values of the changed columns, in the form of an answer. */
  readonly former: AnyRecord;
}

/** Rows added to and removed from a link table, by the field it belongs to. */
export interface NetLinkChanges {
  readonly id: string;
  readonly table: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Columns computed from others. */
const derived = [
  'row_version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'search_text',
  'links_changed_at',
];

/** Row changes, without the events of the audit log. */
const isChange = (linkTables: readonly string[]) =>
  sql`(l.entity = ANY(${linkTables}::text[]) OR l.before IS NOT NULL OR l.after ? 'row_version')`;

/** The records a request changed, the latest first; only changes made by users. */
export const readChangedRecords = async (
  database: Queryable,
  entities: ReadonlyMap<string, ServedEntity>,
  requestId: string,
  actorId: string,
): Promise<ChangedRecord[]> => {
  const links = [...entities].filter(([, { link }]) => link).map(([name]) => name);
  const rows = await database.query<{
    entity: string;
    id: string;
    first: number;
    last: number;
    own: boolean;
  }>(sql`
    SELECT l.entity, l.entity_id AS id, min(l.id) AS first, max(l.id) AS last, bool_and(l.actor_id = ${actorId}::uuid) AS own
    FROM audit_log l
    WHERE l.request_id = ${requestId} AND l.actor_id IS NOT NULL AND ${isChange(links)}
    GROUP BY l.entity, l.entity_id`);
  // Rows that are part of a record were written with it and are undone with it.
  const parts = new Set([...entities.values()].flatMap(({ table }) => table.resource.parts));
  const touched = new Map<string, ChangedRecord>();
  for (const row of rows) {
    if (parts.has(row.entity)) continue;
    const entity = entities.get(row.entity)?.table.name ?? row.entity;
    const key = `${entity}:${row.id}`;
    const known = touched.get(key);
    touched.set(key, {
      entity,
      id: row.id,
      first: Math.min(row.first, known?.first ?? row.first),
      last: Math.max(row.last, known?.last ?? row.last),
      own: row.own && (known?.own ?? true),
    });
  }
  return [...touched.values()].sort((a, b) => b.last - a.last);
};

/** The net effect of the request on these records of one table. */
export const readNetChanges = async (
  tx: Transaction,
  table: ResourceTable,
  requestId: string,
  touched: readonly ChangedRecord[],
): Promise<ReadonlyMap<string, NetChange>> => {
  const ids = touched.map(({ id }) => id);
  const from = Math.min(...touched.map(({ first }) => first));
  const to = Math.max(...touched.map(({ last }) => last));
  const follows = table.columns.filter(([, field]) => field.options.derived).map(([name]) => name);
  const lines = await readLineUndo(tx, table, requestId, touched);
  const columns = [
    ...table.columns.map(([name]) => name).filter((name) => !follows.includes(name)),
    ...(table.canArchive ? ['archived_at'] : []),
  ];
  const name = raw(quoted(table.name));
  // An import changes records by the hundred, each with all its columns.
  await tx.query(sql`SELECT set_config('statement_timeout', '60s', true)`);
  const rows = await tx.query<Omit<NetChange, 'former'> & { former: string }>(sql`
    WITH log AS (
      SELECT l.id, l.entity_id, l.action, l.before, l.after FROM audit_log l
      WHERE l.request_id = ${requestId} AND l.id BETWEEN ${from} AND ${to}
        AND l.entity = ${table.name} AND l.entity_id = ANY(${ids}::text[]) AND ${isChange([])}
    ), was AS MATERIALIZED (
      SELECT l.entity_id, jsonb_object_agg(e.key, e.value ORDER BY l.id DESC) AS columns
      FROM log l CROSS JOIN jsonb_each(l.before) e WHERE l.after IS NOT NULL GROUP BY l.entity_id
    ), becomes AS MATERIALIZED (
      SELECT l.entity_id, jsonb_object_agg(e.key, e.value ORDER BY l.id) AS columns
      FROM log l CROSS JOIN jsonb_each(l.after) e GROUP BY l.entity_id
    ), net AS MATERIALIZED (
      SELECT l.entity_id AS id, array_agg(DISTINCT l.action) AS actions,
        bool_or(l.before IS NULL) AS created, bool_or(l.after IS NULL) AS deleted,
        coalesce(w.columns, '{}') - ${[...derived, ...follows]}::text[] AS was, coalesce(b.columns, '{}') - ${[...derived, ...follows]}::text[] AS becomes
      FROM log l LEFT JOIN was w USING (entity_id) LEFT JOIN becomes b USING (entity_id)
      GROUP BY l.entity_id, w.columns, b.columns
    ), compared AS MATERIALIZED (
      SELECT n.*, to_jsonb(t) AS present,
        ARRAY(SELECT e.key FROM jsonb_each(n.was) e
          WHERE e.value IS DISTINCT FROM n.becomes -> e.key OR e.value = '"•••"' ORDER BY e.key) AS changed
      FROM net n JOIN ${name} t ON t.id = n.id::uuid
    )
    SELECT n.id, n.actions, n.created, n.deleted, n.changed,
      ARRAY(SELECT e.key FROM jsonb_each(n.becomes) e
        WHERE (CASE WHEN n.created THEN e.key = ANY(${columns}::text[]) ELSE e.key = ANY(n.changed) END)
          AND e.value IS DISTINCT FROM n.present -> e.key AND e.value <> '"•••"' ORDER BY e.key) AS since,
      ARRAY(SELECT e.key FROM jsonb_each(n.was) e WHERE e.value = '"•••"' ORDER BY e.key) AS hidden,
      CASE WHEN n.created THEN '{}' ELSE (SELECT row_to_json(r)::text FROM (
        SELECT ${recordColumns(table, 'system')} FROM jsonb_populate_record(NULL::${name},
          (SELECT coalesce(jsonb_object_agg(e.key, e.value), '{}') FROM jsonb_each(n.was) e WHERE e.value <> '"•••"')) t
      ) r) END AS former
    FROM compared n`);
  return new Map(
    rows.map((row) => {
      const { since = [], others = [] } = lines.get(row.id) ?? {};
      // A created document counts as unchanged only while its lines are unchanged too.
      const own = row.created ? [...row.since, ...new Set([...since, ...others])] : row.since;
      return [row.id, { ...row, since: own, former: JSON.parse(row.former) as AnyRecord }];
    }),
  );
};

/** The net effect of the request on the link tables of these records. */
export const readNetLinkChanges = async (
  tx: Transaction,
  table: ResourceTable,
  requestId: string,
  touched: readonly ChangedRecord[],
): Promise<readonly NetLinkChanges[]> => {
  if (table.links.length === 0) return [];
  const ids = touched.map(({ id }) => id);
  const found: NetLinkChanges[] = [];
  for (const link of table.links) {
    const rows = await tx.query<NetLinkChanges>(sql`
      WITH log AS (
        SELECT l.entity_id AS id, coalesce(l.after, l.before) ->> ${link.target} AS target,
          (array_agg(l.before IS NULL ORDER BY l.id))[1] AS came_first, (array_agg(l.before IS NULL ORDER BY l.id DESC))[1] AS came_last
        FROM audit_log l
        WHERE l.request_id = ${requestId} AND l.entity = ${link.table} AND l.entity_id = ANY(${ids}::text[])
        GROUP BY 1, 2
      )
      SELECT id, ${link.table}::text AS table,
        coalesce(array_agg(target) FILTER (WHERE came_first AND came_last), '{}') AS added,
        coalesce(array_agg(target) FILTER (WHERE NOT came_first AND NOT came_last), '{}') AS removed
      FROM log GROUP BY id`);
    found.push(...rows.filter(({ added, removed }) => added.length + removed.length > 0));
  }
  return found;
};

/** Of these records, those for which this undo was already done. */
export const readUndone = async (
  tx: Transaction,
  table: ResourceTable,
  ids: readonly string[],
  reason: string,
): Promise<ReadonlySet<string>> => {
  const names = [table.name, ...table.links.map((link) => link.table), ...table.lines.map((one) => one.name)];
  const rows = await tx.query<{ id: string }>(sql`
    SELECT DISTINCT l.entity_id AS id FROM audit_log l
    WHERE l.entity = ANY(${names}::text[]) AND l.entity_id = ANY(${ids}::text[])
      AND l.action = 'undo' AND l.reason = ${reason}`);
  return new Set(rows.map(({ id }) => id));
};
