import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { preparedStatement, type Queryable } from '../../platform/database/database.ts';
import { delegatedToUser } from '../delegations/delegated.ts';
import { pendingStepOfUser } from './pending-step.ts';
import { newToken, tokenHash } from './tokens.ts';

/** Where a session was opened. */
export interface Origin {
  ip: string | null;
  userAgent: string | null;
}

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  // Truncated by characters, as the database counts them.
  userAgent: request.headers['user-agent'] ? [...request.headers['user-agent']].slice(0, 400).join('') : null,
});

/**
 * Opens a session: 30 days at most, 12 hours without use. Only the hash of the token is stored.
 *
 * @returns the token; it cannot be read again
 */
export const openSession = async (tx: Queryable, userId: string, origin: Origin): Promise<string> => {
  const token = newToken();
  await tx.query(sql`
    INSERT INTO sessions (token_hash, user_id, ip, user_agent)
    VALUES (${tokenHash(token)}, ${userId}, ${origin.ip}, ${origin.userAgent})`);
  return token;
};

interface ActorRow {
  session_id: string;
  is_due: boolean;
  id: string;
  full_name: string;
  email: string;
  status: string;
  roles: string[];
  permissions: string[];
  /** `<permission> <id of the delegator>`. */
  delegated: string[];
  pending_step: 'password' | 'second_factor' | null;
}

/** Permission → id of the delegator. */
const delegatorsOf = (delegated: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const entry of delegated) {
    const [permission = '', from = ''] = entry.split(' ');
    found.set(permission, [...(found.get(permission) ?? []), from]);
  }
  return found;
};

/**
 * The actor of a live session by the hash of its token: not revoked, not expired, of a user who may sign in. Only an
 * active user has permissions: those of their roles, and those delegated to them today.
 */
export const findActor = async (database: Queryable, hash: Buffer): Promise<Actor | null> => {
  const row = await database.one<ActorRow>(
    preparedStatement(sql`
        SELECT s.id AS session_id, s.last_used_at < now() - interval '5 minutes' AS is_due,
          u.id, u.full_name, u.email, u.status, ${pendingStepOfUser} AS pending_step, ${delegatedToUser} AS delegated,
          ARRAY(SELECT r.name FROM user_roles l JOIN roles r ON r.id = l.role_id WHERE l.user_id = u.id) AS roles,
          ARRAY(
            SELECT DISTINCT p.permission FROM user_roles l JOIN role_permissions p ON p.role_id = l.role_id
            WHERE l.user_id = u.id AND u.status = 'active'
          ) AS permissions
        FROM sessions s JOIN users u ON u.id = s.user_id
        WHERE s.token_hash = ${hash} AND s.revoked_at IS NULL
          AND s.expires_at > now() AND s.last_used_at > now() - interval '12 hours'
          AND u.status IN ('active', 'pending')`),
  );
  if (!row) return null;
  if (row.is_due) {
    await database.query(sql`
      UPDATE sessions SET last_used_at = now()
      WHERE id = ${row.session_id} AND last_used_at < now() - interval '5 minutes'`);
  }
  const standsFor = delegatorsOf(row.delegated);
  return {
    userId: row.id,
    sessionId: row.session_id,
    fullName: row.full_name,
    email: row.email,
    status: row.status,
    roles: row.roles,
    permissions: new Set([...row.permissions, ...standsFor.keys()]),
    ...(standsFor.size > 0 && { ownPermissions: new Set(row.permissions), standsFor }),
    pendingStep: row.pending_step,
  };
};

/** Ends sessions of a user: all, one, or all but one. Returns the number of ended sessions. */
export const revokeSessions = async (
  tx: Queryable,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> => {
  const rows = await tx.query(sql`
    UPDATE sessions SET revoked_at = now()
    WHERE user_id = ${userId} AND revoked_at IS NULL
      AND expires_at > now() AND last_used_at > now() - interval '12 hours'
      AND (${which.only ?? null}::uuid IS NULL OR id = ${which.only ?? null}::uuid)
      AND (${which.except ?? null}::uuid IS NULL OR id <> ${which.except ?? null}::uuid)
    RETURNING id`);
  return rows.length;
};
