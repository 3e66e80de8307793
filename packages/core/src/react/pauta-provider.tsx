import { type ReactElement, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type Cache, SWRConfig, type SWRConfiguration, useSWRConfig } from 'swr';
import type { ApiClient } from '../api-client.ts';
import type { Session } from '../session.ts';
import type { Settings } from '../settings.ts';
import { PautaContext } from './pauta-context.ts';
import { retry } from './retry.ts';

/** The objects that the hooks use; create them once, outside React. */
export interface PautaProviderProps {
  client: ApiClient;
  session: Session;
  settings: Settings;
  children?: ReactNode;
}

/**
 * Provides client, session and settings to the hooks, and a query cache that is emptied at every sign-in and sign-out.
 * Plain `useSWR` calls below it use the same cache.
 *
 * @example
 * const client = createApiClient();
 * const session = createSession({ api: client });
 * const settings = createSettings({ api: client });
 *
 * createRoot(root).render(
 *   <PautaProvider client={client} session={session} settings={settings}>
 *     <App />
 *   </PautaProvider>,
 * );
 */
export function PautaProvider({ client, session, settings, children }: PautaProviderProps): ReactElement {
  const value = useMemo(() => ({ client, session, settings }), [client, session, settings]);
  return (
    <PautaContext.Provider value={value}>
      <SWRConfig value={configuration}>
        <SessionCache session={session} />
        {children}
      </SWRConfig>
    </PautaContext.Provider>
  );
}

const configuration: SWRConfiguration & { provider: () => Cache } = {
  provider: () => new Map(),
  errorRetryInterval: 2000,
  onErrorRetry: retry,
};

/** Empties the cache when another user signs in or the user signs out. */
function SessionCache({ session }: { session: Session }): null {
  const { cache, mutate } = useSWRConfig();
  const shown = useRef(session.getSnapshot().scope);

  useEffect(() => {
    const empty = (): void => {
      const { scope, authenticated } = session.getSnapshot();
      if (scope === shown.current) return;
      shown.current = scope;
      // The mutation makes swr ignore responses that are still pending; deleting removes the keys that no mutation
      // reaches.
      void mutate(() => true, undefined, { revalidate: authenticated });
      for (const key of [...cache.keys()]) cache.delete(key);
    };
    empty();
    return session.subscribe(empty);
  }, [cache, mutate, session]);

  return null;
}
