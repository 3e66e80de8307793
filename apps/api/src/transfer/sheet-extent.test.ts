import { expect, test } from 'vitest';
import { sheetExtent } from './sheet-extent.ts';

test('ranges that other elements name take no room', () => {
  const sheet = `<worksheet><dimension ref="A1:C7"/><cols><col min="1" max="16384"/></cols><sheetData><row r="7" spans="1:3"><c r="C7" t="str"><v>ref="A1:XFD1048576" r="XFD1048576"</v></c></row></sheetData><dataValidations><dataValidation sqref="B2:B1048576"/></dataValidations><conditionalFormatting sqref="A1:XFD1048576"/></worksheet>`;
  expect(sheetExtent(Buffer.from(sheet))).toEqual({ rows: 7, columns: 3 });
});

test('an element on the border of two slices is read whole', () => {
  const slice = 1024 * 1024;
  for (let before = 0; before < 40; before += 1) {
    const sheet = '<v></v>'.padEnd(slice - before);
    expect(sheetExtent(Buffer.from(`${sheet}<c s="1" r="AB12"/>`)), String(before)).toEqual({
      rows: 12,
      columns: 28,
    });
  }
});

test.each([
  ["<c r='C2'/>", { rows: 2, columns: 3 }],
  ['<x:c\tr = "C2"></x:c>', { rows: 2, columns: 3 }],
  ['<c s=">" r="C2"/>', { rows: 2, columns: 3 }],
  ['<row r="1e7"/>', undefined],
  ['<row r="10000000"/>', undefined],
  ['<c r="&#88;FD1"/>', undefined],
])('a reference is read however it is written, or refused: %s', (xml, extent) => {
  expect(sheetExtent(Buffer.from(xml))).toEqual(extent);
});
