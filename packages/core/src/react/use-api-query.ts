import { useEffect, useRef } from 'react';
import useSWR, { type KeyedMutator, type SWRConfiguration } from 'swr';
import type { ApiError } from '../api-error.ts';
import { type QueryParams, withQuery } from '../with-query.ts';
import { usePauta } from './pauta-context.ts';
import type { QueryKey } from './query-key.ts';
import { useSessionSnapshot } from './use-session-snapshot.ts';

/** Options of a query; all other options of swr (`refreshInterval`, `revalidateOnFocus`, …) are passed on to it. */
export interface ApiQueryOptions<T>
  extends Omit<SWRConfiguration<T, ApiError>, 'fetcher' | 'suspense' | 'use'> {
  /** Parameters added to the path; equal ones share a cache entry, regardless of their order. */
  query?: QueryParams;
  /** Keeps the last data of this hook until the next path has loaded: for pages, sorting and filters. */
  keepPreviousData?: boolean;
  /** Sends the request even when nobody is signed in. By default a guest sends none, and so gets no 401. */
  guest?: boolean;
}

/** The state of a query. A component is rendered again only when a field that it reads changes. */
export interface ApiQuery<T> {
  readonly data: T | undefined;
  /** The error of the last attempt. `data` may still be present from an earlier one. */
  readonly error: ApiError | undefined;
  /** A request is pending and there is no data for this path yet. */
  readonly isLoading: boolean;
  /** A request is pending. */
  readonly isValidating: boolean;
  /** `data` belongs to the previous path; see `keepPreviousData`. */
  readonly isPrevious: boolean;
  /** Loads the data again, or sets the cached value; swr's bound `mutate`. */
  readonly mutate: KeyedMutator<T>;
}

/**
 * Sends `GET path` and keeps the response in the cache of the signed-in user; null sends no request. A 4xx is never
 * retried; a lost connection or a 5xx is, up to three times (`errorRetryCount`).
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
      // Another tab may have stored the token of another user, which this user's query must not use.
      assertSameSession(asked);
      const data = await client.get<T>(url);
      assertSameSession(asked);
      return data;
    },
    // swr's own `keepPreviousData` would show one user's data to the next.
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
