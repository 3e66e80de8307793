import type { Totals } from '@pauta/domain/money/line-totals.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';

/** The fiscal code of notes that correct an amount (domain §1.6). */
const amountsCode = '3';

/** A line of a note that takes back an amount of a line: one unit at its net. */
export interface AmountLine extends Totals {
  /** Of the line of the invoice. */
  readonly id: string;
  readonly unit_price: string;
  readonly tax_pct: string;
}

/** What a note that gives a discount takes back of which invoice, and why. */
export interface AmountNote {
  readonly invoiceId: string;
  /** What the discount is, at the beginning of its concept and of its lines. */
  readonly title: string;
  /** Code of its own reason; without one, the first that corrects an amount. */
  readonly reason?: string;
  readonly header: Totals;
  readonly lines: readonly AmountLine[];
}

/**
 * Inserts the draft of a credit note that gives a discount on an issued invoice; it is not billed again.
 *
 * @returns its id
 * @throws Problem 409 without an active reason that corrects an amount
 */
export const insertAmountNote = async (
  tx: Transaction,
  { invoiceId, title, reason = '', header, lines }: AmountNote,
): Promise<string> => {
  const row = await tx.one<{ id: string }>(sql`
    WITH reason AS (
      SELECT id FROM reasons WHERE kind = 'credit_note' AND fiscal_code = ${amountsCode} AND is_active
      ORDER BY code = ${reason} DESC, sort_order, id LIMIT 1),
    note AS (
      INSERT INTO invoices (concept, doc_kind, fiscal_document, company_id, client_id, agency_id, bill_to,
        contract_id, period, modifies_invoice_id, reason_id, rebill, po_number, credit_term_id, currency_code, income_type,
        payment_type, agency_commission_pct, commission_mode, gross, net, agency_discount, taxable, tax, total)
      SELECT left(${title} || ' de ' || i.internal_no || ' · ' || i.concept, 160), 'credit_note', 'B04', i.company_id,
        i.client_id, i.agency_id, i.bill_to, i.contract_id, i.period, i.id, r.id, false, i.po_number, i.credit_term_id,
        i.currency_code, i.income_type, i.payment_type, i.agency_commission_pct, i.commission_mode, ${header.gross}::numeric,
        ${header.net}::numeric, ${header.agency_discount}::numeric, ${header.taxable}::numeric, ${header.tax}::numeric,
        ${header.total}::numeric
      FROM invoices i CROSS JOIN reason r WHERE i.id = ${invoiceId}::uuid RETURNING id),
    written AS (
      INSERT INTO invoice_lines (id, invoice_id, position, description, ad_article_id, quantity, unit_price, discount_pct,
        tax_rate_id, gl_account_id, tax_pct, gross, net, agency_discount, taxable, tax, total, original_line_id,
        order_line_id, billed_quantity)
      SELECT new_id(), n.id, l.position, left(${title} || ': ' || l.description, 200), l.ad_article_id, 1, p.unit_price, 0,
        l.tax_rate_id, l.gl_account_id, l.tax_pct, p.gross, p.net, p.agency_discount, p.taxable, p.tax, p.total, l.id,
        l.order_line_id, CASE WHEN l.order_line_id IS NOT NULL THEN 0 END
      FROM note n CROSS JOIN jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS p (
          id uuid, unit_price numeric, gross numeric, net numeric, agency_discount numeric, taxable numeric, tax numeric,
          total numeric)
        JOIN invoice_lines l ON l.id = p.id)
    SELECT id FROM note`);
  if (!row)
    throw conflict(
      'no_reason',
      'No hay un motivo de nota de crédito que corrija montos (código 3). Agréguelo en Motivos.',
    );
  return row.id;
};
