import { afterEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../test/memory-storage.ts';
import { json, startServer, type TestServer } from '../test/server.ts';
import { createApiClient, createSession, createSettings, hasPermission, profilePhotoUrl } from './index.ts';

let server: TestServer;

afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const user = {
  full_name: 'Ana Núñez',
  email: 'ana@example.com',
  profile_photo: 'photos/ana.jpg',
  roles: [{ id: 3, name: 'admin', display_name: 'Administradora' }],
  permissions: ['users.view'],
};

test('a server that answers the documented shapes and nothing else is enough', async () => {
  server = await startServer({
    'POST /login': json(200, { user, token: '3|abc', expires_in: 3600, meta: { a: 1 } }),
    'POST /logout': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(),
    'GET /user': json(200, { user, unread: 4 }),
    'GET /settings': json(200, { settings: { client_code_label: 'Clave', theme: 'dark' }, version: 2 }),
    'PUT /settings': json(200, { settings: { client_code_label: 'Código' } }),
  });
  const storage = memoryStorage();
  const api = createApiClient({ baseUrl: server.baseUrl, storage });
  const session = createSession({ api });
  const settings = createSettings({ api });

  await session.login({ username: 'ana', password: 'x' });
  expect(Object.fromEntries(storage.contents)).toEqual({ auth_token: '3|abc', user: JSON.stringify(user) });
  await Promise.all([session.fetchUser(), settings.load()]);
  const signedIn = session.getSnapshot().user;
  expect(signedIn).toMatchObject(user);
  expect(hasPermission(signedIn, 'users.view')).toBe(true);
  expect(profilePhotoUrl(signedIn?.profile_photo, api.baseUrl)).toBe(
    server.baseUrl.replace(/api$/, 'storage/photos/ana.jpg'),
  );
  expect(settings.get('client_code_label')).toBe('Clave');
  expect(settings.get('company_code_label')).toBe('Código Externo');
  await settings.update({ client_code_label: 'Código' });
  expect(settings.get('theme', 'light')).toBe('light');
  await session.logout();
  expect(storage.contents.size).toBe(0);

  expect(server.asked.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /settings',
    'GET /user',
    'POST /login',
    'POST /logout',
    'PUT /settings',
  ]);
  for (const { path, headers } of server.asked) {
    expect(headers).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
    });
    expect(headers.authorization).toBe(path === '/login' ? undefined : 'Bearer 3|abc');
  }
});

test('its refusals in English, as HTML, or by 401 are understood', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  server = await startServer({
    'POST /login': json(422, {
      message: 'The given data was invalid.',
      errors: { email: ['These credentials do not match our records.'] },
    }),
    'POST /register': (response) =>
      response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>Whoops</h1>'),
    'GET /user': json(401, { message: 'Unauthenticated.' }),
  });
  const storage = memoryStorage({ auth_token: 'old', user: JSON.stringify(user) });
  const session = createSession({ api: createApiClient({ baseUrl: server.baseUrl, storage }) });
  await expect(session.login({})).rejects.toMatchObject({
    status: 422,
    errors: { email: ['These credentials do not match our records.'] },
  });
  await expect(session.register({})).rejects.toMatchObject({
    status: 500,
    message: 'El servidor no pudo completar la acción. Intente de nuevo más tarde.',
  });
  expect(session.getSnapshot().authenticated).toBe(true);
  expect(await session.fetchUser()).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
  expect(storage.contents.size).toBe(0);
});
