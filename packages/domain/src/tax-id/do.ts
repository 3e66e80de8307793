import { compactText, fixedDigits, luhn, punctuate, weighted } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

/**
 * Dominican Republic. RNC: weights 7 9 8 6 5 4 3 2, check digit (10 − Σ mod 11) mod 9 + 1. Cédula: Luhn.
 * The DGII once issued some numbers that break both rules; staff approve those with a waiver.
 */
export const dominicanRepublic: CountryTaxIds = {
  country: 'DO',
  types: [
    {
      name: 'RNC',
      label: 'RNC',
      example: '1-31-24679-6',
      size: '9 dígitos',
      compact: compactText,
      check: (compact) =>
        fixedDigits(
          compact,
          9,
          (digits) =>
            ((10 - (weighted(digits.slice(0, 8), [7, 9, 8, 6, 5, 4, 3, 2]) % 11)) % 9) + 1 ===
            Number(digits[8]),
        ),
      format: (compact) => punctuate(compact, '-', 1, 3, -1),
      personKind: () => 'legal_entity',
    },
    {
      name: 'CEDULA',
      label: 'Cédula',
      example: '001-1391820-5',
      size: '11 dígitos',
      compact: compactText,
      check: (compact) => fixedDigits(compact, 11, luhn),
      format: (compact) => punctuate(compact, '-', 3, -1),
      personKind: () => 'individual',
    },
  ],
};
