import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { homeCountry } from '@pauta/domain/phone/home-country.ts';
import { parsePhone } from '@pauta/domain/phone/phone.ts';
import { splitPhone } from '@pauta/domain/phone/written-phone.ts';
import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import { joinList } from '@pauta/domain/resource/import/list.ts';
import ICAL from 'ical.js';
import { FileRefused } from './file-text.ts';

type Property = readonly [
  name: string,
  params: Readonly<Record<string, string | readonly string[]>>,
  type: string,
  ...values: unknown[],
];

const marker = /^BEGIN:VCARD[^\S\n]*$/im;

/** Replaces an escaped backslash during parsing, because ical.js would treat a following `;` as escaped. */
const backslash = '\0';

/** The card with unfolded lines, and with `backslash` for each escaped backslash. */
const hideBackslashes = (card: string): string =>
  card
    .replaceAll(backslash, '')
    .replace(/\r?\n[ \t]/g, '')
    .replaceAll('\\\\', backslash);

const text = (value: unknown): string =>
  (Array.isArray(value) ? value.flat().join(' ') : typeof value === 'string' ? value : '')
    .replaceAll(backslash, '\\')
    .trim();

const typesOf = ([, params]: Property): string[] =>
  [params.type ?? []].flat().flatMap((one) => one.toLowerCase().split(','));

/** 1 is most preferred; a property without a preference comes last. */
const preferenceOf = (property: Property): number => {
  const said = Number([property[1].pref ?? []].flat()[0]);
  return typesOf(property).includes('pref') ? 1 : Number.isInteger(said) && said > 0 ? said : 1000;
};

const byPreference = (properties: readonly Property[]): Property[] =>
  [...properties].sort((a, b) => preferenceOf(a) - preferenceOf(b));

const kindOf = (types: readonly string[]): string => {
  if (types.includes('fax')) return 'fax';
  if (types.includes('cell') || types.includes('mobile') || types.includes('iphone')) return 'mobile';
  if (types.includes('work')) return 'office';
  return types.includes('home') ? 'home' : 'mobile';
};

const unique = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];

const phonesOf = (properties: readonly Property[]) => {
  const rows = byPreference(properties).flatMap((property) => {
    const written = text(property[3]).replace(/^tel:/i, '');
    if (!/\d/.test(written)) return [];
    const { number, extension } = splitPhone(written);
    const found = parsePhone(number.replace(/;.*$/, ''), homeCountry);
    return [
      {
        kind: kindOf(typesOf(property)),
        number: found.ok ? found.value : number,
        extension: extension || null,
      },
    ];
  });
  return unique(rows, ({ number, extension }) => `${number} ${extension}`).map((row, index) => ({
    ...row,
    is_primary: index === 0,
  }));
};

const emailsOf = (properties: readonly Property[]) =>
  unique(
    byPreference(properties)
      .map((property) =>
        text(property[3])
          .replace(/^mailto:/i, '')
          .toLowerCase(),
      )
      .filter(Boolean)
      .map((email) => ({ email })),
    ({ email }) => email,
  ).map((row, index) => ({ ...row, is_primary: index === 0 }));

const dayOf = (value: string): string => {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? '';
  return isCivilDate(day) ? formatCivilDate(day) : '';
};

/** Given and family names; for a card with only a full name, the last words are the family name. */
const namesOf = (structured: unknown, whole: string): [string, string] => {
  const [family = '', given = '', additional = ''] = Array.isArray(structured) ? structured.map(text) : [];
  const first = [given, additional].filter(Boolean).join(' ');
  if (first !== '' && family !== '') return [first, family];
  const words = (whole || first || family).split(/\s+/).filter(Boolean);
  const cut = words.length > 3 ? words.length - 2 : Math.max(1, words.length - 1);
  return [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
};

const json = (rows: readonly object[]): string => (rows.length > 0 ? JSON.stringify(rows) : '');

const cellsOf = (properties: readonly Property[]): Cell[] => {
  const all = (...names: string[]): Property[] => properties.filter(([name]) => names.includes(name));
  const one = (name: string): string => text(all(name)[0]?.[3]);
  const [first, last] = namesOf(all('n')[0]?.[3], one('fn'));
  const organisation = all('org')[0]?.[3];
  const emails = emailsOf(all('email'));
  const links = all('url', 'x-socialprofile', 'socialprofile')
    .map((property) => text(property[3]))
    .filter((url) => /^https?:\/\/\S+$/i.test(url));
  return [
    first,
    last,
    text(Array.isArray(organisation) ? organisation[0] : organisation),
    one('title') || one('role'),
    json(phonesOf(all('tel'))),
    json(emails),
    emails[0]?.email ?? '',
    dayOf(one('bday')),
    json(unique(links, (url) => url).map((url) => ({ url }))),
    joinList(
      all('categories')
        .flatMap((property) => property.slice(3).map(text))
        .filter(Boolean),
    ),
    all('note')
      .map((property) => text(property[3]))
      .filter(Boolean)
      .join('\n'),
  ];
};

/** An unreadable card keeps its row, with the fields that can be recognised; the row reports what is missing. */
const unreadable = (card: string): Cell[] => [/^FN[^:\n]*:(.*)$/im.exec(card)?.[1]?.trim() ?? '', ''];

/**
 * The cards of an address book (vCard 3.0, RFC 2426, and 4.0, RFC 6350; one or many) as rows of a table whose header
 * names the fields of a resource of people.
 *
 * @param head see `vcardHead`
 * @throws FileRefused for an older version
 */
export const readVcards = (book: string, head: readonly string[]): Cell[][] => {
  const rows: Cell[][] = [[...head]];
  for (const part of book.split(marker).slice(1)) {
    const body = part.split(/^END:VCARD[^\S\n]*$/im)[0] ?? '';
    const card = `BEGIN:VCARD\r\n${body.trim().replace(/\r?\n/g, '\r\n')}\r\nEND:VCARD\r\n`;
    if (/^VERSION:2\.1/im.test(card)) {
      throw new FileRefused('Las tarjetas son de la versión 2.1. Expórtelas como vCard 3.0 o 4.0.');
    }
    try {
      const parsed = ICAL.parse(hideBackslashes(card)) as unknown as [string, Property[]];
      rows.push(cellsOf(parsed[1]));
    } catch {
      rows.push(unreadable(card));
    }
  }
  return rows;
};
