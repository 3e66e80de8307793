// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { resourceScreens } from '../../screens/resource-screens.tsx';
import { clientRecords } from '../../testing/client-fixtures.ts';
import { openScreens } from '../../testing/screen-host.tsx';

const Clients = resourceScreens(clients);
const open = async (options: Parameters<typeof openScreens>[2] = {}) => {
  const screens = await openScreens(clients, <Clients />, { records: clientRecords(6), ...options });
  await screen.findByRole('link', { name: 'ACME' });
  const search = () => new URLSearchParams(screens.address().split('?')[1]);
  return { ...screens, search };
};
type User = Awaited<ReturnType<typeof open>>['user'];
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.getAttribute('aria-label'))
    .filter((name) => name !== 'Selección');
const more = async (user: User, item: string) => {
  await user.click(screen.getByRole('button', { name: 'Más' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const columnMenu = async (user: User, column: string, item: string) => {
  await user.click(screen.getByRole('button', { name: `Opciones de la columna ${column}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

afterEach(() => localStorage.clear());

test('the column chooser hides, shows, moves and pins columns, and the address has the result', async () => {
  const { user, search } = await open({ path: '/crm/clientes?cols=client_code,trade_name,status' });
  await more(user, 'Columnas…');
  const chooser = await screen.findByRole('dialog', { name: 'Columnas' });
  await user.click(within(chooser).getByRole('checkbox', { name: 'Código' }));
  await waitFor(() => expect(search().get('cols')).toBe('trade_name,status'));
  await user.type(within(chooser).getByRole('textbox', { name: 'Buscar columnas' }), 'limite');
  await user.click(within(chooser).getByRole('checkbox', { name: 'Límite de crédito' }));
  await waitFor(() => expect(search().get('cols')).toBe('trade_name,status,credit_limit'));
  await user.click(within(chooser).getByRole('button', { name: 'Subir Límite de crédito' }));
  await waitFor(() => expect(search().get('cols')).toBe('trade_name,credit_limit,status'));
  expect(within(chooser).getByRole('status').textContent).toBe('Límite de crédito: posición 2 de 3');
  await user.click(within(chooser).getByRole('button', { name: 'Fijar Límite de crédito' }));
  await waitFor(() => expect(search().get('cols')).toBe('!credit_limit,trade_name,status'));
  await user.click(within(chooser).getByRole('button', { name: 'Listo' }));
  expect(heads()).toEqual(['Límite de crédito', 'Nombre comercial', 'Estado']);
});

test('the column with the name of the record cannot be hidden, and "Restablecer" restores the defaults', async () => {
  const { user, address } = await open({ path: '/crm/clientes?cols=status' });
  expect(heads()).toEqual(['Nombre comercial', 'Estado']);
  await more(user, 'Columnas…');
  const chooser = await screen.findByRole('dialog', { name: 'Columnas' });
  expect(within(chooser).getByRole('checkbox', { name: 'Nombre comercial' })).toHaveProperty(
    'disabled',
    true,
  );
  await user.click(within(chooser).getByRole('button', { name: 'Restablecer' }));
  await waitFor(() => expect(address()).toBe('/crm/clientes'));
  expect(heads()).toHaveLength(clients.columns.length);
});

test('the last settings are restored, unless the address has its own', async () => {
  const first = await open();
  await more(first.user, 'Filas cómodas');
  await waitFor(() => expect(first.address()).toBe('/crm/clientes?density=comfortable'));
  first.unmount();
  const second = await open();
  await waitFor(() => expect(second.address()).toBe('/crm/clientes?density=comfortable'));
  await second.go('/crm/clientes?cols=trade_name');
  await waitFor(() => expect(heads()).toEqual(['Nombre comercial']));
  expect(screen.getByRole('table').dataset.density).toBe('compact');
  await second.go('/crm/clientes');
  await waitFor(() => expect(second.address()).toBe('/crm/clientes?density=comfortable'));
  await more(second.user, 'Filas compactas');
  await waitFor(() => expect(second.address()).toBe('/crm/clientes'));
});

test('the menu of a column head sorts, moves and hides the column, and focuses its width handle', async () => {
  const { user, search } = await open({ path: '/crm/clientes?cols=client_code,trade_name,status' });
  await columnMenu(user, 'Código', 'Ordenar de mayor a menor');
  await waitFor(() => expect(search().get('sort')).toBe('-client_code'));
  await columnMenu(user, 'Estado', 'Mover a la izquierda');
  await waitFor(() => expect(heads()).toEqual(['Código', 'Estado', 'Nombre comercial']));
  await columnMenu(user, 'Código', 'Ocultar la columna');
  await waitFor(() => expect(heads()).toEqual(['Estado', 'Nombre comercial']));
  await columnMenu(user, 'Estado', 'Cambiar el ancho con las flechas');
  const handle = screen.getByRole('separator', { name: 'Ancho de la columna Estado' });
  await waitFor(() => expect(document.activeElement).toBe(handle));
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(search().get('cols')).toMatch(/^status:\d+,trade_name/));
});

test('groups are in the order of the states, and load their remaining rows on request', async () => {
  const { user, search, server } = await open({ records: clientRecords(60) });
  await columnMenu(user, 'Estado', 'Agrupar por esta columna');
  await waitFor(() => expect(search().get('group')).toBe('status'));
  const heads = async () =>
    (await screen.findAllByRole('button', { name: /\d+ clientes$/ })).map((head) => head.textContent);
  await waitFor(async () =>
    expect(await heads()).toEqual([
      'Prospecto15 clientes',
      'Activo15 clientes',
      'Inactivo15 clientes',
      'Bloqueado15 clientes',
    ]),
  );
  const rowsOf = (name: RegExp) =>
    screen.getByRole('button', { name }).closest('tbody')?.querySelectorAll('tr[data-row]').length;
  expect(rowsOf(/^Bloqueado/)).toBe(6);
  const rest = within(
    screen.getByRole('button', { name: /^Bloqueado/ }).closest('tbody') ?? document.body,
  ).getByRole('button', { name: 'Mostrar 9 más' });
  await user.click(rest);
  await waitFor(() => expect(rowsOf(/^Bloqueado/)).toBe(15));
  expect(server.asked.at(-1)?.path).toBe('/clients?group=status&open=blocked');
  const group = screen.getByRole('button', { name: /^Activo.*15 clientes$/ });
  group.focus();
  await user.keyboard('{Enter}');
  expect(group.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('link', { name: 'ACME' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Quitar los grupos' }));
  await waitFor(() => expect(search().get('group')).toBeNull());
});

test('the total of a field without a column is shown too', async () => {
  await open({ path: '/crm/clientes?cols=trade_name,status&totals=true' });
  const totals = await screen.findByLabelText('Totales de columnas que no se ven');
  expect(totals.textContent).toContain('Límite de crédito (suma)RD$7,500,003.00');
});

test('totals are requested only while they are shown', async () => {
  const { user, server } = await open({ path: '/crm/clientes?cols=trade_name,credit_limit' });
  const asked = () => server.asked.filter((one) => one.path.includes('/summary'));
  expect(asked()).toEqual([]);
  await more(user, 'Mostrar los totales');
  expect(await screen.findByText('RD$7,500,003.00')).toBeTruthy();
  expect(asked().map((one) => one.path)).toEqual(['/clients/summary?totals=credit_limit']);
});
