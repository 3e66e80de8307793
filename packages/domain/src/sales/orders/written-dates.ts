import { civilDays } from '../../calendar/civil-days.ts';
import { fold } from '../../text/fold.ts';

/** What a text says of a day: some of its parts. `other` are day and month if the month is written first. */
export interface WrittenDay {
  readonly day?: number;
  readonly month?: number;
  readonly year?: number;
  readonly other?: { readonly day: number; readonly month: number };
}

const monthNames = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const month =
  '(?:enero|ene|febrero|feb|marzo|mar(?!t)|abril|abr|mayo|may|junio|jun|julio|jul|agosto|ago|septiembre|setiembre|sept|sep|set|octubre|oct|noviembre|nov|diciembre|dic)(?![a-z])\\.?';
const weekday =
  '(?:lunes|lun|lu|l|martes|mar|ma|k|miercoles|mierc|mie|mi|m|x|jueves|jue|ju|j|viernes|vie|vi|v|sabado|sab|sa|s|domingo|dom|do|d)';

const patterns = [
  '(?<isoYear>\\d{4})[-/.](?<isoMonth>\\d{1,2})[-/.](?<isoDay>\\d{1,2})(?!\\d)',
  '(?<a>\\d{1,2})(?<mark> ?[-/.] ?)(?<b>\\d{1,2})\\k<mark>(?<aYear>\\d{4}|\\d{2})(?!\\d)',
  `(?<namedDay>\\d{1,2}) ?(?:de |[-/.] ?)?(?<named>${month})(?:(?: ?(?:de |del |,|[-/.])? ?)(?<namedYear>\\d{4})|[-/'](?<shortYear>\\d{2})(?!\\d))?`,
  `(?<first>${month}) ?(?<firstDay>\\d{1,2})(?![\\d:])(?: ?(?:de |del |,)? ?(?<firstYear>\\d{4}))?`,
  `(?<only>${month})(?:(?: ?(?:de |del |,|[-/.])? ?)(?<onlyYear>\\d{4})|[-/'](?<onlyShort>\\d{2})(?!\\d))?`,
  `(?<c>\\d{1,2}) ?[-/.] ?(?<d>\\d{1,2})(?![\\d:])(?! ?(?:de )?${month})`,
  '(?<year>20\\d\\d)(?!\\d)',
  '(?<alone>\\d{1,2})(?![\\d:%])',
];
const token = new RegExp(`(?<![\\d:.])(?:${patterns.join('|')})`, 'g');

const monthOf = (name: string): number => monthNames.indexOf(name.slice(0, 3).replace('set', 'sep')) + 1;
const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));
const isDayNumber = (day: number): boolean => day >= 1 && day <= 31;
const isMonthNumber = (number: number): boolean => number >= 1 && number <= 12;

const numeric = (a: number, b: number, year?: number): WrittenDay | null => {
  const rest = year === undefined ? {} : { year };
  const [usual, american] = [isDayNumber(a) && isMonthNumber(b), isDayNumber(b) && isMonthNumber(a)];
  if (!usual) return american ? { day: b, month: a, ...rest } : null;
  return { day: a, month: b, ...rest, ...(american && a !== b && { other: { day: b, month: a } }) };
};

const written = (groups: Readonly<Record<string, string | undefined>>): WrittenDay | null => {
  const { isoYear, isoMonth, isoDay, a, b, aYear, namedDay, named, first, firstDay, only, c, d, year } =
    groups;
  if (isoYear) {
    return isMonthNumber(Number(isoMonth)) && isDayNumber(Number(isoDay))
      ? { day: Number(isoDay), month: Number(isoMonth), year: Number(isoYear) }
      : null;
  }
  if (a && b && aYear) return numeric(Number(a), Number(b), yearOf(aYear));
  const on = (name: string, day: string | undefined, of: string | undefined): WrittenDay | null => {
    if (day !== undefined && !isDayNumber(Number(day))) return null;
    return {
      ...(day !== undefined && { day: Number(day) }),
      month: monthOf(name),
      ...(of !== undefined && { year: yearOf(of) }),
    };
  };
  if (named) return on(named, namedDay, groups.namedYear ?? groups.shortYear);
  if (first) return on(first, firstDay, groups.firstYear);
  if (only) return on(only, undefined, groups.onlyYear ?? groups.onlyShort);
  if (c && d) return numeric(Number(c), Number(d));
  if (year) return { year: Number(year) };
  return isDayNumber(Number(groups.alone)) ? { day: Number(groups.alone) } : null;
};

const named = new RegExp(`(?<![a-z])${month}`);

/** Whether a text has the name of a month. */
export const hasMonthName = (text: string): boolean => named.test(bare(text));

/** The text as dates are found in it: folded, and without the weekday before or after a number. */
const weekdayBefore = new RegExp(`(?<![a-z])${weekday}\\.?,? ?(?=\\d)`, 'g');
const weekdayAfter = new RegExp(`(?<=\\d) ?(?!ma)${weekday}\\.?(?![a-z])`, 'g');
const bare = (text: string): string =>
  fold(text)
    .replace(/[ t]00:00:00(?:\.0+)?z?$/, '')
    .replace(weekdayBefore, '')
    .replace(weekdayAfter, '');

interface WrittenDays {
  readonly days: readonly WrittenDay[];
  /** Whether there are no other words. */
  readonly isPure: boolean;
}

/** The cells of a sheet repeat the same texts. */
const known = new Map<string, WrittenDays>();

/**
 * The days, months and years in a text, in their order, and whether it has other words.
 *
 * @example readWrittenDays('del 3 al 7 de nov. de 2026') // { days: [{ day: 3 }, { day: 7, month: 11, year: 2026 }], isPure: true }
 */
