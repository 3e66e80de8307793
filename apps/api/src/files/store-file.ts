import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';
import type { ReceivedBytes } from '../platform/storage/receive.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { fileName } from './file-name.ts';

/** A file before it is stored. */
export interface NewFile {
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** @param type the type detected from the content */
export const describeFile = (name: string, bytes: Buffer, type: { ext: string; mime: string }): NewFile => ({
  name: fileName(name, type.ext),
  mime: type.mime,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest(),
});

/** A file, as responses contain it. */
export interface FileAnswer {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

/** Records a stored file, in the transaction of the record that refers to it. */
export const insertFile = async (tx: Transaction, file: NewFile, path: string): Promise<FileAnswer> => {
  const row = await tx.one<FileAnswer>(sql`
    INSERT INTO files (path, name, mime, bytes, sha256)
    VALUES (${path}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256})
    RETURNING id, name, mime, bytes`);
  if (!row) throw new Error('inserting a file answered no row');
  return row;
};

/** Stores the bytes for the transaction that records them; if it fails, they are removed again. */
export const storeFile = async <T>(
  storage: Storage,
  bytes: Buffer,
  extension: string,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const path = await storage.put(bytes, { kind: 'documents', extension });
  try {
    return await work(path);
  } catch (error) {
    await storage.remove(path);
    throw error;
  }
};

/** As `storeFile`, for a file that was received; if the transaction fails, it is taken back for the next attempt. */
export const keepFile = async <T>(
  received: ReceivedBytes,
  extension: string,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const path = await received.keep(extension);
  try {
    return await work(path);
  } catch (error) {
    await received.takeBack(path);
    throw error;
  }
};
