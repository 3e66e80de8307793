import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '../../platform/paths.ts';

/** What a snapshot must have been made with to be of use here: the kind of machine, and the same migrations. */
export const snapshotVersion = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const name of (await readdir(paths.migrations)).sort())
    hash.update(`${name}\0`).update(await readFile(join(paths.migrations, name)));
  return `${process.platform} ${process.arch} ${hash.digest('hex')}`;
};
