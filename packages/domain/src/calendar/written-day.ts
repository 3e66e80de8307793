import { fold } from '../text/fold.ts';
import { isCivilDate } from './civil-date.ts';
import { addDays } from './working-time.ts';

const near: Readonly<Record<string, number>> = {
  anteayer: -2,
  antier: -2,
  ayer: -1,
  hoy: 0,
  manana: 1,
  'pasado manana': 2,
};
const weekdays = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado'];
const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** Index of the only name with this prefix of at least three letters; -1 if there is none. */
const placeOf = (names: readonly string[], start: string): number =>
  start.length < 3 ? -1 : names.findIndex((name) => name.startsWith(start.replace(/^set/, 'sept')));

const ahead = /^(?:en |\+ ?)(\d{1,3})(?: ?(dias?|semanas?))?$/;
const namedDay = /^(?:el )?[a-z]+\.?,? (?=\d)/;
const ofWeek = /^(?:el )?(proximo |pasado )?([a-z]+)\.?( que viene| proximo| pasado)?$/;
const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const digits = /^(\d{2})(\d{2})(\d{2}|\d{4})$/;
const short =
  /^(\d{1,2})(?:(?: ?[-/.] ?| (?:de )?)(\d{1,2}|[a-z]{3,})\.?(?:(?: ?[-/.] ?| (?:de |del )?)(\d{4}|\d{2}))?)?$/;

/** The century in which a year of two digits is at most 30 years ahead. */
const wholeYear = (year: string, present: number): number => {
  if (year.length > 2) return Number(year);
  const year2000 = 2000 + Number(year);
  return year2000 > present + 30 ? year2000 - 100 : year2000;
};

const civil = (year: number, month: number, day: number): string | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isCivilDate(text) ? text : null;
};

const weekday = (text: string, today: string): string | null => {
  const [, before = '', name = '', after = ''] = ofWeek.exec(text) ?? [];
  const place = placeOf(weekdays, name);
  if (place < 0) return null;
  const present = new Date(`${today}T00:00:00Z`).getUTCDay();
  return /pasado/.test(before + after)
    ? addDays(today, -((present - place + 6) % 7) - 1)
    : addDays(today, ((place - present + 6) % 7) + 1);
};

/**
 * Parses a typed day to `YYYY-MM-DD`; null when it is not one. Day first: `3/4/26`, `3-4`, `15` of this month,
 * `030426`, `viernes 3 de abril de 2026`, `2026-04-03`; relative to today: `hoy`, `mañana`, `lunes` (the next one),
 * `viernes pasado`, `+3`, `en 2 semanas`.
 *
 * @param today the current day, `YYYY-MM-DD`
 * @example readDay('lunes', '2026-11-22') // '2026-11-23'
 */
export function readDay(text: string, today: string): string | null {
  const written = fold(text);
  const shift = near[written];
  if (shift !== undefined) return addDays(today, shift);
  const [, count, unit = ''] = ahead.exec(written) ?? [];
  if (count !== undefined) return addDays(today, Number(count) * (unit.startsWith('s') ? 7 : 1));
  const [, isoYear, isoMonth, isoDay] = iso.exec(written) ?? [];
  if (isoYear !== undefined) return civil(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [thisYear = 0, thisMonth = 0] = today.split('-').map(Number);
  const [, day, month, year] = digits.exec(written) ?? short.exec(written.replace(namedDay, '')) ?? [];
  if (day === undefined) return weekday(written, today);
  const named = month && /[a-z]/.test(month) ? placeOf(months, month) + 1 : Number(month ?? thisMonth);
  return civil(year === undefined ? thisYear : wholeYear(year, thisYear), named, Number(day));
}
