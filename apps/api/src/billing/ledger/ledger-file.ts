import { Readable } from 'node:stream';
import { byteOrderMark, type CsvCell, csvLine } from '../../import-export/export/csv.ts';
import { cellStyles, type SheetCell, xlsxOf } from '../../import-export/export/xlsx-writer.ts';

/** The formats of a file of the ledger. */
export const ledgerFormats = ['csv', 'xlsx'] as const;

export type LedgerFormat = (typeof ledgerFormats)[number];

/** A column of a file, with the cell of a row: a text, a day (`YYYY-MM-DD`), an amount or another number; null for none. */
export interface LedgerColumn<Row> {
  readonly header: string;
  readonly cell: 'text' | 'day' | 'amount' | 'number';
  readonly of: (row: Row) => string | number | null;
}

const isNumber = (cell: LedgerColumn<unknown>['cell']): boolean => cell === 'amount' || cell === 'number';

const csvCell = (cell: LedgerColumn<unknown>['cell'], value: string | number | null): CsvCell =>
  isNumber(cell) ? { digits: String(value ?? '') } : String(value ?? '');

const sheetCell = (cell: LedgerColumn<unknown>['cell'], value: string | number | null): SheetCell => {
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
  columns: readonly LedgerColumn<Row>[],
  rows: readonly Row[],
): AsyncGenerator<SheetCell[][]> {
  for (let from = 0; from < rows.length; from += together)
    yield rows
      .slice(from, from + together)
      .map((row) => columns.map(({ cell, of }) => sheetCell(cell, of(row))));
}

/**
 * Rows of the ledger as a file.
 *
 * @param title name of the sheet
 */
export const ledgerFile = <Row>(
  format: LedgerFormat,
  title: string,
  columns: readonly LedgerColumn<Row>[],
  rows: readonly Row[],
): { readonly type: string; readonly body: Readable } =>
  format === 'xlsx'
    ? {
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        body: Readable.from(
          xlsxOf(
            title,
            columns.map(({ header, cell }) => ({ header, width: widths[cell] })),
            batchesOf(columns, rows),
          ),
        ),
      }
    : {
        type: 'text/csv; charset=utf-8',
        body: Readable.from([
          byteOrderMark + csvLine(columns.map(({ header }) => header)),
          ...rows.map((row) => csvLine(columns.map(({ cell, of }) => csvCell(cell, of(row))))),
        ]),
      };
