import { cp, mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedRolesAndPermissions } from '../../admin/roles/seed-roles.ts';
import { readConfig } from '../../platform/config.ts';
import { systemChange } from '../../platform/database/database.ts';
import { prepareDatabase } from '../../platform/database/prepare-database.ts';
import { openFolderStorage } from '../../platform/storage/folder-storage.ts';
import { demoClients } from '../demo-clients.ts';
import { type DemoOptions, loadDemo } from '../load-demo.ts';
import { removeSpareWal } from './remove-spare-wal.ts';
import { snapshotVersion } from './snapshot-version.ts';

// A connection that ends with its server is nothing to report.
const log = { info: () => undefined, warn: () => undefined, error: console.error };

/**
 * Makes the snapshot that first starts copy: a database with the demonstration data and without an administrator, and
 * the files that belong to it. It contains no key, account or mail: those are made by each installation's own start.
 */
export const makeSnapshot = async (
  folder: string,
  { clients = demoClients, ...size }: Partial<Pick<DemoOptions, 'clients' | 'spaces'>> = {},
): Promise<void> => {
  const work = await mkdtemp(join(tmpdir(), 'pauta-demo-'));
  try {
    const storage = join(work, 'storage');
    await mkdir(storage);
    const config = readConfig({ PAUTA_DATA_DIR: work, STORAGE_URL: storage, DATABASE_POOL: '2' });
    const { database, close } = await prepareDatabase(config, log);
    const now = new Date();
    try {
      await seedRolesAndPermissions(database);
      await database.transaction(systemChange('demo', 'Datos de demostración'), (tx) =>
        loadDemo(tx, { clients, ...size, now, storage: openFolderStorage(storage) }),
      );
    } finally {
      await close();
    }
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const cluster = join(await realpath(join(work, 'postgresql')), 'cluster');
    await removeSpareWal(cluster);
    await cp(cluster, join(folder, 'cluster'), { recursive: true });
    await cp(storage, join(folder, 'storage'), { recursive: true });
    // Written last: a snapshot without it is incomplete.
    await writeFile(
      join(folder, 'snapshot.json.new'),
      JSON.stringify({ madeAt: now.toISOString(), version: await snapshotVersion() }),
    );
    await rename(join(folder, 'snapshot.json.new'), join(folder, 'snapshot.json'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
