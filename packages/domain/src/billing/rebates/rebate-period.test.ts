import { expect, test } from 'vitest';
import { rebatePeriod } from './rebate-period.ts';

test.each([
  ['quarter', '2026-05-10', '2026-04-01', '2026-06-30'],
  ['semester', '2026-07-01', '2026-07-01', '2026-12-31'],
  ['semester', '2028-02-29', '2028-01-01', '2028-06-30'],
  ['year', '2026-12-31', '2026-01-01', '2026-12-31'],
] as const)('the %s of %s', (period, day, from, to) => {
  expect(rebatePeriod(period, day)).toEqual({ from, to });
});
