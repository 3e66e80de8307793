import { compactText, fixedDigits, luhn, punctuate, weighted } from './digits.ts';
import type { CountryTaxIds, TaxIdVerdict } from './rule.ts';

const province = /^(0[1-9]|1\d|2[0-4]|30|50)/;

function cedula(compact: string): TaxIdVerdict {
  const verdict = fixedDigits(compact, 10, luhn);
  return verdict !== 'format' && compact.length === 10 && !(province.test(compact) && Number(compact[2]) <= 6)
    ? 'format'
    : verdict;
}

/**
 * Ecuador. The third digit of a RUC is the kind of owner: 0–5 a person (cédula + establishment), 6 a public body,
 * 9 a company.
 */
export const ecuador: CountryTaxIds = {
  country: 'EC',
  types: [
    {
      name: 'RUC',
      label: 'RUC',
      example: '1792060346-001',
      size: '13 dígitos',
      compact: compactText,
      check: (compact) => {
        const verdict = fixedDigits(compact, 13, () => true);
        if (verdict !== 'ok') return verdict;
        if (!province.test(compact) || /^..[78]/.test(compact)) return 'format';
        const third = compact[2];
        if (
          third === '6' &&
          !compact.endsWith('0000') &&
          weighted(compact.slice(0, 9), [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
        )
          return 'ok';
        if (compact.endsWith('000')) return 'format';
        if (third === '9')
          return weighted(compact.slice(0, 10), [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
            ? 'ok'
            : 'check_digit';
        // Since the provinces ran out of numbers, individuals may also have a 6.
        return cedula(compact.slice(0, 10));
      },
      format: (compact) => punctuate(compact, '-', 10),
      personKind: (compact) => {
        const third = Number(compact[2]);
        return third === 9 ? 'legal_entity' : third < 6 ? 'individual' : undefined;
      },
    },
    {
      name: 'CEDULA',
      label: 'Cédula',
      example: '171430710-3',
      size: '10 dígitos',
      compact: compactText,
      check: cedula,
      format: (compact) => punctuate(compact, '-', 9),
      personKind: () => 'individual',
    },
  ],
};
