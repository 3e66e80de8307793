import { expect, test } from 'vitest';
import { date } from '../../kinds/date.ts';
import { integer } from '../../kinds/number.ts';
import { time } from '../../kinds/time.ts';
import { parseFilter } from './filter.ts';
import { rangeWords } from './range-words.ts';

const wordsFor = (field: Parameters<typeof parseFilter>[1], text: string): string => {
  const filter = parseFilter('x', field, text);
  if (filter?.operator !== 'between') throw new Error(text);
  return rangeWords(field, filter);
};

test('an exclusive end is worded differently from an inclusive one', () => {
  const amount = integer('Monto');
  expect(wordsFor(amount, '>5000')).toBe('mayor que 5,000');
  expect(wordsFor(amount, '5000..')).toBe('desde 5,000');
  expect(wordsFor(amount, '<5000')).toBe('menor que 5,000');
  expect(wordsFor(amount, '..5000')).toBe('hasta 5,000');
  expect(wordsFor(amount, '1..5')).toBe('1 – 5');
  expect(wordsFor(amount, '5')).toBe('5');
});

test('ranges of instants use before and after', () => {
  const day = date('Día');
  expect(wordsFor(day, '>2026-03-01')).toBe('después de 01/03/2026');
  expect(wordsFor(day, '<2026-03-01')).toBe('antes de 01/03/2026');
  expect(wordsFor(day, '2026-03-01..')).toBe('desde 01/03/2026');
  expect(wordsFor(time('Hora'), '>13:30')).toMatch(/^después de /);
});
