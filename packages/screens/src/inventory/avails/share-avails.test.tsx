import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { availsSheets } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ShareAvailsButton } from './share-avails-button.tsx';

const today = companyToday();
const path = '/disponibilidad/Gq5yR2m0vVt3cWzJ8kLxP1nEhTuA7oBdSfIiQrXyNaM';

const open = (permissions = ['avails_sheets.create', 'prices.view_all']) =>
  openScreens(
    availsSheets,
    <ShareAvailsButton from={addDays(today, -3)} query="q=corte" to={addDays(today, 120)} />,
    { path: '/', mount: '/', permissions },
  );

test('shares what the screen shows, within what a sheet may have, and shows the link once', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Compartir disponibilidad' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Compartir disponibilidad' }));
  await user.type(dialog.getByRole('textbox', { name: /^Para qué/ }), 'Temporada alta');
  server.once('POST', '/avails-sheets/share', { status: 200, body: { data: { path } } });
  await user.click(dialog.getByRole('button', { name: 'Crear enlace' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Enlace a la disponibilidad' }));
  expect(shown.getByText(/no se vuelve a mostrar/)).toBeTruthy();
  expect(shown.getByRole<HTMLInputElement>('textbox', { name: 'Enlace' }).value).toContain(path);
  const sent = server.asked.find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({
    name: 'Temporada alta',
    period: { from: today, to: addDays(today, 91) },
    expires_on: addDays(today, 91),
    grain: 'week',
    query: 'q=corte',
    space_ids: [],
  });
  expect(sent?.headers['idempotency-key']).toBeTruthy();
});

test('a refusal is shown at its field, and the input is kept', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Compartir disponibilidad' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Para qué/ }), 'Temporada alta');
  server.once('POST', '/avails-sheets/share', {
    status: 422,
    body: { message: 'Revise.', errors: { expires_on: ['Elija hoy o un día posterior.'] } },
  });
  await user.click(dialog.getByRole('button', { name: 'Crear enlace' }));
  expect((await dialog.findAllByText(/Elija hoy o un día posterior/)).length).toBeGreaterThan(0);
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Para qué/ }).value).toBe('Temporada alta');
});

test('a filter without spaces is explained above the form', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Compartir disponibilidad' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Para qué/ }), 'Temporada alta');
  const message = 'Ningún espacio a la venta cumple el filtro.';
  server.once('POST', '/avails-sheets/share', { status: 409, body: { code: 'no_spaces', message } });
  await user.click(dialog.getByRole('button', { name: 'Crear enlace' }));
  expect(await dialog.findByText(message)).toBeTruthy();
});

test('prices are offered only to those who see them, and sharing only to those who may', async () => {
  const { user } = await open(['avails_sheets.create']);
  await user.click(await screen.findByRole('button', { name: 'Compartir disponibilidad' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('button', { name: 'Crear enlace' });
  expect(dialog.queryByText('Con precios de lista')).toBeNull();
});
