import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { zipOf } from '../export/zip-writer.ts';
import { readStream } from '../fixtures.ts';
import { readWorkbook } from './read-sheets.ts';

const readFirstSheet = async (bytes: Buffer) => (await readWorkbook(bytes, 1))[0]?.rows;

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook in the format of other programs. */
const book = (
  rows: string,
  {
    texts = '',
    styles = '',
    workbook = '<workbook><sheets><sheet name="a" r:id="rId1"/><sheet name="b" r:id="rId2"/></sheets></workbook>',
  } = {},
): Promise<Buffer> =>
  readStream(
    zipOf([
      [
        '_rels/.rels',
        `<Relationships><Relationship Id="r" Type="${office}/officeDocument" Target="/libro/w.xml"/></Relationships>`,
      ],
      ['libro/w.xml', workbook],
      [
        'libro/_rels/w.xml.rels',
        `<Relationships><Relationship Id="rId2" Type="${office}/worksheet" Target="otra.xml"/><Relationship Id="rId1" Type="${office}/worksheet" Target="hojas/una.xml"/><Relationship Id="rId3" Type="${office}/sharedStrings" Target="../textos.xml"/><Relationship Id="rId4" Type="${office}/styles" Target="estilos.xml"/></Relationships>`,
      ],
      [
        'libro/otra.xml',
        '<worksheet><sheetData><row r="1"><c r="A1"><v>9</v></c></row></sheetData></worksheet>',
      ],
      ['libro/hojas/una.xml', `<worksheet><sheetData>${rows}</sheetData></worksheet>`],
      ['textos.xml', `<sst>${texts}</sst>`],
      ['libro/estilos.xml', `<styleSheet>${styles}</styleSheet>`],
    ]),
  );
const read = async (...args: Parameters<typeof book>) => readFirstSheet(await book(...args));

test('a workbook of another program: texts, numbers, dates, booleans', async () => {
  const bytes = await (
    writeExcelFile([
      [{ value: 'Nombre' }, { value: 'Alta' }, { value: 'Hora' }, { value: 'Monto' }, { value: 'Activo' }],
      [
        { value: 'Ñandú & «Cía.» <1>' },
        { value: new Date('2026-02-28T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
        { value: new Date('2026-02-28T15:45:30Z'), type: Date, format: 'dd/mm/yyyy h:mm AM/PM' },
        { value: 1234.5, type: Number, format: '#,##0.00' },
        { value: true, type: Boolean },
      ],
      [null, { value: null }, null, { value: -3, type: Number }],
    ] as never) as unknown as { toBuffer(): Promise<Buffer> }
  ).toBuffer();
  expect(await readFirstSheet(bytes)).toEqual([
    ['Nombre', 'Alta', 'Hora', 'Monto', 'Activo'],
    ['Ñandú & «Cía.» <1>', '2026-02-28', '2026-02-28 15:45:30', 1234.5, true],
    expect.arrayContaining([-3]),
  ]);
});

test('the first sheet is the first one listed, wherever its part is, with prefixes and either kind of quotes', async () => {
  const rows = `<x:row r='2'><x:c r = "B2" t='inlineStr'><x:is><x:r><x:t>Uno </x:t></x:r><x:r><x:t>dos</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c><x:c><x:v>3</x:v></x:c></x:row>`;
  expect(await read(rows)).toEqual([[], [null, 'Uno dos', 3]]);
});

test('shared and escaped texts are read, without phonetic hints', async () => {
  const texts =
    '<si><t>a_x000D_b &amp; &#241;</t></si><si><r><t>Dos</t></r><r><rPr><b/></rPr><t xml:space="preserve"> partes</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>';
  expect(
    await read('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>', { texts }),
  ).toEqual([['a\rb & ñ', 'Dos partes']]);
});

test('a number with a date format is a date', async () => {
  const codes = ['14', '0', '2', '46', '164', '165', '166', '167', '168'];
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-1C0A]d &quot;de&quot; mmmm;@"/><numFmt numFmtId="165" formatCode="[Red]#,##0.00"/><numFmt numFmtId="166" formatCode="&quot;día&quot; 0"/><numFmt numFmtId="167" formatCode="[h]:mm"/><numFmt numFmtId="168" formatCode="General"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${codes.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
  const rows = `<row r="1">${codes.map((_, style) => `<c s="${style}"><v>46081.5</v></c>`).join('')}</row>`;
  const date = '2026-02-28 12:00:00';
  expect(await read(rows, { styles })).toEqual([
    [date, 46081.5, 46081.5, date, date, 46081.5, 46081.5, date, 46081.5],
  ]);
  const few =
    '<row r="1"><c s="0"><v>0.34375</v></c><c s="0"><v>59</v></c><c s="0"><v>61</v></c><c s="0" t="d"><v>2026-02-28T00:00:00</v></c></row>';
  expect(await read(few, { styles })).toEqual([['08:15:00', '1900-02-28', '1900-03-01', '2026-02-28']]);
  const workbook =
    '<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>';
  expect(await read('<row r="1"><c s="0"><v>44619</v></c></row>', { styles, workbook })).toEqual([
    ['2026-02-28'],
  ]);
});

test('reads results of formulas, and reports a formula without a result', async () => {
  expect(
    await read(
      '<row r="1"><c t="str"><f>A2</f><v>sí</v></c><c><f>1+1</f><v>2</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="str"><f>""</f><v></v></c><c/></row>',
    ),
  ).toEqual([['sí', 2, '#DIV/0!', '', null]]);
  await expect(read('<row r="1"><c><f>1+1</f></c></row>')).rejects.toThrow('fórmula sin resultado');
});

test.each([
  ['<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>', /fila 1,048,576/],
  ['<row r="1"><c r="XFD1"><v>1</v></c></row>', /fila 1 y la columna 16,384/],
  ['<row r="50000"><c r="GR50000"/></row>', /fila 50,000 y la columna 200/],
  ['<row r="1"><c r="A2"><v>1</v></c></row>', /dañado/],
  ['<row r="1e7"/>', /dañado/],
  ['<row r="1"><c r="&#88;FD1"/></row>', /columna 16,384/],
  ['<row r="1"><c t="s"><v>7</v></c></row>', /dañado/],
  ['<row r="1"><c><v>siete</v></c></row>', /dañado/],
  ['<row r="1"><c t="inlineStr"><is><t>&eacute;</t></is></c></row>', /dañado/],
  ['<row r="1">', /dañado/],
])('invalid content or positions are refused as soon as they are read: %s', async (rows, message) => {
  await expect(read(rows)).rejects.toThrow(message);
});

test('ignores the declared size of a sheet, and content beside the rows', async () => {
  const rows = '<row r="1" spans="1:16384"><c r="A1"><v>1</v></c></row>';
  const bytes = await book(`${rows}</sheetData><cols><col max="16384"/></cols><sheetData>`);
  expect(await readFirstSheet(bytes)).toEqual([[1]]);
});

test('a document type definition is refused, because it can expand a small file to a large one', async () => {
  const workbook =
    '<!DOCTYPE w [<!ENTITY a "aaaa">]><workbook><sheets><sheet r:id="rId1"/></sheets></workbook>';
  await expect(read('', { workbook })).rejects.toThrow(/dañado/);
});
