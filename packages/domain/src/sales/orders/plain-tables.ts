import { type ColumnMeaning, isTitle, meaningOfTitle } from './column-meanings.ts';
import type { Grid } from './grid.ts';
import type { OrderTable } from './order-table.ts';

const titleRows = (grid: Grid, row: number): number => {
  const found = new Set<ColumnMeaning>();
  for (let column = 0; column < grid.width; column += 1) {
    const cell = grid.seen(row, column);
    if (typeof cell !== 'string' || !isTitle(cell)) continue;
    const meaning = meaningOfTitle(cell);
    if (meaning && meaning !== 'ignored') found.add(meaning);
  }
  const has = (...some: ColumnMeaning[]): boolean => some.some((one) => found.has(one));
  return found.size >= 3 &&
    has('programme', 'station', 'time') &&
    has('from', 'to', 'dates', 'units', 'per_day', 'days')
    ? found.size
    : 0;
};

/** Tables without days across: a row of titles, and a row for each line. */
export const plainTables = (grid: Grid): readonly OrderTable[] => {
  const tables: OrderTable[] = [];
  for (let row = 0; row < grid.height; row += 1) {
    if (tables.some(({ bottom }) => row <= bottom) || titleRows(grid, row) === 0) continue;
    const bottom = row + 1 < grid.height && titleRows(grid, row + 1) > 0 ? row + 1 : row;
    tables.push({ axis: null, top: row, bottom, end: grid.height });
  }
  return tables.map((table, index) => ({ ...table, end: tables[index + 1]?.top ?? grid.height }));
};
