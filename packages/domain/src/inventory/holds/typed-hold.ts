import { addDays } from '../../calendar/working-time.ts';
import { isoWeekday } from '../capacity/cells.ts';

/** What a typed request says of a hold; what it does not say is absent. */
export interface TypedHold {
  /** What is left: the words that name the space. */
  readonly space: string;
  /** The words after "para". */
  readonly client?: string;
  readonly flight?: { readonly from: string; readonly to: string };
  /** ISO weekdays. */
  readonly days?: readonly string[];
  readonly unitsPerDay?: number;
  readonly durationSec?: number;
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const monthWord =
  '(ene(?:ro)?|feb(?:rero)?|mar(?:zo)?|abr(?:il)?|may(?:o)?|jun(?:io)?|jul(?:io)?|ago(?:sto)?|sept?(?:iembre)?|set(?:iembre)?|oct(?:ubre)?|nov(?:iembre)?|dic(?:iembre)?)\\.?';
const weekdayWord = '(lunes|lun|martes|miercoles|mie|jueves|jue|viernes|vie|sabados?|sab|domingos?|dom)';
const weekdays: readonly (readonly [string, string])[] = [
  ['lu', '1'],
  ['mar', '2'],
  ['mi', '3'],
  ['ju', '4'],
  ['vi', '5'],
  ['sa', '6'],
  ['do', '7'],
];
const to = '\\s*(?:-|–|—|al?|hasta(?: el)?)\\s*';

const two = (value: number | string): string => String(value).padStart(2, '0');

const monthOf = (word: string): number => {
  const known = word === 'set' || word.startsWith('seti') ? 'sep' : word.slice(0, 3);
  return months.indexOf(known) + 1;
};

/** A day that exists, or null. */
const civil = (year: number, month: number, day: number): string | null => {
  const text = `${year}-${two(month)}-${two(day)}`;
  const at = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text;
};

/** The next time that a day of the year comes, today included. */
const coming = (month: number, day: number, year: number | null, today: string): string | null => {
  if (year !== null) return civil(year, month, day);
  const now = Number(today.slice(0, 4));
  const here = civil(now, month, day);
  return here !== null && here >= today ? here : civil(now + 1, month, day);
};

const yearOf = (text: string | undefined): number | null => (text ? Number(text) : null);

const period = (from: string | null, until: string | null): TypedHold['flight'] | null =>
  from !== null && until !== null && from <= until ? { from, to: until } : null;

/** The day with this month and day that follows `from`. */
const after = (from: string | null, month: number, day: number, year: number | null): string | null => {
  if (from === null) return null;
  if (year !== null) return civil(year, month, day);
  const first = civil(Number(from.slice(0, 4)), month, day);
  return first !== null && first >= from ? first : civil(Number(from.slice(0, 4)) + 1, month, day);
};

const lastOf = (month: number, year: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

type Reader = readonly [RegExp, (found: RegExpExecArray, today: string) => Partial<TypedHold> | null];

const flightOf = (found: TypedHold['flight'] | null): Partial<TypedHold> | null =>
  found ? { flight: found } : null;

const year = '(?:\\s*(?:de(?:l)?\\s+)?(20\\d\\d))?';
const at = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, 'u');

/** From the most specific to the most general; each is read once. */
const dateReaders: readonly Reader[] = [
  [
    at(`(?:del?\\s+)?(20\\d\\d)-(\\d\\d)-(\\d\\d)${to}(20\\d\\d)-(\\d\\d)-(\\d\\d)`),
    ([, a, b, c, d, e, f]) =>
      flightOf(period(civil(Number(a), Number(b), Number(c)), civil(Number(d), Number(e), Number(f)))),
  ],
  [
    at(
      `(?:del?\\s+)?(\\d{1,2})\\/(\\d{1,2})(?:\\/(20\\d\\d))?${to}(\\d{1,2})\\/(\\d{1,2})(?:\\/(20\\d\\d))?`,
    ),
    ([, a, b, y, c, d, z], today) => {
      const from = coming(Number(b), Number(a), yearOf(y ?? z), today);
      return flightOf(period(from, after(from, Number(d), Number(c), yearOf(z))));
    },
  ],
  [
    at(
      `(?:del?\\s+)?(\\d{1,2})(?:\\s+de)?\\s+${monthWord}${to}(?:el\\s+)?(\\d{1,2})(?:\\s+de)?\\s+${monthWord}${year}`,
    ),
    ([, a, m = '', b, n = '', y], today) => {
      const until = yearOf(y);
      const from = coming(
        monthOf(m),
        Number(a),
        until !== null && monthOf(m) > monthOf(n) ? until - 1 : until,
        today,
      );
      return flightOf(period(from, after(from, monthOf(n), Number(b), until)));
    },
  ],
  [
    at(`(?:del?\\s+)?(\\d{1,2})${to}(?:el\\s+)?(\\d{1,2})(?:\\s+de)?\\s+${monthWord}${year}`),
    ([, a, b, m = '', y], today) => {
      const until = coming(monthOf(m), Number(b), yearOf(y), today);
      return until === null
        ? null
        : flightOf(period(civil(Number(until.slice(0, 4)), monthOf(m), Number(a)), until));
    },
  ],
  [
    at(`(?:la\\s+)?semana\\s+del\\s+(\\d{1,2})(?:\\s+de)?\\s+${monthWord}${year}`),
    ([, a, m = '', y], today) => {
      const from = coming(monthOf(m), Number(a), yearOf(y), today);
      return flightOf(period(from, from && addDays(from, 6)));
    },
  ],
  [
    at(`(?:el\\s+)?(\\d{1,2})(?:\\s+de)?\\s+${monthWord}${year}`),
    ([, a, m = '', y], today) => {
      const day = coming(monthOf(m), Number(a), yearOf(y), today);
      return flightOf(period(day, day));
    },
  ],
  [
    at('(?:el\\s+)?(\\d{1,2})\\/(\\d{1,2})(?:\\/(20\\d\\d))?'),
    ([, a, b, y], today) => {
      const day = coming(Number(b), Number(a), yearOf(y), today);
      return flightOf(period(day, day));
    },
  ],
  [
    at('(?:la\\s+)?(?:proxima\\s+semana|semana\\s+(?:proxima|que\\s+viene))'),
    (_, today) => {
      const from = addDays(today, 8 - Number(isoWeekday(today)));
      return { flight: { from, to: addDays(from, 6) } };
    },
  ],
  [
    at('esta\\s+semana'),
    (_, today) => ({ flight: { from: today, to: addDays(today, 7 - Number(isoWeekday(today))) } }),
  ],
  [at('pasado\\s+manana'), (_, today) => ({ flight: { from: addDays(today, 2), to: addDays(today, 2) } })],
  [at('manana'), (_, today) => ({ flight: { from: addDays(today, 1), to: addDays(today, 1) } })],
  [at('hoy'), (_, today) => ({ flight: { from: today, to: today } })],
  [
    at(`(?:en\\s+|todo\\s+)?${monthWord}${year}`),
    ([, m = '', y], today) => {
      const month = monthOf(m);
      const last = (on: number) => lastOf(month, on);
      const now = Number(today.slice(0, 4));
      const on = yearOf(y) ?? ((civil(now, month, last(now)) as string) >= today ? now : now + 1);
      const first = civil(on, month, 1) ?? today;
      return flightOf(
        period(yearOf(y) === null && first < today ? today : first, civil(on, month, last(on))),
      );
    },
  ],
];

const weekdayOf = (word: string): string => weekdays.find(([start]) => word.startsWith(start))?.[1] ?? '1';
const between = (first: string, last: string): string[] =>
  ['1', '2', '3', '4', '5', '6', '7', '1', '2', '3', '4', '5', '6', '7']
    .slice(Number(first) - 1)
    .slice(0, ((Number(last) - Number(first) + 7) % 7) + 1)
    .sort();

const dayReaders: readonly Reader[] = [
  [at('l\\s*[-–aA]\\s*v'), () => ({ days: between('1', '5') })],
  [at('l\\s*[-–aA]\\s*d'), () => ({ days: between('1', '7') })],
  [at('l\\s*[-–aA]\\s*s'), () => ({ days: between('1', '6') })],
  [at('(?:los\\s+)?fin(?:es)?\\s+de\\s+semana|s\\s*[-–y]\\s*d'), () => ({ days: ['6', '7'] })],
  [at('(?:de\\s+)?lunes\\s+a\\s+domingo|todos\\s+los\\s+dias'), () => ({ days: between('1', '7') })],
  [
    at(`(?:de\\s+)?${weekdayWord}${to}${weekdayWord}`),
    ([, a = '', b = '']) => ({ days: between(weekdayOf(a), weekdayOf(b)) }),
  ],
  [
    at(`(?:los\\s+)?${weekdayWord}(?:\\s*,\\s*${weekdayWord})*(?:\\s+y\\s+${weekdayWord})?`),
    ([whole]) => ({
      days: [...new Set((whole.match(new RegExp(weekdayWord, 'gu')) ?? []).map(weekdayOf))].sort(),
    }),
  ],
];

const durationReaders: readonly Reader[] = [
  [at('(?:de\\s+)?(\\d{1,4})\\s*(?:s|seg|segs|segundos?)'), ([, a]) => ({ durationSec: Number(a) })],
  [/(?<![\p{L}\d])(?:de\s+)?(\d{1,4})\s*["″”]/u, ([, a]) => ({ durationSec: Number(a) })],
  [at('(?:de\\s+)?(\\d{1,2})\\s*(?:min|minutos?)'), ([, a]) => ({ durationSec: Number(a) * 60 })],
];

const unit = '(?:cunas?|spots?|caras?|menciones|mencion|inserciones|insercion|salidas?|avisos?)';
const unitReaders: readonly Reader[] = [
  [
    at(`(\\d{1,6})\\s*(?:${unit})?\\s*(?:al\\s+dia|por\\s+dia|diari[oa]s?|cada\\s+dia)`),
    ([, a]) => ({ unitsPerDay: Number(a) }),
  ],
  [at(`(\\d{1,6})\\s*${unit}`), ([, a]) => ({ unitsPerDay: Number(a) })],
  [at('(\\d{1,6})\\s*x|x\\s*(\\d{1,6})'), ([, a, b]) => ({ unitsPerDay: Number(a ?? b) })],
];

/** Without accents and in lower case, each character in its place. */
const plain = (text: string): string =>
  [...text]
    .map((one) => {
      const folded = one.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      return folded.length === one.length ? folded : one;
    })
    .join('');

const verb = /^\s*(?:reserv[ae]r?|aparta?r?|quiero|necesito)\s+(?:el\s+|la\s+|los\s+|las\s+)?/u;
const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^(?:[\s,.;:–-]|(?:en|de|del|el|la)\s)+|[\s,.;:–-]+$/giu, '')
    .replace(/\s(?:en|de|del|el|la|los|las)$/iu, '')
    .trim();

/**
 * Reads a request for a hold as a seller types it: seconds, units a day, weekdays, dates, the client after "para", and what
 * is left names the space (domain §4.1, 13). Dates without a year are the next ones.
 *
 * @param today the company's day, `YYYY-MM-DD`
 * @example
 * readTypedHold('30s noticiero estelar 3–7 nov para Banco X', '2026-10-20')
 * // { space: 'noticiero estelar', client: 'Banco X', durationSec: 30, flight: { from: '2026-11-03', to: '2026-11-07' } }
 */
export const readTypedHold = (text: string, today: string): TypedHold => {
  let left = text.slice(0, 300);
  const begun = verb.exec(plain(left));
  if (begun) left = left.slice(begun[0].length);
  let found: Partial<TypedHold> = {};
  const read = (readers: readonly Reader[]): void => {
    for (const [pattern, meaning] of readers) {
      const match = pattern.exec(plain(left));
      if (!match) continue;
      const meant = meaning(match, today);
      // A day that does not exist is not read as its month.
      if (!meant) return;
      left = `${left.slice(0, match.index)} ${left.slice(match.index + match[0].length)}`;
      found = { ...found, ...meant };
      return;
    }
  };
  read(durationReaders);
  read(dateReaders);
  read(dayReaders);
  read(unitReaders);
  const client = /(?<![\p{L}\d])para\s+(?:el\s+|la\s+)?(.+)$/iu.exec(left);
  if (client) left = left.slice(0, client.index);
  const named = client?.[1] === undefined ? '' : tidy(client[1]);
  return { space: tidy(left), ...(named !== '' && { client: named }), ...found };
};
