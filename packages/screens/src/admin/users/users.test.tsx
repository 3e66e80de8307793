// @vitest-environment happy-dom
import { users } from '@pauta/domain/admin/users/user.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import type { ContractServer } from '@pauta/ui/testing/contract-server.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { Users } from './users.tsx';

// Loaded lazily; on a busy machine that takes longer than the time limit of a test.
beforeAll(
  () =>
    Promise.all([
      import('@pauta/ui/detail/resource-detail.tsx'),
      import('./user-access.tsx'),
      import('./deactivate-user.tsx'),
      import('./team.tsx'),
    ]),
  60_000,
);

const everything = ['users.view_all', 'users.create', 'users.update_all', 'users.approve', 'mail.view'];

const person = (number: number, changes: object = {}): AnyRecord => ({
  id: uuid(number),
  row_version: 3,
  created_at: '2026-03-09T14:30:00.000Z',
  updated_at: '2026-03-09T14:30:00.000Z',
  full_name: `Persona ${number}`,
  email: `persona${number}@empresa.com`,
  phone: null,
  job_position_id: null,
  department_id: null,
  company_id: null,
  division_ids: [],
  reports_to_id: null,
  goal_profile: null,
  role_ids: [],
  status: 'active',
  last_login_at: null,
  profile_photo: null,
  without_second_factor: false,
  ...changes,
});

const open = (path: string, before: (server: ContractServer) => void, permissions = everything) =>
  openScreens(users, <Users />, {
    path: `/gestion/usuarios${path}`,
    mount: '/gestion/usuarios/*',
    records: [person(1)],
    permissions,
    before,
  });

test('the list shows the photo of each user beside the name, and the default icon without one', async () => {
  const opened = await openScreens(users, <Users />, {
    path: '/gestion/usuarios',
    mount: '/gestion/usuarios/*',
    records: [person(1, { profile_photo: 'avatars/1.webp' }), person(2)],
    permissions: everything,
  });
  const rowOf = async (name: string) => {
    const row = (await screen.findByText(name)).closest('[role="row"], tr, li');
    if (!row) throw new Error(`${name} is in no row`);
    return row;
  };
  expect((await rowOf('Persona 1')).querySelector('img')?.getAttribute('src')).toBe(
    `${opened.server.baseUrl.replace(/api$/, '')}storage/avatars/1.webp`,
  );
  const other = await rowOf('Persona 2');
  expect(other.querySelector('img')).toBeNull();
  expect(other.querySelector('svg.lucide-circle-user-round')).not.toBeNull();
});

const link = { sent: false, path: '/login#restablecer=secreto', expires_at: '2026-12-01T10:00:00Z' };

