import { createIdempotencyKey } from '@pauta/core';
import { attachmentFiles } from '@pauta/domain/notes/notes.ts';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../controls/file-size.ts';
import type { UploadWithProgress } from './upload-file.ts';

/** A file that is being uploaded, or whose upload failed. */
export interface RunningUpload {
  readonly key: string;
  readonly file: File;
  /** Fraction that was sent, 0 to 1. */
  readonly part: number;
  /** Why the upload failed, in Spanish. */
  readonly failure?: string;
}

export interface Uploads {
  readonly uploads: readonly RunningUpload[];
  add(files: readonly File[]): void;
  cancel(key: string): void;
  retry(key: string): void;
}

const refusalOf = ({ type, size }: File): string | undefined => {
  if (!attachmentFiles.accept.some((mime) => mime === type))
    return 'Ese tipo de archivo no se puede adjuntar: elija un PDF, una imagen o un documento de Office.';
  if (size > attachmentFiles.maxBytes)
    return `El archivo pesa ${formatBytes(size)}; el máximo es ${formatBytes(attachmentFiles.maxBytes)}.`;
  return size === 0 ? 'El archivo está vacío.' : undefined;
};

/** Uploads files one after another and attaches each as soon as it is uploaded. */
export function useUploads(
  send: UploadWithProgress,
  attach: (fileId: string, key: string) => Promise<unknown>,
): Uploads {
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const turn = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const change = (key: string, values: Partial<RunningUpload>): void =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const drop = (key: string): void => setUploads((all) => all.filter((one) => one.key !== key));

  const run = (key: string, file: File): void => {
    const controller = new AbortController();
    running.current.set(key, controller);
    turn.current = turn.current.then(async () => {
      const { signal } = controller;
      if (signal.aborted) return;
      try {
        const stored = await send(file, { signal, onProgress: (part) => change(key, { part }) });
        if (signal.aborted) return;
        await attach(stored.id, key);
        drop(key);
      } catch (error) {
        if (!signal.aborted)
          change(key, { failure: error instanceof Error ? error.message : 'No se pudo subir el archivo.' });
      } finally {
        running.current.delete(key);
      }
    });
  };

  return {
    uploads,
    add: (files) => {
      const added = files.map((file): RunningUpload => {
        const failure = refusalOf(file);
        return { key: createIdempotencyKey(), file, part: 0, ...(failure !== undefined && { failure }) };
      });
      setUploads((all) => [...all, ...added]);
      for (const { key, file, failure } of added) if (failure === undefined) run(key, file);
    },
    cancel: (key) => {
      running.current.get(key)?.abort();
      drop(key);
    },
    retry: (key) => {
      const file = uploads.find((one) => one.key === key)?.file;
      if (!file || refusalOf(file) !== undefined) return;
      const fresh = createIdempotencyKey();
      setUploads((all) => all.map((one) => (one.key === key ? { key: fresh, file, part: 0 } : one)));
      run(fresh, file);
    },
  };
}
