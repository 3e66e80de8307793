// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clientRecord } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';
import { History } from './history.tsx';

const record = clientRecord(0, { notes: 'Ahora' });
const entry = (more: object) => ({
  id: 1,
  at: '2026-03-09T14:30:00.000Z',
  actor: { id: null, name: 'Ana Pérez' },
  action: 'update',
  title: 'Cliente actualizado',
  changes: [{ field: 'notes', label: 'Notas', before: 'Antes', after: 'Ahora', restores: 'Antes' }],
  reason: null,
  undo: 'r-1',
  ...more,
});

const open = async (entries: readonly object[], options: Parameters<typeof openScreens>[2] = {}) => {
  const host = await openScreens(clients, <History id={record.id} resource={clients} />, {
    records: [record],
    ...options,
  });
  host.server.once('GET', `/clients/${record.id}/history`, { status: 200, body: { data: entries } });
  return host;
};

test('restoring a former value is a normal update of the displayed version', async () => {
  const { user, server } = await open([entry({})]);
  await user.click(await screen.findByRole('button', { name: 'Restaurar este valor de «Notas»: Antes' }));
  expect(await screen.findByText('Valor anterior de «Notas» restaurado')).toBeTruthy();
  const patch = server.asked.find((one) => one.method === 'PATCH');
  expect(patch).toMatchObject({ path: `/clients/${record.id}`, body: { notes: 'Antes' } });
  expect(patch?.headers['if-match']).toBe(`"${record.row_version}"`);
});

test('a value that is not writable, unknown or current cannot be restored', async () => {
  const change = { field: 'notes', label: 'Notas', before: 'x', after: 'y' };
  await open(
    [
      entry({ id: 1, changes: [change] }),
      entry({ id: 2, changes: [{ ...change, restores: 'Ahora' }] }),
      entry({ id: 3, changes: [{ ...change, field: 'credit_status', restores: 'active' }] }),
    ],
    { permissions: ['clients.view_all', 'clients.update_all'] },
  );
  await screen.findAllByText('Cliente actualizado');
  expect(screen.queryByRole('button', { name: /^Restaurar este valor/ })).toBeNull();
});

test('a change that can only be undone as a whole shows the reason if that is impossible', async () => {
  const reason = 'Su cliente ya tiene un contrato.';
  await open([entry({ title: 'Registro aprobado', act: 'whole' })], {
    before: (server) =>
      server.once('GET', '/undo/r-1', {
        status: 200,
        body: {
          data: {
            request_id: 'r-1',
            total: 1,
            undone: 0,
            blocked: [{ id: 'x', resource: 'clients', title: 'ACME', reason }],
            blocked_total: 1,
            paths: [],
            repeatable: false,
            complete: true,
          },
        },
      }),
  });
  await screen.findByText(reason);
  const button = screen.getByRole('button', { name: /^Deshacer «Registro aprobado»/, description: reason });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('a change is undone after showing what the undo will do', async () => {
  const { user, server } = await open([entry({}), entry({ id: 2, title: 'Registro aprobado', undo: null })]);
  const forecast = {
    request_id: 'r-1',
    total: 25,
    undone: 23,
    complete: true,
    blocked_total: 2,
    repeatable: true,
    paths: ['clients'],
  };
  const blocked = [
    {
      id: 'x',
      resource: 'clients',
      title: 'ACME',
      reason: 'Ya se usa en 1 contrato.',
      path: '/crm/clientes/x',
    },
  ];
  server.once('GET', '/undo/r-1', { status: 200, body: { data: { ...forecast, blocked } } });
  server.once('POST', '/undo/r-1', {
    status: 200,
    body: {
      data: {
        request_id: 'r-2',
        undone: 23,
        blocked: [],
        blocked_total: 0,
        paths: ['clients'],
        repeatable: true,
      },
    },
  });
  const buttons = await screen.findAllByRole('button', { name: /^Deshacer/ });
  expect(buttons).toHaveLength(1);
  await user.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole('alertdialog', { name: '¿Deshacer «Cliente actualizado»?' });
  expect(await within(dialog).findByText(/23 de 25 registros vuelven a estar como antes\./)).toBeTruthy();
  expect(within(dialog).getByText('Ya se usa en 1 contrato.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Se deshicieron 23 cambios')).toBeTruthy();
});

test('the record is shown as it was on a day, with what changed since first', async () => {
  const { user } = await open([
    entry({ id: 1, action: 'create', changes: [], at: '2026-01-10T14:00:00.000Z' }),
    entry({ id: 2 }),
  ]);
  await user.type(await screen.findByRole('textbox', { name: 'Ver cómo era el' }), '31/01/2026{Tab}');
  const table = await screen.findByRole('table', { name: /^Al terminar el 31\/01\/2026/ });
  const first = within(table).getAllByRole('row')[1] as HTMLElement;
  expect(
    within(first)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Antes', 'Ahora']);
  await user.clear(screen.getByRole('textbox', { name: 'Ver cómo era el' }));
  await user.type(screen.getByRole('textbox', { name: 'Ver cómo era el' }), '09/01/2026{Tab}');
  expect(await screen.findByText('El 09/01/2026 todavía no existía.')).toBeTruthy();
});
