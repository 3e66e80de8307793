import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { SavedView } from '@pauta/domain/views/saved-view.ts';
import { type ReactElement, type ReactNode, useState } from 'react';
import { clientOptions, clientPermissions } from './client-fixtures.ts';
import { type Answer, createContract } from './contract.ts';
import { createHost } from './host.tsx';

export interface StoryHostProps {
  readonly children: ReactNode;
  readonly resource?: Resource;
  readonly records?: readonly AnyRecord[];
  readonly views?: readonly SavedView[];
  readonly path?: string;
  readonly mount?: string;
  readonly permissions?: readonly string[];
  /** Names of the roles of the signed-in user. */
  readonly roles?: readonly string[];
  /** Delay of each response in milliseconds. */
  readonly delay?: number;
  /**
   * Response of every request except that for the settings; a function gets its path, with the query, and leaves to the
   * contract what it does not answer.
   */
  readonly always?: Answer | ((path: string) => Answer | undefined);
}

const noSettings: Answer = { status: 200, body: { settings: {} } };

/** Renders the screens of a story, with responses of the contract created in the page. */
export function StoryHost({
  children,
  resource = clients,
  records = [],
  views = [],
  path,
  mount,
  permissions = clientPermissions,
  roles = [],
  delay = 0,
  always,
}: StoryHostProps): ReactElement {
  const [{ Host }] = useState(() => {
    const contract = createContract(resource, records, clientOptions, views);
    const fetch: typeof globalThis.fetch = async (input, init) => {
      await new Promise((done) => setTimeout(done, delay));
      const path = String(input).replace(/^.*\/api/, '');
      const { body, status, headers } =
        (path === '/settings' ? noSettings : typeof always === 'function' ? always(path) : always) ??
        contract.answer({
          method: init?.method ?? 'GET',
          path,
          headers: Object.fromEntries(new Headers(init?.headers)),
          body: typeof init?.body === 'string' ? JSON.parse(init.body) : {},
        });
      return new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    };
    return createHost(children, {
      baseUrl: 'http://pauta.example/api',
      fetch,
      permissions,
      roles,
      ...(path && { path }),
      ...(mount && { mount }),
    });
  });
  return <Host />;
}
