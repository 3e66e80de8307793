// @vitest-environment happy-dom
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LeaveDemonstration } from './leave-demonstration.tsx';

const open = (locked?: string) =>
  openScreens(roles, <LeaveDemonstration locked={locked} />, {
    path: '/gestion/configuracion',
    mount: '/gestion/configuracion',
    before: (server) =>
      server.once('GET', '/demonstration', { status: 200, body: { data: { is_demonstration: true } } }),
  });

test('the demonstration is left only after its words were typed; a refusal is shown', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Dejar la demostración' }));
  const confirm = () => screen.getByRole('button', { name: /^Borrar todo y empezar vacío/ });
  expect(confirm().getAttribute('aria-disabled')).toBe('true');
  await user.click(confirm());
  await user.type(screen.getByLabelText(/^Escriba «dejar la demostración»/), 'Dejar la demostracion');
  expect(confirm().getAttribute('aria-disabled')).not.toBe('true');

  server.once('POST', '/demonstration/leave', {
    status: 409,
    body: { message: 'Esta instalación no es una demostración: no hay nada que dejar.' },
  });
  await user.click(confirm());
  await screen.findByText(/no hay nada que dejar/);

  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  server.once('POST', '/demonstration/leave', { status: 200, body: { data: { is_demonstration: false } } });
  await user.click(confirm());
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('who is no administrator sees why the demonstration cannot be left', async () => {
  await open('Solo un administrador puede dejarla.');
  const button = await screen.findByRole('button', { name: /^Dejar la demostración/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
