import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../calendar/working-time.ts';
import { timesOf, unitsOf } from './order-lines.ts';

const days = (from: string, counts: readonly number[]): Record<string, number> =>
  Object.fromEntries(
    counts.map((count, index) => [addDays(from, index), count] as const).filter(([, count]) => count > 0),
  );
const repeated = (week: readonly number[], times: number): number[] =>
  Array.from({ length: times }, () => week).flat();

describe('timesOf', () => {
  test.each([
    ['nothing', {}, 0],
    ['one day', days('2026-11-04', [3]), 1],
    ['weekdays of four weeks', days('2026-11-02', repeated([1, 1, 1, 1, 1, 0, 0], 4)), 1],
    [
      'weekdays that begin and end within a week',
      days('2026-11-04', [1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1]),
      1,
    ],
    ['more on weekends', days('2026-11-02', repeated([1, 1, 1, 1, 1, 3, 3], 6)), 2],
    ['a day left out', days('2026-11-02', [1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1]), 2],
    [
      'fewer days in the second half',
      days('2026-11-02', [...repeated([1, 1, 1, 1, 1, 0, 0], 3), ...repeated([1, 0, 0, 0, 0, 0, 0], 3)]),
      2,
    ],
    [
      'a burst of another count',
      days('2026-11-02', [
        ...repeated([2, 0, 2, 0, 2, 0, 0], 2),
        ...repeated([5, 0, 5, 0, 5, 0, 0], 1),
        ...repeated([2, 0, 2, 0, 2, 0, 0], 2),
      ]),
      3,
    ],
  ])('%s', (_, units, count) => {
    const times = timesOf(units);
    expect(unitsOf(times)).toEqual(units);
    expect(times).toHaveLength(count);
  });

  test('lines have the same units on the same days as the order, and no flight is longer than it may be', () => {
    const order = fc
      .record({
        from: fc.integer({ min: 0, max: 3000 }).map((offset) => addDays('2024-01-01', offset)),
        counts: fc.oneof(
          fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 120 }),
          fc.array(fc.constantFrom(0, 0, 0, 1, 7), { maxLength: 420 }),
          fc
            .record({
              week: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 7, maxLength: 7 }),
              times: fc.integer({ min: 1, max: 60 }),
            })
            .map(({ week, times }) => repeated(week, times)),
        ),
      })
      .map(({ from, counts }) => days(from, counts));
    fc.assert(
      fc.property(order, (units) => {
        const times = timesOf(units);
        expect(unitsOf(times)).toEqual(units);
        expect(times.length).toBeLessThanOrEqual(Object.keys(units).length);
        for (const { flight, days: weekdays, units_per_day } of times) {
          expect(Date.parse(flight.to) - Date.parse(flight.from)).toBeLessThan(366 * 86_400_000);
          expect(weekdays.length).toBeGreaterThan(0);
          expect(units_per_day).toBeGreaterThan(0);
        }
      }),
      { numRuns: 200 },
    );
  });
});
