import { compactText, isDigits, punctuate, weightedFromRight } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/** Paraguay. RUC: up to nine digits, weights 2, 3, 4 … from the right, modulo 11. From 80000000 up, companies. */
export const paraguay: CountryTaxIds = {
  country: 'PY',
  types: [
    {
      name: 'RUC',
      label: 'RUC',
      example: '80028061-0',
      size: 'de 5 a 9 dígitos',
      compact: compactText,
      check: (compact) => {
        if (!isDigits(compact)) return 'format';
        if (compact.length < 5 || compact.length > 9) return 'length';
        const rest = weightedFromRight(compact.slice(0, -1), [2, 3, 4, 5, 6, 7, 8, 9]) % 11;
        return ((11 - rest) % 11) % 10 === Number(compact.slice(-1)) ? 'ok' : 'check_digit';
      },
      format: (compact) => punctuate(compact, '-', -1),
      personKind: (compact) => (Number(compact.slice(0, -1)) >= 80_000_000 ? 'legal_entity' : 'individual'),
    },
  ],
};
