import { useCallback, useEffect, useRef, useState } from 'react';

export interface DryRun<T> {
  /** The latest result; that of the former request while the next one is running. */
  readonly result: T | undefined;
  /** Why the request of this key failed. */
  readonly error: unknown;
  /** Whether the request of this key is still to be answered. */
  readonly pending: boolean;
  /** Sends the request again. */
  again(): void;
}

/**
 * The result of a dry run. A change of the key aborts the running request and sends the next one after a pause, the
 * first one without.
 *
 * @param key identifies the request: path and body. Null sends nothing and forgets the result
 * @param ask sends the request
 * @param pause in milliseconds
 * @example useDryRun(body, (signal) => api.post(`${path}/preview`, JSON.parse(body), { signal }), 400)
 */
export function useDryRun<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  pause = 0,
): DryRun<T> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ of: string | null; result?: T; error?: unknown }>({ of: null });
  const latest = useRef(ask);
  latest.current = ask;
  const isFirst = useRef(true);
  const requested = key === null ? null : `${round} ${key}`;

  useEffect(() => {
    if (requested === null) {
      setState({ of: null });
      return;
    }
    const request = new AbortController();
    const timer = setTimeout(
      () => {
        isFirst.current = false;
        latest.current(request.signal).then(
          (result) => {
            if (!request.signal.aborted) setState({ of: requested, result });
          },
          (error: unknown) => {
            if (!request.signal.aborted) setState({ of: requested, error });
          },
        );
      },
      isFirst.current ? 0 : pause,
    );
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [requested, pause]);

  const again = useCallback(() => setRound((before) => before + 1), []);
  const isAnswered = state.of === requested;
  return {
    result: requested === null ? undefined : state.result,
    error: isAnswered ? state.error : undefined,
    pending: requested !== null && !isAnswered,
    again,
  };
}
