import { compactText, fixedDigits, luhn, punctuate, weighted } from './digits.ts';
import type { CountryTaxIds, TaxIdVerdict } from './rule.ts';

let irregular: Readonly<Record<'RNC' | 'CEDULA', ReadonlySet<string>>> | null = null;

/**
 * Registers valid numbers that violate the rule of their type, for this process.
 *
 * @example registerIrregularTaxIds({ RNC: irregularRnc, CEDULA: irregularCedulas })
 */
export const registerIrregularTaxIds = (numbers: typeof irregular): void => {
  irregular = numbers;
};

/**
 * Irregular numbers that lack a digit. Without the full list, numbers with another check digit can be accepted with a
 * warning; these would be refused as typing errors, so they are always known.
 */
const short: Readonly<Record<'RNC' | 'CEDULA', readonly string[]>> = {
  RNC: ['10233317'],
  CEDULA: ['0094662667', '0710208838'],
};

const known = (type: 'RNC' | 'CEDULA', compact: string, verdict: TaxIdVerdict): TaxIdVerdict =>
  verdict !== 'ok' && (short[type].includes(compact) || irregular?.[type].has(compact)) ? 'ok' : verdict;

/**
 * Dominican Republic. RNC: weights 7 9 8 6 5 4 3 2, check digit (10 − Σ mod 11) mod 9 + 1. Cédula: Luhn.
 * Some valid numbers violate these rules; {@link registerIrregularTaxIds} registers their list.
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
        known(
          'RNC',
          compact,
          fixedDigits(
            compact,
            9,
            (digits) =>
              ((10 - (weighted(digits.slice(0, 8), [7, 9, 8, 6, 5, 4, 3, 2]) % 11)) % 9) + 1 ===
              Number(digits[8]),
          ),
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
      check: (compact) => known('CEDULA', compact, fixedDigits(compact, 11, luhn)),
      format: (compact) => punctuate(compact, '-', 3, -1),
      personKind: () => 'individual',
    },
  ],
};
