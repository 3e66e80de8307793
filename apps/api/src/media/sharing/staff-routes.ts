import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { fileName } from '../../files/file-name.ts';
import { mostZipBytes, zipOf } from '../../import-export/export/zip-writer.ts';
import { actorOf } from '../../platform/access.ts';
import { attachment } from '../../platform/http/headers.ts';
import { conflict, notFound } from '../../platform/http/problem.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, refusal, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

/** Files of one ZIP. */
const mostFiles = 200;

/** What staff see of a media file besides its record: its earlier versions and links, and several files as a ZIP. */
export const mediaStaffRoutes = (app: FastifyInstance): void => {
  const access = accessTo([mediaFiles.permissions.viewAll ?? '']);

  app.get<{ Params: IdParams }>(
    '/api/media-files/:id/versions',
    routeOptions(access, {
      summary: 'Las versiones anteriores de un archivo y sus enlaces compartidos',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
      },
    }),
    async (request) => {
      const { id } = request.params;
      await readRecord(app.database, tableOf(mediaFiles), id, actorOf(request));
      const data = await app.database.one<object>(sql`
        SELECT coalesce((SELECT json_agg(v ORDER BY v.version DESC) FROM (
            SELECT v.version, json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes) AS file,
              v.width_px, v.height_px, v.duration_sec::text, v.approved_at, a.full_name AS approved_by, v.replaced_at,
              u.full_name AS replaced_by
            FROM media_versions v JOIN files f ON f.id = v.file LEFT JOIN users u ON u.id = v.replaced_by
              LEFT JOIN users a ON a.id = v.approved_by_id
            WHERE v.media_file_id = ${id}::uuid) v), '[]') AS versions,
          coalesce((SELECT json_agg(k ORDER BY k.created_at DESC, k.id) FROM (
            SELECT k.id, k.recipient, k.email, k.expires_on, k.created_at, k.visits, k.last_visit_at AS last_act_at,
              k.closed_at IS NULL AND k.expires_on >= business_date() AS is_open
            FROM media_links k WHERE k.media_file_id = ${id}::uuid) k), '[]') AS links`);
      return { data };
    },
  );

  app.get<{ Querystring: { ids: string } }>(
    '/api/media-files/originals.zip',
    {
      ...routeOptions(access, {
        summary: 'Varios archivos de la biblioteca en un ZIP',
        querystring: {
          type: 'object',
          required: ['ids'],
          additionalProperties: false,
          properties: {
            ids: {
              type: 'string',
              pattern: `^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,${mostFiles - 1}}$`,
              description: `Los archivos, separados por comas; ${mostFiles} como máximo`,
            },
          },
        },
        response: {
          200: { description: 'El archivo ZIP' },
          409: refusal('Pesan más de 4 GB'),
        },
      }),
      attachValidation: false,
    },
    async (request, reply) => {
      const files = await app.database.query<{ path: string; title: string; bytes: string }>(sql`
        SELECT f.path, t.title, f.bytes::text FROM media_files t JOIN files f ON f.id = t.file
        WHERE t.id::text = ANY(${request.query.ids.split(',')}) AND ${scopeCondition(mediaFiles, actorOf(request))}
        ORDER BY t.title, t.id`);
      if (files.length === 0) throw notFound('Esos archivos ya no están en la biblioteca.');
      if (files.reduce((sum, { bytes }) => sum + Number(bytes), 0) > mostZipBytes)
        throw conflict('too_large', 'Los archivos pesan más de 4 GB. Elija menos.');
      const zip = zipOf(
        files.map(({ path, title }, at) => {
          const extension = extname(path).slice(1);
          const name = `${String(at + 1).padStart(3, '0')} ${title.slice(0, 110)}.${extension}`;
          return [fileName(name, extension), app.storage.stream(path)] as const;
        }),
      );
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': attachment('Multimedia.zip'),
          'cache-control': 'no-store',
        })
        .send(Readable.from(zip));
    },
  );
};
