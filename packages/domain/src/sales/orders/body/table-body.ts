import type { ColumnMeaning } from '../column-meanings.ts';
import type { DayColumn } from '../days/day-axis.ts';
import type { Grid } from '../grid.ts';
import type { OrderTable, TableContext } from '../order-table.ts';
import type { BodyColumn } from './body-column.ts';
import { textOf } from './cell-texts.ts';

/** The body of a table: its rows, and its columns by what they mean. */
export interface TableBody {
  readonly grid: Grid;
  readonly context: TableContext;
  readonly columns: readonly BodyColumn[];
  readonly dayColumns: readonly DayColumn[];
  /** Whether the days are across. */
  readonly isAcross: boolean;
  readonly rows: readonly number[];
  /** The columns with one of these meanings. */
  of(...meanings: BodyColumn['meaning'][]): readonly number[];
  /** The texts of a row in the columns of a meaning. */
  textAt(row: number, meaning: ColumnMeaning, joint?: string): string;
}

/** Longer texts name no programme, and comparing them with spaces takes long. */
const longestText = 160;

/** The body of a table below its header. */
export const tableBody = (
  grid: Grid,
  { axis, bottom, end }: OrderTable,
  { columns, context }: { readonly columns: readonly BodyColumn[]; readonly context: TableContext },
): TableBody => {
  const of = (...meanings: BodyColumn['meaning'][]): readonly number[] =>
    columns.filter(({ meaning }) => meanings.includes(meaning)).map(({ column }) => column);
  return {
    grid,
    context,
    columns,
    dayColumns: axis?.columns ?? [],
    isAcross: axis !== null,
    rows: Array.from({ length: Math.max(0, end - bottom - 1) }, (_, index) => bottom + 1 + index),
    of,
    textAt: (row, meaning, joint = ' ') =>
      of(meaning)
        .map((column) => textOf(grid.seen(row, column)))
        .filter((text) => text !== '')
        .join(joint)
        .slice(0, longestText),
  };
};
