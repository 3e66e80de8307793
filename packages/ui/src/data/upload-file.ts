import type { ApiClient } from '@pauta/core';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';

/** Below this size a file is sent in one request, and its upload ends before its progress could be read. */
const worthParts = 5 * 1024 * 1024;

/**
 * Uploads a file before the record that refers to it is saved. A large one continues after an interruption.
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
  if (file.size >= worthParts) {
    const { uploadResumably } = await import('./resumable-upload.ts');
    const { sha256: _, ...stored } = await uploadResumably(api, file, { signal, onProgress });
    return stored;
  }
  const body = new FormData();
  body.append('file', file);
  return (await api.request<{ readonly data: StoredFile }>('POST', '/files', { body, signal })).data;
}
