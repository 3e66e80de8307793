// @vitest-environment happy-dom
import type { TrafficDay } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TrafficBoard } from './traffic-board.tsx';
import { someDay } from './traffic-fixtures.ts';

const open = (day: TrafficDay = someDay, mayMove = true) => {
  const onDrop = vi.fn();
  const onSwap = vi.fn();
  render(
    <TrafficBoard
      actionsOf={() => []}
      day={day}
      mayMove={mayMove}
      mayPlace={mayMove}
      onDrop={onDrop}
      onSwap={onSwap}
    />,
  );
  const card = (name: string): HTMLElement => screen.getByRole('button', { name });
  const press = (name: string, ...keys: readonly string[]): void => {
    for (const key of keys) fireEvent.keyDown(card(name), { key });
  };
  const dropped = (): unknown => {
    const [held, at, before] = onDrop.mock.lastCall ?? [];
    return (
      held && [held.spot?.client.label ?? held.quota.client.label, at.airs_at, before?.client.label ?? null]
    );
  };
  return { card, press, dropped, onDrop, onSwap };
};

test('a spot is picked up, carried by the arrow keys and put down', () => {
  const { card, press, dropped, onDrop } = open();
  fireEvent.click(card('Óptica Ñandú'));
  expect(card('Óptica Ñandú').getAttribute('aria-pressed')).toBe('true');
  // Into the next break before its spot, then after it.
  press('Óptica Ñandú', 'ArrowDown');
  press('Óptica Ñandú', ' ');
  expect(dropped()).toEqual(['Óptica Ñandú', '19:25', 'Refrescos Sur']);
  fireEvent.click(card('Óptica Ñandú'));
  press('Óptica Ñandú', 'ArrowRight', 'Enter');
  expect(dropped()).toEqual(['Óptica Ñandú', '19:25', null]);
  fireEvent.click(card('Óptica Ñandú'));
  press('Óptica Ñandú', 'ArrowRight', 'Escape');
  expect(onDrop).toHaveBeenCalledTimes(2);
  expect(card('Óptica Ñandú').getAttribute('aria-pressed')).toBe('false');
});

test('what is in the way is said before it is put down', () => {
  const { card, press } = open();
  fireEvent.click(card('Seguros y Fondos'));
  // It begins in the first break that has room for it.
  expect(screen.queryAllByText(/misma industria/)).toEqual([]);
  press('Seguros y Fondos', 'ArrowLeft');
  expect(screen.getAllByText(/Banco Norte, de la misma industria, está en el mismo corte/)).not.toEqual([]);
});

test('what is outside of what its line prefers is said, and is no refusal', () => {
  const { card, press, dropped } = open();
  fireEvent.click(card('Colmado Central'));
  expect(
    screen.getAllByText(/Fuera de lo preferido: se prefiere de 19:30 a 20:00 y se prefiere el primer lugar/),
  ).not.toEqual([]);
  press('Colmado Central', 'ArrowRight', 'ArrowRight');
  expect(screen.queryAllByText(/Fuera de lo preferido/)).toEqual([]);
  press('Colmado Central', 'ArrowLeft', ' ');
  expect(dropped()).toEqual(['Colmado Central', '19:25', null]);
});

test('x swaps with the spot at the place, and dragging drops into a break', () => {
  const { card, press, dropped, onSwap } = open();
  fireEvent.click(card('Óptica Ñandú'));
  press('Óptica Ñandú', 'ArrowDown', 'x');
  expect(onSwap.mock.lastCall?.map(({ client }) => client.label)).toEqual(['Óptica Ñandú', 'Refrescos Sur']);

  const dragged = card('Colmado Central').closest('[data-card]') as HTMLElement;
  const over = screen.getByText(/19:40/).closest('[data-break]') as HTMLElement;
  fireEvent.dragStart(dragged, { dataTransfer: { setData: () => {} } });
  fireEvent.dragOver(over);
  fireEvent.drop(over);
  expect(dropped()).toEqual(['Colmado Central', '19:40', null]);
});

test('what is pinned or aired stays, and so does everything without permission', () => {
  const { card } = open();
  for (const name of ['Banco Norte', 'Refrescos Sur']) {
    fireEvent.click(card(name));
    expect(card(name).getAttribute('aria-pressed')).toBe('false');
    expect(card(name).closest('[data-card]')?.getAttribute('draggable')).toBe('false');
  }
});
