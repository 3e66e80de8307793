import { isMoneyTotal, numberOf } from './cell-texts.ts';
import type { CountedRow, TotalRow } from './counted-row.ts';
import type { TableBody } from './table-body.ts';

/** Checks the units of the columns against the rows of totals: each sums all rows above it, or those since another. */
export const checkColumns = (
  { grid, context, dayColumns, of }: TableBody,
  { counted, totals }: { readonly counted: readonly CountedRow[]; readonly totals: readonly TotalRow[] },
): void => {
  for (const [index, { row, label, since }] of totals.entries()) {
    if (isMoneyTotal(label)) continue;
    const starts = [0, ...totals.slice(0, index).map((one) => one.since)];
    const allowed = (unitsOf: (one: CountedRow) => number): readonly number[] =>
      starts.map((start) => counted.slice(start, since).reduce((sum, one) => sum + unitsOf(one), 0));
    for (const { column } of dayColumns) {
      const written = numberOf(grid.own(row, column));
      const sums = allowed((one) => one.byColumn.get(column) ?? 0);
      if (written !== null && !sums.includes(written))
        context.doubt(
          null,
          column,
          `El total de la columna dice ${written} y las filas suman ${sums.at(-1) ?? 0}.`,
        );
    }
    for (const column of of('units')) {
      const written = numberOf(grid.own(row, column));
      const sums = [
        ...allowed((one) => one.sum),
        ...allowed((one) => numberOf(grid.own(one.row, column)) ?? 0),
        ...allowed((one) => one.others.at(-1) ?? 0),
      ];
      if (written !== null && !sums.includes(written))
        context.doubt(row, column, `El total dice ${written} y las filas suman ${sums[0] ?? 0}.`);
    }
  }
};
