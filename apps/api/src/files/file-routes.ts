import { extname } from 'node:path';
import type { FileOptions } from '@pauta/domain/kinds/file.ts';
import { attachmentFiles } from '@pauta/domain/notes/notes.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import sql, { raw, type Sql } from 'sql-template-tag';
import { attachedToSeen, isAttached } from '../notes/attached-files.ts';
import { type Actor, actorOf } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import { command } from '../platform/command.ts';
import { invalid, notFound } from '../platform/http/problem.ts';
import type { Engine } from '../resource/engine.ts';
import { isFresh } from '../resource/reading/etag.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';
import { type IdParams, idParams, notModified } from '../resource/route.ts';
import { anyOf } from '../resource/statement.ts';
import { quoted } from '../resource/table.ts';
import { fileName } from './file-name.ts';
import { readUpload } from './read-upload.ts';
import { describeFile, insertFile, storeFile } from './store-file.ts';

interface FileField {
  readonly resource: Resource;
  readonly name: string;
  readonly options: FileOptions;
}

const fileFieldsOf = ({ resources }: Engine): FileField[] =>
  resources.flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, field]) => field.kind.name === 'file')
      .map(([name, field]) => ({ resource, name, options: field.options as FileOptions })),
  );

/** The largest limits of all file fields and attachments; the exact limits are checked when the record is saved. */
const limitsOf = (fields: readonly FileField[]) => {
  const takers = [...fields.map(({ options }) => options), attachmentFiles];
  return {
    accepted: new Set<string>(takers.flatMap(({ accept }) => accept)),
    maxBytes: Math.max(...takers.map((taker) => taker.maxBytes)),
  };
};

/** A user with permission to write any record may upload a file for it. */
const writePermissions = ({ resources }: Engine): string[] => [
  ...new Set(
    resources.flatMap(({ operations, permissions }) => [
      ...(operations.includes('create') ? [permissions.create] : []),
      ...(operations.includes('update') ? [permissions.updateAll, permissions.updateOwn ?? []].flat() : []),
    ]),
  ),
];

type Limits = ReturnType<typeof limitsOf>;

const upload =
  (app: FastifyInstance, { accepted, maxBytes }: Limits) =>
  async (request: FastifyRequest) => {
    const { name, bytes } = await readUpload(request, maxBytes);
    // The type detected from the content, not the declared one.
    const type = await fileTypeFromBuffer(bytes);
    if (!type || !accepted.has(type.mime)) {
      throw invalid({
        file: ['Este tipo de archivo no se admite. Suba un PDF, una imagen o un documento de Office.'],
      });
    }
    const file = describeFile(name, bytes, type);
    // The Idempotency-Key applies to these bytes with this name.
    request.body = { ...file, sha256: file.sha256.toString('hex') };
    return command(request, (tx) =>
      storeFile(app.storage, bytes, type.ext, async (path) => ({
        status: 201,
        body: { data: await insertFile(tx, file, path) },
      })),
    );
  };

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

/** Files of records: uploaded before the record is saved, readable by everyone who may see the record. */
export const filesArea: Area = (app) => {
  const fileFields = fileFieldsOf(app.engine);
  const limits = limitsOf(fileFields);
  app.post(
    '/api/files',
    {
      config: { access: { anyPermission: writePermissions(app.engine) }, files: true },
      bodyLimit: limits.maxBytes + 64 * 1024,
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
      const bytes = await app.storage.read(file.path);
      if (!bytes) throw notFound('El archivo ya no está en el almacén.');
      return reply
        .headers({
          'content-type': file.mime,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName(file.name, extname(file.path).slice(1)))}`,
          'content-security-policy': "sandbox; default-src 'none'",
          'cache-control': 'private, no-cache',
        })
        .send(bytes);
    },
  );
};
