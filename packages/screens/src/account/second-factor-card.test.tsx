// @vitest-environment happy-dom
import { users } from '@pauta/domain/admin/users/user.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { SecondFactorCard } from './second-factor-card.tsx';

// Loaded lazily; on a busy machine that takes longer than the time limit of a test.
beforeAll(() => Promise.all([import('./second-factor-set-up.tsx')]), 60_000);

const path = '/profile/second-factor';
const state = (changes: object = {}) => ({
  status: 200,
  body: {
    data: { enabled: false, confirmed_at: null, recovery_codes_left: 0, required: false, ...changes },
  },
});
const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jk${index}m`);

test('it is turned on with password, QR code and first code, and shows the recovery codes', async () => {
  const { server, user } = await openScreens(users, <SecondFactorCard />, {
    path: '/perfil',
    mount: '/perfil',
    before: (one) => one.once('GET', path, state()),
  });
  await user.click(await screen.findByRole('button', { name: 'Activar' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByLabelText(/^Su contraseña/, { selector: 'input' }));
  await user.paste('once faroles de papel');
  server.once('POST', path, {
    status: 201,
    body: { data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Pauta:ana?secret=JBSWY3DPEHPK3PXP' } },
  });
  await user.click(within(dialog).getByRole('button', { name: 'Continuar' }));
  expect(await within(dialog).findByRole('img', { name: /Código QR/ })).toBeTruthy();
  expect(within(dialog).getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  await user.click(within(dialog).getByLabelText(/^Código de 6 dígitos/, { selector: 'input' }));
  await user.paste('123456');
  server.once('POST', `${path}/confirm`, { status: 200, body: { data: { recovery_codes: codes } } });
  server.once('GET', '/user', {
    status: 200,
    body: { user: { id: 7, full_name: 'Ana Pérez', email: 'ana@empresa.com', roles: [], permissions: [] } },
  });
  await user.click(within(dialog).getByRole('button', { name: 'Activar' }));
  const list = await within(dialog).findByRole('list', { name: 'Códigos de recuperación' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(codes);
  server.once(
    'GET',
    path,
    state({ enabled: true, confirmed_at: '2026-11-21T10:00:00Z', recovery_codes_left: 10 }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Ya los guardé' }));
  expect(await screen.findByText('Activa')).toBeTruthy();
  expect(screen.getByText(/Le quedan 10 códigos/)).toBeTruthy();
});

test('it cannot be turned off with a role that requires it', async () => {
  await openScreens(users, <SecondFactorCard />, {
    path: '/perfil',
    mount: '/perfil',
    before: (one) =>
      one.once(
        'GET',
        path,
        state({
          enabled: true,
          confirmed_at: '2026-11-21T10:00:00Z',
          recovery_codes_left: 2,
          required: true,
        }),
      ),
  });
  const off = await screen.findByRole('button', { name: 'Desactivar' });
  expect(off.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Pida códigos nuevos antes de quedarse sin ninguno.')).toBeTruthy();
});
