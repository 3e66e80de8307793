// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { clearToast, toastQueue } from '../controls/toast.ts';
import { openScreens } from '../testing/screen-host.tsx';
import { useUndo } from './offer-undo.tsx';

afterEach(() => {
  for (const { id } of toastQueue.get()) clearToast(id);
});

function Offer(): ReactElement {
  const undo = useUndo();
  return (
    <button onClick={() => undo.offer('Cliente guardado', 'r-1')} type="button">
      Guardar
    </button>
  );
}

const open = async () => {
  const host = await openScreens(clients, <Offer />);
  await host.user.click(await screen.findByRole('button', { name: 'Guardar' }));
  return host;
};
const answer = (data: object) => ({
  status: 200,
  body: { data: { blocked: [], blocked_total: 0, paths: ['clients'], repeatable: true, ...data } },
});

test('undoes from the notification, also by keyboard, and then offers to redo', async () => {
  const { user, server } = await open();
  server.once('POST', '/undo/r-1', answer({ request_id: 'r-2', undone: 1 }));
  server.once('POST', '/undo/r-2', answer({ request_id: 'r-3', undone: 1 }));
  (await screen.findByRole('button', { name: 'Deshacer' })).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Rehacer' }));
  expect(await screen.findByText('Cambio rehecho')).toBeTruthy();
  expect(server.asked.filter((one) => one.method === 'POST').map((one) => one.path)).toEqual([
    '/undo/r-1',
    '/undo/r-2',
  ]);
});

test('changes that could not be undone are listed in a dialog with links, even after the screen is unmounted', async () => {
  const { user, server, go, address } = await open();
  const reason = '«Notas» cambió después; se conserva lo que hay ahora.';
  const blocked = [{ id: 'x', resource: 'clients', title: 'ACME', reason, path: '/crm/clientes/x' }];
  server.once('POST', '/undo/r-1', answer({ request_id: 'r-2', undone: 3, blocked, blocked_total: 1 }));
  await go('/otra');
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  const report = await screen.findByRole('dialog', { name: 'Se deshizo una parte' });
  expect(within(report).getByText('Se deshicieron 3 de 4 cambios. El otro se conserva.')).toBeTruthy();
  expect(within(report).getByText(reason)).toBeTruthy();
  await user.click(within(report).getByRole('link', { name: 'ACME' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/crm/clientes/x');
});

test('a refusal is reported', async () => {
  const { user, server } = await open();
  server.once('POST', '/undo/r-1', {
    status: 409,
    body: { message: 'Esta operación ya se deshizo.', code: 'already_undone' },
  });
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByText('Esta operación ya se deshizo.')).toBeTruthy();
});
