import { expect, test } from 'vitest';
import { integer, percent } from '../../kinds/number.ts';
import { formatAmounts } from './summary.ts';

test('an average of whole numbers may have decimals', () => {
  const days = integer('Días', { aggregate: 'average' });
  expect(formatAmounts(days, [{ value: '3.6667' }])).toBe('3.67');
  expect(formatAmounts(days, [{ value: '1234.0000' }])).toBe('1,234');
  expect(formatAmounts(percent('Parte'), [{ value: '12.5000' }])).toBe('12.5 %');
});

test('a sum of whole numbers stays exact however large', () => {
  expect(formatAmounts(integer('Días'), [{ value: '9007199254740993' }])).toBe('9,007,199,254,740,993');
});
