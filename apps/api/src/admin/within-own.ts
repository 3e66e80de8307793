import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { Problem } from '../platform/http/problem.ts';

/** What is said wherever somebody reaches for a person with more rights. */
export const beyondOwn = 'Esa persona tiene permisos que usted no tiene. Pídalo a un administrador.';

/**
 * Condition: whoever acts holds, by his own roles, every right of the other. Without it somebody who may edit users
 * could take over the account of an administrator. Writes need not ask: the database refuses them (0027_security.sql).
 */
export const ownPermissionsCover = (actorId: string, userId: Sql): Sql => sql`
  (${userId} = ${actorId}::uuid OR NOT is_beyond(${userId}, ARRAY(
    SELECT own_p.permission FROM user_roles own_l JOIN role_permissions own_p ON own_p.role_id = own_l.role_id
    WHERE own_l.user_id = ${actorId}::uuid)))`;

/** Refuses before anything is asked for or written. @throws Problem 403 when the other may do more than the actor */
export const requireWithinOwn = async (tx: Queryable, actorId: string, userId: string): Promise<void> => {
  const covered = await tx.one(
    sql`SELECT 1 AS one WHERE ${ownPermissionsCover(actorId, sql`${userId}::uuid`)}`,
  );
  if (!covered) throw new Problem(403, 'beyond_own', beyondOwn);
};
