// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './owed-credits.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('the list says what is owed to whom, and leads back to billing', async () => {
  const container = show(stories.List);
  await screen.findByRole('link', { name: 'Valla de la avenida 27' });
  expect(screen.getAllByText('Por acreditar').length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Facturación y Cobros' }).getAttribute('href')).toBe(
    '/facturacion/facturacion-cobros',
  );
  expect((await axe.run(container)).violations).toEqual([]);
});

test('one that is open is settled by naming its credit note', async () => {
  const container = show(stories.Open);
  const settle = await screen.findByRole('button', { name: 'Marcar como acreditado' });
  expect((await axe.run(container)).violations).toEqual([]);
  await userEvent.setup().click(settle);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('combobox', { name: /Nota de crédito/ })).toBeTruthy();
  expect((await axe.run(dialog)).violations).toEqual([]);
});

test('whoever makes no credit notes cannot settle it', async () => {
  show(stories.ReadOnly);
  await screen.findByText('RD$12,500.00');
  const settle = screen.queryByRole('button', { name: 'Marcar como acreditado' });
  expect(settle?.getAttribute('aria-disabled') ?? 'true').toBe('true');
});

test('one that is settled names its note and asks for nothing', async () => {
  const container = show(stories.Credited);
  await screen.findByText('NC-2026-00003');
  expect(screen.queryByRole('button', { name: 'Marcar como acreditado' })).toBeNull();
  expect((await axe.run(container)).violations).toEqual([]);
});
