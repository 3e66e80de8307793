import { multiply } from '../../../money/arithmetic.ts';
import type { ColumnMeaning } from '../column-meanings.ts';
import { decimalsOf } from '../read-cell.ts';
import type { TableBody } from './table-body.ts';

/** The numbers of a column of prices, discounts or amounts by row, as decimal text. */
export const numbersOf = (
  { grid, rows, of }: TableBody,
  meaning: ColumnMeaning,
): ReadonlyMap<number, string> => {
  const [column] = of(meaning);
  if (column === undefined) return new Map();
  const cells = rows.map((row) => grid.seen(row, column));
  const read = decimalsOf(cells);
  return new Map(
    rows.flatMap((row, index): [number, string][] => {
      const value = read[index];
      if (value === null || value === undefined) return [];
      const cell = cells[index];
      // A spreadsheet keeps 15 % as 0.15.
      const isShare = meaning === 'discount' && typeof cell === 'number' && cell <= 1;
      return [[row, isShare ? multiply(value, '100') : value]];
    }),
  );
};
