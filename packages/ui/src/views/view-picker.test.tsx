// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { formatView, parseView } from '@pauta/domain/resource/query/view.ts';
import type { SavedView } from '@pauta/domain/views/saved-view.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { useLocation, useNavigate } from '../router.ts';
import { clientPermissions } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';
import { savedView } from '../testing/views-contract.ts';
import { ViewPicker } from './view-picker.tsx';

/** A view picker over a list that is only its address. */
function Screen(): ReactElement {
  const { search } = useLocation();
  const navigate = useNavigate();
  const read = parseView(clients, search);
  if (!read.ok) return <p>{JSON.stringify(read.errors)}</p>;
  return (
    <ViewPicker
      bare={search === ''}
      current={new URLSearchParams(search).get('view')}
      onChange={(view, id, options) => {
        const parameters = formatView(clients, view);
        parameters.set('view', id);
        void navigate({ search: `?${parameters}` }, options);
      }}
      resource={clients}
      view={read.view}
    />
  );
}

const active = savedView(1, { name: 'Activos', params: 'f.status=active' });
const shared = savedView(2, {
  name: 'De todos',
  visibility: 'shared',
  is_mine: false,
  may_edit: false,
  owner: { id: 'x', label: 'Luis Gómez' },
});

const start = async (views: readonly SavedView[], search = '', permissions = clientPermissions) => {
  const host = await openScreens(clients, <Screen />, {
    views,
    path: `/crm/clientes${search}`,
    permissions,
  });
  const openPanel = async (): Promise<HTMLElement> => {
    const open = screen.queryByRole('dialog', { name: 'Vistas guardadas' });
    if (open) return open;
    const button = await screen.findByRole('button', { name: /^Vista:/ });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    await host.user.click(button);
    return screen.findByRole('dialog', { name: 'Vistas guardadas' });
  };
  const press = async (name: string): Promise<void> => {
    const panel = await openPanel();
    await host.user.click(await within(panel).findByRole('button', { name }));
  };
  return { ...host, openPanel, press, search: () => decodeURIComponent(host.address().split('?')[1] ?? '') };
};

test('selects a view and shows which one is active', async () => {
  const { openPanel, press, search } = await start([active, shared], '?view=all');
  const panel = await openPanel();
  expect(await within(panel).findByRole('button', { name: 'De todos (de Luis Gómez)' })).toBeTruthy();
  expect(within(panel).getByRole('button', { name: 'Todos los clientes' }).getAttribute('aria-current')).toBe(
    'true',
  );
  await press('Activos');
  await waitFor(() => expect(search()).toBe(`f.status=active&view=${active.id}`));
  expect(screen.getByRole('button', { name: 'Vista: Activos' })).toBeTruthy();
  expect(screen.queryByText(/sin guardar/)).toBeNull();
});

test('opens with the user’s own default view, or else with the shared default', async () => {
  const everybody = { ...shared, params: 'sort=trade_name', is_shared_default: true };
  const first = await start([{ ...active, is_default: true }, everybody]);
  await waitFor(() => expect(first.search()).toBe(`f.status=active&view=${active.id}`));
  first.unmount();
  const second = await start([active, everybody]);
  await waitFor(() => expect(second.search()).toBe(`sort=trade_name&view=${shared.id}`));
});

test('describes the differences, saves them, or discards them', async () => {
  const { openPanel, press, search, server, user } = await start(
    [active],
    `?view=${active.id}&f.status=prospect&group=status`,
  );
  expect(await screen.findByText('2 cambios sin guardar')).toBeTruthy();
  const panel = await openPanel();
  expect(within(panel).getByText('Filtro «Estado» cambiado')).toBeTruthy();
  expect(within(panel).getByText('Agrupación cambiada')).toBeTruthy();
  await user.keyboard('{Escape}');
  await press('Descartar los cambios');
  await waitFor(() => expect(search()).toBe(`f.status=active&view=${active.id}`));
  expect(screen.queryByText(/sin guardar/)).toBeNull();
  expect(server.asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('saves changes to the view', async () => {
  const { press, server } = await start([active], `?view=${active.id}&f.status=prospect`);
  await screen.findByText('1 cambio sin guardar');
  await press('Guardar los cambios');
  await waitFor(() => expect(screen.queryByText(/sin guardar/)).toBeNull());
  const [patch] = server.asked.filter(({ method }) => method === 'PATCH');
  expect(patch).toMatchObject({ headers: { 'if-match': '"1"' }, body: { params: 'f.status=prospect' } });
});

test('saves the list as a new view, and reports a name that is taken', async () => {
  const { press, user, search } = await start([active], '?view=all&q=acme');
  await press('Guardar como vista nueva…');
  const dialog = await screen.findByRole('dialog', { name: 'Guardar como vista nueva' });
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }));
  expect(within(dialog).getByText('Este dato es obligatorio.')).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: /Nombre de la vista/ }), 'activos{Enter}');
  expect(await within(dialog).findByText('Ya tiene una vista con ese nombre.')).toBeTruthy();
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  await user.type(within(dialog).getByRole('textbox', { name: /Nombre de la vista/ }), ' de ACME{Enter}');
  expect(await screen.findByRole('button', { name: 'Vista: activos de ACME' })).toBeTruthy();
  expect(search()).toMatch(/^q=acme&view=01900000/);
});

test('deleting can be undone', async () => {
  const { press, search, user } = await start([active], `?view=${active.id}&f.status=active`);
  await screen.findByRole('button', { name: 'Vista: Activos' });
  await press('Eliminar la vista');
  await waitFor(() => expect(search()).toBe('view=all'));
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  await waitFor(() => expect(search()).toBe(`f.status=active&view=${active.id}`));
  expect(await screen.findByRole('button', { name: 'Vista: Activos' })).toBeTruthy();
});

test('sharing requires a permission, and views of others cannot be changed', async () => {
  const seller = await start([active, shared], `?view=${active.id}&f.status=active`);
  await screen.findByRole('button', { name: 'Vista: Activos' });
  const own = await seller.openPanel();
  expect(within(own).queryByRole('button', { name: 'Compartir con todos' })).toBeNull();
  expect(within(own).getByRole('button', { name: 'Eliminar la vista' })).toBeTruthy();
  seller.unmount();

  const reader = await start([active, shared], `?view=${shared.id}`);
  await screen.findByRole('button', { name: 'Vista: De todos' });
  const foreign = await reader.openPanel();
  for (const name of ['Eliminar la vista', 'Cambiar el nombre…', 'Compartir con todos'])
    expect(within(foreign).queryByRole('button', { name })).toBeNull();
  expect(within(foreign).getByRole('button', { name: 'Fijar al principio' })).toBeTruthy();
  reader.unmount();

  const manager = await start([active], `?view=${active.id}&f.status=active`, [
    ...clientPermissions,
    'views.share',
  ]);
  await screen.findByRole('button', { name: 'Vista: Activos' });
  await manager.press('Compartir con todos');
  await manager.press('Vista inicial de todos');
  const bodies = () =>
    manager.server.asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  await waitFor(() => expect(bodies()).toEqual([{ visibility: 'shared' }, { is_shared_default: true }]));
});

test('an address with a deleted view reports that and keeps its list', async () => {
  const { search } = await start([active], `?view=${savedView(9).id}&q=acme`);
  expect(await screen.findByRole('button', { name: 'Vista: Vista no disponible' })).toBeTruthy();
  expect(search()).toContain('q=acme');
});
