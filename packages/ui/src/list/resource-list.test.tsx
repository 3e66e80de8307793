// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Filter } from '@pauta/domain/resource/query/query.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { resourceScreens } from '../screens/resource-screens.tsx';
import { clientRecords } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';
import { ResourceList } from './resource-list.tsx';

const Clients = resourceScreens(clients);
const open = (options: Parameters<typeof openScreens>[2] = {}) => openScreens(clients, <Clients />, options);
const names = (): (string | null)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent);

test('shows the records with links, badges and their count', async () => {
  await open({ records: clientRecords(3) });
  expect((await screen.findByRole('link', { name: 'ACME' })).getAttribute('href')).toMatch(
    /^\/crm\/clientes\/01900000/,
  );
  expect(screen.getByText('3 clientes')).toBeTruthy();
  expect(screen.getAllByText('1-31-24679-6')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Nuevo cliente' }).getAttribute('href')).toBe(
    '/crm/clientes/nuevo',
  );
});

test('searching changes the address and queries the server; the clear button resets both', async () => {
  const { user, address, server } = await open({ records: clientRecords(8) });
  await screen.findByRole('link', { name: 'ACME' });
  await user.type(screen.getByRole('combobox', { name: 'Buscar clientes' }), 'nandu');
  await waitFor(() => expect(names()).toEqual(['Óptica Ñandú', 'Óptica Ñandú 5']));
  expect(address()).toBe('/crm/clientes?q=nandu');
  expect(server.asked.map((one) => one.path)).toContain('/clients?q=nandu');
  await user.click(screen.getByRole('button', { name: 'Limpiar búsqueda' }));
  await waitFor(() => expect(names()).toHaveLength(8));
  expect(address()).toBe('/crm/clientes');
});

