import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { type PrintedReceipt, receiptPaper } from '@pauta/domain/billing/payments/receipt-paper.ts';
import { choiceKind } from '@pauta/domain/kinds/choice.ts';
import sql from 'sql-template-tag';
import type { Letterhead } from '../../../admin/settings/letterhead.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { forbidden } from '../../../platform/http/problem.ts';
import type { Printer } from '../../../printing/printer.ts';
import { readTemplate } from '../../../printing/template.ts';
import { viewPermissions } from '../../../resource/reading/row-scope.ts';

const template = readTemplate(new URL('./receipt.typ', import.meta.url));

/** What the receipt of a payment is printed from. */
export type ReceiptToPrint = Omit<PrintedReceipt, 'status_label' | 'method_label'> & {
  readonly company_id: string;
  readonly method: string;
  readonly updated_at: string;
};

/** Reads what the receipt of a payment is printed from, in one statement. */
export const readReceipt = async (database: Queryable, id: string): Promise<ReceiptToPrint> => {
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

/** Name of the file of a receipt, without its extension. */
export const receiptName = ({ receipt_no }: ReceiptToPrint): string => `Recibo ${receipt_no}`;

/** The receipt of a payment as PDF. */
export const printReceipt = (
  printer: Printer,
  receipt: ReceiptToPrint,
  { logo, ...letterhead }: Letterhead,
): Promise<Buffer> => {
  const paper = receiptPaper({
    ...receipt,
    status_label: choiceKind.format(receipt.status, payments.fields.status.options),
    method_label: choiceKind.format(receipt.method, payments.fields.method.options),
  });
  return printer.print(
    template,
    { at: receipt.updated_at, ...paper, letterhead: { ...letterhead, hasLogo: logo !== null } },
    logo === null ? {} : { 'logo.png': logo },
  );
};

/** A receipt names invoices: who sees payments of an account without its invoices does not get it. @throws Problem 403 */
export const requireInvoices = (actor: { readonly permissions: ReadonlySet<string> }): void => {
  const views = viewPermissions(invoices);
  if (!views.some((name) => actor.permissions.has(name))) throw forbidden(views);
};
