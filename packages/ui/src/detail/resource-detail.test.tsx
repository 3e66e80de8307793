// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { resourceScreens } from '../screens/resource-screens.tsx';
import { clientRecord, clientRecords } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';

const Clients = resourceScreens(clients);
const Registrations = resourceScreens(clientRegistrations);
const first = clientRecord(0);
const open = (options: Parameters<typeof openScreens>[2] = {}) =>
  openScreens(clients, <Clients />, {
    records: clientRecords(2),
    path: `/crm/clientes/${first.id}`,
    ...options,
  });

test('shows the record by sections, with its state beside the title', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'ACME' })).toBeTruthy();
  const section = await screen.findByRole('region', { name: 'Facturación y crédito' });
  expect(within(section).getByText('RD$1,250,000.50')).toBeTruthy();
  expect(screen.queryByText('Exención vigente hasta')).toBeNull();
});

test('archives after a confirmation, and undoes it from the notification', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Archivar' }));
  const dialog = await screen.findByRole('alertdialog', { name: '¿Archivar ACME?' });
  await user.click(within(dialog).getByRole('button', { name: 'Archivar' }));
  expect(await screen.findByText(/Cliente archivado: no aparece/)).toBeTruthy();
  expect(server.asked.find((one) => one.method === 'DELETE')?.headers['if-match']).toBe('"1"');
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(screen.queryByText(/Cliente archivado: no aparece/)).toBeNull());
});

const act = (more: object) => ({
  id: 1,
  at: '2026-03-09T14:30:00.000Z',
  actor: { id: null, name: 'Ana Pérez' },
  action: 'merge',
  title: 'Cliente fusionado',
  changes: [],
  reason: null,
  undo: 'r-1',
  act: 'whole',
  ...more,
});
const forecast = (more: object) => ({
  request_id: 'r-1',
  total: 1,
  undone: 1,
  blocked: [],
  blocked_total: 0,
  paths: ['clients'],
  repeatable: false,
  complete: true,
  ...more,
});
const lookAt = async (entries: readonly object[], answer: object) => {
  const host = await open({
    before: (server) => {
      server.once('GET', `/clients/${first.id}/history`, { status: 200, body: { data: entries } });
      server.once('GET', '/undo/r-1', { status: 200, body: { data: answer } });
    },
  });
  const button = await screen.findByRole('button', { name: 'Más acciones' });
  expect(host.server.asked.some(({ path }) => path.endsWith('/history'))).toBe(false);
  await host.user.click(button);
  return host;
};

test('the menu undoes the last merge of the record, even if it was changed afterwards', async () => {
  const { user } = await lookAt(
    [act({}), act({ id: 2, title: 'Cliente actualizado', undo: 'r-2', act: undefined })],
    forecast({}),
  );
  await waitFor(async () => {
    const item = await screen.findByRole('menuitem', { name: /^Deshacer «Cliente fusionado»/ });
    expect(item.getAttribute('aria-disabled')).toBeNull();
  });
  await user.click(screen.getByRole('menuitem', { name: /^Deshacer «Cliente fusionado»/ }));
  const dialog = await screen.findByRole('alertdialog', { name: '¿Deshacer «Cliente fusionado»?' });
  expect(await within(dialog).findByRole('button', { name: 'Deshacer' })).toBeTruthy();
});

test('the menu shows the reason why a change can no longer be undone', async () => {
  const reason = 'En contactos cambió después «Cargo».';
  await lookAt(
    [act({})],
    forecast({
      undone: 0,
      blocked: [{ id: 'x', resource: 'clients', title: 'ACME', reason }],
      blocked_total: 1,
    }),
  );
  const reasonText = await screen.findByText(reason);
  expect(reasonText.closest('[role=menuitem]')?.getAttribute('aria-disabled')).toBe('true');
});

test('a change that was already undone cannot be undone again', async () => {
  await lookAt([act({ undo: null })], forecast({}));
  expect(await screen.findByText('Ya se deshizo.')).toBeTruthy();
});

test('the history tab has its own address', async () => {
  const { user, address } = await open();
  await user.click(await screen.findByRole('tab', { name: 'Historial' }));
  const panel = await screen.findByRole('tabpanel', { name: 'Historial' });
  expect(await within(panel).findByText('Cliente modificado')).toBeTruthy();
  expect(within(panel).getByText(/Ana Pérez/)).toBeTruthy();
  expect(within(panel).getByText('Prospecto')).toBeTruthy();
  expect(within(panel).getByText('Activo')).toBeTruthy();
  expect(address()).toBe(`/crm/clientes/${first.id}?tab=historial`);
});

test('shows that a record does not exist', async () => {
  await open({ records: [] });
  expect(
    await screen.findByRole('heading', { name: 'Este cliente no existe o no está a su alcance' }),
  ).toBeTruthy();
});

test('a state change asks for its input and calls its own command', async () => {
  const record = { ...clientRecord(0), folio: 'REG-2026-000001', status: 'in_review' };
  const { user, server } = await openScreens(clientRegistrations, <Registrations />, {
    records: [record],
    path: `/crm/client-registrations/${record.id}`,
    mount: '/crm/client-registrations/*',
    permissions: ['client_registrations.view_all', 'client_registrations.review'],
  });
  const approve = await screen.findByRole('button', { name: 'Aprobar' });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Rechazar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Rechazar: REG-2026-000001' });
  await user.click(await within(dialog).findByRole('button', { name: 'Rechazar' }));
  expect(await within(dialog).findByRole('link', { name: 'Motivo: Este dato es obligatorio.' })).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Fuera de la zona');
  await user.click(within(dialog).getByRole('button', { name: 'Rechazar' }));
  expect(await screen.findByText('Registro rechazado')).toBeTruthy();
  const post = server.asked.find((one) => one.method === 'POST');
  expect(post?.path).toBe(`/client-registrations/${record.id}/reject`);
  expect(post?.headers['if-match']).toBe('"1"');
  expect(post?.body).toEqual({ reason: 'Fuera de la zona' });
});

test.each([
  [29, null, ''],
  [31, 'true', 'Pasaron más de 30 días desde el rechazo. Pida un registro nuevo.'],
])('a registration rejected %i days ago can be reopened or shows why not', async (days, off, why) => {
  const decided_at = new Date(Date.now() - days * 86_400_000).toISOString();
  const record = { ...clientRecord(0), folio: 'REG-2026-000001', status: 'rejected', decided_at };
  await openScreens(clientRegistrations, <Registrations />, {
    records: [record],
    path: `/crm/client-registrations/${record.id}`,
    mount: '/crm/client-registrations/*',
    permissions: ['client_registrations.view_all', 'client_registrations.reopen'],
  });
  const reopen = await screen.findByRole('button', { name: 'Reabrir' });
  expect(reopen.getAttribute('aria-disabled')).toBe(off);
  const reason = document.getElementById(reopen.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent ?? '').toBe(why);
});
