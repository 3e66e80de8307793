import { invoicePaper } from '@pauta/domain/billing/invoices/invoice-paper.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { invoiceFileName, printInvoice } from './print-invoice.ts';
import { readPrintedInvoice } from './read-printed-invoice.ts';

/** Answers the printed face of an invoice or note. The caller has checked that the reader may see it. */
export const sendInvoicePdf = async (
  app: FastifyInstance,
  reply: FastifyReply,
  id: string,
): Promise<FastifyReply> => {
  const invoice = await readPrintedInvoice(app.database, id);
  const document = await printInvoice(app.printer, invoice, await readLetterhead(app, [invoice.company_id]));
  return sendPdf(reply, document, invoiceFileName(invoicePaper(invoice), invoice));
};
