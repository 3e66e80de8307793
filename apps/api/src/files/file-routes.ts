import { createHash } from 'node:crypto';
import { permissions } from '@pauta/domain/admin/permissions.ts';
import type { FileOptions } from '@pauta/domain/kinds/file.ts';
import { resources } from '@pauta/domain/resources.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import sql, { raw } from 'sql-template-tag';
import { type Actor, actorOf } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import { command } from '../platform/command.ts';
import { invalid, notFound, Problem } from '../platform/problem.ts';
import { isFresh } from '../resource/etag.ts';
import { type IdParams, idParams, notModified } from '../resource/route.ts';
import { scopeCondition } from '../resource/row-scope.ts';
import { anyOf } from '../resource/statement.ts';
import { quoted } from '../resource/table.ts';

const fileFields = resources.flatMap((resource) =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.kind.name === 'file')
    .map(([name, field]) => ({ resource, name, options: field.options as FileOptions })),
);

/** What some field of some record takes; each field checks its own limits again when the record is saved. */
const accepted = new Set(fileFields.flatMap(({ options }) => options.accept));
const maxBytes = Math.max(...fileFields.map(({ options }) => options.maxBytes));

/** Whoever may write some record may upload what it will refer to. */
const writePermissions = permissions
  .map(({ name }) => name)
  .filter((name) => /\.(create|update_own|update_all|manage)$/.test(name));

const unprintable = /[\p{Cc}\p{Cf}"\\/]/gu;

/** The last part of the name a browser sent, without what means something in a path or a header. */
const cleanName = (name: string, extension: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last.replace(unprintable, '').trim().slice(-200) || `archivo.${extension}`;
};

const tooLarge = () =>
  new Problem(
    413,
    'too_large',
    `El archivo supera ${Math.floor(maxBytes / 1024 / 1024)} MB. Suba uno más pequeño.`,
  );

const readUpload = async (request: FastifyRequest): Promise<{ name: string; bytes: Buffer }> => {
  if (!request.isMultipart()) {
    throw new Problem(
      415,
      'unsupported_type',
      'El tipo de contenido no se admite; envíe multipart/form-data.',
    );
  }
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 0 } });
  if (part?.fieldname !== 'file') throw invalid({ file: ['Elija un archivo.'] });
  try {
    return { name: part.filename, bytes: await part.toBuffer() };
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
    throw error;
  }
};

const upload = (app: FastifyInstance) => async (request: FastifyRequest) => {
  const { name, bytes } = await readUpload(request);
  if (bytes.length === 0) throw invalid({ file: ['El archivo está vacío.'] });
  // What it is, not what it says it is.
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !accepted.has(type.mime)) {
    throw invalid({ file: ['Este tipo de archivo no se admite. Suba un PDF, JPG o PNG.'] });
  }
  const sha256 = createHash('sha256').update(bytes).digest();
  const file = { name: cleanName(name, type.ext), mime: type.mime, bytes: bytes.length };
  // An Idempotency-Key stands for these bytes under this name.
  request.body = { ...file, sha256: sha256.toString('hex') };
  return command(request, async (tx) => {
    const path = await app.storage.put(bytes, { kind: 'documents', extension: type.ext });
    try {
      const data = await tx.one(sql`
        INSERT INTO files (path, name, mime, bytes, sha256)
        VALUES (${path}, ${file.name}, ${file.mime}, ${file.bytes}, ${sha256})
        RETURNING id, name, mime, bytes`);
      return { status: 201, body: { data } };
    } catch (error) {
      await app.storage.remove(path);
      throw error;
    }
  });
};

interface FileRow {
  path: string;
  name: string;
  mime: string;
  sha256: Buffer;
}

/** A file that the actor uploaded, or that a record he sees refers to. */
const findFile = (app: FastifyInstance, id: string, actor: Actor): Promise<FileRow | undefined> => {
  const referred = fileFields.map(
    ({ resource, name }) => sql`EXISTS (
      SELECT FROM ${raw(quoted(resource.name))} t
      WHERE t.${raw(quoted(name))} = f.id AND ${scopeCondition(resource, actor)})`,
  );
  return app.database.one<FileRow>(sql`
    SELECT f.path, f.name, f.mime, f.sha256 FROM files f
    WHERE f.id = ${id}::uuid AND ${anyOf([sql`f.created_by = ${actor.userId}::uuid`, ...referred])}`);
};

/** Documents that records refer to: uploaded before the record is saved, read by whoever sees the record. */
export const filesArea: Area = (app) => {
  app.post(
    '/api/files',
    {
      config: { access: { anyPermission: writePermissions }, files: true },
      bodyLimit: maxBytes + 64 * 1024,
      schema: {
        summary: 'Sube un archivo (multipart/form-data, campo `file`)',
        consumes: ['multipart/form-data'],
      },
    },
    upload(app),
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
      const file = await findFile(app, request.params.id, actorOf(request));
      const etag = file && `"${file.sha256.toString('base64url')}"`;
      if (!file || !etag) throw notFound();
      reply.header('etag', etag);
      if (isFresh(request, etag)) return reply.code(304).send();
      const bytes = await app.storage.read(file.path);
      if (!bytes) throw notFound('El archivo ya no está en el almacén.');
      return reply
        .headers({
          'content-type': file.mime,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          'content-security-policy': "sandbox; default-src 'none'",
          'cache-control': 'private, no-cache',
        })
        .send(bytes);
    },
  );
};
