import { divide, max, min, multiply, subtract } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** What one unit of the currency of a payment and of an invoice is worth in the currency of the company. */
export interface ConversionRates {
  readonly payment: string;
  readonly invoice: string;
}

/** An open invoice, and how much of a payment it is to get at most; without an amount, its whole balance. */
export interface OpenInvoice {
  readonly id: string;
  readonly balance: string;
  readonly amount?: string | null;
  /** Only of an invoice in another currency than the payment. */
  readonly rates?: ConversionRates | null;
}

/** What an invoice gets, in its currency, and what that takes from the payment, in that of the payment. */
export interface SpreadAmount {
  readonly id: string;
  readonly amount: string;
  readonly taken: string;
}

/**
 * What settling an amount of an invoice takes from a payment: at least a cent, so that no small amount is settled for
 * nothing.
 *
 * @example takenFor('590.00', { payment: '59.00', invoice: '1' }) // '10.00'
 */
export const takenFor = (amount: string, rates?: ConversionRates | null): string =>
  rates ? max('0.01', divide(multiply(amount, rates.invoice), rates.payment, 2)) : amount;

/**
 * Applies an available amount to invoices in their order, each up to its balance and its own amount, until it is used
 * up. An amount of one invoice that exceeds its balance or what is left is not cut: the caller refuses it beforehand.
 *
 * @example spreadPayment('150.00', [{ id: 'a', balance: '100.00' }, { id: 'b', balance: '80.00' }])
 * // [{ id: 'a', amount: '100.00', taken: '100.00' }, { id: 'b', amount: '50.00', taken: '50.00' }]
 */
export const spreadPayment = (available: string, invoices: readonly OpenInvoice[]): SpreadAmount[] => {
  let left = available;
  const spread: SpreadAmount[] = [];
  for (const { id, balance, amount, rates } of invoices) {
    const wanted = amount ?? balance;
    const cost = takenFor(wanted, rates);
    const fits = Boolean(amount) || compareDecimals(cost, left) <= 0;
    const taken = fits ? cost : left;
    const reached = rates ? divide(multiply(left, rates.payment), rates.invoice, 2) : left;
    const part = fits ? wanted : min(balance, reached);
    if (compareDecimals(part, '0') <= 0 || compareDecimals(taken, '0') <= 0) continue;
    spread.push({ id, amount: part, taken });
    left = subtract(left, taken);
  }
  return spread;
};
