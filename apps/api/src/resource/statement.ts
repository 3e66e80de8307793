import sql, { join, raw, type Sql } from 'sql-template-tag';

/** Conditions that all must hold. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : join([...conditions], ' AND ');

/** Conditions of which one must hold. */
export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('false') : sql`(${join([...conditions], ' OR ')})`;
