import type { Grid } from '../grid.ts';
import { readWrittenDays } from '../written-dates.ts';
import { monthsIn } from './months-in-row.ts';
import { hasLabelOver, titlesIn } from './titles-in-row.ts';
import { weekdayColumns } from './weekday-letters.ts';

const hasWeekWords = (grid: Grid, row: number, columns: ReadonlySet<number>): boolean => {
  for (const column of columns) {
    const cell = grid.seen(row, column);
    if (
      typeof cell === 'string' &&
      cell.length <= 40 &&
      (/^(sem|mes\b)/i.test(cell.trim()) || readWrittenDays(cell).isPure)
    )
      return true;
  }
  return monthsIn(grid, row).length > 0;
};

/** Whether a row of a header band continues it upwards: it has titles, months or weeks, and is not the letterhead. */
export const continues = (grid: Grid, row: number, columns: ReadonlySet<number>): boolean => {
  if (row < 0 || hasLabelOver(grid, row, columns)) return false;
  if (weekdayColumns(grid, row).filter(({ column }) => columns.has(column)).length >= 3) return true;
  return titlesIn(grid, row, columns) >= 2 || hasWeekWords(grid, row, columns);
};

/** Whether a row has counts or crosses in some columns. */
export const hasUnits = (grid: Grid, row: number, columns: ReadonlySet<number>): boolean =>
  [...columns].some((column) => {
    const cell = grid.own(row, column);
    return typeof cell === 'number' || (typeof cell === 'string' && /^(x+|\d+)$/i.test(cell.trim()));
  });
