import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lanesOf } from './lanes.ts';

const spans = fc.array(
  fc.record({ from: fc.nat(1380), length: fc.integer({ min: 1, max: 240 }) }).map(({ from, length }) => ({
    from,
    to: from + length,
  })),
  { maxLength: 30 },
);

test('overlapping spans get different lanes', () => {
  fc.assert(
    fc.property(spans, (all) => {
      const lanes = lanesOf(all);
      expect(lanes).toHaveLength(all.length);
      all.forEach((one, index) => {
        const { lane, lanes: width } = lanes[index]!;
        expect(lane).toBeLessThan(width);
        all.slice(index + 1).forEach((other, offset) => {
          if (one.from >= other.to || other.from >= one.to) return;
          const theirs = lanes[index + 1 + offset]!;
          expect(theirs.lane).not.toBe(lane);
          // Overlapping spans have the same width.
          expect(theirs.lanes).toBe(width);
        });
      });
    }),
  );
});

test('an item without overlap has the whole width', () => {
  expect(
    lanesOf([
      { from: 0, to: 60 },
      { from: 30, to: 90 },
      { from: 90, to: 120 },
    ]),
  ).toEqual([
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 1 },
  ]);
});
