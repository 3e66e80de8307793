import { unguardFormula } from '@pauta/domain/resource/formula-guard.ts';
import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import { DateEvidence } from '@pauta/domain/resource/import/date.ts';
import { type DecimalSign, NumberEvidence } from '@pauta/domain/resource/import/number.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import papaparse from 'papaparse';
import { importLimits } from '../limits.ts';
import { FileRefused, isCards, isLegacyWorkbook, isZip, textOfFile } from './file-text.ts';
import { readWorkbook } from './read-sheets.ts';
import type { TakenVcards } from './vcard-head.ts';

/** A column of a file, as the screen that matches it shows it. */
export interface FileColumn {
  readonly header: string;
  readonly samples: readonly string[];
  /** Determined from all its cells. */
  readonly decimal: DecimalSign;
  readonly dayFirst: boolean;
}

export type FileFormat = 'csv' | 'xlsx' | 'text' | 'vcf' | 'xml';

/** How a table is read. */
export interface TableOptions {
  /** Whether it is pasted text and not a file. */
  readonly pasted: boolean;
  /** See `vcardsOf`. */
  readonly vcards?: TakenVcards;
  /** It is an air log: XML is read too, and up to this number of rows. */
  readonly log?: { readonly rows: number };
}

/** A row with its number in the file, starting at 1. */
export type FileRow = readonly [line: number, cells: readonly Cell[]];

export interface FileTable {
  readonly format: FileFormat;
  readonly columns: readonly FileColumn[];
  readonly rows: readonly FileRow[];
}

/** Characters from which the separator is detected. */
const headLength = 64 * 1024;
const separators = [',', ';', '\t', '|'];

/**
 * The separator with which the first rows have as many columns as the header; of several, the one with the widest
 * header. Undefined: no separator makes columns.
 */
const separatorOf = (text: string): string | undefined => {
  const scores = separators.map((delimiter) => {
    const { data } = papaparse.parse<string[]>(text, { delimiter, preview: 20, skipEmptyLines: 'greedy' });
    const width = data[0]?.length ?? 0;
    const even = data.filter((row) => row.length === width).length / Math.max(data.length, 1);
    return width < 2 ? 0 : even * 100 + Math.min(width, 50);
  });
  const best = Math.max(...scores);
  return best === 0 ? undefined : separators[scores.indexOf(best)];
};

/**
 * Counts everything that may end a cell, also inside quotes, so that a file with too many cells is refused before any
 * cell is created.
 */
const refuseTooManyCells = (text: string, delimiter: string): void => {
  let cells = 0;
  for (const mark of [delimiter, '\n', '\r']) {
    for (let at = text.indexOf(mark); at >= 0 && cells <= importLimits.cells; at = text.indexOf(mark, at + 1))
      cells += 1;
  }
  if (cells > importLimits.cells) {
    throw new FileRefused(
      `El archivo tiene más de ${formatCount(importLimits.cells)} celdas. Borre las filas y columnas que no importará, también las vacías, o divida el archivo.`,
    );
  }
};

/** Columns that are aligned with spaces, as automation systems print them. */
const readAligned = (text: string): Cell[][] =>
  text.split(/\r?\n/).map((row) =>
    row.trim() === ''
      ? []
      : row
          .trim()
          .split(/\s{2,}/)
          .map(unguardFormula),
  );

const readText = (text: string, isLog: boolean): Cell[][] => {
  const [line, stated] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  const rest = line === undefined ? text : text.slice(line.length);
  const found = stated ?? separatorOf(rest.slice(0, headLength));
  if (found === undefined && isLog) return readAligned(rest);
  const delimiter = found ?? ',';
  refuseTooManyCells(rest, delimiter);
  // The line that only declares the separator counts for the line number.
  const rows: Cell[][] = line === undefined ? [] : [[]];
  papaparse.parse<string[]>(rest, {
    delimiter,
    step: ({ data }) => {
      rows.push(data.map(unguardFormula));
    },
  });
  return rows;
};

const isEmptyCell = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

const sampleCount = 5;
const sampleLength = 80;

const describeColumn = (header: string, index: number, rows: readonly FileRow[]): FileColumn => {
  const samples = new Set<string>();
  const numbers = new NumberEvidence();
  const dates = new DateEvidence();
  for (const [, cells] of rows) {
    const cell = cells[index];
    if (cell === undefined || cell === null || isEmptyCell(cell)) continue;
    if (samples.size < sampleCount) {
      samples.add((typeof cell === 'boolean' ? (cell ? 'Sí' : 'No') : String(cell)).slice(0, sampleLength));
    }
    if (typeof cell !== 'string' || cell.length > 40 || !/\d/.test(cell)) continue;
    numbers.add(cell);
    dates.add(cell);
  }
  return { header, samples: [...samples], decimal: numbers.decimal, dayFirst: dates.dayFirst };
};

