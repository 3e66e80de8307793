import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import type { Access } from '../../platform/access.ts';
import { conflict, invalid, malformed, Problem } from '../../platform/http/problem.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import type { IdParams } from '../../resource/route.ts';
import type { Limits } from '../limits.ts';
import { tooLarge } from '../read-upload.ts';
import { cleanUploads, daysKept } from './clean-uploads.ts';
import { finishUpload } from './finish-upload.ts';
import { checkReceived, receivePart, removeLocalFile } from './receive-part.ts';
import { isOf, ownerColumn, type StoredUpload, type UploadOwner, withUploadLock } from './upload-lock.ts';

/** Refusals of the protocol, for the OpenAPI document. */
const refusals = {
  409: 'La parte no sigue a lo recibido, o faltan partes',
  410: 'Lo recibido se perdió; comience otra vez',
  412: 'La cabecera Tus-Resumable no es la versión 1.0.0',
  413: 'El archivo supera lo que se admite',
  415: 'El tipo de contenido no se admite',
  423: 'Otra conexión recibe este archivo',
} as const;

/** Version of the protocol of tus.io: its core, creation, expiration and termination. */
const tusVersion = '1.0.0';

/** No field accepts more, whatever it says (domain §6.23). */
const ceiling = 4 * 1024 ** 3;

/** Uploads that one owner may have begun and not finished. */
const mostOpen = 500;

const partType = 'application/offset+octet-stream';

const header = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

const integerOf = (request: FastifyRequest, name: string): number => {
  const text = header(request, name.toLowerCase());
  if (!/^\d{1,15}$/.test(text)) throw malformed(`La cabecera ${name} debe ser un número de bytes.`);
  return Number(text);
};

/** @example metadataOf('name dmlkZW8ubXA0,fingerprint YWJj') // { name: 'video.mp4', fingerprint: 'abc' } */
const metadataOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.trim().split(' '))
      .map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  );

const expires = (touched: string): string =>
  new Date(Date.parse(touched) + daysKept * 86_400_000).toUTCString();

const requireVersion = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('tus-resumable', tusVersion);
  if (header(request, 'tus-resumable') === tusVersion) return;
  throw new Problem(412, 'tus_version', `Esta dirección habla tus ${tusVersion}.`, {
    headers: { 'tus-version': tusVersion },
  });
};

/** Where uploads are sent: by users with their session, and by others with the link of a room. */
export interface UploadDoor {
  /** Path of the uploads: `/api/uploads`. */
  readonly path: string;
  readonly access: Access;
  /** Absent from the OpenAPI document. */
  readonly isHidden?: true;
  /** Parameters of the path of one upload. */
  readonly params: object;
  readonly limits: Limits;
  /** Bytes of its unfinished uploads that one owner may have, together. */
  readonly mostBytes: number;
  /** @throws Problem for somebody who may not upload here */
  readonly ownerOf: (request: FastifyRequest) => Promise<UploadOwner>;
}

const create =
  ({ limits: { maxBytes }, mostBytes, ownerOf }: UploadDoor) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    requireVersion(request, reply);
    const owner = await ownerOf(request);
    const bytes = integerOf(request, 'Upload-Length');
    const most = Math.min(maxBytes, ceiling);
    if (bytes === 0) throw invalid({ file: ['El archivo está vacío.'] });
    if (bytes > most) throw tooLarge(most);
    const { name = '', fingerprint = '' } = metadataOf(header(request, 'upload-metadata'));
    const { database } = request.server;
    const [column, ownerId] = ownerColumn(owner);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL.
    const shown = [...name.replace(/\u0000/g, '').toWellFormed()].slice(-255).join('') || 'archivo';
    const upload = await database.one<{ id: string; touched_at: string }>(sql`
      INSERT INTO uploads (${raw(column)}, name, fingerprint, bytes)
      SELECT ${ownerId}::uuid, ${shown}, ${/^[\w.:-]{1,128}$/.test(fingerprint) ? fingerprint : 'none'}, ${bytes}
      FROM (SELECT count(*) AS uploads, coalesce(sum(bytes), 0) AS bytes FROM uploads
        WHERE ${isOf(owner)} AND file_id IS NULL) open
      WHERE open.uploads < ${mostOpen} AND open.bytes + ${bytes} <= ${mostBytes}
      RETURNING id, touched_at`);
    if (!upload)
      throw invalid({
        file: ['Tiene demasiadas subidas sin terminar. Continúe o cancele algunas e intente de nuevo.'],
      });
    const [path] = request.url.split('?', 1);
    return reply
      .code(201)
      .headers({ location: `${path}/${upload.id}`, 'upload-expires': expires(upload.touched_at) })
      .send();
  };

