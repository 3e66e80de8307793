import sql from 'sql-template-tag';

/**
 * SQL: the permissions delegated to the user `u` of the surrounding statement, for the current day of the company, as
 * an array of `<permission> <id of the delegator>`. Only permissions of the delegator's own roles at this moment count,
 * so delegated permissions cannot be delegated again, and only while both users are active.
 */
export const delegatedToUser = sql`
  ARRAY(
    SELECT DISTINCT p.permission || ' ' || d.from_user_id
    FROM delegations d
    JOIN users f ON f.id = d.from_user_id AND f.status = 'active'
    JOIN user_roles l ON l.user_id = f.id
    JOIN role_permissions p ON p.role_id = l.role_id
    WHERE d.to_user_id = u.id AND u.status = 'active' AND d.ended_at IS NULL
      AND business_date() BETWEEN d.starts_on AND d.ends_on
      AND (d.permissions IS NULL OR p.permission = ANY (d.permissions)))`;
