import { type ApiClient, ApiError } from '@pauta/core';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import type { DetailedError } from 'tus-js-client';
import { uploadMessage } from './upload-message.ts';

/** A file on the server, with the SHA-256 of its content. */
export interface UploadedFile extends StoredFile {
  readonly sha256: string;
}

/** An upload that was begun and not finished, perhaps in another tab. */
export interface UnfinishedUpload {
  readonly id: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly bytes: number;
  readonly received: number;
  readonly expires_at: string;
}

export interface ResumableOptions {
  readonly signal: AbortSignal;
  /** Takes the sent part, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Takes the id of the upload on the server, once it is known. */
  readonly onBegun?: (id: string) => void;
  /** Takes whether it waits for a lost connection. */
  readonly onWaiting?: (isWaiting: boolean) => void;
}

const megabyte = 1024 * 1024;

/** Bytes of one request, which a line of 1.2 Mbit/s sends within the minute that the server waits for it. */
const chunkSize = 8 * megabyte;

/** Milliseconds before each repetition without progress: about a quarter of an hour together. */
const retryDelays = [500, 1000, 2000, 4000, 8000, 15_000, ...Array.from({ length: 30 }, () => 30_000)];

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Recognises a file when it is chosen again, from its ends. Without https there are no digests, only its date. */
const fingerprintOf = async (file: File): Promise<string> => {
  if (!globalThis.crypto?.subtle) return `${file.size}.${file.lastModified}`;
  const ends = new Blob([file.slice(0, megabyte), file.slice(Math.max(0, file.size - megabyte))]);
  return hexOf(await crypto.subtle.digest('SHA-256', await ends.arrayBuffer()));
};

/** The uploads of this user that were begun and not finished. */
export const unfinishedUploads = async (api: ApiClient, signal?: AbortSignal) =>
  (await api.get<{ data: readonly UnfinishedUpload[] }>('/uploads', signal ? { signal } : {})).data;

/** Ends an upload and deletes what the server received of it. */
export const cancelUpload = (api: ApiClient, id: string): Promise<unknown> => api.delete(`/uploads/${id}`);

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

/** What another attempt may change: the network, a busy server, and a part that no longer follows. */
const isPassing = (status: number): boolean =>
  status === 0 || status >= 500 || [408, 409, 423, 429].includes(status);

const finish = async (api: ApiClient, id: string, signal: AbortSignal): Promise<UploadedFile> => {
  for (const delay of retryDelays) {
    try {
      // The server reads the whole file once more.
      const path = `/uploads/${id}/finish`;
      return (await api.post<{ data: UploadedFile }>(path, undefined, { signal, timeout: 300_000 })).data;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof ApiError) || !isPassing(error.status)) throw error;
      if (error.status === 409 && error.code === 'upload_incomplete') throw error;
      await wait(delay, signal);
    }
  }
  throw new Error(uploadMessage.lost);
};

/**
 * Uploads a file in parts, so that it continues after a lost network, a closed tab or a restart: the same file, chosen
 * again, begins where it stopped.
 *
 * @throws Error with a message for the user
 */
export async function uploadResumably(
  api: ApiClient,
  file: File,
  { signal, onProgress, onBegun, onWaiting }: ResumableOptions,
): Promise<UploadedFile> {
  const [{ Upload }, fingerprint, unfinished] = await Promise.all([
    import('tus-js-client'),
    fingerprintOf(file),
    unfinishedUploads(api, signal),
  ]);
  const before = unfinished.find(
    (one) => one.fingerprint === fingerprint && one.bytes === file.size && one.name === file.name,
  );
  const idOf = (url: string | null): string => (url ?? '').split('/').at(-1) ?? '';
  const id = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${api.baseUrl}/uploads`,
      ...(before && { uploadUrl: `${api.baseUrl}/uploads/${before.id}` }),
      chunkSize,
      retryDelays,
      // The server lists what is unfinished, for every tab and browser of the user.
      storeFingerprintForResuming: false,
      metadata: { name: file.name, fingerprint },
      onBeforeRequest: (request) => {
        const token = api.credentials.token();
        if (token) request.setHeader('Authorization', `Bearer ${token}`);
        request.setHeader('Accept', 'application/json');
      },
      onUploadUrlAvailable: () => onBegun?.(idOf(upload.url)),
      onProgress: (sent, total) => {
        onWaiting?.(false);
        onProgress(total > 0 ? sent / total : 0);
      },
      onShouldRetry: (error) => {
        const isAgain = isPassing((error as DetailedError).originalResponse?.getStatus() ?? 0);
        if (isAgain) onWaiting?.(true);
        return isAgain;
      },
      onSuccess: () => resolve(idOf(upload.url)),
      onError: (error) => {
        const response = 'originalResponse' in error ? error.originalResponse : null;
        // The client ends a session that expired.
        if (response?.getStatus() === 401) void unfinishedUploads(api).catch(() => {});
        reject(new Error(response ? uploadMessage.of(response.getBody() ?? '') : uploadMessage.lost));
      },
    });
    signal.addEventListener(
      'abort',
      () => {
        void upload.abort();
        reject(signal.reason);
      },
      { once: true },
    );
    if (signal.aborted) reject(signal.reason);
    else upload.start();
  });
  onProgress(1);
  try {
    return await finish(api, id, signal);
  } catch (error) {
    if (error instanceof ApiError) throw new Error(error.errors.file?.[0] ?? error.message, { cause: error });
    throw error;
  }
}
