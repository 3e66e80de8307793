import type { Grid } from '../grid.ts';
import { durationIn } from '../read-cell.ts';
import { type Candidate, candidatesIn, hasOthers } from './candidate.ts';
import { datesOf } from './date-columns.ts';
import type { DayAxis, DayContext } from './day-axis.ts';
import { consecutive, isBare, numberOf } from './day-clue.ts';
import { continues, hasUnits } from './header-band.ts';
import { monthsIn } from './months-in-row.ts';
import { titlesIn } from './titles-in-row.ts';
import { weekdayAxes } from './weekday-axis.ts';
import { weekdayColumns } from './weekday-letters.ts';

/** A header whose days have no dates yet. */
interface Header {
  readonly row: number;
  readonly top: number;
  readonly bottom: number;
  readonly candidate: Candidate;
  readonly weekdayRow: number | null;
}

const width = (one: Candidate): number => one.clues.length;
const columnsOf = ({ clues }: Candidate): ReadonlySet<number> => new Set(clues.map(({ column }) => column));

/** Whether the days of a row are read with one of the rows below: of one header, the row with the most days is meant. */
const isLesser = (grid: Grid, candidate: Candidate, next: readonly Candidate[]): boolean => {
  const { row, clues } = candidate;
  // Weeks above letters of weekdays are read with them.
  const isOfWeeks = clues.every(({ days }) => days.length === 2);
  if (isOfWeeks && row + 1 < grid.height && weekdayColumns(grid, row + 1).length > clues.length) return true;
  return next.some(
    (one) =>
      one.row <= row + 2 &&
      (width(one) > width(candidate) || (width(one) === width(candidate) && candidate.isBare && !one.isBare)),
  );
};

/** Whether a row below the table of a header begins another table, and is no row of counts. */
const isAgain = (grid: Grid, candidate: Candidate, before: Header): boolean => {
  const { row, clues } = candidate;
  if (width(candidate) < Math.max(3, width(before.candidate) * 0.4)) return false;
  const columns = columnsOf(candidate);
  return (
    titlesIn(grid, row, columns) >= 1 ||
    (row - 1 > before.bottom && titlesIn(grid, row - 1, columns) >= 2) ||
    !candidate.isBare ||
    monthsIn(grid, row - 1).length > 0 ||
    // Numbers that follow each other in a row without anything else are days and no counts.
    (clues.length >= 7 && !hasOthers(grid, candidate) && consecutive(clues) >= (clues.length - 1) * 0.9)
  );
};

/** The rows around a row of days that belong to its header, not above the end of the header before. */
const bandOf = (grid: Grid, candidate: Candidate, end: number): Header => {
  const { row, clues } = candidate;
  const columns = columnsOf(candidate);
  const isOfWeekdays = (one: number): boolean =>
    one >= 0 &&
    one < grid.height &&
    weekdayColumns(grid, one).filter(({ column }) => columns.has(column)).length * 2 > columns.size;
  const weekdayRow = [row + 1, row - 1, row - 2, row + 2].find(isOfWeekdays) ?? null;
  let top = row;
  while (row - top < 3 && top - 1 > end && continues(grid, top - 1, columns)) top -= 1;
  let bottom = row;
  while (
    bottom - row < 2 &&
    bottom + 1 < grid.height &&
    (bottom + 1 === weekdayRow ||
      (bottom === row &&
        clues.some(({ column }) => durationIn(String(grid.own(row + 1, column) ?? '')) !== null)) ||
      ((titlesIn(grid, bottom + 1, columns) >= 2 || monthsIn(grid, bottom + 1).length > 0) &&
        !hasUnits(grid, bottom + 1, columns)))
  )
    bottom += 1;
  return { row, top, bottom, candidate, weekdayRow };
};

const headersIn = (grid: Grid): readonly Header[] => {
  const found: Header[] = [];
  const candidates = candidatesIn(grid, 0);
  for (const [index, candidate] of candidates.entries()) {
    const before = found.at(-1);
    if (before && candidate.row <= before.bottom) continue;
    if (isLesser(grid, candidate, candidates.slice(index + 1, index + 4))) continue;
    if (before && !isAgain(grid, candidate, before)) continue;
    const header = bandOf(grid, candidate, before?.bottom ?? -1);
    // A header without rows below is not one.
    if (before?.bottom === header.top - 1) found.pop();
    found.push(header);
  }
  return found;
};

/** The month of numbers of days after others: the same if they go on, the next one if they begin again. */
const after = (last: string | undefined, { clues }: Candidate): Partial<DayContext> => {
  const [first] = clues;
  if (last === undefined || !first || !isBare(first)) return {};
  const [year = 0, month = 1, day = 0] = last.split('-').map(Number);
  const isNext = numberOf(first) <= day;
  return {
    month: isNext ? (month % 12) + 1 : month,
    year: isNext && month === 12 ? year + 1 : year,
    isAfter: true,
  };
};

/** The last day of the columns of a header. */
export const lastDayOf = ({ columns }: DayAxis): string | undefined =>
  columns.findLast(({ days }) => days.length > 0)?.days.at(-1);

/** The rows of a sheet that say which days its columns are, from above to below. */
export function findAxes(grid: Grid, context: DayContext): readonly DayAxis[] {
  const axes: DayAxis[] = [];
  for (const { candidate, weekdayRow, ...rows } of headersIn(grid)) {
    const before = axes.at(-1);
    const last = before ? lastDayOf(before) : context.last;
    const dates = datesOf(grid, candidate, {
      weekdayRow,
      context: { ...context, ...after(last, candidate) },
    });
    axes.push({ ...rows, ...dates });
  }
  return axes.length > 0 ? axes : weekdayAxes(grid, context);
}
