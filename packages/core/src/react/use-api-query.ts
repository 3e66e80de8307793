import { useEffect, useRef } from 'react';
import useSWR, { type KeyedMutator, type SWRConfiguration } from 'swr';
import type { ApiError } from '../api-error.ts';
import { type QueryParams, withQuery } from '../with-query.ts';
import { usePauta } from './pauta-context.ts';
import type { QueryKey } from './query-key.ts';
import { useSessionSnapshot } from './use-session-snapshot.ts';

/** How to ask; whatever swr offers besides (`refreshInterval`, `revalidateOnFocus`, …) is passed on to it. */
export interface ApiQueryOptions<T>
  extends Omit<SWRConfiguration<T, ApiError>, 'fetcher' | 'suspense' | 'use'> {
  /** Parameters added to the path; equal ones share a cache entry, whatever their order. */
  query?: QueryParams;
  /** Show the last answer of this hook until the next path has answered: for pages, sorting and filters. */
  keepPreviousData?: boolean;
  /** Makes the request even when nobody is signed in. By default a guest makes none, and so gets no 401. */
  guest?: boolean;
}

/** The state of a query. A component renders again only for the fields that it reads. */
export interface ApiQuery<T> {
  readonly data: T | undefined;
  /** Why the last attempt failed. `data` may be there all the same, from before. */
  readonly error: ApiError | undefined;
  /** Under way, with nothing to show for this path yet. */
  readonly isLoading: boolean;
  /** Under way. */
  readonly isValidating: boolean;
  /** `data` is the answer to the path asked before; see `keepPreviousData`. */
  readonly isPrevious: boolean;
  /** Asks again, or puts a value into the cache; swr's bound `mutate`. */
  readonly mutate: KeyedMutator<T>;
}

/**
 * GETs `path` and keeps the answer in the cache of the signed-in user; null asks nothing. A 4xx is never tried
 * again; a lost connection or a 5xx is, up to three times (`errorRetryCount`).
 *
 * @example
 * const clients = useApiQuery<Page<Client>>('/clients', { query: { q, cursor }, keepPreviousData: true });
 * if (clients.error) return <Failure message={clients.error.message} retry={() => clients.mutate()} />;
 * return <Table rows={clients.data?.data ?? []} aria-busy={clients.isPrevious} />;
 */
export function useApiQuery<T = unknown>(path: string | null, options: ApiQueryOptions<T> = {}): ApiQuery<T> {
  const { client, session } = usePauta();
  const { authenticated, scope } = useSessionSnapshot();
  const { query, keepPreviousData = false, guest = false, ...rest } = options;
  const idle = path === null || !(authenticated || guest);
  const key: QueryKey | null = idle ? null : ['pauta', scope, withQuery(path, query)];

  const assertSameSession = (asked: string): void => {
    if (session.getSnapshot().scope !== asked) throw new Error('The session changed hands.');
  };
  const answer = useSWR<T, ApiError, QueryKey | null>(
    key,
    async ([, asked, url]) => {
      // Another tab may have stored another user's token, with which this user's query must not go out.
      assertSameSession(asked);
      const data = await client.get<T>(url);
      assertSameSession(asked);
      return data;
    },
    // swr's own `keepPreviousData` would carry one user's data over to the next.
    { ...rest, keepPreviousData: false },
  );

  const previous = useRef<{ scope: string; data: T } | null>(null);
  useEffect(() => {
    if (answer.data !== undefined) previous.current = { scope, data: answer.data };
  });
  const kept =
    keepPreviousData && !idle && previous.current?.scope === scope ? previous.current.data : undefined;

  return {
    get data() {
      return answer.data === undefined ? kept : answer.data;
    },
    get error() {
      return answer.error;
    },
    get isLoading() {
      return answer.isLoading;
    },
    get isValidating() {
      return answer.isValidating;
    },
    get isPrevious() {
      return answer.data === undefined && kept !== undefined;
    },
    mutate: answer.mutate,
  };
}
