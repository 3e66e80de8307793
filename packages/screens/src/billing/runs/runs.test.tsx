// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './runs.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('what failed is listed with its reason, who resolves it and where', async () => {
  const container = show(stories.WithFailures);
  expect(await screen.findByText('3 de 4 facturas emitidas · 1 falló')).toBeTruthy();
  const failures = screen.getByRole('list', { name: 'Facturas que no se pudieron emitir' });
  expect(within(failures).getByRole('link', { name: 'Secuencias fiscales' }).getAttribute('href')).toBe(
    '/gestion/configuracion/secuencias-fiscales',
  );
  expect(failures.textContent).toContain('Lo resuelve Finanzas.');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('while it is issued, it says how much is issued and how much waits', async () => {
  show(stories.Issuing);
  expect(await screen.findByText('2 de 4 facturas emitidas · 2 por emitir')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Facturas emitidas' }).getAttribute('value')).toBe('2');
});

test('the dry run totals each payer and says what differs from the plan', async () => {
  const container = show(stories.Preview);
  const table = await screen.findByRole('region', { name: 'Por pagador en DOP' });
  const [total] = within(table).getAllByRole('row').slice(-1);
  expect(total?.textContent).toContain('1,500.00');
  expect(total?.textContent).toContain('1,652.00');
  expect(screen.getByRole('link', { name: 'CT-2026-00003 · Campaña de Navidad' })).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('the parameters are asked first, then the dry run is shown before anything is prepared', async () => {
  show(stories.Parameters);
  const dialog = await screen.findByRole('dialog', { name: 'Nueva corrida' });
  const company = await within(dialog).findByRole('combobox', { name: /Compañía/ });
  await userEvent.click(company);
  await userEvent.click(await screen.findByRole('option', { name: /Canal Uno/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Calcular' }));
  expect(await screen.findByText('Se preparan 4 borradores. Nada se emite todavía.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Preparar borradores' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cambiar parámetros' }));
  expect(await screen.findByRole('button', { name: 'Calcular' })).toBeTruthy();
});
