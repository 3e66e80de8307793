import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { Problem } from '../platform/http/problem.ts';

/** Message when an actor tries to change a user with more permissions. */
export const beyondOwn = 'Esa persona tiene permisos que usted no tiene. Pídalo a un administrador.';

/**
 * Condition: the actor holds, by their own roles, every permission of the other user. Without it a user with permission
 * to edit users could take over an administrator's account. Writes need not check it: the database does
 * (0027_security.sql).
 */
export const ownPermissionsCover = (actorId: string, userId: Sql): Sql => sql`
  (${userId} = ${actorId}::uuid OR NOT is_beyond(${userId}, ARRAY(
    SELECT own_p.permission FROM user_roles own_l JOIN role_permissions own_p ON own_p.role_id = own_l.role_id
    WHERE own_l.user_id = ${actorId}::uuid)))`;

/**
 * Refuses before anything is requested or written. @throws Problem 403 when the other user has more permissions than
 * the actor
 */
export const requireWithinOwn = async (tx: Queryable, actorId: string, userId: string): Promise<void> => {
  const covered = await tx.one(
    sql`SELECT 1 AS one WHERE ${ownPermissionsCover(actorId, sql`${userId}::uuid`)}`,
  );
  if (!covered) throw new Problem(403, 'beyond_own', beyondOwn);
};
