import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { resources } from '@pauta/domain/resources.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { rowScope, scopeCondition } from '../../resource/reading/row-scope.ts';
import { searchConditions } from '../../resource/reading/words/search-words.ts';
import { allOf } from '../../resource/statement.ts';
import { quoted, tableOf } from '../../resource/table.ts';

/** Maximum number of records of each kind whose log entries are searched. */
const mostFollowed = 2000;

/**
 * Condition on the row `t` of the log: its record has this name now (also if archived), had it before, or is a setting
 * with this label. Only for records that the actor sees.
 */
export const aboutRecordsNamed = (q: string, actor: Actor): Sql => {
  const limit = raw(String(mostFollowed));
  const seen = resources.filter((resource) => rowScope(resource, actor) !== 'none');
  const present = seen.map((resource) => {
    const { name, searchText } = tableOf(resource);
    const where = allOf([scopeCondition(resource, actor), ...searchConditions(searchText, q)]);
    return sql`(SELECT t.id::text FROM ${raw(quoted(name))} t WHERE ${where} LIMIT ${limit})`;
  });
  const open = seen.filter((resource) => rowScope(resource, actor) === 'all').map(({ name }) => name);
  const former = sql`(SELECT t.record_id::text FROM former_search_texts t
    WHERE t.source = ANY(${open}::text[]) AND ${allOf(searchConditions('t."search_text"', q))} LIMIT ${limit})`;
  const words = fold(q).split(' ');
  const keys = Object.entries(settings)
    .filter(([, { field }]) => words.every((word) => fold(field.label).includes(word)))
    .map(([key]) => key);
  return sql`t.record_id = ANY(ARRAY(${join([...present, former], ' UNION ALL ')}) || ${keys}::text[])`;
};
