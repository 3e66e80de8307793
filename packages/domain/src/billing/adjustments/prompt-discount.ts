import type { Body } from '../../document/document.ts';
import { isZero, percentOf, round } from '../../money/arithmetic.ts';
import type { Totals } from '../../money/line-totals.ts';
import { linesIn } from '../../resource/lines.ts';
import { type InvoiceTables, invoiceTotals } from '../invoices/invoice-totals.ts';

type LineAmounts = Totals & { readonly tax_pct: string };

/** A line of the credit note for prompt payment: one unit at the part of the net of its line. */
export interface PromptLine extends LineAmounts {
  /** Of the line of the invoice. */
  readonly id: string;
  readonly unit_price: string;
}

/**
 * The discount for prompt payment of an invoice, as its credit note will have it: a part of the net of each line, with the
 * agency discount and the tax of the line, so that the note and what is paid settle the invoice to the cent.
 *
 * @param amounts the stored amounts of each line of the invoice by its id
 * @param pct percent of the credit term
 * @example promptDiscount(invoice, tables, amounts, '2') // { header: { total: '23.60', … }, lines }, of 1,180.00
 */
export const promptDiscount = (
  invoice: Body,
  tables: InvoiceTables,
  amounts: ReadonlyMap<string, LineAmounts>,
  pct: string,
): { readonly header: Totals; readonly lines: readonly PromptLine[] } => {
  const lines = linesIn(invoice, 'lines').flatMap((line) => {
    const part = round(percentOf(amounts.get(line.id)?.net ?? '0', pct), 2);
    return isZero(part) ? [] : [{ ...line, quantity: '1', unit_price: part, discount_pct: '0' }];
  });
  // The tax of each line is that of the invoice, whatever applies today; another quantity, so that none has stored amounts.
  const originals = Object.fromEntries(
    [...amounts].map(([id, one]) => [id, { ...one, quantity: '0', unit_price: '0', discount_pct: '0' }]),
  );
  const totals = invoiceTotals({ ...invoice, lines }, { ...tables, originals });
  return {
    header: totals.header,
    lines: lines.flatMap(({ id, unit_price }) => {
      const own = totals.lines.get(id);
      return own ? [{ id, unit_price, ...own }] : [];
    }),
  };
};
