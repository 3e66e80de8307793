import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
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

const preferred = (row: JsonRow): string[] => (row.is_primary === true ? ['pref'] : []);

/**
 * A contact as a vCard 3.0 (RFC 2426), which every address book reads: UTF-8, folded and escaped.
 *
 * @param row the record as the API answers it
 */
export const writeCard = (row: Row): string => {
  const company = (row.client_id ?? row.agency_id) as Reference | null;
  const position = (row.job_position_id as Reference | null)?.label;
  const title = row.job_title ?? position;
  const properties: unknown[] = [
    ['version', {}, 'text', '3.0'],
    ['uid', {}, 'text', `urn:uuid:${row.id}`],
    ['fn', {}, 'text', row.full_name],
    ['n', {}, 'text', [row.last_name, row.first_name, '', '', '']],
    ...(company ? [['org', {}, 'text', [company.label]]] : []),
    ...(title ? [['title', {}, 'text', title]] : []),
    ...((row.phones ?? []) as readonly JsonRow[]).map((phone) => [
      'tel',
      { type: [...(kinds[String(phone.kind)] ?? ['voice']), ...preferred(phone)] },
      'phone-number',
      `${phone.number}${phone.extension ? ` ext. ${phone.extension}` : ''}`,
    ]),
    ...((row.emails ?? []) as readonly JsonRow[]).map((one) => [
      'email',
      { type: ['internet', ...preferred(one)] },
      'text',
      one.email,
    ]),
    ...(row.birthday ? [['bday', {}, 'date', row.birthday]] : []),
    ...((row.social_links ?? []) as readonly JsonRow[]).map(({ url }) => ['url', {}, 'uri', url]),
    ...(((row.tags ?? []) as readonly string[]).length > 0
      ? [['categories', {}, 'text', ...(row.tags as readonly string[])]]
      : []),
    ...(row.notes ? [['note', {}, 'text', row.notes]] : []),
    ['rev', {}, 'date-time', String(row.updated_at).replace(/\.\d+/, '')],
  ];
  return `${ICAL.stringify.component(['vcard', properties, []] as never, ICAL.design.vcard3)}\r\n`;
};
