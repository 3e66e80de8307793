import { fold } from '@pauta/domain/text/fold.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { anyOf } from '../../statement.ts';

const mostWords = 8;

/** A text as a LIKE pattern that takes it literally. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** What `search_text` in the database leaves out of the second writing of a text. */
const signs = /[ \-./\\()[\]&,;:'"+_#*!?|]/g;
/** The zeros that fill up a number after letters or other numbers. */
const filling = /([a-z][-/. ]?|\d[-/.])0+(?=[1-9])/g;

/** A folded text without spaces and signs. */
const plain = (folded: string): string => folded.replace(signs, '');

/**
 * A code as it is compared: without spaces, signs and the zeros that fill up its numbers.
 *
 * @example codeKey('CLI-0300') // 'cli300'
 */
export const codeKey = (text: string): string => plain(fold(text).replace(filling, '$1'));

/**
 * The digits of a text that is a telephone or another long number, however it is written; undefined of any other.
 *
 * @example wholeNumber('(809) 555-0185 ext. 12') // '8095550185'
 */
export const wholeNumber = (q: string): string | undefined => {
  const digits = plain(fold(q).replace(/ ?\b(ext|x)[. ]*\d{1,6}$/, ''));
  // What is dialled before the number stands in no record.
  return /^\d{7,}$/.test(digits) ? digits.replace(/^0+/, '') || undefined : undefined;
};

/** The ways a word may stand in a search text: as written, and where it has signs or digits without them. */
const formsOf = (word: string): string[] => {
  const folded = fold(word);
  const least = /\d/.test(folded) ? 1 : 3;
  const key = codeKey(word);
  // Who writes the zeros means the whole code: CLI-0300 is not the beginning of CLI-3000.
  const others = [key === plain(folded) ? key : ` ${key} `].filter((form) => form.length >= least);
  return [...new Set([folded, ...others])].filter((form) => form !== '');
};

/**
 * What is looked for: words that must all be there, each in one of its forms, folded.
 *
 * @example searchedWords('café cli-0300') // [['cafe'], ['cli-0300', ' cli300 ']]
 */
export const searchedWords = (q: string): string[][] => {
  const number = wholeNumber(q);
  if (number !== undefined) return [[number]];
  return q
    .split(/\s+/)
    .map(formsOf)
    .filter((forms) => forms.length > 0)
    .slice(0, mostWords);
};

/** Conditions for every word of a search to be somewhere in `text` (a search text, SQL). */
export const searchConditions = (text: string, q: string): Sql[] =>
  searchedWords(q).map((forms) =>
    anyOfThese(forms.map((form) => sql`${raw(text)} LIKE ${`%${literally(form)}%`}`)),
  );

/** Condition for a search text, SQL, to hold a word in one of its forms, where two letters begin a word. */
export const holdsWord = (text: string, forms: readonly string[]): Sql =>
  anyOfThese(
    forms.map((form) => {
      // A trigram index finds three letters anywhere, and fewer only where a word begins.
      const start = [...form].length > 2 ? '%' : '% ';
      return sql`${raw(text)} LIKE ${`${start}${literally(form)}%`}`;
    }),
  );

const anyOfThese = (conditions: readonly Sql[]): Sql =>
  conditions.length === 1 ? join([...conditions]) : anyOf(conditions);

/** Condition for a sort key, SQL, to begin with another: the index of the order finds these rows. */
export const beginsWith = (key: Sql, start: Sql): Sql =>
  sql`${key} >= ${start} AND ${key} < ${start} || ${'\u{10FFFF}'}::text`;