test('without a mail server the link of a password reset is shown once, for delivery by hand', async () => {
  const opened = await open(`/${uuid(1)}?tab=acceso`, (server) => {
    server.once('GET', `/users/${uuid(1)}/access`, {
      status: 200,
      body: {
        data: { has_password: true, second_factor: true, must_change_password: false, link: null },
      },
    });
    server.once('GET', `/users/${uuid(1)}/sessions`, { status: 200, body: { data: [] } });
    server.once('POST', `/users/${uuid(1)}/password-reset`, { status: 200, body: { data: link } });
  });
  expect(await screen.findByText('No tiene ninguna sesión abierta.')).toBeTruthy();
  await opened.user.click(screen.getByRole('button', { name: 'Restablecer contraseña' }));
  const dialog = await screen.findByRole('dialog', { name: 'Enlace para Persona 1' });
  const address = within(dialog).getByLabelText<HTMLInputElement>('Enlace');
  expect(address.value).toMatch(/\/login#restablecer=secreto$/);
});

test('deactivating a user requires a recipient for each kind of record and a review before anything is sent', async () => {
  const opened = await open(`/${uuid(1)}/desactivar`, (server) => {
    server.once('GET', `/users/${uuid(1)}/portfolio`, {
      status: 200,
      body: {
        data: [
          {
            resource: 'clients',
            field: 'primary_sales_rep_id',
            label: 'Clientes: vendedor',
            count: 12,
            amounts: [{ currency: 'DOP', amount: '1000.10' }],
            worth: [],
            optional: false,
          },
          {
            resource: 'agencies',
            field: 'primary_sales_rep_id',
            label: 'Agencias: vendedor',
            count: 1,
            amounts: [
              { currency: 'DOP', amount: '0.20' },
              { currency: 'USD', amount: '5.00' },
            ],
            worth: [],
            optional: false,
          },
        ],
      },
    });
  });
  const form = await screen.findByRole('form', { name: 'Desactivar a Persona 1' });
  await opened.user.click(within(form).getByLabelText(/^Motivo/));
  await opened.user.paste('Dejó la empresa');
  await opened.user.click(within(form).getByRole('button', { name: 'Revisar' }));
  expect(await within(form).findByRole('link', { name: /^Clientes: vendedor \(12\): / })).toBeTruthy();
  await opened.user.click(within(form).getByLabelText(/^Pasar todo a/, { selector: 'input' }));
  await opened.user.paste('Luis');
  await opened.user.click(await screen.findByRole('option', { name: /Luis/ }));
  await opened.user.click(within(form).getByRole('button', { name: 'Revisar' }));
  const dialog = await screen.findByRole('alertdialog', { name: '¿Desactivar a Persona 1?' });
  expect(within(dialog).getByText(/Luis/)).toBeTruthy();
  expect(within(dialog).getByText('13 registros')).toBeTruthy();
  expect(within(dialog).getByText('Límite de crédito: RD$1,000.30 · US$5.00')).toBeTruthy();
  expect(opened.server.asked.some(({ method }) => method === 'POST')).toBe(false);
  opened.server.once('POST', `/users/${uuid(1)}/deactivate`, {
    status: 200,
    body: { data: person(1, { status: 'inactive' }), transferred: 13 },
  });
  await opened.user.click(within(dialog).getByRole('button', { name: 'Desactivar' }));
  await expect.poll(() => opened.address()).toBe(`/gestion/usuarios/${uuid(1)}`);
  expect(
    await screen.findByText('Cuenta de Persona 1 desactivada; pasaron 13 registros a otras manos'),
  ).toBeTruthy();
  const call = opened.server.asked.find(({ path }) => path.endsWith('/deactivate'));
  expect(call?.headers['if-match']).toBe('"3"');
  expect(call?.body).toMatchObject({
    reason: 'Dejó la empresa',
    transfers: [
      { resource: 'clients', field: 'primary_sales_rep_id', to_user_id: expect.any(String) },
      { resource: 'agencies', field: 'primary_sales_rep_id', to_user_id: expect.any(String) },
    ],
  });
});

test('the arrow keys move through the team, and only one name is in the tab order', async () => {
  const member = (number: number, boss: number | null) => ({
    id: uuid(number),
    full_name: ['', 'Ana', 'Beto', 'Caro'][number],
    job_position: null,
    status: 'active',
    reports_to_id: boss === null ? null : uuid(boss),
    row_version: 1,
  });
  const opened = await open('/equipo', (server) => {
    server.once('GET', '/users/team', {
      status: 200,
      body: { data: [member(1, null), member(2, 1), member(3, 2)] },
    });
  });
  const tree = await screen.findByRole('tree', { name: 'Equipo' });
  const names = () =>
    within(tree)
      .getAllByRole('treeitem')
      .map((item) => item.textContent?.split(' ')[0]);
  expect(names()).toEqual(['Ana', 'Beto', 'Caro']);
  expect(
    within(tree)
      .getAllByRole('treeitem')
      .filter((item) => item.tabIndex === 0),
  ).toHaveLength(1);
  const press = async (keys: string) => opened.user.keyboard(keys);
  within(tree).getAllByRole('treeitem')[0]?.focus();
  const focused = () => document.activeElement?.textContent?.split(' ')[0];
  await press('{ArrowRight}');
  expect(focused()).toBe('Beto');
  await press('{ArrowLeft}');
  expect(names()).toEqual(['Ana', 'Beto']);
  await press('{ArrowRight}{End}');
  expect([names().length, focused()]).toEqual([3, 'Caro']);
  await press('{ArrowLeft}');
  expect(focused()).toBe('Beto');
  await press('a');
  expect(focused()).toBe('Ana');
  await press('{Enter}');
  expect(await screen.findByRole('link', { name: 'Abrir ficha' })).toBeTruthy();
});

test('a user without permission is told which one is missing', async () => {
  await open(`/${uuid(1)}?tab=acceso`, () => undefined, ['users.view_all']);
  expect(
    (await screen.findAllByText('Le falta el permiso «Editar y suspender usuarios».')).length,
  ).toBeGreaterThan(0);
});
