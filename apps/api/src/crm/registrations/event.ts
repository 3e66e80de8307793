import type { LoggedAction } from '@pauta/domain/admin/audit/audit-labels.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Writes an event into the audit log, and so into the history of a registration, when no field changes. */
export const recordRegistrationEvent = async (
  tx: Queryable,
  { id, action, details }: { id: string; action: LoggedAction; details: object },
): Promise<void> => {
  await tx.query(sql`
    INSERT INTO audit_log (actor_id, ip, request_id, entity, entity_id, action, after, reason)
    VALUES (audit_setting('actor')::uuid, audit_setting('ip')::inet, audit_setting('request'),
      'client_registrations', ${id}, ${action}, ${JSON.stringify(details)}::jsonb, NULL)`);
};
