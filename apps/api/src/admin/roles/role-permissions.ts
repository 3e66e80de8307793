import type { PermissionChange } from '@pauta/domain/admin/roles/role-permissions.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { conflict, invalid, notFound, stale } from '../../platform/http/problem.ts';

/** A role with the names of its permissions: a column of the matrix. */
export interface RoleColumn {
  readonly id: string;
  readonly name: string;
  readonly display_name: string;
  readonly description: string | null;
  readonly is_system: boolean;
  readonly row_version: number;
  /** Number of active users with the role. */
  readonly users: number;
  readonly permissions: readonly string[];
}

/** The roles in use with their permissions, or one of them. */
export const readColumns = (database: Queryable, id: string | null = null): Promise<RoleColumn[]> =>
  database.query<RoleColumn>(sql`
    SELECT r.id, r.name, r.display_name, r.description, r.is_system, r.row_version,
      (SELECT count(*)::integer FROM user_roles l JOIN users u ON u.id = l.user_id
        WHERE l.role_id = r.id AND u.status = 'active') AS users,
      ARRAY(SELECT p.permission FROM role_permissions p WHERE p.role_id = r.id ORDER BY p.permission) AS permissions
    FROM roles r WHERE r.archived_at IS NULL AND (${id}::uuid IS NULL OR r.id = ${id}::uuid)
    ORDER BY r.name <> 'admin', sort_key(r.display_name) COLLATE "C", r.id`);

/** A role whose permissions change, with the version that the caller read. */
export interface RoleChange extends PermissionChange {
  readonly role_id: string;
  readonly version: number;
}

const requireKnown = async (tx: Queryable, names: readonly string[]): Promise<void> => {
  const known = await tx.query<{ name: string }>(
    sql`SELECT name FROM permissions WHERE name = ANY(${[...names]}::text[])`,
  );
  const found = new Set(known.map(({ name }) => name));
  const unknown = names.filter((name) => !found.has(name));
  if (unknown.length > 0) throw invalid({ permissions: [`No existe el permiso ${unknown.join(', ')}.`] });
};

/**
 * Grants and revokes permissions of roles, all or nothing. The database enforces that users grant only permissions they
 * hold, and that the administrator role loses none.
 *
 * @throws Problem 404 for an unknown role, 412 for one that changed, 409 for an archived one, 422 for a
 *   permission that does not exist or that the actor lacks
 */
export const changePermissions = async (tx: Transaction, changes: readonly RoleChange[]): Promise<void> => {
  await requireKnown(tx, [...new Set(changes.flatMap(({ grant }) => grant))]);
  // Locked in the order of their ids, so that two concurrent saves cannot deadlock.
  for (const change of [...changes].sort((a, b) => (a.role_id < b.role_id ? -1 : 1))) {
    const role = await tx.one<{ row_version: number; archived_at: string | null }>(
      sql`SELECT row_version, archived_at FROM roles WHERE id = ${change.role_id} FOR NO KEY UPDATE`,
    );
    if (!role) throw notFound();
    if (role.archived_at !== null) {
      throw conflict('archived', 'Este rol está archivado. Restáurelo antes de cambiar sus permisos.');
    }
    if (role.row_version !== change.version) {
      const [current] = await readColumns(tx, change.role_id);
      throw stale(current);
    }
    const added = await tx.query(sql`
      INSERT INTO role_permissions (role_id, permission)
      SELECT ${change.role_id}::uuid, name FROM unnest(${[...change.grant]}::text[]) AS name
      ON CONFLICT DO NOTHING RETURNING 1`);
    const removed = await tx.query(sql`
      DELETE FROM role_permissions
      WHERE role_id = ${change.role_id} AND permission = ANY(${[...change.revoke]}::text[]) RETURNING 1`);
    if (added.length + removed.length === 0) continue;
    await tx.query(sql`UPDATE roles SET links_changed_at = clock_timestamp() WHERE id = ${change.role_id}`);
  }
};
