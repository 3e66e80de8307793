import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes the entries of a folder to the disk: otherwise a new name can be lost in a power failure. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes a folder that only this user reads, with those above it, unless it exists. */
export const makeFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = dirname(first);
  for (let each = dirname(folder); each.length >= top.length && each !== dirname(each); each = dirname(each))
    await syncFolder(each);
};