const refuseUnusable = (cell: Cell, line: number): void => {
  if (typeof cell !== 'string') return;
  if (cell.length > importLimits.cell) {
    throw new FileRefused(
      `La fila ${line} tiene una celda con más de ${formatCount(importLimits.cell)} caracteres.`,
    );
  }
  if (cell.includes('\0')) {
    throw new FileRefused(`La fila ${line} tiene caracteres que no se pueden guardar. Bórrelos del archivo.`);
  }
};

const tableOf = (
  format: FileFormat,
  all: readonly (readonly Cell[])[],
  most: number = importLimits.rows,
): FileTable => {
  const headLine = all.findIndex((row) => row.some((cell) => !isEmptyCell(cell)));
  const head = all[headLine];
  if (!head) throw new FileRefused('El archivo está vacío.');
  const rows: FileRow[] = [];
  let characters = 0;
  let width = head.findLastIndex((cell) => !isEmptyCell(cell)) + 1;
  for (const [index, row] of all.entries()) {
    const last = row.findLastIndex((cell) => !isEmptyCell(cell));
    if (index <= headLine || last < 0) continue;
    if (rows.length === most) {
      throw new FileRefused(
        `El archivo tiene más de ${formatCount(most)} filas. Divídalo en partes e importe una tras otra.`,
      );
    }
    width = Math.max(width, last + 1);
    if (width > importLimits.columns) {
      throw new FileRefused(
        `El archivo tiene más de ${importLimits.columns} columnas. Deje solo las que importará.`,
      );
    }
    const cells = row
      .slice(0, last + 1)
      .map((cell) => (typeof cell === 'string' && !cell.isWellFormed() ? cell.toWellFormed() : cell));
    for (const cell of cells) {
      refuseUnusable(cell, index + 1);
      if (typeof cell === 'string') characters += cell.length;
    }
    // Cells of a workbook share texts, so a small file may expand to a large one.
    if (characters > importLimits.characters) {
      throw new FileRefused('El archivo tiene demasiado texto. Divídalo en partes e importe una tras otra.');
    }
    rows.push([index + 1, cells]);
  }
  if (rows.length === 0) throw new FileRefused('El archivo tiene encabezados, pero ninguna fila con datos.');
  const columns = Array.from({ length: width }, (_, index) => {
    const header = head[index];
    const text = isEmptyCell(header) ? '' : String(header).replace(/\s+/g, ' ').replaceAll('\0', '').trim();
    return describeColumn(text.toWellFormed().slice(0, 200), index, rows);
  });
  return { format, columns, rows };
};

/**
 * Reads a table: CSV (any usual encoding and separator), the first sheet of an XLSX or ODS workbook, the text of a range
 * copied from a spreadsheet, vCards, or of a log the repeated element of an XML document. The first non-empty row is the
 * header.
 *
 * @throws FileRefused
 */
export const readTable = async (bytes: Buffer, { pasted, vcards, log }: TableOptions): Promise<FileTable> => {
  if (bytes.length === 0) throw new FileRefused('El archivo está vacío.');
  if (isLegacyWorkbook(bytes)) {
    throw new FileRefused(
      'Este libro es de un Excel antiguo o tiene contraseña. Guárdelo como XLSX sin contraseña.',
    );
  }
  if (!pasted && isZip(bytes))
    return tableOf('xlsx', (await readWorkbook(bytes, 1))[0]?.rows ?? [], log?.rows);
  const text = textOfFile(bytes);
  if (isCards(text)) {
    if (vcards?.head) {
      // The thread handles one file, so it loads only what that file needs.
      const { readVcards } = await import('./vcard-reader.ts');
      return tableOf('vcf', readVcards(text, vcards.head));
    }
    throw new FileRefused(
      `Es un archivo de contactos (vCard). Impórtelo en ${vcards?.lists ?? 'una lista de personas'}.`,
    );
  }
  if (log && text.trimStart().startsWith('<')) {
    const { readXmlTable } = await import('./xml-table.ts');
    return tableOf('xml', await readXmlTable(text), log.rows);
  }
  return tableOf(pasted ? 'text' : 'csv', readText(text, log !== undefined), log?.rows);
};
