import { expect, test } from 'vitest';
import { capacityOn, cellsOf } from './cells.ts';

const everyDay = ['1', '2', '3', '4', '5', '6', '7'];
const spots = { capacity: 10, capacity_unit: 'spots', days: everyDay, active: null };
const seconds = { ...spots, capacity: 180, capacity_unit: 'seconds' };
const flight = { from: '2026-11-27', to: '2026-12-01' };

test('cells are the units of each day of the flight on the wanted weekdays', () => {
  expect(cellsOf({ flight, unitsPerDay: 3, days: ['5', '1'] }, spots)).toEqual([
    { day: '2026-11-27', units: 3 },
    { day: '2026-11-30', units: 3 },
  ]);
});

test('seconds are units times duration, and need one', () => {
  const day = { from: '2026-11-27', to: '2026-11-27' };
  expect(cellsOf({ flight: day, unitsPerDay: 3, durationSec: 45 }, seconds)).toEqual([
    { day: day.from, units: 135 },
  ]);
  expect(() => cellsOf({ flight: day, unitsPerDay: 3 }, seconds)).toThrow(RangeError);
  expect(() => cellsOf({ flight: { from: null, to: day.to }, unitsPerDay: 3 }, spots)).toThrow(RangeError);
});

test('days on which the space is not sold are left out', () => {
  const space = {
    ...spots,
    days: ['1', '2', '3', '4', '5'],
    active: { from: '2026-11-30', to: null },
    permit_until: '2026-11-30',
  };
  expect(cellsOf({ flight, unitsPerDay: 1 }, space)).toEqual([{ day: '2026-11-30', units: 1 }]);
  expect(capacityOn(space, '2026-11-29')).toBe(0);
  expect(capacityOn(space, '2026-12-01')).toBe(0);
});

test('editions by day of the month come out on those days, whatever the weekday', () => {
  const magazine = { ...spots, days: ['1'], month_days: ['15', 'last'] };
  const winter = { from: '2027-01-01', to: '2027-02-28' };
  expect(cellsOf({ flight: winter, unitsPerDay: 1 }, magazine).map(({ day }) => day)).toEqual([
    '2027-01-15',
    '2027-01-31',
    '2027-02-15',
    '2027-02-28',
  ]);
});
