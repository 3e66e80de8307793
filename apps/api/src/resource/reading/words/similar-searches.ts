import { editDistance } from '@pauta/domain/text/edit-distance.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../../platform/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { allOf, anyOf } from '../../statement.ts';
import { quoted, type ResourceTable } from '../../table.ts';
import { rowScope, scopeCondition } from '../row-scope.ts';
import { codeKey, wholeNumber } from './search-words.ts';

const most = { words: 6, meanings: 4, searches: 8, records: 20 } as const;

/** A replacement for a word, with its distance from what was typed. */
interface Meaning {
  readonly text: string;
  readonly cost: number;
}

/** Cost of keeping a word with which no stored word begins: it may still occur inside of one. */
const unknownCost = 2.5;
/** Cost of replacing a word that exists: rarely what was meant. */
const knownCost = 1;

interface Known {
  place: number;
  known: boolean;
  word: string | null;
  likeness: number | null;
}

/** Words of the tables' records that are spelled or sound similar; and whether one begins with the word itself. */
const readLikeWords = (database: Queryable, sources: readonly string[], words: readonly string[]) =>
  database.query<Known>(sql`
    SELECT w.place::integer, k.word, k.likeness, EXISTS (
        SELECT FROM search_words s
        WHERE s.word >= w.word COLLATE "C" AND s.word < w.word || ${'\u{10FFFF}'} COLLATE "C"
          AND s.source = ANY(${sources}::text[])) AS known
    FROM unnest(${words}::text[]) WITH ORDINALITY AS w(word, place)
    LEFT JOIN LATERAL (
      SELECT s.word, max(similarity(s.sound, word_sound(w.word))) AS likeness FROM search_words s
      WHERE s.sound % word_sound(w.word) AND s.source = ANY(${sources}::text[]) AND s.word <> w.word COLLATE "C"
      GROUP BY s.word ORDER BY likeness DESC, s.word LIMIT 12) k ON true`);

const distance = (typed: string, word: string): number =>
  Math.min(editDistance(typed, word), editDistance(typed, word.slice(0, typed.length)) + 0.5);

const meaningsOf = (typed: string, rows: readonly Known[], isFound: boolean): Meaning[] => {
  const isKnown = rows.some(({ known }) => known);
  const itself = { text: typed, cost: isKnown ? 0 : unknownCost };
  // A word that exists and has results is not replaced.
  if (isKnown && isFound) return [itself];
  const others = rows.flatMap(({ word, likeness }): Meaning[] => {
    if (word === null || likeness === null) return [];
    const far = distance(typed, word);
    const isNear = far <= Math.max(1, Math.floor(typed.length / 3)) || likeness === 1;
    return isNear ? [{ text: word, cost: far + (1 - likeness) + (isKnown ? knownCost : 0) }] : [];
  });
  return [itself, ...others].sort((a, b) => a.cost - b.cost).slice(0, most.meanings);
};

const lookalikes: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', 0: 'o', 1: 'i' };

/**
 * LIKE patterns for a number or code with one typing error. In a telephone or tax id any digit may be wrong or swapped
 * with its neighbour. In a code only letters and the order of digits are varied, because the codes of a series differ
 * by one digit anyway.
 *
 * @example mistakenAs('cil300') // ['cli300', '_il300', …]
 */
const mistakenAs = (key: string): string[] => {
  const isNumber = /^\d+$/.test(key);
  const patterns = new Set<string>();
  for (let at = 0; at < key.length; at += 1) {
    const [before, letter, after] = [key.slice(0, at), key.charAt(at), key.slice(at + 1)];
    const next = after.charAt(0);
    if (isNumber || /[a-z]/.test(letter)) patterns.add(`${before}_${after}`);
    if (/[a-z]/.test(letter)) patterns.add(before + after).add(`${before}${letter}_${after}`);
    if (next !== '' && next !== letter && /\d/.test(next) === /\d/.test(letter))
      patterns.add(before + next + letter + after.slice(1));
    const alike = lookalikes[letter];
    if (!isNumber && alike !== undefined) patterns.add(before + alike + after);
  }
  patterns.delete(key);
  return [...patterns];
};

