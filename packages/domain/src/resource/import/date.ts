import { isCivilDate } from '../../calendar/civil-date.ts';
import { instantOf as instantAt, localTimeOf } from '../../calendar/working-time.ts';

const shortDate = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[\s,T]+(.+))?$/;
const isoDate = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:[\sT]+(.+))?$/;
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?\s*(?:([ap])\.?\s?m\.?)?$/i;

const two = (number: number): string => String(number).padStart(2, '0');
const dayOf = (year: number, month: number, day: number): string => `${year}-${two(month)}-${two(day)}`;
/** `26` is 2026, `85` is 1985. */
const yearOf = (text: string): number =>
  Number(text) + (text.length > 2 ? 0 : Number(text) < 70 ? 2000 : 1900);

/**
 * Collects evidence from the dates of a column: `31/12/2026` proves that the day comes first, `12/31/2026` the month.
 */
export class DateEvidence {
  private first = 0;
  private second = 0;

  add(text: string): void {
    const [, a = '', b = ''] = shortDate.exec(text.trim()) ?? [];
    if (Number(a) > 12) this.first += 1;
    if (Number(b) > 12) this.second += 1;
  }

  /** Without evidence the day comes first, as is usual in the product's countries. */
  get dayFirst(): boolean {
    return this.second <= this.first;
  }
}

/** Day and local time in a cell; null when it is not a date. `time` is `HH:MM:SS.mmm`. */
export interface Moment {
  readonly day: string;
  readonly time: string | null;
}

function timeOf(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  const [, hour = '', minute = '', second = '0', fraction = '', half] = clock.exec(text.trim()) ?? [];
  const shift = half?.toLowerCase() === 'p' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : Number(hour) > 12 ? 99 : (Number(hour) % 12) + shift;
  if (hour === '' || hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return `${two(hours)}:${two(Number(minute))}:${two(Number(second))}.${fraction.padEnd(3, '0')}`;
}

const dayLength = 86_400_000;

/** 31 December 9999, the last day that Excel supports. */
const lastSerial = 2_958_465;

/** A day number of Excel: 1 is 1 January 1900, and Excel counts a 29 February 1900 that did not exist. */
function momentOfSerial(serial: number): Moment | null {
  if (!(serial >= 1 && serial < lastSerial + 1)) return null;
  const days = Math.floor(serial) + (serial < 60 ? 1 : 0);
  const thousandths = Math.round((serial - Math.floor(serial)) * dayLength);
  const at = new Date(Date.UTC(1899, 11, 30) + days * dayLength + thousandths).toISOString();
  return { day: at.slice(0, 10), time: thousandths === 0 ? null : at.slice(11, 23) };
}

/** The serial number of a day in Excel, for a cell that is a date. @example serialOf('1900-03-01') // 61 */
export const serialOf = (day: string): number => {
  const serial = (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / dayLength;
  return serial < 61 ? serial - 1 : serial;
};

/**
 * Parses a date in the formats that people and spreadsheets use: `21/11/2026`, `2026-11-21`, a serial number of Excel.
 *
 * @param dayFirst decided for the column of the cell
 */
export function readMoment(cell: string | number, dayFirst: boolean): Moment | null {
  if (typeof cell === 'number') return momentOfSerial(cell);
  const text = cell.trim();
  if (/^\d{5}(\.\d+)?$/.test(text)) return momentOfSerial(Number(text));
  const iso = isoDate.exec(text);
  const short = iso ? null : shortDate.exec(text);
  if (!iso && !short) return null;
  const [, a = '', b = '', c = '', rest] = (iso ?? short) as RegExpExecArray;
  const day = iso
    ? dayOf(Number(a), Number(b), Number(c))
    : dayOf(yearOf(c), Number(dayFirst ? b : a), Number(dayFirst ? a : b));
  const time = timeOf(rest?.replace(/Z$/, ''));
  return isCivilDate(day) && time !== undefined ? { day, time } : null;
}

/** The local day and time of an instant in a time zone. */
export function momentIn(instant: string, timeZone: string): { day: string; time: string } {
  const [day = '', time = ''] = new Date(localTimeOf(Date.parse(instant), timeZone))
    .toISOString()
    .split(/[TZ]/);
  return { day, time };
}

/** The instant of a local day and time in a time zone. */
export const instantOf = ({ day, time }: Moment, timeZone: string): string =>
  instantAt(day, time === null ? 0 : Date.parse(`1970-01-01T${time}Z`), timeZone).toISOString();
