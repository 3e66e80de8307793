import { invoicePaper } from '@pauta/domain/billing/invoices/invoice-paper.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { type Attachment, type EmailContent, paragraphsOf } from '../../mail/email.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invoiceFileName, printInvoice } from '../printing/print-invoice.ts';
import { readPrintedInvoice } from '../printing/read-printed-invoice.ts';

/** Who gets an invoice. */
export interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** Who of the payer gets an invoice; empty if nobody can be reached. */
export const recipientsOf = (tx: Transaction, invoiceId: string): Promise<readonly Recipient[]> =>
  tx.query<Recipient>(sql`
    SELECT r.name, r.email FROM invoices i CROSS JOIN LATERAL invoice_recipients(i) r
    WHERE i.id = ${invoiceId}::uuid ORDER BY r.email`);

const toBase64 = (content: Buffer | string): string => Buffer.from(content).toString('base64');

/** The mail of an invoice, with its PDF and, of an e-CF, its signed XML; without a name yet. */
const mailOf = async (
  app: FastifyInstance,
  tx: Transaction,
  invoiceId: string,
  message: string | null,
): Promise<Omit<EmailContent, 'name'>> => {
  const invoice = await readPrintedInvoice(tx, invoiceId);
  const letterhead = await readLetterhead(app, [invoice.company_id], tx);
  const paper = invoicePaper(invoice);
  const name = invoiceFileName(paper, invoice);
  const attachments: Attachment[] = [
    {
      name: `${name}.pdf`,
      type: 'application/pdf',
      content: toBase64(await printInvoice(app.printer, invoice, letterhead)),
    },
    ...(invoice.signed
      ? [{ name: `${name}.xml`, type: 'application/xml', content: toBase64(invoice.signed.xml) }]
      : []),
  ];
  const total = formatMoney(invoice.total, invoice.currency_code, 2);
  const due =
    invoice.due_date !== null && invoice.doc_kind !== 'credit_note'
      ? ` Vence el ${formatCivilDate(invoice.due_date)}.`
      : '';
  return {
    subject: `${name} · ${letterhead.name}`.slice(0, 200),
    paragraphs: [
      ...paragraphsOf(message ?? ''),
      `${letterhead.name} le envía ${paper.title.toLocaleLowerCase('es')} ${paper.number ?? ''} por ${total}: ${invoice.concept}.${due}`,
    ],
    note: 'El documento está adjunto. Si no lo esperaba, avise a quien se lo envió.',
    attachments,
  };
};

/**
 * Mails an invoice to each recipient and records it, in one transaction; the mails are sent once it commits.
 *
 * @returns the addresses
 */
export const deliverInvoice = async (
  app: FastifyInstance,
  tx: Transaction,
  {
    invoiceId,
    recipients,
    origin,
    message = null,
  }: {
    readonly invoiceId: string;
    readonly recipients: readonly Recipient[];
    readonly origin: 'manual' | 'automatic';
    readonly message?: string | null;
  },
): Promise<readonly string[]> => {
  const content = await mailOf(app, tx, invoiceId, message);
  for (const { name, email } of recipients) {
    const mailId = await app.mailer.queue(tx, {
      userId: null,
      to: email,
      content: { ...content, name },
      goodForHours: 72,
    });
    await tx.query(sql`
      INSERT INTO invoice_deliveries (recipient, email, invoice_id, origin, mail_id, created_by)
      VALUES (${name.slice(0, 160)}, ${email}, ${invoiceId}::uuid, ${origin}, ${mailId}::uuid, ${tx.change.actorId}::uuid)`);
  }
  return recipients.map(({ email }) => email);
};
