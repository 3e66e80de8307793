// @vitest-environment happy-dom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createMemoryRouter, RouterProvider } from '../router.ts';
import { Board, type BoardCard, type BoardColumn } from './board.tsx';

const card = (id: string): BoardCard => ({ id, title: `Visita ${id}`, to: `/x/${id}` });
const columns: BoardColumn[] = [
  { id: 'pending', label: 'Pendiente', cards: [card('a'), card('b')] },
  { id: 'doing', label: 'En curso', cards: [] },
  { id: 'done', label: 'Hecha', cards: [card('c')], total: 120 },
];

const open = async () => {
  const moved: string[][] = [];
  const board = (
    <Board
      columns={columns}
      label="Actividades"
      moves={(_, from) => (from === 'done' ? [] : ['doing', 'done'].filter((to) => to !== from))}
      onMove={({ id }, from, to) => moved.push([id, from, to])}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: board }])} />);
  // The buttons are mounted again once their tooltip is loaded. Loading it first prevents a click on a replaced button.
  await act(() => import('../controls/tooltip-bubble.tsx'));
  return { moved, user: userEvent.setup() };
};
const column = (name: string) => screen.getByRole('region', { name });

test('each state is a region with its cards and their number', async () => {
  await open();
  expect(within(column('Pendiente')).getAllByRole('listitem')).toHaveLength(2);
  expect(within(column('En curso')).getByText('Nada aquí.')).toBeTruthy();
  expect(within(column('Hecha')).getByText('120')).toBeTruthy();
});

test('the arrow keys move between cards, and skip empty columns', async () => {
  const { user } = await open();
  const focused = () => document.activeElement?.textContent;
  screen.getByRole('link', { name: 'Visita a' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Visita b');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('Visita c');
  await user.keyboard('{ArrowLeft}');
  expect(focused()).toBe('Visita a');
});

test('the menu of a card offers only the permitted columns', async () => {
  const { user, moved } = await open();
  screen.getByRole('button', { name: 'Mover a…: Visita b' }).focus();
  await user.keyboard('{Enter}');
  const menu = await screen.findByRole('menu');
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((one) => one.textContent),
  ).toEqual(['En curso', 'Hecha']);
  await user.click(within(menu).getByRole('menuitem', { name: 'Hecha' }));
  expect(moved).toEqual([['b', 'pending', 'done']]);
  expect(screen.queryByRole('button', { name: 'Mover a…: Visita c' })).toBeNull();
});

test('a card can be dropped only into a permitted column', async () => {
  const { moved } = await open();
  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  const [first] = within(column('Pendiente')).getAllByRole('listitem') as [HTMLElement];
  fireEvent.dragStart(first, { dataTransfer });
  expect(column('Pendiente').hasAttribute('data-over')).toBe(false);
  fireEvent.dragOver(column('En curso'), { dataTransfer });
  expect(column('En curso').hasAttribute('data-over')).toBe(true);
  fireEvent.drop(column('En curso'), { dataTransfer });
  fireEvent.dragStart(first, { dataTransfer });
  fireEvent.drop(column('Pendiente'), { dataTransfer });
  expect(moved).toEqual([['a', 'pending', 'doing']]);
});
