import { expect, test } from 'vitest';
import { expectedUnits, pace } from './pace.ts';

const flight = { from: '2026-12-01', to: '2026-12-10' };

test.each([
  ['2026-11-30', 0],
  ['2026-12-01', 0],
  ['2026-12-02', 2],
  ['2026-12-06', 10],
  ['2026-12-11', 20],
  ['2027-01-31', 20],
])('on %s, %i of 20 units are due', (today, expected) => {
  expect(expectedUnits(20, flight, today)).toBe(expected);
});

test('the pace is in percent of what is due, and unknown before anything is due', () => {
  expect(pace(5, 10)).toBe(50);
  expect(pace(12, 10)).toBe(120);
  expect(pace(0, 0)).toBeNull();
});
