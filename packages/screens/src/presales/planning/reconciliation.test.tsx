// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './reconciliation.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};
const rowsOf = async (name: string): Promise<string[]> =>
  within(await screen.findByRole('region', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent ?? '');

test('the sides stand beside each other with their gaps, by month, seller and part', async () => {
  const container = show(stories.Complete);
  const months = await rowsOf('Conciliación por mes');
  expect(months[0]).toBe(
    'MesPresupuestoClientesMetasFirmadoClientes − presupuestoMetas − presupuestoFirmado − presupuesto',
  );
  expect(months[1]).toBe('EneRD$1,000.00RD$900.00RD$1,100.00RD$500.00-RD$100.00RD$100.00-RD$500.00');
  expect(months.at(-1)).toContain('AñoRD$12,000.00RD$10,800.00');
  const sellers = await rowsOf('Conciliación por ejecutivo');
  expect(sellers[1]).toBe('Ana MéndezRD$800.00RD$1,000.00RD$1,200.00-RD$200.00Nada');
  expect(sellers[2]).toBe('Beto NúñezRD$100.00RD$100.00RD$40.00RD$0.00RD$60.00');
  expect(await rowsOf('Conciliación por división')).toHaveLength(3);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('each figure leads to the records that it sums', async () => {
  show(stories.Complete);
  const table = await screen.findByRole('region', { name: 'Conciliación por ejecutivo' });
  const [clients, goal, signed] = within(within(table).getByRole('row', { name: /Beto/ }))
    .getAllByRole('link')
    .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''));
  expect(clients).toMatch(/presupuesto-cliente\?f\.fiscal_year=2026&f\.currency_code=DOP&f\.sales_rep_id=/);
  expect(goal).toMatch(/metas-ejecutivo\?f\.fiscal_year=2026&f\.metric=signed_sales&f\.user_id=/);
  expect(signed).toMatch(/contratos\?f\.company_id=.*&f\.signed_on=2026-01-01\.\.2026-12-31&f\.owner_id=/);
});

test('without an approved budget and without permission it says what is missing', async () => {
  show(stories.WithoutBudget);
  expect(
    await screen.findByText(/Ninguna versión del presupuesto de Antena Uno para 2026 está aprobada/),
  ).toBeTruthy();
  expect(screen.getByText(/Su rol no permite ver los presupuestos de clientes/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Conciliación por ejecutivo' })).toBeNull();
});
