import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { VcardFields } from '@pauta/domain/resource/resource.ts';
import ICAL from 'ical.js';

type Row = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, readonly string[]>> = {
  mobile: ['cell'],
  whatsapp: ['cell'],
  office: ['work', 'voice'],
  extension: ['work', 'voice'],
  fax: ['work', 'fax'],
  home: ['home', 'voice'],
};

/**
 * Supported versions: 3.0 (RFC 2426), which nearly all address books read, and 4.0 (RFC 6350), which newer ones read.
 */
export type VcardVersion = '3.0' | '4.0';

type Property = readonly [name: string, params: object, type: string, ...values: unknown[]];

/**
 * Differences of vCard 4.0 (RFC 6350) from the library's output: a telephone is text by default (§6.4.1), and an
 * address is not escaped as text.
 */
const version4 = {
  ...ICAL.design.vcard,
  value: { ...ICAL.design.vcard.value, uri: {} },
  property: {
    ...ICAL.design.vcard.property,
    tel: { defaultType: 'text', allowedTypes: ['uri', 'text'] },
    uid: { defaultType: 'uri' },
  },
};

const phoneOf = (phone: JsonRow, version: VcardVersion): Property => {
  const types = kinds[String(phone.kind)] ?? ['voice'];
  const first = phone.is_primary === true;
  const extension = phone.extension ? String(phone.extension) : '';
  return version === '3.0'
    ? [
        'tel',
        { type: [...types, ...(first ? ['pref'] : [])] },
        'phone-number',
        `${phone.number}${extension && ` ext. ${extension}`}`,
      ]
    : [
        'tel',
        { type: types, ...(first && { pref: '1' }) },
        'uri',
        `tel:${phone.number}${extension && `;ext=${extension}`}`,
      ];
};

const emailOf = ({ email, is_primary }: JsonRow, version: VcardVersion): Property => {
  const first = is_primary === true;
  const params =
    version === '3.0' ? { type: ['internet', ...(first ? ['pref'] : [])] } : first ? { pref: '1' } : {};
  return ['email', params, 'text', email];
};

/**
 * A person as a vCard: UTF-8, folded and escaped.
 *
 * @param row the record, as the API returns it
 * @param fields the fields of the resource that correspond to the properties of a vCard
 * @example writeVcard(contact, contacts.vcard, '4.0') // 'BEGIN:VCARD\r\nVERSION:4.0\r\n…'
 */
export const writeVcard = (row: Row, fields: VcardFields, version: VcardVersion = '3.0'): string => {
  const company = fields.organizations.map((name) => row[name] as Reference | null).find((one) => one);
  const title = row[fields.title] ?? (row[fields.position] as Reference | null)?.label;
  const [birthday, note] = [row[fields.birthday], row[fields.note]];
  const tags = (row[fields.categories] ?? []) as readonly string[];
  const properties: Property[] = [
    ['version', {}, 'text', version],
    ...(version === '4.0' ? [['kind', {}, 'text', 'individual'] as const] : []),
    ['uid', {}, version === '4.0' ? 'uri' : 'text', `urn:uuid:${row.id}`],
    ['fn', {}, 'text', row[fields.fullName]],
    ['n', {}, 'text', [row[fields.lastName], row[fields.firstName], '', '', '']],
    ...(company ? [['org', {}, 'text', [company.label]] as const] : []),
    ...(title ? [['title', {}, 'text', title] as const] : []),
    ...((row[fields.phones] ?? []) as readonly JsonRow[]).map((phone) => phoneOf(phone, version)),
    ...((row[fields.emails] ?? []) as readonly JsonRow[]).map((one) => emailOf(one, version)),
    ...(birthday ? [['bday', {}, 'date', birthday] as const] : []),
    ...((row[fields.links] ?? []) as readonly JsonRow[]).map(({ url }): Property => ['url', {}, 'uri', url]),
    ...(tags.length > 0 ? [['categories', {}, 'text', ...tags] as const] : []),
    ...(note ? [['note', {}, 'text', note] as const] : []),
    ['rev', {}, version === '4.0' ? 'timestamp' : 'date-time', String(row.updated_at).replace(/\.\d+/, '')],
  ];
  return `${ICAL.stringify.component(
    ['vcard', properties, []] as never,
    (version === '4.0' ? version4 : ICAL.design.vcard3) as never,
  )}\r\n`;
};
