import sql from 'sql-template-tag';
import { preparedStatement, type Queryable } from '../platform/database/database.ts';
import type { Engine } from '../resource/engine.ts';
import type { LogEntry } from './change-log.ts';
import type { LiveEvent } from './live-event.ts';

/** A change before it is matched with the subscribers who may see it. */
export type RecordChange = Omit<LiveEvent, 'version'>;

/** Tables of which each row belongs to a record that it names. */
const noteTables = ['comments', 'attachments', 'approvals'] as const;

const readNoted = async (
  database: Queryable,
  entries: readonly LogEntry[],
): Promise<ReadonlyMap<string, { resource: string; id: string }>> => {
  const ids = (table: string) =>
    entries.filter(({ entity }) => entity === table).map(({ entity_id }) => entity_id);
  const [comments, attachments, approvals] = noteTables.map(ids);
  if (noteTables.every((table) => ids(table).length === 0)) return new Map();
  const rows = await database.query<{ note: string; resource: string; id: string }>(
    preparedStatement(sql`
      SELECT id AS note, resource, record_id::text AS id FROM comments WHERE id = ANY(${comments}::uuid[])
      UNION ALL
      SELECT id, resource, record_id::text FROM attachments WHERE id = ANY(${attachments}::uuid[])
      UNION ALL
      SELECT id, kind, record_id FROM approvals WHERE id = ANY(${approvals}::uuid[])`),
  );
  return new Map(rows.map(({ note, resource, id }) => [note, { resource, id }]));
};

// Within one request: a record that was created and then changed counts as created.
const strength = { created: 3, archived: 2, changed: 1, noted: 0 } as const;

/** Converts log rows to changes of records: one per record and request, in the order of the log. */
export const changesOf = async (
  engine: Engine,
  database: Queryable,
  entries: readonly LogEntry[],
): Promise<readonly RecordChange[]> => {
  const noted = await readNoted(database, entries);
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
    const note = noted.get(entry.entity_id);
    const whole = engine.partTables[entry.entity];
    if (whole !== undefined) add(entry, whole, entry.entity_id, 'changed');
    else if (engine.announced.includes(entry.entity)) add(entry, entry.entity, entry.entity_id, 'changed');
    else if (owner?.link || owner?.lines) add(entry, owner.resource.name, entry.entity_id, 'changed');
    else if (owner && entry.kind !== 'event') {
      add(entry, owner.resource.name, entry.entity_id, entry.kind);
      // What may be done with a document follows from its approval.
      if (note && engine.resourceOf(note.resource)) add(entry, note.resource, note.id, 'changed');
    } else if (note) add(entry, note.resource, note.id, 'noted');
  }
  return [...changes.values()];
};
