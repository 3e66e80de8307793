import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import { bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { expect, test } from 'vitest';
import { Matrix } from './matrix.tsx';
import { arrangeRows } from './rows.ts';
import { type MatrixSelection, selectedCells } from './selection.ts';

const buckets = bucketsOf('2026-12-01', '2026-12-10', 'day');
const space = (id: string): AvailabilityRow => ({
  id,
  code: id,
  name: id,
  platform: 'Radio',
  company: 'Antillana',
  subdivision: id.startsWith('n') ? 'Nocturna' : 'Ritmo',
  parent_id: null,
  capacity_unit: 'spots',
  levels: [{ rule: { capacity: 4, days: ['1', '2', '3', '4', '5', '6', '7'], active: null }, taken: [] }],
  marks: [],
  exclusive: [],
});
const spaces = ['alba', 'brisa', 'cumbre', 'noche'].map(space);

let chosen: ReturnType<typeof selectedCells> = null;
let opened = 0;

function Shown(): ReactElement {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState<MatrixSelection | null>(null);
  const rows = arrangeRows(spaces, closed);
  chosen = selectedCells(selection, rows, buckets.length);
  return (
    <Matrix
      buckets={buckets}
      by="day"
      onOpen={() => {
        opened += 1;
      }}
      onSelect={setSelection}
      onToggle={(id) => setClosed((now) => new Set(now.has(id) ? [] : [id]))}
      rows={rows}
      selection={selection}
      shown="free"
      today={0}
    />
  );
}

const press = (key: string, more: object = {}): void => {
  fireEvent.keyDown(screen.getByRole('treegrid'), { key, ...more });
};
const seen = () => chosen && { spaces: chosen.spaces.map(({ id }) => id), columns: [...chosen.columns] };
const cell = (name: string, column: number): HTMLElement => {
  const found = screen.getByRole('row', { name: new RegExp(name) }).querySelector(`td[data-at="${column}"]`);
  if (!found) throw new Error('the cell is not rendered');
  return found as HTMLElement;
};

test('arrow keys move the active cell, and with Shift select a rectangle without the headings in it', () => {
  render(<Shown />);
  press('ArrowDown');
  expect(seen()).toEqual({ spaces: ['alba'], columns: [0, 0] });
  press('ArrowRight');
  press('ArrowRight');
  press('ArrowRight', { shiftKey: true });
  press('ArrowDown', { shiftKey: true });
  expect(seen()).toEqual({ spaces: ['alba', 'brisa'], columns: [2, 3] });
  press('End', { shiftKey: true });
  expect(seen()).toEqual({ spaces: ['alba', 'brisa'], columns: [2, 9] });
  press('Home');
  expect(seen()).toEqual({ spaces: ['brisa'], columns: [0, 0] });
  press('End', { ctrlKey: true });
  expect(seen()).toEqual({ spaces: ['noche'], columns: [9, 9] });
});

test('Ctrl+A selects the row, Enter opens it, and Escape gives it up', () => {
  render(<Shown />);
  press('ArrowDown');
  press('a', { ctrlKey: true });
  expect(seen()).toEqual({ spaces: ['alba'], columns: [0, 9] });
  const before = opened;
  press('Enter');
  expect(opened).toBe(before + 1);
  press('Escape');
  expect(seen()).toBeNull();
});

test('a heading is closed and opened by keyboard', () => {
  render(<Shown />);
  press('ArrowDown');
  press('ArrowUp');
  expect(seen()).toBeNull();
  press('ArrowLeft');
  expect(screen.queryByRole('row', { name: /alba/ })).toBeNull();
  expect(screen.getByRole('row', { name: /Ritmo/ }).getAttribute('aria-expanded')).toBe('false');
  press('ArrowRight');
  expect(screen.getByRole('row', { name: /alba/ })).toBeTruthy();
});

test('a mouse selects by dragging, a finger only by tapping', () => {
  render(<Shown />);
  fireEvent.pointerDown(cell('alba', 1), { button: 0, pointerType: 'mouse' });
  fireEvent.pointerMove(cell('cumbre', 3), { buttons: 1, pointerType: 'mouse' });
  expect(seen()).toEqual({ spaces: ['alba', 'brisa', 'cumbre'], columns: [1, 3] });
  press('Escape');
  fireEvent.pointerDown(cell('alba', 1), { button: 0, pointerType: 'touch' });
  fireEvent.pointerMove(cell('brisa', 3), { buttons: 1, pointerType: 'touch' });
  expect(seen()).toBeNull();
  fireEvent(cell('brisa', 3), new PointerEvent('click', { bubbles: true, pointerType: 'touch' }));
  expect(seen()).toEqual({ spaces: ['brisa'], columns: [3, 3] });
});

test('the active cell is put into words', () => {
  render(<Shown />);
  press('ArrowDown');
  expect(
    screen.getByRole('gridcell', {
      name: '01/12/2026: libre 4 de 4 (cuñas), 0 % ocupado; reservado 0, vendido 0',
    }),
  ).toBeTruthy();
});
