import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { notFound } from '../../platform/http/problem.ts';
import { isFresh } from '../../resource/reading/etag.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, notModified, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

/** What is drawn of media files: the small version of a picture, and the waveform of a sound. */
export const pictureRoutes = (app: FastifyInstance): void => {
  const access = accessTo([mediaFiles.permissions.viewAll ?? '']);
  const { database } = app;

  const read = async (request: FastifyRequest<{ Params: IdParams }>) => {
    const { id } = request.params;
    await readRecord(database, tableOf(mediaFiles), id, actorOf(request));
    return database.one<{ file_id: string; thumbnail: Buffer | null; peaks: Buffer | null }>(sql`
      SELECT d.file_id, d.thumbnail, d.peaks FROM media_files m JOIN media_measures d ON d.file_id = m.file
      WHERE m.id = ${id}::uuid`);
  };

  app.get<{ Params: IdParams }>(
    '/api/media-files/:id/thumbnail',
    routeOptions(access, {
      summary: 'Una imagen de la biblioteca en pequeño',
      params: idParams,
      response: { 200: { description: 'La imagen, en WebP' }, ...notModified },
    }),
    async (request, reply) => {
      const drawn = await read(request);
      if (!drawn?.thumbnail) throw notFound('Este archivo no tiene versión en pequeño.');
      // A stored file never changes, and neither does what is drawn of it.
      const etag = `"${drawn.file_id}"`;
      reply.header('etag', etag);
      if (isFresh(request, etag)) return reply.code(304).send();
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-security-policy': "sandbox; default-src 'none'",
          'cache-control': 'private, no-cache',
        })
        .send(drawn.thumbnail);
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/media-files/:id/waveform',
    routeOptions(access, {
      summary:
        'La forma de onda de un audio: la muestra más fuerte de cada parte, de 0 a 255; vacía si no se midió',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'object',
              required: ['peaks'],
              properties: { peaks: { type: 'array', items: { type: 'integer' } } },
            },
          },
        },
      },
    }),
    async (request) => ({ data: { peaks: [...((await read(request))?.peaks ?? [])] } }),
  );
};
