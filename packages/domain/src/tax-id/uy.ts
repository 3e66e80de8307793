import { compactText, isDigits, punctuate, weighted } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/** Uruguay. RUT: 12 digits, prefix 01–21, then six of number, 001 and a check digit modulo 11. */
export const uruguay: CountryTaxIds = {
  country: 'UY',
  types: [
    {
      name: 'RUT',
      label: 'RUT',
      example: '21-100342-001-7',
      size: '12 dígitos',
      compact: compactText,
      check: (compact) => {
        if (!isDigits(compact)) return 'format';
        if (compact.length !== 12) return 'length';
        if (!/^(0[1-9]|1\d|2[01])(?!000000)\d{6}001/.test(compact)) return 'format';
        const rest = weighted(compact.slice(0, 11), [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
        return (11 - rest) % 11 === Number(compact[11]) ? 'ok' : 'check_digit';
      },
      format: (compact) => punctuate(compact, '-', 2, 8, -1),
      personKind: () => 'legal_entity',
    },
  ],
};
