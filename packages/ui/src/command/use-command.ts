import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo, useRef, useState } from 'react';
import { useDryRun } from './use-dry-run.ts';

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
 * @example const { preview, run } = useCommand<Joining>(targetLists, 'accounts', list.id, { ids });
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
  const text = body === null ? null : JSON.stringify(body);
  const requested = text === null ? null : `${path} ${text}`;
  const { result, error, pending, again } = useDryRun(requested, async (signal) => {
    const options = { timeout: longest, signal };
    return (await api.post<{ data: T }>(`${path}/preview`, JSON.parse(text ?? ''), options)).data;
  });
  const key = useRef({ of: text, key: createIdempotencyKey() });
  // Another body is another command.
  if (key.current.of !== text) key.current = { of: text, key: createIdempotencyKey() };
  const changed = [`/${resource.path}`, ...also].join(' ');
  /** Why the command itself failed with this body. */
  const [failed, setFailed] = useState<{ of: string | null; error: unknown } | null>(null);
  const [running, setRunning] = useState(false);
  return useMemo(
    () => ({
      preview: pending ? undefined : result,
      error: failed?.of === text ? failed.error : error,
      running,
      run: async (more = {}) => {
        setRunning(true);
        try {
          const { data } = await api.post<{ data: T & { readonly request_id: string } }>(
            path,
            { ...(text === null ? {} : JSON.parse(text)), ...more },
            { timeout: longest, idempotencyKey: key.current.key },
          );
          // If reloading fails, the query reports it.
          invalidate(...changed.split(' ')).catch(() => {});
          return data;
        } catch (error) {
          key.current = { of: text, key: createIdempotencyKey() };
          setFailed({ of: text, error });
          return undefined;
        } finally {
          setRunning(false);
        }
      },
      again: () => {
        setFailed(null);
        again();
      },
    }),
    [again, api, changed, error, failed, invalidate, path, pending, result, running, text],
  );
}
