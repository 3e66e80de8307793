import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { createContract } from '@pauta/ui/testing/contract.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { createLiveFetch } from '@pauta/ui/testing/live-fetch.ts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SalesBudgets } from './planning.tsx';

const id = '00000000-0000-4000-8000-000000000001';
const lineId = '00000000-0000-4000-8000-000000000002';
const months = Object.fromEntries(monthNames.map((name) => [name, '0.00']));
const budget = (version: number, january: string): AnyRecord => ({
  id,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  row_version: version,
  archived_at: null,
  name: 'Plan',
  company_id: { id: '00000000-0000-4000-8000-000000000003', label: 'Medios', code: 'MED' },
  fiscal_year: 2025,
  version: 1,
  currency_code: 'DOP',
  status: 'draft',
  ...months,
  total: january,
  lines: [{ id: lineId, position: 'a0', description: 'Radio', ...months, m01: january, total: january }],
});

const open = async (stored: () => AnyRecord) => {
  const asked: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const contract = createContract(salesBudgets, [stored()]);
  const live = createLiveFetch(async (input, init) => {
    const path = String(input).replace(/^.*\/api/, '');
    asked.push({
      method: init?.method ?? 'GET',
      path,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
    });
    const { body, status } =
      path === `/sales-budgets/${id}`
        ? { status: 200, body: { data: stored() } }
        : path.includes('/comparison')
          ? { status: 403, body: { message: 'No tiene acceso.' } }
          : path === '/settings'
            ? { status: 200, body: { settings: {} } }
            : contract.answer({ method: init?.method ?? 'GET', path, headers: {}, body: {} });
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
  const host = createHost(<SalesBudgets />, {
    baseUrl: 'http://pauta.example/api',
    fetch: live.fetch,
    permissions: ['sales_budgets.view_all', 'sales_budgets.update_all'],
    path: `/prevanta/presupuesto-ventas/${id}/editar`,
    mount: '/prevanta/presupuesto-ventas/*',
  });
  render(<host.Host />);
  const user = userEvent.setup();
  const grid = await screen.findByRole('grid', { name: 'Renglones del presupuesto' });
  await waitFor(() => expect(live.opened).toHaveLength(1));
  return { live, user, grid, asked };
};

test('cells that another person saves are marked while the grid is edited, and the own input stays', async () => {
  let stored = budget(1, '10.00');
  const { live, user, grid } = await open(() => stored);
  grid.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}55{Enter}{ArrowLeft}');
  stored = budget(2, '99.00');
  await act(async () => live.tell({ resource: 'sales_budgets', id, version: 2 }));
  expect(
    await screen.findByText(/Luis Gómez guardó cambios en este presupuesto\. Una celda suya está marcada\./),
  ).toBeTruthy();
  expect(
    screen.getByText('Luis Gómez cambió «Ene» a 99.00. Al guardar se une con lo de usted.'),
  ).toBeTruthy();
  const cells = [...(screen.getAllByRole('row')[1]?.querySelectorAll('td') ?? [])].map(
    (one) => one.textContent,
  );
  expect(cells.slice(2, 4)).toEqual(['10.00', '55.00']);
});

test('others see the cell that is open in a line of the budget, and theirs is seen before it is saved', async () => {
  const { live, user, grid, asked } = await open(() => budget(1, '10.00'));
  grid.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}77');
  const told = () => asked.filter(({ path }) => path === '/presence').map(({ body }) => body);
  await waitFor(() =>
    expect(told().at(-1)).toMatchObject({ resource: 'sales_budgets', id, line: lineId, field: 'm01' }),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(told().at(-1)).toMatchObject({ field: 'm01', text: null }));
  await act(async () =>
    live.send(
      `event: presence\ndata: ${JSON.stringify({
        resource: 'sales_budgets',
        id,
        line: lineId,
        field: 'm01',
        text: '500',
        by: { id: '99', name: 'Luis Gómez' },
      })}\n\n`,
    ),
  );
  expect(await screen.findByText('Luis Gómez escribe en «Radio», Ene: «500»')).toBeTruthy();
  expect(screen.getByText('Luis Gómez está escribiendo en esta celda: «500».')).toBeTruthy();
});
