import {
  type ApiClientOptions,
  createApiClient,
  createSession,
  createSettings,
  type StorageLike,
} from '@pauta/core';
import { PautaProvider } from '@pauta/core/react';
import type { ReactElement, ReactNode } from 'react';
import { UiProvider } from '../app/ui-provider.tsx';
import { createMemoryRouter, Outlet, RouterProvider } from '../router.ts';

export interface HostOptions {
  readonly baseUrl: string;
  readonly path?: string;
  /** Path of the route that renders the screens. */
  readonly mount?: string;
  readonly permissions?: readonly string[];
  /** Names of the roles of the signed-in user. */
  readonly roles?: readonly string[];
  readonly fetch?: ApiClientOptions['fetch'];
}

/** Each host has its own storage, so that two stories on one page do not share a session. */
function memoryStorage(entries: readonly (readonly [string, string])[]): StorageLike {
  const kept = new Map(entries);
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/**
 * Creates the environment that an app provides for screens: session, settings, router, providers. For tests and
 * stories.
 */
export function createHost(
  children: ReactNode,
  {
    baseUrl,
    path = '/crm/clientes',
    mount = '/crm/clientes/*',
    permissions = [],
    roles = [],
    fetch,
  }: HostOptions,
) {
  const user = {
    id: 7,
    full_name: 'Ana Pérez',
    email: 'ana@empresa.com',
    roles: roles.map((name, id) => ({ id, name, display_name: name })),
    permissions,
  };
  const storage = memoryStorage([
    ['auth_token', 'token'],
    ['user', JSON.stringify(user)],
  ]);
  const client = createApiClient({ baseUrl, storage, ...(fetch && { fetch }) });
  const session = createSession({ api: client });
  const settings = createSettings({ api: client });
  const router = createMemoryRouter(
    [
      {
        element: (
          <UiProvider>
            <Outlet />
          </UiProvider>
        ),
        children: [
          { path: mount, element: children },
          { path: '*', element: <h1>Otra página</h1> },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  const Host = (): ReactElement => (
    <PautaProvider client={client} session={session} settings={settings}>
      <RouterProvider router={router} />
    </PautaProvider>
  );
  return { Host, router, client };
}
