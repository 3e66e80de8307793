import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { preparedStatement, type Queryable } from '../../platform/database/database.ts';
import { delegatedToUser } from '../delegations/delegated.ts';

interface ActorRow {
  full_name: string;
  email: string;
  status: string;
  roles: string[];
  permissions: string[];
  delegated: string[];
}

/**
 * Loads a user as the actor of work that continues after the request, with the permissions of this moment. Null when
 * the user is no longer active.
 */
export const loadActor = async (database: Queryable, userId: string): Promise<Actor | null> => {
  const row = await database.one<ActorRow>(
    preparedStatement(sql`
    SELECT u.full_name, u.email, u.status, ${delegatedToUser} AS delegated,
      ARRAY(SELECT r.name FROM user_roles l JOIN roles r ON r.id = l.role_id WHERE l.user_id = u.id) AS roles,
      ARRAY(
        SELECT DISTINCT p.permission FROM user_roles l JOIN role_permissions p ON p.role_id = l.role_id
        WHERE l.user_id = u.id) AS permissions
    FROM users u WHERE u.id = ${userId}::uuid AND u.status = 'active'`),
  );
  if (!row) return null;
  const standsFor = new Map<string, string[]>();
  for (const entry of row.delegated) {
    const [permission = '', from = ''] = entry.split(' ');
    standsFor.set(permission, [...(standsFor.get(permission) ?? []), from]);
  }
  return {
    userId,
    sessionId: '',
    fullName: row.full_name,
    email: row.email,
    status: row.status,
    roles: row.roles,
    permissions: new Set([...row.permissions, ...standsFor.keys()]),
    ...(standsFor.size > 0 && { ownPermissions: new Set(row.permissions), standsFor }),
  };
};
