import { compactText, punctuate, weighted } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/** Venezuela. RIF: V and E are people, J and G organisations, P passports; modulo 11. */
export const venezuela: CountryTaxIds = {
  country: 'VE',
  types: [
    {
      name: 'RIF',
      label: 'RIF',
      example: 'J-00000062-0',
      size: 'una letra y 9 dígitos',
      compact: compactText,
      check: (compact) => {
        if (!/^[VEJPG]\d*$/.test(compact)) return 'format';
        if (compact.length !== 10) return 'length';
        const kind = ' VEJPG'.indexOf(compact.slice(0, 1)) * 4;
        const rest = (kind + weighted(compact.slice(1, 9), [3, 2, 7, 6, 5, 4, 3, 2])) % 11;
        return '00987654321'[rest] === compact[9] ? 'ok' : 'check_digit';
      },
      format: (compact) => punctuate(compact, '-', 1, 9),
      personKind: (compact) => (/^[VEP]/.test(compact) ? 'individual' : 'legal_entity'),
    },
  ],
};
