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

/**
 * The change of a request that is undone as one, if it was such a change; see `recordCompoundChange`. A bulk command
 * records one for each of its records, which together are one change.
 */
export const readCompoundChange = (
  database: Queryable,
  requestId: string,
): Promise<CompoundChange | undefined> =>
  database.one<CompoundChange>(sql`
    WITH events AS (
      SELECT l.id, l.entity, l.action, l.after -> 'records' AS records FROM audit_log l
      WHERE l.request_id = ${requestId} AND l.actor_id IS NOT NULL AND l.before IS NULL AND l.after @> '{"whole": true}'
    ), latest AS (SELECT * FROM events ORDER BY id DESC LIMIT 1)
    SELECT t.entity, t.action, ARRAY(
      SELECT r.id FROM events e CROSS JOIN jsonb_array_elements_text(e.records) WITH ORDINALITY r (id, place)
      WHERE e.entity = t.entity AND e.action = t.action ORDER BY e.id, r.place) AS records
    FROM latest t`);

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
