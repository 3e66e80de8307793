import { phoneCountries } from './countries.ts';

export type PhoneResult =
  | {
      readonly ok: true;
      /** E.164: `+18095550100`. */
      readonly value: string;
      /** With spaces, for display: `+1 809 555 0100`. */
      readonly formatted: string;
    }
  | {
      readonly ok: false;
      readonly reason: 'empty' | 'format' | 'extension' | 'number';
      /** The error and how to correct it, in Spanish. */
      readonly message: string;
    };

const refused = (reason: 'empty' | 'format' | 'extension' | 'number', message: string): PhoneResult => ({
  ok: false,
  reason,
  message,
});

/** The longest calling code of the table that is a prefix of the digits. */
function countryOf(digits: string): string | undefined {
  return Object.keys(phoneCountries)
    .filter((iso2) => digits.startsWith(phoneCountries[iso2]?.code ?? '?'))
    .sort((a, b) => (phoneCountries[b]?.code.length ?? 0) - (phoneCountries[a]?.code.length ?? 0))[0];
}

/** The national number that matches the country's plan, or undefined. */
function national(digits: string, iso2: string): string | undefined {
  const plan = phoneCountries[iso2];
  let rest = digits;
  if (plan?.national.test(rest)) return rest;
  for (const [pattern, by] of plan?.rewrite ?? []) {
    rest = rest.replace(pattern, by);
    if (plan?.national.test(rest)) return rest;
  }
  return undefined;
}

/**
 * Parses a typed telephone number.
 *
 * A number with `+` or `00` is international; any other is parsed as one of the default country, with or without its
 * trunk prefix or its calling code. Numbers of countries outside the table are checked for E.164 length only.
 *
 * @param text as typed, with any separators
 * @param defaultCountry ISO 3166-1 alpha-2
 * @example
 * parsePhone('(809) 555-0100', 'DO') // { ok: true, value: '+18095550100', formatted: '+1 809 555 0100' }
 * parsePhone('+57 300 123 4567', 'DO') // { ok: true, value: '+573001234567', … }
 * parsePhone('555-0100', 'DO') // { ok: false, message: 'El teléfono lleva 10 dígitos. Ejemplo: 809 555 0100.' }
 */
export function parsePhone(text: string, defaultCountry: string): PhoneResult {
  const clean = text.normalize('NFKC').trim();
  if (clean === '') return refused('empty', 'Escriba el teléfono.');
  if (/(ext\.?|x|#|;)\s*\d+\D*$/i.test(clean))
    return refused('extension', 'Escriba solo el número, sin la extensión.');
  const compact = clean.replace(/[\s().\-/\p{Pd}\u2212\p{Cf}]/gu, '').replace(/^00/, '+');
  if (!/^\+?\d+$/.test(compact)) return refused('format', 'Escriba el teléfono solo con números.');
  if (compact.startsWith('+')) {
    const digits = compact.slice(1);
    const iso2 = countryOf(digits);
    if (iso2) return fitting(digits.slice(phoneCountries[iso2]?.code.length), iso2);
    return /^[1-9]\d{6,14}$/.test(digits)
      ? { ok: true, value: compact, formatted: formatPhone(compact) }
      : refused('number', 'Revise el teléfono: con el código del país lleva de 7 a 15 dígitos.');
  }
  const plan = phoneCountries[defaultCountry];
  if (!plan) {
    return refused('number', 'Escriba el teléfono con el código del país. Ejemplo: +1 809 555 0100.');
  }
  const direct = fitting(compact, defaultCountry);
  if (direct.ok || !compact.startsWith(plan.code)) return direct;
  // The calling code was typed without its plus sign.
  const coded = fitting(compact.slice(plan.code.length), defaultCountry);
  return coded.ok ? coded : direct;
}

function fitting(digits: string, iso2: string): PhoneResult {
  const plan = phoneCountries[iso2];
  const found = national(digits, iso2);
  if (plan && found) {
    const value = `+${plan.code}${found}`;
    return { ok: true, value, formatted: formatPhone(value) };
  }
  return refused('number', `El teléfono lleva ${plan?.size}. Ejemplo: ${plan?.example}.`);
}

/** Usual group sizes, by length of the national number. */
const groups: Readonly<Record<number, readonly number[]>> = {
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [1, 2, 4, 4],
};

/**
 * An E.164 number with spaces.
 *
 * @example formatPhone('+573001234567') // '+57 300 123 4567'
 */
export function formatPhone(value: string): string {
  const digits = value.replace(/^\+/, '');
  const iso2 = countryOf(digits);
  if (!iso2 || !/^\+\d+$/.test(value)) return value;
  const code = phoneCountries[iso2]?.code ?? '';
  let rest = digits.slice(code.length);
  const parts = (groups[rest.length] ?? [rest.length]).map((size) => {
    const part = rest.slice(0, size);
    rest = rest.slice(size);
    return part;
  });
  return `+${code} ${parts.join(' ')}`;
}

/** An example number of the country in the usual notation, for a hint: `809 555 0100`. */
export const phoneExample = (country: string): string | undefined => phoneCountries[country]?.example;

/** Calling code of a country without the plus sign: `1`. */
export const callingCode = (country: string): string | undefined => phoneCountries[country]?.code;
