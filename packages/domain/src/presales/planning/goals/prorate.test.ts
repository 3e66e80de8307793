import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dominicanHolidays } from '../../../calendar/dominican-holidays.ts';
import { addDays, holidaysOf, isWorkingDay } from '../../../calendar/working-time.ts';
import { prorate, workingDays } from './prorate.ts';

const calendar = { holidays: holidaysOf(dominicanHolidays) };
const months = (amount: string): string[] => Array<string>(12).fill(amount);

test('a seller who begins in March answers for its working days left and the months after', () => {
  // March 2026 has 22 working days, 12 of them from the 16th on.
  expect(prorate(months('2200.00'), 2026, '2026-03-16', calendar, 2)).toEqual([
    '0.00',
    '0.00',
    '1200.00',
    ...Array<string>(9).fill('2200.00'),
  ]);
  expect(prorate(months('22.00'), 2026, '2026-03-17', calendar, 0)[2]).toBe('11.00');
  expect(prorate(months('10.00'), 2026, '2026-01-01', calendar, 2)).toEqual(months('10.00'));
});

test('holidays are no working days', () => {
  expect(workingDays('2026-01-01', '2026-01-06', calendar)).toBe(1);
});

test('a month after the first day counts whole, one before counts nothing, and none grows', () => {
  const day = fc.integer({ min: 0, max: 364 }).map((after) => addDays('2026-01-01', after));
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 9_999_999 }), (startsOn, cents) => {
      const amount = (cents / 100).toFixed(2);
      const place = Number(startsOn.slice(5, 7)) - 1;
      prorate(months(amount), 2026, startsOn, calendar, 2).forEach((one, at) => {
        if (at < place) expect(one).toBe('0.00');
        else if (at > place) expect(one).toBe(amount);
        else expect(Number(one)).toBeLessThanOrEqual(Number(amount));
      });
      const next = addDays(startsOn, 1);
      expect(workingDays(startsOn, next, calendar)).toBe(isWorkingDay(startsOn, calendar) ? 1 : 0);
    }),
  );
});
