import { collectionCases } from '@pauta/domain/billing/collections/collection-case.ts';
import { collectionLetters } from '@pauta/domain/billing/collections/collection-letter.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { letterName, type PrintedLetter, printLetter } from './print-letter.ts';
import { writeLetter } from './write-letter.ts';

/** Collection letters as PDF: the one that a case would be sent now, and those that were sent. */
export const letterRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const pdf = { 200: { description: 'El documento, en PDF' } };

  app.get<{ Params: IdParams }>(
    `/api/${collectionCases.path}/:id/letter.pdf`,
    {
      config: {
        access: { permission: 'invoices.view_all' },
        problems: { 409: 'La cuenta no tiene etapa, nada vencido o a quién escribirle' },
      },
      schema: {
        summary: 'La carta de cobro que se enviaría hoy, en PDF',
        params: idParams,
        response: pdf,
      },
    },
    async (request, reply) => {
      const { id } = await readRecord(
        database,
        tableOf(collectionCases),
        request.params.id,
        actorOf(request),
      );
      const letter = await writeLetter(app, database, id);
      return sendPdf(reply, await printLetter(app, letter), letterName(letter));
    },
  );

  app.get<{ Params: IdParams }>(
    `/api/${collectionLetters.path}/:id/letter.pdf`,
    {
      config: { access: { anyPermission: viewPermissions(collectionLetters as Resource) } },
      schema: { summary: 'Una carta de cobro que se envió, en PDF', params: idParams, response: pdf },
    },
    async (request, reply) => {
      const { id } = await readRecord(
        database,
        tableOf(collectionLetters),
        request.params.id,
        actorOf(request),
      );
      const letter = await database.one<Omit<PrintedLetter, 'companies'>>(sql`
        SELECT coalesce(k.legal_name, a.legal_name) AS account, l.recipient, l.subject, l.body,
          business_date(l.sent_at)::text AS day
        FROM collection_letters l JOIN collection_cases c ON c.id = l.case_id LEFT JOIN clients k ON k.id = c.client_id
          LEFT JOIN agencies a ON a.id = c.agency_id
        WHERE l.id = ${id}::uuid`);
      if (!letter) throw new Error(`there is no collection letter ${id}`);
      const printed = { ...letter, companies: [] };
      return sendPdf(reply, await printLetter(app, printed), letterName(printed));
    },
  );
};
