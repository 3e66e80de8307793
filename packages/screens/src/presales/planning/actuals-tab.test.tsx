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
  expect(rows[1]).toBe('EneRD$1,000.00RD$800.00-RD$200.0080.0 %RD$800.00RD$800.00');
  expect(rows.at(-1)).toBe('AñoRD$12,000.00RD$12,300.00RD$300.00102.5 %RD$12,300.00RD$12,300.00');
  expect(
    screen.getByText(/Hasta diciembre de 2025 se planearon RD\$12,000\.00 y van RD\$12,300\.00: 102\.5 %/),
  ).toBeTruthy();
  const lines = rowsOf(screen.getByRole('region', { name: 'Vendido por renglón' }));
  expect(lines[1]).toBe('RadioRD$1,000.00RD$12,300.00RD$11,300.001230.0 %');
  // Nothing was signed of it, so that the answer leaves it out.
  expect(lines[2]).toBe('DigitalRD$500.00RD$0.00-RD$500.000.0 %');
});

test('a reader who may not see the amounts is told so', async () => {
  render(stories.WithoutPermission.render?.({}, {} as never));
  expect(await screen.findByText('Sin cifras que mostrar')).toBeTruthy();
});
