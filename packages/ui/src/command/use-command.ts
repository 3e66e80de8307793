import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { useEffect, useMemo, useRef, useState } from 'react';

/** Timeout of a command over a whole list, in milliseconds. */
const longest = 60_000;

export interface CommandRun<T> {
  /** The result of the dry run; undefined until it is loaded. */
  readonly preview: T | undefined;
  /** The error of the dry run, or of the command itself. */
  readonly error: unknown;
  readonly running: boolean;
  /** Runs the command. Returns undefined and sets `error` if it fails. */
  run(more?: object): Promise<(T & { readonly request_id: string }) | undefined>;
  /** Requests the preview again. */
  again(): void;
}

/** Path of a command in the API. @example pathOf(targetLists, 'refresh', id) // '/target-lists/…/refresh' */
const pathOf = ({ path, commands }: Resource, name: string, id: string | undefined): string => {
  const segment = commands[name]?.path ?? name;
  return ['', path, ...(id === undefined ? [] : [id]), ...(segment === '' ? [] : [segment])].join('/');
};

/**
 * A command of a resource with its dry run: the same body is previewed first and then sent. One that runs as a job
 * answers `{ run }`, which `RunProgress` shows.
 *
 * @param id of the record; undefined for a command on the collection
 * @param body null: no preview is requested yet
 * @param also paths of other resources that the command changes, to reload them
 * @example const { preview, run } = useCommand<Refreshing>(targetLists, 'refresh', list.id, {});
 */
export function useCommand<T>(
  resource: Resource,
  name: string,
  id: string | undefined,
  body: object | null,
  also: readonly string[] = [],
): CommandRun<T> {
  const api = useApi();
  const invalidate = useInvalidate();
  const path = pathOf(resource, name, id);
  const key = useRef(createIdempotencyKey());
  const text = body === null ? null : JSON.stringify(body);
  const changed = [`/${resource.path}`, ...also].join(' ');
  const [round, setRound] = useState(0);
  const requested = `${path} ${text} ${round}`;
  const [state, setState] = useState<{ of: string; preview?: T; error?: unknown }>({ of: '' });
  const [running, setRunning] = useState(false);

  useEffect(() => {
    if (text === null) return;
    let current = true;
    // A changed body needs a new preview.
    key.current = createIdempotencyKey();
    api.post<{ data: T }>(`${path}/preview`, JSON.parse(text), { timeout: longest }).then(
      ({ data }) => {
        if (current) setState({ of: requested, preview: data });
      },
      (error: unknown) => {
        if (current) setState({ of: requested, error });
      },
    );
    return () => {
      current = false;
    };
  }, [api, path, text, requested]);

  const fresh = state.of === requested;
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
          // If reloading fails, the query reports it.
          invalidate(...changed.split(' ')).catch(() => {});
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
    [api, changed, fresh, invalidate, path, running, state, text],
  );
}
