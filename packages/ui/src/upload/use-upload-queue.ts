import { createIdempotencyKey } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatBytes } from '../controls/file-size.ts';
import {
  cancelUpload,
  type ResumableOptions,
  type UnfinishedUpload,
  type UploadedFile,
  unfinishedUploads,
  uploadResumably,
} from '../data/resumable-upload.ts';

/** A file of the queue. */
export interface QueuedUpload {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Null: begun before, in this or another tab; it continues when the same file is chosen. */
  readonly file: File | null;
  /** Sent part, from 0 to 1. */
  readonly part: number;
  /**
   * `offline`: it continues by itself when the connection is back. `saving`: all is sent. `unfinished`: its file has to be
   * chosen again.
   */
  readonly state: 'waiting' | 'sending' | 'offline' | 'saving' | 'paused' | 'done' | 'failed' | 'unfinished';
  readonly failure: string | null;
  /** Its id on the server, once it has one. */
  readonly id: string | null;
}

export interface UploadQueueOptions {
  /** MIME types; those that the browser does not recognise are judged by the server. */
  readonly accept: readonly string[];
  readonly maxBytes: number;
  /** Creates the record of a file; rejects with an error whose message is shown. */
  readonly onUploaded: (stored: UploadedFile, file: File) => Promise<unknown>;
  /** Replaces the upload, for tests and stories. */
  readonly upload?: (file: File, options: ResumableOptions) => Promise<UploadedFile>;
}

export interface UploadQueue {
  readonly uploads: readonly QueuedUpload[];
  add(files: Iterable<File>): void;
  pause(key: string): void;
  resume(key: string): void;
  /** Deletes what was received of it, too. */
  cancel(key: string): void;
  /** Removes what is done from the list. */
  clear(): void;
}

/** Files that are sent at the same time. */
const lanes = 2;

const isHidden = ({ name }: File): boolean => name.startsWith('.') || name === 'Thumbs.db';

const of = ({ id, name, bytes, received }: UnfinishedUpload): QueuedUpload => ({
  key: id,
  name,
  bytes,
  file: null,
  part: received / bytes,
  state: 'unfinished',
  failure: null,
  id,
});

/** Whether leaving the page would interrupt it. */
export const isRunning = ({ state }: QueuedUpload): boolean =>
  ['waiting', 'sending', 'offline', 'saving'].includes(state);

/** Uploads several files, two at a time, and creates the record of each. */
export function useUploadQueue({ accept, maxBytes, onUploaded, upload }: UploadQueueOptions): UploadQueue {
  const api = useApi();
  const [uploads, setUploads] = useState<readonly QueuedUpload[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const latest = useRef({ onUploaded, upload });
  latest.current = { onUploaded, upload };
  /** What was uploaded, by its key, so that a refused record can be tried again without sending its file again. */
  const sent = useRef(new Map<string, UploadedFile>());
  /** Names of the files that have a record, by their content. */
  const names = useRef(new Map<string, string>());

  const change = useCallback(
    (key: string, values: Partial<QueuedUpload>): void =>
      setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one))),
    [],
  );

  useEffect(() => {
    const stop = new AbortController();
    const running = controllers.current;
    unfinishedUploads(api, stop.signal).then(
      (found) =>
        setUploads((all) => [...all, ...found.filter(({ id }) => !all.some((one) => one.id === id)).map(of)]),
      // The queue works without the list, too.
      () => {},
    );
    return () => {
      stop.abort();
      for (const controller of running.values()) controller.abort();
    };
  }, [api]);

  const run = useCallback(
    async ({ key, name }: QueuedUpload, file: File): Promise<void> => {
      const controller = new AbortController();
      controllers.current.set(key, controller);
      const { signal } = controller;
      const tell = (values: Partial<QueuedUpload>): void => {
        if (!signal.aborted) change(key, values);
      };
      change(key, { state: 'sending', failure: null });
      const send = latest.current.upload ?? ((one, options) => uploadResumably(api, one, options));
      try {
        const stored =
          sent.current.get(key) ??
          (await send(file, {
            signal,
            onProgress: (part) => tell({ part, ...(part === 1 && { state: 'saving' as const }) }),
            onBegun: (id) => {
              tell({ id });
              // Another line of the list showed it as unfinished.
              setUploads((all) => all.filter((one) => one.key === key || one.file !== null || one.id !== id));
            },
            onWaiting: (isWaiting) => tell({ state: isWaiting ? 'offline' : 'sending' }),
          }));
        if (signal.aborted) return;
        sent.current.set(key, stored);
        const twin = names.current.get(stored.sha256);
        if (twin !== undefined) throw new Error(`Es el mismo archivo que «${twin}»: se guarda una sola vez.`);
        await latest.current.onUploaded(stored, file);
        names.current.set(stored.sha256, name);
        tell({ state: 'done', part: 1 });
      } catch (error) {
        tell({
          state: 'failed',
          failure: error instanceof Error ? error.message : 'No se pudo subir el archivo. Intente de nuevo.',
        });
      } finally {
        if (controllers.current.get(key) === controller) controllers.current.delete(key);
      }
    },
    [api, change],
  );

  // Starts the next ones whenever a lane is free.
  useEffect(() => {
    const busy = uploads.filter(({ state }) => ['sending', 'offline', 'saving'].includes(state)).length;
    const next = uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, lanes - busy));
    for (const one of next) if (one.file && !controllers.current.has(one.key)) void run(one, one.file);
  }, [uploads, run]);

  const anyRuns = uploads.some(isRunning);
  useEffect(() => {
    if (!anyRuns) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [anyRuns]);

  return useMemo(() => {
    const refusalOf = ({ type, size }: File): string | null => {
      if (type !== '' && !accept.includes(type)) return 'Ese tipo de archivo no se acepta aquí. Elija otro.';
      if (size > maxBytes)
        return `El archivo pesa ${formatBytes(size)}; el máximo es ${formatBytes(maxBytes)}.`;
      return size === 0 ? 'El archivo está vacío.' : null;
    };
    const stop = (key: string): void => {
      controllers.current.get(key)?.abort();
      controllers.current.delete(key);
    };
    return {
      uploads,
      add: (files) =>
        setUploads((all) => {
          const listed = (file: File): boolean =>
            all.some(
              (one) =>
                one.state !== 'failed' &&
                one.file?.name === file.name &&
                one.file.size === file.size &&
                one.file.lastModified === file.lastModified,
            );
          const added = [...files]
            .filter((file) => !isHidden(file) && !listed(file))
            .map((file): QueuedUpload => {
              const failure = refusalOf(file);
              const state = failure === null ? 'waiting' : 'failed';
              const key = createIdempotencyKey();
              return { key, name: file.name, bytes: file.size, file, part: 0, state, failure, id: null };
            });
          return [...added, ...all];
        }),
      pause: (key) => {
        stop(key);
        change(key, { state: 'paused' });
      },
      resume: (key) => change(key, { state: 'waiting', failure: null }),
      cancel: (key) => {
        stop(key);
        const id = uploads.find((one) => one.key === key)?.id;
        // It expires by itself if this fails.
        if (id) void cancelUpload(api, id).catch(() => {});
        setUploads((all) => all.filter((one) => one.key !== key));
      },
      clear: () => setUploads((all) => all.filter(({ state }) => state !== 'done')),
    };
  }, [uploads, accept, maxBytes, api, change]);
}
