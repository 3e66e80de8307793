import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { describe, expect, test } from 'vitest';
import { splitPhones } from './split-phones.ts';

const e164 = (number: string): string | undefined => parsePhoneNumberFromString(number, 'DO')?.number;

/** Numbers of the Dominican plan in E.164. */
const dominican = fc
  .tuple(fc.constantFrom('809', '829', '849'), fc.integer({ min: 2_000_000, max: 9_999_999 }))
  .map(([area, rest]) => `+1${area}${rest}`);

const shapes: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => number.slice(2),
  (number) => `${number.slice(2, 5)}-${number.slice(5, 8)}-${number.slice(8)}`,
  (number) => `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`,
  (number) => `${number.slice(2, 5)} ${number.slice(5, 8)} ${number.slice(8)}`,
  (number) => `+1 (${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`,
  (number) => `1.${number.slice(2, 5)}.${number.slice(5, 8)}.${number.slice(8)}`,
];

const joints = [' / ', '/', '; ', ', ', '\n', '\t', ' y ', ' o ', ' | ', '     '];
const tails = ['', ' ext. 3', ' x3', ', ext 3', ' #3', ' extensión: 3', ' (ext. 3)'];

const written = fc.record({
  number: dominican,
  shape: fc.constantFrom(...shapes),
  tail: fc.constantFrom(...tails),
  joint: fc.constantFrom(...joints),
});

describe('several numbers in one text', () => {
  test('each is found, in order and with its extension', () => {
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 6 }), (numbers) => {
        const text = numbers
          .map(({ number, shape, tail, joint }, index) => (index === 0 ? '' : joint) + shape(number) + tail)
          .join('');
        const found = splitPhones(text).map((one) => ({ ...one, number: e164(one.number) }));
        expect(found).toEqual(
          numbers.map(({ number, tail }) => ({ number, extension: tail === '' ? null : '3' })),
        );
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [
      '809-555-0101 / 829 555 0102, ext. 3; +1 (849) 555-0103',
      [
        ['809-555-0101', null],
        ['829 555 0102', '3'],
        ['+1 (849) 555-0103', null],
      ],
    ],
    ['Tel.: 809 555 0101', [['809 555 0101', null]]],
    [
      '+18095550101+18295550102',
      [
        ['+18095550101', null],
        ['+18295550102', null],
      ],
    ],
    [
      '809 555 0101 829 555 0102',
      [
        ['809 555 0101', null],
        ['829 555 0102', null],
      ],
    ],
    ['llamar por la mañana', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(splitPhones(text).map(({ number, extension }) => [number, extension])).toEqual(expected);
  });

  test('any text has a result, without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        for (const { number } of splitPhones(text)) expect(number).toMatch(/\d/);
      }),
    );
  });
});
