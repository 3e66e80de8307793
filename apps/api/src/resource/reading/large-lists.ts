import type { Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** How long a list that was too large to count is believed to be so still, and how many such lists are kept. */
const believed = { milliseconds: 30_000, lists: 1000 } as const;

const known = new WeakMap<Queryable, Map<string, number>>();

const keyOf = (table: string, { text, values }: Sql): string => JSON.stringify([table, text, values]);

/**
 * Was the list of a table with these conditions larger than is counted, a moment ago? Its total says "more than"
 * anyway, so it need not be counted for every page: on a large table that is most of the work.
 */
export const isKnownLarge = (database: Queryable, table: string, where: Sql): boolean => {
  const until = known.get(database)?.get(keyOf(table, where));
  return until !== undefined && until > Date.now();
};

/** Keeps that the list with these conditions is larger than is counted. */
export const rememberLarge = (database: Queryable, table: string, where: Sql): void => {
  const lists = known.get(database) ?? new Map<string, number>();
  known.set(database, lists);
  const key = keyOf(table, where);
  // The oldest goes first: a map keeps the order in which its keys came.
  lists.delete(key);
  lists.set(key, Date.now() + believed.milliseconds);
  const [oldest] = lists.keys();
  if (lists.size > believed.lists && oldest !== undefined) lists.delete(oldest);
};
