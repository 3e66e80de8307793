import { chmodSync, constants, cpSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { snapshotFolder } from './snapshot-folder.ts';
import { snapshotVersion } from './snapshot-version.ts';

/** Days after which its tasks, holds and invoices look left behind; the loader then makes them anew. */
const freshDays = 3;

const day = 86_400_000;

/**
 * The snapshot that a first start copies; undefined where none is wanted, there is none, or it is old or of
 * another version.
 *
 * @returns copies its files into the storage, then its database into a folder
 */
export const findSnapshot = async (
  { demo, databaseUrl, storageDir, s3 }: Pick<Config, 'demo' | 'databaseUrl' | 'storageDir' | 's3'>,
  { folder = snapshotFolder, now = Date.now() } = {},
): Promise<((to: string) => Promise<void>) | undefined> => {
  // Its files are copied as a folder.
  if (!demo || databaseUrl !== undefined || s3 !== undefined) return undefined;
  const text = await readFile(join(folder, 'snapshot.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { madeAt, version } = JSON.parse(text) as { madeAt: string; version: string };
  const age = now - Date.parse(madeAt);
  if (!(age >= 0 && age < freshDays * day)) return undefined;
  // A database with other migrations could not be started.
  if (version !== (await snapshotVersion())) return undefined;
  return async (to) => {
    const options = { recursive: true, mode: constants.COPYFILE_FICLONE } as const;
    // Nothing else runs before the first start has its database, and of some 3,500 files `cp` takes twice as long.
    cpSync(join(folder, 'storage'), storageDir, options);
    cpSync(join(folder, 'cluster'), to, { ...options, errorOnExist: true, force: false });
    // Folders get the usual mode; PostgreSQL refuses one that others may read.
    chmodSync(to, 0o700);
  };
};
