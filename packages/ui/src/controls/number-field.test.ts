import { expect, test } from 'vitest';
import { formatNumber, unformatNumber } from './number-field.tsx';

test.each([
  ['RD$ 1,234.50', '1234.50'],
  ['1234567.5', '1234567.5'],
  ['USD 12,345', '12345'],
  ['-1,000', '-1000'],
  ['12.5 %', '12.5'],
  // A comma that does not separate thousands might be a decimal separator, so the text is left unchanged.
  ['1,5', '1,5'],
])('%s is read as %s', (typed, exact) => {
  expect(unformatNumber(typed)).toBe(exact);
});

test.each([
  ['1234567.5', 2, '1,234,567.50'],
  ['12345678901234.56', 2, '12,345,678,901,234.56'],
  ['30', undefined, '30'],
  ['mil', 2, 'mil'],
])('%s is shown as %s', (value, scale, shown) => {
  expect(formatNumber(value, scale)).toBe(shown);
});
