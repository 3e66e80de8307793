import sql from 'sql-template-tag';

/** Condition: the user `u` has one of the roles in the setting `second_factor_roles` (a list of names). */
export const secondFactorIsRequired = sql`
  EXISTS (
    SELECT FROM settings s, user_roles l JOIN roles r ON r.id = l.role_id
    WHERE s.key = 'second_factor_roles' AND jsonb_typeof(s.value) = 'array' AND s.value ? r.name AND l.user_id = u.id)`;

/**
 * SQL: the step that the user `u` of the surrounding statement has to complete first: choose their own password, or set
 * up the second factor that one of their roles requires.
 */
export const pendingStepOfUser = sql`
  CASE
    WHEN u.must_change_password THEN 'password'
    WHEN ${secondFactorIsRequired} AND NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
    THEN 'second_factor'
  END`;
