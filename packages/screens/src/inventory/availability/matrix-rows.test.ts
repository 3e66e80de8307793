import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import { expect, test } from 'vitest';
import { arrangeRows, daysOf, matrixDays, stateOf, withRoom } from './matrix-rows.ts';

const everyDay = ['1', '2', '3', '4', '5', '6', '7'];
const space = (id: string, more: Partial<AvailabilityRow> = {}): AvailabilityRow => ({
  id,
  code: id,
  name: id,
  platform: 'Radio',
  subdivision: 'Ritmo',
  parent_id: null,
  capacity_unit: 'seconds',
  limits: [{ capacity: 180, days: everyDay, active: null }],
  taken: [],
  ...more,
});

test('a space is below the one that contains it, and each station has a heading', () => {
  const rows = arrangeRows([
    space('break', { parent_id: 'daypart' }),
    space('daypart', { parent_id: 'rotation' }),
    space('orphan', { parent_id: 'elsewhere' }),
    space('rotation'),
    space('face', { platform: 'Exterior', subdivision: 'Vallas' }),
  ]);
  expect(rows.map((row) => (row.kind === 'station' ? row.name : `${row.depth} ${row.id}`))).toEqual([
    'Ritmo',
    '0 orphan',
    '0 rotation',
    '1 daypart',
    '2 break',
    'Vallas',
    '0 face',
  ]);
});

test('a day is free as far as the space and all that contain it are', () => {
  const days = matrixDays('2026-12-04', '2026-12-07');
  const one = space('break', {
    limits: [
      { capacity: 180, days: everyDay, active: null },
      { capacity: 120, days: ['1', '2', '3', '4', '5'], active: { from: null, to: '2026-12-31' } },
    ],
    taken: [
      [0, 180, 30, 60, 20],
      [3, null, 0, 0, 0],
    ],
  });
  const states = daysOf(one, days);
  expect(states.map(({ free }) => free)).toEqual([20, 0, 0, 0]);
  expect(states.map(stateOf)).toEqual(['taken', 'full', 'full', 'full']);
  expect(daysOf(space('free'), days).map(stateOf)).toEqual(['free', 'free', 'free', 'free']);
});

test('only spaces with room on every day of sale are kept', () => {
  const days = matrixDays('2026-12-05', '2026-12-08');
  const weekdays = space('weekdays', { limits: [{ capacity: 50, days: ['1', '2'], active: null }] });
  const busy = space('busy', { taken: [[2, 180, 0, 150, 30]] });
  const never = space('never', {
    limits: [{ capacity: 50, days: everyDay, active: { from: '2027-01-01', to: null } }],
  });
  expect(withRoom([weekdays, busy, never], days, 40).map(({ id }) => id)).toEqual(['weekdays']);
  expect(withRoom([weekdays, busy, never], days, 30).map(({ id }) => id)).toEqual(['weekdays', 'busy']);
});
