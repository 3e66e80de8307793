// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './received-documents.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('shows what the issuer wrote, with its lines and totals', async () => {
  const page = show(stories.Face);
  const region = await screen.findByRole('region', { name: 'Renglones del comprobante' });
  const line = within(region).getByRole('row', { name: /Cargo por potencia/ });
  expect(line.textContent).toContain('8,500.00');
  expect(within(region).getByRole('row', { name: /^Total/ }).textContent).toContain('175,230.00');
  expect(screen.getByText('OC-4471')).toBeTruthy();
  expect((await axe.run(page)).violations).toEqual([]);
});

test('offers to approve and to reject what waits for it', async () => {
  show(stories.Waiting);
  expect(await screen.findByRole('heading', { level: 1, name: 'E310000001200' })).toBeTruthy();
  expect((await screen.findByRole('button', { name: 'Aprobar' })).getAttribute('aria-disabled')).not.toBe(
    'true',
  );
  expect(screen.getByRole('button', { name: 'Rechazar' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'XML' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Respuesta' })).toBeNull();
});

test('does not approve what the tax authority rejected', async () => {
  show(stories.WithoutValue);
  expect(await screen.findByRole('button', { name: 'Rechazar' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull();
});
