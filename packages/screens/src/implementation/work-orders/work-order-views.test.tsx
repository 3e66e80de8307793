// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './work-order-views.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('the board has a column for each state, with what is late and what is blocked', async () => {
  const container = show(stories.Board);
  await screen.findByRole('link', { name: 'OT-2026-00004 · Valla de la avenida 31' });
  expect(screen.getAllByText('Bloqueada')).toHaveLength(1);
  expect(screen.getAllByText('Tarde').length).toBeGreaterThan(0);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('whoever may only see orders has no way to move them', async () => {
  show(stories.ReadOnly);
  await screen.findByRole('link', { name: 'OT-2026-00004 · Valla de la avenida 31' });
  expect(screen.queryByRole('button', { name: /Mover/ })).toBeNull();
});

test('the calendar shows the orders of the week on the day on which their work begins', async () => {
  const container = show(stories.Calendar);
  await screen.findByRole('link', { name: /Valla de la avenida 31/ });
  expect(screen.getByRole('button', { name: 'Semana siguiente' })).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});
