import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import type { Sheet } from '@pauta/domain/resource/import/sheet.ts';
import { zipOf } from '../../import-export/export/zip-writer.ts';
import { readStream } from '../../import-export/fixtures.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`;

const serial = (day: string): number =>
  (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
const isDay = (cell: Cell): cell is string => typeof cell === 'string' && /^\d{4}-\d\d-\d\d$/.test(cell);

const xlsxCell = (cell: Cell, at: string): string => {
  if (cell === null) return '';
  // The first style displays a date.
  if (isDay(cell)) return `<c r="${at}" s="1"><v>${serial(cell)}</v></c>`;
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell))}</t></is></c>`;
};

/** The sheets as an XLSX workbook, for tests. */
export const xlsxWith = (sheets: readonly Sheet[]): Promise<Buffer> =>
  readStream(
    zipOf([
      [
        '_rels/.rels',
        `<Relationships><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
      [
        'xl/workbook.xml',
        `<workbook xmlns:r="${office}"><sheets>${sheets.map(({ name }, index) => `<sheet name="${escaped(name)}" r:id="s${index}"/>`).join('')}<sheet name="Oculta" state="hidden" r:id="s0"/></sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `<Relationships>${sheets.map((_, index) => `<Relationship Id="s${index}" Type="${office}/worksheet" Target="sheet${index}.xml"/>`).join('')}<Relationship Id="st" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
      ],
      ['xl/styles.xml', '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'],
      ...sheets.map(({ rows, merges }, index): [string, string] => [
        `xl/sheet${index}.xml`,
        `<worksheet><sheetData>${rows
          .map(
            (row, at) =>
              `<row r="${at + 1}">${row.map((cell, column) => xlsxCell(cell, `${columnName(column)}${at + 1}`)).join('')}</row>`,
          )
          .join('')}</sheetData><mergeCells>${merges
          .map(
            ({ row, column, rows: height, columns }) =>
              `<mergeCell ref="${columnName(column)}${row + 1}:${columnName(column + columns - 1)}${row + height}"/>`,
          )
          .join('')}</mergeCells></worksheet>`,
      ]),
    ]),
  );

const odsCell = (cell: Cell, span: string): string => {
  if (cell === null) return `<table:table-cell${span}/>`;
  if (isDay(cell))
    return `<table:table-cell${span} office:value-type="date" office:date-value="${cell}"><text:p>x</text:p></table:table-cell>`;
  if (typeof cell === 'number')
    return `<table:table-cell${span} office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
  return `<table:table-cell${span} office:value-type="string"><text:p>${escaped(String(cell))}</text:p></table:table-cell>`;
};

/** The sheets as an OpenDocument spreadsheet, filled to the end with blank rows and cells as programs do, for tests. */
export const odsWith = (sheets: readonly Sheet[]): Promise<Buffer> =>
  readStream(
    zipOf([
      ['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'],
      [
        'content.xml',
        `<office:document-content><office:body><office:spreadsheet>${sheets
          .map(
            ({ name, rows, merges }) =>
              `<table:table table:name="${escaped(name)}">${rows
                .map((row, at) => {
                  const cells = row.map((cell, column) => {
                    const merge = merges.find((one) => one.row === at && one.column === column);
                    const span = merge
                      ? ` table:number-rows-spanned="${merge.rows}" table:number-columns-spanned="${merge.columns}"`
                      : '';
                    return odsCell(cell, span);
                  });
                  return `<table:table-row>${cells.join('')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>`;
                })
                .join(
                  '',
                )}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
          )
          .join('')}</office:spreadsheet></office:body></office:document-content>`,
      ],
    ]),
  );
