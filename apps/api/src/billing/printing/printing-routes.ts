import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { sendInvoicePdf } from './send-invoice-pdf.ts';

/** The printed face of invoices and notes, for staff who may see them. */
export const invoicePrintingRoutes = (app: FastifyInstance): void => {
  const { viewAll, viewTeam, viewOwn } = invoices.permissions;
  const table = tableOf(invoices);
  app.get<{ Params: IdParams }>(
    '/api/invoices/:id/invoice.pdf',
    {
      config: { access: accessTo([viewAll ?? '', viewTeam, viewOwn]) },
      schema: {
        summary: 'La factura o nota en PDF; un borrador lleva su marca',
        params: idParams,
        response: { 200: { description: 'El documento, en PDF' } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await readRecord(app.database, table, id, actorOf(request));
      return sendInvoicePdf(app, reply, id);
    },
  );
};
