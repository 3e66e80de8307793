import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import type { Merge, Sheet } from '@pauta/domain/resource/import/sheet.ts';
import { FileRefused } from './file-text.ts';
import { damaged, readXml } from './read-xml.ts';
import type { SheetLimits } from './sheet-reader.ts';
import type { ZipPart } from './zip-reader.ts';

/** A duration such as `PT07H30M00S` as the time that the sheet displays. */
const clockOf = (duration: string): string => {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^PT(\d+)H(\d+)M(\d+)/.exec(duration) ?? [];
  return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
};

const cellOf = (attributes: Readonly<Record<string, string>>, text: string): Cell => {
  const { 'value-type': type, value, 'date-value': date, 'time-value': time } = attributes;
  if (type === 'float' || type === 'percentage' || type === 'currency') {
    const number = Number(value);
    if (!Number.isFinite(number)) throw damaged();
    return number;
  }
  if (type === 'date') return (date ?? '').replace('T', ' ').replace(/ 00:00:00(\.0+)?$/, '');
  if (type === 'time') return clockOf(time ?? '');
  if (type === 'boolean') return attributes['boolean-value'] === 'true';
  return text === '' ? null : text;
};

const isBlank = (row: readonly Cell[]): boolean => row.every((cell) => cell === null);
const timesOf = (count: string | undefined): number => Math.max(1, Number(count) || 1);

/**
 * The sheets of an OpenDocument spreadsheet (ISO/IEC 26300): cells row by row, dates as `YYYY-MM-DD`, joined cells. Repeated
 * blank rows and cells, with which programs fill a sheet to its end, take no memory.
 *
 * @param most how many sheets are read at most
 * @throws FileRefused with the error in the file
 */
export const readOdsSheets = async (
  parts: ReadonlyMap<string, ZipPart>,
  most: number,
  limits: SheetLimits,
): Promise<Sheet[]> => {
  const content = parts.get('content.xml');
  if (!content) throw damaged();
  const sheets: { name: string; rows: Cell[][]; merges: Merge[] }[] = [];
  let row: Cell[] = [];
  let [blankCells, blankRows, rowTimes, cells, depth] = [0, 0, 1, 0, 0];
  let cell: Readonly<Record<string, string>> | undefined;
  let text = '';
  let [isText, isNote] = [false, false];
  const tooLarge = () =>
    new FileRefused(
      'La hoja es demasiado grande. Borre las filas y columnas que no importará, también las vacías.',
    );
  const put = (value: Cell, times: number): void => {
    if (value === null) {
      blankCells += times;
      return;
    }
    if (row.length + blankCells + times > limits.columns) throw tooLarge();
    while (blankCells > 0) {
      row.push(null);
      blankCells -= 1;
    }
    for (let count = 0; count < times; count += 1) row.push(value);
  };
  const endRow = (rows: Cell[][]): void => {
    if (isBlank(row)) {
      blankRows += rowTimes;
      return;
    }
    cells += (blankRows + rowTimes) * row.length;
    if (rows.length + blankRows + rowTimes > limits.lines || cells > limits.cells) throw tooLarge();
    while (blankRows > 0) {
      rows.push([]);
      blankRows -= 1;
    }
    for (let count = 0; count < rowTimes; count += 1) rows.push([...row]);
  };
  await readXml(content, {
    open: (name, attributes) => {
      const sheet = sheets.at(-1);
      if (name === 'table') {
        depth += 1;
        if (depth === 1) {
          sheets.push({ name: attributes.name ?? '', rows: [], merges: [] });
          blankRows = 0;
        }
      } else if (!sheet || depth !== 1 || sheets.length > most) return;
      else if (name === 'table-row') {
        row = [];
        blankCells = 0;
        rowTimes = timesOf(attributes['number-rows-repeated']);
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = attributes;
        text = '';
        const [rows, columns] = [
          timesOf(attributes['number-rows-spanned']),
          timesOf(attributes['number-columns-spanned']),
        ];
        if (name === 'table-cell' && rows * columns > 1 && sheet.merges.length < 5000)
          sheet.merges.push({
            row: sheet.rows.length + blankRows,
            column: row.length + blankCells,
            rows,
            columns,
          });
      } else if (name === 'annotation') isNote = true;
      else if (name === 'p' && !isNote) {
        if (text !== '') text += ' ';
        isText = true;
      } else if (name === 's' && isText) text += ' ';
    },
    text: (found) => {
      if (isText && cell) text += found;
    },
    close: (name) => {
      const sheet = sheets.at(-1);
      if (name === 'table') depth -= 1;
      else if (name === 'annotation') isNote = false;
      else if (name === 'p') isText = false;
      else if ((name === 'table-cell' || name === 'covered-table-cell') && cell) {
        put(
          name === 'table-cell' ? cellOf(cell, text.trim()) : null,
          timesOf(cell['number-columns-repeated']),
        );
        cell = undefined;
      } else if (name === 'table-row' && sheet && depth === 1 && sheets.length <= most) endRow(sheet.rows);
    },
  });
  if (sheets.length === 0) throw damaged();
  return sheets.slice(0, most);
};
