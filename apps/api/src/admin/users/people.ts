import sql from 'sql-template-tag';
import { preparedStatement } from '../../platform/database/database.ts';
import type { People } from '../../resource/engine.ts';
import { roleWith } from '../roles/role-with.ts';
import { loadActor } from './load-actor.ts';

const signIns = new Set(['login', 'login_failed', 'login_refused']);

/** What the engine needs to know about users, from users, roles, delegations and sessions. */
export const people: People = {
  loadActor,
  hasRole: async (database, userId, role) =>
    (await database.one(
      sql`SELECT 1 AS one FROM users u WHERE u.id = ${userId}::uuid AND ${roleWith(role)}`,
    )) !== undefined,
  openSessions: async (database, sessionIds) => {
    const rows = await database.query<{ id: string }>(
      preparedStatement(sql`
        SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.id = ANY(${[...sessionIds]}::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > now()
          AND s.last_used_at > now() - interval '12 hours' AND u.status = 'active'`),
    );
    return new Set(rows.map(({ id }) => id));
  },
  rightsChanged: (entries) => {
    const isEverybody = entries.some(
      ({ entity }) => entity === 'role_permissions' || entity === 'delegations',
    );
    const users = new Set(
      entries
        .filter(
          ({ entity, action }) => entity === 'user_roles' || (entity === 'users' && !signIns.has(action)),
        )
        .map(({ entity_id }) => entity_id),
    );
    return ({ userId }) => isEverybody || users.has(userId);
  },
};
