import type { LoggedAction } from '@pauta/domain/admin/audit/audit-labels.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** An action of a user that changes no tracked record. */
export interface UserEvent {
  action: LoggedAction;
  /** Null: no user has the given e-mail. */
  userId: string | null;
  /** The author, when the request has no actor yet. */
  actorId?: string | null;
  details?: Record<string, unknown>;
}

/** Writes an event of a user into the audit log; requires a transaction with its change context. */
export const recordUserEvent = async (
  tx: Queryable,
  { action, userId, actorId, details }: UserEvent,
): Promise<void> => {
  await tx.query(sql`
    INSERT INTO audit_log (actor_id, ip, request_id, entity, entity_id, action, after, reason)
    VALUES (
      coalesce(${actorId ?? null}::uuid, audit_setting('actor')::uuid), audit_setting('ip')::inet, audit_setting('request'),
      'users', ${userId ?? 'unknown'}, ${action}, ${details ? JSON.stringify(details) : null}::jsonb,
      audit_setting('reason'))`);
};
