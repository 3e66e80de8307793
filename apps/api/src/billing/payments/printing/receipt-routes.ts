import { payments } from '@pauta/domain/billing/payments/payment.ts';
import type { FastifyInstance } from 'fastify';
import { readLetterhead } from '../../../admin/settings/letterhead.ts';
import { actorOf } from '../../../platform/access.ts';
import { sendPdf } from '../../../printing/send-pdf.ts';
import { readRecord } from '../../../resource/reading/read-record.ts';
import { viewPermissions } from '../../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams } from '../../../resource/route.ts';
import { tableOf } from '../../../resource/table.ts';
import { printReceipt, readReceipt, receiptName, requireInvoices } from './print-receipt.ts';

/** The receipt of a payment, for staff who may see it and invoices. */
export const receiptRoutes = (app: FastifyInstance): void => {
  const table = tableOf(payments);
  app.get<{ Params: IdParams }>(
    `/api/${payments.path}/:id/receipt.pdf`,
    {
      config: { access: accessTo(viewPermissions(payments)) },
      schema: {
        summary: 'El recibo del cobro en PDF; uno devuelto o anulado lleva su marca',
        params: idParams,
        response: { 200: { description: 'El documento, en PDF' } },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const actor = actorOf(request);
      await readRecord(app.database, table, id, actor);
      requireInvoices(actor);
      const receipt = await readReceipt(app.database, id);
      const letterhead = await readLetterhead(app, [receipt.company_id]);
      return sendPdf(reply, await printReceipt(app.printer, receipt, letterhead), receiptName(receipt));
    },
  );
};
