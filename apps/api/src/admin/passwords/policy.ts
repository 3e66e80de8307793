import { fold } from '@pauta/domain/text/fold.ts';
import { commonWords, keyRuns } from './common-passwords.ts';

/**
 * Length in characters. No rule requires capitals, digits or signs, because such rules make passwords weaker (ASVS 5.0,
 * 6.2.5).
 */
export const passwordLength = { min: 10, max: 128 } as const;

/** The owner of the password, whose publicly known data a password must not contain. */
export interface PasswordOwner {
  full_name: string;
  email: string;
}

const words = new Set(commonWords);
const longestWord = Math.max(...commonWords.map((word) => word.length));
const runs = keyRuns.flatMap((run) => [run, [...run].reverse().join('')]);

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
};

const unmask = (text: string): string => text.replace(/[0134578@$!|+]/g, (sign) => lookalikes[sign] ?? sign);

/** Removes runs of four or more characters along a keyboard row or a sequence. */
const withoutRuns = (text: string): string => {
  let rest = '';
  for (let at = 0; at < text.length; ) {
    let length = 0;
    for (const run of runs) {
      let end = at + 4;
      while (end <= text.length && run.includes(text.slice(at, end))) end += 1;
      length = Math.max(length, end - 1 - at);
    }
    if (length >= 4) at += length;
    else rest += text.charAt(at++);
  }
  return rest;
};

/**
 * Minimum number of common words that form the letters, not counting short ones (`mi`, `de`, `y`); Infinity when they
 * are not made of common words.
 */
const wordCount = (letters: string): number => {
  const counts: number[] = [0];
  for (let end = 1; end <= letters.length; end += 1) {
    let fewest = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - longestWord); start < end; start += 1) {
      const cost = end - start <= 2 ? 0 : 1;
      if (words.has(letters.slice(start, end))) fewest = Math.min(fewest, (counts[start] ?? 0) + cost);
    }
    counts.push(fewest);
  }
  return counts[letters.length] ?? Number.POSITIVE_INFINITY;
};

const isDate = (digits: string): boolean =>
  /^((19|20)?\d\d)?((19|20)?\d\d)$/.test(digits) ||
  /^(0?[1-9]|[12]\d|3[01])(0?[1-9]|1[0-2])(19|20)?\d\d$/.test(digits) ||
  /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(digits);

/** Digits and signs around a word that attackers try first: few, a year or date, a sequence, a repetition. */
const isDecoration = (signs: string): boolean => {
  if (signs.length <= 5) return true;
  const digits = signs.replace(/\D/g, '');
  if (digits === '') return new Set(signs).size <= 2;
  return (
    signs.length - digits.length <= 5 &&
    (isDate(digits) || new Set(digits).size === 1 || withoutRuns(digits) === '')
  );
};

/**
 * The shortest part that the text repeats, with at most three characters left over; the text itself if there is none.
 */
const repeatedUnit = (text: string): string => {
  const [repeated = '', unit = ''] = /^(.+?)\1+/s.exec(text) ?? [];
  return unit !== '' && text.length - repeated.length <= 3 ? unit : text;
};

const notLetters = /[^\p{L}]+/gu;

/**
 * Possible splits of a text into letters and decoration: as written, and with `3ur0p@` read as a word, for every
 * possible beginning and end of the word in `3ur0p@2024`.
 */
const readings = (text: string): { letters: string; signs: string }[] => {
  const first = Math.max(0, text.search(/\p{L}/u));
  const end = text.length - (/[^\p{L}]*$/u.exec(text)?.[0].length ?? 0);
  const starts = Array.from({ length: Math.min(first, 2) + 1 }, (_, less) => first - less);
  const ends = Array.from({ length: Math.min(text.length - end, 15) + 1 }, (_, more) => end + more);
  return [
    { letters: text.replace(notLetters, ''), signs: text.replace(/\p{L}/gu, '') },
    ...starts.flatMap((from) =>
      ends.map((to) => {
        const word = unmask(text.slice(from, to));
        const signs = text.slice(0, from) + word.replace(/\p{L}/gu, '') + text.slice(to);
        return { letters: word.replace(notLetters, ''), signs };
      }),
    ),
  ];
};

const isCommon = (text: string): boolean => {
  const unit = repeatedUnit(text);
  if (unit !== text) return unit.length <= 6 || isCommon(unit);
  if (new Set(text).size < 5 || withoutRuns(text).length <= 3) return true;
  return readings(text).some(
    ({ letters, signs }) =>
      isDecoration(signs) &&
      (letters.length <= 3 || wordCount(letters) <= 2 || wordCount(withoutRuns(letters)) <= 1),
  );
};

const personal = ({ full_name, email }: PasswordOwner): string[] =>
  [...fold(full_name).split(/[^\p{L}\p{N}]+/u), ...fold(email).split(/[^\p{L}\p{N}]+/u)]
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length);

const isPersonal = (text: string, owner: PasswordOwner): boolean => {
  const known = personal(owner);
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && (rest.length < 7 || isCommon(rest));
};

/**
 * The error of a new password, in Spanish; null when it is acceptable. Any character counts, nothing is truncated.
 *
 * @param least minimum length set by the company (`readPasswordMinimum`)
 * @example passwordFault('Contraseña2026!', owner) // 'Esta contraseña es fácil de adivinar. …'
 */
export const passwordFault = (
  password: string,
  owner: PasswordOwner,
  least: number = passwordLength.min,
): string | null => {
  const length = [...password].length;
  if (length < least) return `Use al menos ${least} caracteres.`;
  if (length > passwordLength.max)
    return `Use como máximo ${passwordLength.max} caracteres; tiene ${length}.`;
  const text = fold(password);
  if (isCommon(text)) {
    return 'Esta contraseña es fácil de adivinar. Use varias palabras que no suelan ir juntas, por ejemplo cuatro al azar.';
  }
  if (isPersonal(text, owner)) return 'La contraseña no debe basarse en su nombre ni en su correo.';
  return null;
};
