import { compactText, isDigits, thousands, weightedFromRight } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];

/** Colombia. NIT: weighted sum from the right, modulo 11, check digit from the table 01987654321. */
export const colombia: CountryTaxIds = {
  country: 'CO',
  types: [
    {
      name: 'NIT',
      label: 'NIT',
      example: '900.373.115-3',
      size: 'de 8 a 16 dígitos, con el de verificación',
      compact: compactText,
      check: (compact) => {
        if (!isDigits(compact)) return 'format';
        if (compact.length < 8 || compact.length > 16) return 'length';
        const rest = weightedFromRight(compact.slice(0, -1), weights) % 11;
        return '01987654321'[rest] === compact.slice(-1) ? 'ok' : 'check_digit';
      },
      format: (compact) => `${thousands(compact.slice(0, -1))}-${compact.slice(-1)}`,
      // Nine digits from 800.000.000 up belong to companies; individuals use the number of their cédula.
      personKind: (compact) => (/^[89]\d{9}$/.test(compact) ? 'legal_entity' : undefined),
    },
    {
      name: 'CEDULA',
      label: 'Cédula',
      example: '1.020.304.050',
      size: 'de 5 a 10 dígitos',
      compact: compactText,
      check: (compact) =>
        !isDigits(compact) ? 'format' : compact.length < 5 || compact.length > 10 ? 'length' : 'ok',
      format: thousands,
      personKind: () => 'individual',
    },
  ],
};
