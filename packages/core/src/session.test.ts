// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../test/memory-storage.ts';
import { json, startServer, type TestServer } from '../test/server.ts';
import { createApiClient } from './api-client.ts';
import { createSession } from './session.ts';
import type { StorageLike } from './storage.ts';

const ana = {
  id: 7,
  full_name: 'Ana Núñez',
  email: 'ana@example.com',
  profile_photo: 'avatars/7.webp',
  roles: [{ id: 1, name: 'seller', display_name: 'Ejecutiva de ventas' }],
  permissions: ['clients.view'],
};
const beto = { ...ana, id: 8, full_name: 'Beto Díaz', email: 'beto@example.com' };

let server: TestServer;
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  localStorage.clear();
  server = await startServer();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
  await server.close();
});

/** Simulates another tab of the same origin. */
function inAnotherTab(changes: Record<string, string | null>): void {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
  for (const key of Object.keys(changes))
    window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
}

/** Unsubscribe functions of the tests, called after each. */
const stops: (() => void)[] = [];

function setUp(storage?: StorageLike) {
  const api = createApiClient({ baseUrl: server.baseUrl, ...(storage && { storage }) });
  return { api, session: createSession({ api }) };
}

function signedIn(user: unknown = ana) {
  localStorage.setItem('auth_token', 't-1');
  localStorage.setItem('user', JSON.stringify(user));
  return setUp();
}

describe('signed out (specification §4)', () => {
  test('without a token', () => {
    expect(setUp().session.getSnapshot()).toEqual({ authenticated: false, user: null, scope: 'guest' });
  });

  test('even with a user left in the storage', () => {
    localStorage.setItem('user', JSON.stringify(ana));
    expect(setUp().session.getSnapshot()).toMatchObject({ authenticated: false, user: null });
  });
});

describe.each(['login', 'register'] as const)('%s', (action) => {
  test('posts the payload, stores user and token, and signs in', async () => {
    server.on(`POST /${action}`, json(200, { user: ana, token: 't-1' }));
    const { session } = setUp();
    const heard = vi.fn();
    stops.push(session.subscribe(heard));
    const user = await session[action]({ email: 'ana@example.com', password: 'secreta' });
    expect(server.asked).toMatchObject([
      { method: 'POST', path: `/${action}`, body: '{"email":"ana@example.com","password":"secreta"}' },
    ]);
    expect(user).toEqual(ana);
    expect(localStorage.getItem('auth_token')).toBe('t-1');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(ana);
    expect(session.getSnapshot()).toMatchObject({ authenticated: true, user: ana });
    expect(heard).toHaveBeenCalled();
  });

  test('re-throws a failure and does not change the session', async () => {
    server.on(`POST /${action}`, json(422, { message: 'No.', errors: { email: ['Ya existe.'] } }));
    const { session } = setUp();
    await expect(session[action]({})).rejects.toMatchObject({
      status: 422,
      errors: { email: ['Ya existe.'] },
    });
    expect(session.getSnapshot().authenticated).toBe(false);
    expect(localStorage.length).toBe(0);
    expect(logged).not.toHaveBeenCalled();
  });

  test.each([
    { user: ana },
    { token: 't-1' },
    { user: ana, token: '' },
    { user: null, token: 't-1' },
    [],
    'ok',
    undefined,
  ])('a response without user or token is a failure (%j)', async (answer) => {
    server.on(`POST /${action}`, json(200, answer ?? null));
    const { session } = setUp();
    await expect(session[action]({})).rejects.toMatchObject({ status: 200, code: 'invalid_response' });
    expect(localStorage.length).toBe(0);
  });
});

