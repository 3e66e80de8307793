// @vitest-environment happy-dom
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GeneralSettings } from './settings.tsx';

const details = (values: Readonly<Record<string, unknown>> = {}) => ({
  status: 200,
  headers: { ETag: '"7"', 'Access-Control-Expose-Headers': 'ETag' },
  body: {
    data: Object.entries(settings).map(([key, { field }]) => ({
      key,
      value: values[key] ?? field.options.initial,
      default: field.options.initial,
      changed_at: key in values ? '2026-11-20T10:00:00Z' : null,
      changed_by: key in values ? 'Luis Matos' : null,
    })),
  },
});

const all = ['settings.update', 'audit.view'];
const open = async (values = {}, permissions: readonly string[] = all, search = '?q=rige') => {
  const opened = await openScreens(roles, <GeneralSettings />, {
    path: `/gestion/configuracion${search}`,
    mount: '/gestion/configuracion',
    permissions,
    before: (server) => server.once('GET', '/settings/details', details(values)),
  });
  await screen.findByRole('checkbox', { name: 'Solo las cambiadas' });
  return opened;
};
const answered = { settings: {} };

test('only changed values are sent, with the version that was read', async () => {
  const { user, server } = await open();
  const days = screen.getByLabelText(/^Duración de una reserva/, { selector: 'input' });
  await user.clear(days);
  await user.type(days, '5');
  await user.click(screen.getByLabelText(/^Facturar solo con evidencia/, { selector: 'input' }));
  server.once('PUT', '/settings', { status: 200, body: answered });
  server.once('GET', '/settings/details', details({ hold_days: 5, invoice_requires_evidence: true }));
  await user.click(screen.getByRole('button', { name: 'Guardar 2 cambios' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Guardar/ })).toBeNull());
  const put = server.asked.find(({ method }) => method === 'PUT');
  expect(put?.body).toEqual({ hold_days: 5, invoice_requires_evidence: true });
  expect(put?.headers['if-match']).toBe('"7"');
});

test('an error is shown at its field and nothing is sent', async () => {
  const { user, server } = await open();
  const days = screen.getByLabelText(/^Duración de una reserva/, { selector: 'input' });
  await user.clear(days);
  await user.type(days, '500');
  await user.click(screen.getByRole('button', { name: 'Guardar 1 cambio' }));
  expect(await screen.findByText('Debe ser 84 o menos.')).toBeTruthy();
  expect(server.asked.some(({ method }) => method === 'PUT')).toBe(false);
});

