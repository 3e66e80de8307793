import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { quotePaper } from '@pauta/domain/sales/quotes/quote-paper.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { fileNameOf, letterheadOf, printQuote } from './print-quote.ts';
import { findVersion, readContent } from './quote-version.ts';
import { messagesOf } from './room.ts';

/** What staff see of the room of a quote, and its document. */
export const roomStaffRoutes = (app: FastifyInstance): void => {
  const { viewAll, viewTeam, viewOwn } = quotes.permissions;
  const access = accessTo([viewAll ?? '', viewTeam, viewOwn]);
  const table = tableOf(quotes);

  app.get<{ Params: IdParams }>(
    '/api/quotes/:id/room',
    routeOptions(access, {
      summary:
        'La página del presupuesto para el cliente: enlaces, mensajes, visitas y prueba de la aceptación',
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
      const { database } = app;
      await readRecord(database, table, id, actorOf(request));
      const data = await database.one<object>(sql`
        SELECT (SELECT v.hash FROM quote_versions v WHERE v.quote_id = ${id}::uuid) AS hash,
          coalesce((SELECT json_agg(k ORDER BY k.created_at DESC, k.id) FROM (
            SELECT k.id, k.recipient, k.email, k.expires_on, k.created_at,
              k.closed_at IS NULL AND k.expires_on >= business_date() AS is_open,
              count(g.id) FILTER (WHERE g.act = 'opened')::integer AS visits, max(g.created_at) AS last_act_at
            FROM quote_links k LEFT JOIN quote_room_log g ON g.link_id = k.id
            WHERE k.quote_id = ${id}::uuid GROUP BY k.id) k), '[]') AS links,
          ${messagesOf(sql`${id}::uuid`)} AS messages,
          (SELECT row_to_json(a) FROM (
            SELECT a.hash, a.accepted_by, a.position, a.email, host(a.ip) AS ip, a.user_agent, a.document_hash, a.created_at,
              u.full_name AS recorded_by
            FROM quote_acceptances a LEFT JOIN users u ON u.id = a.created_by WHERE a.quote_id = ${id}::uuid) a) AS acceptance`);
      return { data };
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/quotes/:id/quote.pdf',
    {
      config: { access },
      schema: {
        summary: 'El presupuesto en PDF, como lo recibe el cliente; un borrador lleva su marca',
        params: idParams,
        response: { 200: { description: 'El documento, en PDF' } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const quote = parseRecord(await readRecord(app.database, table, id, actorOf(request)));
      const version = await findVersion(app.database, id);
      const content = version?.content ?? (await readContent(app.database, id));
      const document = await printQuote(
        app,
        version ?? { content, hash: null, at: String(quote.updated_at), isDraft: quote.status === 'draft' },
        await letterheadOf(app, referenceId(quote.company_id) ?? '', { content }),
      );
      return sendPdf(reply, document, fileNameOf(quotePaper(content)));
    },
  );
};