describe('logout', () => {
  test('sends the token to the server and ends the session', async () => {
    server.on('POST /logout', (response) => response.writeHead(204).end());
    const { session } = signedIn();
    await session.logout();
    expect(server.asked).toMatchObject([
      { method: 'POST', path: '/logout', body: '', headers: { authorization: 'Bearer t-1' } },
    ]);
    expect(localStorage.length).toBe(0);
    expect(session.getSnapshot()).toMatchObject({ authenticated: false, user: null });
    expect(logged).not.toHaveBeenCalled();
  });

  test.each([401, 500])('ends the session even if the server answers %i, and logs it', async (status) => {
    server.on('POST /logout', json(status, {}));
    const { session } = signedIn();
    await session.logout();
    expect(localStorage.length).toBe(0);
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      'Error al cerrar sesión',
      expect.objectContaining({ status }),
    );
  });

  test('ends the session even without a connection', async () => {
    const { session } = signedIn();
    await server.close();
    await session.logout();
    expect(session.getSnapshot().authenticated).toBe(false);
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      'Error al cerrar sesión',
      expect.objectContaining({ status: 0 }),
    );
  });

  test('ends the session at once: a slow server neither delays that nor ends the next session', async () => {
    const { session } = signedIn();
    let answer = (): void => {};
    server.on('POST /logout', (response, asked) => {
      answer = () => json(401, {})(response, asked);
    });
    server.on('POST /login', json(200, { user: beto, token: 't-2' }));
    const leaving = session.logout();
    expect(session.getSnapshot().authenticated).toBe(false);
    await session.login({});
    await vi.waitFor(() => expect(server.asked.map(({ path }) => path)).toContain('/logout'));
    answer();
    await leaving;
    expect(session.getSnapshot()).toMatchObject({ authenticated: true, user: beto });
  });
});

