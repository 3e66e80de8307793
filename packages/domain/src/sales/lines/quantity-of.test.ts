import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flightMonths, soldDays } from '../../calendar/sold-days.ts';
import { addDays } from '../../calendar/working-time.ts';
import { quantityOf, type SaleUnit, type SoldTime } from './quantity-of.ts';

const flightOf = (from: string, count: number) => ({ from, to: addDays(from, count - 1) });
const anyFlight = fc.record({
  from: fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2024-01-15', days)),
  count: fc.integer({ min: 1, max: 800 }),
});
const weekday = (day: string): string => String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);

const spots: SoldTime = {
  line_kind: 'airtime',
  flight: { from: '2026-03-02', to: '2026-03-15' },
  days: ['1', '3'],
  units_per_day: 5,
  units: null,
};

describe('quantityOf', () => {
  test('spots are counted on the sold weekdays', () => {
    expect(quantityOf(spots, 'spot')).toBe('20.0000');
    expect(quantityOf({ ...spots, days: null }, 'spot')).toBe('70.0000');
    expect(quantityOf({ ...spots, days: [] }, 'spot')).toBe('0.0000');
  });

  test.each<[SaleUnit, string, string, string]>([
    ['month', '2026-01-01', '2026-01-31', '2.0000'],
    ['month', '2026-01-15', '2026-02-14', '2.0000'],
    ['face_month', '2026-01-31', '2026-02-27', '2.0000'],
    ['face_month', '2026-03-01', '2026-03-10', '0.6452'],
    ['face_month', '2026-01-01', '2026-12-31', '24.0000'],
    ['face_fortnight', '2026-03-02', '2026-03-15', '2.0000'],
    ['week', '2026-03-02', '2026-03-11', '2.8571'],
    ['day', '2026-03-02', '2026-03-11', '20.0000'],
  ])('two units sold by %s from %s to %s are %s', (unit, from, to, expected) => {
    const line = { ...spots, days: null, units_per_day: 2, flight: { from, to } };
    expect(quantityOf(line, unit)).toBe(expected);
  });

  test('impressions are sold by the thousand', () => {
    expect(quantityOf({ ...spots, units_per_day: 12_345 }, 'cpm')).toBe('49.3800');
  });

  test('a line without a space is its number of pieces, whatever its flight', () => {
    const line = { ...spots, line_kind: 'production', units_per_day: null, units: '1.5' };
    expect(quantityOf(line, 'month')).toBe('1.5000');
    expect(quantityOf({ ...line, flight: null }, 'unit')).toBe('1.5000');
  });

  test('a line without a flight or with an open one has no quantity yet', () => {
    expect(quantityOf({ ...spots, flight: null }, 'spot')).toBe('0.0000');
    expect(quantityOf({ ...spots, flight: { from: '2026-03-02', to: null } }, 'month')).toBe('0.0000');
  });
});

test('sold days are the days of the flight on those weekdays', () => {
  fc.assert(
    fc.property(
      anyFlight,
      fc.subarray(['1', '2', '3', '4', '5', '6', '7'], { minLength: 1 }),
      ({ from, count }, days) => {
        const all = Array.from({ length: count }, (_, index) => weekday(addDays(from, index)));
        expect(soldDays(flightOf(from, count), days)).toBe(all.filter((day) => days.includes(day)).length);
      },
    ),
  );
});

test('a longer flight is never fewer months, and whole months and days cover it exactly', () => {
  fc.assert(
    fc.property(anyFlight, ({ from, count }) => {
      const { months, days, of } = flightMonths(flightOf(from, count));
      const longer = flightMonths(flightOf(from, count + 1));
      expect(days).toBeLessThan(of);
      expect(longer.months + longer.days / longer.of).toBeGreaterThan(months + days / of);
    }),
  );
});
