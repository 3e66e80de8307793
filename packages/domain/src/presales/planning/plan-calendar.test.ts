import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../calendar/working-time.ts';
import { planPeriods } from './plan-calendar.ts';

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

test('months of the calendar begin on the first day', () => {
  const [january, february] = planPeriods(2028, 'calendar');
  expect(january).toEqual({ from: '2028-01-01', to: '2028-01-31' });
  expect(february).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

test('broadcast months are whole weeks that follow each other, also across years', () => {
  expect(planPeriods(2026, 'broadcast')[0]).toEqual({ from: '2025-12-29', to: '2026-01-25' });
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 2100 }), (year) => {
      const months = [...planPeriods(year, 'broadcast'), ...planPeriods(year + 1, 'broadcast')];
      for (const [at, { from, to }] of months.entries()) {
        expect([weekday(from), weekday(to)]).toEqual([1, 0]);
        // The last Sunday of its calendar month: the next one is in another month.
        expect(addDays(to, 7).slice(5, 7)).not.toBe(to.slice(5, 7));
        if (at > 0) expect(from).toBe(addDays(months[at - 1]?.to ?? '', 1));
      }
    }),
  );
});
