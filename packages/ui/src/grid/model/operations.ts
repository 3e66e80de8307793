import { allocate } from '@pauta/domain/money/allocate.ts';
import { isZero, percentOf, round, sum } from '@pauta/domain/money/arithmetic.ts';
import {
  blankOf,
  type GridChange,
  type GridColumn,
  type GridRow,
  isOpenCell,
  isWritable,
  type Range,
  valueIn,
} from './grid-types.ts';

/** The rows and columns of a grid in the order in which they are shown. */
export interface Sheet {
  readonly rows: readonly GridRow[];
  readonly columns: readonly GridColumn[];
}

const rowsIn = ({ rows }: Sheet, { top, bottom }: Range): readonly GridRow[] =>
  rows.slice(top, bottom + 1).filter(({ isSubtotal }) => isSubtotal !== true);
const columnsIn = ({ columns }: Sheet, { left, right }: Range): readonly GridColumn[] =>
  columns.slice(left, right + 1).filter(isWritable);

/** A change of a cell; none if it has the value already, or if it is not written. */
export const changeOf = (row: GridRow, column: GridColumn, after: string): readonly GridChange[] => {
  const before = valueIn(row, column);
  return before === after || !isOpenCell(row, column)
    ? []
    : [{ row: row.id, column: column.name, before, after }];
};

/** Whether a value of one column may be put into the other as it is. */
const isAlike = (a: GridColumn, b: GridColumn): boolean =>
  a.kind === b.kind &&
  (a.scale ?? 2) === (b.scale ?? 2) &&
  (a.kind === 'amount' || a.name === b.name) &&
  isWritable(b);

/** Copies the first column of the range to the others; of a range of one column, the column at its left. */
export function fillRight(sheet: Sheet, range: Range): readonly GridChange[] {
  const from = range.left === range.right ? range.left - 1 : range.left;
  const source = sheet.columns[from];
  if (!source) return [];
  const targets = sheet.columns.slice(from + 1, range.right + 1).filter((column) => isAlike(source, column));
  return rowsIn(sheet, range).flatMap((row) =>
    targets.flatMap((column) => changeOf(row, column, valueIn(row, source))),
  );
}

/** Copies the first row of the range to the others; of a range of one row, the row above it. */
export function fillDown(sheet: Sheet, range: Range): readonly GridChange[] {
  const lines = rowsIn(sheet, { ...range, top: 0 });
  const own = rowsIn(sheet, range);
  const [first] = own;
  if (!first) return [];
  const source = own.length > 1 ? first : lines[lines.indexOf(first) - 1];
  if (!source) return [];
  const targets = own.length > 1 ? own.slice(1) : own;
  return targets.flatMap((row) =>
    columnsIn(sheet, range).flatMap((column) => changeOf(row, column, valueIn(source, column))),
  );
}

/** Empties the cells of the range, except texts that are required. */
export const clear = (sheet: Sheet, range: Range): readonly GridChange[] =>
  rowsIn(sheet, range).flatMap((row) =>
    columnsIn(sheet, range).flatMap((column) =>
      column.required && column.kind !== 'amount' ? [] : changeOf(row, column, blankOf(column)),
    ),
  );

/** Increases the amounts of the range by a percent, rounded half up. @param percent -100 or more */
export const adjust = (sheet: Sheet, range: Range, percent: string): readonly GridChange[] =>
  rowsIn(sheet, range).flatMap((row) =>
    columnsIn(sheet, range)
      .filter(({ kind }) => kind === 'amount')
      .flatMap((column) => {
        const now = valueIn(row, column);
        const { scale = 2 } = column;
        return changeOf(row, column, round(sum([now, percentOf(now, percent)]), scale));
      }),
  );

/** The columns of a range whose amounts may be written in a row. */
const amountColumns = (sheet: Sheet, range: Range, row: GridRow): readonly GridColumn[] =>
  columnsIn(sheet, range).filter((column) => column.kind === 'amount' && isOpenCell(row, column));

/** The amounts of a range by which a total may be spread. */
export const amountsIn = (sheet: Sheet, range: Range): readonly string[] =>
  rowsIn(sheet, range).flatMap((row) =>
    amountColumns(sheet, range, row).map((column) => valueIn(row, column)),
  );

/** Weights of the columns for a row, by name; null if there are none for it. */
export type WeightsOf = (row: GridRow) => Readonly<Record<string, string>> | null;

/** A spread total. */
export interface Spread {
  readonly changes: readonly GridChange[];
  /** Number of rows that were spread evenly, because they have no weights. */
  readonly evenly: number;
}

const splitBy = (total: string, weights: readonly string[], scale: number): readonly string[] =>
  allocate(total, weights.every(isZero) ? weights.map(() => '1') : weights, scale);

/**
 * Spreads a total over the amounts of a range without losing a cent: first over the rows in proportion to what they
 * have, evenly if they have nothing, and then over the columns of each row. Cells that are not written keep what they
 * have, and are not part of the total.
 *
 * @param weightsOf weights of the columns of a row; null spreads evenly
 */
export function spread(sheet: Sheet, range: Range, total: string, weightsOf: WeightsOf | null): Spread {
  const lines = rowsIn(sheet, range)
    .map((row) => ({ row, columns: amountColumns(sheet, range, row) }))
    .filter((line) => line.columns.length > 0);
  if (lines.length === 0) return { changes: [], evenly: 0 };
  const scale = Math.min(...lines.flatMap((line) => line.columns.map((column) => column.scale ?? 2)));
  const own = lines.map(({ row, columns }) => sum(columns.map((column) => valueIn(row, column))));
  const shares = splitBy(total, own, scale);
  let evenly = 0;
  const changes = lines.flatMap(({ row, columns }, at) => {
    const given = weightsOf?.(row);
    const weights = columns.map(({ name }) => {
      const weight = given?.[name] ?? '0';
      return weight.startsWith('-') ? '0' : weight;
    });
    if (weightsOf && weights.every(isZero)) evenly += 1;
    const parts = splitBy(shares[at] ?? blankOf(columns[0] as GridColumn), weights, scale);
    return columns.flatMap((column, place) =>
      changeOf(row, column, round(parts[place] ?? '0', column.scale ?? 2)),
    );
  });
  return { changes, evenly };
}

/** Weights by which each row keeps its own proportions. */
export const ownWeights =
  (columns: readonly GridColumn[]): WeightsOf =>
  (row) =>
    Object.fromEntries(
      columns.filter(({ kind }) => kind === 'amount').map((column) => [column.name, valueIn(row, column)]),
    );
