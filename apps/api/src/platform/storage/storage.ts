import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ReceivedBytes } from './receive.ts';

/**
 * Purpose of a file. `profile-photos` are public by their unguessable name; the rest is read only through routes that
 * check a permission.
 */
export type FileKind = 'profile-photos' | 'documents';

/** What a new file is for, and how its name ends. */
export interface NewPath {
  readonly kind: FileKind;
  readonly extension: string;
}

const publicKinds: readonly FileKind[] = ['profile-photos'];
const pathShape = /^(profile-photos|documents)\/[0-9a-f]{2}\/[0-9a-f]{32}\.[a-z0-9]{1,5}$/;

/** A part of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Storage of uploaded files; a file is never changed, only stored and deleted. What was stored survives a power failure:
 * its bytes and its name are on the disk, or the bucket has confirmed them.
 */
export interface Storage {
  /** Local folder of files that are still being received. */
  readonly incoming: string;
  /** Stores the bytes and returns their path, for example `profile-photos/3f/3f…9c.webp`. */
  put(bytes: Uint8Array, file: NewPath): Promise<string>;
  /** Stores a complete local file, which stays where it is, under a path of `newPath`. */
  putFile(path: string, file: string): Promise<void>;
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

/** A path that no file has. */
export const newPath = ({ kind, extension }: NewPath): string => {
  const name = randomBytes(16).toString('hex');
  return `${kind}/${name.slice(0, 2)}/${name}.${extension}`;
};

/** @throws Error if it is not a path of a storage, such as one that leads out of it */
export const checkedPath = (path: string): string => {
  if (!pathShape.test(path)) throw new Error('not a path of this storage');
  return path;
};

/** Whether a path may be served without a permission check. */
export const isPublicPath = (path: string): boolean =>
  pathShape.test(path) && publicKinds.some((kind) => path.startsWith(`${kind}/`));
