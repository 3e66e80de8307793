// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as stories from './trial-balance.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('has a table for each currency, whose balances add up to nothing', async () => {
  const container = show(stories.TwoCurrencies);
  const pesos = await screen.findByRole('region', { name: 'Balanza en DOP' });
  expect(screen.getByRole('region', { name: 'Balanza en USD' })).toBeTruthy();
  const [total] = within(pesos).getAllByRole('row').slice(-1);
  expect(total?.textContent).toBe('Total0.001,680.001,680.000.00');
  for (const name of ['Descargar balanza', 'Descargar diario'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).not.toBe('true');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('files are downloaded in the chosen format', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  show(stories.TwoCurrencies);
  await screen.findByRole('region', { name: 'Balanza en DOP' });
  await userEvent.click(screen.getByRole('button', { name: /Formato de los archivos/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Excel (XLSX)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Descargar diario' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatch(/^Diario \d{4}-\d{2}\.xlsx$/);
});

test('a month without entries says what to do', async () => {
  show(stories.Nothing);
  expect(await screen.findByText(/Elija otro mes u otra compañía/)).toBeTruthy();
});
