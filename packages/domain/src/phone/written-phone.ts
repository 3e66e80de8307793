import { homeCountry } from './home-country.ts';
import { callingCode, formatPhone, type PhoneResult, parsePhone } from './phone.ts';

/** `ext. 3`, `extensión: 12`, `x45`, `#6`, `;ext=7` at the end of a number. */
const tail = /[\s,;(]*(?:ext(?:ensi[oó]n)?|anexo|interno|int|x|#)\s*[.:#=-]?\s*(\d{1,8})\s*\)?\s*$/iu;

/** A stored number and its extension; RFC 3966 writes them together: `+18095550185;ext=22`. */
const stored = /^(\+\d+)(?:;ext=(\d{1,8}))?$/;

/** A telephone in parts; without an extension it is the empty text. */
export interface PhoneParts {
  /** E.164 if the number is valid, otherwise as written. */
  readonly number: string;
  readonly extension: string;
}

/** The number and the extension of a text. @example splitPhone('809 555 0185 ext. 22') // { number: '809 555 0185', extension: '22' } */
export function splitPhone(text: string): PhoneParts {
  const found = tail.exec(text.normalize('NFKC'));
  return found
    ? { number: text.normalize('NFKC').slice(0, found.index).trim(), extension: found[1] ?? '' }
    : { number: text.trim(), extension: '' };
}

/**
 * Parses a typed telephone number with or without extension; a number without calling code belongs to the company's
 * country.
 *
 * @example readPhone('(809) 555-0185 ext. 22') // { ok: true, value: '+18095550185;ext=22', … }
 */
export function readPhone(text: string, country: string = homeCountry): PhoneResult {
  const { number, extension } = splitPhone(text);
  const read = parsePhone(number, country);
  if (!read.ok || extension === '') return read;
  const value = `${read.value};ext=${extension}`;
  return { ok: true, value, formatted: writePhone(value) };
}

/** Formats a stored telephone for display. @example writePhone('+18095550185;ext=22') // '+1 809 555 0185 ext. 22' */
export function writePhone(value: string): string {
  const [, number, extension] = stored.exec(value) ?? [];
  if (number === undefined) return value;
  return `${formatPhone(number)}${extension ? ` ext. ${extension}` : ''}`;
}

/**
 * The text to search for in stored telephones, from a number or a part of one in any format.
 *
 * @param isWhole the number starts with its first digit
 * @example phoneWanted('(809) 555', false) // '809555'
 */
export function phoneWanted(text: string, isWhole: boolean): string {
  const read = readPhone(text);
  if (read.ok) return read.value;
  const { number, extension } = splitPhone(text);
  const compact = number.replace(/[\s().\-/]/g, '').replace(/^00/, '+');
  const digits = /^\d+$/.test(compact) && isWhole ? `+${callingCode(homeCountry) ?? ''}${compact}` : compact;
  return `${digits}${extension && `;ext=${extension}`}`;
}
