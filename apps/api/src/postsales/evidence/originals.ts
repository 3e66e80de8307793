import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { evidenceKinds } from '@pauta/domain/postsales/evidence/evidence-item.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { fileName } from '../../files/file-name.ts';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { mostZipBytes, zipOf } from '../../import-export/export/zip-writer.ts';
import { actorOf } from '../../platform/access.ts';
import { attachment } from '../../platform/http/headers.ts';
import { conflict } from '../../platform/http/problem.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, refusal, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

interface Original {
  readonly path: string;
  readonly name: string;
  readonly bytes: string;
  readonly sha256: string;
  readonly kind: keyof typeof evidenceKinds;
  readonly description: string;
  readonly captured_at: string;
  readonly placement: string | null;
}

const nameIn = (original: Original, index: number): string => {
  const extension = extname(original.path).slice(1);
  const text = `${String(index + 1).padStart(3, '0')} ${evidenceKinds[original.kind]} ${original.description}`;
  return fileName(`${text.slice(0, 110)}.${extension}`, extension);
};

/** `GET /api/evidence-reports/{id}/originals.zip`: the files of a report as they were uploaded, and an index of them. */
export const originalsRoute = (app: FastifyInstance): void => {
  const { viewAll, viewTeam, viewOwn } = evidenceReports.permissions;
  app.get<{ Params: IdParams }>(
    `/api/${evidenceReports.path}/:id/originals.zip`,
    {
      ...routeOptions(accessTo([viewAll ?? '', viewTeam, viewOwn]), {
        summary: 'Los originales de las evidencias de un reporte, en ZIP, con el índice de sus huellas',
        params: idParams,
        response: {
          200: { description: 'El archivo ZIP' },
          409: refusal('No hay evidencias, o pesan más de 4 GB'),
        },
      }),
      attachValidation: false,
    },
    async (request, reply) => {
      const report = parseRecord(
        await readRecord(app.database, tableOf(evidenceReports), request.params.id, actorOf(request)),
      );
      // A log proves many placements with one file.
      const originals = await app.database.query<Original & object>(sql`
        SELECT DISTINCT ON (f.id) f.path, f.name, f.bytes::text, encode(f.sha256, 'hex') AS sha256, i.kind, i.description,
          i.captured_at::text, p.description AS placement
        FROM evidence_items i JOIN files f ON f.id = i.file LEFT JOIN placements p ON p.id = i.placement_id
        WHERE i.report_id = ${report.id}::uuid AND i.archived_at IS NULL ORDER BY f.id, i.captured_at, i.id`);
      if (originals.length === 0)
        throw conflict(
          'no_evidence',
          'El reporte aún no tiene evidencias. Agréguelas antes de descargarlas.',
        );
      if (originals.reduce((sum, { bytes }) => sum + Number(bytes), 0) > mostZipBytes)
        throw conflict('too_large', 'Las evidencias pesan más de 4 GB. Descárguelas una por una.');
      const sorted = originals.toSorted((one, other) => one.captured_at.localeCompare(other.captured_at));
      const index = [
        ['Archivo', 'Clase', 'Qué muestra', 'Colocación', 'Tomada el', 'Nombre original', 'SHA-256'],
        ...sorted.map((one, at) => [
          nameIn(one, at),
          evidenceKinds[one.kind],
          one.description,
          one.placement ?? '',
          formatInstant(new Date(one.captured_at).toISOString()),
          one.name,
          one.sha256,
        ]),
      ];
      const zip = zipOf([
        ['Índice.csv', byteOrderMark + index.map(csvLine).join('')],
        ...sorted.map((one, at) => [nameIn(one, at), app.storage.stream(one.path)] as const),
      ]);
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': attachment(`Evidencias ${String(report.number)}.zip`),
          'cache-control': 'no-store',
        })
        .send(Readable.from(zip));
    },
  );
};
