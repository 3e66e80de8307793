// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { url } from '@pauta/domain/kinds/contact.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { resourceScreens } from '../screens/resource-screens.tsx';
import { clientOptions, clientPermissions, clientRecord, clientRecords } from '../testing/client-fixtures.ts';
import { openScreens } from '../testing/screen-host.tsx';

const Clients = resourceScreens(clients);
const open = (options: Parameters<typeof openScreens>[2] = {}) => openScreens(clients, <Clients />, options);
const create = () => open({ path: '/crm/clientes/nuevo' });
const first = clientRecord(0);
const edit = (records = clientRecords(2)) => open({ records, path: `/crm/clientes/${first.id}/editar` });

/** Finds inputs by label, because finding them by role takes seconds in a form of forty fields. */
const field = (name: string) =>
  screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`), { selector: 'input, textarea' });

async function retype(user: UserEvent, name: string, text: string): Promise<void> {
  const input = await field(name);
  await user.clear(input);
  await user.click(input);
  await user.paste(text);
}

async function choose(user: UserEvent, name: string, text: string): Promise<void> {
  const input = await field(name);
  await user.click(input);
  await user.paste(text);
  await user.click(await screen.findByRole('option', { name: new RegExp(text) }));
}

async function fill(user: UserEvent): Promise<void> {
  await retype(user, 'Código', 'cli-900');
  await retype(user, 'Razón social', 'Nueva, S. A.');
  await retype(user, 'Nombre comercial', 'Nueva');
  await choose(user, 'País', 'Dominicana');
  await user.click(screen.getByRole('button', { name: /Tipo de identificación/ }));
  await user.click(await screen.findByRole('option', { name: 'RNC' }));
  await retype(user, 'Identificación fiscal', '1-31-24679-6');
  await choose(user, 'Tipo de cliente', 'Gobierno');
  await choose(user, 'Categoría', 'Categoría B');
  await choose(user, 'Industria', 'Banca');
  await choose(user, 'Vendedor', 'Luis');
  await choose(user, 'Término de crédito', '30 días');
  await retype(user, 'Límite de crédito', 'RD$ 1,500.5');
}

test('an empty form lists the missing values with links to their fields', async () => {
  const { user, server } = await create();
  await user.click(await screen.findByRole('button', { name: 'Crear cliente' }));
  const summary = await screen.findByRole('alert');
  expect(within(summary).getByRole('heading', { name: 'Hay 11 datos por corregir' })).toBeTruthy();
  expect(document.activeElement).toBe(summary);
  await user.click(within(summary).getByRole('link', { name: 'Razón social: Este dato es obligatorio.' }));
  const input = await field('Razón social');
  expect(document.activeElement).toBe(input);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  await user.type(input, 'A');
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBeNull());
  expect(server.asked.filter((one) => one.method === 'POST')).toEqual([]);
});

test('a field is validated when it loses the focus, with the rules that concern it', async () => {
  const { user } = await create();
  await retype(user, 'Código', 'a b');
  await user.tab();
  expect(await screen.findByText(/sin espacios/)).toBeTruthy();
  await choose(user, 'País', 'Dominicana');
  await user.click(screen.getByRole('button', { name: /Tipo de identificación/ }));
  await user.click(await screen.findByRole('option', { name: 'RNC' }));
  await retype(user, 'Identificación fiscal', '131246797');
  await user.tab();
  expect(await screen.findByText(/dígito verificador del RNC no coincide/)).toBeTruthy();
});

test('creates with the typed values; a refused value is shown at its field, and the next attempt has a new key', async () => {
  const { user, server, address } = await create();
  await fill(user);
  server.once('POST', '/clients', {
    status: 409,
    body: {
      message: 'Ya existe un cliente con este código.',
      errors: { client_code: ['Ya existe un cliente con este código.'], otro: ['Algo más.'] },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Crear cliente' }));
  const summary = await screen.findByRole('alert');
  expect(
    within(summary).getByRole('link', { name: 'Código: Ya existe un cliente con este código.' }),
  ).toBeTruthy();
  expect(within(summary).getByText('Algo más.')).toBeTruthy();
  expect((await field('Razón social')).value).toBe('Nueva, S. A.');

  await retype(user, 'Código', 'cli-901');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(address()).toMatch(/^\/crm\/clientes\/01900000/));
  const posts = server.asked.filter((one) => one.method === 'POST');
  expect(posts).toHaveLength(2);
  expect(posts[0]?.headers['idempotency-key']).not.toBe(posts[1]?.headers['idempotency-key']);
  expect(posts[1]?.body).toMatchObject({
    client_code: 'CLI-901',
    tax_id: '131246796',
    credit_limit: '1500.50',
    status: 'prospect',
    person_kind: 'legal_entity',
    tax_exempt: false,
    primary_sales_rep_id: expect.stringMatching(/^01900000/),
  });
  expect(posts[1]?.body).not.toHaveProperty('notes');
  expect(await screen.findByText('Cliente creado')).toBeTruthy();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('pauta.draft'))).toEqual([]);
});

test('a new record begins with what the records in its address say, which can be changed', async () => {
  const [country] = clientOptions.countries;
  const { server } = await open({
    path: `/crm/clientes/nuevo?country_id=${country?.id}&notes=no&parent_client_id=nadie`,
    before: (contract) =>
      contract.once('GET', '/clients/beginning', {
        status: 200,
        body: { data: { client_code: 'CLI-0301', country_id: country } },
      }),
  });
  const shown = (await screen.findByDisplayValue(String(country?.label))) as HTMLInputElement;
  expect(shown.disabled).toBe(false);
  const asked = server.asked.find((one) => one.path.startsWith('/clients/beginning'));
  // Only references count as parents.
  expect(asked?.path).toMatch(new RegExp(`country_id=${country?.id}$`));
});

test('a new record has the initial values of its definition; a code used meanwhile is replaced by the next one', async () => {
  const begins = (client_code: string) => ({
    status: 200,
    body: {
      data: {
        client_code,
        country_id: clientOptions.countries[0],
        tax_id_type: 'RNC',
        primary_sales_rep_id: clientOptions.users[0],
      },
    },
  });
  const { user, server } = await open({
    path: '/crm/clientes/nuevo',
    before: (contract) => {
      contract.once('GET', '/clients/beginning', begins('CLI-0301'));
      contract.once('GET', '/clients/beginning', begins('CLI-0302'));
    },
  });
  expect((await field('Código')).value).toBe('CLI-0301');
  expect(await screen.findByDisplayValue('República Dominicana')).toBeTruthy();
  expect(await screen.findByDisplayValue('Ana Pérez')).toBeTruthy();
  await retype(user, 'Razón social', 'Nueva, S. A.');
  await retype(user, 'Nombre comercial', 'Nueva');
  await retype(user, 'Identificación fiscal', '1-31-24679-6');
  // The remaining required fields.
  await choose(user, 'Tipo de cliente', 'Gobierno');
  await choose(user, 'Categoría', 'Categoría B');
  await choose(user, 'Industria', 'Banca');
  await choose(user, 'Término de crédito', '30 días');
  await user.click(screen.getByRole('button', { name: 'Crear cliente' }));
  expect(
    await screen.findByText(/El código CLI-0301 ya se usó; este registro recibe el CLI-0302/),
  ).toBeTruthy();
  const posted = () => server.asked.find(({ method }) => method === 'POST')?.body;
  await waitFor(() =>
    expect(posted()).toMatchObject({
      client_code: 'CLI-0302',
      country_id: clientOptions.countries[0]?.id,
      primary_sales_rep_id: clientOptions.users[0]?.id,
    }),
  );
});

test('a field is shown only while the field on which it depends has the required value', async () => {
  const { user } = await create();
  const exempt = await screen.findByRole('switch', { name: 'Exento de impuestos' });
  expect(screen.queryByText('Documento de exención')).toBeNull();
  await user.click(exempt);
  expect(await screen.findByText('Documento de exención')).toBeTruthy();
});

test('sends only changed fields, under the version that was read', async () => {
  const { user, server, address } = await edit();
  await retype(user, 'Nombre comercial', 'ACME Caribe');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(address()).toBe(`/crm/clientes/${first.id}`));
  const patch = server.asked.find((one) => one.method === 'PATCH');
  expect(patch?.body).toEqual({ trade_name: 'ACME Caribe' });
  expect(patch?.headers['if-match']).toBe('"1"');
  expect(await screen.findByRole('heading', { level: 1, name: 'ACME Caribe' })).toBeTruthy();
});

describe('when another user saved meanwhile', () => {
  test('changes of other fields are kept and reported', async () => {
    const { user, server, address } = await edit();
    await retype(user, 'Nombre comercial', 'ACME Caribe');
    server.rows[0] = { ...server.rows[0]!, notes: 'De otra persona', row_version: 2 };
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(address()).toBe(`/crm/clientes/${first.id}`));
    expect(server.rows[0]).toMatchObject({
      trade_name: 'ACME Caribe',
      notes: 'De otra persona',
      row_version: 3,
    });
  });

  test('for the same field the form asks, showing the previous value and both new ones', async () => {
    const { user, server, address } = await edit();
    await retype(user, 'Nombre comercial', 'Mía');
    await retype(user, 'Razón social', 'Mía, S. A.');
    server.rows[0] = {
      ...server.rows[0]!,
      trade_name: 'Suya',
      legal_name: 'Suya, S. A.',
      notes: 'X',
      row_version: 2,
    };
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ana Pérez modificó este cliente' });
    const trade = within(dialog).getByRole('group', { name: 'Nombre comercial' });
    expect(within(trade).getByText('Antes: ACME')).toBeTruthy();
    await user.click(
      within(trade).getByRole('radio', { name: /Guardado por Ana Pérez \(09\/03\/2026, .*Suya/ }),
    );
    expect(within(dialog).getByText(/También cambió, y se conserva: Notas/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Guardar con estos valores' }));
    await waitFor(() => expect(address()).toBe(`/crm/clientes/${first.id}`));
    expect(server.rows[0]).toMatchObject({ trade_name: 'Suya', legal_name: 'Mía, S. A.', notes: 'X' });
  });
});

describe('unsaved input', () => {
  test('is kept after a failure, which says what to do next', async () => {
    const { user, server } = await edit();
    await retype(user, 'Nombre comercial', 'ACME Caribe');
    server.once('PATCH', '/clients', { status: 503, body: {} });
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(await screen.findByText(/El servicio no está disponible/)).toBeTruthy();
    expect((await field('Nombre comercial')).value).toBe('ACME Caribe');
  });

  test('is kept as a draft after the tab is closed, and can be discarded', async () => {
    const { user, unmount } = await edit();
    await retype(user, 'Nombre comercial', 'A medias');
    await screen.findByText(/borrador en este equipo/);
    unmount();
    await edit();
    expect(await screen.findByText(/Se recuperó lo que escribió/)).toBeTruthy();
    await waitFor(async () => expect((await field('Nombre comercial')).value).toBe('A medias'));
    await user.click(screen.getByRole('button', { name: 'Descartar borrador' }));
    await waitFor(async () => expect((await field('Nombre comercial')).value).toBe('ACME'));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('pauta.draft'))).toEqual([]);
  });

  test('causes a question on leaving: staying keeps it, leaving discards it', async () => {
    const { user, go, address } = await edit();
    await retype(user, 'Nombre comercial', 'A medias');
    await go('/otra');
    const dialog = await screen.findByRole('alertdialog', { name: 'Hay cambios sin guardar' });
    await user.click(within(dialog).getByRole('button', { name: 'Seguir editando' }));
    expect(address()).toMatch(/editar$/);
    await go('/otra');
    await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    expect(await screen.findByRole('heading', { name: 'Otra página' })).toBeTruthy();
  });

  test('is kept as a draft when a 401 ends the session, without a question', async () => {
    const { user, server, go } = await edit();
    await retype(user, 'Nombre comercial', 'A medias');
    await screen.findByText(/borrador en este equipo/);
    server.once('PATCH', '/clients', { status: 401, body: {} });
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(server.asked.some((one) => one.method === 'PATCH')).toBe(true));
    await go('/otra');
    expect(await screen.findByRole('heading', { name: 'Otra página' })).toBeTruthy();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('pauta.draft'))).toHaveLength(1);
  });

  const keptName = (): unknown => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('pauta.draft'));
    return key && JSON.parse(localStorage.getItem(key) ?? '').inputs.trade_name;
  };

  test('is kept if typed just before saving gets a 401', async () => {
    const { user, server, go } = await edit();
    await retype(user, 'Nombre comercial', 'Lo último');
    server.once('PATCH', '/clients', { status: 401, body: {} });
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(server.asked.some((one) => one.method === 'PATCH')).toBe(true));
    expect(keptName()).toBe('Lo último');
    await go('/otra');
    expect(keptName()).toBe('Lo último');
  });

  test('is kept if typed just before the tab is hidden or closed', async () => {
    const { user } = await edit();
    await retype(user, 'Nombre comercial', 'Lo último');
    window.dispatchEvent(new Event('pagehide'));
    expect(keptName()).toBe('Lo último');
  });

  test('is kept if typed just before the page is unmounted, unless it was discarded', async () => {
    const { user, unmount } = await edit();
    await retype(user, 'Nombre comercial', 'Lo último');
    unmount();
    expect(keptName()).toBe('Lo último');
    const again = await edit();
    await retype(again.user, 'Nombre comercial', 'Otra vez');
    await again.go('/otra');
    await again.user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    await screen.findByRole('heading', { name: 'Otra página' });
    expect(keptName()).toBeUndefined();
  });
});

test('a field without write permission is shown but cannot be edited', async () => {
  const website = url('Sitio web', { writePermission: 'clients.credit_hold' });
  const guarded = { ...clients, fields: { ...clients.fields, website } };
  const Guarded = resourceScreens(guarded);
  const { user, server } = await openScreens(guarded, <Guarded />, {
    records: clientRecords(1),
    path: `/crm/clientes/${first.id}/editar`,
    permissions: clientPermissions.filter((name) => name !== 'clients.credit_hold'),
  });
  expect(await screen.findByText('Le falta el permiso «Retener o liberar el crédito».')).toBeTruthy();
  await retype(user, 'Nombre comercial', 'Otra');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() =>
    expect(server.asked.find((one) => one.method === 'PATCH')?.body).toEqual({ trade_name: 'Otra' }),
  );
});
