import { type PromptLine, promptDiscount } from '@pauta/domain/billing/adjustments/prompt-discount.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { isZero, subtract } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { invoiceTables } from '../invoices/invoice-tables.ts';

/** The fiscal code of notes that correct an amount (domain §1.6). */
const amountsCode = '3';

/** Why an invoice has not earned its discount; null if it has. The invoice is locked. */
const whyNot = async (tx: Transaction, invoice: AnyRecord): Promise<string | null> => {
  const row = await tx.one<{
    earned: boolean;
    late: string | null;
    balance: string;
    credited: string;
  }>(sql`
    SELECT prompt_discount_earned(i) AS earned, late_payment(i) AS late, i.balance::text, i.credited::text
    FROM invoices i WHERE i.id = ${invoice.id}::uuid`);
  if (!row || row.earned) return null;
  const money = (amount: string): string => formatAmount({ currency: String(invoice.currency_code), amount });
  const discount = String(invoice.prompt_discount);
  if (row.late !== null)
    return `El cobro ${row.late} llegó después del ${formatCivilDate(String(invoice.prompt_until))}, el último día del pronto pago.`;
  if (!isZero(row.credited)) return 'La factura tiene otra nota de crédito: el descuento era de su total.';
  return compareDecimals(row.balance, discount) > 0
    ? `Faltan ${money(subtract(row.balance, discount))} por pagar: el pronto pago deja pendiente solo ${money(discount)}.`
    : `Se le aplicó de más: para dar el descuento deje pendiente ${money(discount)}.`;
};

const insertNote = async (
  tx: Transaction,
  invoice: AnyRecord,
  { header, lines }: ReturnType<typeof promptDiscount>,
): Promise<string> => {
  const row = await tx.one<{ id: string }>(sql`
    WITH reason AS (
      SELECT id FROM reasons WHERE kind = 'credit_note' AND fiscal_code = ${amountsCode} AND is_active
      ORDER BY sort_order, id LIMIT 1),
    note AS (
      INSERT INTO invoices (concept, doc_kind, fiscal_document, company_id, client_id, agency_id, bill_to,
        contract_id, period, modifies_invoice_id, reason_id, rebill, po_number, credit_term_id, currency_code, income_type,
        payment_type, agency_commission_pct, commission_mode, gross, net, agency_discount, taxable, tax, total)
      SELECT left('Pronto pago de ' || i.internal_no || ' · ' || i.concept, 160), 'credit_note', 'B04', i.company_id,
        i.client_id, i.agency_id, i.bill_to, i.contract_id, i.period, i.id, r.id, false, i.po_number, i.credit_term_id,
        i.currency_code, i.income_type, i.payment_type, i.agency_commission_pct, i.commission_mode, ${header.gross}::numeric,
        ${header.net}::numeric, ${header.agency_discount}::numeric, ${header.taxable}::numeric, ${header.tax}::numeric,
        ${header.total}::numeric
      FROM invoices i CROSS JOIN reason r WHERE i.id = ${invoice.id}::uuid RETURNING id),
    written AS (
      INSERT INTO invoice_lines (id, invoice_id, position, description, ad_article_id, quantity, unit_price, discount_pct,
        tax_rate_id, gl_account_id, tax_pct, gross, net, agency_discount, taxable, tax, total, original_line_id,
        order_line_id, billed_quantity)
      SELECT new_id(), n.id, l.position, left('Pronto pago: ' || l.description, 200), l.ad_article_id, 1, p.unit_price, 0,
        l.tax_rate_id, l.gl_account_id, l.tax_pct, p.gross, p.net, p.agency_discount, p.taxable, p.tax, p.total, l.id,
        l.order_line_id, CASE WHEN l.order_line_id IS NOT NULL THEN 0 END
      FROM note n CROSS JOIN jsonb_to_recordset(${JSON.stringify(lines satisfies readonly PromptLine[])}::jsonb) AS p (
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

/**
 * Prepares the draft of the credit note for prompt payment of an invoice that was paid within its days but for the
 * discount. The database gives it once, and only issues the note while that still holds.
 */
export const givePromptDiscount: CommandHandler<unknown, AnyRecord> = {
  run: async ({ tx, now }, invoice) => {
    const why = await whyNot(tx, invoice);
    if (why !== null) throw conflict('prompt_discount_not_earned', why);
    const tables = await invoiceTables(tx, invoice, String(invoice.issue_date ?? companyDay(now.getTime())));
    const amounts = new Map(
      linesIn(invoice, 'lines').map((line) => [line.id, line as unknown as PromptLine] as const),
    );
    const note = promptDiscount(invoice, tables, amounts, String(invoice.prompt_pct));
    const noteId = await insertNote(tx, invoice, note);
    await tx.query(sql`
      INSERT INTO prompt_discounts (invoice_id, credit_note_id) VALUES (${invoice.id}::uuid, ${noteId}::uuid)`);
    return { createdId: noteId };
  },
};
