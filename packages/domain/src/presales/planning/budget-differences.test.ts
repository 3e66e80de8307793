import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Line } from '../../document/document.ts';
import { sum } from '../../money/arithmetic.ts';
import { budgetDifferences } from './budget-differences.ts';
import { monthNames } from './months.ts';

let made = 0;
const line = (description: string, values: object = {}): Line => {
  made += 1;
  return { id: `line ${made}`, position: `${made}`, description, ...values };
};

test('a copy without changes does not differ, whatever its ids', () => {
  const lines = () => [
    line('Radio', { platform_id: { id: 'r' }, m01: '5.00' }),
    line('Radio', { m02: '1.00' }),
  ];
  expect(budgetDifferences(lines(), lines())).toMatchObject({ lines: [], same: 2, difference: '0.00' });
});

test('changed months, new names, and lines that were added or dropped are told apart', () => {
  const before = [
    line('Radio', { platform_id: { id: 'r' }, m01: '5.00' }),
    line('Vallas', { platform_id: { id: 'v' }, m03: '7.00' }),
    line('Prensa', { platform_id: { id: 'p' }, m03: '2.00' }),
  ];
  const after = [
    line('Radio', { platform_id: { id: 'r' }, m01: '6.50', m02: '1.00' }),
    line('Exterior', { platform_id: { id: 'v' }, m03: '7.00' }),
    line('Eventos', { platform_id: { id: 'e' }, m12: '4.00' }),
  ];
  const { lines, difference } = budgetDifferences(before, after);
  expect(difference).toBe('4.50');
  expect(
    lines.map(({ kind, line: { description }, renamed, difference: own }) => [
      kind,
      description,
      renamed,
      own,
    ]),
  ).toEqual([
    ['changed', 'Radio', null, '2.50'],
    ['changed', 'Exterior', 'Vallas', '0.00'],
    ['added', 'Eventos', null, '4.00'],
    ['dropped', 'Prensa', null, '-2.00'],
  ]);
  expect(lines[0]?.months).toEqual([
    { month: 'm01', before: '5.00', after: '6.50', difference: '1.50' },
    { month: 'm02', before: '0.00', after: '1.00', difference: '1.00' },
  ]);
});

test('the differences of months add up to those of lines and of the budget, and the reverse is their opposite', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 9 }).map((units) => (units / 100).toFixed(2));
  const lines = fc.array(
    fc.tuple(
      fc.constantFrom('Radio', 'TV', 'radio'),
      fc.constantFrom(null, 'a', 'b'),
      fc.array(amount, { minLength: 12, maxLength: 12 }),
    ),
    { maxLength: 8 },
  );
  const asLines = (all: readonly (readonly [string, string | null, readonly string[]])[]): Line[] =>
    all.map(([name, part, months]) =>
      line(name, {
        platform_id: part === null ? null : { id: part },
        ...Object.fromEntries(monthNames.map((month, at) => [month, months[at]])),
      }),
    );
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [before, after] = [asLines(one), asLines(other)];
      const there = budgetDifferences(before, after);
      for (const { months, difference } of there.lines)
        expect(sum(['0.00', ...months.map((month) => month.difference)])).toBe(difference);
      expect(sum(['0.00', ...there.lines.map(({ difference }) => difference)])).toBe(there.difference);
      const dropped = there.lines.filter(({ kind }) => kind === 'dropped').length;
      const added = there.lines.filter(({ kind }) => kind === 'added').length;
      expect(after.length - added).toBe(before.length - dropped);
      expect(sum([budgetDifferences(after, before).difference, there.difference])).toBe('0.00');
    }),
  );
});
