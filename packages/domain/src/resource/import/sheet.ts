import type { Cell } from './cell.ts';

/** Cells of a sheet that are joined: their first row and column, counted from 0, and how many of each. */
export interface Merge {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** A sheet of a spreadsheet. A date is `YYYY-MM-DD`; joined cells have their value in the first. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  readonly merges: readonly Merge[];
}
