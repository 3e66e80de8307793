import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { Problem } from '../platform/problem.ts';

/**
 * Condition: whoever acts holds, by his own roles, every permission of the other's roles. Without it somebody who may
 * edit users could take over the account of an administrator (reset its password, remove its second factor).
 */
export const ownPermissionsCover = (actorId: string, userId: Sql): Sql => sql`NOT EXISTS (
  SELECT FROM user_roles other_l JOIN role_permissions other_p ON other_p.role_id = other_l.role_id
  WHERE other_l.user_id = ${userId} AND NOT EXISTS (
    SELECT FROM user_roles own_l JOIN role_permissions own_p ON own_p.role_id = own_l.role_id
    WHERE own_l.user_id = ${actorId}::uuid AND own_p.permission = other_p.permission))`;

/** @throws Problem 403 when the other may do more than the actor */
export const requireWithinOwn = async (tx: Queryable, actorId: string, userId: string): Promise<void> => {
  const covered = await tx.one(
    sql`SELECT 1 AS one WHERE ${ownPermissionsCover(actorId, sql`${userId}::uuid`)}`,
  );
  if (covered) return;
  throw new Problem(
    403,
    'beyond_own',
    'Esa persona tiene permisos que usted no tiene. Pídalo a un administrador.',
  );
};
