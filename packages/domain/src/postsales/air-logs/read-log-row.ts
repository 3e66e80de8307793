import { addDays } from '../../calendar/working-time.ts';
import type { Cell } from '../../resource/import/cell.ts';
import { readMoment } from '../../resource/import/date.ts';
import type { LogMeaning } from './log-columns.ts';

/** A spot that a log says was aired. */
export interface SpotInLog {
  /** Local day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Seconds since the midnight with which the day begins. */
  readonly second: number;
  readonly code: string | null;
  readonly title: string | null;
  readonly duration_sec: number | null;
}

/** A row of a log as it was read, or why it could not be. */
export type ReadLogRow = { readonly spot: SpotInLog } | { readonly problem: string };

const daySeconds = 86_400;
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[:;.,]\d{1,3})?)?\s*(?:([ap])\.?\s?m\.?)?$/i;

/**
 * Seconds since midnight of a time in a log. Broadcast clocks run to 29:59 for what is aired after midnight, and may end
 * with frames or thousandths, which are left out.
 *
 * @example readLogTime('25:10:30:12') // 90630
 */
export const readLogTime = (cell: Cell): number | null => {
  if (typeof cell === 'number') return cell >= 0 && cell < 1 ? Math.round(cell * daySeconds) : null;
  const [, hour, minute, second = '0', half] = clock.exec(String(cell ?? '').trim()) ?? [];
  if (hour === undefined) return null;
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (m > 59 || s > 59 || h > (half ? 12 : 29)) return null;
  const hours = half ? (h % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : h;
  return hours * 3600 + m * 60 + s;
};

const length = /^(?:(?:(\d{1,2}):)?(\d{1,2}))?:(\d{1,2})(?:[:;.,]\d{1,3})?$/;

/**
 * Whole seconds of a duration in a log: `30`, `00:00:30`, `00:30`, `:30`, with frames or without.
 *
 * @example readLogDuration('00:00:30:00') // 30
 */
export const readLogDuration = (cell: Cell): number | null => {
  if (typeof cell === 'number') {
    // A time of a spreadsheet is a fraction of a day.
    const seconds = cell > 0 && cell < 1 ? cell * daySeconds : cell;
    return seconds > 0 && seconds <= 7200 ? Math.round(seconds) : null;
  }
  const text = String(cell ?? '').trim();
  const frames = /^(\d{1,2}:\d{2}:\d{2})[:;.,]\d{1,3}$/.exec(text)?.[1] ?? text;
  const [, hours = '0', minutes = '0', seconds] = length.exec(frames) ?? [];
  const found =
    seconds === undefined
      ? Number(text.replace(/\s*(s|seg|sec)\.?$/i, '').replace(',', '.') || Number.NaN)
      : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return Number.isFinite(found) && found > 0 && found <= 7200 ? Math.round(found) : null;
};

const textOf = (cell: Cell | undefined, longest: number): string | null => {
  const text = String(cell ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text.slice(0, longest);
};

const secondOf = (time: string | null): number => {
  const [hours = 0, minutes = 0, seconds = 0] = (time ?? '').split(':').map(Number);
  return hours * 3600 + minutes * 60 + Math.floor(seconds);
};

/** A day and a time after 24:00 are of the next day. */
const moved = (day: string, second: number) => ({
  day: addDays(day, Math.floor(second / daySeconds)),
  second: second % daySeconds,
});

/**
 * Reads a row of an air log.
 *
 * @param meanings of its columns, in their order
 * @param dayFirst whether `03/04/2026` is 3 April, by column
 */
export const readLogRow = (
  cells: readonly Cell[],
  meanings: readonly LogMeaning[],
  dayFirst: readonly boolean[],
): ReadLogRow => {
  const place = (meaning: LogMeaning) => meanings.indexOf(meaning);
  const cell = (meaning: LogMeaning): Cell => cells[place(meaning)] ?? null;
  const dayIn = (meaning: 'moment' | 'date') => {
    const found = cell(meaning);
    return typeof found === 'boolean' || found === null
      ? null
      : readMoment(found, dayFirst[place(meaning)] ?? true);
  };
  const rest = {
    code: textOf(cell('code'), 60),
    title: textOf(cell('title'), 200),
    duration_sec: readLogDuration(cell('duration')),
  };
  if (rest.code === null && rest.title === null) return { problem: 'No dice qué se emitió.' };
  if (place('moment') >= 0) {
    const moment = dayIn('moment');
    if (!moment) return { problem: `«${textOf(cell('moment'), 40) ?? ''}» no es una fecha con hora.` };
    return { spot: { day: moment.day, second: secondOf(moment.time), ...rest } };
  }
  const date = dayIn('date');
  if (!date) return { problem: `«${textOf(cell('date'), 40) ?? ''}» no es una fecha.` };
  const second = readLogTime(cell('time'));
  if (second === null) return { problem: `«${textOf(cell('time'), 40) ?? ''}» no es una hora.` };
  return { spot: { ...moved(date.day, second), ...rest } };
};
