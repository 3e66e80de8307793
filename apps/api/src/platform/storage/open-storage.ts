import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

/** The storage that the configuration names. */
export const openStorage = async ({
  s3,
  storageDir,
}: Pick<Config, 's3' | 'storageDir'>): Promise<Storage> => {
  if (!s3) return openFolderStorage(storageDir);
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(s3, join(storageDir, 'incoming'));
};
