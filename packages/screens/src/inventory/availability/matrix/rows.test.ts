import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import { bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import type { CapacityRule } from '@pauta/domain/inventory/capacity/cells.ts';
import { expect, test } from 'vitest';
import { arrangeRows, cellsIn, sharesIn, stateOf } from './rows.ts';
import { selectedCells } from './selection.ts';
import { describeCell } from './words.ts';

const everyDay = ['1', '2', '3', '4', '5', '6', '7'];
const always: CapacityRule = { capacity: 180, days: everyDay, active: null };
const space = (id: string, more: Partial<AvailabilityRow> = {}): AvailabilityRow => ({
  id,
  code: id,
  name: id,
  platform: 'Radio',
  company: 'Antillana',
  subdivision: 'Ritmo',
  parent_id: null,
  capacity_unit: 'seconds',
  levels: [{ rule: always, taken: [] }],
  marks: [],
  exclusive: [],
  ...more,
});

const some = [
  space('break', { parent_id: 'daypart' }),
  space('daypart', { parent_id: 'rotation' }),
  space('orphan', { parent_id: 'elsewhere' }),
  space('rotation'),
  space('face', { platform: 'Exterior', company: 'Vallas SA', subdivision: 'Vallas' }),
];

test('a space is below the one that contains it, under platform, company and station', () => {
  const rows = arrangeRows(some);
  const shown = rows.map((row) =>
    row.kind === 'heading' ? `${row.name} (${row.count})` : `${row.depth} ${row.id}`,
  );
  expect(shown).toEqual([
    'Radio (4)',
    'Antillana (4)',
    'Ritmo (4)',
    '0 orphan',
    '0 rotation',
    '1 daypart',
    '2 break',
    'Exterior (1)',
    'Vallas SA (1)',
    'Vallas (1)',
    '0 face',
  ]);
  const company = rows[1];
  const folded = arrangeRows(some, new Set([company?.id ?? '']));
  expect(folded.map((row) => (row.kind === 'heading' ? row.name : row.id))).toEqual([
    'Radio',
    'Antillana',
    'Exterior',
    'Vallas SA',
    'Vallas',
    'face',
  ]);
});

test('a day is free as far as the space and all that contain it are', () => {
  const days = bucketsOf('2026-12-04', '2026-12-07', 'day');
  const one = space('break', {
    levels: [
      { rule: always, taken: [[0, 180, 30, 60]] },
      {
        rule: { capacity: 120, days: ['1', '2', '3', '4', '5'], active: { from: null, to: '2026-12-31' } },
        taken: [
          [0, 120, 40, 60],
          [3, 120, 0, 120],
        ],
      },
    ],
    marks: [[3, 2, 1, 0]],
  });
  const cells = cellsIn(one, days);
  expect(cells.map(({ free }) => free)).toEqual([20, 0, 0, 0]);
  expect(cells.map(stateOf)).toEqual(['taken', 'closed', 'closed', 'full']);
  expect(cellsIn(space('free'), days).map(stateOf)).toEqual(['free', 'free', 'free', 'free']);
  const words = days.map((bucket, at) => describeCell(one, cells[at] as never, bucket));
  expect(words[1]).toBe('05/12/2026: no se vende: el espacio que lo contiene, no es un día de venta');
  expect(words[3]).toContain('libre 0 de 180 (segundos), 0 % ocupado');
  expect(words[3]).toContain('2 en cola; ofrecido en 1 presupuesto');
});

test('approved sales above a capacity are free beyond it', () => {
  const days = bucketsOf('2026-12-04', '2026-12-05', 'day');
  const one = space('face', {
    levels: [{ rule: { ...always, capacity: 1 }, taken: [[0, 3, 0, 1]] }],
    marks: [[0, 0, 0, 1]],
  });
  expect(cellsIn(one, days)[0]).toMatchObject({ capacity: 3, free: 2, overridden: 1 });
});

test('a heading says how much of its outermost spaces is taken', () => {
  const days = bucketsOf('2026-12-04', '2026-12-05', 'day');
  const rows = arrangeRows([
    space('a', { levels: [{ rule: always, taken: [[0, 180, 90, 0]] }] }),
    space('b', {
      levels: [{ rule: { capacity: 10, days: ['5'], active: null }, taken: [[0, 10, 0, 10]] }],
    }),
    space('inside', { parent_id: 'a', levels: [{ rule: always, taken: [[0, 180, 90, 0]] }] }),
  ]);
  // 04/12/2026 is a Friday.
  expect(rows[0]?.kind === 'heading' && sharesIn(rows[0], days)).toEqual([0.75, 0]);
});

test('a selection is a rectangle over spaces, without the headings between them', () => {
  const rows = arrangeRows(some);
  const chosen = selectedCells({ anchor: { id: 'face', at: 4 }, focus: { id: 'daypart', at: 2 } }, rows, 10);
  expect(chosen?.columns).toEqual([2, 4]);
  expect(chosen?.spaces.map(({ id }) => id)).toEqual(['daypart', 'break', 'face']);
  expect(selectedCells({ anchor: { id: 'face', at: 4 }, focus: { id: 'gone', at: 2 } }, rows, 10)).toBeNull();
});
