import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanMatcher } from './match-scans.ts';
import { scanTypeOf } from './scan-files.ts';

const contractsOf = (...numbers: string[]) =>
  numbers.map((number) => ({ id: number, former_number: number }));

describe('a file is matched with the contract that its name says', () => {
  test.each([
    ['CT-2023-118.pdf', 'certain', 'CT-2023-118'],
    ['ct 2023_118 (firmado).PDF', 'certain', 'CT-2023-118'],
    ['CT-2023-00118.jpg', 'certain', 'CT-2023-118'],
    ['Escaneos/CT-2023-118/pagina 2.png', 'certain', 'CT-2023-118'],
    ['CT-2023-118-B anexo.pdf', 'certain', 'CT-2023-118-B'],
    ['CT2023118.pdf', 'likely', 'CT-2023-118'],
    ['119 firmado.pdf', 'likely', 'CT-2023-119'],
    ['Contrato No. 2023-119.pdf', 'likely', 'CT-2023-119'],
    ['CT-2023-118 y CT-2023-119.pdf', 'ambiguous', null],
    ['7.pdf', 'certain', '7'],
    ['7 (2024).pdf', 'likely', '7'],
    ['CT-2023-118 7.pdf', 'certain', 'CT-2023-118'],
    ['CT-2023-1180.pdf', 'none', null],
    ['IMG_0119.jpg', 'none', null],
    ['Póliza.pdf', 'none', null],
    ['.pdf', 'none', null],
  ])('%s: %s %s', (path, certainty, id) => {
    const match = scanMatcher(contractsOf('CT-2023-118', 'CT-2023-118-B', 'CT-2023-119', '7'));
    expect(match(path)).toMatchObject({ certainty, id });
  });

  test('the end of two numbers, and one number of two companies, are ambiguous', () => {
    const match = scanMatcher([
      ...contractsOf('CT-2022-118', 'CT-2023-118'),
      { id: 'other', former_number: 'ct 2022 118' },
    ]);
    expect(match('118.pdf').candidates).toEqual(['CT-2022-118', 'CT-2023-118', 'other']);
    expect(match('2023-118.pdf')).toMatchObject({ certainty: 'likely', id: 'CT-2023-118' });
    expect(match('CT-2022-118.pdf').candidates).toEqual(['CT-2022-118', 'other']);
  });
});

const part = fc.oneof(fc.integer({ min: 0, max: 9999 }).map(String), fc.constantFrom('CT', 'Ñ', 'exp', 'b'));
const number = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('-'))
  .filter((text) => /\d/.test(text));
const separator = fc.constantFrom(' ', '_', '-', '.', ' - ');

test('any number is found in its own file, however it is written', () => {
  fc.assert(
    fc.property(number, separator, fc.boolean(), (one, between, isUpper) => {
      const written = one.split('-').join(between);
      const file = `${isUpper ? written.toUpperCase() : written.toLowerCase()}.pdf`;
      expect(scanMatcher([{ id: 'x', former_number: one }])(file)).toEqual({
        certainty: 'certain',
        id: 'x',
        candidates: ['x'],
      });
    }),
  );
});

test('a match is a contract that there is, one exactly where it is not ambiguous, in any order of the contracts', () => {
  fc.assert(
    fc.property(fc.uniqueArray(number, { maxLength: 12 }), fc.string(), number, (numbers, noise, wanted) => {
      const contracts = contractsOf(...numbers);
      const path = `${noise} ${wanted}.pdf`;
      const found = scanMatcher(contracts)(path);
      expect(found.candidates.every((id) => numbers.includes(id))).toBe(true);
      expect(found.id === null).toBe(found.candidates.length !== 1);
      const other = scanMatcher(contracts.toReversed())(path);
      expect([...other.candidates].sort()).toEqual([...found.candidates].sort());
      expect(other).toMatchObject({ certainty: found.certainty, id: found.id });
    }),
  );
});

test('the type of a scan is that of its content', () => {
  expect(scanTypeOf(new TextEncoder().encode('%PDF-1.7'))).toBe('application/pdf');
  expect(scanTypeOf(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
  expect(scanTypeOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBe('image/png');
  expect(scanTypeOf(new TextEncoder().encode('MZ no es un PDF'))).toBeNull();
  expect(scanTypeOf(new Uint8Array())).toBeNull();
});
