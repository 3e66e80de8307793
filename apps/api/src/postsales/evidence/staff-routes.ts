import { evidenceItems } from '@pauta/domain/postsales/evidence/evidence-item.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { actorOf } from '../../platform/access.ts';
import { systemChange } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { checkPath } from '../../public-pages/checked-papers.ts';
import { isFresh } from '../../resource/reading/etag.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, notModified, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { findVersion, fixVersion } from './document/evidence-version.ts';
import { type DocumentKind, documentOf, fileNameOf, printEvidence } from './document/print-evidence.ts';
import { readContent, readCoverage } from './document/read-content.ts';
import { readWarnings } from './photos/read-warnings.ts';

const object = { type: 'object', additionalProperties: true } as const;
const answer = { 200: { type: 'object', required: ['data'], properties: { data: object } } } as const;

/** What staff see of a report besides its fields: coverage by line and day, warnings of photos, documents and its page. */
export const evidenceStaffRoutes = (app: FastifyInstance): void => {
  const { viewAll, viewTeam, viewOwn } = evidenceReports.permissions;
  const access = accessTo([viewAll ?? '', viewTeam, viewOwn]);
  const table = tableOf(evidenceReports);
  const { database } = app;

  /** The report, if the caller may see it. */
  const read = async (request: FastifyRequest<{ Params: IdParams }>): Promise<AnyRecord> =>
    parseRecord(await readRecord(database, table, request.params.id, actorOf(request)));

  app.get<{ Params: IdParams }>(
    '/api/evidence-reports/:id/coverage',
    routeOptions(access, {
      summary: 'Lo contratado, emitido y probado de cada renglón por día, y las evidencias con sus avisos',
      params: idParams,
      response: answer,
    }),
    async (request) => {
      const report = await read(request);
      const [lines, items] = await Promise.all([
        readCoverage(database, report.id),
        readWarnings(database, report.id, actorOf(request)),
      ]);
      return { data: { lines, items } };
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/evidence-reports/:id/room',
    routeOptions(access, {
      summary: 'La página del reporte para el cliente: enlaces, visitas y prueba de la aceptación',
      params: idParams,
      response: answer,
    }),
    async (request) => {
      const { id } = await read(request);
      const version = await findVersion(database, id);
      const data = await database.one<object>(sql`
        SELECT coalesce((SELECT json_agg(k ORDER BY k.created_at DESC, k.id) FROM (
            SELECT k.id, k.recipient, k.email, k.expires_on, k.created_at,
              k.closed_at IS NULL AND k.expires_on >= business_date() AS is_open,
              count(g.id) FILTER (WHERE g.act = 'opened')::integer AS visits, max(g.created_at) AS last_act_at
            FROM evidence_links k LEFT JOIN evidence_room_log g ON g.link_id = k.id
            WHERE k.report_id = ${id}::uuid GROUP BY k.id) k), '[]') AS links,
          (SELECT row_to_json(a) FROM (
            SELECT a.hash, a.accepted_by, a.by_silence, a.position, a.email, host(a.ip) AS ip, a.user_agent, a.document_hash,
              a.created_at, u.full_name AS recorded_by
            FROM evidence_acceptances a LEFT JOIN users u ON u.id = a.created_by WHERE a.report_id = ${id}::uuid) a) AS acceptance`);
      return { data: { ...data, check_path: version ? checkPath(version.hash) : null } };
    },
  );

  const documents: Readonly<Record<string, readonly [DocumentKind, string]>> = {
    report: ['report', 'El reporte en PDF; uno sin aprobar lleva su marca'],
    certificate: ['certificate', 'El certificado de pauta en PDF; uno sin aprobar lleva su marca'],
  };
  for (const [path, [kind, summary]] of Object.entries(documents))
    app.get<{ Params: IdParams }>(
      `/api/evidence-reports/:id/${path}.pdf`,
      {
        config: { access },
        schema: { summary, params: idParams, response: { 200: { description: 'El documento, en PDF' } } },
      },
      async (request, reply) => {
        const report = await read(request);
        if (['approved', 'sent', 'accepted', 'closed'].includes(String(report.status))) {
          const version = await database.transaction(systemChange('evidence'), async (tx) => {
            await tx.query(sql`SELECT FROM evidence_reports WHERE id = ${report.id}::uuid FOR NO KEY UPDATE`);
            return fixVersion(tx, report.id);
          });
          const { bytes } = await documentOf(app, version, kind);
          return sendPdf(reply, bytes, fileNameOf(kind, version.content));
        }
        const { content, companyId } = await readContent(database, report.id);
        const bytes = await printEvidence(
          app,
          kind,
          { content, hash: null, checkUrl: null, at: String(report.updated_at) },
          await readLetterhead(app, [companyId]),
        );
        return sendPdf(reply, bytes, fileNameOf(kind, content));
      },
    );

  app.get<{ Params: IdParams }>(
    '/api/evidence-items/:id/thumbnail',
    routeOptions(access, {
      summary: 'La imagen de una evidencia, en pequeño',
      params: idParams,
      response: { 200: { description: 'La imagen, en WebP' }, ...notModified },
    }),
    async (request, reply) => {
      await readRecord(database, tableOf(evidenceItems), request.params.id, actorOf(request));
      const drawn = await database.one<{ file_id: string; thumbnail: Buffer }>(sql`
        SELECT d.file_id, d.thumbnail FROM evidence_items i JOIN media_measures d ON d.file_id = i.file
        WHERE i.id = ${request.params.id}::uuid AND d.thumbnail IS NOT NULL`);
      if (!drawn) throw notFound('Esta evidencia no tiene versión en pequeño.');
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
};
