// @vitest-environment happy-dom
import { users } from '@pauta/domain/admin/users/user.ts';
import { type Answer, uuid } from '@pauta/ui/testing/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Login } from './login.tsx';

// Loaded lazily; on a busy machine that takes longer than the time limit of a test.
beforeAll(
  () =>
    Promise.all([
      import('./code-form.tsx'),
      import('./forgotten-password.tsx'),
      import('./password-link.tsx'),
    ]),
  60_000,
);

const token = 'k'.repeat(43);
const user = { id: uuid(1), full_name: 'Irene', email: 'irene@empresa.com', roles: [], permissions: [] };
const signedIn: Answer = { status: 200, body: { user, token: 'pauta_token' } };
const needsCode: Answer = {
  status: 422,
  body: {
    code: 'second_factor_required',
    message: 'Escriba el código de 6 dígitos de su aplicación de autenticación.',
    challenge: 'pauta_challenge',
  },
};

const open = async (path = '/login') => {
  const opened = await openScreens(users, <Login />, { path, mount: '/login' });
  await screen.findByRole('heading', { level: 1 });
  return opened;
};
type Opened = Awaited<ReturnType<typeof open>>;

const field = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' });

const type = async ({ user: person }: Opened, name: RegExp, text: string) => {
  const input = await field(name);
  await person.clear(input);
  await person.click(input);
  await person.paste(text);
};

const password = async (opened: Opened) => {
  await type(opened, /^Correo/, 'irene@empresa.com');
  await type(opened, /^Contraseña/, 'once faroles de papel');
  await opened.user.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
};

const sent = ({ server }: Opened, path: string) =>
  server.asked.filter((one) => one.method === 'POST' && one.path === path).map(({ body }) => body);

beforeEach(() => {
  document.body.innerHTML = '';
});

test('an account without a second factor signs in with its password', async () => {
  const opened = await open();
  opened.server.once('POST', '/login', signedIn);
  await password(opened);
  await expect
    .poll(() => sent(opened, '/login'))
    .toEqual([{ email: 'irene@empresa.com', password: 'once faroles de papel' }]);
});

test('with a second factor the code is requested next, and a wrong one is reported at its field', async () => {
  const opened = await open();
  opened.server.once('POST', '/login', needsCode);
  await password(opened);
  expect(await screen.findByRole('heading', { name: 'Verificación en dos pasos' })).toBeTruthy();
  const code = await field(/^Código de 6 dígitos/);
  expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric']);
  await type(opened, /^Código de 6 dígitos/, '123 456');
  expect(code.value).toBe('123456');
  opened.server.once('POST', '/login', {
    status: 422,
    body: { code: 'invalid', message: 'No', errors: { code: ['El código no es correcto o ya se usó.'] } },
  });
  await opened.user.click(screen.getByRole('button', { name: 'Continuar' }));
  expect((await screen.findAllByText(/no es correcto o ya se usó/)).length).toBeGreaterThan(0);
  opened.server.once('POST', '/login', signedIn);
  await type(opened, /^Código de 6 dígitos/, '654321');
  await opened.user.click(screen.getByRole('button', { name: 'Continuar' }));
  await expect
    .poll(() => sent(opened, '/login').slice(1))
    .toEqual([
      { challenge: 'pauta_challenge', code: '123456' },
      { challenge: 'pauta_challenge', code: '654321' },
    ]);
});

test('a recovery code is accepted in place of the code of the app; after an expired challenge the password is requested again', async () => {
  const opened = await open();
  opened.server.once('POST', '/login', needsCode);
  await password(opened);
  await opened.user.click(await screen.findByRole('button', { name: 'Usar un código de recuperación' }));
  await type(opened, /^Código de recuperación/, 'k7m2-9xqd-4hpt');
  opened.server.once('POST', '/login', {
    status: 422,
    body: { code: 'challenge_expired', message: 'Pasó demasiado tiempo. Escríbala de nuevo.' },
  });
  await opened.user.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(await screen.findByText('Pasó demasiado tiempo. Escríbala de nuevo.')).toBeTruthy();
  expect(await field(/^Contraseña/)).toBeTruthy();
  expect(sent(opened, '/login').at(-1)).toEqual({ challenge: 'pauta_challenge', code: 'k7m2-9xqd-4hpt' });
});

test('a request for a forgotten password gets the same answer for any e-mail', async () => {
  const opened = await open();
  await opened.user.click(screen.getByRole('button', { name: '¿Olvidó su contraseña?' }));
  await type(opened, /^Correo/, 'irene@empresa.com');
  opened.server.once('POST', '/password-links', {
    status: 202,
    body: { message: 'Si hay una cuenta con ese correo, recibirá un enlace.' },
  });
  await opened.user.click(screen.getByRole('button', { name: 'Enviar el enlace' }));
  expect(await screen.findByText(/Si hay una cuenta con ese correo/)).toBeTruthy();
  expect(sent(opened, '/password-links')).toEqual([{ email: 'irene@empresa.com' }]);
});

test('an invitation requests a password and signs in with it; its token is in no address', async () => {
  const opened = await openScreens(users, <Login />, {
    path: `/login#invitacion=${token}`,
    mount: '/login',
    before: (server) => {
      server.once('POST', '/password-links/check', {
        status: 200,
        body: { data: { purpose: 'invitation', full_name: 'Irene Invitada', email: 'irene@empresa.com' } },
      });
    },
  });
  expect(await screen.findByRole('heading', { name: 'Aceptar la invitación' })).toBeTruthy();
  expect(await screen.findByText(/Irene Invitada, elija la contraseña/)).toBeTruthy();
  await type(opened, /^Contraseña nueva/, 'once faroles de papel');
  await type(opened, /^Repita la contraseña/, 'once faroles de papel');
  opened.server.once('POST', '/password-links/use', {
    status: 200,
    body: { data: { email: 'irene@empresa.com' } },
  });
  opened.server.once('POST', '/login', signedIn);
  await opened.user.click(screen.getByRole('button', { name: 'Aceptar y entrar' }));
  await expect
    .poll(() => sent(opened, '/login'))
    .toEqual([{ email: 'irene@empresa.com', password: 'once faroles de papel' }]);
  expect(sent(opened, '/password-links/use')).toMatchObject([{ token }]);
  expect(opened.server.asked.some(({ path }) => path.includes(token))).toBe(false);
});

test('an invalid link is reported, with a link to the sign-in', async () => {
  const opened = await openScreens(users, <Login />, {
    path: `/login#restablecer=${token}`,
    mount: '/login',
    before: (server) => {
      server.once('POST', '/password-links/check', {
        status: 422,
        body: { code: 'link_invalid', message: 'Este enlace ya se usó.' },
      });
    },
  });
  expect(await screen.findByText('Este enlace ya se usó.')).toBeTruthy();
  await opened.user.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  expect(await field(/^Contraseña/)).toBeTruthy();
});
