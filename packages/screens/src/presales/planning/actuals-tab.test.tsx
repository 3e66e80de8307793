import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as stories from './actuals.stories.tsx';

const rowsOf = (table: HTMLElement): string[] =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent ?? '');

test('a budget is shown beside what was reached, by month and by line', async () => {
  render(stories.Budget.render?.({}, {} as never));
  const region = await screen.findByRole('region', { name: 'Cifras por mes' });
  const rows = rowsOf(region);
  expect(rows[0]).toBe('MesPresupuesto de ventasVendidoDiferencia%FacturadoCobrado');
  expect(rows[1]).toBe('Ene1,000.00800.00-200.0080.0 %800.00800.00');
  expect(rows.at(-1)).toBe('Año12,000.0012,300.00300.00102.5 %12,300.0012,300.00');
  expect(screen.getByText(/Hasta dic se planearon 12,000\.00 y van 12,300\.00: 102\.5 %/)).toBeTruthy();
  const lines = rowsOf(screen.getByRole('region', { name: 'Vendido por renglón' }));
  expect(lines[1]).toBe('Radio1,000.0012,300.0011,300.001230.0 %');
});

test('a reader who may not see the amounts is told so', async () => {
  render(stories.WithoutPermission.render?.({}, {} as never));
  expect(await screen.findByText('Sin cifras que mostrar')).toBeTruthy();
});
