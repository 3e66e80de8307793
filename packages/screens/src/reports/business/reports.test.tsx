// @vitest-environment happy-dom

import type { SavedReport } from '@pauta/domain/reports/saved-report.ts';
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
      server.once('GET', '/saved-reports', { status: 200, body: { data: [] } });
    },
  });

const mine: SavedReport = {
  id: '0199f0a2-0000-7000-8000-0000000000aa',
  report: 'ventas',
  name: 'Por mes',
  params: 'rows=month&columns=-',
  owner: { id: '7', label: 'Ana Pérez' },
  is_mine: true,
  role: null,
  every: 'weekly',
  next_on: '2026-11-30',
  is_archived: false,
  row_version: 3,
};

test('saved reports are links; only their owner changes and removes them', async () => {
  const { user, server } = await openScreens(contracts, <Reports />, {
    path: '/reportes/informes',
    mount: '/reportes/informes/*',
    permissions: ['contracts.view_own'],
    before: (started) => {
      const theirs = { ...mine, id: '0199f0a2-0000-7000-8000-0000000000bb', name: 'De otro', is_mine: false };
      for (let times = 0; times < 9; times += 1)
        started.once('GET', '/saved-reports', { status: 200, body: { data: [mine, theirs] } });
      started.once('DELETE', `/saved-reports/${mine.id}`, { status: 204 });
    },
  });
  const link = await screen.findByRole('link', { name: 'Por mes' });
  expect(link.getAttribute('href')).toBe('/reportes/informes/ventas?rows=month&columns=-');
  expect(screen.getByText('Ventas firmadas · cada lunes por correo, próximo 30/11/2026')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Eliminar De otro' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Eliminar Por mes' }));
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  await waitFor(() =>
    expect(server.asked.some(({ method, path }) => method === 'DELETE' && path.endsWith(mine.id))).toBe(true),
  );
});

test('a report is saved with what is in the address', async () => {
  const { user, server } = await openScreens(contracts, <Reports />, {
    path: '/reportes/informes/ventas?rows=month&columns=-',
    mount: '/reportes/informes/*',
    permissions: ['contracts.view_own'],
    before: (started) => {
      started.once('GET', '/reports/ventas', answer);
      started.once('POST', '/saved-reports', { status: 201, body: { data: mine } });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Guardar' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(dialog.getByRole('textbox', { name: /Nombre/ }));
  await user.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Por mes');
  expect(dialog.queryByRole('combobox')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const asked = server.asked.find(({ method, path }) => method === 'POST' && path === '/saved-reports');
  expect(asked?.body).toEqual({
    name: 'Por mes',
    every: 'never',
    role_id: null,
    report: 'ventas',
    params: 'rows=month&columns=-',
  });
});

test('only reports of lists that the user may see are offered', async () => {
  await open('', ['contracts.view_own', 'activities.view_own', 'availability.view']);
  await screen.findByRole('heading', { level: 1, name: 'Informes' });
  const names = within(screen.getByRole('list'))
    .getAllByRole('link')
    .map((link) => link.textContent);
  expect(names).toEqual([
    'Ventas firmadas',
    'Descuentos y bonificaciones',
    'Actividad comercial',
    'Ventas por crédito',
    'Ocupación y rendimiento',
    'Ocupación y disponibilidad',
  ]);
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

test('a measure that needs an explanation has one below the table', async () => {
  await openScreens(contracts, <Reports />, {
    path: '/reportes/informes/ventas?measures=taxable',
    mount: '/reportes/informes/*',
    permissions: ['contracts.view_own'],
    before: (server) => {
      const measures = [{ name: 'taxable', label: 'Base imponible', unit: 'money' }];
      server.once('GET', '/reports/ventas', { status: 200, body: { data: { ...salesAnswer, measures } } });
    },
  });
  expect(await screen.findByText('El neto sin el descuento de la agencia.')).toBeTruthy();
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

test('a chart has no second table of the rows of its report', async () => {
  await open('/ventas');
  const tables = await screen.findAllByRole('table');
  expect(tables).toHaveLength(1);
  const link = screen.getByRole('link', { name: 'Ir a la tabla' });
  expect(document.querySelector(link.getAttribute('href') ?? '#')?.contains(tables[0] ?? null)).toBe(true);
});

test('a deleted report is restored', async () => {
  const gone = { ...mine, is_archived: true, row_version: 4 };
  const { user, server } = await openScreens(contracts, <Reports />, {
    path: '/reportes/informes',
    mount: '/reportes/informes/*',
    permissions: ['contracts.view_own'],
    before: (started) => {
      for (let times = 0; times < 3; times += 1) {
        started.once('GET', '/saved-reports?archived=true', { status: 200, body: { data: [gone] } });
        started.once('GET', '/saved-reports', { status: 200, body: { data: [] } });
      }
      started.once('POST', `/saved-reports/${mine.id}/restore`, { status: 200, body: { data: mine } });
    },
  });
  await user.click(await screen.findByText('1 eliminado'));
  await user.click(screen.getByRole('button', { name: 'Restaurar Por mes' }));
  await waitFor(() =>
    expect(server.asked.some(({ path }) => path.endsWith(`${mine.id}/restore`))).toBe(true),
  );
});

test('the rows of a figure have their sums, and lead to their records', async () => {
  const row = {
    id: '1:2026-03-31',
    line: 'Cuñas de radio',
    contract_id: { id: '0199f0a2-0000-7000-8000-0000000000c1', label: 'CON-1' },
    user_id: { id: '0199f0a2-0000-7000-8000-0000000000c2', label: '(sin acceso)', hidden: true },
    client_id: null,
    on_date: '2026-03-31',
    kind: 'signed',
    pct: '50.0000',
    amount: '1250.00',
    currency_code: 'DOP',
  };
  const path = '/creditos/filas?f.on_date=2026-01-01..2026-12-31&f.currency_code=DOP';
  await openScreens(contracts, <Reports />, {
    path: `/reportes/informes${path}`,
    mount: '/reportes/informes/*',
    permissions: ['contracts.view_own'],
    before: (server) =>
      server.once('GET', '/reports/creditos/rows', {
        status: 200,
        body: { data: { count: 1, totals: { amount: '1250.00' }, rows: [row] } },
      }),
  });
  const link = await screen.findByRole('link', { name: 'CON-1' });
  expect(link.getAttribute('href')).toBe('/ventas/contratos/0199f0a2-0000-7000-8000-0000000000c1');
  expect(screen.queryByRole('link', { name: '(sin acceso)' })).toBeNull();
  expect(screen.getAllByText('RD$1,250.00')).toHaveLength(2);
});

test('a wrong address is explained, and so is an unknown report', async () => {
  await open('/ventas?rows=net&period=ayer');
  await screen.findByText(/Este informe no se divide por ese dato/);
  expect(screen.getByRole('link', { name: 'Abra el informe desde el principio' }).getAttribute('href')).toBe(
    '/reportes/informes/ventas',
  );
});