const offsetHeaders = ({ received, bytes, touched_at }: StoredUpload) => ({
  'upload-offset': String(received),
  'upload-length': String(bytes),
  'upload-expires': expires(touched_at),
});

/**
 * Uploads that continue after an interruption, by the protocol of tus.io, and `finish`, which makes a complete one a file.
 * An upload belongs to whoever began it.
 */
export const uploadRoutes = (app: FastifyInstance, door: UploadDoor): void => {
  const { path, access, limits } = door;
  const one = async (request: FastifyRequest<{ Params: IdParams }>) => ({
    id: request.params.id,
    owner: await door.ownerOf(request),
  });
  const schemaOf = (schema: object) => ({ ...schema, ...(door.isHidden && { hide: true }) });
  app.register(async (routes) => {
    // Read by the handler, in pieces.
    routes.addContentTypeParser(partType, (_request, _payload, done) => done(null));

    routes.get(
      path,
      { config: { access }, schema: schemaOf({ summary: 'Sus subidas sin terminar' }) },
      async (request) => ({
        data: await app.database.query(sql`
          SELECT id, name, fingerprint, bytes, received, created_at,
            touched_at + make_interval(days => ${daysKept}) AS expires_at
          FROM uploads WHERE ${isOf(await door.ownerOf(request))} AND file_id IS NULL
          ORDER BY created_at DESC, id DESC LIMIT ${mostOpen}`),
      }),
    );

    routes.post(
      path,
      {
        config: { access, problems: refusals },
        schema: schemaOf({ summary: 'Comienza una subida que continúa después de un corte (tus 1.0.0)' }),
      },
      create(door),
    );

    routes.head<{ Params: IdParams }>(
      `${path}/:id`,
      {
        config: { access, problems: refusals },
        schema: schemaOf({ summary: 'Cuánto se recibió de una subida (tus 1.0.0)', params: door.params }),
      },
      async (request, reply) => {
        requireVersion(request, reply);
        const headers = await withUploadLock(app.database, await one(request), async (lock) => {
          await checkReceived(app.storage, lock);
          return offsetHeaders(lock.upload);
        });
        return reply.code(200).headers(headers).send();
      },
    );

    routes.patch<{ Params: IdParams }>(
      `${path}/:id`,
      {
        // Counted by bytes: a large file has more parts than a minute has requests.
        config: { access, isUncounted: true, problems: refusals },
        bodyLimit: ceiling,
        schema: schemaOf({
          summary: 'Envía la parte que sigue de una subida (tus 1.0.0)',
          params: door.params,
        }),
      },
      async (request, reply) => {
        if (header(request, 'content-type') !== partType)
          throw new Problem(415, 'unsupported_type', `El tipo de contenido no se admite; envíe ${partType}.`);
        requireVersion(request, reply);
        const offset = integerOf(request, 'Upload-Offset');
        const headers = await withUploadLock(app.database, await one(request), async (lock) => {
          const { upload } = lock;
          if (upload.file_id !== null || offset !== upload.received)
            throw conflict(
              'offset',
              'La parte no sigue a lo recibido. Consulte cuánto se recibió y continúe desde ahí.',
            );
          if (Number(request.headers['content-length'] ?? 0) > upload.bytes - offset)
            throw tooLarge(upload.bytes);
          const received = await receivePart(app, lock, request.raw);
          return offsetHeaders({ ...upload, received });
        });
        return reply.code(204).headers(headers).send();
      },
    );

    routes.delete<{ Params: IdParams }>(
      `${path}/:id`,
      {
        config: { access, problems: refusals },
        schema: schemaOf({ summary: 'Cancela una subida (tus 1.0.0)', params: door.params }),
      },
      async (request, reply) => {
        requireVersion(request, reply);
        await withUploadLock(app.database, await one(request), async ({ upload, token }) => {
          if (upload.path !== null && upload.file_id === null) await app.storage.remove(upload.path);
          await app.database.query(sql`
            DELETE FROM uploads WHERE id = ${upload.id}::uuid AND lock_token = ${token}`);
          await removeLocalFile(app.storage, upload.id);
        });
        return reply.code(204).send();
      },
    );

    routes.post<{ Params: IdParams }>(
      `${path}/:id/finish`,
      {
        config: { access, problems: refusals },
        schema: schemaOf({ summary: 'Guarda el archivo de una subida completa', params: door.params }),
      },
      async (request) =>
        withUploadLock(app.database, await one(request), (lock) => finishUpload(request, lock, limits)),
    );
  });
};

/** Regularly deletes what is left of old uploads. */
export const cleanUploadsRegularly = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'old uploads were not deleted',
    pause: 15 * 60_000,
    work: async () => {
      await cleanUploads(app.database, app.storage);
      return undefined;
    },
  });
