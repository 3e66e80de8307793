import sql, { type Sql } from 'sql-template-tag';

/**
 * Condition on the row `u` of a user: one of their roles has the first permission and not the second. It identifies
 * users whose main work a permission represents.
 */
export const roleWith = (role: { readonly with: string; readonly without: string }): Sql => sql`EXISTS (
  SELECT FROM user_roles l WHERE l.user_id = u.id
    AND EXISTS (SELECT FROM role_permissions p WHERE p.role_id = l.role_id AND p.permission = ${role.with})
    AND NOT EXISTS (SELECT FROM role_permissions p WHERE p.role_id = l.role_id AND p.permission = ${role.without}))`;
