// @vitest-environment happy-dom
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { salesAnswer } from './report-fixtures.ts';
import { Reports } from './reports.tsx';

const answer = { status: 200, body: { data: salesAnswer } };

const open = (path: string, permissions: readonly string[] = ['contracts.view_own', 'contracts.export']) =>
  openScreens(contracts, <Reports />, {
    path: `/reportes/informes${path}`,
    mount: '/reportes/informes/*',
    permissions,
    before: (server) => {
      for (let times = 0; times < 8; times += 1) server.once('GET', '/reports/ventas', answer);
    },
  });

test('only reports of lists that the user may see are offered', async () => {
  await open('', ['contracts.view_own', 'activities.view_own']);
  await screen.findByRole('heading', { level: 1, name: 'Informes' });
  const names = within(screen.getByRole('list'))
    .getAllByRole('link')
    .map((link) => link.textContent);
  expect(names).toEqual(['Ventas firmadas', 'Descuentos y bonificaciones', 'Actividad comercial']);
});

test('a report is a chart and a table, and each figure leads to its list', async () => {
  await open('/ventas');
  const table = within(await screen.findByRole('region', { name: 'Ventas firmadas, como tabla' }));
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Cliente', 'enero de 2026', 'febrero de 2026', 'marzo de 2026', 'Total']);
  const rows = table
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows[1]).toEqual(['Banco Popular', 'RD$5,000.00', '—', 'RD$10,000.00', 'RD$15,000.00']);
  expect(rows.at(-1)?.[0]).toBe('Total');
  const link = table.getByRole('link', { name: 'RD$2,500.00' });
  expect(link.getAttribute('href')).toBe(
    '/ventas/contratos/renglones?f.status=active&f.signed_on=2026-01-01..2026-03-31&at=0-0',
  );
  const chart = within(screen.getByRole('group', { name: /^Neto por mes/ }));
  expect(chart.getAllByRole('link')).toHaveLength(8);
  expect(
    chart.getByRole('link', { name: 'marzo de 2026, Banco Popular: RD$10,000.00' }).getAttribute('href'),
  ).toContain('at=1-2');
});

test('what is chosen is in the address and is asked for', async () => {
  const { user, server, address } = await open('/ventas');
  await screen.findByRole('region', { name: 'Ventas firmadas, como tabla' });
  await user.click(screen.getByRole('button', { name: /Columnas/ }));
  await user.click(await screen.findByRole('option', { name: 'Plataforma' }));
  await waitFor(() => expect(address()).toContain('columns=platform_id'));
  await user.click(screen.getByRole('button', { name: /Comparar con/ }));
  await user.click(await screen.findByRole('option', { name: 'Un año antes' }));
  await waitFor(() =>
    expect(
      server.asked.some(({ path }) => path.includes('columns=platform_id') && path.includes('compare=year')),
    ).toBe(true),
  );
});

test('the rows of the former columns become no columns of the same dimension', async () => {
  const { user, address } = await open('/ventas?columns=platform_id');
  await screen.findByRole('region', { name: 'Ventas firmadas, como tabla' });
  await user.click(screen.getByRole('button', { name: /Filas/ }));
  await user.click(await screen.findByRole('option', { name: 'Plataforma' }));
  await waitFor(() => expect(address()).toContain('rows=platform_id'));
  expect(address()).toContain('columns=-');
});

test('several currencies are never one figure: the report says which it is of', async () => {
  await open('/ventas');
  await screen.findByRole('region', { name: 'Ventas firmadas, como tabla' });
  expect(screen.getByText('Las monedas no se suman: elija una.')).toBeTruthy();
});

test('without the permission to export there is no file, and without that to see there is nothing', async () => {
  await open('/ventas', ['contracts.view_own']);
  await screen.findByRole('region', { name: 'Ventas firmadas, como tabla' });
  expect(screen.getByRole('button', { name: 'XLSX' }).getAttribute('aria-disabled')).toBe('true');
});

test('a user without access reads which permission is missing, and nothing is asked for', async () => {
  const { server } = await open('/ventas', []);
  await screen.findByText('No puede ver este informe');
  expect(server.asked.filter(({ path }) => path.startsWith('/reports'))).toEqual([]);
});

test('a wrong address is explained, and so is an unknown report', async () => {
  await open('/ventas?rows=net&period=ayer');
  await screen.findByText(/Este informe no se divide por ese dato/);
  expect(screen.getByRole('link', { name: 'Abra el informe desde el principio' }).getAttribute('href')).toBe(
    '/reportes/informes/ventas',
  );
});
