// @vitest-environment happy-dom
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { clearToast, toastQueue } from '../controls/toast.ts';
import type { Selection } from '../query/selection.ts';
import { clientRecords } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';
import { BulkActions } from './bulk-actions.tsx';

afterEach(() => {
  for (const { id } of toastQueue.get()) clearToast(id);
});

const [first, second] = clientRecords(2);
const ids = [first?.id ?? '', second?.id ?? ''];
const some: Selection = { kind: 'ids', ids };
const blocked = [{ id: ids[1], title: 'Banco Popular', reason: 'Está archivado.' }];
const preview = { total: 2, changing: 1, unchanged: 0, blocked, blocked_total: 1 };
const result = { request_id: 'r-1', changed: 1, unchanged: 0, blocked, blocked_total: 1 };

const open = async (
  selection: Selection = some,
  permissions?: readonly string[],
  resource: Resource = clients as Resource,
) => {
  const onDone = vi.fn();
  const host = await openScreens(
    resource,
    <BulkActions onDone={onDone} resource={resource} selection={selection} />,
    { records: clientRecords(2), ...(permissions && { permissions }) },
  );
  return { ...host, onDone };
};

test('edits some fields: shows the number of changes, the blocked records with reasons, and the result', async () => {
  const { user, server, onDone, address } = await open();
  server.once('POST', '/clients/bulk/preview', { status: 200, body: { data: preview } });

  await user.click(await screen.findByRole('button', { name: 'Editar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Editar: 2 clientes' });
  await user.click(within(dialog).getByRole('button', { name: /Dato que cambia/ }));
  expect(screen.queryByRole('option', { name: 'Código' })).toBeNull();
  expect(screen.queryByRole('option', { name: 'Nombre comercial' })).toBeNull();
  await user.click(screen.getByRole('option', { name: 'Notas' }));
  await user.type(await within(dialog).findByRole('textbox', { name: /Notas/ }), 'Campaña');
  await user.click(within(dialog).getByRole('button', { name: 'Continuar' }));

  expect(await within(dialog).findByText('1 de 2 clientes cambiará; 1 bloqueado.')).toBeTruthy();
  expect(server.asked.at(-1)?.body).toEqual({ ids, action: 'update', values: { notes: 'Campaña' } });
  const list = within(dialog).getByRole('list', { name: 'Registros que no cambiarán y por qué' });
  expect(within(list).getByText('Está archivado.')).toBeTruthy();
  expect(within(list).getByRole('link', { name: 'Banco Popular' }).getAttribute('href')).toBe(
    `/crm/clientes/${ids[1]}`,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Atrás' }));
  expect((await within(dialog).findByRole<HTMLTextAreaElement>('textbox', { name: /Notas/ })).value).toBe(
    'Campaña',
  );
  server.once('POST', '/clients/bulk/preview', { status: 200, body: { data: preview } });
  await user.click(within(dialog).getByRole('button', { name: 'Continuar' }));
  const confirm = await within(dialog).findByRole('button', { name: 'Cambiar 1 cliente' });
  server.once('POST', '/clients/bulk', { status: 200, body: { data: result } });
  await user.click(confirm);

  expect(await within(dialog).findByText('1 cliente cambiado; 1 quedó como estaba.')).toBeTruthy();
  const run = server.asked.find((one) => one.path === '/clients/bulk');
  expect(String(run?.headers['idempotency-key'])).toMatch(/.{16,}/);
  expect(onDone).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('link', { name: 'Banco Popular' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(address()).toBe(`/crm/clientes/${ids[1]}`);
});

test('a value refused by the server is reported at its field, and an emptied field clears the value', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Editar' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: /Dato que cambia/ }));
  await user.click(screen.getByRole('option', { name: 'Sitio web' }));
  server.once('POST', '/clients/bulk/preview', {
    status: 422,
    body: { message: 'No.', errors: { website: ['No se admite ese sitio.'] } },
  });
  await user.click(await within(dialog).findByRole('button', { name: 'Continuar' }));
  expect(
    await within(dialog).findByRole('link', { name: 'Sitio web: No se admite ese sitio.' }),
  ).toBeTruthy();
  expect(server.asked.at(-1)?.body).toEqual({ ids, action: 'update', values: { website: null } });
});

test('archives all matching records, shows a new count if the list changed, and offers to undo', async () => {
  const query = parseQuery(clients, { q: 'acme', 'f.status': 'active' });
  if (!query.ok) throw new Error('a query');
  const { user, server, onDone } = await open({ kind: 'all', query: query.query, expected: 25 });
  server.once('POST', '/clients/bulk/preview', {
    status: 409,
    body: { code: 'selection_changed', message: 'La selección cambió.', count: 27 },
  });
  const all = { total: 27, changing: 27, unchanged: 0, blocked: [], blocked_total: 0 };
  await user.click(await screen.findByRole('button', { name: 'Archivar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Archivar: 25 clientes' });
  server.once('POST', '/clients/bulk/preview', { status: 200, body: { data: all } });
  server.once('POST', '/clients/bulk', {
    status: 200,
    body: { data: { ...result, changed: 27, blocked: [], blocked_total: 0 } },
  });
  await user.click(await within(dialog).findByRole('button', { name: 'Continuar con 27 clientes' }));
  expect(await within(dialog).findByText('27 de 27 clientes cambiarán.')).toBeTruthy();
  expect(server.asked.at(-1)?.body).toEqual({
    query: 'q=acme&f.status=active',
    expected: 27,
    action: 'archive',
    values: {},
  });
  await user.click(within(dialog).getByRole('button', { name: 'Archivar 27 clientes' }));
  expect(await screen.findByText('27 clientes cambiados')).toBeTruthy();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  server.once('POST', '/undo/r-1', {
    status: 200,
    body: {
      data: {
        request_id: 'r-2',
        undone: 27,
        blocked: [],
        blocked_total: 0,
        paths: ['clients'],
        repeatable: true,
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Se deshicieron 27 cambios')).toBeTruthy();
});

test('a change of no record cannot be confirmed', async () => {
  const { user, server } = await open();
  const none = { total: 2, changing: 0, unchanged: 2, blocked: [], blocked_total: 0 };
  server.once('POST', '/clients/bulk/preview', { status: 200, body: { data: none } });
  await user.click(await screen.findByRole('button', { name: 'Archivar' }));
  const confirm = await screen.findByRole('button', { name: 'Archivar 0 clientes' });
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('0 de 2 clientes cambiarán; 2 ya están así.')).toBeTruthy();
});

test('a state change asks for its input; commands for single records are not offered', async () => {
  const { user, server } = await open(
    some,
    ['client_registrations.view_all', 'client_registrations.review'],
    clientRegistrations as Resource,
  );
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Cambiar estado' }));
  expect(screen.queryByRole('menuitem', { name: /^Aprobar/ })).toBeNull();
  expect(
    screen
      .getByRole('menuitem', { name: 'Reabrir', description: /^Le falta el permiso/ })
      .getAttribute('aria-disabled'),
  ).toBe('true');
  await user.click(screen.getByRole('menuitem', { name: 'Rechazar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rechazar: 2 registros de clientes' });
  await user.type(await within(dialog).findByRole('textbox', { name: /Motivo/ }), 'Fuera de la zona');
  server.once('POST', '/client-registrations/bulk/preview', { status: 200, body: { data: preview } });
  await user.click(within(dialog).getByRole('button', { name: 'Continuar' }));
  await within(dialog).findByRole('button', { name: 'Rechazar 1 registro de cliente' });
  expect(server.asked.at(-1)?.body).toEqual({
    ids,
    action: 'reject',
    values: { reason: 'Fuera de la zona' },
  });
});

test('without permission the button is disabled and names the missing permission', async () => {
  await open(some, ['clients.view_all']);
  const edit = await screen.findByRole('button', { name: 'Editar' });
  expect(edit.getAttribute('aria-disabled')).toBe('true');
  expect(edit.textContent).toMatch(/Le falta el permiso «Editar cualquier cliente»/);
  expect(screen.getByRole('button', { name: 'Archivar' }).getAttribute('aria-disabled')).toBe('true');
});

test('a resource without operations and commands has no buttons', async () => {
  const still: Resource = { ...roles, operations: [], commands: {} };
  const { container } = await open(some, [], still);
  await waitFor(() => expect(container.querySelector('button')).toBeNull());
});

test('archived rows can be restored', async () => {
  const query = parseQuery(clients, { archived: 'true' });
  if (!query.ok) throw new Error('a query');
  await open({ kind: 'all', query: query.query, expected: 2 });
  expect(await screen.findByRole('button', { name: 'Restaurar' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull();
});