describe('fetchUser', () => {
  test('GET /user refreshes the stored user', async () => {
    server.on('GET /user', json(200, { user: { ...ana, full_name: 'Ana María Núñez' } }));
    const { session } = signedIn();
    expect(await session.fetchUser()).toMatchObject({ full_name: 'Ana María Núñez' });
    expect(server.asked).toMatchObject([
      { method: 'GET', path: '/user', headers: { authorization: 'Bearer t-1' } },
    ]);
    expect(session.getSnapshot()).toMatchObject({
      authenticated: true,
      user: { full_name: 'Ana María Núñez' },
    });
    expect(localStorage.getItem('user')).toContain('Ana María Núñez');
    expect(localStorage.getItem('auth_token')).toBe('t-1');
  });

  test.each([401, 403, 404, 500])('a failure ends the session (%i)', async (status) => {
    server.on('GET /user', json(status, {}));
    const { session } = signedIn();
    expect(await session.fetchUser()).toBeNull();
    expect(localStorage.length).toBe(0);
    expect(session.getSnapshot().authenticated).toBe(false);
  });

  test('so does a lost connection, and a response without a user', async () => {
    server.on('GET /user', json(200, {}));
    expect(await signedIn().session.fetchUser()).toBeNull();
    expect(localStorage.length).toBe(0);
    const { session } = signedIn();
    await server.close();
    expect(await session.fetchUser()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  test('but not a request that is aborted because the page unloads', async () => {
    const { session } = signedIn();
    window.dispatchEvent(new Event('pagehide'));
    await server.close();
    await session.fetchUser();
    expect(session.getSnapshot().authenticated).toBe(true);
    window.dispatchEvent(new Event('pageshow'));
    await session.fetchUser();
    expect(session.getSnapshot().authenticated).toBe(false);
  });

  test('nor does cancelling by the caller', async () => {
    const { session } = signedIn();
    await expect(session.fetchUser({ signal: AbortSignal.abort() })).rejects.toThrow();
    expect(session.getSnapshot().authenticated).toBe(true);
  });

  test.each([403, 500, 503])('a refresh in the background keeps the session (%i)', async (status) => {
    server.on('GET /user', json(status, {}));
    const { session } = signedIn();
    await expect(session.fetchUser({ keepsSession: true })).rejects.toMatchObject({ status });
    expect(session.getSnapshot().authenticated).toBe(true);
  });

  test('a refresh in the background ends a session that the server refuses', async () => {
    server.on('GET /user', json(401, {}));
    const { session } = signedIn();
    await expect(session.fetchUser({ keepsSession: true })).rejects.toMatchObject({ status: 401 });
    expect(session.getSnapshot().authenticated).toBe(false);
  });

  test('a guest sends no request', async () => {
    expect(await setUp().session.fetchUser()).toBeNull();
    expect(server.asked).toEqual([]);
  });

  test.each([200, 500])(
    'a response that arrives after another sign-in changes nothing (%i)',
    async (status) => {
      const { session } = signedIn();
      server.on('GET /user', (response, asked) => {
        inAnotherTab({ user: JSON.stringify(beto), auth_token: 't-2' });
        json(status, { user: ana })(response, asked);
      });
      expect(await session.fetchUser()).toEqual(beto);
      expect(localStorage.getItem('auth_token')).toBe('t-2');
      expect(session.getSnapshot().user).toEqual(beto);
    },
  );
});

describe('a 401 of any request', () => {
  test('signs out and notifies the subscribers', async () => {
    server.on('GET /clients', json(401, {}));
    const { api, session } = signedIn();
    const heard: boolean[] = [];
    stops.push(session.subscribe(() => heard.push(session.getSnapshot().authenticated)));
    await expect(api.get('/clients')).rejects.toMatchObject({ status: 401 });
    expect(heard).toEqual([false]);
    expect(localStorage.length).toBe(0);
  });

  test('affects every client and session on the same storage', async () => {
    server.on('GET /clients', json(401, {}));
    const { session } = signedIn();
    const heard = vi.fn();
    stops.push(session.subscribe(heard));
    await expect(setUp().api.get('/clients')).rejects.toMatchObject({ status: 401 });
    expect(heard).toHaveBeenCalledOnce();
  });
});

describe('authenticated means that a token exists (specification §4)', () => {
  test.each(['{', '"texto"', 'null', '[]', ''])('even when the stored user cannot be read (%j)', (stored) => {
    localStorage.setItem('auth_token', 't-1');
    localStorage.setItem('user', stored);
    expect(setUp().session.getSnapshot()).toMatchObject({ authenticated: true, user: null });
  });

  test('or is missing', () => {
    localStorage.setItem('auth_token', 't-1');
    expect(setUp().session.getSnapshot()).toMatchObject({ authenticated: true, user: null });
  });
});

describe('the user', () => {
  test('has every field with its type, even if the server omitted some', () => {
    const { session } = signedIn({
      email: 'x@example.com',
      roles: [{ name: 'admin' }, null, { id: 2 }],
      permissions: ['a', 1],
      phone: '809',
    });
    expect(session.getSnapshot().user).toEqual({
      id: 'x@example.com',
      full_name: '',
      email: 'x@example.com',
      profile_photo: null,
      roles: [{ id: 'admin', name: 'admin', display_name: 'admin' }],
      permissions: ['a'],
      phone: '809',
    });
  });

  test('is the same object as long as nothing changes', async () => {
    const { session } = signedIn();
    const stop = session.subscribe(() => {});
    const before = session.getSnapshot();
    expect(session.getSnapshot()).toBe(before);
    server.on('GET /user', json(200, { user: ana }));
    await session.fetchUser();
    expect(session.getSnapshot()).toBe(before);
    stop();
    expect(session.getSnapshot()).toBe(before);
  });
});

describe('scope', () => {
  test('changes with each sign-in and sign-out, even of the same user, but not with the profile', async () => {
    server.on('POST /login', json(200, { user: ana, token: 't-1' }));
    server.on('POST /logout', json(200, {}));
    server.on('GET /user', json(200, { user: { ...ana, full_name: 'Otra' } }));
    const { session } = setUp();
    const scopes = [session.getSnapshot().scope];
    await session.login({});
    scopes.push(session.getSnapshot().scope);
    await session.fetchUser();
    expect(session.getSnapshot().scope).toBe(scopes[1]);
    await session.logout();
    expect(session.getSnapshot().scope).toBe('guest');
    await session.login({});
    scopes.push(session.getSnapshot().scope);
    expect(new Set(scopes).size).toBe(3);
    expect(scopes[1]).toContain('7');
  });
});

describe('other tabs', () => {
  test('a sign-in, a change of user and a sign-out in another tab are visible here', () => {
    const { session } = setUp();
    const heard: (string | undefined)[] = [];
    const stop = session.subscribe(() => heard.push(session.getSnapshot().user?.full_name));
    inAnotherTab({ user: JSON.stringify(ana), auth_token: 't-1' });
    inAnotherTab({ user: JSON.stringify(beto), auth_token: 't-2' });
    inAnotherTab({ auth_token: null, user: null });
    expect(heard).toEqual(['Ana Núñez', 'Beto Díaz', undefined]);
    stop();
    inAnotherTab({ user: JSON.stringify(ana), auth_token: 't-3' });
    expect(heard).toHaveLength(3);
    expect(session.getSnapshot().user).toEqual(ana);
  });

  test('so does clearing the whole storage', () => {
    const { session } = signedIn();
    const heard = vi.fn();
    stops.push(session.subscribe(heard));
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }));
    expect(heard).toHaveBeenCalledOnce();
    expect(session.getSnapshot().authenticated).toBe(false);
  });

  test('changes made while the page was suspended are visible when it resumes', () => {
    const { session } = signedIn();
    const heard = vi.fn();
    stops.push(session.subscribe(heard));
    localStorage.clear();
    window.dispatchEvent(new Event('pageshow'));
    expect(heard).toHaveBeenCalledOnce();
  });

  test('a change by another script of this tab is detected at the next read, and all subscribers are notified', async () => {
    const { session } = signedIn();
    const heard = vi.fn();
    stops.push(session.subscribe(heard));
    localStorage.removeItem('auth_token');
    expect(session.getSnapshot().authenticated).toBe(false);
    expect(heard).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(heard).toHaveBeenCalledOnce();
  });

  test('other keys and other storages have no effect', () => {
    const { session } = signedIn();
    const heard = vi.fn();
    stops.push(session.subscribe(heard));
    inAnotherTab({ theme: 'dark' });
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', storageArea: sessionStorage }));
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('storages', () => {
  const refuse = (): never => {
    throw new DOMException('No.', 'SecurityError');
  };

  test.each<[string, StorageLike]>([
    ['refuses everything', { getItem: refuse, setItem: refuse, removeItem: refuse }],
    ['refuses to write', { getItem: () => null, setItem: refuse, removeItem: () => {} }],
    ['forgets what is written', { getItem: () => null, setItem: () => {}, removeItem: () => {} }],
  ])('one that %s: the session is kept in memory', async (_, storage) => {
    server.on('POST /login', json(200, { user: ana, token: 't-1' }));
    server.on('GET /user', json(200, { user: ana }));
    server.on('POST /logout', json(200, {}));
    const { session } = setUp(storage);
    expect(session.getSnapshot().authenticated).toBe(false);
    await session.login({});
    expect(session.getSnapshot()).toMatchObject({ authenticated: true, user: ana });
    await session.fetchUser();
    expect(server.asked.at(-1)?.headers.authorization).toBe('Bearer t-1');
    await session.logout();
    expect(session.getSnapshot().authenticated).toBe(false);
  });

  test('one that refuses to remove keys: signing out still works in this tab', async () => {
    server.on('POST /logout', json(200, {}));
    const kept = memoryStorage({ auth_token: 't-1', user: JSON.stringify(ana) });
    const { session } = setUp({ ...kept, removeItem: refuse });
    expect(session.getSnapshot().authenticated).toBe(true);
    await session.logout();
    expect(session.getSnapshot()).toMatchObject({ authenticated: false, user: null });
  });

  test('one that cannot write: the memory is not affected by other storages', async () => {
    server.on('POST /login', json(200, { user: ana, token: 't-1' }));
    const { session } = setUp({ getItem: () => null, setItem: refuse, removeItem: () => {} });
    stops.push(session.subscribe(() => {}));
    await session.login({});
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', storageArea: sessionStorage }));
    expect(session.getSnapshot().authenticated).toBe(true);
  });

  test('a page that has no access to localStorage', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse);
    server.on('POST /login', json(200, { user: ana, token: 't-1' }));
    const { session } = setUp();
    await session.login({});
    expect(session.getSnapshot().user).toEqual(ana);
  });

  test('the session accepts an explicit storage, but only that of the client', () => {
    const storage = memoryStorage({ auth_token: 't-1' });
    const { api } = setUp(storage);
    expect(createSession({ api, storage }).getSnapshot().authenticated).toBe(true);
    expect(() => createSession({ api, storage: memoryStorage() })).toThrow(/same storage/);
  });

  test('a client of another library is accepted together with a storage', async () => {
    const storage = memoryStorage();
    const session = createSession({
      api: {
        get: async <T>() => ({ user: ana }) as T,
        post: async <T>() => ({ user: ana, token: 't-1' }) as T,
      },
      storage,
    });
    await session.login({});
    expect(storage.getItem('auth_token')).toBe('t-1');
    expect(await session.fetchUser()).toEqual(ana);
  });
});
