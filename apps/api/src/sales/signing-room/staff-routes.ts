import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { signedFileName } from '@pauta/domain/sales/addenda/signed-content.ts';
import { capital, theOne } from '@pauta/domain/text/label.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { conflict } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { documentToSign } from '../contract-proof/document-to-sign.ts';
import { contentToSign, latestRequest, signersInTurn } from '../signing/signing-request.ts';

/**
 * What staff see of the signatures of a document, with their evidence.
 *
 * @param resource contracts or addenda
 */
export const signingStaffRoutes = (app: FastifyInstance, resource: Resource): void => {
  const { viewAll, viewTeam, viewOwn } = resource.permissions;
  const access = accessTo([viewAll ?? '', viewTeam, viewOwn]);
  const table = tableOf(resource);
  const path = `/api/${resource.path}/:id/signing`;

  app.get<{ Params: IdParams }>(
    path,
    routeOptions(access, {
      summary: `Las firmas de ${theOne(resource.label)}: quién firma, en qué orden, cómo firmó, y sus enlaces`,
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: ['object', 'null'], additionalProperties: true } },
        },
      },
    }),
    async (request) => {
      const { id } = request.params;
      const { database } = app;
      await readRecord(database, table, id, actorOf(request));
      const latest = await latestRequest(database, id);
      if (!latest) return { data: null };
      const inTurn = new Set(latest.outcome === null ? signersInTurn(latest).map((one) => one.id) : []);
      const rows = await database.query<{ signer_id: string }>(sql`
        SELECT s.id AS signer_id, g.consent, g.email AS signed_with, host(g.ip) AS ip, g.user_agent, u.full_name AS registered_by,
          CASE WHEN f.id IS NOT NULL THEN json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes) END AS scan,
          (SELECT count(*)::integer FROM signing_links k
            WHERE k.signer_id = s.id AND k.closed_at IS NULL AND k.expires_on >= business_date()) AS open_links,
          (SELECT max(k.created_at) FROM signing_links k WHERE k.signer_id = s.id) AS asked_at,
          (SELECT max(l.created_at) FROM signing_log l WHERE l.signer_id = s.id AND l.act = 'opened') AS opened_at
        FROM signers s LEFT JOIN signatures g ON g.signer_id = s.id LEFT JOIN users u ON u.id = g.created_by
          LEFT JOIN files f ON f.id = g.scan
        WHERE s.request_id = ${latest.id}::uuid`);
      const more = new Map(rows.map((row) => [row.signer_id, row]));
      const reason = await database.one<{ refusal_reason: string | null }>(
        sql`SELECT refusal_reason FROM signing_requests WHERE id = ${latest.id}::uuid`,
      );
      return {
        data: {
          id: latest.id,
          hash: latest.hash,
          document_hash: latest.document_hash,
          outcome: latest.outcome,
          refusal_reason: reason?.refusal_reason ?? null,
          at: latest.at,
          signers: latest.signers.map((signer) => ({
            ...signer,
            ...more.get(signer.id),
            in_turn: inTurn.has(signer.id),
          })),
        },
      };
    },
  );

  app.get<{ Params: IdParams }>(
    `${path}.pdf`,
    {
      config: { access },
      schema: {
        summary: `El documento que leen y firman los firmantes de ${theOne(resource.label)}, en PDF`,
        params: idParams,
        response: { 200: { description: 'El documento, en PDF' } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const record = parseRecord(await readRecord(app.database, table, id, actorOf(request)));
      const latest = await latestRequest(app.database, id);
      if (!latest)
        throw conflict('not_submitted', `${capital(theOne(resource.label))} aún no se envió a firma.`);
      const { bytes } = await documentToSign(app, latest, referenceId(record.company_id) ?? '');
      return sendPdf(reply, bytes, signedFileName(contentToSign(latest)));
    },
  );
};
