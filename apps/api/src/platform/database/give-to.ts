import { lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes an account the owner of a folder and of everything in it. */
export const giveTo = async (folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> => {
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(path, { uid, gid });
    else await lchown(path, uid, gid);
  }
};
