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
import { insertAmountNote } from './insert-amount-note.ts';

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

/**
 * Prepares the draft of the credit note that gives an invoice its discount. The invoice is locked and has its lines.
 *
 * @returns its id
 */
export const preparePromptDiscount = async (
  tx: Transaction,
  invoice: AnyRecord,
  today: string,
): Promise<string> => {
  const tables = await invoiceTables(tx, invoice, String(invoice.issue_date ?? today));
  const amounts = new Map(
    linesIn(invoice, 'lines').map((line) => [line.id, line as unknown as PromptLine] as const),
  );
  const note = promptDiscount(invoice, tables, amounts, String(invoice.prompt_pct));
  const noteId = await insertAmountNote(tx, { invoiceId: invoice.id, title: 'Pronto pago', ...note });
  await tx.query(sql`
    INSERT INTO prompt_discounts (invoice_id, credit_note_id) VALUES (${invoice.id}::uuid, ${noteId}::uuid)`);
  return noteId;
};

/**
 * Prepares the draft of the credit note for prompt payment of an invoice that was paid within its days but for the
 * discount. The database gives it once, and only issues the note while that still holds.
 */
export const givePromptDiscount: CommandHandler<unknown, AnyRecord> = {
  run: async ({ tx, now }, invoice) => {
    const why = await whyNot(tx, invoice);
    if (why !== null) throw conflict('prompt_discount_not_earned', why);
    return { createdId: await preparePromptDiscount(tx, invoice, companyDay(now.getTime())) };
  },
};
