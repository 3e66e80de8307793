import { referenceId } from '@pauta/domain/kinds/reference.ts';
import sql from 'sql-template-tag';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';

/** The fiscal code of notes that correct an amount (domain §1.6); what they take back is not billed again. */
const amountsCode = '3';

/**
 * Prepares the draft of a credit note for what other notes left of an invoice. Its lines have the stored amounts of the
 * lines that they take back, and refer to them, so that saving the draft keeps those amounts (`invoiceTotals`). A line
 * that was given for free is among them: its price and its discount were posted.
 */
export const prepareCreditNote: CommandHandler = {
  run: async ({ tx }, invoice, input) => {
    const reasonId = referenceId(input.reason_id);
    const row = await tx.one<{ id: string }>(sql`
      WITH lines AS (
        SELECT r.*, l.position, l.description, l.ad_article_id, l.tax_rate_id, l.gl_account_id, l.order_line_id
        FROM creditable_lines r JOIN invoice_lines l ON l.id = r.id
        WHERE r.invoice_id = ${invoice?.id}::uuid AND (r.gross, r.total) <> (0, 0)),
      note AS (
        INSERT INTO invoices (concept, doc_kind, fiscal_document, company_id, client_id, agency_id, bill_to,
          contract_id, period, modifies_invoice_id, reason_id, rebill, po_number, credit_term_id, currency_code, income_type,
          payment_type, agency_commission_pct, commission_mode, gross, net, agency_discount, taxable, tax, total)
        SELECT left('Crédito de ' || i.internal_no || ' · ' || i.concept, 160), 'credit_note', 'B04', i.company_id, i.client_id,
          i.agency_id, i.bill_to, i.contract_id, i.period, i.id, ${reasonId}::uuid,
          (SELECT fiscal_code IS DISTINCT FROM ${amountsCode} FROM reasons WHERE id = ${reasonId}::uuid), i.po_number,
          i.credit_term_id, i.currency_code, i.income_type, i.payment_type, i.agency_commission_pct, i.commission_mode,
          s.gross, s.net, s.agency_discount, s.taxable, s.tax, s.total
        FROM invoices i CROSS JOIN (
            SELECT sum(gross) AS gross, sum(net) AS net, sum(agency_discount) AS agency_discount, sum(taxable) AS taxable,
              sum(tax) AS tax, sum(total) AS total
            FROM lines HAVING sum(total) > 0) s
        WHERE i.id = ${invoice?.id}::uuid RETURNING id),
      written AS (
        INSERT INTO invoice_lines (id, invoice_id, position, description, ad_article_id, quantity, unit_price, discount_pct,
          tax_rate_id, gl_account_id, tax_pct, gross, net, agency_discount, taxable, tax, total, original_line_id,
          order_line_id, billed_quantity)
        SELECT new_id(), n.id, l.position, l.description, l.ad_article_id, l.quantity, l.unit_price, l.discount_pct,
          l.tax_rate_id, l.gl_account_id, l.tax_pct, l.gross, l.net, l.agency_discount, l.taxable, l.tax, l.total, l.id,
          l.order_line_id, l.billed_quantity
        FROM lines l, note n)
      SELECT id FROM note`);
    if (row) return { createdId: row.id };
    throw conflict('nothing_left', 'Esta factura ya está acreditada por completo.');
  },
};
