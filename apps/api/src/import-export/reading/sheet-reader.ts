import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import type { Merge, Sheet } from '@pauta/domain/resource/import/sheet.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { importLimits } from '../limits.ts';
import { FileRefused } from './file-text.ts';
import { damaged, readXml } from './read-xml.ts';
import type { ZipPart } from './zip-reader.ts';

const unsaved = () =>
  new FileRefused(
    'El libro tiene una fórmula sin resultado guardado. Ábralo en Excel, guárdelo y vuelva a subirlo.',
  );
const tooFar = (rows: number, columns: number) =>
  new FileRefused(
    `La hoja llega al menos hasta la fila ${formatCount(rows)} y la columna ${formatCount(columns)}. Borre las filas y columnas que no importará, también las vacías, o divida el archivo.`,
  );

/** Decodes `_x000D_` and the like, which represent characters that XML does not allow (ECMA-376 Part 1 §22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

type Relations = ReadonlyMap<string, { readonly type: string; readonly path: string }>;

/** Relationships of a part of the package, by id (ECMA-376 Part 2 §9); paths are relative to the archive. */
const readRelations = async (part: ZipPart, folder: string): Promise<Relations> => {
  const relations = new Map<string, { type: string; path: string }>();
  await readXml(part, {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return;
      const path = new URL(Target, `zip:///${folder}`).pathname.slice(1);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: decodeURIComponent(path) });
    },
  });
  return relations;
};

const ofType = (relations: Relations, wanted: string): string | undefined =>
  [...relations.values()].find(({ type }) => type === wanted)?.path;

/** Built-in number formats of the standard that display a date or a time (ECMA-376 Part 1 §18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** @example isDateFormat('[$-1C0A]d "de" mmmm;@') // true */
const isDateFormat = (code: string): boolean => {
  const shown = code
    .replace(/\\.|_.|\*.|"[^"]*"/g, ' ')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^\]]*\]/g, '');
  return /[dmyhs]/i.test(shown) && !/[#?]|general/i.test(shown);
};

/** The cell styles that display a number as a date. */
const readDateStyles = async (part: ZipPart): Promise<readonly boolean[]> => {
  const codes = new Map<string, string>();
  const styles: boolean[] = [];
  let isInCells = false;
  await readXml(part, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) {
        const code = codes.get(numFmtId);
        styles.push(code === undefined ? isBuiltInDate(Number(numFmtId)) : isDateFormat(code));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
};

/** Shared texts by index. Phonetic hints (`rPh`) are not part of them. */
const readTexts = async (part: ZipPart): Promise<readonly string[]> => {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isSpoken = false;
  await readXml(part, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isSpoken = true;
      else if (name === 't') isText = !isSpoken;
    },
    text: (found) => {
      if (isText) text += found;
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isSpoken = false;
      else if (name === 'si' && texts.push(unescaped(text)) > importLimits.cells) {
        throw new FileRefused('El archivo tiene demasiados textos distintos. Divídalo en partes.');
      }
    },
  });
  return texts;
};

const dayOne = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

/** A date or time as the sheet displays it, without time zone. A value below one day is a time without a date. */
const dateText = (serial: number, epoch: 1900 | 1904): string => {
  const seconds = Math.round(serial * 86_400);
  // The 1900 date system of Excel includes a 29 February 1900, which did not exist.
  const day = epoch === 1900 && serial < 60 ? 86_400_000 : 0;
  const date = new Date(dayOne[epoch] + day + seconds * 1000);
  if (Number.isNaN(date.getTime())) return '';
  const [days = '', time = ''] = date.toISOString().split('T');
  const clock = time.slice(0, 8);
  if (serial > 0 && serial < 1) return clock;
  return clock === '00:00:00' ? days : `${days} ${clock}`;
};

interface Book {
  readonly texts: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly epoch: 1900 | 1904;
}

/** The XML content of a cell. */
interface RawCell {
  readonly type: string;
  readonly style: number;
  value?: string;
  inline?: string;
  hasFormula?: true;
}

const cellOf = (cell: RawCell, { texts, dateStyles, epoch }: Book): Cell => {
  const { type, style, value, inline } = cell;
  if (type === 'inlineStr') return unescaped(inline ?? '');
  if (value === undefined || (value === '' && type !== 'str')) {
    if (cell.hasFormula) throw unsaved();
    return null;
  }
  if (type === 's') {
    const text = /^\d+$/.test(value) ? texts[Number(value)] : undefined;
    if (text === undefined) throw damaged();
    return text;
  }
  if (type === 'str') return unescaped(value);
  if (type === 'e') return value;
  if (type === 'b') return value === '1';
  if (type === 'd') return value.replace('T', ' ').replace(/ 00:00:00(\.0+)?Z?$/, '');
  const number = Number(value);
  if (!Number.isFinite(number)) throw damaged();
  return dateStyles[style] ? dateText(number, epoch) : number;
};

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** How large a sheet may be. */
export interface SheetLimits {
  readonly columns: number;
  readonly lines: number;
  readonly cells: number;
}

