import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Purpose of a file. `profile-photos` are public by their unguessable name; the rest is read only through routes that
 * check a permission.
 */
export type FileKind = 'profile-photos' | 'documents';

const publicKinds: readonly FileKind[] = ['profile-photos'];
const pathShape = /^(profile-photos|documents)\/[0-9a-f]{2}\/[0-9a-f]{32}\.[a-z0-9]{1,5}$/;

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
  /** Removes them unless they were kept. */
  discard(): Promise<void>;
}

/** A part of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Storage of uploaded files; a file is never changed, only stored and deleted. */
export interface Storage {
  /** Stores the bytes and returns their path, for example `profile-photos/3f/3f…9c.webp`. */
  put(bytes: Uint8Array, file: { kind: FileKind; extension: string }): Promise<string>;
  /** Receives a file of any size without holding it in memory. */
  receive(stream: Readable, kind: FileKind): Promise<ReceivedBytes>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
  /** The size of a file in bytes; undefined if there is no such file. */
  sizeOf(path: string): Promise<number | undefined>;
  /** A stream of a file or of a part of it. */
  stream(path: string, range?: ByteRange): Readable;
  /** Does nothing if there is no such file. */
  remove(path: string): Promise<void>;
}

/** Whether a path may be served without a permission check. */
export const isPublicPath = (path: string): boolean =>
  pathShape.test(path) && publicKinds.some((kind) => path.startsWith(`${kind}/`));

/** Files in a local folder, created when first needed. */
export const openFolderStorage = (folder: string): Storage => {
  const locate = (path: string): string => {
    if (!pathShape.test(path)) throw new Error('not a path of this storage');
    return join(folder, path);
  };
  const newPath = (kind: FileKind, extension: string): string => {
    const name = randomBytes(16).toString('hex');
    return `${kind}/${name.slice(0, 2)}/${name}.${extension}`;
  };
  const absent = (error: NodeJS.ErrnoException): undefined => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  };
  return {
    receive: async (stream, kind) => {
      const partial = `${locate(newPath(kind, 'bin'))}.part`;
      await mkdir(dirname(partial), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      let bytes = 0;
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
          createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
        );
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      return {
        bytes,
        sha256: hash.digest(),
        file: partial,
        keep: async (extension) => {
          const path = newPath(kind, extension);
          await mkdir(dirname(locate(path)), { recursive: true, mode: 0o700 });
          await rename(partial, locate(path));
          return path;
        },
        takeBack: (path) => rename(locate(path), partial),
        discard: () => rm(partial, { force: true }),
      };
    },
    put: async (bytes, { kind, extension }) => {
      const path = newPath(kind, extension);
      const target = locate(path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      // Either complete or absent, also after a power failure.
      const partial = `${target}.part`;
      const file = await open(partial, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, target);
      return path;
    },
    read: (path) => readFile(locate(path)).catch(absent),
    sizeOf: async (path) => (await stat(locate(path)).catch(absent))?.size,
    stream: (path, range) => createReadStream(locate(path), { ...range }),
    remove: (path) => rm(locate(path), { force: true }),
  };
};
