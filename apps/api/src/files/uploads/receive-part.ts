import { constants } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { malformed, Problem } from '../../platform/http/problem.ts';
import { makeFolder, syncFolder } from '../../platform/storage/durable.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { tooLarge } from '../read-upload.ts';
import { recordReceived, type UploadLock } from './upload-lock.ts';

/** Bytes after which what was received is written to the disk and recorded, within one request. */
const step = 16 * 1024 * 1024;

/** Errors of a stream whose connection was lost, or that another request replaced. */
const cuts: readonly string[] = ['ECONNRESET', 'EPIPE', 'ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'];

/** The local file of an upload. */
export const localFile = ({ incoming }: Pick<Storage, 'incoming'>, id: string): string =>
  join(incoming, `${id}.upload`);

/** Removes the local file of an upload, if there is one. */
export const removeLocalFile = (storage: Storage, id: string): Promise<void> =>
  rm(localFile(storage, id), { force: true });

/** 410: another machine has the bytes, or they were lost; the browser begins again. */
const lost = () =>
  new Problem(410, 'upload_lost', 'Lo recibido de este archivo se perdió. Suba el archivo de nuevo.');

/** @throws Problem 410 unless this machine has all the bytes that were recorded */
export const checkReceived = async (storage: Storage, { upload }: UploadLock): Promise<void> => {
  if (upload.received === 0 || upload.file_id !== null) return;
  const found = await stat(localFile(storage, upload.id)).catch(() => undefined);
  if ((found?.size ?? 0) < upload.received) throw lost();
};

const writeAll = async (file: FileHandle, chunk: Buffer, at: number): Promise<void> => {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, at + done);
    done += bytesWritten;
  }
};

/**
 * Adds the bytes of a stream to an upload. What arrived before the stream broke is kept: bytes are recorded once they
 * are on the disk, and what a killed process had not recorded is sent again.
 *
 * @returns bytes of the whole upload that were received
 */
export const receivePart = async (
  { storage, database }: FastifyInstance,
  lock: UploadLock,
  stream: Readable,
): Promise<number> => {
  const { upload, signal } = lock;
  await checkReceived(storage, lock);
  await makeFolder(storage.incoming);
  const file = await open(localFile(storage, upload.id), constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    await file.truncate(upload.received);
    if (upload.received === 0) await syncFolder(storage.incoming);
    let written = upload.received;
    let recorded = upload.received;
    const record = async () => {
      if (written === recorded) return;
      await file.datasync();
      await recordReceived(database, lock, written);
      recorded = written;
    };
    try {
      for await (const chunk of addAbortSignal(signal, stream) as AsyncIterable<Buffer>) {
        if (written + chunk.length > upload.bytes) throw tooLarge(upload.bytes);
        await writeAll(file, chunk, written);
        written += chunk.length;
        if (written - recorded >= step) await record();
      }
    } catch (error) {
      await record();
      if (!cuts.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw malformed('La conexión se cortó. Lo recibido queda guardado, y la subida continúa desde ahí.');
    }
    await record();
    return written;
  } finally {
    await file.close();
  }
};
