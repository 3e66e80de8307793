import { invoicePaper } from '@pauta/domain/billing/invoices/invoice-paper.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { paragraphsOf } from '../../mail/email.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { invoiceFileName, printInvoice } from './print-invoice.ts';
import { readPrintedInvoice } from './read-printed-invoice.ts';

interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** The billing contact of the contract, or the usual one of who pays. @throws Problem 409 without one that mail reaches */
const readRecipient = async (tx: Transaction, id: string): Promise<Recipient> => {
  const contact = await tx.one<{ name: string; email: string | null }>(sql`
    SELECT p.full_name AS name, CASE WHEN NOT p.email_bounced THEN p.primary_email END AS email
    FROM invoices i LEFT JOIN contracts c ON c.id = i.contract_id
      JOIN contacts p ON p.id = coalesce(c.billing_contact_id, usual_billing_contact(i.client_id, i.agency_id, i.bill_to))
    WHERE i.id = ${id}::uuid AND p.archived_at IS NULL`);
  if (!contact?.email)
    throw conflict(
      'unreachable_billing_contact',
      contact
        ? `${contact.name} no tiene un correo que llegue: agréguelo en Contactos.`
        : 'Quien paga no tiene un contacto con correo: agregue uno de facturación en Contactos.',
    );
  return { name: contact.name, email: contact.email };
};

/** Mails an issued invoice or note to its billing contact: its PDF and, of a signed e-CF, the XML. */
export const sendInvoice: CommandHandler<unknown, AnyRecord> = {
  answer: { sent_to: { type: 'string', description: 'El contacto que la recibe.' } },
  run: async ({ tx, server, isDry }, { id }, { message }) => {
    const { name, email } = await readRecipient(tx, id);
    if (isDry) return { sent_to: name };
    const invoice = await readPrintedInvoice(tx, id);
    const letterhead = await readLetterhead(server, [invoice.company_id], tx);
    const document = await printInvoice(server.printer, invoice, letterhead);
    const paper = invoicePaper(invoice);
    const file = invoiceFileName(paper, invoice);
    const total = formatAmount({ currency: invoice.currency_code, amount: invoice.total });
    await server.mailer.queue(tx, {
      userId: null,
      to: email,
      content: {
        subject: `${file} de ${letterhead.name}`,
        name,
        paragraphs: [
          ...paragraphsOf(String(message ?? '')),
          `${letterhead.name} le envía ${file}, por ${total}. El documento está adjunto.`,
        ],
        note: 'Si algo no es correcto, responda a su ejecutivo antes del vencimiento.',
        attachments: [
          { name: `${file}.pdf`, type: 'application/pdf', content: document.toString('base64') },
          ...(invoice.signed
            ? [
                {
                  name: `${file}.xml`,
                  type: 'application/xml',
                  content: Buffer.from(invoice.signed.xml, 'utf8').toString('base64'),
                },
              ]
            : []),
        ],
      },
      goodForHours: 72,
    });
    // The invoice itself does not change, so its history is told here.
    await tx.query(sql`
      INSERT INTO audit_log (actor_id, on_behalf_of, ip, request_id, entity, entity_id, action, after, reason)
      VALUES (audit_setting('actor')::uuid, audit_setting('on_behalf_of')::uuid, audit_setting('ip')::inet,
        audit_setting('request'), 'invoices', ${id}, 'send', ${JSON.stringify({ to: email })}::jsonb, NULL)`);
    return { sent_to: name };
  },
};