/** Range such as `A1:C2`; null if it is none. */
const mergeOf = (range: string): Merge | null => {
  const [, left, top, right, bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(range) ?? [];
  if (left === undefined || right === undefined) return null;
  const [row, column] = [Number(top) - 1, columnOf(left) - 1];
  return { row, column, rows: Number(bottom) - row, columns: columnOf(right) - column };
};

/** Rows by their number in the sheet, where missing rows have no cells, and the joined cells. */
const readSheet = async (
  part: ZipPart,
  book: Book,
  limits: SheetLimits,
): Promise<{ rows: Cell[][]; merges: Merge[] }> => {
  const rows: Cell[][] = [];
  const merges: Merge[] = [];
  let [row, column, farthest] = [0, 0, 0];
  let cell: RawCell | undefined;
  let into: 'value' | 'inline' | undefined;
  let [isInRows, isSpoken] = [false, false];
  const go = (toRow: number, toColumn: number): void => {
    row = toRow;
    column = toColumn;
    farthest = Math.max(farthest, column);
    const lines = Math.max(rows.length, row);
    if (farthest > limits.columns || lines > limits.lines || lines * farthest > limits.cells)
      throw tooFar(lines, farthest);
  };
  await readXml(part, {
    open: (name, { r, t = 'n', s = '0', ref = '' }) => {
      if (name === 'sheetData') isInRows = true;
      else if (name === 'mergeCell') {
        const merge = mergeOf(ref);
        if (merge && merges.length < mostMerges) merges.push(merge);
      } else if (!isInRows) return;
      else if (name === 'row') {
        if (r !== undefined && !/^[1-9]\d{0,6}$/.test(r)) throw damaged();
        go(r === undefined ? row + 1 : Number(r), 0);
        for (let next = rows.length; next < row; next += 1) rows.push([]);
      } else if (name === 'c') {
        // Some programs omit the position of a cell: it follows the previous one.
        const place = r === undefined ? undefined : /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(r);
        if (r !== undefined && (!place || Number(place[2]) !== row)) {
          if (place) go(Number(place[2]), columnOf(place[1] ?? ''));
          throw damaged();
        }
        go(row, place ? columnOf(place[1] ?? '') : column + 1);
        cell = { type: t, style: Number(s) };
      } else if (cell) {
        if (name === 'v') into = 'value';
        else if (name === 't' && !isSpoken) into = 'inline';
        else if (name === 'f') cell.hasFormula = true;
        else if (name === 'rPh') isSpoken = true;
      }
    },
    text: (found) => {
      if (!cell || !into) return;
      cell[into] = (cell[into] ?? '') + found;
      if ((cell[into]?.length ?? 0) > importLimits.cell * 8) throw damaged();
    },
    close: (name) => {
      if (name === 'sheetData') isInRows = false;
      else if (name === 'rPh') isSpoken = false;
      else if (name === 'v' || name === 't') {
        if (cell && into === 'value') cell.value ??= '';
        into = undefined;
      } else if (name === 'c' && cell) {
        const cells = rows[row - 1];
        if (!cells) throw damaged();
        for (let next = cells.length; next < column - 1; next += 1) cells.push(null);
        cells[column - 1] = cellOf(cell, book);
        cell = undefined;
      }
    },
  });
  return { rows, merges };
};

/** More joined cells than any sheet that people make; the others are read as separate. */
const mostMerges = 5000;

/**
 * The visible sheets of an XLSX workbook (ECMA-376): their cells row by row, dates as the text they display, and their
 * joined cells. Memory is limited by the actual cells, whatever the file declares: parts are parsed while they are
 * decompressed, and a cell beyond the limits is refused as soon as it is read.
 *
 * @param most how many sheets are read at most; their cells together count for the limits
 * @throws FileRefused with the error in the file
 */
export const readXlsxSheets = async (
  parts: ReadonlyMap<string, ZipPart>,
  most: number,
  limits: SheetLimits = importLimits,
): Promise<Sheet[]> => {
  const part = (path: string | undefined): ZipPart => {
    const found = path === undefined ? undefined : parts.get(path);
    if (!found) throw damaged();
    return found;
  };
  const path = ofType(await readRelations(part('_rels/.rels'), ''), 'officeDocument');
  let epoch: Book['epoch'] = 1900;
  const found: { readonly id: string; readonly name: string }[] = [];
  await readXml(part(path), {
    open: (name, { id = '', date1904, state = 'visible', name: title = '' }) => {
      if (name === 'workbookPr' && /^(1|true|on)$/.test(date1904 ?? '')) epoch = 1904;
      if (name === 'sheet' && (state === 'visible' || most === 1)) found.push({ id, name: title });
    },
  });
  const [folder, name] = [path?.replace(/[^/]*$/, '') ?? '', path?.replace(/^.*\//, '') ?? ''];
  const relations = await readRelations(part(`${folder}_rels/${name}.rels`), folder);
  const texts = parts.get(ofType(relations, 'sharedStrings') ?? '');
  const styles = parts.get(ofType(relations, 'styles') ?? '');
  const book: Book = {
    texts: texts ? await readTexts(texts) : [],
    dateStyles: styles ? await readDateStyles(styles) : [],
    epoch,
  };
  const sheets: Sheet[] = [];
  let rest = limits.cells;
  // Without any sheet the first one is missing.
  for (const { id, name: title } of found.length === 0 ? [{ id: '', name: '' }] : found.slice(0, most)) {
    const read = await readSheet(part(relations.get(id)?.path), book, { ...limits, cells: rest });
    rest -= read.rows.reduce((sum, row) => sum + row.length, 0);
    sheets.push({ name: title, ...read });
  }
  return sheets;
};
