import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import sql, { raw, type Sql } from 'sql-template-tag';
import { attachedToSeen, isAttached } from '../notes/attached-files.ts';
import { type Actor, actorOf } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import { command } from '../platform/command.ts';
import { notFound } from '../platform/http/problem.ts';
import { isFresh } from '../resource/reading/etag.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';
import { type IdParams, idParams, notModified } from '../resource/route.ts';
import { anyOf } from '../resource/statement.ts';
import { quoted } from '../resource/table.ts';
import { fileName } from './file-name.ts';
import {
  acceptedType,
  type FileField,
  fileFieldsOf,
  type Limits,
  limitsOf,
  writePermissions,
} from './limits.ts';
import { receiveUpload } from './read-upload.ts';
import { sendStoredFile } from './send-file.ts';
import { insertFile, keepFile } from './store-file.ts';
import { cleanUploadsRegularly, uploadRoutes } from './uploads/upload-routes.ts';

/** A larger file is sent in parts, which an interruption does not lose. */
const mostAtOnce = ({ maxBytes }: Limits): number => Math.min(maxBytes, 100 * 1024 * 1024);

/** Bytes that one user may have begun to upload and not finished: twenty of the largest files. */
const mostUnfinished = 80 * 1024 ** 3;

const upload = (app: FastifyInstance, limits: Limits) => async (request: FastifyRequest) => {
  const { name, received } = await receiveUpload(request, app.storage, mostAtOnce(limits));
  try {
    const type = await acceptedType(received.file, received.bytes, limits);
    const file = {
      name: fileName(name, type.ext),
      mime: type.mime,
      bytes: received.bytes,
      sha256: received.sha256,
    };
    // The Idempotency-Key applies to these bytes with this name.
    request.body = { ...file, sha256: file.sha256.toString('hex') };
    return await command(request, (tx) =>
      keepFile(received, type.ext, async (path) => ({
        status: 201,
        body: { data: await insertFile(tx, file, path) },
      })),
    );
  } finally {
    await received.discard();
  }
};

/** Pixels on each side of the small version of a picture, and the largest picture that has one. */
const thumbnail = { side: 160, bytes: 30 * 1024 * 1024, pixels: 100_000_000 } as const;

interface FileRow {
  path: string;
  name: string;
  mime: string;
  sha256: Buffer;
}

/**
 * A file of a record that the actor may see, in a field or as an attachment; or an unattached file that the actor
 * uploaded. Having uploaded a file gives no access to a record the actor may no longer see.
 */
const findFile = (
  { database, engine }: FastifyInstance,
  fileFields: readonly FileField[],
  id: string,
  actor: Actor,
): Promise<FileRow | undefined> => {
  const referred = (scope: (resource: Resource) => Sql) =>
    fileFields.map(
      ({ resource, name }) => sql`EXISTS (
        SELECT FROM ${raw(quoted(resource.name))} t
        WHERE t.${raw(quoted(name))} = f.id AND ${scope(resource)})`,
    );
  const belongsToNothing = sql`NOT ${anyOf([
    isAttached,
    ...engine.fileOwners.map(({ isOwned }) => isOwned),
    ...referred(() => raw('true')),
  ])}`;
  return database.one<FileRow>(sql`
    SELECT f.path, f.name, f.mime, f.sha256 FROM files f
    WHERE f.id = ${id}::uuid AND ${anyOf([
      sql`(f.created_by = ${actor.userId}::uuid AND ${belongsToNothing})`,
      attachedToSeen(engine, actor),
      ...engine.fileOwners.map(({ isOwnedBySeen }) => isOwnedBySeen(actor)),
      ...referred((resource) => scopeCondition(resource, actor)),
    ])}`);
};

const thumbnailRoute = (app: FastifyInstance, fileFields: readonly FileField[]): void => {
  app.get<{ Params: IdParams }>(
    '/api/files/:id/thumbnail',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Una imagen en pequeño',
        params: idParams,
        response: { 200: { description: 'La imagen, en WebP' }, ...notModified },
      },
    },
    async (request, reply) => {
      const file = await findFile(app, fileFields, request.params.id, actorOf(request));
      if (!file?.mime.startsWith('image/')) throw notFound();
      const etag = `"${file.sha256.toString('base64url')}-${thumbnail.side}"`;
      reply.header('etag', etag);
      if (isFresh(request, etag)) return reply.code(304).send();
      const size = await app.storage.sizeOf(file.path);
      const bytes = size !== undefined && size <= thumbnail.bytes ? await app.storage.read(file.path) : null;
      if (!bytes) throw notFound('Esta imagen no tiene versión en pequeño.');
      const small = await sharp(bytes, { limitInputPixels: thumbnail.pixels })
        .rotate()
        .resize(thumbnail.side, thumbnail.side, { fit: 'inside', withoutEnlargement: true })
        .webp()
        .toBuffer()
        .catch(() => {
          throw notFound('Esta imagen no tiene versión en pequeño.');
        });
      reply.headers({
        'content-type': 'image/webp',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-cache',
      });
      return reply.send(small);
    },
  );
};

/** Files of records: uploaded before the record is saved, readable by everyone who may see the record. */
export const filesArea: Area = (app) => {
  const fileFields = fileFieldsOf(app.engine);
  const limits = limitsOf(fileFields);
  const access = { anyPermission: writePermissions(app.engine) };
  thumbnailRoute(app, fileFields);
  uploadRoutes(app, {
    path: '/api/uploads',
    access,
    params: idParams,
    limits,
    mostBytes: mostUnfinished,
    ownerOf: async (request) => ({ userId: actorOf(request).userId }),
  });
  cleanUploadsRegularly(app);
  app.post(
    '/api/files',
    {
      config: { access, files: true },
      bodyLimit: mostAtOnce(limits) + 64 * 1024,
      schema: {
        summary: 'Sube un archivo (multipart/form-data, campo `file`)',
        consumes: ['multipart/form-data'],
      },
    },
    upload(app, limits),
  );

  app.get<{ Params: IdParams }>(
    '/api/files/:id',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Un archivo',
        params: idParams,
        response: { 200: { description: 'El archivo' }, ...notModified },
      },
    },
    async (request, reply) => {
      const file = await findFile(app, fileFields, request.params.id, actorOf(request));
      const etag = file && `"${file.sha256.toString('base64url')}"`;
      if (!file || !etag) throw notFound();
      reply.header('etag', etag);
      if (isFresh(request, etag)) return reply.code(304).send();
      return sendStoredFile(request, reply, file, { disposition: 'attachment', cache: 'private, no-cache' });
    },
  );
};
