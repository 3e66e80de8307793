import { compactText, thousands, weightedFromRight } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/** Chile. RUT: modulo 11 with weights 2–7 from the right; 10 is written K. From 50.000.000 up, companies. */
export const chile: CountryTaxIds = {
  country: 'CL',
  types: [
    {
      name: 'RUT',
      label: 'RUT',
      example: '76.086.428-5',
      size: '8 o 9 caracteres',
      compact: compactText,
      check: (compact) => {
        if (!/^\d+[\dK]$/.test(compact)) return 'format';
        if (compact.length !== 8 && compact.length !== 9) return 'length';
        const rest = weightedFromRight(compact.slice(0, -1), [9, 8, 7, 6, 5, 4]) % 11;
        return '0123456789K'[rest] === compact.slice(-1) ? 'ok' : 'check_digit';
      },
      format: (compact) => `${thousands(compact.slice(0, -1))}-${compact.slice(-1)}`,
      personKind: (compact) => (Number(compact.slice(0, -1)) >= 50_000_000 ? 'legal_entity' : 'individual'),
    },
  ],
};
