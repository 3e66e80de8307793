import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { doAllDue } from '../../platform/regular-work.ts';
import { deliverInvoice, recipientsOf } from './deliver-invoice.ts';

/**
 * Mails the e-CF that the authority has accepted since the setting asks for it, each in its own transaction and once.
 * One without a contact who can be reached leaves a delivery that says so.
 *
 * @returns how many were looked at
 */
export const mailAccepted = async (
  app: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<number> =>
  doAllDue(isStopped, () =>
    app.database.transaction(systemChange('ecf', 'Envío de comprobantes aceptados'), async (tx) => {
      const due = await tx.one<{ id: string; invoice_id: string }>(sql`
        SELECT d.id, d.invoice_id FROM ecf_documents d JOIN invoices i ON i.id = d.invoice_id AND i.status = 'issued'
        WHERE d.mail_due ORDER BY d.answered_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED`);
      if (!due) return false;
      await tx.query(sql`UPDATE ecf_documents SET mail_due = false WHERE id = ${due.id}::uuid`);
      const recipients = await recipientsOf(tx, due.invoice_id);
      if (recipients.length > 0)
        await deliverInvoice(app, tx, { invoiceId: due.invoice_id, recipients, origin: 'automatic' });
      else
        await tx.query(sql`
          INSERT INTO invoice_deliveries (recipient, invoice_id, origin, status, error)
          SELECT left(coalesce(payer_name, 'Sin destinatario'), 160), id, 'automatic', 'failed',
            'Quien paga no tiene un contacto de facturación con correo.'
          FROM invoices WHERE id = ${due.invoice_id}::uuid`);
      return true;
    }),
  );
