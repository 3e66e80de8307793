import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from './durable.ts';
import { type FileKind, newPath, type Storage } from './storage.ts';

/** Bytes that were received and are not yet a file of the storage. */
export interface ReceivedBytes {
  readonly bytes: number;
  readonly sha256: Buffer;
  /** The local file that contains them, to detect their type. */
  readonly file: string;
  /** Makes them a file of the storage and returns its path. */
  keep(extension: string): Promise<string>;
  /** Reverts `keep`, so that a repeated transaction can keep them again. */
  takeBack(path: string): Promise<void>;
  /** Removes what was received; a kept file stays. */
  discard(): Promise<void>;
}

/** `Storage.receive` of every storage: the bytes go into a local file first. */
export const receiveLocally = async (
  { incoming, putFile, remove }: Pick<Storage, 'incoming' | 'putFile' | 'remove'>,
  stream: Readable,
  kind: FileKind,
): Promise<ReceivedBytes> => {
  await makeFolder(incoming);
  const file = join(incoming, `${randomBytes(16).toString('hex')}.part`);
  const hash = createHash('sha256');
  let bytes = 0;
  const discard = () => rm(file, { force: true });
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    );
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    bytes,
    sha256: hash.digest(),
    file,
    keep: async (extension) => {
      const path = newPath({ kind, extension });
      await putFile(path, file);
      return path;
    },
    takeBack: remove,
    discard,
  };
};
