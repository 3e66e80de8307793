import { compactText, isDigits, punctuate } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/** Costa Rica. Cédula jurídica by class (no check digit); cédula of nine digits for people. */
export const costaRica: CountryTaxIds = {
  country: 'CR',
  types: [
    {
      name: 'CPJ',
      label: 'Cédula jurídica',
      example: '3-101-999999',
      size: '10 dígitos',
      compact: compactText,
      check: (compact) => {
        if (!isDigits(compact)) return 'format';
        if (compact.length !== 10) return 'length';
        return /^(2[1-4]00|3(00[2-9]|01[0-4]|10[1-9]|110)|4000|5001)/.test(compact) ? 'ok' : 'format';
      },
      format: (compact) => punctuate(compact, '-', 1, 4),
      personKind: () => 'legal_entity',
    },
    {
      name: 'CEDULA',
      label: 'Cédula',
      example: '1-0234-0567',
      size: '9 dígitos',
      compact: (text) => compactText(text).replace(/^0(?=[1-9]\d{8}$)/, ''),
      check: (compact) =>
        !isDigits(compact)
          ? 'format'
          : compact.length !== 9
            ? 'length'
            : compact[0] === '0'
              ? 'format'
              : 'ok',
      format: (compact) => punctuate(compact, '-', 1, 5),
      personKind: () => 'individual',
    },
  ],
};
