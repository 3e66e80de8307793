import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { type PrintedReceipt, receiptPaper } from '@pauta/domain/billing/payments/receipt-paper.ts';
import { choiceKind } from '@pauta/domain/kinds/choice.ts';
import type { ResourcePermissions } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../../admin/settings/letterhead.ts';
import { actorOf } from '../../../platform/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { forbidden } from '../../../platform/http/problem.ts';
import { sendPdf } from '../../../printing/send-pdf.ts';
import { readTemplate } from '../../../printing/template.ts';
import { readRecord } from '../../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams } from '../../../resource/route.ts';
import { tableOf } from '../../../resource/table.ts';

const template = readTemplate(new URL('./receipt.typ', import.meta.url));

type ReceiptToPrint = Omit<PrintedReceipt, 'status_label' | 'method_label'> & {
  readonly company_id: string;
  readonly method: string;
  readonly updated_at: string;
};

/** Reads what the receipt of a payment is printed from, in one statement. */
const readReceipt = async (database: Queryable, id: string): Promise<ReceiptToPrint> => {
  const row = await database.one<{ receipt: ReceiptToPrint }>(sql`
    SELECT json_build_object('company_id', p.company_id, 'updated_at', p.updated_at, 'receipt_no', p.receipt_no,
      'status', p.status, 'method', p.method, 'payer_name', coalesce(c.legal_name, a.legal_name),
      'payer_tax_id', coalesce(c.tax_id, a.tax_id), 'received_on', p.received_on, 'bank', b.name, 'reference', p.reference,
      'currency_code', p.currency_code, 'company_currency', o.currency_code, 'fx_rate', p.fx_rate::text,
      'amount', p.amount::text, 'withheld', p.withheld::text, 'applied', p.applied::text, 'unapplied', p.unapplied::text,
      'closed_on', p.closed_on, 'notes', p.notes, 'withholdings', coalesce(p.withholdings, '[]'),
      'applications', (
        SELECT coalesce(json_agg(json_build_object('invoice', coalesce(i.fiscal_number, i.internal_no),
          'concept', i.concept, 'due_date', i.due_date, 'amount', s.amount::text, 'balance', i.balance::text)
          ORDER BY i.due_date, i.internal_no, i.id), '[]')
        FROM (
          SELECT invoice_id, sum(amount) AS amount FROM payment_applications WHERE payment_id = p.id
          GROUP BY 1 HAVING sum(amount) <> 0) s JOIN invoices i ON i.id = s.invoice_id)) AS receipt
    FROM payments p JOIN companies o ON o.id = p.company_id LEFT JOIN clients c ON c.id = p.client_id
      LEFT JOIN agencies a ON a.id = p.agency_id LEFT JOIN bank_accounts b ON b.id = p.bank_account_id
    WHERE p.id = ${id}::uuid`);
  if (!row) throw new Error(`there is no payment ${id}`);
  return row.receipt;
};

const viewsOf = ({ viewAll, viewTeam, viewOwn }: ResourcePermissions): string[] =>
  [viewAll, viewTeam, viewOwn].filter((name) => typeof name === 'string');

/** The receipt of a payment, for staff who may see it and invoices. */
export const receiptRoutes = (app: FastifyInstance): void => {
  const table = tableOf(payments);
  app.get<{ Params: IdParams }>(
    `/api/${payments.path}/:id/receipt.pdf`,
    {
      config: { access: accessTo(viewsOf(payments.permissions)) },
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
      // It names invoices: whoever sees payments of an account without its invoices does not print it.
      if (!viewsOf(invoices.permissions).some((name) => actor.permissions.has(name)))
        throw forbidden(viewsOf(invoices.permissions));
      const receipt = await readReceipt(app.database, id);
      const { logo, ...letterhead } = await readLetterhead(app, [receipt.company_id]);
      const paper = receiptPaper({
        ...receipt,
        status_label: choiceKind.format(receipt.status, payments.fields.status.options),
        method_label: choiceKind.format(receipt.method, payments.fields.method.options),
      });
      const document = await app.printer.print(
        template,
        { at: receipt.updated_at, ...paper, letterhead: { ...letterhead, hasLogo: logo !== null } },
        logo === null ? {} : { 'logo.png': logo },
      );
      return sendPdf(reply, document, `Recibo ${receipt.receipt_no}`);
    },
  );
};
