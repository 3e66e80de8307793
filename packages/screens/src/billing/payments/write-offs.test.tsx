// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './write-offs.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('the list shows what waits for approval and what was written off', async () => {
  const container = show(stories.List);
  await screen.findByRole('link', { name: /B0100000001/ });
  expect(screen.getAllByText('Por aprobar').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Incobrable').length).toBeGreaterThan(0);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('one that is requested is approved or rejected', async () => {
  const container = show(stories.Requested);
  expect(await screen.findByRole('button', { name: 'Aprobar' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Rechazar' })).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});
