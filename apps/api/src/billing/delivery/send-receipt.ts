import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { paragraphsOf } from '../../mail/email.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import {
  printReceipt,
  type ReceiptToPrint,
  readReceipt,
  receiptName,
  requireInvoices,
} from '../payments/printing/print-receipt.ts';
import type { Recipient } from './deliver-invoice.ts';

/** Who of a payer gets its receipts; empty if nobody can be reached. */
const recipientsOf = (tx: Transaction, paymentId: string): Promise<readonly Recipient[]> =>
  tx.query<Recipient>(sql`
    SELECT r.name, r.email
    FROM payments p CROSS JOIN LATERAL billing_recipients(p.client_id, p.agency_id,
      CASE WHEN p.agency_id IS NULL THEN 'client' ELSE 'agency' END, '{}') r
    WHERE p.id = ${paymentId}::uuid ORDER BY r.email`);

const sentence = ({ receipt_no, amount, currency_code, received_on }: ReceiptToPrint): string =>
  `el recibo ${receipt_no} del cobro de ${formatMoney(amount, currency_code, 2)} recibido el ${formatCivilDate(received_on)}.`;

/** Mails the receipt of a payment to who paid, or to an address that is given, and records each mail. */
export const sendReceipt: CommandHandler<unknown, AnyRecord> = {
  answer: { mailed_to: { type: 'array', items: { type: 'string' } } },
  run: async ({ tx, server, actor, isDry }, payment, { email, message }) => {
    requireInvoices(actor);
    const receipt = await readReceipt(tx, payment.id);
    const recipients = isEmpty(email)
      ? await recipientsOf(tx, payment.id)
      : [{ name: receipt.payer_name, email: String(email) }];
    if (recipients.length === 0)
      throw conflict(
        'nobody_to_mail',
        `${receipt.payer_name} no tiene un contacto de facturación con correo. Agréguelo, o escriba a qué correo se envía.`,
      );
    const mailed_to = recipients.map((one) => one.email);
    if (isDry) return { mailed_to };
    const letterhead = await readLetterhead(server, [receipt.company_id], tx);
    const document = await printReceipt(server.printer, receipt, letterhead);
    for (const { name, email: to } of recipients) {
      const mailId = await server.mailer.queue(tx, {
        userId: null,
        to,
        content: {
          name,
          subject: `${receiptName(receipt)} · ${letterhead.name}`.slice(0, 200),
          paragraphs: [
            ...paragraphsOf(isEmpty(message) ? '' : String(message)),
            `${letterhead.name} le envía ${sentence(receipt)}`,
          ],
          note: 'El recibo está adjunto. Si no lo esperaba, avise a quien se lo envió.',
          attachments: [
            {
              name: `${receiptName(receipt)}.pdf`,
              type: 'application/pdf',
              content: document.toString('base64'),
            },
          ],
        },
        goodForHours: 72,
      });
      await tx.query(sql`
        INSERT INTO receipt_deliveries (recipient, email, payment_id, mail_id, created_by)
        VALUES (${name.slice(0, 160)}, ${to}, ${payment.id}::uuid, ${mailId}::uuid, ${tx.change.actorId}::uuid)`);
    }
    return { mailed_to };
  },
};
