import sql, { join, raw, type Sql } from 'sql-template-tag';
import { prepared } from '../platform/database/database.ts';
import { hotStatements } from '../platform/database/hot-statements.ts';

/** Lets a statement be parsed and planned once a connection while it is among those that are asked most. */
export const preparedStatement = (statement: Sql): Sql => {
  const name = hotStatements.nameOf(statement.text);
  return name === undefined ? statement : prepared(name, statement);
};

/** Conditions that all must hold. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : join([...conditions], ' AND ');

/** Conditions of which one must hold. */
export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('false') : sql`(${join([...conditions], ' OR ')})`;
