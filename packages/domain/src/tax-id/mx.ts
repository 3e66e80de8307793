import { compactText, punctuate } from './digits.ts';
import type { CountryTaxIds } from './rule.ts';

const alphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

function checkDigit(front: string): string {
  let sum = 0;
  let weight = 13;
  for (const letter of front.padStart(12, ' ')) {
    sum += alphabet.indexOf(letter) * weight;
    weight -= 1;
  }
  const rest = 11 - (sum % 11);
  return rest === 11 ? '0' : rest === 10 ? 'A' : String(rest);
}

function isDate(yymmdd: string): boolean {
  const [year, month, day] = [0, 2, 4].map((at) => Number(yymmdd.slice(at, at + 2))) as [
    number,
    number,
    number,
  ];
  // The century is not part of the number: 2000 and 1900 + year have the same length of February, except for 1900
  // itself.
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + year, month, 0)).getUTCDate()
  );
}

/**
 * Mexico: 12 characters for a company, 13 for an individual. About 1.5 % of the numbers in use violate the rule of the
 * check digit, so a violation is only a warning.
 */
export const mexico: CountryTaxIds = {
  country: 'MX',
  types: [
    {
      name: 'RFC',
      label: 'RFC',
      example: 'GODE 561231 GR8',
      size: '12 caracteres si es de empresa y 13 si es de persona',
      compact: compactText,
      check: (compact) => {
        if (!/^[A-ZÑ&\d]*$/.test(compact)) return 'format';
        if (compact.length !== 12 && compact.length !== 13) return 'length';
        const shape = /^[A-ZÑ&]{3,4}(\d{6})[1-9A-V][1-9A-Z][\dA]$/.exec(compact);
        return shape?.[1] && isDate(shape[1]) ? 'ok' : 'format';
      },
      format: (compact) => punctuate(compact, ' ', -9, -3),
      personKind: (compact) => (compact.length === 12 ? 'legal_entity' : 'individual'),
      doubtful: (compact) => checkDigit(compact.slice(0, -1)) !== compact.slice(-1),
    },
  ],
};
