import { guardFormula } from '@pauta/domain/resource/formula-guard.ts';

/** One cell of a row to write: a text that is guarded against formulas, or a number as its digits. */
export type CsvCell = string | { readonly digits: string };

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Says that the file is UTF-8 to spreadsheets that would guess otherwise. */
export const byteOrderMark = '\uFEFF';

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? quoted(guardFormula(cell)) : cell.digits)).join(',')}\r\n`;
