import { phoneCountries } from '@pauta/domain/phone/countries.ts';
import { formatPhone } from '@pauta/domain/phone/phone.ts';
import { splitPhones } from '@pauta/domain/phone/split-phones.ts';
import { AsYouType, type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** The result of parsing a typed number. */
export interface ReadNumber {
  /** E.164 when it is a number, else the text as typed. */
  readonly value: string;
  readonly isNumber: boolean;
  /** ISO 3166-1 alpha-2, where the number determines it. */
  readonly country: string | undefined;
}

const names = new Intl.DisplayNames('es', { type: 'region' });

/** The selectable countries; numbers of other countries are typed with `+`. */
export const countryChoices = (chosen: string): { value: string; label: string }[] =>
  [...new Set([...Object.keys(phoneCountries), chosen])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, 'es'));

/** Parses a number typed by a user in `country`. */
export const readNumber = (text: string, country: string): ReadNumber => {
  const found = parsePhoneNumberFromString(text.replace(/^\s*00/, '+'), country as CountryCode);
  return found?.isPossible()
    ? { value: found.number, isNumber: true, country: found.country ?? found.getPossibleCountries()[0] }
    : { value: text.trim(), isNumber: false, country: undefined };
};

/** Formats a stored number; a text that is not a number is returned unchanged. */
export const showNumber = (value: string): string =>
  parsePhoneNumberFromString(value) ? formatPhone(value) : value;

/** Groups the digits of a partially typed number as is usual in its country. */
export const groupTyped = (text: string, country: string): string =>
  /[^\d\s()+.-]/.test(text) ? text : new AsYouType(country as CountryCode).input(text);

/** The country of a stored number. */
export const countryOf = (value: string): string | undefined => {
  const found = parsePhoneNumberFromString(value);
  return found?.country ?? found?.getPossibleCountries()[0];
};

/**
 * The numbers of a pasted text, parsed in `country`; invalid ones are returned as written, so that the user can correct
 * them.
 */
export const readPasted = (
  text: string,
  country: string,
): { readonly number: string; readonly extension: string }[] => {
  const seen = new Set<string>();
  return splitPhones(text).flatMap(({ number, extension }) => {
    const one = { number: readNumber(number, country).value, extension: extension ?? '' };
    const key = `${one.number} ${one.extension}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [one];
  });
};
