// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './receipt-deliveries.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('the list of mailed receipts shows which were not sent', async () => {
  const container = show(stories.List);
  expect(await screen.findByRole('link', { name: /Beto Peña/ })).toBeTruthy();
  expect(screen.getAllByText('No enviado').length).toBeGreaterThan(0);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a payment lists to whom its receipt was mailed, and leads to all of them', async () => {
  const container = show(stories.OfPayment);
  expect(await screen.findByText('marta@cliente.example')).toBeTruthy();
  const all = screen.getByRole('link', { name: 'Todos los correos de recibos' });
  expect(all.getAttribute('href')).toBe('/facturacion/registro-cobros/correos');
  expect((await axe.run(container)).violations).toEqual([]);
});
