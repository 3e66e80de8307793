// @vitest-environment happy-dom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ana, beto, setUp } from '../../test/pauta.tsx';
import { json, startServer, type TestServer } from '../../test/server.ts';
import { usePermission } from './use-permission.ts';
import { useSession } from './use-session.ts';
import { useSettings } from './use-settings.ts';
import { useUser } from './use-user.ts';

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await server.close();
});

function Who(): ReactElement {
  const { authenticated, user, logout } = useSession();
  const mayCreate = usePermission('clients.create');
  return (
    <button type="button" onClick={() => logout()}>
      {`${authenticated ? user?.full_name : 'Nadie'} ${mayCreate}`}
    </button>
  );
}

test('returns the signed-in user from the first render on, and updates', async () => {
  const { wrapper, signInAs } = setUp(server, ana);
  render(<Who />, { wrapper });
  expect(screen.getByRole('button').textContent).toBe('Ana Núñez true');
  await act(async () => screen.getByRole('button').click());
  expect(screen.getByRole('button').textContent).toBe('Nadie false');
  await signInAs(beto);
  expect(screen.getByRole('button').textContent).toBe('Beto Díaz false');
});

test('a 401 of any call is visible at once', async () => {
  server.on('GET /x', json(401, {}));
  const { wrapper, client } = setUp(server, ana);
  const { result } = renderHook(() => useUser(), { wrapper });
  expect(result.current?.full_name).toBe('Ana Núñez');
  await act(() => client.get('/x').catch(() => {}));
  expect(result.current).toBeNull();
});

test('the functions stay the same from render to render', async () => {
  const { wrapper, signInAs } = setUp(server, ana);
  const { result } = renderHook(() => useSession(), { wrapper });
  const before = result.current;
  await signInAs(beto);
  expect(result.current.user?.id).toBe(8);
  expect(result.current.fetchUser).toBe(before.fetchUser);
  expect(result.current.logout).toBe(before.logout);
});

test('renders on a server, signed out', () => {
  const { wrapper: Wrapper } = setUp(server, ana);
  const html = renderToString(
    <Wrapper>
      <Who />
    </Wrapper>,
  );
  expect(html).toContain('Nadie false');
});

test('hooks without a provider throw an error that says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Who />)).toThrow(/PautaProvider/);
});

test('settings return their defaults, then the loaded values', async () => {
  server.on('GET /settings', json(200, { settings: { client_code_label: 'Clave' } }));
  const { wrapper } = setUp(server);
  const { result } = renderHook(() => useSettings(), { wrapper });
  expect(result.current).toMatchObject({ loaded: false });
  expect(result.current.get('client_code_label')).toBe('Código');
  const before = result.current;
  await act(() => result.current.load());
  expect(result.current).toMatchObject({ loaded: true, values: { client_code_label: 'Clave' } });
  expect(result.current.get('client_code_label')).toBe('Clave');
  expect(result.current.load).toBe(before.load);
});
