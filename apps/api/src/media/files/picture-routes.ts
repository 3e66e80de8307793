import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { notFound } from '../../platform/http/problem.ts';
import { isFresh } from '../../resource/reading/etag.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, notModified, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

interface Drawn {
  readonly file_id: string;
  readonly version: string;
  readonly thumbnail: Buffer | null;
  readonly strip: Buffer | null;
  readonly peaks: Buffer | null;
}

/** What is drawn of media files: a small picture, the film strip of a video, and the waveform of a sound. */
export const pictureRoutes = (app: FastifyInstance): void => {
  const access = accessTo([mediaFiles.permissions.viewAll ?? '']);
  const { database } = app;

  const read = async (request: FastifyRequest<{ Params: IdParams }>) => {
    const { id } = request.params;
    await readRecord(database, tableOf(mediaFiles), id, actorOf(request));
    return database.one<Drawn>(sql`
      SELECT d.file_id, extract(epoch FROM d.measured_at)::text AS version, d.thumbnail, d.strip, d.peaks FROM media_files m JOIN media_measures d ON d.file_id = m.file
      WHERE m.id = ${id}::uuid`);
  };

  const pictures = [
    {
      path: 'thumbnail',
      of: 'thumbnail',
      summary: 'Un archivo de la biblioteca en pequeño: la imagen, un cuadro del video o la primera página',
      missing: 'Este archivo no tiene versión en pequeño.',
    },
    {
      path: 'film-strip',
      of: 'strip',
      summary: 'Diez cuadros de un video, uno junto a otro',
      missing: 'Este archivo no tiene tira de cuadros.',
    },
  ] as const;
  for (const { path, of, summary, missing } of pictures)
    app.get<{ Params: IdParams }>(
      `/api/media-files/:id/${path}`,
      routeOptions(access, {
        summary,
        params: idParams,
        response: { 200: { description: 'La imagen, en WebP' }, ...notModified },
      }),
      async (request, reply) => {
        const drawn = await read(request);
        const picture = drawn?.[of];
        if (!drawn || !picture) throw notFound(missing);
        // A stored file never changes; what is drawn of it does when it is measured again.
        const etag = `"${drawn.file_id}-${drawn.version}"`;
        reply.header('etag', etag);
        if (isFresh(request, etag)) return reply.code(304).send();
        return reply
          .headers({
            'content-type': 'image/webp',
            'content-security-policy': "sandbox; default-src 'none'",
            'cache-control': 'private, no-cache',
          })
          .send(picture);
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
