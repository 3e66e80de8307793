import sql, { join, raw, type Sql } from 'sql-template-tag';
import { prepared } from '../platform/database.ts';

/** As many texts as one process prepares; a visitor who invents ever new filters fills no memory. */
const most = 500;
const names = new Map<string, string>();

/** Prepares a statement under a name of its own text, so that it is parsed and planned once a connection. */
export const hot = (statement: Sql): Sql => {
  const { text } = statement;
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= most) return statement;
    name = `resource_${names.size + 1}`;
    names.set(text, name);
  }
  return prepared(name, statement);
};

/** Conditions that all must hold. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : join([...conditions], ' AND ');

/** Conditions of which one must hold. */
export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('false') : sql`(${join([...conditions], ' OR ')})`;
