import { compactText, isDigits, weighted } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/** Peru. RUC: prefix 10, 15, 16, 17 (people) or 20 (companies), modulo 11. */
export const peru: CountryTaxIds = {
  country: 'PE',
  types: [
    {
      name: 'RUC',
      label: 'RUC',
      example: '20512333797',
      size: '11 dígitos',
      compact: compactText,
      check: (compact) => {
        if (!isDigits(compact)) return 'format';
        if (compact.length !== 11) return 'length';
        if (!/^(10|15|16|17|20)/.test(compact)) return 'format';
        const rest = (11 - (weighted(compact.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
        return rest === Number(compact[10]) ? 'ok' : 'check_digit';
      },
      format: (compact) => compact,
      personKind: (compact) => (compact.startsWith('20') ? 'legal_entity' : 'individual'),
    },
  ],
};
