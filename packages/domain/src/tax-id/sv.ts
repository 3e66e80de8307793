import { compactText, isDigits, punctuate, weighted } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/** El Salvador. NIT: 14 digits with the old formula when the serial is at most 100, else the new one. */
export const elSalvador: CountryTaxIds = {
  country: 'SV',
  types: [
    {
      name: 'NIT',
      label: 'NIT',
      example: '0614-050707-104-8',
      size: '14 dígitos',
      compact: compactText,
      check: (compact) => {
        if (!isDigits(compact)) return 'format';
        if (compact.length !== 14) return 'length';
        if (!/^[019]/.test(compact)) return 'format';
        const front = compact.slice(0, 13);
        const digit =
          front.slice(10) <= '100'
            ? (weighted(front, [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 10
            : ((11 - (weighted(front, [2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10;
        return digit === Number(compact[13]) ? 'ok' : 'check_digit';
      },
      format: (compact) => punctuate(compact, '-', 4, 10, -1),
    },
  ],
};
