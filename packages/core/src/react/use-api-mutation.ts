import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ApiClient } from '../api-client.ts';
import { ApiError } from '../api-error.ts';
import { usePauta } from './pauta-context.ts';
import { useInvalidate } from './use-invalidate.ts';

/** Effects of a successful mutation. */
export interface ApiMutationOptions<Input, Output> {
  /** Paths whose queries are outdated afterwards; see `useInvalidate`. */
  invalidates?: readonly string[] | ((output: Output, input: Input) => readonly string[]);
}

/** A mutation, with the state of its last run. */
export interface ApiMutation<Input, Output> {
  /** Runs the mutation. Rejects like the given function; an `ApiError` is also stored in `error`. */
  readonly run: (input: Input) => Promise<Output>;
  readonly pending: boolean;
  readonly data: Output | undefined;
  readonly error: ApiError | undefined;
  /** Clears `data` and `error`. */
  readonly reset: () => void;
}

interface Progress<Output> {
  pending: boolean;
  data?: Output;
  error?: ApiError;
}

/**
 * Changes something on the server and refreshes the affected queries.
 *
 * @param perform Sends the requests; its return value is the result.
 * @example
 * const save = useApiMutation(
 *   (api, changes: Partial<Client>) =>
 *     api.patch<Client>(`/clients/${client.id}`, changes, { ifMatch: client.row_version }),
 *   { invalidates: ['/clients'] },
 * );
 * <button disabled={save.pending} onClick={() => save.run(changes).then(close, showError)}>Guardar</button>
 */
export function useApiMutation<Input = void, Output = unknown>(
  perform: (api: ApiClient, input: Input) => Promise<Output>,
  options: ApiMutationOptions<Input, Output> = {},
): ApiMutation<Input, Output> {
  const { client } = usePauta();
  const invalidate = useInvalidate();
  const [progress, setProgress] = useState<Progress<Output>>({ pending: false });
  const latest = useRef({ perform, options });
  const turn = useRef(0);
  useEffect(() => {
    latest.current = { perform, options };
  });

  const run = useCallback(
    async (input: Input): Promise<Output> => {
      turn.current += 1;
      const mine = turn.current;
      const settle = (outcome: Progress<Output>): void => {
        if (turn.current === mine) setProgress(outcome);
      };
      const { perform, options } = latest.current;
      setProgress({ pending: true });
      try {
        const data = await perform(client, input);
        const paths = options.invalidates ?? [];
        // A failed refresh is reported by the query itself.
        invalidate(...(typeof paths === 'function' ? paths(data, input) : paths)).catch(() => {});
        settle({ pending: false, data });
        return data;
      } catch (error) {
        settle(error instanceof ApiError ? { pending: false, error } : { pending: false });
        throw error;
      }
    },
    [client, invalidate],
  );

  const reset = useCallback(() => {
    setProgress(({ pending }) => ({ pending }));
  }, []);

  return useMemo(
    () => ({ run, reset, pending: progress.pending, data: progress.data, error: progress.error }),
    [run, reset, progress],
  );
}
