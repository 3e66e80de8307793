import { min, subtract } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** An open invoice, and how much of a payment it is to get at most; without an amount, its whole balance. */
export interface OpenInvoice {
  readonly id: string;
  readonly balance: string;
  readonly amount?: string | null;
}

/**
 * Applies an available amount to invoices in their order, each up to its balance and its own amount, until it is used
 * up. An amount of one invoice that exceeds its balance or what is left is not cut: the caller refuses it beforehand.
 *
 * @example spreadPayment('150.00', [{ id: 'a', balance: '100.00' }, { id: 'b', balance: '80.00' }])
 * // [{ id: 'a', amount: '100.00' }, { id: 'b', amount: '50.00' }]
 */
export const spreadPayment = (
  available: string,
  invoices: readonly OpenInvoice[],
): { readonly id: string; readonly amount: string }[] => {
  let left = available;
  const spread: { id: string; amount: string }[] = [];
  for (const { id, balance, amount } of invoices) {
    const part = amount ?? min(balance, left);
    if (compareDecimals(part, '0') <= 0) continue;
    spread.push({ id, amount: part });
    left = subtract(left, part);
  }
  return spread;
};
