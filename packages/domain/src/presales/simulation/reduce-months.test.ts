import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../../money/arithmetic.ts';
import { reduceMonths } from './reduce-months.ts';

const months = (first: string): string[] => [first, ...Array<string>(11).fill('0.00')];

test('each line loses in proportion to what it has', () => {
  const reduced = reduceMonths([months('10.00'), months('30.00')], months('4.00'));
  expect(reduced.map(([first]) => first)).toEqual(['9.00', '27.00']);
  expect(reduceMonths([months('1.00')], months('4.00'))[0]?.[0]).toBe('0.00');
  expect(reduceMonths([months('0.00')], months('4.00'))[0]?.[0]).toBe('0.00');
});

test('the lines lose exactly the amount, or all that they have, and none becomes negative', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 }).map((units) => (units / 100).toFixed(2));
  const year = fc.array(amount, { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(year, { minLength: 1, maxLength: 12 }), year, (lines, less) => {
      const reduced = reduceMonths(lines, less);
      for (let at = 0; at < 12; at += 1) {
        const of = (all: readonly (readonly string[])[]): number =>
          Math.round(Number(sum(['0.00', ...all.map((line) => line[at] ?? '')])) * 100);
        const wanted = Math.round(Number(less[at]) * 100);
        expect(of(lines) - of(reduced)).toBe(Math.min(wanted, of(lines)));
      }
      for (const [index, line] of reduced.entries())
        for (const [at, value] of line.entries()) {
          expect(Number(value)).toBeGreaterThanOrEqual(0);
          expect(Number(value)).toBeLessThanOrEqual(Number(lines[index]?.[at]));
        }
    }),
  );
});