test('a changed value shows its default and its author, and is reset with null', async () => {
  const { user, server } = await open({ hold_days: 9 });
  expect(screen.getByText(/Luis Matos/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Restablecer «Duración de una reserva»' }));
  server.once('PUT', '/settings', { status: 200, body: answered });
  server.once('GET', '/settings/details', details());
  await user.click(screen.getByRole('button', { name: 'Guardar 1 cambio' }));
  await waitFor(() =>
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({ hold_days: null }),
  );
});

test('the search finds settings by name, key or help, ignoring accents', async () => {
  const { user } = await open({}, all, '');
  await user.click(screen.getByRole('textbox', { name: 'Buscar en la configuración' }));
  await user.paste('comision AGENCIA');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Empresa' })).toBeNull());
  expect(screen.getByRole('textbox', { name: /Comisión de agencia/ })).toBeTruthy();
});

test('each setting shows its scope', async () => {
  await open({}, all, '?q=numbering');
  const scopeOf = (label: RegExp) =>
    screen
      .getByLabelText(label, { selector: 'input' })
      .closest('[data-setting]')
      ?.textContent?.match(/Alcance: (.*)/)?.[1];
  expect(scopeOf(/^Presupuestos/)).toBe('todas las compañías; cada una lleva su propia cuenta');
  expect(scopeOf(/^Oportunidades/)).toBe('todas las compañías');
});

test('only the changed settings can be shown; one that is being reset stays until it is saved', async () => {
  const { user, address } = await open({ hold_days: 9 }, all, '?changed=true');
  expect(screen.getByRole('checkbox', { name: 'Solo las cambiadas' })).toHaveProperty('checked', true);
  expect(screen.getAllByText(/^Alcance: /)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Restablecer «Duración de una reserva»' }));
  expect(screen.getByLabelText(/^Duración de una reserva/, { selector: 'input' })).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Solo las cambiadas' }));
  expect(address()).toBe('/gestion/configuracion');
  expect(screen.getAllByText(/^Alcance: /).length).toBeGreaterThan(20);
  await user.click(screen.getByRole('checkbox', { name: 'Solo las cambiadas' }));
  expect(address()).toBe('/gestion/configuracion?changed=true');
});

test('a conflicting change is shown, and overwritten on confirmation', async () => {
  const { user, server } = await open();
  const days = screen.getByLabelText(/^Duración de una reserva/, { selector: 'input' });
  await user.clear(days);
  await user.type(days, '5');
  server.once('PUT', '/settings', {
    status: 412,
    body: {
      message: 'Otra persona cambió.',
      changed: [{ key: 'hold_days', by: 'Luis Matos', at: '2026-11-20T10:00:00Z' }],
      settings: { hold_days: 8 },
      version: 9,
    },
  });
  await user.click(screen.getByRole('button', { name: 'Guardar 1 cambio' }));
  const dialog = await screen.findByRole('dialog');
  server.once('PUT', '/settings', { status: 200, body: answered });
  server.once('GET', '/settings/details', details({ hold_days: 5 }));
  await user.click(within(dialog).getByRole('button', { name: 'Guardar con estos valores' }));
  await waitFor(() => expect(server.asked.filter(({ method }) => method === 'PUT')).toHaveLength(2));
  const last = server.asked.filter(({ method }) => method === 'PUT').at(-1);
  expect(last?.body).toEqual({ hold_days: 5 });
  expect(last?.headers['if-match']).toBe('"9"');
});

test('a numbering pattern shows an example number while it is typed', async () => {
  const { user } = await open({}, all, '?q=presupuesto');
  const year = new Date().getFullYear();
  const pattern = screen.getByLabelText(/^Presupuestos/, { selector: 'input' });
  expect(screen.getByText(new RegExp(`Ejemplo: PR-${year}-00012\\.$`))).toBeTruthy();
  await user.clear(pattern);
  await user.click(pattern);
  await user.paste('{company}/P{number:3}');
  expect(screen.getByText(/Ejemplo: ABC\/P012\.$/)).toBeTruthy();
  await user.paste('{company');
  expect(screen.queryByText(/Ejemplo: ABC/)).toBeNull();
});

test('an earlier value of the history can be copied into the form', async () => {
  const { user, server } = await open({ hold_days: 9 });
  server.once('GET', '/settings/hold_days/history', {
    status: 200,
    body: {
      data: [
        {
          id: 1,
          at: '2026-11-20T10:00:00Z',
          by: 'Luis Matos',
          before: 4,
          after: 9,
          before_text: '4',
          after_text: '9',
        },
      ],
    },
  });
  await user.click(screen.getByRole('button', { name: 'Historial de «Duración de una reserva»' }));
  await user.click(await screen.findByRole('button', { name: 'Volver al anterior' }));
  expect(
    screen.getByLabelText<HTMLInputElement>(/^Duración de una reserva/, { selector: 'input' }).value,
  ).toBe('4');
  expect(screen.getByText('1 cambio sin guardar')).toBeTruthy();
});

test('an import shows the differences and saves the selected ones', async () => {
  const { user, server, container } = await open();
  const file = new File(
    [JSON.stringify({ settings: { hold_days: 6, quote_valid_days: 20 } })],
    'configuracion.json',
    {
      type: 'application/json',
    },
  );
  const change = (key: string, label: string, after: number) => ({
    key,
    label,
    before: 3,
    after,
    before_text: '3',
    after_text: String(after),
  });
  server.once('POST', '/settings/import/preview', {
    status: 200,
    headers: { ETag: '"11"', 'Access-Control-Expose-Headers': 'ETag' },
    body: {
      data: {
        changes: [
          change('hold_days', 'Duración de una reserva', 6),
          change('quote_valid_days', 'Vigencia', 20),
        ],
        unchanged: 3,
        unknown: ['nada'],
        errors: {},
      },
    },
  });
  await user.upload(container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, file);
  const dialog = await screen.findByRole('dialog', { name: 'Importar configuración' });
  expect(within(dialog).getByText(/nada/)).toBeTruthy();
  await user.click(within(dialog).getByRole('checkbox', { name: 'Vigencia' }));
  server.once('PUT', '/settings', { status: 200, body: answered });
  server.once('GET', '/settings/details', details({ hold_days: 6 }));
  await user.click(within(dialog).getByRole('button', { name: 'Importar 1 valor' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const put = server.asked.find(({ method }) => method === 'PUT');
  expect(put?.body).toEqual({ hold_days: 6 });
  expect(put?.headers['if-match']).toBe('"11"');
});

test('a user without permission to change sees every value and can change none', async () => {
  await open({}, []);
  expect(screen.getByText(/Puede verla, no cambiarla/)).toBeTruthy();
  expect(
    screen.getByLabelText(/^Facturar solo con evidencia/, { selector: 'input' }).hasAttribute('disabled'),
  ).toBe(true);
  expect(screen.getByRole('button', { name: 'Importar' }).getAttribute('aria-disabled')).toBe('true');
});

test('the search finds settings by their values', async () => {
  const { user } = await open({ 'pdf_branding.company_name': 'Ondas del Caribe' }, all, '');
  await user.click(screen.getByRole('textbox', { name: 'Buscar en la configuración' }));
  await user.paste('ondas caribe');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ventas y reservas' })).toBeNull());
  expect(screen.getByRole('textbox', { name: /Nombre en los documentos/ })).toBeTruthy();
});

test.each([
  ['an administrator', ['admin'], false],
  ['another user who may change settings', ['manager'], true],
])('the address of links in mails, for %s', async (_who, names, isLocked) => {
  await openScreens(roles, <GeneralSettings />, {
    path: '/gestion/configuracion?q=public_url',
    mount: '/gestion/configuracion',
    permissions: all,
    roles: names,
    before: (server) => server.once('GET', '/settings/details', details()),
  });
  const address = await screen.findByLabelText('Dirección de Pauta', { selector: 'input' });
  expect((address as HTMLInputElement).readOnly).toBe(isLocked);
  expect(screen.queryByText(/Solo un administrador puede cambiarla\.$/) !== null).toBe(isLocked);
});

test('the lists of parameters are linked, and found by their names', async () => {
  const { user } = await open({}, all, '');
  const lists = screen.getByRole('region', { name: 'Impuestos, cuentas y comprobantes' });
  expect(within(lists).getByRole('link', { name: 'Secuencias fiscales' }).getAttribute('href')).toBe(
    '/gestion/configuracion/secuencias-fiscales',
  );
  await user.type(screen.getByRole('textbox', { name: 'Buscar en la configuración' }), 'periodos');
  await waitFor(() => expect(within(lists).getAllByRole('link')).toHaveLength(1));
  expect(within(lists).getByRole('link', { name: 'Periodos fiscales' })).toBeTruthy();
});
