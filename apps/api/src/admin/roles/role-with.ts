import sql, { type Sql } from 'sql-template-tag';

/**
 * Condition on the row `u` of a user: a role of his has the one permission and not the other. It tells whose work a
 * thing is from who may do it besides.
 */
export const roleWith = (role: { readonly with: string; readonly without: string }): Sql => sql`EXISTS (
  SELECT FROM user_roles l WHERE l.user_id = u.id
    AND EXISTS (SELECT FROM role_permissions p WHERE p.role_id = l.role_id AND p.permission = ${role.with})
    AND NOT EXISTS (SELECT FROM role_permissions p WHERE p.role_id = l.role_id AND p.permission = ${role.without}))`;
