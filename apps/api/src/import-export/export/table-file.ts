import { Readable } from 'node:stream';
import { byteOrderMark, type CsvCell, csvLine } from './csv.ts';
import { cellStyles, type SheetCell, xlsxOf } from './xlsx-writer.ts';

/** The formats of a table file, with their media types. */
export const tableTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type TableFormat = keyof typeof tableTypes;

export const tableFormats = Object.keys(tableTypes) as readonly TableFormat[];

/** A column of a file, with the cell of a row: a text, a day (`YYYY-MM-DD`), an amount or another number; null for none. */
export interface TableColumn<Row> {
  readonly header: string;
  readonly cell: 'text' | 'day' | 'amount' | 'number';
  readonly of: (row: Row) => string | number | null;
  /** In characters; by the kind of the cell by default. */
  readonly width?: number;
}

const isNumber = (cell: TableColumn<unknown>['cell']): boolean => cell === 'amount' || cell === 'number';

const csvCell = (cell: TableColumn<unknown>['cell'], value: string | number | null): CsvCell =>
  isNumber(cell) ? { digits: String(value ?? '') } : String(value ?? '');

const sheetCell = (cell: TableColumn<unknown>['cell'], value: string | number | null): SheetCell => {
  if (value === null || value === '') return null;
  if (cell === 'day') return { day: String(value), time: null };
  if (isNumber(cell))
    return { digits: String(value), style: cell === 'amount' ? cellStyles.amount : cellStyles.plain };
  return { text: String(value) };
};

const widths = { text: 28, day: 12, amount: 18, number: 12 } as const;

/** Rows of a sheet that are written together. */
const together = 1000;

async function* batchesOf<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): AsyncGenerator<SheetCell[][]> {
  for (let from = 0; from < rows.length; from += together)
    yield rows
      .slice(from, from + together)
      .map((row) => columns.map(({ cell, of }) => sheetCell(cell, of(row))));
}

/**
 * Rows as a file. A text is never a formula.
 *
 * @param title name of the sheet
 * @example tableFile('csv', 'Cuentas', [{ header: 'Cuenta', cell: 'text', of: ({ code }) => code }], accounts)
 */
export const tableFile = <Row>(
  format: TableFormat,
  title: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Readable =>
  format === 'xlsx'
    ? Readable.from(
        xlsxOf(
          title,
          columns.map(({ header, cell, width = widths[cell] }) => ({ header, width })),
          batchesOf(columns, rows),
        ),
      )
    : Readable.from([
        byteOrderMark + csvLine(columns.map(({ header }) => header)),
        ...rows.map((row) => csvLine(columns.map(({ cell, of }) => csvCell(cell, of(row))))),
      ]);
