import {
  type InvoicePaper,
  invoicePaper,
  type PrintedInvoice,
} from '@pauta/domain/billing/invoices/invoice-paper.ts';
import { stampAddress } from '@pauta/domain/fiscal/do/ecf/stamp.ts';
import { ecfAddresses } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import { renderSVG } from 'uqr';
import type { Letterhead } from '../../admin/settings/letterhead.ts';
import type { Printer } from '../../printing/printer.ts';
import { readTemplate } from '../../printing/template.ts';
import type { InvoiceToPrint } from './read-printed-invoice.ts';

const template = readTemplate(new URL('./invoice.typ', import.meta.url));

/** Name of the file of an invoice or note, without its extension. */
export const invoiceFileName = ({ title, number }: InvoicePaper, { internal_no }: PrintedInvoice): string =>
  [title, number ?? internal_no].filter(Boolean).join(' ');

/** The address of the stamp query of a signed e-CF; null for any other document. */
const stampUrlOf = ({ signed, stamp }: InvoiceToPrint): string | null =>
  signed && stamp
    ? stampAddress(signed.xml, stamp.security_code, ecfAddresses(signed.environment, signed.service_url))
    : null;

/** The printed face of an invoice or note as PDF; equal arguments give equal bytes. */
export const printInvoice = (
  printer: Printer,
  invoice: InvoiceToPrint,
  { logo, ...letterhead }: Letterhead,
): Promise<Buffer> => {
  const stampUrl = stampUrlOf(invoice);
  return printer.print(
    template,
    {
      at: invoice.updated_at,
      ...invoicePaper(invoice),
      letterhead: { ...letterhead, hasLogo: logo !== null },
    },
    {
      ...(logo !== null && { 'logo.png': logo }),
      ...(stampUrl !== null && { 'stamp.svg': Buffer.from(renderSVG(stampUrl, { border: 1 }), 'utf8') }),
    },
  );
};
