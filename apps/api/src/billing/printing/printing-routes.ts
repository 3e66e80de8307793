import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { invoicePaper } from '@pauta/domain/billing/invoices/invoice-paper.ts';
import type { FastifyInstance } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { actorOf } from '../../platform/access.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { invoiceFileName, printInvoice } from './print-invoice.ts';
import { readPrintedInvoice } from './read-printed-invoice.ts';

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
      const invoice = await readPrintedInvoice(app.database, id);
      const document = await printInvoice(
        app.printer,
        invoice,
        await readLetterhead(app, [invoice.company_id]),
      );
      return sendPdf(reply, document, invoiceFileName(invoicePaper(invoice), invoice));
    },
  );
};