test('sorts by a column head and announces it', async () => {
  const { user, address } = await open({
    records: clientRecords(3),
    path: '/crm/clientes?cols=client_code,trade_name',
  });
  await screen.findByRole('link', { name: 'ACME' });
  await user.click(screen.getByRole('button', { name: 'Código' }));
  await waitFor(() => expect(address()).toMatch(/&sort=client_code$|\?sort=client_code&/));
  expect(screen.getByRole('columnheader', { name: 'Código' }).getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Código' }));
  await waitFor(() => expect(names()[0]).toBe('Banco Popular'));
  expect(screen.getByRole('columnheader', { name: 'Código' }).getAttribute('aria-sort')).toBe('descending');
});

test('a filter is selected in its popover, shown as a chip and removed', async () => {
  const { user, address } = await open({ records: clientRecords(8) });
  await screen.findByRole('link', { name: 'ACME' });
  await user.click(screen.getByRole('button', { name: 'Filtrar' }));
  const fields = await screen.findByRole('dialog', { name: 'Filtrar por' });
  await user.click(within(fields).getByRole('button', { name: 'Estado' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Prospecto' }));
  await user.click(screen.getByRole('button', { name: 'Aplicar' }));
  await waitFor(() => expect(address()).toBe('/crm/clientes?f.status=prospect'));
  await waitFor(() => expect(names()).toEqual(['Óptica Ñandú', 'Óptica Ñandú 5']));
  const chips = screen.getByRole('list', { name: 'Filtros aplicados' });
  expect(within(chips).getByRole('button', { name: 'Estado: Prospecto' })).toBeTruthy();
  await user.click(within(chips).getByRole('button', { name: 'Quitar filtro Estado' }));
  await waitFor(() => expect(names()).toHaveLength(8));
});

test('a constant filter always applies, and is neither shown nor in the address', async () => {
  const constant: readonly Filter[] = [{ field: 'status', operator: 'in', values: ['prospect'] }];
  const { user, address, server } = await openScreens(
    clients,
    <ResourceList constant={constant} resource={clients} />,
    { records: clientRecords(8), path: '/crm/clientes?f.status=active' },
  );
  await waitFor(() => expect(names()).toEqual(['Óptica Ñandú', 'Óptica Ñandú 5']));
  expect(server.asked.map(({ path }) => path)).toContain('/clients?f.status=prospect');
  expect(screen.queryByRole('list', { name: 'Filtros aplicados' })).toBeNull();
  await user.type(screen.getByRole('combobox', { name: 'Buscar clientes' }), 'acme');
  await screen.findByRole('button', { name: 'Limpiar filtros' });
  expect(address()).toBe('/crm/clientes?q=acme');
  await user.click(screen.getByRole('button', { name: 'Limpiar filtros' }));
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(address()).toBe('/crm/clientes');
});

test('reads its state from the address, including names of references, and ignores invalid parameters', async () => {
  const records = clientRecords(8);
  const { id = '' } = (records[1]?.industry_id ?? {}) as { id?: string };
  await open({ records, path: `/crm/clientes?f.industry_id=${id}&f.nada=1&sort=notes` });
  expect(await screen.findByRole('button', { name: 'Industria: Bebidas' })).toBeTruthy();
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(screen.getByText(/f\.nada, sort/)).toBeTruthy();
});

test('pages forward and back, and requests the total only with the first page', async () => {
  const { user, address, server } = await open({ records: clientRecords(60) });
  expect(await screen.findByText('1–25 de 60 clientes')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Siguiente' }));
  expect(await screen.findByText('26–50 de 60 clientes')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Siguiente' }));
  expect(await screen.findByText('51–60 de 60 clientes')).toBeTruthy();
  const asked = server.asked.map(({ path }) => path).filter((path) => /^\/clients(\?|$)/.test(path));
  expect(asked.filter((path) => !path.includes('count=no'))).toEqual(['/clients']);
  expect(asked).toHaveLength(3);
  await user.click(screen.getByRole('link', { name: 'Anterior' }));
  expect(await screen.findByText('26–50 de 60 clientes')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: '100 por página' }));
  expect(await screen.findByText('60 clientes')).toBeTruthy();
  expect(address()).toBe('/crm/clientes?limit=100');
});

test('a later page opened by its address shows the total of the list', async () => {
  await open({ records: clientRecords(60), path: '/crm/clientes?cursor=25' });
  expect(await screen.findByText('60 clientes')).toBeTruthy();
  expect(names()).toHaveLength(25);
});

test('the total is requested again after a change, also on a later page', async () => {
  const { user, server } = await open({ records: clientRecords(60) });
  await user.click(await screen.findByRole('link', { name: 'Siguiente' }));
  expect(await screen.findByText('26–50 de 60 clientes')).toBeTruthy();
  server.rows.push(...clientRecords(61).slice(60));
  // Focusing the window does not repeat a request that was made shortly before, so focus it until it does.
  await waitFor(async () => {
    await act(async () => {
      window.dispatchEvent(new Event('focus'));
    });
    expect(screen.getByText('26–50 de 61 clientes')).toBeTruthy();
  });
});

test('Back from a record returns the focus to its row', async () => {
  const { user, go } = await open({ records: clientRecords(5) });
  await user.click(await screen.findByRole('link', { name: 'Banco Popular' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Banco Popular' })).toBeTruthy();
  await go(-1);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Banco Popular' })),
  );
});

test('a click anywhere in a row opens it', async () => {
  const { user, address } = await open({ records: clientRecords(2) });
  await user.click(await screen.findByText('CLI-002'));
  await waitFor(() => expect(address()).toMatch(/000000000001$/));
});

describe('an empty list shows its reason', () => {
  test('no records', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Aún no hay clientes' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Nuevo cliente' })).toHaveLength(2);
  });

  test('no matching records', async () => {
    const { user } = await open({ records: clientRecords(2), path: '/crm/clientes?q=zzz&f.status=active' });
    expect(await screen.findByRole('heading', { name: 'Ningún cliente coincide' })).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Limpiar filtros' })[1]!);
    expect(await screen.findByText('2 clientes')).toBeTruthy();
  });

  test('a missing permission, which is named', async () => {
    const { server } = await open({ records: clientRecords(2), permissions: [] });
    expect(await screen.findByRole('heading', { name: 'No puede ver los clientes' })).toBeTruthy();
    expect(screen.getByText('clients.view_own')).toBeTruthy();
    expect(server.asked.filter((one) => one.path.startsWith('/clients'))).toEqual([]);
  });

  test('a failure, with a button to retry', async () => {
    const { server, user, unmount } = await open({ records: clientRecords(2) });
    await screen.findByText('2 clientes');
    unmount();
    expect(server.asked.filter((one) => one.path.startsWith('/clients'))).toHaveLength(1);
    const second = await open({ records: clientRecords(2), path: '/crm/clientes?sort=legal_name' });
    await screen.findByText('2 clientes');
    second.server.once('GET', '/clients?sort=-client_code', {
      status: 403,
      body: { message: 'No.', permission: 'clients.view_all' },
    });
    await second.go('/crm/clientes?sort=-client_code');
    expect(await screen.findByText('clients.view_all')).toBeTruthy();
    second.server.once('GET', '/clients?sort=trade_name', {
      status: 500,
      body: {},
      headers: { 'X-Request-Id': 'abc' },
    });
    await second.go('/crm/clientes?sort=trade_name');
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('2 clientes')).toBeTruthy();
  });
});

test('an action without permission stays visible with its reason', async () => {
  await open({ records: clientRecords(1), permissions: ['clients.view_all'] });
  await screen.findByText('1 cliente');
  const button = screen.getByRole('button', { name: 'Nuevo cliente' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Le falta el permiso «Crear clientes».');
});
