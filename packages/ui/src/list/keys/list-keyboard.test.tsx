// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { resourceScreens } from '../../screens/resource-screens.tsx';
import { clientRecords } from '../../testing/client-fixtures.ts';
import { openScreens } from '../../testing/screen-host.tsx';

const Clients = resourceScreens(clients);
const open = async (options: Parameters<typeof openScreens>[2] = {}) => {
  const screens = await openScreens(clients, <Clients />, { records: clientRecords(30), ...options });
  await screen.findByRole('link', { name: 'ACME' });
  return screens;
};
const focused = (): string | null | undefined => document.activeElement?.textContent;
const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name: `Seleccionar ${name}` });

afterEach(() => localStorage.clear());

test('j and k move the focus between rows, and so do the arrow keys when a row has the focus', async () => {
  const { user } = await open();
  await user.keyboard('j');
  expect(focused()).toBe('ACME');
  await user.keyboard('jj');
  expect(focused()).toBe('Banco Popular');
  await user.keyboard('k');
  expect(focused()).toBe('Óptica Ñandú');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Banco Popular');
});

test('letters typed into the search box are not shortcuts', async () => {
  const { user, address } = await open();
  await user.keyboard('/');
  const search = screen.getByRole('combobox', { name: 'Buscar clientes' });
  expect(document.activeElement).toBe(search);
  await user.keyboard('njx');
  expect((search as HTMLInputElement).value).toBe('njx');
  await waitFor(() => expect(address()).toBe('/crm/clientes?q=njx'));
});

test('Enter opens the row, n the form of a new record, e the form if no cell can be edited', async () => {
  const { user, address, go } = await open();
  await user.keyboard('jj{Enter}');
  await waitFor(() => expect(address()).toMatch(/000000000001$/));
  await go('/crm/clientes');
  await screen.findByRole('link', { name: 'ACME' });
  await user.keyboard('n');
  await waitFor(() => expect(address()).toBe('/crm/clientes/nuevo'));
  await go('/crm/clientes?cols=trade_name');
  await screen.findByRole('link', { name: 'ACME' });
  await user.keyboard('je');
  await waitFor(() => expect(address()).toMatch(/000000000000\/editar$/));
});

test('x selects a row, Shift+X a range, Ctrl+A the page, Escape clears the selection', async () => {
  const { user } = await open();
  await user.keyboard('jx');
  expect(box('ACME').checked).toBe(true);
  expect(await screen.findByText('1 cliente seleccionado')).toBeTruthy();
  await user.keyboard('jj{Shift>}X{/Shift}');
  expect(await screen.findByText('3 clientes seleccionados')).toBeTruthy();
  await user.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText('25 clientes seleccionados')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selección de clientes' })).toBeNull());
  expect(box('ACME').checked).toBe(false);
});

test('? shows the shortcuts; single-character shortcuts can be turned off', async () => {
  const { user } = await open();
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Atajos de teclado' });
  await user.click(within(sheet).getByRole('switch', { name: 'Atajos de una sola tecla' }));
  await user.click(within(sheet).getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('jx');
  expect(box('ACME').checked).toBe(false);
  screen.getByRole('link', { name: 'ACME' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Óptica Ñandú');
});

test('the peek panel is in the address, follows the keys across pages, and returns the focus when it closes', async () => {
  const { user, address } = await open();
  await user.keyboard('j ');
  const panel = await screen.findByRole('complementary', { name: 'Vista rápida: ACME' });
  expect(await within(panel).findByText('1-31-24679-6')).toBeTruthy();
  expect(address()).toContain('peek=01900000');
  await user.keyboard('j');
  expect(await screen.findByRole('complementary', { name: 'Vista rápida: Óptica Ñandú' })).toBeTruthy();
  expect(focused()).toBe('Óptica Ñandú');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/crm/clientes'));
  expect(screen.queryByRole('complementary')).toBeNull();
  await waitFor(() => expect(focused()).toBe('Óptica Ñandú'));

  await user.click(screen.getByRole('button', { name: 'Vista rápida de ACME 24' }));
  await screen.findByRole('complementary', { name: 'Vista rápida: ACME 24' });
  await user.click(screen.getByRole('button', { name: 'Registro siguiente' }));
  expect(await screen.findByRole('complementary', { name: 'Vista rápida: Óptica Ñandú 25' })).toBeTruthy();
  expect(await screen.findByText('26–30 de 30 clientes')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Registro anterior' }));
  expect(await screen.findByRole('complementary', { name: 'Vista rápida: ACME 24' })).toBeTruthy();
});
