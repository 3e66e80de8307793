import type { Cell } from '../../resource/import/cell.ts';
import type { Merge, Sheet } from '../../resource/import/sheet.ts';

/** A sheet whose cells are read by row and column, counted from 0. */
export interface Grid {
  readonly height: number;
  readonly width: number;
  /** The cell itself; blank inside joined cells, except in the first. */
  own(row: number, column: number): Cell;
  /** The cell as it is displayed: inside joined cells, their value. */
  seen(row: number, column: number): Cell;
  /** The joined cells that contain this one. */
  merge(row: number, column: number): Merge | undefined;
}

/** Reads the cells of a sheet. A text without a visible character is blank. */
export function gridOf({ rows, merges }: Sheet): Grid {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const joined = new Map<number, Merge>();
  for (const merge of merges) {
    const last = Math.min(merge.row + merge.rows, rows.length);
    const end = Math.min(merge.column + merge.columns, width);
    for (let row = merge.row; row < last; row += 1)
      for (let column = merge.column; column < end; column += 1) joined.set(row * width + column, merge);
  }
  const at = (row: number, column: number): Cell => {
    const cell = rows[row]?.[column] ?? null;
    return typeof cell === 'string' && cell.trim() === '' ? null : cell;
  };
  // Most sheets have no joined cells, and reading them is most of the work.
  if (joined.size === 0) return { height: rows.length, width, own: at, seen: at, merge: () => undefined };
  const merge = (row: number, column: number) => joined.get(row * width + column);
  return {
    height: rows.length,
    width,
    own: (row, column) => {
      const around = merge(row, column);
      return around && (around.row !== row || around.column !== column) ? null : at(row, column);
    },
    seen: (row, column) => {
      const around = merge(row, column);
      return around ? at(around.row, around.column) : at(row, column);
    },
    merge,
  };
}

/** The sheet with its rows as columns. */
export function transposed({ name, rows, merges }: Sheet): Sheet {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return {
    name,
    rows: Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null)),
    merges: merges.map((one) => ({
      row: one.column,
      column: one.row,
      rows: one.columns,
      columns: one.rows,
    })),
  };
}

/** A reading of a row that is done once for each row of a grid. */
export const oncePerRow = <Result>(
  read: (grid: Grid, row: number) => Result,
): ((grid: Grid, row: number) => Result) => {
  const known = new WeakMap<Grid, Map<number, Result>>();
  return (grid, row) => {
    let rows = known.get(grid);
    if (!rows) {
      rows = new Map();
      known.set(grid, rows);
    }
    const found = rows.get(row);
    if (found !== undefined) return found;
    const result = read(grid, row);
    rows.set(row, result);
    return result;
  };
};
