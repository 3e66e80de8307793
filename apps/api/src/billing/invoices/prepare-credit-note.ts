import { referenceId } from '@pauta/domain/kinds/reference.ts';
import sql from 'sql-template-tag';
import type { CommandHandler } from '../../resource/commands/handler.ts';

/**
 * Prepares the draft of a credit note for a whole invoice. Its lines have the stored amounts of the lines that they take
 * back, and refer to them, so that saving the draft keeps those amounts (`invoiceTotals`).
 */
export const prepareCreditNote: CommandHandler = {
  run: async ({ tx }, invoice, input) => {
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO invoices (concept, doc_kind, fiscal_document, company_id, client_id, agency_id, bill_to,
        contract_id, period, modifies_invoice_id, reason_id, po_number, credit_term_id, currency_code, income_type, payment_type,
        agency_commission_pct, commission_mode, gross, net, agency_discount, taxable, tax, total)
      SELECT left('Crédito de ' || internal_no || ' · ' || concept, 160), 'credit_note', 'B04', company_id, client_id,
        agency_id, bill_to, contract_id, period, id, ${referenceId(input.reason_id)}::uuid, po_number, credit_term_id, currency_code, income_type,
        payment_type, agency_commission_pct, commission_mode, gross, net, agency_discount, taxable, tax, total
      FROM invoices WHERE id = ${invoice?.id}::uuid RETURNING id`);
    if (!row) throw new Error('inserting a credit note answers its id');
    await tx.query(sql`
      INSERT INTO invoice_lines (id, invoice_id, position, description, ad_article_id, quantity, unit_price, discount_pct,
        tax_rate_id, gl_account_id, tax_pct, gross, net, agency_discount, taxable, tax, total, original_line_id,
        order_line_id, billed_quantity)
      SELECT new_id(), ${row.id}::uuid, position, description, ad_article_id, quantity, unit_price, discount_pct,
        tax_rate_id, gl_account_id, tax_pct, gross, net, agency_discount, taxable, tax, total, id,
        order_line_id, billed_quantity
      FROM invoice_lines WHERE invoice_id = ${invoice?.id}::uuid`);
    return { createdId: row.id };
  },
};
