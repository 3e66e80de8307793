import { permissions } from '@pauta/domain/admin/roles/permissions.ts';
import { seedRoles } from '@pauta/domain/admin/roles/roles.ts';
import sql from 'sql-template-tag';
import { type Database, systemChange, type Transaction } from '../../platform/database/database.ts';

const seed = async (tx: Transaction): Promise<void> => {
  // Serializes processes that start together.
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('pauta.seed'))`);
  const newPermissions = await tx.query<{ name: string }>(sql`
    WITH known AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(permissions)}::jsonb) AS p(name text, module text, label text)
    ), relabelled AS (
      UPDATE permissions p SET module = k.module, label = k.label FROM known k
      WHERE p.name = k.name AND (p.module, p.label) <> (k.module, k.label)
    )
    INSERT INTO permissions (name, module, label) SELECT name, module, label FROM known
    ON CONFLICT (name) DO NOTHING RETURNING name`);
  const newRoles = await tx.query<{ name: string }>(sql`
    INSERT INTO roles (name, display_name, description, is_system)
    SELECT name, display_name, description, true
    FROM jsonb_to_recordset(${JSON.stringify(seedRoles)}::jsonb) AS r(name text, display_name text, description text)
    ON CONFLICT (name) WHERE withdrawn_at IS NULL DO NOTHING RETURNING name`);

  const isNew = {
    permission: new Set(newPermissions.map(({ name }) => name)),
    role: new Set(newRoles.map(({ name }) => name)),
  };
  const grants = seedRoles.flatMap((role) =>
    role.permissions
      .filter((permission) => isNew.role.has(role.name) || isNew.permission.has(permission))
      .map((permission) => ({ role: role.name, permission })),
  );
  if (grants.length === 0) return;
  await tx.query(sql`
    INSERT INTO role_permissions (role_id, permission)
    SELECT r.id, g.permission
    FROM jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) AS g(role text, permission text)
    JOIN roles r ON r.name = g.role
    ON CONFLICT DO NOTHING`);
};

/**
 * Writes roles and permissions of the definitions into the database. A permission is granted only when the role or the
 * permission is new, so that revocations by a customer are kept.
 */
export const seedRolesAndPermissions = (database: Database): Promise<void> =>
  database.transaction(systemChange('seed-roles'), seed);
