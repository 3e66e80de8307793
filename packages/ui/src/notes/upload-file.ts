import type { ApiClient } from '@pauta/core';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the fraction of the file that was sent, 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** Uploads one file; rejects with an error whose message is shown to the user. */
export type UploadWithProgress = (file: File, options: UploadOptions) => Promise<StoredFile>;

const messageOf = (text: string, status: number): string => {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // Not JSON, such as the error page of a proxy.
  }
  return status === 413
    ? 'El archivo es demasiado grande.'
    : 'No se pudo subir el archivo. Intente de nuevo.';
};

/** Uploads with `XMLHttpRequest`, because `fetch` does not report the progress of a request body. */
export const uploadWith =
  (api: ApiClient): UploadWithProgress =>
  (file, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', `${api.baseUrl}/files`);
      request.setRequestHeader('Accept', 'application/json');
      request.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
      const token = api.credentials.token();
      if (token !== null) request.setRequestHeader('Authorization', `Bearer ${token}`);
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      request.onload = () => {
        if (request.status !== 201) {
          // The API client also gets a 401 for this request, and ends the session.
          if (request.status === 401) api.get('/user').catch(() => {});
          reject(new Error(messageOf(request.responseText, request.status)));
          return;
        }
        resolve((JSON.parse(request.responseText) as { data: StoredFile }).data);
      };
      request.onerror = () => reject(new Error('No hay conexión con el servidor. Intente de nuevo.'));
      request.onabort = () => reject(signal.reason);
      signal.addEventListener('abort', () => request.abort(), { once: true });
      const body = new FormData();
      body.append('file', file);
      request.send(body);
    });
