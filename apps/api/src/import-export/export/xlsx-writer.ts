import { serialOf } from '@pauta/domain/resource/import/date.ts';
import { zipOf } from './zip-writer.ts';

/** Formats of cells: indexes into the list of `styles`. */
export const cellStyles = {
  plain: 0,
  head: 1,
  date: 2,
  instant: 3,
  amount: 4,
  percent: 5,
  /** A text that a program could interpret as a formula is marked as text. */
  text: 6,
} as const;

export type SheetCell =
  | null
  | { readonly text: string }
  | { readonly digits: string; readonly style: number }
  | { readonly yes: boolean }
  /** Day and local time. */
  | { readonly day: string; readonly time: string | null };

export interface SheetColumn {
  readonly header: string;
  /** In characters. */
  readonly width: number;
}

// Characters that XML 1.0 does not allow are written as _xHHHH_ (ECMA-376, 22.9.2.19), and so is text that already has
// that form.
const unprintable = /_(?=x[0-9A-Fa-f]{4}_)|(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unprintable, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (one) => escapes[one] ?? one);

/** @example columnName(27) // 'AB' */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const looksLikeFormula = /^[=+\-@\t\r]/;

const inline = (at: string, style: number, text: string): string =>
  `<c r="${at}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const dayFraction = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (hours * 3600 + minutes * 60 + seconds) / 86_400;
};

const cellXml = (cell: SheetCell, at: string): string => {
  if (cell === null) return '';
  if ('text' in cell) {
    return inline(at, looksLikeFormula.test(cell.text) ? cellStyles.text : cellStyles.plain, cell.text);
  }
  if ('yes' in cell) return `<c r="${at}" t="b"><v>${Number(cell.yes)}</v></c>`;
  if ('digits' in cell) return `<c r="${at}" s="${cell.style}"><v>${cell.digits}</v></c>`;
  const serial = serialOf(cell.day) + (cell.time === null ? 0 : dayFraction(cell.time));
  return `<c r="${at}" s="${cell.time === null ? cellStyles.date : cellStyles.instant}"><v>${serial}</v></c>`;
};

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNs = 'http://schemas.openxmlformats.org/package/2006';

const contentTypes = `${xml}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`;
const rootRelations = `${xml}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const bookRelations = `${xml}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`;

const format = (id: number, code: string): string =>
  `<numFmt numFmtId="${id}" formatCode="${xmlText(code)}"/>`;
const cellFormat = (id: number, more = ''): string =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}/>`;
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="4">${format(164, 'dd/mm/yyyy')}${format(165, 'dd/mm/yyyy hh:mm')}${format(166, '#,##0.00')}${format(167, 'General" %"')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${cellFormat(164)}${cellFormat(165)}${cellFormat(166)}${cellFormat(167)}${cellFormat(49, ' quotePrefix="1"')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** A valid sheet name: at most 31 characters, without `[]:*?/\` . */
const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || 'Hoja 1';

const workbook = (name: string): string =>
  `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xmlText(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

async function* sheet(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnName(index));
  const rowXml = (cells: readonly SheetCell[], row: number): string =>
    `<row r="${row}">${cells.map((cell, index) => cellXml(cell, `${letters[index]}${row}`)).join('')}</row>`;
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const head = columns.map(({ header }, index) => inline(`${letters[index]}1`, cellStyles.head, header));
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`;
  let row = 1;
  for await (const batch of batches) {
    let text = '';
    for (const cells of batch) {
      row += 1;
      text += rowXml(cells, row);
    }
    yield text;
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1) ?? 'A'}${row}"/></worksheet>`;
}

/** An XLSX file with one sheet (ECMA-376) as a stream of bytes; rows are compressed as they arrive. */
export const xlsxOf = (
  name: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<Buffer> =>
  zipOf([
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', rootRelations],
    ['xl/workbook.xml', workbook(name)],
    ['xl/_rels/workbook.xml.rels', bookRelations],
    ['xl/styles.xml', styles],
    ['xl/worksheets/sheet1.xml', sheet(columns, batches)],
  ]);
