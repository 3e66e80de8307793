import { fold } from '@pauta/domain/text/fold.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { anyOf } from '../../statement.ts';

const mostWords = 8;

/** Escapes a text for use in a LIKE pattern. */
export const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The characters that the SQL function `search_text` removes in its second form of a text. */
const signs = /[ \-./\\()[\]&,;:'"+_#*!?|]/g;
/** Leading zeros of a number after letters or other numbers. */
const filling = /([a-z][-/. ]?|\d[-/.])0+(?=[1-9])/g;

/** A folded text without spaces and signs. */
const plain = (folded: string): string => folded.replace(signs, '');

/**
 * The normalized form of a code: without spaces, signs and leading zeros of its numbers.
 *
 * @example codeKey('CLI-0300') // 'cli300'
 */
export const codeKey = (text: string): string => plain(fold(text).replace(filling, '$1'));

/**
 * The digits of a text that is a telephone or another long number, however it is formatted; undefined for any other.
 *
 * @example wholeNumber('(809) 555-0185 ext. 12') // '8095550185'
 */
export const wholeNumber = (q: string): string | undefined => {
  const digits = plain(fold(q).replace(/ ?\b(ext|x)[. ]*\d{1,6}$/, ''));
  // Dialling prefixes (leading zeros) are not stored.
  return /^\d{7,}$/.test(digits) ? digits.replace(/^0+/, '') || undefined : undefined;
};

/** The forms in which a word may occur in a search text: as written and, if it has signs or digits, without them. */
const formsOf = (word: string): string[] => {
  const folded = fold(word);
  const least = /\d/.test(folded) ? 1 : 3;
  const key = codeKey(word);
  // A code typed with its leading zeros is complete: CLI-0300 must not match CLI-3000.
  const others = [key === plain(folded) ? key : ` ${key} `].filter((form) => form.length >= least);
  return [...new Set([folded, ...others])].filter((form) => form !== '');
};

/**
 * The words of a search, all of which must match, each in one of its folded forms.
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

/** Conditions for every word of a search to occur in `text` (the SQL of a search text). */
export const searchConditions = (text: string, q: string): Sql[] =>
  searchedWords(q).map((forms) =>
    anyOfThese(forms.map((form) => sql`${raw(text)} LIKE ${`%${escapeLikePattern(form)}%`}`)),
  );

/**
 * Condition for a search text (SQL) to contain a word in one of its forms; forms of up to two letters match only at the
 * start of a word.
 */
export const holdsWord = (text: string, forms: readonly string[]): Sql =>
  anyOfThese(
    forms.map((form) => {
      // A trigram index finds three letters anywhere, but fewer only at the start of a word.
      const start = [...form].length > 2 ? '%' : '% ';
      return sql`${raw(text)} LIKE ${`${start}${escapeLikePattern(form)}%`}`;
    }),
  );

const anyOfThese = (conditions: readonly Sql[]): Sql =>
  conditions.length === 1 ? join([...conditions]) : anyOf(conditions);

/** Condition for a sort key (SQL) to begin with another one, in a form that the index of the order answers. */
export const beginsWith = (key: Sql, start: Sql): Sql =>
  sql`${key} >= ${start} AND ${key} < ${start} || ${'\u{10FFFF}'}::text`;