export function readWrittenDays(text: string): WrittenDays {
  let found = known.get(text);
  if (!found) {
    if (known.size >= 5000) known.clear();
    found = readDays(text);
    known.set(text, found);
  }
  return found;
}

const readDays = (text: string): WrittenDays => {
  const days: WrittenDay[] = [];
  let isPure = true;
  const rest = bare(text).replace(token, (...found) => {
    const day = written(found.at(-1) as Record<string, string>);
    if (day) days.push(day);
    else isPure = false;
    return ' ';
  });
  return {
    days,
    isPure: isPure && /^(?:[\s\-.,;/()&+]|de|del|desde|el|al?|hasta|y|dia|dias|sem|semana)*$/.test(rest),
  };
};

/** ISO weekday of a day; 1 is Monday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

const two = (number: number): string => String(number).padStart(2, '0');

/** `YYYY-MM-DD`; null if there is no such day. */
export const civilDay = (year: number, month: number, day: number): string | null =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
    ? `${year}-${two(month)}-${two(day)}`
    : null;

/** The year in which a day of the year is nearest to a plan that is sent today: up to three months ago, or ahead. */
export const likelyYear = (month: number, today: string): number => {
  const [year = 0, now = 1] = today.split('-').map(Number);
  const ahead = (month - now + 12) % 12;
  return ahead >= 9 ? (month > now ? year - 1 : year) : month < now ? year + 1 : year;
};

/**
 * Fills missing months and years: from the next written day (`del 3 al 7 de noviembre`), then from the one before, then
 * from `usual`.
 */
export const completed = (
  days: readonly WrittenDay[],
  usual: { readonly month?: number | undefined; readonly year?: number | undefined; readonly today: string },
): readonly WrittenDay[] => {
  const filled = days.map((day, index): WrittenDay => {
    const later = days.slice(index + 1).find((one) => one.month !== undefined);
    const earlier = days.slice(0, index).findLast((one) => one.month !== undefined);
    const at = day.month ?? later?.month ?? earlier?.month ?? usual.month;
    return { ...day, ...(at !== undefined && { month: at }) };
  });
  return filled.map((day, index): WrittenDay => {
    if (day.year !== undefined || day.month === undefined) return day;
    const later = filled.slice(index + 1).find((one) => one.year !== undefined);
    const earlier = filled.slice(0, index).findLast((one) => one.year !== undefined);
    // A flight over the turn of the year has its year at the end.
    if (later?.year !== undefined)
      return {
        ...day,
        year: later.month !== undefined && later.month < day.month ? later.year - 1 : later.year,
      };
    if (earlier?.year !== undefined)
      return {
        ...day,
        year: earlier.month !== undefined && earlier.month > day.month ? earlier.year + 1 : earlier.year,
      };
    return { ...day, year: usual.year ?? likelyYear(day.month, usual.today) };
  });
};

/** The civil day of a complete written day. */
export const dayOf = ({ day, month: at, year }: WrittenDay): string | null =>
  day !== undefined && at !== undefined && year !== undefined ? civilDay(year, at, day) : null;

/** What is known besides a text that writes days. */
export interface UsualDays {
  readonly month?: number | undefined;
  readonly year?: number | undefined;
  readonly today: string;
  /** `11/03/2026` is 3 November. */
  readonly isMonthFirst?: boolean;
}

/**
 * The days that a text means: one, several (`3, 5 y 7 de nov`), a range (`del 3 al 7`), or a month. Null if it means none.
 */
export function readDaysIn(
  text: string,
  usual: UsualDays,
): { readonly days: readonly string[]; readonly isRange: boolean; readonly hasYear: boolean } | null {
  const found = readWrittenDays(text).days.map((day) =>
    usual.isMonthFirst && day.other ? { ...day, ...day.other } : day,
  );
  const hasYear = found.some(({ year }) => year !== undefined) || usual.year !== undefined;
  const loneYear = found.find((one) => one.year !== undefined && one.month === undefined)?.year;
  const parts = found.filter((one) => one.month !== undefined || one.day !== undefined);
  if (parts.length === 0) return null;
  const whole = completed(parts, { ...usual, ...(loneYear !== undefined && { year: loneYear }) });
  if (parts.every(({ day }) => day === undefined)) {
    const [first, last] = [whole[0], whole.at(-1)];
    if (!first?.month || !first.year || !last?.month || !last.year || whole.length > 2) return null;
    const end = new Date(Date.UTC(last.year, last.month, 0)).getUTCDate();
    const [from, to] = [civilDay(first.year, first.month, 1), civilDay(last.year, last.month, end)];
    return from && to && from <= to ? { days: civilDays(from, to), isRange: true, hasYear } : null;
  }
  const days = whole.filter(({ day }) => day !== undefined).map(dayOf);
  if (days.some((day) => day === null)) return null;
  const known = days as string[];
  const plain = fold(text).replace(/\d{4}-\d\d-\d\d/g, '0');
  const isRange =
    known.length === 2 &&
    /(?<![a-z])(al?|hasta)(?![a-z])|\d\.? ?-|- ?\d|[a-z]\.? - |\.\./.test(plain) &&
    !/,| y /.test(plain);
  if (!isRange) return { days: [...new Set(known)].sort(), isRange: false, hasYear };
  const [from = '', to = ''] = known;
  if (from > to || Date.parse(to) - Date.parse(from) > 730 * 86_400_000) return null;
  return { days: civilDays(from, to), isRange: true, hasYear };
}
