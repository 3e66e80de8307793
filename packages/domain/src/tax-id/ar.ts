import { compactText, isDigits, punctuate, weighted } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/** Argentina. CUIT: two digits of type, eight of number, modulo 11. Types 2x are people, 3x companies. */
export const argentina: CountryTaxIds = {
  country: 'AR',
  types: [
    {
      name: 'CUIT',
      label: 'CUIT',
      example: '30-50001091-2',
      size: '11 dígitos',
      compact: compactText,
      check: (compact) => {
        if (!isDigits(compact)) return 'format';
        if (compact.length !== 11) return 'length';
        if (!/^(20|23|24|27|30|33|34|50|51|55)/.test(compact)) return 'format';
        const rest = weighted(compact.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
        return '09987654321'[rest] === compact.slice(-1) ? 'ok' : 'check_digit';
      },
      format: (compact) => punctuate(compact, '-', 2, 10),
      personKind: (compact) =>
        compact.startsWith('2') ? 'individual' : compact.startsWith('3') ? 'legal_entity' : undefined,
    },
  ],
};
