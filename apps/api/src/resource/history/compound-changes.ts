import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** A change of rows in several tables that is undone as one, as described by its event in the audit log. */
export interface CompoundChange {
  readonly entity: string;
  /** Records that the undoing user must be able to see; the undo is reported for the first one. */
  readonly records: readonly string[];
  /** Its action in the audit log: `merge`, or the name of a transition; `undo` for an undo. */
  readonly action: string;
}

/** The change of a request that is undone as one, if it was such a change; see `recordCompoundChange`. */
export const readCompoundChange = (
  database: Queryable,
  requestId: string,
): Promise<CompoundChange | undefined> =>
  database.one<CompoundChange>(sql`
    SELECT l.entity, ARRAY(SELECT jsonb_array_elements_text(l.after -> 'records')) AS records, l.action
    FROM audit_log l
    WHERE l.request_id = ${requestId} AND l.actor_id IS NOT NULL AND l.before IS NULL AND l.after @> '{"whole": true}'
    ORDER BY l.id DESC LIMIT 1`);

/** Of these requests, those whose changes are undone as one. */
export const readCompoundChanges = async (
  database: Queryable,
  requestIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await database.query<{ id: string }>(sql`
    SELECT DISTINCT l.request_id AS id FROM audit_log l
    WHERE l.request_id = ANY(${[...new Set(requestIds)]}::text[]) AND l.actor_id IS NOT NULL AND l.before IS NULL
      AND l.after @> '{"whole": true}' AND l.action <> 'undo'`);
  return new Set(rows.map(({ id }) => id));
};

/** Writes the event by which a change can be undone as a whole, in the same transaction. */
export const recordCompoundChange = (
  tx: Transaction,
  { entity, records, action }: CompoundChange,
  reason: string | null,
  details: object = {},
) =>
  tx.query(sql`
    INSERT INTO audit_log (actor_id, on_behalf_of, ip, request_id, entity, entity_id, action, after, reason)
    VALUES (audit_setting('actor')::uuid, audit_setting('on_behalf_of')::uuid, audit_setting('ip')::inet,
      audit_setting('request'), ${entity}, ${records[0]}, ${action},
      ${JSON.stringify({ ...details, whole: true, records })}::jsonb, ${reason})`);
