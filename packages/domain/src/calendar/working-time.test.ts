import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dominicanHolidays } from './dominican-holidays.ts';
import {
  addDays,
  addWorkingDays,
  addWorkingHours,
  dayOf,
  holidaysOf,
  instantOf,
  isWorkingDay,
  moveByWorkingDays,
  timeOf,
  type WorkingCalendar,
  workingHoursBetween,
} from './working-time.ts';

const calendar: WorkingCalendar = {
  timeZone: 'America/Santo_Domingo',
  holidays: holidaysOf(dominicanHolidays),
};
const days = fc.integer({ min: 0, max: 720 }).map((count) => addDays('2026-01-01', count));
const instants = fc
  .integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2027-12-01T00:00:00Z') })
  .map((time) => new Date(time));

describe('the holidays', () => {
  /** Law 139-97, written a second time. */
  const moved = (day: string): string =>
    addDays(day, [0, 0, -1, -2, 4, 3, 0][new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 0);
  /** Gregorian Easter Sunday (Meeus, Jones, Butcher). */
  const easter = (year: number): string => {
    const a = year % 19;
    const b = Math.floor(year / 100);
    const c = year % 100;
    const e = b % 4;
    const g = Math.floor((8 * b + 13) / 25);
    const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
    const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
    const m = Math.floor((a + 11 * h + 22 * l) / 451);
    const n = h + l - 7 * m + 114;
    return `${year}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`;
  };

  test.each([2026, 2027])('of %i are those of the law', (year) => {
    const fixed = ['01-01', '01-21', '02-27', '09-24', '12-25'].map((day) => `${year}-${day}`);
    const movable = ['01-06', '01-26', '05-01', '08-16', '11-06'].map((day) => moved(`${year}-${day}`));
    const wanted = [...fixed, ...movable, addDays(easter(year), -2), addDays(easter(year), 60)].sort();
    expect(dominicanHolidays.map(({ day }) => day).filter((day) => day.startsWith(`${year}`))).toEqual(
      wanted,
    );
  });
});

describe('working days', () => {
  test('skip the weekend and the holidays', () => {
    expect(addWorkingDays('2026-12-24', 1, calendar)).toBe('2026-12-28');
    expect(addWorkingDays('2026-11-06', 1, calendar)).toBe('2026-11-10');
    expect(addWorkingDays('2026-11-07', 0, calendar)).toBe('2026-11-10');
  });

  test('as many working days lie between as were added, and the end is one', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 80 }), (day, count) => {
        const end = addWorkingDays(day, count, calendar);
        expect(isWorkingDay(end, calendar)).toBe(true);
        let worked = 0;
        for (let one = addDays(day, 1); one <= end; one = addDays(one, 1))
          worked += isWorkingDay(one, calendar) ? 1 : 0;
        expect(worked).toBe(count);
      }),
    );
  });

  test('adding days one by one equals adding them at once', () => {
    fc.assert(
      fc.property(days, fc.nat(30), fc.nat(30), (day, a, b) => {
        const first = addWorkingDays(day, 0, calendar);
        expect(addWorkingDays(addWorkingDays(first, a, calendar), b, calendar)).toBe(
          addWorkingDays(first, a + b, calendar),
        );
      }),
    );
  });

  test('a moment keeps its time of day', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 40 }), (moment, count) => {
        const end = moveByWorkingDays(moment, count, calendar);
        expect(timeOf(end, calendar.timeZone)).toBe(timeOf(moment, calendar.timeZone));
        expect(isWorkingDay(dayOf(end, calendar.timeZone), calendar)).toBe(true);
      }),
    );
  });
});

describe('working hours', () => {
  test('run from 8 to 18 of working days', () => {
    // Friday 17:00 in Santo Domingo.
    expect(addWorkingHours(new Date('2026-11-20T21:00:00Z'), 2, calendar).toISOString()).toBe(
      '2026-11-23T13:00:00.000Z',
    );
    expect(addWorkingHours(new Date('2026-12-24T12:00:00Z'), 24, calendar).toISOString()).toBe(
      '2026-12-29T16:00:00.000Z',
    );
  });

  test('adding working time and measuring it are inverse', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 120 }), (from, hours) => {
        expect(workingHoursBetween(from, addWorkingHours(from, hours, calendar), calendar)).toBeCloseTo(
          hours,
          6,
        );
      }),
    );
  });

  test('converting to local time and back gives the same instant, also around clock changes', () => {
    fc.assert(
      fc.property(
        instants,
        fc.constantFrom('America/Santo_Domingo', 'America/New_York', 'America/Santiago'),
        (moment, zone) => {
          const again = instantOf(dayOf(moment, zone), timeOf(moment, zone), zone);
          // The hour that occurs twice in local time is one of the two instants.
          expect([0, 3_600_000]).toContain(Math.abs(again.getTime() - moment.getTime()));
        },
      ),
    );
  });
});
