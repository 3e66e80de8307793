import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An uploaded file, stored on disk so that waiting for its turn takes no memory. */
export interface Upload {
  readonly file: FileHandle;
  /** Bytes. */
  readonly size: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/**
 * Stores an upload in an unlinked temporary file, which disappears with its handle however the process ends. Close the
 * handle.
 *
 * @throws errors of the source
 * @example const { file, size } = await keepUpload(request.raw);
 */
export const keepUpload = async (source: Readable | Buffer): Promise<Upload> => {
  const path = join(tmpdir(), `pauta-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    const hash = createHash('sha256');
    let size = 0;
    await pipeline(source instanceof Readable ? source : Readable.from([source]), async (chunks) => {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await file.write(chunk, 0, chunk.length, size);
        size += chunk.length;
      }
    });
    return { file, size, hash: hash.digest('hex') };
  } catch (error) {
    await file.close();
    throw error;
  }
};
