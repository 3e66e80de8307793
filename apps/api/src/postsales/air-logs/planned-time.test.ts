import { companyZone, setCompanyZone } from '@pauta/domain/calendar/company-clock.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plan, plannedTime } from './planned-time.ts';

const before = companyZone;
beforeAll(() => setCompanyZone('America/New_York'));
afterAll(() => setCompanyZone(before));

const planned = (plan: Partial<Plan>) => {
  const { from, to } = plannedTime({
    day: '2026-03-08',
    airs_at: null,
    slot_starts: null,
    slot_ends: null,
    ...plan,
  });
  return { from: new Date(from).toISOString(), hours: (to + 1 - from) / 3_600_000 };
};

// Clocks go forward at 2:00 of 8 March and back at 2:00 of 1 November.
test('breaks keep their local time on both days of a clock change', () => {
  expect(planned({ airs_at: '01:30:00' }).from).toBe('2026-03-08T06:30:00.000Z');
  expect(planned({ airs_at: '19:10:00' }).from).toBe('2026-03-08T23:10:00.000Z');
  expect(planned({ day: '2026-11-01', airs_at: '19:10:00' }).from).toBe('2026-11-02T00:10:00.000Z');
});

test('a day is 23 or 25 hours long, and a time slot over midnight ends on the next local day', () => {
  expect(planned({}).hours).toBe(23);
  expect(planned({ day: '2026-11-01' }).hours).toBe(25);
  const slot = plannedTime({
    day: '2026-03-07',
    airs_at: null,
    slot_starts: '22:00:00',
    slot_ends: '04:00:00',
  });
  expect((slot.to - slot.from) / 3_600_000).toBe(5);
});

test('a break at a time that the day does not have is an hour later or earlier, not on another day', () => {
  const from = Date.parse(planned({ airs_at: '02:30:00' }).from);
  expect(from).toBeGreaterThanOrEqual(Date.parse('2026-03-08T06:30:00Z'));
  expect(from).toBeLessThanOrEqual(Date.parse('2026-03-08T07:30:00Z'));
});
