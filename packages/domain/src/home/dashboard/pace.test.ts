import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { paceOf } from './pace.ts';

const half = { working_days: 20, left: 10 };

test('what is missing is divided over the working days that are left', () => {
  expect(paceOf({ goal: '100.00', signed: '30.00' }, half)).toEqual({
    reached: '30.0',
    expected: '50.0',
    missing: '70.00',
    per_day: '7.00',
    is_behind: true,
  });
  expect(paceOf({ goal: '100.00', signed: '50.00' }, half)).toMatchObject({ is_behind: false });
  expect(paceOf({ goal: '100.00', signed: '130.00' }, half)).toMatchObject({
    reached: '130.0',
    missing: '0.00',
    per_day: '0.00',
  });
});

test('without days that are left nothing is asked for each day', () => {
  expect(paceOf({ goal: '100.00', signed: '30.00' }, { working_days: 20, left: 0 })).toMatchObject({
    expected: '100.0',
    per_day: null,
    is_behind: true,
  });
  expect(paceOf({ goal: '1.00', signed: '0.00' }, { working_days: 0, left: 0 })).toMatchObject({
    per_day: null,
  });
});

test('there is none without a goal, or without what is signed', () => {
  for (const amounts of [
    { goal: null, signed: '1.00' },
    { goal: '1.00', signed: null },
    { goal: '0.00', signed: '1.00' },
  ])
    expect(paceOf(amounts, half)).toBeNull();
});

test('what is asked for each day never leaves the goal out of reach by more than its rounding', () => {
  const cents = fc.integer({ min: 1, max: 1_000_000_000_000 }).map((n) => (n / 100).toFixed(2));
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 1, max: 262 }), (goal, signed, left) => {
      const pace = paceOf({ goal, signed }, { working_days: 262, left });
      if (!pace?.per_day) throw new Error('there is a pace');
      expect(compareDecimals(pace.missing, '0')).toBeGreaterThanOrEqual(0);
      const after = Number(pace.per_day) * left;
      expect(Math.abs(after - Number(pace.missing))).toBeLessThanOrEqual(0.005 * left + 1e-3);
    }),
  );
});
