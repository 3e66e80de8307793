// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { moved, SortableList } from './sortable-list.tsx';

const letters = ['a', 'b', 'c'].map((id) => ({ id, label: `Letra ${id}` }));

const open = async () => {
  const moves: [string, string | null][] = [];
  render(<SortableList items={letters} label="Letras" onMove={(id, after) => moves.push([id, after])} />);
  // The buttons are rendered again once their tooltip is loaded. Loading it first prevents a click on a replaced
  // button.
  await act(() => import('./tooltip-bubble.tsx'));
  return { moves, user: userEvent.setup() };
};

test('an item moves one position up or down with its buttons', async () => {
  const { moves, user } = await open();
  await user.click(screen.getByRole('button', { name: 'Subir Letra c' }));
  await user.click(screen.getByRole('button', { name: 'Subir Letra b' }));
  await user.click(screen.getByRole('button', { name: 'Bajar Letra a' }));
  expect(moves).toEqual([
    ['c', 'a'],
    ['b', null],
    ['a', 'b'],
  ]);
});

test('an item at the end explains why it cannot move further', async () => {
  const { moves, user } = await open();
  const button = screen.getByRole('button', { name: 'Subir Letra a' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(moves).toEqual([]);
});

test('each item has a handle to drag it by', async () => {
  await open();
  expect(screen.getAllByRole('button', { name: /^Mover / })).toHaveLength(3);
});

test('an item moves after another item, or to the beginning', () => {
  expect(moved(letters, 'c', 'a').map(({ id }) => id)).toEqual(['a', 'c', 'b']);
  expect(moved(letters, 'c', null).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(moved(letters, 'x', null)).toBe(letters);
});
