/** An option of a column of kind `choice`. */
export interface GridOption {
  readonly id: string;
  readonly label: string;
  readonly code?: string | null;
}

/**
 * What a column holds. Every value is text:
 *
 * | Kind | Value |
 * |---|---|
 * | `amount` | a decimal with `scale` decimals: `'1234.50'` |
 * | `text` | the text |
 * | `choice` | the id of one of `options`; empty for none |
 * | `sum` | read-only: the sum of the columns named in `of` |
 */
export type GridKind = 'amount' | 'text' | 'choice' | 'sum';

/** A column of a {@link Grid}. */
export interface GridColumn {
  readonly name: string;
  readonly label: string;
  readonly kind: GridKind;
  /** Width in CSS pixels; 104 by default. */
  readonly width?: number;
  /** Decimals of an amount; 2 by default. */
  readonly scale?: number;
  /** Maximum length of a text. */
  readonly max?: number;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly options?: readonly GridOption[];
  /** Columns that a `sum` adds. */
  readonly of?: readonly string[];
  /** A period, such as a month: amounts are adjusted by percent and spread over these columns. */
  readonly isPeriod?: boolean;
  /** Explanation of the column, as the description of its header. */
  readonly hint?: string;
}

/** A row of a {@link Grid}. Pass the same object while it is unchanged: a row is rendered again only when it differs. */
export interface GridRow {
  readonly id: string;
  /** Name of the row in messages. */
  readonly label: string;
  /** Values by column; an absent one is zero or empty. */
  readonly values: Readonly<Record<string, string>>;
  /** A subtotal is not edited, and is not counted in the totals. */
  readonly isSubtotal?: boolean;
  /** Columns that are not written in this row, such as months that are closed. */
  readonly locked?: readonly string[];
  /** Its amounts count things: they are shown without decimals that are zero. */
  readonly isCount?: boolean;
}

/** A row below the grid with values by column, such as a figure to compare with. */
export interface GridFootRow {
  readonly id: string;
  readonly label: string;
  /** Text as it is shown, by column. */
  readonly cells: Readonly<Record<string, string>>;
  /** Address of the list that a cell sums, by column. */
  readonly links?: Readonly<Record<string, string>>;
  readonly hint?: string;
}

/** A change of one cell. */
export interface GridChange {
  readonly row: string;
  readonly column: string;
  readonly before: string;
  readonly after: string;
}

/** Values of a row to be added, by column. */
export type NewGridRow = Readonly<Record<string, string>>;

/** The place of a cell by the indexes of its row and column. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** The selected rectangle, both ends included. */
export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Whether users may write into a column. */
export const isWritable = ({ kind, readOnly }: GridColumn): boolean => kind !== 'sum' && readOnly !== true;

/** Whether users may write into a cell. */
export const isOpenCell = (row: GridRow, column: GridColumn): boolean =>
  row.isSubtotal !== true && isWritable(column) && row.locked?.includes(column.name) !== true;

/** Whether the values of a column are numbers. */
export const isNumeric = ({ kind }: GridColumn): boolean => kind === 'amount' || kind === 'sum';

/** The value of a cell without content. @example blankOf({ name: 'm01', label: 'Ene', kind: 'amount' }) // '0.00' */
export const blankOf = ({ kind, scale = 2 }: GridColumn): string =>
  kind === 'amount' || kind === 'sum' ? `0${scale === 0 ? '' : `.${'0'.repeat(scale)}`}` : '';

/** The value of a cell; that of a `sum` is calculated by `sums.ts`. */
export const valueIn = (row: GridRow, column: GridColumn): string => {
  const value = row.values[column.name];
  return value === undefined || value === '' ? blankOf(column) : value;
};
