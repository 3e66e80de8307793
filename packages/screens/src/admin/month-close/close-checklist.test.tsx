// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './close-checklist.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('names what is open, with the list in which it is resolved', async () => {
  const container = show(stories.Pending);
  const link = await screen.findByRole('link', { name: '3 borradores de facturas o notas' });
  expect(link.getAttribute('href')).toBe('/facturacion/facturacion?f.status=draft');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('says that a month without open work can be closed', async () => {
  show(stories.Ready);
  expect(await screen.findByText('Puede cerrar el mes con «Cerrar».')).toBeTruthy();
});
