import type { OrderLine } from '../order.ts';

/** A doubt about a cell of the sheet that is read; about a whole row or column if the other is null. */
export interface CellDoubt {
  readonly row: number | null;
  readonly column: number | null;
  readonly text: string;
}

/** The units of the columns of days of a row. */
export interface RowCount {
  /** Units of the row as its total counts them. */
  readonly sum: number;
  /** Another count that the total may have: of one week, of the cells. */
  readonly others: readonly number[];
  /** Doubts that a total equal to the sum settles. */
  readonly soft: readonly CellDoubt[];
  /** Units by column of the days. */
  readonly byColumn: ReadonlyMap<number, number>;
  /** Every cell of a day has the same usual duration: they may be durations instead of counts. */
  readonly seconds: number | null;
}

/** A row that asks for units. */
export interface CountedRow extends RowCount {
  readonly row: number;
  readonly line: Omit<OrderLine, 'rows'>;
}

/** A row of totals. */
export interface TotalRow {
  readonly row: number;
  readonly label: string;
  /** How many rows with units are above it. */
  readonly since: number;
}