/** Numbers and codes of visible records that a code without results may have been meant for. */
const readLikeCodes = async (
  database: Queryable,
  tables: readonly ResourceTable[],
  typed: string,
  actor: Actor,
): Promise<Meaning[]> => {
  const key = wholeNumber(typed) ?? codeKey(typed);
  if (key.length < 4 || key.length > 16) return [];
  const isNumber = /^\d+$/.test(key);
  if (isNumber && key.length < 7) return [];
  const patterns = mistakenAs(key).map(escapeExceptWildcard);
  // A code is a whole word of the search text; a typed telephone may lack its country prefix.
  const [start, end] = isNumber ? ['%', ' %'] : ['% ', ' %'];
  // Catalogues are left out: their few codes are visible in their lists.
  const master = tables.filter(({ resource }) => resource.permissions.viewAll !== null);
  if (master.length === 0) return [];
  const found = master.map(({ resource, name, searchText }): Sql => {
    const like = patterns.map((pattern) => sql`${raw(searchText)} LIKE ${start + pattern + end}`);
    // MATERIALIZED, because for few rows the planner would read the table instead of using the index for each pattern.
    return sql`(WITH found AS MATERIALIZED (
        SELECT ${raw(searchText)} AS text FROM ${raw(quoted(name))} t
        WHERE ${allOf([scopeCondition(resource, actor), anyOf(like)])})
      SELECT text FROM found LIMIT ${raw(String(most.records))})`;
  });
  const rows = await database.query<{ text: string }>(join(found, ' UNION ALL '));
  const tokens = new Set(rows.flatMap(({ text }) => text.split(/[\s\p{Cc}]+/u)));
  const meanings = [...tokens].flatMap((token): Meaning[] => {
    const own = codeKey(token);
    const far = editDistance(key, isNumber ? own.slice(-key.length) : own);
    return /\d/.test(token) && far > 0 && far <= 1 ? [{ text: token.toUpperCase(), cost: far }] : [];
  });
  // A number occurs in several forms; the longest is the one formatted for display.
  const longest = new Map<string, Meaning>();
  for (const meaning of meanings) {
    const before = longest.get(codeKey(meaning.text));
    if (!before || before.text.length < meaning.text.length) longest.set(codeKey(meaning.text), meaning);
  }
  return [...longest.values()].slice(0, most.meanings);
};

const escapeExceptWildcard = (pattern: string): string => pattern.replace(/[\\%]/g, '\\$&');

/** Every combination of the replacements, the likeliest first. */
const combine = (words: readonly (readonly Meaning[])[]): Meaning[] =>
  words
    .reduce<Meaning[]>(
      (begun, meanings) =>
        begun
          .flatMap(({ text, cost }) =>
            meanings.map((one) => ({ text: `${text} ${one.text}`, cost: cost + one.cost })),
          )
          .sort((a, b) => a.cost - b.cost)
          .slice(0, most.searches * 2),
      [{ text: '', cost: 0 }],
    )
    .map(({ text, cost }) => ({ text: text.trim(), cost }));

/**
 * Alternative searches, the likeliest first: each word replaced by one that is spelled or sounds similar, numbers and
 * codes by those with one typing error less. The words come from all records, so the caller must check that the actor
 * finds anything by an alternative.
 *
 * @param isFound the search had results: then only unknown words are replaced
 */
export const similarSearches = async (
  database: Queryable,
  tables: readonly ResourceTable[],
  q: string,
  actor: Actor,
  isFound: boolean,
): Promise<string[]> => {
  const searched = tables.filter(({ resource }) => rowScope(resource, actor) !== 'none');
  const typed = wholeNumber(q) === undefined ? fold(q).split(' ').filter(Boolean) : [q];
  if (searched.length === 0 || typed.length === 0 || typed.length > most.words) return [];
  const letters = typed.map((word) => word.replace(/[^a-z0-9]/g, ''));
  const isWord = (word: string): boolean => /^[a-z]{3,30}$/.test(word);
  if (![...letters, q].some((word) => isWord(word) || /\d/.test(word))) return [];
  const known = await readLikeWords(
    database,
    searched.map(({ name }) => name),
    letters.map((word) => (isWord(word) ? word : '')),
  );
  const meanings = await Promise.all(
    typed.map(async (word, index): Promise<Meaning[]> => {
      const bare = letters[index] ?? '';
      if (isWord(bare))
        return meaningsOf(
          bare,
          known.filter(({ place }) => place === index + 1),
          isFound,
        );
      const codes = /\d/.test(word) && !isFound ? await readLikeCodes(database, searched, word, actor) : [];
      return [{ text: word, cost: codes.length > 0 ? unknownCost : 0 }, ...codes];
    }),
  );
  const same = typed.map((word, index) => (isWord(letters[index] ?? '') ? letters[index] : word)).join(' ');
  return combine(meanings)
    .map(({ text }) => text)
    .filter((text) => text !== same)
    .slice(0, most.searches);
};
