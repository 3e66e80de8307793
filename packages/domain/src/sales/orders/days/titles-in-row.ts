import { isTitle, meaningOfTitle } from '../column-meanings.ts';
import { type Grid, oncePerRow } from '../grid.ts';

/** Columns with a title in a row. */
export const titledIn = oncePerRow((grid, row): ReadonlySet<number> => {
  const titled = new Set<number>();
  for (let column = 0; column < grid.width; column += 1) {
    const cell = grid.seen(row, column);
    if (typeof cell === 'string' && isTitle(cell)) titled.add(column);
  }
  return titled;
});

/** Titles that only a table has; «Desde» and «Fecha» are in letterheads, too. */
const describing: ReadonlySet<string | null> = new Set(['programme', 'station', 'time', 'duration', 'units']);

/** How many titles of a row only a table has, outside some columns. */
export const describingIn = (grid: Grid, row: number, except: ReadonlySet<number>): number =>
  [...titledIn(grid, row)].filter(
    (column) => !except.has(column) && describing.has(meaningOfTitle(String(grid.seen(row, column)))),
  ).length;

/** How many titles a row has outside some columns. */
export const titlesIn = (grid: Grid, row: number, except: ReadonlySet<number>): number => {
  let count = 0;
  for (const column of titledIn(grid, row)) if (!except.has(column)) count += 1;
  return count;
};

/** Whether a row has a label of a letterhead, such as `Hasta`, above a day; a title above all days is joined cells. */
export const hasLabelOver = (grid: Grid, row: number, columns: ReadonlySet<number>): boolean =>
  [...titledIn(grid, row)].some(
    (column) => columns.has(column) && (grid.merge(row, column)?.columns ?? 1) < 3,
  );
