// @vitest-environment happy-dom
import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { type SetupState, setupSteps } from '@pauta/domain/home/setup.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { layoutOf } from './dashboard/dashboard-fixtures.ts';
import { Home } from './home.tsx';

const stateOf = (more: Partial<SetupState> = {}, allDone = false): SetupState => ({
  done: Object.fromEntries(setupSteps.map(({ name }) => [name, allDone])) as SetupState['done'],
  empty_catalogues: [],
  address: { value: 'http://127.0.0.1:8000', fixed: false },
  mail: { state: 'absent' },
  dismissed: false,
  ...more,
});

const open = (
  state: SetupState,
  permissions: readonly string[] = ['settings.update'],
  roles: readonly string[] = ['admin'],
) =>
  openScreens(activities, <Home />, {
    path: '/',
    mount: '/',
    permissions,
    roles,
    before: (server) => {
      server.once('GET', '/dashboard', { status: 200, body: { data: layoutOf([]) } });
      server.once('GET', '/setup', { status: 200, body: { data: state } });
    },
  });
const steps = async () => within(await screen.findByRole('region', { name: 'Puesta en marcha' }));

test('each open step shows its benefit and a link', async () => {
  await open(stateOf({ empty_catalogues: ['Industrias'] }));
  const list = await steps();
  expect(list.getByText('0 de 14')).toBeTruthy();
  expect(list.getByRole('link', { name: 'Registrar una secuencia' }).getAttribute('href')).toBe(
    '/gestion/configuracion/secuencias-fiscales/nuevo',
  );
  expect(list.getByRole('link', { name: 'Completar la compañía' }).getAttribute('href')).toBe(
    '/gestion/catalogos/companias',
  );
  expect(list.getByText(/^Sin opciones: Industrias\./)).toBeTruthy();
  expect(list.getByText(/Pauta no tiene servidor de correo/)).toBeTruthy();
  expect(list.queryByRole('button', { name: 'Quitar de mi inicio' })).toBeNull();
});

test('the address is requested; an error is shown beside the field, and the text is kept', async () => {
  const { user, server } = await open(stateOf());
  const list = await steps();
  const address = list.getByLabelText('Dirección para los enlaces', { selector: 'input' });
  await user.clear(address);
  await user.type(address, 'https://pauta.medios.test/login');
  await user.click(list.getByRole('button', { name: 'Guardar la dirección' }));
  expect(await list.findByText(/Escriba la dirección sin página/)).toBeTruthy();
  expect(server.asked.some(({ method }) => method === 'PUT')).toBe(false);
  await user.clear(address);
  await user.type(address, 'https://pauta.medios.test');
  server.once('PUT', '/settings', { status: 200, body: { settings: {} } });
  const known = { value: 'https://pauta.medios.test', fixed: false };
  const done = { ...stateOf().done, address: true };
  server.once('GET', '/setup', { status: 200, body: { data: stateOf({ address: known, done }) } });
  await user.click(list.getByRole('button', { name: 'Guardar la dirección' }));
  expect(await list.findByText('https://pauta.medios.test')).toBeTruthy();
  expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    public_url: 'https://pauta.medios.test',
  });
});

test('a user who is not an administrator is told who sets the address, and gets no field for it', async () => {
  await open(stateOf(), ['settings.update'], ['manager']);
  const list = await steps();
  expect(list.getByText('Solo un administrador puede cambiarla.')).toBeTruthy();
  expect(list.queryByLabelText('Dirección para los enlaces')).toBeNull();
});

test('an unreachable mail server is reported, and a test mail shows its result', async () => {
  const reason = 'No se pudo conectar con el servidor de correo.';
  const { user, server } = await open(stateOf({ mail: { state: 'failed', reason } }));
  const list = await steps();
  expect(list.queryByText(/pasos? hechos?$/)).toBeNull();
  expect(list.getByText(reason)).toBeTruthy();
  server.once('POST', '/setup/test-mail', { status: 200, body: { data: { to: 'alba@medios.test' } } });
  await user.click(list.getByRole('button', { name: 'Enviar correo de prueba' }));
  expect(await screen.findByText('Correo de prueba enviado a alba@medios.test')).toBeTruthy();
});

test('a complete list can be hidden, and stays hidden', async () => {
  const complete = stateOf({ mail: { state: 'ok' } }, true);
  const { user, server } = await open(complete);
  const list = await steps();
  expect(list.getByText('Completa')).toBeTruthy();
  expect(list.getByText('14 pasos hechos')).toBeTruthy();
  server.once('POST', '/setup/dismiss', { status: 200, body: { data: complete } });
  server.once('GET', '/setup', { status: 200, body: { data: { ...complete, dismissed: true } } });
  await user.click(list.getByRole('button', { name: 'Quitar de mi inicio' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Puesta en marcha' })).toBeNull());
  expect(await screen.findByText('Su Dashboard no tiene tarjetas')).toBeTruthy();
});

test('a user without permission sees no list and requests none', async () => {
  const { server } = await open(stateOf(), []);
  expect(await screen.findByText('Su Dashboard no tiene tarjetas')).toBeTruthy();
  expect(server.asked.some(({ path }) => path === '/setup')).toBe(false);
});
