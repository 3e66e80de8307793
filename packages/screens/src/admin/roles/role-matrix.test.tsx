// @vitest-environment happy-dom
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Matrix } from './role-data.ts';
import { everything, matrix } from './role-fixtures.ts';
import { RoleMatrix } from './role-matrix.tsx';

const refreshed: unknown[] = [];

const open = (permissions: readonly string[] = everything, shown: Matrix = matrix) => {
  refreshed.length = 0;
  return openScreens(
    roles,
    <RoleMatrix
      matrix={shown}
      mayChange={permissions.includes('roles.update')}
      refresh={async (data) => refreshed.push(data ?? 'again')}
    />,
    { path: '/gestion/roles', mount: '/gestion/roles', permissions },
  );
};

const box = (name: string): HTMLInputElement => screen.getByLabelText(name, { selector: 'input' });

test('changes are counted, sent as grants and revocations with the versions read, and then cleared', async () => {
  const { user, server } = await open();
  expect(screen.queryByRole('region', { name: 'Cambios sin guardar' })).toBeNull();
  await user.click(box('Retener o liberar el crédito, Auditor'));
  await user.click(box('Ver todos los clientes, Cobros'));
  server.once('PUT', '/roles/matrix', { status: 200, body: { data: matrix } });
  await user.click(screen.getByRole('button', { name: 'Guardar 2 cambios' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Guardar/ })).toBeNull());
  const [auditor, collections] = [matrix.roles[1], matrix.roles[2]];
  expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    changes: [
      { role_id: auditor?.id, version: 1, grant: ['clients.credit_hold'], revoke: [] },
      { role_id: collections?.id, version: 1, grant: [], revoke: ['clients.view_all'] },
    ],
  });
  expect(refreshed).toEqual([matrix]);
});

test('restoring the saved state is no change, and discarding removes the other changes', async () => {
  const { user } = await open();
  await user.click(box('Ver la auditoría, Cobros'));
  expect(screen.getByText('1 cambio sin guardar')).toBeTruthy();
  await user.click(box('Ver la auditoría, Cobros'));
  expect(screen.queryByText(/sin guardar/)).toBeNull();
  await user.click(box('Ver la auditoría, Cobros'));
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(box('Ver la auditoría, Cobros').checked).toBe(false);
});

test('the row of a module has three states and marks all of its permissions', async () => {
  const { user } = await open();
  const all = box('Todo Clientes, Cobros');
  expect(all.indeterminate).toBe(true);
  await user.click(all);
  expect(box('Todo Clientes, Cobros').indeterminate).toBe(false);
  expect(box('Todo Clientes, Cobros').checked).toBe(true);
  expect(box('Crear clientes, Cobros').checked).toBe(true);
  await user.click(box('Todo Clientes, Cobros'));
  expect(box('Crear clientes, Cobros').checked).toBe(false);
});

test('the arrow keys move between the checkboxes, of which one is in the tab order', async () => {
  const { user } = await open();
  const inOrder = screen
    .getAllByLabelText(/, /, { selector: 'input' })
    .filter(({ tabIndex }) => tabIndex === 0);
  expect(inOrder).toHaveLength(1);
  box('Crear clientes, Auditor').focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(box('Crear clientes, Cobros'));
  await user.keyboard('{Home}');
  expect(document.activeElement).toBe(
    box('Crear clientes, Administrador. El administrador conserva todos los permisos.'),
  );
  await user.keyboard('{End}{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(box('Crear clientes, Jefatura de Tráfico'));
});

test('neither the administrator role nor a permission that the user lacks can be changed, and both give the reason', async () => {
  const own = ['roles.update', 'users.view_all', 'clients.view_all', 'clients.credit_hold'];
  const { user } = await open(own);
  await user.click(box('Crear clientes, Administrador. El administrador conserva todos los permisos.'));
  await user.click(box('Crear clientes, Cobros. No puede conceder un permiso que usted no tiene.'));
  expect(screen.queryByText(/sin guardar/)).toBeNull();
  await user.click(box('Retener o liberar el crédito, Cobros'));
  expect(screen.getByText('1 cambio sin guardar')).toBeTruthy();
});

test('a role above the user’s own cannot be changed', async () => {
  const { user } = await open(['roles.update', 'users.view_all', 'clients.view_all']);
  const reason = 'Este rol tiene permisos que usted no tiene. Pídalo a un administrador.';
  for (const permission of ['Crear clientes', 'Retener o liberar el crédito'])
    await user.click(box(`${permission}, Cobros. ${reason}`));
  expect(screen.queryByText(/sin guardar/)).toBeNull();
});

test('the search ignores accents, and a module can be collapsed', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('textbox', { name: 'Buscar permisos' }));
  await user.paste('CREDITO retener');
  await waitFor(() => expect(screen.queryByText('Crear clientes')).toBeNull());
  expect(box('Retener o liberar el crédito, Cobros')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Clientes/ }));
  expect(screen.queryByText('Retener o liberar el crédito')).toBeNull();
});

test('of many permissions only those of the modules that are opened, or searched, are shown', async () => {
  const many = Array.from({ length: 80 }, (_, n) => ({
    name: `things.act_${n}`,
    module: 'Cosas',
    label: `Mover la cosa ${n}`,
    description: null,
    roles: 0,
  }));
  const { user } = await open(everything, { ...matrix, permissions: [...matrix.permissions, ...many] });
  expect(screen.queryByText('Crear clientes')).toBeNull();
  await user.click(box('Todo Clientes, Cobros'));
  await user.click(screen.getByRole('button', { name: /^Clientes/ }));
  expect(box('Crear clientes, Cobros').checked).toBe(true);
  expect(screen.queryByText('Mover la cosa 7')).toBeNull();
  await user.click(screen.getByRole('textbox', { name: 'Buscar permisos' }));
  await user.paste('cosa 7');
  expect(await screen.findByText('Mover la cosa 7')).toBeTruthy();
});

test('after a conflict the matrix is reloaded, the changes are kept, and the user is informed', async () => {
  const { user, server } = await open();
  await user.click(box('Crear clientes, Cobros'));
  server.once('PUT', '/roles/matrix', { status: 412, body: { message: 'Otra persona.', code: 'stale' } });
  await user.click(screen.getByRole('button', { name: 'Guardar 1 cambio' }));
  expect(await screen.findByText(/Otra persona cambió uno de estos roles/)).toBeTruthy();
  expect(refreshed).toEqual(['again']);
  expect(box('Crear clientes, Cobros').checked).toBe(true);
  expect(screen.getByRole('button', { name: 'Guardar 1 cambio' })).toBeTruthy();
});
