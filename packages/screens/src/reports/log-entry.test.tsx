// @vitest-environment happy-dom
import { auditEntries } from '@pauta/domain/admin/audit/audit-entry.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LogEntry } from './log-entry.tsx';
import { entry } from './log-fixtures.ts';

const open = (data: object = entry) =>
  openScreens(auditEntries, <LogEntry id={entry.id} resource={auditEntries} />, {
    path: `/reportes/logs/${entry.id}`,
    mount: '/reportes/logs/:id',
    permissions: ['audit.view', 'clients.update_all'],
    before: (server) => server.once('GET', `/audit-entries/${entry.id}`, { status: 200, body: { data } }),
  });

test('shows author and action, the values before and after, and links to related entries', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Cambio: ACME' })).toBeTruthy();
  const row = screen.getByRole('row', { name: /Nombre comercial/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['ACME', 'ACME S. A.']);
  expect(screen.getByRole('link', { name: 'ACME' }).getAttribute('href')).toBe(
    `/crm/clientes/${entry.record_id}`,
  );
  expect(screen.getByRole('link', { name: 'Ver todo lo de esta solicitud' }).getAttribute('href')).toBe(
    '/reportes/logs?f.request_id=req-1',
  );
});

test('restores the values by an ordinary update of the record, with its version', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Devolver estos valores' }));
  server.once('PATCH', `/clients/${entry.record_id}`, { status: 200, body: { data: {} } });
  server.once('GET', `/audit-entries/${entry.id}`, {
    status: 200,
    body: { data: { ...entry, restore: null } },
  });
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Devolver' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Devolver estos valores' })).toBeNull());
  const patch = server.asked.find(({ method }) => method === 'PATCH');
  expect(patch?.body).toEqual({ trade_name: 'ACME' });
  expect(patch?.headers['if-match']).toBe('"4"');
});

test('a record that changed meanwhile is loaded again instead of overwritten', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Dejarlo como estaba antes' }));
  server.once('PATCH', `/clients/${entry.record_id}`, { status: 412, body: { message: 'Cambió.' } });
  server.once('GET', `/audit-entries/${entry.id}`, { status: 200, body: { data: entry } });
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Devolver' }));
  expect(await screen.findByText(/cambió mientras lo miraba/)).toBeTruthy();
  const reads = () =>
    server.asked.filter(({ method, path }) => method === 'GET' && path.includes('audit-entries'));
  await waitFor(() => expect(reads()).toHaveLength(2));
});
