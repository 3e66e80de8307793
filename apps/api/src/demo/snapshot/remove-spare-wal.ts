import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes the segments of the write-ahead log that a stopped server keeps to write them again: a load leaves hundreds of
 * megabytes of them, which each first start would copy. A spare segment was renamed in advance, so that the address in
 * its first page is not its own (`XLogLongPageHeaderData` of PostgreSQL); the server makes new ones when it needs them.
 */
export const removeSpareWal = async (cluster: string): Promise<void> => {
  const folder = join(cluster, 'pg_wal');
  for (const name of await readdir(folder)) {
    if (!/^[0-9A-F]{24}$/.test(name)) continue;
    const file = await open(join(folder, name));
    const header = Buffer.alloc(16);
    const { size } = await file.stat();
    await file.read(header, 0, header.length, 0);
    await file.close();
    const own = BigInt(`0x${name.slice(8, 16)}`) * 2n ** 32n + BigInt(`0x${name.slice(16)}`) * BigInt(size);
    if (header.readBigUInt64LE(8) !== own) await rm(join(folder, name));
  }
};
