import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { describe, expect, it, test } from 'vitest';
import { phoneCountries } from './countries.ts';
import { callingCode, formatPhone, parsePhone, phoneExample } from './phone.ts';

const countries = Object.keys(phoneCountries);
const value = (text: string, country: string) => {
  const result = parsePhone(text, country);
  return result.ok ? result.value : result.message;
};

/** Fixed lines and mobiles of a country, from the metadata of libphonenumber (types 0 and 1 of field 11). */
function subscriberPatterns(country: string): RegExp[] {
  const { countries } = metadata as unknown as { countries: Record<string, unknown[]> };
  const types = (countries[country]?.[11] ?? []) as [string][];
  return types.slice(0, 2).flatMap((type) => (type?.[0] ? [new RegExp(`^(?:${type[0]})$`)] : []));
}

describe.each(countries)('%s', (country) => {
  const plan = phoneCountries[country];
  if (!plan) throw new Error(country);
  const national = fc.stringMatching(plan.national);

  it('accepts only numbers that libphonenumber considers possible', () => {
    fc.assert(
      fc.property(national, (digits) => {
        // Parsed as from abroad: with a home country libphonenumber may interpret the first digits as a prefix.
        const oracle = parsePhoneNumberFromString(`+${plan.code}${digits}`);
        expect(value(digits, country)).toBe(oracle?.number);
        expect(oracle?.isPossible()).toBe(true);
      }),
    );
  });

  it('accepts fixed lines and mobiles of libphonenumber', () => {
    // The rare ranges of a plan would hardly ever occur among random digits.
    fc.assert(
      fc.property(fc.oneof(...subscriberPatterns(country).map((one) => fc.stringMatching(one))), (digits) => {
        expect(value(`+${plan.code} ${digits}`, 'DO')).toBe(`+${plan.code}${digits}`);
      }),
      { numRuns: 1000 },
    );
  });

  it('parses its own format', () => {
    fc.assert(
      fc.property(national, (digits) => {
        const e164 = `+${plan.code}${digits}`;
        expect(value(formatPhone(e164), 'DO')).toBe(e164);
        expect(value(e164.replace('+', '00'), 'ES')).toBe(e164);
      }),
    );
  });

  it('has a valid example', () => {
    expect(value(phoneExample(country) ?? '', country)).toMatch(/^\+\d+$/);
    expect(callingCode(country)).toBe(plan.code);
  });
});

test.each([
  ['(809) 555-0100', 'DO', '+18095550100'],
  ['1-809-555-0100', 'DO', '+18095550100'],
  ['8095550100', 'DO', '+18095550100'],
  ['+57 300 123 4567', 'DO', '+573001234567'],
  ['0057 300 123 4567', 'DO', '+573001234567'],
  ['57 3001234567', 'CO', '+573001234567'],
  ['+52 1 55 1234 5678', 'DO', '+525512345678'],
  ['044 55 1234 5678', 'MX', '+525512345678'],
  ['01 55 1234 5678', 'MX', '+525512345678'],
  ['011 15 2345-6789', 'AR', '+5491123456789'],
  ['0351 15 234-5678', 'AR', '+5493512345678'],
  ['+54 9 11 2345-6789', 'DO', '+5491123456789'],
  ['099 123 4567', 'EC', '+593991234567'],
  ['02 234-5678', 'EC', '+59322345678'],
  ['0412-1234567', 'VE', '+584121234567'],
  ['094 231 234', 'UY', '+59894231234'],
  ['+44 20 7946 0958', 'DO', '+442079460958'],
  ['\u202a+1 (809) 555‑0100\u202c', 'DO', '+18095550100'],
])('%s in %s is %s', (text, country, expected) => {
  expect(value(text, country)).toBe(expected);
});

test.each([
  ['', 'DO', 'Escriba el teléfono.'],
  ['555-0100', 'DO', 'El teléfono lleva 10 dígitos. Ejemplo: 809 555 0100.'],
  ['809 555 0100 ext. 22', 'DO', 'Escriba solo el número, sin la extensión.'],
  ['809 555 0100 x22', 'DO', 'Escriba solo el número, sin la extensión.'],
  ['ochocientos', 'DO', 'Escriba el teléfono solo con números.'],
  ['+1 809 555 010', 'DO', 'El teléfono lleva 10 dígitos. Ejemplo: 809 555 0100.'],
  ['+999', 'DO', 'Revise el teléfono: con el código del país lleva de 7 a 15 dígitos.'],
  ['20 7946 0958', 'GB', 'Escriba el teléfono con el código del país. Ejemplo: +1 809 555 0100.'],
])('«%s» in %s is refused: %s', (text, country, message) => {
  expect(value(text, country)).toBe(message);
});

test('formats for a screen', () => {
  expect(formatPhone('+18095550100')).toBe('+1 809 555 0100');
  expect(formatPhone('+50251234567')).toBe('+502 5123 4567');
  expect(formatPhone('+5491123456789')).toBe('+54 9 11 2345 6789');
  expect(formatPhone('+442079460958')).toBe('+442079460958');
  expect(formatPhone('sin número')).toBe('sin número');
});

test('any text has a result, without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('DO', 'AR', 'XX', ''), (text, country) => {
      expect(parsePhone(text, country)).toHaveProperty('ok');
    }),
  );
});
