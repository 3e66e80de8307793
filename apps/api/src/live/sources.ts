import sql, { join, raw } from 'sql-template-tag';
import { preparedStatement, type Queryable } from '../platform/database/database.ts';
import type { Engine, RecordPointer } from '../resource/engine.ts';
import { quoted } from '../resource/table.ts';
import type { LogEntry } from './change-log.ts';
import type { LiveEvent } from './live-event.ts';

/** A change before it is matched with the subscribers who may see it. */
export type RecordChange = Omit<LiveEvent, 'version'>;

/** Comments and attachments of records. */
const notes: readonly RecordPointer[] = ['comments', 'attachments'].map((table) => ({
  table,
  resource: 'resource',
  record: 'record_id',
}));

/** The records that changed rows name, by the id of the row. */
const readNamed = async (
  database: Queryable,
  entries: readonly LogEntry[],
  pointers: readonly RecordPointer[],
): Promise<ReadonlyMap<string, { resource: string; id: string }>> => {
  const idsOf = Map.groupBy(entries, ({ entity }) => entity);
  const parts = pointers.flatMap(({ table, resource, record }) => {
    const ids = idsOf.get(table)?.map(({ entity_id }) => entity_id);
    return ids
      ? [
          sql`SELECT id AS row, ${raw(quoted(resource))} AS resource, ${raw(quoted(record))}::text AS id
            FROM ${raw(quoted(table))} WHERE id = ANY(${ids}::uuid[])`,
        ]
      : [];
  });
  if (parts.length === 0) return new Map();
  const rows = await database.query<{ row: string; resource: string; id: string }>(
    preparedStatement(join(parts, ' UNION ALL ')),
  );
  return new Map(rows.map(({ row, resource, id }) => [row, { resource, id }]));
};

// Within one request: a record that was created and then changed counts as created.
const strength = { created: 3, archived: 2, changed: 1, noted: 0 } as const;

/** Converts log rows to changes of records: one per record and request, in the order of the log. */
export const changesOf = async (
  engine: Engine,
  database: Queryable,
  entries: readonly LogEntry[],
): Promise<readonly RecordChange[]> => {
  const named = await readNamed(database, entries, [...notes, ...engine.pointers]);
  const changes = new Map<string, RecordChange>();
  const add = (entry: LogEntry, resource: string, id: string, change: RecordChange['change']) => {
    const key = JSON.stringify([resource, id, entry.request_id]);
    const known = changes.get(key);
    if (known && strength[known.change] >= strength[change]) return;
    const by = entry.actor_id === null ? null : { id: entry.actor_id, name: entry.actor_name ?? 'Alguien' };
    changes.set(key, { resource, id, change, request_id: entry.request_id, by });
    for (const { name, of } of engine.hints) {
      if (change === 'noted' || !of.includes(resource)) continue;
      const hint = {
        resource: name,
        id: `${resource}:${id}`,
        change: 'changed',
        request_id: null,
        by: null,
      } as const;
      changes.set(JSON.stringify([name, hint.id, entry.request_id]), hint);
    }
  };
  for (const entry of entries) {
    const owner = engine.ownerOf(entry.entity);
    const about = named.get(entry.entity_id);
    const whole = engine.partTables[entry.entity];
    if (whole !== undefined) add(entry, whole, entry.entity_id, 'changed');
    else if (engine.announced.includes(entry.entity)) add(entry, entry.entity, entry.entity_id, 'changed');
    else if (owner?.link || owner?.lines) add(entry, owner.resource.name, entry.entity_id, 'changed');
    else if (owner && entry.kind !== 'event') {
      add(entry, owner.resource.name, entry.entity_id, entry.kind);
      // What may be done with a record follows from it, as from an approval.
      if (about && engine.resourceOf(about.resource)) add(entry, about.resource, about.id, 'changed');
    } else if (about) add(entry, about.resource, about.id, 'noted');
  }
  return [...changes.values()];
};
