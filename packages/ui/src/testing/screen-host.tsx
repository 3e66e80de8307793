import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { SavedView } from '@pauta/domain/views/saved-view.ts';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { clientOptions, clientPermissions } from './client-fixtures.ts';
import { type ContractServer, startContractServer } from './contract-server.ts';
import { createHost } from './host.tsx';

/** Renders screens of a resource with a real HTTP server. Both are removed when the test ends. */
export async function openScreens(
  resource: Resource,
  screens: ReactNode,
  {
    records = [],
    views = [],
    before,
    ...options
  }: {
    records?: readonly AnyRecord[];
    views?: readonly SavedView[];
    path?: string;
    permissions?: readonly string[];
    roles?: readonly string[];
    mount?: string;
    /** Prepares responses for requests that the screens make when they are first rendered. */
    before?: (server: ContractServer) => void;
  } = {},
) {
  const server = await startContractServer(resource, records, clientOptions, views);
  onTestFinished(() => server.close());
  before?.(server);
  const host = createHost(screens, { baseUrl: server.baseUrl, permissions: clientPermissions, ...options });
  const user = userEvent.setup();
  const view = render(<host.Host />);
  const address = (): string => `${host.router.state.location.pathname}${host.router.state.location.search}`;
  const go = (to: string | -1): Promise<void> => act(async () => host.router.navigate(to as string));
  return { server, user, address, go, ...view };
}
