import { parsePhone } from '../phone/phone.ts';
import { splitPhones } from '../phone/split-phones.ts';
import { choice } from './choice.ts';
import { phone } from './contact.ts';
import { date } from './date.ts';
import { type JsonOptions, type JsonRow, json } from './json.ts';
import type { Field } from './kind.ts';
import { repeatedRow } from './repeated-row.ts';
import { text } from './text.ts';
import { yesNo } from './yes-no.ts';

export const phoneKinds = {
  mobile: 'Móvil',
  office: 'Oficina',
  extension: 'Extensión',
  whatsapp: 'WhatsApp',
  fax: 'Fax',
  home: 'Casa',
} as const;

/** One number of a person (domain §1.2, phone manager). */
export const phoneFields = {
  kind: choice('Tipo', phoneKinds, { required: true, initial: 'mobile', width: 'short' }),
  number: phone('Número', { required: true, apart: true }),
  extension: text('Extensión', {
    max: 8,
    width: 'short',
    pattern: /^\d{1,8}$/,
    patternMessage: 'Escriba solo los dígitos de la extensión, hasta 8.',
  }),
  is_primary: yesNo('Principal'),
  is_whatsapp: yesNo('Tiene WhatsApp'),
  do_not_call: yesNo('No llamar'),
  valid_hours: text('Horario para llamar', { max: 60 }),
  verified_on: date('Verificado'),
} as const;

/** Errors of one number besides those of its fields. */
const checkPhones = (rows: readonly JsonRow[]): string | null => {
  const missing = rows.findIndex((row) => row.kind === 'extension' && !row.extension);
  if (missing >= 0) return `Teléfono ${missing + 1}: escriba la extensión, o elija otro tipo.`;
  return repeatedRow(rows, 'Teléfono', ({ number, extension }) => `${number} ${extension ?? ''}`);
};

/** Formats a number. @example formatPhoneRow(row) // 'Móvil +1 809 555 0101 ext. 3 (principal)' */
export const formatPhoneRow = (row: JsonRow): string => {
  const { number, kind } = phoneFields;
  const marks = [
    row.is_primary === true && 'principal',
    row.is_whatsapp === true && row.kind !== 'whatsapp' && 'WhatsApp',
    row.do_not_call === true && 'no llamar',
  ].filter(Boolean);
  return [
    kind.kind.format(String(row.kind), kind.options),
    number.kind.format(String(row.number), number.options),
    row.extension ? `ext. ${row.extension}` : '',
    marks.length > 0 ? `(${marks.join(', ')})` : '',
  ]
    .filter(Boolean)
    .join(' ');
};

/** Parses the numbers of an import cell: several, each with its extension. */
const readPhones = (text: string, country: string): JsonRow[] | null => {
  const found = splitPhones(text).map(({ number, extension: own }) => {
    const read = parsePhone(number, country);
    return { kind: own ? 'office' : 'mobile', number: read.ok ? read.value : number, extension: own };
  });
  return found.length > 0 ? found : null;
};

/**
 * The telephones of a person: up to twenty numbers, one of them the main one.
 *
 * @param owners where the form requests the other owners of a number
 * @example phones('Teléfonos', { path: '/contacts/phone-owners', of: () => contacts })
 */
export const phones = (
  label: string,
  owners?: NonNullable<JsonOptions['owners']>,
): Field<readonly JsonRow[], JsonOptions> =>
  json(label, {
    row: 'Teléfono',
    fields: phoneFields,
    max: 20,
    main: 'is_primary',
    face: 'phones',
    check: checkPhones,
    formatRow: formatPhoneRow,
    read: readPhones,
    ...(owners && { owners }),
  });
