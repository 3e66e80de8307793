import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSheetText, writeSheetText } from './sheet-text.ts';

test('cells with quotes, line breaks and blanks are separated as spreadsheets copy them', () => {
  expect(readSheetText('a\t"b ""c""\nd"\t\r\n\r\ne\t\tf\n')).toEqual([
    ['a', 'b "c"\nd', ''],
    [''],
    ['e', '', 'f'],
  ]);
});

test('text is read as it was written', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', '1') })
    .map((text) => text.trim());
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      expect(readSheetText(`${writeSheetText(rows)}\r\n`)).toEqual(rows);
    }),
  );
});
