// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './barter-receipts.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('the list has what clients gave, what it settled and what is left', async () => {
  const container = show(stories.List);
  await screen.findByRole('link', { name: /B0100000001/ });
  expect(screen.getAllByText('Anulado').length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Por cliente' }).getAttribute('href')).toContain('group=client_id');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a receipt leads to its payment, where its balance is applied', async () => {
  const container = show(stories.Registered);
  const link = await screen.findByRole('link', { name: 'Ver el cobro' });
  expect(link.getAttribute('href')).toMatch(/^\/facturacion\/registro-cobros\/[0-9a-f-]{36}$/);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a new one asks for the number, what is given and its amounts', async () => {
  const container = show(stories.New);
  expect(await screen.findByRole('textbox', { name: /NCF del cliente/ })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Qué entrega/ })).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});
