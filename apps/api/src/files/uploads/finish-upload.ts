import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { command } from '../../platform/command.ts';
import { conflict, Problem, unavailable } from '../../platform/http/problem.ts';
import { newPath } from '../../platform/storage/storage.ts';
import { fileName } from '../file-name.ts';
import { acceptedType, type Limits } from '../limits.ts';
import { type FileAnswer, insertFile } from '../store-file.ts';
import { checkReceived, localFile, removeLocalFile } from './receive-part.ts';
import type { UploadLock } from './upload-lock.ts';

const sha256Of = async (file: string): Promise<Buffer> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest();
};

const finished = async ({ server }: FastifyRequest, id: string) =>
  server.database.one<FileAnswer & { sha256: string }>(sql`
    SELECT id, name, mime, bytes, encode(sha256, 'hex') AS sha256 FROM files WHERE id = ${id}::uuid`);

/**
 * Makes a complete upload a file, once: repeated, it answers the same file. The bytes stay in their local file until the
 * file is recorded, so a process that dies in between loses nothing.
 *
 * @throws Problem 409 while bytes are missing; 413, 422 for a file that no field accepts, which ends the upload
 */
export const finishUpload = async (
  request: FastifyRequest,
  lock: UploadLock,
  limits: Limits,
): Promise<FastifyReply | { data: FileAnswer & { sha256: string } }> => {
  const { storage, database } = request.server;
  const { upload, token } = lock;
  if (upload.file_id !== null) {
    const data = await finished(request, upload.file_id);
    if (data) return { data };
  }
  if (upload.received < upload.bytes)
    throw conflict('upload_incomplete', 'Faltan partes de este archivo. Continúe la subida.', {
      extra: { received: upload.received, bytes: upload.bytes },
    });
  await checkReceived(storage, lock);
  const local = localFile(storage, upload.id);
  const type = await acceptedType(local, upload.bytes, limits).catch(async (error: unknown) => {
    if (error instanceof Problem) {
      await database.query(sql`DELETE FROM uploads WHERE id = ${upload.id}::uuid AND lock_token = ${token}`);
      await removeLocalFile(storage, upload.id);
    }
    throw error;
  });
  const sha256 = await sha256Of(local);
  // An attempt before this one may have died after it stored the bytes.
  if (upload.path !== null) await storage.remove(upload.path);
  const path = newPath({ kind: 'documents', extension: type.ext });
  await database.query(sql`
    UPDATE uploads SET path = ${path} WHERE id = ${upload.id}::uuid AND lock_token = ${token}`);
  await storage.putFile(path, local).catch((error: unknown) => {
    request.log.error({ err: error }, 'a complete upload was not stored');
    throw unavailable(error);
  });
  const file = { name: fileName(upload.name, type.ext), mime: type.mime, bytes: upload.bytes, sha256 };
  const reply = await command(request, async (tx) => {
    const data = await insertFile(tx, file, path);
    const held = await tx.one(sql`
      UPDATE uploads SET file_id = ${data.id}::uuid, touched_at = now()
      WHERE id = ${upload.id}::uuid AND file_id IS NULL AND path = ${path} AND lock_token = ${token} RETURNING 1 AS one`);
    if (!held)
      throw conflict('upload_busy', 'Este archivo se está guardando. Intente de nuevo en unos segundos.');
    return { status: 201, body: { data: { ...data, sha256: sha256.toString('hex') } } };
  });
  await removeLocalFile(storage, upload.id);
  return reply;
};
