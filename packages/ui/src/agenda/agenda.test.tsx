// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { expect, test } from 'vitest';
import { createMemoryRouter, RouterProvider } from '../router.ts';
import { Agenda, type AgendaItem } from './agenda.tsx';

const days = ['2026-11-23', '2026-11-24', '2026-11-25'];
const item = (id: string, day: string, from: number | null, done = false): AgendaItem => ({
  id,
  title: `Visita ${id}`,
  to: `/x/${id}`,
  day,
  from,
  length: 60,
  done,
});
const start = [
  item('a', '2026-11-23', 9 * 60),
  item('b', '2026-11-23', 11 * 60),
  item('c', '2026-11-25', 8 * 60),
  item('d', '2026-11-23', null),
  item('e', '2026-11-25', 10 * 60, true),
];

const moves: (readonly [string, string, number | null])[] = [];
function Movable(): ReactElement {
  const [items, setItems] = useState<readonly AgendaItem[]>(start);
  return (
    <Agenda
      days={days}
      items={items}
      label="Agenda"
      marks={{ '2026-11-25': 'Feriado' }}
      onMove={({ id }, day, from) => {
        moves.push([id, day, from]);
        setItems((now) => now.map((one) => (one.id === id ? { ...one, day, from } : one)));
      }}
      today="2026-11-23"
    />
  );
}
const open = () => {
  moves.length = 0;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Movable /> }])} />);
  return userEvent.setup();
};
const focused = (): string => document.activeElement?.querySelector('strong')?.textContent ?? '';

test('each day is a region: items without a time first, then by time', () => {
  open();
  const monday = screen.getByRole('region', { name: 'lunes, 23 de noviembre, hoy' });
  expect(
    within(monday)
      .getAllByRole('link')
      .map((one) => one.textContent),
  ).toEqual(['Visita d', '9:00 a. m. Visita a', '11:00 a. m. Visita b']);
  expect(screen.getByRole('region', { name: 'miércoles, 25 de noviembre, Feriado' })).toBeTruthy();
});

test('the arrow keys move through a day, and to the next day that has items', async () => {
  const user = open();
  screen.getByRole('link', { name: 'Visita d' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Visita a');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('Visita c');
  await user.keyboard('{ArrowLeft}');
  expect(focused()).toBe('Visita b');
});

test('Shift and the arrow keys move an item, which keeps the focus', async () => {
  const user = open();
  screen.getByRole('link', { name: /Visita a/ }).focus();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
  expect(moves).toEqual([
    ['a', '2026-11-23', 570],
    ['a', '2026-11-24', 570],
  ]);
  expect(focused()).toBe('Visita a');
  screen.getByRole('link', { name: /Visita d/ }).focus();
  await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
  expect(moves.slice(2)).toEqual([['d', '2026-11-24', null]]);
  screen.getByRole('link', { name: /Visita e/ }).focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(moves).toHaveLength(3);
});

test('a day shows as many items as fit and the number of the others; a day that is loading shows none', () => {
  const crowd = Array.from({ length: 5 }, (_, place) => item(`f${place}`, '2026-11-25', 10 * 60));
  const element = (
    <Agenda
      days={days}
      items={[...start, ...crowd]}
      label="Agenda"
      loading={['2026-11-24']}
      today="2026-11-23"
      whole={{
        '2026-11-23': { count: 3, to: '/lista?dia=23' },
        '2026-11-25': { count: 1264, to: '/lista?dia=25' },
      }}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  const region = (name: string) => within(screen.getByRole('region', { name }));
  expect(region('lunes, 23 de noviembre, hoy').queryByRole('link', { name: /ver todo/ })).toBeNull();
  const wednesday = region('miércoles, 25 de noviembre');
  expect(wednesday.getAllByRole('link', { name: /Visita/ })).toHaveLength(4);
  const all = wednesday.getByRole('link', { name: /^4 de 1,264.*ver todo en la lista$/ });
  expect(all.getAttribute('href')).toBe('/lista?dia=25');
  const tuesday = screen.getByRole('region', { name: 'martes, 24 de noviembre' });
  expect(tuesday.getAttribute('aria-busy')).toBe('true');
  expect(within(tuesday).queryByText('Nada este día.')).toBeNull();
});
