import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import type { Sheet } from '@pauta/domain/resource/import/sheet.ts';
import papaparse from 'papaparse';
import { importLimits, orderLimits } from '../limits.ts';
import { FileRefused, isLegacyWorkbook, isZip, textOfFile } from './file-text.ts';
import { readOdsSheets } from './ods-reader.ts';
import { readXlsxSheets, type SheetLimits } from './sheet-reader.ts';
import { openZip } from './zip-reader.ts';

/**
 * The sheets of a workbook, XLSX or ODS.
 *
 * @param most how many are read at most
 * @throws FileRefused
 */
export const readWorkbook = (
  bytes: Buffer,
  most: number,
  limits: SheetLimits = importLimits,
): Promise<Sheet[]> => {
  const parts = openZip(bytes);
  return parts.has('content.xml') ? readOdsSheets(parts, most, limits) : readXlsxSheets(parts, most, limits);
};

/** The separator that gives the most cells; a tabulator is always one. */
const separatorIn = (text: string): string => {
  if (text.includes('\t')) return '\t';
  const count = (mark: string): number => text.split(mark).length;
  return [';', '|', ','].reduce(
    (best, mark) => (count(mark) > count(best) * (best === ',' ? 1 : 1.2) ? mark : best),
    ',',
  );
};

/**
 * Reads all sheets of a file without interpreting them: XLSX, ODS, CSV, or the text of a range copied from a spreadsheet.
 * Unlike `readTable` it expects no header.
 *
 * @param pasted whether it is pasted text and not a file
 * @throws FileRefused
 */
export const readSheets = async (bytes: Buffer, pasted: boolean): Promise<Sheet[]> => {
  if (bytes.length === 0) throw new FileRefused('El archivo está vacío.');
  if (isLegacyWorkbook(bytes))
    throw new FileRefused(
      'Este libro es de un Excel antiguo o tiene contraseña. Guárdelo como XLSX sin contraseña.',
    );
  if (!pasted && isZip(bytes)) return readWorkbook(bytes, orderLimits.sheets, orderLimits);
  const text = textOfFile(bytes);
  const rows: Cell[][] = [];
  let cells = 0;
  papaparse.parse<string[]>(text.slice(0, importLimits.pasted), {
    delimiter: separatorIn(text.slice(0, 64 * 1024)),
    step: ({ data }) => {
      rows.push(data.map((cell) => (cell.trim() === '' ? null : cell.slice(0, 500))));
      cells += data.length;
      if (cells > orderLimits.cells || data.length > orderLimits.columns)
        throw new FileRefused('Hay demasiadas celdas. Deje solo las de la orden.');
    },
  });
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== null));
  return [{ name: '', rows: rows.slice(0, last + 1), merges: [] }];
};
