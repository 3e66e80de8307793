import type { ColumnMeaning } from './column-meanings.ts';
import type { OrderFacts } from './header-facts.ts';

/** Something that was not certain, with its place: a cell, a whole row or column (the other is null), or a sheet. */
export interface OrderDoubt {
  /** Index of the sheet. */
  readonly sheet: number;
  readonly row: number | null;
  readonly column: number | null;
  /** In Spanish, for the user. */
  readonly text: string;
}

/** A row of a sheet, counted from 0; where the days run down, a column instead. */
export interface OrderRow {
  readonly sheet: number;
  readonly row: number | null;
  readonly column?: number;
}

/** What an order asks of one space: its texts as they are written, and how many units on which day. */
export interface OrderLine {
  readonly rows: readonly OrderRow[];
  readonly programme: string;
  readonly station: string;
  readonly time: string;
  readonly duration_sec: number | null;
  /** Price of a unit as decimal text. */
  readonly price: string | null;
  /** Percentage as decimal text. */
  readonly discount_pct: string | null;
  readonly isBonus: boolean;
  /** Units by day, `YYYY-MM-DD`. */
  readonly units: Readonly<Record<string, number>>;
}

/** Meanings of columns that a user confirmed, by the folded title (`foldTitle`). */
export type OrderLayout = Readonly<Record<string, ColumnMeaning>>;

/** What a column of a sheet was understood as. */
export interface ReadColumn {
  readonly sheet: number;
  readonly column: number;
  readonly title: string;
  readonly meaning: ColumnMeaning | 'day' | 'subtotal';
}

/** The first and the last day that the letterheads of an order write. */
export interface OrderFlight {
  readonly from: string;
  readonly to: string;
}

/** An order as it was understood. */
export interface ReadOrder {
  readonly facts: OrderFacts;
  /** Null: no letterhead has a period, or no unit is in it. */
  readonly flight: OrderFlight | null;
  readonly lines: readonly OrderLine[];
  readonly doubts: readonly OrderDoubt[];
  readonly columns: readonly ReadColumn[];
  /** Rows of the headers. */
  readonly headers: readonly OrderRow[];
}

export interface ReadOrderOptions {
  /** The company's day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Meanings of columns that were confirmed before for the same agency. */
  readonly layout?: OrderLayout | undefined;
}

/** Whether a doubt is about a cell: of it, of its row, of its column, or of its sheet. */
export const isAbout = (doubt: OrderDoubt, cell: OrderRow): boolean =>
  doubt.sheet === cell.sheet &&
  (doubt.row === null || cell.row === null || doubt.row === cell.row) &&
  (doubt.column === null || cell.column === undefined || doubt.column === cell.column);
