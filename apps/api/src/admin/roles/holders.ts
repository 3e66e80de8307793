import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Why a user has a permission: by a role, or by a current delegation. */
export interface Grant {
  readonly kind: 'role' | 'delegation';
  /** Id of the role, or of the delegator. */
  readonly id: string;
  readonly label: string;
}

/** A user with a permission, and every source of it. */
export interface Holder {
  readonly id: string;
  readonly full_name: string;
  readonly email: string;
  readonly from: readonly Grant[];
}

/**
 * Every permission currently in effect, with its source: `user_id, permission, kind, id, label`. Only active users have
 * permissions, and only active users delegate.
 */
const grants: Sql = sql`
  SELECT u.id AS user_id, p.permission, 'role' AS kind, r.id, r.display_name AS label
  FROM users u JOIN user_roles l ON l.user_id = u.id JOIN roles r ON r.id = l.role_id
  JOIN role_permissions p ON p.role_id = r.id
  WHERE u.status = 'active'
  UNION ALL
  SELECT u.id, p.permission, 'delegation', giver.id, giver.full_name
  FROM delegations d JOIN users u ON u.id = d.to_user_id AND u.status = 'active'
  JOIN users giver ON giver.id = d.from_user_id AND giver.status = 'active'
  JOIN LATERAL (
    SELECT DISTINCT g.permission FROM user_roles l JOIN role_permissions g ON g.role_id = l.role_id
    WHERE l.user_id = giver.id) p ON d.permissions IS NULL OR p.permission = ANY(d.permissions)
  WHERE d.ended_at IS NULL AND business_date() BETWEEN d.starts_on AND d.ends_on`;

const reasons: Sql = sql`json_agg(json_build_object('kind', g.kind, 'id', g.id, 'label', g.label) ORDER BY g.kind DESC, g.label)`;

/** Users who hold this permission, by name. */
export const holdersOf = (database: Queryable, permission: string): Promise<Holder[]> =>
  database.query<Holder>(sql`
    SELECT u.id, u.full_name, u.email, ${reasons} AS from
    FROM (${grants}) g JOIN users u ON u.id = g.user_id
    WHERE g.permission = ${permission}
    GROUP BY u.id ORDER BY sort_key(u.full_name) COLLATE "C", u.id`);

interface Effective {
  readonly user: { id: string; full_name: string; status: string };
  readonly permissions: readonly {
    name: string;
    module: string;
    label: string;
    from: readonly Grant[];
  }[];
}

/** Permissions of a user, each with its sources; undefined if there is no such user. */
export const effectivePermissions = async (
  database: Queryable,
  id: string,
): Promise<Effective | undefined> => {
  const user = await database.one<Effective['user']>(
    sql`SELECT id, full_name, status FROM users WHERE id = ${id}`,
  );
  if (!user) return undefined;
  const permissions = await database.query<Effective['permissions'][number]>(sql`
    SELECT p.name, p.module, p.label, ${reasons} AS from
    FROM (${grants}) g JOIN permissions p ON p.name = g.permission
    WHERE g.user_id = ${id}::uuid
    GROUP BY p.name ORDER BY p.module, p.label, p.name`);
  return { user, permissions };
};
