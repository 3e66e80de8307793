import type { Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** How long a list counts as too large to count, and how many such lists are remembered. */
const believed = { milliseconds: 30_000, lists: 1000 } as const;

const known = new WeakMap<Queryable, Map<string, number>>();

const keyOf = (table: string, { text, values }: Sql): string => JSON.stringify([table, text, values]);

/**
 * Whether the list of a table with these conditions recently exceeded the count limit. Its total is shown as "more
 * than" anyway, so it is not counted for every page: on a large table counting is most of the work.
 */
export const isKnownLarge = (database: Queryable, table: string, where: Sql): boolean => {
  const until = known.get(database)?.get(keyOf(table, where));
  return until !== undefined && until > Date.now();
};

/** Remembers that the list with these conditions exceeds the count limit. */
export const rememberLarge = (database: Queryable, table: string, where: Sql): void => {
  const lists = known.get(database) ?? new Map<string, number>();
  known.set(database, lists);
  const key = keyOf(table, where);
  // Evicts the oldest: a map keeps its keys in insertion order.
  lists.delete(key);
  lists.set(key, Date.now() + believed.milliseconds);
  const [oldest] = lists.keys();
  if (lists.size > believed.lists && oldest !== undefined) lists.delete(oldest);
};
