// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { resourceScreens } from '../screens/resource-screens.tsx';
import { clientRecords } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';

const Clients = resourceScreens(clients);
const open = async (options: Parameters<typeof openScreens>[2] = {}) => {
  const host = await openScreens(clients, <Clients />, { records: clientRecords(8), ...options });
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Buscar clientes' });
  const address = (): string => decodeURIComponent(host.address()).replaceAll('+', ' ');
  await host.user.click(box);
  return { ...host, box, address };
};
const offered = (): (string | null)[] => screen.queryAllByRole('option').map((one) => one.textContent);

describe('the search box of a list', () => {
  test('suggests fields, then their values, and turns the one selected by keyboard into a chip', async () => {
    const { user, box, address } = await open();
    await user.type(box, 'esta');
    await waitFor(() => expect(offered()).toContain('Estadoestado:'));
    await user.keyboard('{ArrowDown}');
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]?.id);
    await user.keyboard('{Enter}');
    expect(box.value).toBe('estado:');
    await user.keyboard('pros{Enter}');
    await waitFor(() => expect(address()).toBe('/crm/clientes?f.status=prospect'));
    expect(box.value).toBe('');
    const chips = screen.getByRole('list', { name: 'Filtros aplicados' });
    expect(within(chips).getByRole('button', { name: /^Estado: Prospecto/ })).toBeTruthy();
  });

  test('other words remain the search, and existing filters are kept', async () => {
    const { user, box, address } = await open({ path: '/crm/clientes?f.status=active' });
    await user.type(box, 'nandu credito>5000{Enter}');
    await waitFor(() =>
      expect(address()).toBe('/crm/clientes?q=nandu&f.status=active&f.credit_limit=>DOP5000'),
    );
    expect(box.value).toBe('nandu');
  });

  test('resolves the name of a record', async () => {
    const { user, box, address } = await open();
    await user.type(box, 'industria:banca');
    await waitFor(() => expect(offered()[0]).toMatch(/^Banca/));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toMatch(/\?f\.industry_id=[0-9a-f-]{36}$/));
  });

  test('only searches if Enter selects no suggestion, even if the words contain signs such as `:`', async () => {
    const { user, box, address } = await open();
    await user.type(box, '(809) 555-0185');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/crm/clientes?q=(809) 555-0185'));
  });

  test('shows errors next to the box, and keeps the text', async () => {
    const { user, box, address } = await open();
    await user.type(box, 'nandu estado:acti');
    await user.keyboard('{Escape}{Enter}');
    expect(await screen.findByText(/«acti» no es un valor de «Estado»/)).toBeTruthy();
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(box.value).toBe('nandu estado:acti');
    await user.click(screen.getByRole('button', { name: 'Escribir activo' }));
    await user.keyboard('{Escape}{Enter}');
    await waitFor(() => expect(address()).toBe('/crm/clientes?q=nandu&f.status=active'));
  });
});

describe('alternative searches', () => {
  const page = (data: readonly object[], did_you_mean?: readonly string[]) => ({
    status: 200,
    body: { data, next_cursor: null, total: data.length, total_is_estimate: false, did_you_mean },
  });

  test('are used when the search has no results, are announced, and can be reverted', async () => {
    const [acme] = clientRecords(1);
    const { user, box, address } = await open({
      path: '/crm/clientes?q=acmme',
      before: (server) => {
        server.once('GET', '/clients?q=acmme', page([], ['acme']));
        server.once('GET', '/clients?q=acme', page([acme ?? {}]));
      },
    });
    expect(await screen.findByRole('link', { name: 'ACME' })).toBeTruthy();
    expect(
      await screen.findByText(/Ningún cliente coincide con «acmme». Se muestra lo más parecido: «acme»/),
    ).toBeTruthy();
    expect(box.value).toBe('acmme');
    expect(address()).toBe('/crm/clientes?q=acmme');
    await user.click(screen.getByRole('button', { name: 'Volver a «acmme»' }));
    expect(await screen.findByText('Ningún cliente coincide')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'acme' }));
    await waitFor(() => expect(address()).toBe('/crm/clientes?q=acme'));
  });

  test('are offered when the search has few results', async () => {
    await open({
      path: '/crm/clientes?q=acm',
      before: (server) => server.once('GET', '/clients?q=acm', page(clientRecords(1), ['acme'])),
    });
    expect(await screen.findByRole('link', { name: 'ACME' })).toBeTruthy();
    expect(await screen.findByText('¿Quiso decir…?')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'acme' })).toBeTruthy();
  });
});
