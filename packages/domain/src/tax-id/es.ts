import { compactText, isDigits, luhn, punctuate } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

const letters = 'TRWAGMYFPDXBNJZSQVHLCKE';
const letterOf = (digits: string): string | undefined => letters[Number(digits) % 23];

/**
 * Spain. NIF in its four formats: DNI (eight digits and a letter), NIE (starting with X, Y or Z), K, L or M for
 * individuals without either, and the letter of a kind of organisation with a digit or a letter as check character.
 */
export const spain: CountryTaxIds = {
  country: 'ES',
  types: [
    {
      name: 'NIF',
      label: 'NIF',
      example: 'A-58818501',
      size: '9 caracteres',
      compact: (text) => compactText(text).replace(/^ES(?=.{9}$)/, ''),
      check: (compact) => {
        if (!/^[A-Z\d]+$/.test(compact)) return 'format';
        if (compact.length !== 9) return 'length';
        const [first = '', body, last] = [compact.slice(0, 1), compact.slice(1, 8), compact.slice(8)];
        if (!isDigits(body)) return 'format';
        if (/[\dKLMXYZ]/.test(first)) {
          if (isDigits(last)) return 'format';
          // A Y before the seven digits counts as 1, a Z as 2; K, L and M count as nothing.
          const prefix = isDigits(first) ? first : first === 'Y' ? '1' : first === 'Z' ? '2' : '';
          return letterOf(prefix + body) === last ? 'ok' : 'check_digit';
        }
        if (!/[ABCDEFGHJNPQRSUVW]/.test(first) || !/[\dA-J]/.test(last)) return 'format';
        return luhn(body + (isDigits(last) ? last : 'JABCDEFGHI'.indexOf(last))) ? 'ok' : 'check_digit';
      },
      format: (compact) => punctuate(compact, '-', isDigits(compact.slice(0, 1)) ? 8 : 1),
      personKind: (compact) => (/^[\dKLMXYZ]/.test(compact) ? 'individual' : 'legal_entity'),
    },
  ],
};
