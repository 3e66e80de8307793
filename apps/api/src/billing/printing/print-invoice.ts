import {
  type InvoicePaper,
  invoicePaper,
  type PrintedInvoice,
} from '@pauta/domain/billing/invoices/invoice-paper.ts';
import { renderSVG } from 'uqr';
import type { Letterhead } from '../../admin/settings/letterhead.ts';
import type { Printer } from '../../printing/printer.ts';
import { readTemplate } from '../../printing/template.ts';

const template = readTemplate(new URL('./invoice.typ', import.meta.url));

/** Name of the file of an invoice or note, without its extension. */
export const invoiceFileName = ({ title, number }: InvoicePaper, { internal_no }: PrintedInvoice): string =>
  [title, number ?? internal_no].filter(Boolean).join(' ');

/**
 * The printed face of an invoice or note as PDF; equal arguments give equal bytes.
 *
 * @param at ISO instant of its last change
 * @param stampUrl address of the authority's stamp query; null for a document that is not an e-CF
 */
export const printInvoice = (
  printer: Printer,
  { invoice, at, stampUrl }: { invoice: PrintedInvoice; at: string; stampUrl: string | null },
  { logo, ...letterhead }: Letterhead,
): Promise<Buffer> =>
  printer.print(
    template,
    { at, ...invoicePaper(invoice), letterhead: { ...letterhead, hasLogo: logo !== null } },
    {
      ...(logo !== null && { 'logo.png': logo }),
      ...(stampUrl !== null && { 'stamp.svg': Buffer.from(renderSVG(stampUrl, { border: 1 }), 'utf8') }),
    },
  );
