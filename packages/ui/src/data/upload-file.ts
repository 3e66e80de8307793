import type { ApiClient } from '@pauta/core';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';

/** Below this size an upload ends before its progress could be read. */
const worthProgress = 2 * 1024 * 1024;

type Answer = { readonly data: StoredFile };

const messageOf = (text: string): string => {
  try {
    const { errors, message } = JSON.parse(text) as { errors?: { file?: string[] }; message?: string };
    return errors?.file?.[0] ?? message ?? 'No se pudo subir el archivo.';
  } catch {
    return 'No se pudo subir el archivo.';
  }
};

/** `fetch` does not report the progress of an upload. */
const sendWithProgress = (
  api: ApiClient,
  body: FormData,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${api.baseUrl}/files`);
    request.setRequestHeader('Accept', 'application/json');
    const token = api.credentials.token();
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () =>
      reject(new Error('Se perdió la conexión. Revise su internet y suba el archivo de nuevo.'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });

/**
 * Uploads a file before the record that refers to it is saved.
 *
 * @param onProgress takes the sent part, from 0 to 1; not called for a small file
 * @throws Error with a message for the user
 */
export async function uploadFile(
  api: ApiClient,
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<StoredFile> {
  const body = new FormData();
  body.append('file', file);
  if (file.size >= worthProgress) {
    const { status, text } = await sendWithProgress(api, body, signal, onProgress);
    if (status === 201) return (JSON.parse(text) as Answer).data;
    // The client ends a session that expired; anything else is shown at the field.
    if (status !== 401) throw new Error(messageOf(text));
  }
  return (await api.request<Answer>('POST', '/files', { body, signal })).data;
}
