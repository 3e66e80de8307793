import { sum } from './arithmetic.ts';
import { type LineTerms, lineTotals, type Totals } from './line-totals.ts';

/**
 * Header totals of a document: the sums of the stored amounts of its lines, never recalculated from header values
 * (`golden-money.json`, rules). Without lines every total is `0.00`.
 *
 * @param lines of one currency
 * @example sumTotals([first, second]).total // '106.31'
 */
export const sumTotals = (lines: readonly Totals[]): Totals => ({
  gross: sum(lines.map(({ gross }) => gross)),
  net: sum(lines.map(({ net }) => net)),
  agency_discount: sum(lines.map(({ agency_discount }) => agency_discount)),
  taxable: sum(lines.map(({ taxable }) => taxable)),
  tax: sum(lines.map(({ tax }) => tax)),
  total: sum(lines.map(({ total }) => total)),
});

/**
 * Amounts of every line of a document, in order, and of its header.
 *
 * @param currency of the document, ISO 4217
 * @throws TypeError, RangeError as `lineTotals`
 * @example documentTotals(lines, 'DOP').header.total
 */
export function documentTotals(
  lines: readonly LineTerms[],
  currency: string,
): { readonly header: Totals; readonly lines: readonly Totals[] } {
  const calculated = lines.map((line) => lineTotals(line, currency));
  return { header: sumTotals(calculated), lines: calculated };
}
