import { createReadStream } from 'node:fs';
import { copyFile, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder } from './durable.ts';
import { receiveLocally } from './receive.ts';
import { checkedPath, newPath, type Storage } from './storage.ts';

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

/** Answers of a file system that has no second name for a file, or not there. */
const noLinks: readonly (string | undefined)[] = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'];

const syncFile = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Files in a local folder, created when first needed. */
export const openFolderStorage = (folder: string): Storage => {
  const locate = (path: string): string => join(folder, checkedPath(path));

  /** Writes a file under another name first, so that it is either complete or absent. */
  const place = async (path: string, write: (partial: string) => Promise<void>): Promise<void> => {
    const target = locate(path);
    const partial = `${target}.part`;
    await makeFolder(dirname(target));
    try {
      await write(partial);
      await rename(partial, target);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    await syncFolder(dirname(target));
  };

  const storage: Storage = {
    incoming: join(folder, 'incoming'),
    put: async (bytes, file) => {
      const path = newPath(file);
      await place(path, async (partial) => {
        const handle = await open(partial, 'wx', 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
      });
      return path;
    },
    putFile: (path, file) =>
      place(path, async (partial) => {
        await syncFile(file);
        try {
          await link(file, partial);
        } catch (error) {
          if (!noLinks.includes((error as NodeJS.ErrnoException).code)) throw error;
          await copyFile(file, partial);
          await syncFile(partial);
        }
      }),
    receive: (stream, kind) => receiveLocally(storage, stream, kind),
    read: (path) => readFile(locate(path)).catch(absent),
    sizeOf: async (path) => (await stat(locate(path)).catch(absent))?.size,
    stream: (path, range) => createReadStream(locate(path), { ...range }),
    remove: (path) => rm(locate(path), { force: true }),
  };
  return storage;
};
