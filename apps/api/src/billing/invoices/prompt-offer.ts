import { promptDiscount } from '@pauta/domain/billing/adjustments/prompt-discount.ts';
import type { InvoiceTables } from '@pauta/domain/billing/invoices/invoice-totals.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';

/** The discount for prompt payment that a credit term gives. */
export interface PromptTerm {
  readonly discount_pct: string | null;
  readonly discount_days: number | null;
}

/**
 * What an invoice offers for prompt payment, as columns to store when it is issued.
 *
 * @param day the civil day of its issue
 */
export const promptOffer = (
  invoice: Values,
  { discount_pct: pct, discount_days: days }: PromptTerm,
  day: string,
  totals: { readonly tables: InvoiceTables; readonly amounts: Parameters<typeof promptDiscount>[2] },
): Values => {
  if (invoice.doc_kind !== 'invoice' || pct === null || days === null || isZero(pct)) return {};
  const { total } = promptDiscount(invoice, totals.tables, totals.amounts, pct).header;
  return isZero(total) ? {} : { prompt_until: addDays(day, days), prompt_pct: pct, prompt_discount: total };
};
