import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { useEffect, useMemo, useRef, useState } from 'react';

/** As long as a command over a whole list may take, in milliseconds. */
const longest = 60_000;

export interface Rehearsal<T> {
  /** What the command would do; undefined until it is known. */
  readonly preview: T | undefined;
  /** Why it cannot be told, or why the command failed. */
  readonly error: unknown;
  readonly running: boolean;
  /** Does it. Undefined when it failed: then `error` says why. */
  run(more?: object): Promise<(T & { readonly request_id: string }) | undefined>;
  again(): void;
}

/**
 * A command that is previewed before it is done: `POST <path>/preview` with the same body tells what
 * `POST <path>` would do.
 *
 * @param body null: nothing is asked yet
 */
export function useRehearsal<T>(path: string, body: object | null): Rehearsal<T> {
  const api = useApi();
  const invalidate = useInvalidate();
  const key = useRef(createIdempotencyKey());
  const text = body === null ? null : JSON.stringify(body);
  const [round, setRound] = useState(0);
  const asked = `${path} ${text} ${round}`;
  const [state, setState] = useState<{ of: string; preview?: T; error?: unknown }>({ of: '' });
  const [running, setRunning] = useState(false);

  useEffect(() => {
    if (text === null) return;
    let current = true;
    // Another order is another command.
    key.current = createIdempotencyKey();
    api.post<{ data: T }>(`${path}/preview`, JSON.parse(text), { timeout: longest }).then(
      ({ data }) => {
        if (current) setState({ of: asked, preview: data });
      },
      (error: unknown) => {
        if (current) setState({ of: asked, error });
      },
    );
    return () => {
      current = false;
    };
  }, [api, path, text, asked]);

  const fresh = state.of === asked;
  return useMemo(
    () => ({
      preview: fresh ? state.preview : undefined,
      error: fresh ? state.error : undefined,
      running,
      run: async (more = {}) => {
        setRunning(true);
        try {
          const { data } = await api.post<{ data: T & { readonly request_id: string } }>(
            path,
            { ...(text === null ? {} : JSON.parse(text)), ...more },
            { timeout: longest, idempotencyKey: key.current },
          );
          // A failing refresh is the query's to report.
          invalidate('/target-lists', '/target-list-members').catch(() => {});
          return data;
        } catch (error) {
          key.current = createIdempotencyKey();
          setState((before) => ({ ...before, error }));
          return undefined;
        } finally {
          setRunning(false);
        }
      },
      again: () => setRound((before) => before + 1),
    }),
    [api, fresh, invalidate, path, running, state, text],
  );
}
