import sql, { raw, type Sql } from 'sql-template-tag';

const mostWords = 8;

/** A text as a LIKE pattern that takes it literally. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** `1-31-24679-6` is stored as `131246796`. */
const compact = (word: string): string | undefined => {
  const without = word.replace(/[-./]/g, '');
  return /\d/.test(word) && without !== word && without !== '' ? without : undefined;
};

const contains = (text: Sql, word: string): Sql => sql`${text} LIKE '%' || fold(${literally(word)}) || '%'`;

/**
 * Conditions for every word of a search to be somewhere in `text` (folded, SQL), whatever its case and accents.
 * Numbers are found with or without their separators.
 */
export const searchConditions = (text: string, q: string): Sql[] =>
  q
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
    .map((word) => {
      const other = compact(word);
      return other === undefined
        ? contains(raw(text), word)
        : sql`(${contains(raw(text), word)} OR ${contains(raw(text), other)})`;
    });

/** Condition for a sort key, SQL, to begin with another: the index of the order finds these rows. */
export const beginsWith = (key: Sql, start: Sql): Sql =>
  sql`${key} >= ${start} AND ${key} < ${start} || ${'\u{10FFFF}'}::text`;
