import { compactText, punctuate, weightedFromRight } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/** Guatemala. NIT: 2 to 12 characters, weights 2, 3, 4 … from the right, modulo 11; 10 is written K. */
export const guatemala: CountryTaxIds = {
  country: 'GT',
  types: [
    {
      name: 'NIT',
      label: 'NIT',
      example: '3952550-3',
      size: 'de 2 a 12 caracteres',
      compact: compactText,
      check: (compact) => {
        if (!/^\d*[\dK]$/.test(compact)) return 'format';
        if (compact.length < 2 || compact.length > 12) return 'length';
        const rest = weightedFromRight(compact.slice(0, -1), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) % 11;
        return '0123456789K'[(11 - rest) % 11] === compact.slice(-1) ? 'ok' : 'check_digit';
      },
      format: (compact) => punctuate(compact, '-', -1),
    },
  ],
};
