import { guardFormula } from '@pauta/domain/resource/formula-guard.ts';

/** One cell of a row to write: a text that is escaped against formulas, or the digits of a number. */
export type CsvCell = string | { readonly digits: string };

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The byte order mark, so that spreadsheets recognise UTF-8. */
export const byteOrderMark = '\uFEFF';

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? quoted(guardFormula(cell)) : cell.digits)).join(',')}\r\n`;
