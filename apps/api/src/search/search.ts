import type { Resource } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import { preparedStatement, type Queryable } from '../platform/database/database.ts';
import { rowScope, scopeCondition } from '../resource/reading/row-scope.ts';
import {
  beginsWith,
  codeKey,
  escapeLikePattern,
  holdsWord,
  searchedWords,
} from '../resource/reading/words/search-words.ts';
import { similarSearches } from '../resource/reading/words/similar-searches.ts';
import { allOf } from '../resource/statement.ts';
import { quoted, tableOf } from '../resource/table.ts';

/** A search result. */
export interface SearchHit {
  /** Name of its resource. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  /** Its code and, where the title does not match, the matching text. */
  readonly subtitle: string | null;
  /** Path of its screen. */
  readonly path: string;
}

export const mostHits = 50;
export const usualHits = 20;
export const longestSearch = 200;

const byName = new Intl.Collator('es').compare;

/** Maximum number of ranked records per resource; those whose title begins with the text are always among them. */
const mostRanked = { master: 200, catalogue: 50 } as const;

interface Found {
  resource: string;
  id: string;
  title: string;
  code: string | null;
  others: (string | null)[];
}

/** The search text in the forms of the search columns. */
interface SearchTerms {
  readonly words: readonly (readonly string[])[];
  /** The code that the text may be. */
  readonly key: string;
  /** The sort key of the text, as titles have it. */
  readonly start: string;
}

// The database computes the key once, so that the main statement compares with a constant.
const readSearchTerms = async (database: Queryable, q: string): Promise<SearchTerms> => {
  const row = await database.one<{ start: string }>(preparedStatement(sql`SELECT sort_key(${q}) AS start`));
  if (!row) throw new Error('a key is one row');
  return { words: searchedWords(q), key: codeKey(q), start: row.start };
};

const candidates = (resource: Resource, { words, key, start }: SearchTerms, actor: Actor): Sql => {
  const table = tableOf(resource);
  const name = raw(quoted(table.name));
  const title = `t.${quoted(resource.title)}`;
  const others = resource.search.filter((field) => field !== resource.title && field !== table.code);
  const visible = allOf([
    scopeCondition(resource, actor),
    ...(table.canArchive ? [raw('t.archived_at IS NULL')] : []),
  ]);
  const matching = allOf([visible, ...words.map((forms) => holdsWord(table.searchText, forms))]);
  const columns = raw(
    `'${resource.name}' AS resource, t.id, ${title} AS title, ` +
      `${table.code === undefined ? 'NULL::text' : `t.${quoted(table.code)}`} AS code, ` +
      `ARRAY[${others.map((field) => `t.${quoted(field)}`).join(', ')}]::text[] AS others`,
  );
  if (resource.permissions.viewAll === null) {
    return sql`(SELECT ${columns} FROM ${name} t WHERE ${matching} LIMIT ${raw(String(mostRanked.catalogue))})`;
  }
  const order = raw(`sort_key(${title}) COLLATE "C"`);
  const coded = sql`
    (SELECT ${columns} FROM ${name} t WHERE ${visible} AND ${raw(table.searchText)} LIKE ${`% ${escapeLikePattern(key)} %`}
      LIMIT ${raw(String(mostHits))}) UNION ALL`;
  return sql`
    ${/\d/.test(key) ? coded : raw('')}
    (SELECT ${columns} FROM ${name} t WHERE ${matching} LIMIT ${raw(String(mostRanked.master))})
    UNION ALL
    (SELECT ${columns} FROM ${name} t
      WHERE ${visible} AND ${beginsWith(order, sql`${start}::text`)}
      ORDER BY ${order}, t.id LIMIT ${raw(String(mostHits))})`;
};

/** The parts by which a hit is ranked and explained. */
interface Typed {
  readonly folded: string;
  readonly key: string;
  readonly firstForms: readonly string[];
}

/** 0 is an equal title or code, then how the title matches, 4 is another field. */
const rankOf = ({ title, code }: Found, { folded, key }: Typed): number => {
  const text = fold(title);
  if (text === folded || (code !== null && codeKey(code) === key)) return 0;
  if (text.startsWith(folded)) return 1;
  if (text.includes(` ${folded}`)) return 2;
  return text.includes(folded) ? 3 : 4;
};

const subtitleOf = ({ title, code, others }: Found, { firstForms }: Typed): string | null => {
  const holds = (text: string | null): text is string =>
    text !== null && firstForms.some((form) => fold(text).includes(form) || codeKey(text).includes(form));
  const reason = holds(title) ? undefined : others.find(holds);
  return [code, reason].filter((text) => text !== null && text !== undefined).join(' · ') || null;
};

const searchWords = async (
  database: Queryable,
  searched: readonly Resource[],
  text: string,
  limit: number,
  actor: Actor,
): Promise<SearchHit[]> => {
  const terms = await readSearchTerms(database, text);
  if (terms.words.length === 0) return [];
  const found = await database.query<Found>(
    join(
      searched.map((resource) => candidates(resource, terms, actor)),
      ' UNION ALL ',
    ),
  );
  const places = new Map(searched.map(({ name, screen }, place) => [name, { place, screen }]));
  const typed: Typed = {
    folded: fold(text),
    key: terms.key,
    firstForms: (terms.words[0] ?? []).map((form) => form.trim()),
  };
  const ranked = [...new Map(found.map((row) => [row.id, row])).values()].map((row) => ({
    row,
    rank: rankOf(row, typed),
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
    subtitle: subtitleOf(row, typed),
    path: `/${places.get(row.resource)?.screen}/${row.id}`,
  }));
};

/** The result of a search; `did_you_mean` is the alternative that was searched instead when nothing was found. */
export interface SearchAnswer {
  readonly data: readonly SearchHit[];
  readonly did_you_mean?: string;
}

/** Maximum number of alternative searches tried when nothing was found. */
const mostTried = 3;

/**
 * Records of every searchable resource that the actor may see and whose search text contains all words: first those
 * with an equal title or code, then titles that begin with the text, titles with a word that does, titles that contain
 * it, and the rest. Without results, those of the likeliest alternative search.
 *
 * @param resources the searched ones
 * @example await searchEverything(database, engine.resources, 'oceano', 20, actor)
 */
export const searchEverything = async (
  database: Queryable,
  resources: readonly Resource[],
  q: string,
  limit: number,
  actor: Actor,
): Promise<SearchAnswer> => {
  const text = q.trim().replace(/\s+/g, ' ');
  const searched = resources.filter(
    (resource) => resource.searchable && rowScope(resource, actor) !== 'none',
  );
  if (text === '' || searched.length === 0) return { data: [] };
  const data = await searchWords(database, searched, text, limit, actor);
  if (data.length > 0) return { data };
  const meant = await similarSearches(database, searched.map(tableOf), text, actor, false);
  for (const other of meant.slice(0, mostTried)) {
    const similar = await searchWords(database, searched, other, limit, actor);
    if (similar.length > 0) return { data: similar, did_you_mean: other };
  }
  return { data: [] };
};
