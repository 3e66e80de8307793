import {
  describeStatement,
  findHeader,
  fixedColumns,
  type StatementColumn,
} from '@pauta/domain/billing/bank-files/statement-table.ts';
import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import { foldHeader } from '@pauta/domain/resource/import/columns.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { importLimits } from '../../../import-export/limits.ts';
import {
  FileRefused,
  isLegacyWorkbook,
  isZip,
  textOfFile,
} from '../../../import-export/reading/file-text.ts';
import { readWorkbook } from '../../../import-export/reading/read-sheets.ts';
import { isCamt, readCamt } from './camt.ts';
import { isMt940, readMt940 } from './mt940.ts';
import { isOfx, readOfx } from './ofx.ts';
import {
  mostMovements,
  type ReadStatement,
  type StatedMovements,
  type StatementFormat,
  type StatementLayout,
  type StatementOptions,
} from './statement.ts';
import { readStatementText } from './statement-text.ts';

/** A statement with its rows, each with its number from 1. */
export interface Statement extends ReadStatement {
  readonly rows: readonly (readonly [line: number, cells: readonly Cell[]])[];
}

const digitsOf = (number: string): string =>
  number
    .replaceAll(/[^0-9A-Z]/gi, '')
    .toUpperCase()
    .replace(/^0+/, '');

/** An IBAN ends with the number of the account. */
const isSame = (stated: string, own: string): boolean => {
  const [a, b] = [digitsOf(stated), digitsOf(own)];
  return a !== '' && b !== '' && (a.endsWith(b) || b.endsWith(a));
};

/** Those of the account, of all that a file has. @throws FileRefused if they are of others */
const ofAccount = (
  statements: readonly StatedMovements[],
  { accountNo, currency }: StatementOptions,
): readonly (readonly Cell[])[] => {
  const named = statements.filter(({ account }) => account.number !== '');
  const own =
    named.length === 0 ? statements : statements.filter(({ account }) => isSame(account.number, accountNo));
  if (own.length === 0)
    throw new FileRefused(
      `El archivo es de la cuenta ${named[0]?.account.number} y usted eligió la ${accountNo}. Elija la cuenta del archivo.`,
    );
  const other = own.find(({ account }) => account.currency !== null && account.currency !== currency);
  if (other)
    throw new FileRefused(
      `El archivo está en ${other.account.currency} y la cuenta que eligió en ${currency}. Elija la cuenta del archivo.`,
    );
  return own.flatMap(({ rows }) => rows);
};

const isEmpty = (cells: readonly Cell[]): boolean =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));

const clean = (cell: Cell, line: number): Cell => {
  if (typeof cell !== 'string') return cell;
  if (cell.length > importLimits.cell)
    throw new FileRefused(
      `La fila ${line} tiene una celda con más de ${formatCount(importLimits.cell)} caracteres.`,
    );
  return cell.replaceAll('\0', '').toWellFormed();
};

const limited = (
  format: StatementFormat,
  rows: readonly (readonly Cell[])[],
  headerLine: number,
  columns: readonly StatementColumn[],
): Statement => {
  const kept = rows
    .map((cells, index): [number, readonly Cell[]] => [
      index + 1,
      cells.map((cell) => clean(cell, index + 1)),
    ])
    .filter(([line, cells]) => (line > headerLine ? !isEmpty(cells) : true));
  const count = kept.filter(([line]) => line > headerLine).length;
  if (count === 0) throw new FileRefused('El archivo no tiene movimientos.');
  if (count > mostMovements)
    throw new FileRefused(`El archivo tiene más de ${formatCount(mostMovements)} filas. Divídalo por meses.`);
  if (columns.length > importLimits.columns)
    throw new FileRefused(
      `El archivo tiene más de ${importLimits.columns} columnas: no es un estado de cuenta.`,
    );
  return { format, rows: kept, headerLine, columns, count };
};

/** What was chosen for a column of earlier files decides where this file alone does not. */
const learnt = (columns: readonly StatementColumn[], { monthFirst, withComma }: StatementLayout) =>
  columns.map((column) => {
    const header = foldHeader(column.header ?? '');
    return {
      ...column,
      ...(monthFirst.includes(header) && { day_first: false }),
      ...(withComma.includes(header) && { decimal: ',' as const }),
    };
  });

const table = (rows: readonly (readonly Cell[])[], { layout }: StatementOptions): Statement => {
  if (rows.every(isEmpty)) throw new FileRefused('El archivo está vacío.');
  const headerLine = findHeader(rows, layout.meanings);
  return limited(
    'table',
    rows,
    headerLine,
    learnt(describeStatement(rows, headerLine, layout.meanings), layout),
  );
};

/**
 * Reads a bank statement: OFX, camt.053, MT940, or a table (CSV of any usual encoding and separator, XLSX, ODS) with
 * whatever the bank writes above it.
 *
 * @throws FileRefused
 */
export const readStatement = async (bytes: Buffer, options: StatementOptions): Promise<Statement> => {
  if (bytes.length === 0) throw new FileRefused('El archivo está vacío.');
  if (isLegacyWorkbook(bytes))
    throw new FileRefused(
      'Este libro es de un Excel antiguo o tiene contraseña. Guárdelo como XLSX sin contraseña.',
    );
  if (isZip(bytes)) return table((await readWorkbook(bytes, 1))[0]?.rows ?? [], options);
  const text = textOfFile(bytes);
  const fixed = (format: StatementFormat, statements: readonly StatedMovements[]): Statement =>
    limited(format, ofAccount(statements, options), 0, fixedColumns);
  if (isOfx(text)) return fixed('ofx', readOfx(text));
  if (text.trimStart().startsWith('<') && isCamt(text)) return fixed('camt', await readCamt(text));
  if (isMt940(text)) return fixed('mt940', readMt940(text));
  if (text.trimStart().startsWith('<?xml'))
    throw new FileRefused('El archivo XML no es un estado de cuenta camt.053 ni OFX.');
  return table(readStatementText(text), options);
};
