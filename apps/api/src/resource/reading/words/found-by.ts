import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../../platform/access.ts';
import { allOf } from '../../statement.ts';
import { quoted, type ResourceTable, tableOf } from '../../table.ts';
import { scopeCondition } from '../row-scope.ts';
import { searchConditions, wholeNumber } from './search-words.ts';

/** Maximum number of related records that are followed to the records they belong to. */
const mostFollowed = 1000;

const isReach = (q: string): boolean => wholeNumber(q) !== undefined || /^\S+@\S*$/.test(q.trim());

/**
 * Conditions on the row `t` for a search: by its own search text, and for telephones and e-mails also through the
 * related records named in `reachedThrough`, as far as the actor may see those.
 */
export const foundBy = (table: ResourceTable, q: string, actor: Actor): readonly Sql[] => {
  const own = searchConditions(table.searchText, q);
  if (own.length > 0 && table.alsoFound) return [sql`(${allOf(own)} OR ${table.alsoFound(q, actor)})`];
  if (table.resource.reachedThrough.length === 0 || !isReach(q)) return own;
  const through = table.resource.reachedThrough.map(({ part, by }) => {
    const other = tableOf(part());
    const conditions = allOf([
      scopeCondition(other.resource, actor),
      ...(other.canArchive ? [raw('t.archived_at IS NULL')] : []),
      ...searchConditions(other.searchText, q),
    ]);
    // An array, so that the id index can be combined with the search index.
    return sql`t.id = ANY(ARRAY(SELECT t.${raw(quoted(by))} FROM ${raw(quoted(other.name))} t
      WHERE ${conditions} AND t.${raw(quoted(by))} IS NOT NULL LIMIT ${raw(String(mostFollowed))}))`;
  });
  return [sql`(${allOf(own)} OR ${join(through, ' OR ')})`];
};
