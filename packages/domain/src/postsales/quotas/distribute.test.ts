import fc from 'fast-check';
import { expect, test } from 'vitest';
import { civilDays } from '../../calendar/civil-days.ts';
import { distribute, fillFirst } from './distribute.ts';
import { planPlacements } from './plan-placements.ts';

const rooms = fc.array(fc.nat(1_000_000_000), { maxLength: 60 });
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

test('nothing is lost, no day exceeds its room, and every day is within one unit of its exact share', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000_000), rooms, (quantity, all) => {
      const given = distribute(quantity, all);
      const total = sum(all);
      const wanted = Math.min(quantity, total);
      expect(sum(given)).toBe(wanted);
      let due = 0n;
      let before = 0n;
      given.forEach((units, index) => {
        expect(units).toBeGreaterThanOrEqual(0);
        expect(units).toBeLessThanOrEqual(all[index] ?? 0);
        due += BigInt(all[index] ?? 0) * BigInt(wanted);
        before += BigInt(units);
        const error = due - before * BigInt(total);
        expect(error >= 0n && error < BigInt(Math.max(1, total))).toBe(true);
      });
    }),
  );
});

test('a quantity of which every day can take its part is given in equal parts', () => {
  expect(
    distribute(
      20,
      Array.from({ length: 10 }, () => 4),
    ),
  ).toEqual(Array.from({ length: 10 }, () => 2));
  expect(distribute(5, [2, 2, 2, 2])).toEqual([1, 1, 1, 2]);
});

test('a quantity beyond all days is cut, and fractions are refused', () => {
  expect(distribute(9, [2, 3])).toEqual([2, 3]);
  expect(distribute(9, [])).toEqual([]);
  expect(() => distribute(0.5, [1])).toThrow(RangeError);
  expect(fillFirst(3, [2, 2, 2])).toEqual([2, 1, 0]);
});

test('placements deliver the quantity, and no day gets more than is free', () => {
  const units = fc.constantFrom('spots', 'seconds', 'faces', 'impressions', 'days');
  const cells = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 70 }).map((free) =>
    civilDays('2026-11-20', '2027-01-28')
      .slice(0, free.length)
      .map((day, index) => ({ day, units: free[index] ?? 0 })),
  );
  fc.assert(
    fc.property(fc.nat(4000), units, cells, (quantity, unit, free) => {
      const used = new Map<string, number>();
      for (const one of planPlacements(quantity, free, unit)) {
        for (const day of civilDays(one.starts_on, one.ends_on))
          used.set(day, (used.get(day) ?? 0) + one.units);
      }
      for (const { day, units: room } of free) expect(used.get(day) ?? 0).toBeLessThanOrEqual(room);
      expect(sum([...used.values()])).toBe(Math.min(quantity, sum(free.map((cell) => cell.units))));
    }),
  );
});

test('a face runs in periods that end with the month, and a spot has a placement of its own', () => {
  const days = civilDays('2026-11-28', '2026-12-03').map((day) => ({ day, units: 1 }));
  expect(planPlacements(6, days, 'faces')).toEqual([
    { starts_on: '2026-11-28', ends_on: '2026-11-30', units: 1 },
    { starts_on: '2026-12-01', ends_on: '2026-12-03', units: 1 },
  ]);
  expect(planPlacements(3, [{ day: '2026-12-01', units: 3 }], 'spots')).toHaveLength(3);
  expect(planPlacements(3, [{ day: '2026-12-01', units: 3 }], 'impressions')).toEqual([
    { starts_on: '2026-12-01', ends_on: '2026-12-01', units: 3 },
  ]);
});
