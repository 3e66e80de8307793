import { expect, test } from 'vitest';
import { periodStatusOf } from './date-range.ts';

const year = { from: '2026-03-01', to: '2026-12-31' };

test.each([
  ['2026-02-28', { state: 'upcoming' }],
  ['2026-03-01', { state: 'current' }],
  ['2026-11-30', { state: 'current' }],
  ['2026-12-01', { state: 'expiring', days: 30 }],
  ['2026-12-31', { state: 'expiring', days: 0 }],
  ['2027-01-01', { state: 'ended' }],
])('on %s', (today, standing) => {
  expect(periodStatusOf(year, today)).toEqual(standing);
});

test('a period without end never expires; one that was shortened ends on its last day', () => {
  expect(periodStatusOf({ from: '2026-01-01', to: null }, '2999-01-01')).toEqual({ state: 'current' });
  expect(periodStatusOf(year, '2026-06-10', '2026-06-09')).toEqual({ state: 'ended' });
});
