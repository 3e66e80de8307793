import type { Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database.ts';
import { rowScope, scopeCondition } from '../resource/row-scope.ts';
import { beginsWith, literally } from '../resource/search-words.ts';
import { allOf, hot } from '../resource/statement.ts';
import { quoted, tableOf } from '../resource/table.ts';

/** A record that was found. */
export interface SearchHit {
  /** Name of its resource. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  /** Its code and, where the title does not hold what was looked for, the text that does. */
  readonly subtitle: string | null;
  /** Of its screen. */
  readonly path: string;
}

export const mostHits = 50;
export const usualHits = 20;
export const longestSearch = 200;

const mostWords = 8;
const byName = new Intl.Collator('es').compare;

/** So many records of a resource are ranked; those whose title begins with the text are always among them. */
const mostRanked = { master: 200, catalogue: 50 } as const;

interface Found {
  resource: string;
  id: string;
  title: string;
  code: string | null;
  others: (string | null)[];
}

/** What was typed, as the columns of the search hold it. */
interface Needle {
  /** Each word, and the same without separators where it is a number. */
  readonly words: readonly (readonly string[])[];
  /** As titles are ordered. */
  readonly start: string;
}

const compact = (word: string): string[] => {
  const without = word.replace(/[-./]/g, '');
  return /\d/.test(word) && without !== word && without !== '' ? [word, without] : [word];
};

// The database folds once, so that the big statement compares with constants.
const readNeedle = async (database: Queryable, q: string): Promise<Needle> => {
  const forms = q.split(' ').slice(0, mostWords).map(compact);
  const row = await database.one<{ words: string[][]; start: string }>(
    hot(sql`
      SELECT sort_key(${q}) AS start,
        (SELECT json_agg((SELECT json_agg(fold(f.form)) FROM json_array_elements_text(w.forms) f(form)) ORDER BY w.place)
          FROM json_array_elements(${JSON.stringify(forms)}::json) WITH ORDINALITY w(forms, place)) AS words`),
  );
  if (!row) throw new Error('folding answers one row');
  return row;
};

// A trigram index finds three letters anywhere, and fewer only where a word begins.
const holds = (text: string, word: string): Sql[] => {
  const start = literally(word);
  return [...word].length > 2
    ? [sql`${raw(text)} LIKE ${`%${start}%`}`]
    : [sql`${raw(text)} LIKE ${`${start}%`}`, sql`${raw(text)} LIKE ${`% ${start}%`}`];
};

const candidates = (resource: Resource, { words, start }: Needle, actor: Actor): Sql => {
  const table = tableOf(resource);
  const name = raw(quoted(table.name));
  const title = `t.${quoted(resource.title)}`;
  const others = resource.search.filter((field) => field !== resource.title && field !== table.code);
  const visible = allOf([
    scopeCondition(resource, actor),
    ...(table.canArchive ? [raw('t.archived_at IS NULL')] : []),
  ]);
  const matching = allOf([
    visible,
    ...words.map((forms) => {
      const tests = forms.flatMap((form) => holds(table.searchText, form));
      return sql`(${join(tests, ' OR ')})`;
    }),
  ]);
  const columns = raw(
    `'${resource.name}' AS resource, t.id, ${title} AS title, ` +
      `${table.code === undefined ? 'NULL::text' : `t.${quoted(table.code)}`} AS code, ` +
      `ARRAY[${others.map((field) => `t.${quoted(field)}`).join(', ')}]::text[] AS others`,
  );
  if (resource.permissions.viewAll === null) {
    return sql`(SELECT ${columns} FROM ${name} t WHERE ${matching} LIMIT ${raw(String(mostRanked.catalogue))})`;
  }
  const order = raw(`sort_key(${title}) COLLATE "C"`);
  return sql`
    (SELECT ${columns} FROM ${name} t WHERE ${matching} LIMIT ${raw(String(mostRanked.master))})
    UNION ALL
    (SELECT ${columns} FROM ${name} t
      WHERE ${visible} AND ${beginsWith(order, sql`${start}::text`)}
      ORDER BY ${order}, t.id LIMIT ${raw(String(mostHits))})`;
};

/** 0 is this very title or code, then how a title holds the text, 4 is another field. */
const rankOf = ({ title, code }: Found, folded: string): number => {
  const text = fold(title);
  if (text === folded || (code !== null && fold(code) === folded)) return 0;
  if (text.startsWith(folded)) return 1;
  if (text.includes(` ${folded}`)) return 2;
  return text.includes(folded) ? 3 : 4;
};

const subtitleOf = ({ title, code, others }: Found, firstWord: string): string | null => {
  const reason = fold(title).includes(firstWord)
    ? undefined
    : others.find((other) => other !== null && fold(other).includes(firstWord));
  return [code, reason].filter((text) => text !== null && text !== undefined).join(' · ') || null;
};

/**
 * Records of every resource the actor sees whose texts hold all words: first those with this title or code, then
 * titles that begin with the text, titles with a word that does, titles that hold it, and the rest.
 *
 * @example await searchEverything(database, 'oceano', 20, actor)
 */
export const searchEverything = async (
  database: Queryable,
  q: string,
  limit: number,
  actor: Actor,
): Promise<SearchHit[]> => {
  const text = q.trim().replace(/\s+/g, ' ');
  const searched = resources.filter((resource) => rowScope(resource, actor) !== 'none');
  if (text === '' || searched.length === 0) return [];
  const needle = await readNeedle(database, text);
  const found = await database.query<Found>(
    join(
      searched.map((resource) => candidates(resource, needle, actor)),
      ' UNION ALL ',
    ),
  );
  const places = new Map(searched.map(({ name, screen }, place) => [name, { place, screen }]));
  const folded = fold(text);
  const firstWord = fold(text.split(' ')[0] ?? '');
  const ranked = [...new Map(found.map((row) => [row.id, row])).values()].map((row) => ({
    row,
    rank: rankOf(row, folded),
    place: places.get(row.resource)?.place ?? 0,
  }));
  ranked.sort(
    (a, b) =>
      a.rank - b.rank || a.place - b.place || byName(a.row.title, b.row.title) || byName(a.row.id, b.row.id),
  );
  return ranked.slice(0, limit).map(({ row }) => ({
    resource: row.resource,
    id: row.id,
    title: row.title,
    subtitle: subtitleOf(row, firstWord),
    path: `/${places.get(row.resource)?.screen}/${row.id}`,
  }));
};
