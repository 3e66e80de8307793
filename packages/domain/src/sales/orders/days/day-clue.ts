import { weekdaysIn } from '../../../calendar/written-weekdays.ts';
import type { Cell } from '../../../resource/import/cell.ts';
import { fold } from '../../../text/fold.ts';
import { readWrittenDays, type WrittenDay } from '../written-dates.ts';

/** The days that one cell of a header writes, and the weekdays beside them. */
export interface Clue {
  readonly column: number;
  readonly days: readonly WrittenDay[];
  readonly weekdays: readonly number[];
}

const serialDay = (serial: number): WrittenDay => {
  const [year = 0, month = 0, day = 0] = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .map(Number);
  return { year, month, day };
};

const weekdayBeside = (text: string): readonly number[] => {
  const [, before, after] = /^([a-z]+)\.?,?\s*\d|\d\s*([a-z]+)\.?$/.exec(fold(text)) ?? [];
  return weekdaysIn(before ?? after ?? '');
};

/** A number, with what may stand before it: a weekday, a month, `del`, `semana`. */
const mayBeDays =
  /^\s*(?:(?:l|m|k|x|j|v|s|d|lu|ma|mi|ju|vi|sa|do|(?:lun|mar|mi[eé]|jue|vie|s[aá]b|dom|ene|feb|abr|may|jun|jul|ago|sep|set|oct|nov|dic|sem|d[ií]a)[a-zé]*|del?|desde|al?|el|\()[\s.,:-]*){0,2}\d/i;

const clueOfText = (text: string): Omit<Clue, 'column'> | null => {
  const { days, isPure } = readWrittenDays(text);
  if (!isPure || days.length === 0 || days.length > 2) return null;
  if (days.length === 1 ? days[0]?.day === undefined : days[1]?.day === undefined) return null;
  if (days.some(({ day }) => day === undefined)) return null;
  return { days, weekdays: days.length === 1 && /[a-z]/i.test(text) ? weekdayBeside(text) : [] };
};

const dayNumbers = Array.from({ length: 32 }, (_, day) => ({ days: [{ day }], weekdays: [] }));

/** The days of a cell that holds nothing else: a number, a date of a spreadsheet, or a text such as `lun 3 nov`. */
export const clueOf = (cell: Cell): Omit<Clue, 'column'> | null => {
  if (typeof cell === 'number') {
    if (!Number.isInteger(cell)) return null;
    if (cell >= 1 && cell <= 31) return dayNumbers[cell] ?? null;
    return cell > 40_000 && cell < 60_000 ? { days: [serialDay(cell)], weekdays: [] } : null;
  }
  if (typeof cell !== 'string' || cell.length > 40 || !mayBeDays.test(cell)) return null;
  return clueOfText(cell);
};

/** Whether a clue has numbers of days without a month. */
export const isBare = ({ days }: Clue): boolean => days.every(({ month }) => month === undefined);

/** The number of the first day of a clue. */
export const numberOf = ({ days }: Clue): number => days[0]?.day ?? 0;

/** The longest run of clues in which bare day numbers grow, apart from the turn of a month or below the name of one. */
export const growing = (clues: readonly Clue[], months: ReadonlySet<number>): readonly Clue[] => {
  let [start, from, to] = [0, 0, 0];
  for (const [at, clue] of clues.entries()) {
    const before = at > start ? clues[at - 1] : undefined;
    const isNext =
      !before ||
      !isBare(clue) ||
      !isBare(before) ||
      numberOf(clue) > numberOf(before) ||
      (numberOf(clue) <= 7 && numberOf(before) >= 20) ||
      months.has(clue.column);
    if (!isNext) start = at;
    if (at + 1 - start > to - from) [from, to] = [start, at + 1];
  }
  return clues.slice(from, to);
};

/** How many clues are the day after the one before, or begin a month again. */
export const consecutive = (clues: readonly Clue[]): number =>
  clues.slice(1).filter((clue, index) => {
    const before = clues[index];
    return before && (numberOf(clue) === numberOf(before) + 1 || numberOf(clue) < numberOf(before));
  }).length;
