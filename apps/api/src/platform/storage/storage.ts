import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Purpose of a file. `profile-photos` are public by their unguessable name; the rest is read only through routes that
 * check a permission.
 */
export type FileKind = 'profile-photos' | 'documents';

const publicKinds: readonly FileKind[] = ['profile-photos'];
const pathShape = /^(profile-photos|documents)\/[0-9a-f]{2}\/[0-9a-f]{32}\.[a-z0-9]{1,5}$/;

/** Storage of uploaded files; a file is never changed, only stored and deleted. */
export interface Storage {
  /** Stores the bytes and returns their path, for example `profile-photos/3f/3f…9c.webp`. */
  put(bytes: Uint8Array, file: { kind: FileKind; extension: string }): Promise<string>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
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
  return {
    put: async (bytes, { kind, extension }) => {
      const name = randomBytes(16).toString('hex');
      const path = `${kind}/${name.slice(0, 2)}/${name}.${extension}`;
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
    read: (path) =>
      readFile(locate(path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    remove: (path) => rm(locate(path), { force: true }),
  };
};
