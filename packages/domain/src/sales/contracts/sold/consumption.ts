import { isZero, negate, subtract } from '../../../money/arithmetic.ts';

/** How far a signed contract was consumed. Amounts are decimal text in its currency. */
export interface Consumption {
  readonly currency: string;
  /** Net of the lines in force: before tax and before the discount of the agency, as the next four. */
  readonly contracted: string;
  /** Of what was placed or aired. */
  readonly placed: string;
  readonly aired: string;
  /** In issued invoices, less credit notes. */
  readonly billed: string;
  /** The part of the payments that pays the net. */
  readonly collected: string;
  /** Of the lines in force, with tax. */
  readonly contracted_total: string;
  /** What will still be invoiced, with tax. */
  readonly unbilled_total: string;
  /** Totals of issued invoices and debit notes, less credit notes. */
  readonly invoiced_total: string;
  readonly paid: string;
  /** What is owed of its invoices. */
  readonly open_balance: string;
}

/** A step from what was contracted to what is owed. */
export interface ConsumptionStep {
  readonly key: 'contracted' | 'unbilled' | 'difference' | 'invoiced' | 'paid' | 'open';
  readonly amount: string;
  /** Whether it is the sum of the steps before it. */
  readonly isSum: boolean;
}

/**
 * The bridge from what was contracted to what is owed, with tax. What was invoiced may differ from what was contracted for
 * it, by other charges in its invoices and by rounded taxes: that is a step of its own, absent where it is zero.
 *
 * @example consumptionBridge(consumption).at(-1) // { key: 'open', amount: '1180.00', isSum: true }
 */
export function consumptionBridge(consumption: Consumption): readonly ConsumptionStep[] {
  const { contracted_total, unbilled_total, invoiced_total, paid, open_balance } = consumption;
  const difference = subtract(invoiced_total, subtract(contracted_total, unbilled_total));
  return [
    { key: 'contracted', amount: contracted_total, isSum: true },
    { key: 'unbilled', amount: negate(unbilled_total), isSum: false },
    ...(isZero(difference) ? [] : [{ key: 'difference', amount: difference, isSum: false } as const]),
    { key: 'invoiced', amount: invoiced_total, isSum: true },
    { key: 'paid', amount: negate(paid), isSum: false },
    { key: 'open', amount: open_balance, isSum: true },
  ];
}
