import { act } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { type ApiClient, createApiClient } from '../src/api-client.ts';
import { PautaProvider } from '../src/react.ts';
import { createSession, type Session } from '../src/session.ts';
import { createSettings, type Settings } from '../src/settings.ts';
import { type MemoryStorage, memoryStorage } from './memory-storage.ts';
import { type Answer, json, type TestServer } from './server.ts';

export const ana = {
  id: 7,
  full_name: 'Ana Núñez',
  email: 'ana@example.com',
  permissions: ['clients.create'],
};
export const beto = { id: 8, full_name: 'Beto Díaz', email: 'beto@example.com', permissions: [] };
type Person = typeof ana | typeof beto;

export interface Pauta {
  storage: MemoryStorage;
  client: ApiClient;
  session: Session;
  settings: Settings;
  /** For Testing Library's `render` and `renderHook`. */
  wrapper: (props: { children: ReactNode }) => ReactElement;
  signInAs(person: Person): Promise<unknown>;
}

/** An application with `server` as its API, signed in as `person` (token `t-7` for id 7) or not at all. */
export function setUp(server: TestServer, person?: Person): Pauta {
  const storage = memoryStorage(
    person ? { auth_token: `t-${person.id}`, user: JSON.stringify(person) } : undefined,
  );
  const client = createApiClient({ baseUrl: server.baseUrl, storage });
  const session = createSession({ api: client });
  const settings = createSettings({ api: client });
  server.on('POST /logout', json(200, {}));
  return {
    storage,
    client,
    session,
    settings,
    wrapper: ({ children }) => (
      <PautaProvider client={client} session={session} settings={settings}>
        {children}
      </PautaProvider>
    ),
    signInAs: (next) => {
      server.on('POST /login', json(200, { user: next, token: `t-${next.id}` }));
      return act(() => session.login({}));
    },
  };
}

/** A response that is delayed until the test releases it. */
export function delayedAnswer(): { answer: Answer; release(body: unknown): void } {
  const waiting: ((body: unknown) => void)[] = [];
  return {
    answer: (response, asked) => void waiting.push((body) => json(200, body)(response, asked)),
    release(body) {
      for (const go of waiting.splice(0)) go(body);
    },
  };
}

/** Waits until all earlier requests and responses have arrived. */
export const roundTrip = async (server: TestServer): Promise<void> => {
  await act(async () => {
    await (await fetch(`${server.baseUrl}/round-trip`)).text();
  });
};
