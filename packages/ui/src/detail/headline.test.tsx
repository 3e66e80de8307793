// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { resourceScreens } from '../screens/resource-screens.tsx';
import { clientPermissions, clientRecord } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';

const Clients = resourceScreens(clients);
const first = clientRecord(0);
const permissions = [...clientPermissions, 'contacts.view_all', 'activities.view_all'];
const page = (data: readonly object[]) => ({
  status: 200,
  body: { data, next_cursor: null, total: data.length, total_is_estimate: false },
});
const uuid = '01900000-0000-7000-8030-000000000001';

const open = (people: readonly object[], changes: object = {}, may: readonly string[] = permissions) =>
  openScreens(clients, <Clients />, {
    records: [clientRecord(0, changes as Record<string, unknown>)],
    path: `/crm/clientes/${first.id}`,
    permissions: may,
    before: (server) => {
      server.once('GET', '/contacts', page(people));
      server.once('GET', `/activities?f.client_id=${first.id}&f.status=pending`, {
        ...page([
          { id: uuid, scheduled_at: '2026-03-10T13:00:00.000Z', kind: 'visit', subject: 'Presentar tarifas' },
        ]),
      });
      server.once('GET', `/activities?f.client_id=${first.id}&f.status=done`, page([]));
    },
  });

const person = (name: string, values: object = {}) => ({ id: uuid, full_name: name, phones: [], ...values });
const number = (values: object) => [{ kind: 'mobile', is_primary: true, ...values }];

test('shows identity, next activity, the telephone of the main contact, and the credit limit', async () => {
  await open([
    person('Luis Gil', { phones: number({ number: '+18295550102' }) }),
    person('Ana Peñaló', {
      is_main_contact: true,
      phones: number({ number: '+18095550185', extension: '22', is_whatsapp: true }),
    }),
  ]);
  const headline = within(await screen.findByRole('region', { name: 'Lo principal' }));
  const call = await headline.findByRole('link', { name: 'Llamar' });
  expect(call.getAttribute('href')).toBe('tel:+18095550185;ext=22');
  expect(headline.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(
    'https://wa.me/18095550185',
  );
  expect(headline.getByText('+1 809 555 0185 ext. 22')).toBeTruthy();
  expect(headline.getByRole('link', { name: 'Ana Peñaló' })).toBeTruthy();
  const next = await headline.findByRole('link', { name: /10\/03\/2026/ });
  expect(next.getAttribute('href')).toBe(`/crm/seguimiento/${uuid}`);
  expect(headline.getByText('Visita · Presentar tarifas')).toBeTruthy();
  expect(await headline.findByText('Sin contacto todavía')).toBeTruthy();
  expect(headline.getByText('RD$1,250,000.50')).toBeTruthy();
  expect(headline.getByText(/Conviene agregar: Fuente de ingreso, Localidad/)).toBeTruthy();
  expect(screen.getByText('ACME, S. R. L.', { selector: 'p *' })).toBeTruthy();
});

test('without a telephone the button gives the reason', async () => {
  await open([person('Ana Peñaló', { phones: number({ number: '+18095550185', do_not_call: true }) })]);
  const button = await screen.findByRole('button', { name: 'Llamar' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  await waitFor(() => expect(reason?.textContent).toBe('Pidió que no se le llame a este número.'));
});

test('a disabled action is in the menu with its reason, can be focused by keyboard, and has no effect', async () => {
  const { user, server } = await open(
    [],
    {},
    clientPermissions.filter((name) => name !== 'clients.delete'),
  );
  await user.click(await screen.findByRole('button', { name: 'Más acciones' }));
  const release = await screen.findByRole('menuitem', { name: 'Liberar crédito' });
  const described = (item: HTMLElement): string =>
    document.getElementById(item.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent ?? '';
  expect(release.getAttribute('aria-disabled')).toBe('true');
  expect(described(release)).toBe(
    'Está en «Activo»; se puede desde «En revisión» o «Retenido» o «Bloqueado».',
  );
  const archive = screen.getByRole('menuitem', { name: 'Archivar' });
  expect(described(archive)).toMatch(/^Le falta el permiso «/);
  archive.focus();
  expect(document.activeElement).toBe(archive);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('menuitem', { name: 'Archivar' })).toBe(archive);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.asked.every(({ method }) => method === 'GET')).toBe(true);
});

test('for an archived record every action is disabled, because it must be restored first', async () => {
  const { user } = await open([], { archived_at: '2026-03-09T14:30:00.000Z' });
  const edit = await screen.findByRole('button', { name: 'Editar' });
  expect(edit.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Más acciones' }));
  // "Deshacer" is not tested here: it can be offered for an archived record.
  const others = (await screen.findAllByRole('menuitem')).filter(
    (item) => !item.textContent?.startsWith('Deshacer'),
  );
  expect(others.length).toBeGreaterThan(0);
  for (const item of others)
    expect(item.textContent, item.textContent ?? '').toContain('Está archivado: hay que restaurar antes.');
});
