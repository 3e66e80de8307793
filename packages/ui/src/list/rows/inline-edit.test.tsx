// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { resourceScreens } from '../../screens/resource-screens.tsx';
import { clientPermissions, clientRecord, clientRecords } from '../../testing/client-fixtures.ts';
import { openScreens } from '../../testing/screen-host.tsx';

const Clients = resourceScreens(clients);
// Includes the code, which would otherwise be shown below the name and not be editable.
const columns = ['client_code', ...clients.columns];
const open = async (permissions = clientPermissions) => {
  const screens = await openScreens(clients, <Clients />, {
    records: clientRecords(3),
    permissions,
    path: `/crm/clientes?cols=${columns.join(',')}`,
  });
  await screen.findByRole('link', { name: 'ACME' });
  const patches = () => screens.server.asked.filter((one) => one.method === 'PATCH');
  return { ...screens, patches };
};
const editor = (label: string, of = 'ACME') =>
  // Loading the first input loads those of all kinds.
  screen.findByRole('dialog', { name: `Editar ${label} de ${of}` }, { timeout: 15_000 });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

afterEach(() => localStorage.clear());

test('e edits the first safe cell of the row; Enter saves under the version that was read', async () => {
  const { user, patches } = await open();
  await user.keyboard('je');
  const code = within(await editor('Código')).getByRole<HTMLInputElement>('textbox');
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(code.value).toBe('CLI-001');
  await user.clear(code);
  await user.type(code, 'nuevo-1{Enter}');
  await closed();
  expect(await screen.findByText('NUEVO-1')).toBeTruthy();
  expect(patches()).toMatchObject([{ body: { client_code: 'NUEVO-1' }, headers: { 'if-match': '"1"' } }]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'ACME' })));
});

test('a double click edits the cell without leaving the list; Escape leaves it as it was', async () => {
  const { user, patches, address } = await open();
  await user.dblClick(screen.getByText('CLI-002'));
  const code = within(await editor('Código', 'Óptica Ñandú')).getByRole('textbox');
  await user.clear(code);
  await user.type(code, 'otro');
  await user.keyboard('{Escape}');
  await closed();
  expect(address()).toMatch(/^\/crm\/clientes\?/);
  expect(patches()).toEqual([]);
  expect(screen.getByText('CLI-002')).toBeTruthy();
  // A single click opens the record after a delay, which has passed at this point.
  await user.click(screen.getByText('CLI-003'));
  await waitFor(() => expect(address()).not.toMatch(/^\/crm\/clientes\?/));
  expect(address()).toContain(clientRecord(2).id);
});

test('an invalid value stays as typed with its error, whether found by the browser or by the server', async () => {
  const { user, server } = await open();
  await user.keyboard('je');
  const code = within(await editor('Código')).getByRole<HTMLInputElement>('textbox');
  await user.clear(code);
  await user.type(code, 'a b{Enter}');
  expect(await screen.findByText('Use de 2 a 20 letras, números o guiones, sin espacios.')).toBeTruthy();
  server.once('PATCH', '/clients/', {
    status: 422,
    body: { message: 'Revise.', errors: { client_code: ['Ya lo usa otro cliente.'] } },
  });
  await user.clear(code);
  await user.type(code, 'cli-002{Enter}');
  expect(await screen.findByText('Ya lo usa otro cliente.')).toBeTruthy();
  expect(code.value).toBe('CLI-002');
  expect(code.getAttribute('aria-invalid')).toBe('true');
});

test('Tab saves and moves to the next cell; a choice saves at once', async () => {
  const { user, patches } = await open();
  await user.keyboard('je');
  const code = within(await editor('Código')).getByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(code));
  await user.clear(code);
  await user.type(code, 'tab-1');
  await user.keyboard('{Tab}');
  const type = await within(await editor('Tipo de cliente')).findByRole('combobox');
  // The placeholder had the focus before the code was loaded.
  await waitFor(() => expect(document.activeElement).toBe(type));
  await user.click(type);
  await user.click(await screen.findByRole('option', { name: 'Gobierno' }));
  await closed();
  expect(patches().map((one) => Object.keys(one.body))).toEqual([['client_code'], ['client_type_id']]);
  expect(patches().at(-1)?.headers['if-match']).toBe('"2"');
});

test('when another user changed the value, both are shown and the user decides', async () => {
  const { user, server, patches } = await open();
  await user.keyboard('je');
  const code = within(await editor('Código')).getByRole('textbox');
  server.rows[0] = clientRecord(0, { client_code: 'AJENO', row_version: 7 });
  await user.clear(code);
  await user.type(code, 'mio{Enter}');
  const conflict = await screen.findByRole('alert');
  expect(conflict.textContent).toMatch(
    /Ana Pérez \(09\/03\/2026, .*\) lo cambió mientras usted editaba: ahora dice AJENO\./,
  );
  await user.click(within(conflict).getByRole('button', { name: 'Guardar el mío' }));
  await closed();
  expect(patches().at(-1)?.headers['if-match']).toBe('"7"');
  expect(await screen.findByText('MIO')).toBeTruthy();
});

test('a change of another field is not a conflict', async () => {
  const { user, server } = await open();
  await user.keyboard('je');
  const code = within(await editor('Código')).getByRole('textbox');
  server.rows[0] = clientRecord(0, { notes: 'Otra cosa', row_version: 7 });
  await user.clear(code);
  await user.type(code, 'mio{Enter}');
  await closed();
  expect(server.rows[0]).toMatchObject({ client_code: 'MIO', notes: 'Otra cosa' });
});

test('without permission no cell can be edited', async () => {
  const { user } = await open(['clients.view_all']);
  await user.keyboard('je');
  await user.dblClick(screen.getByText('CLI-002'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
