import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbering } from '../admin/settings/numbering.ts';
import { parseField } from '../kinds/kind.ts';
import { numberSeries } from './number-series.ts';
import { exampleNumber, type NumberedBy, numbersOf, patternFault, writeNumber } from './numbering.ts';

const everything: readonly NumberedBy[] = ['company', 'contract', 'year'];

test.each([
  ['PR-{year}-{number:5}', 12, 'PR-2026-00012'],
  ['{company}/{yy}.{number:3}', 12, 'ABC/26.012'],
  ['{contract}-A{number:2}', 12, 'CT-2026-00007-A12'],
  ['F{number:1}', 1234, 'F1234'],
])('%s at %d is %s', (pattern, count, number) => {
  expect(patternFault(pattern, everything)).toBeNull();
  const parts = { year: 2026, company: 'ABC', contract: 'CT-2026-00007' };
  expect(writeNumber(pattern, parts, count)).toBe(number);
});

test('without a count it marks where the count will be', () => {
  expect(writeNumber('PR-{year}-{number:5}', { year: 2026 }, null)).toBe('PR-2026-•••••');
});

test.each([
  ['PR-{year}', everything, /una vez \{number:5\}/],
  ['{number:5}-{number:2}', everything, /una vez \{number:5\}/],
  ['pr-{number:5}', everything, /mayúsculas/],
  ['PR-{number:0}', everything, /mayúsculas/],
  ['PR-{mes}-{number:5}', everything, /mayúsculas/],
  ['{company}-{number:5}', ['year'], /no son de una compañía/],
  ['{contract}-{number:5}', ['company', 'year'], /no son de un contrato/],
] as const)('%s is refused', (pattern, per, said) => {
  expect(patternFault(pattern, per)).toMatch(said);
});

test('every series has a setting with a valid pattern', () => {
  expect(Object.keys(numbering.fields)).toEqual(Object.keys(numberSeries).map((name) => `numbering.${name}`));
  for (const [key, field] of Object.entries(numbering.fields)) {
    expect(parseField(field, field.options.initial), key).toMatchObject({ ok: true });
    expect(exampleNumber(String(field.options.initial), 2026)).toMatch(/12$/);
  }
});

describe('any pattern', () => {
  const parts = fc.constantFrom('A', 'Z-', '.', '/', '7', '{year}', '{yy}', '{company}');
  const pattern = fc
    .tuple(
      fc.array(parts, { maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(parts, { maxLength: 4 }),
    )
    .map(([before, digits, after]) => `${before.join('')}{number:${digits}}${after.join('')}`);
  const count = fc.integer({ min: 1, max: 2_000_000_000 });

  test('distinct counts give distinct numbers, and the expression reads the count back', () => {
    fc.assert(
      fc.property(pattern, count, count, (text, one, other) => {
        const number = (n: number) => writeNumber(text, { year: 2026, company: 'EMP' }, n);
        expect(number(one) === number(other)).toBe(one === other);
        expect(new RegExp(numbersOf(text)).test(number(one))).toBe(true);
      }),
    );
  });
});
