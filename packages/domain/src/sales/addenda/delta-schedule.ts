import { add, isZero, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import {
  type BillingPlan,
  billingSchedule,
  type Instalment,
  type ScheduledLine,
} from '../contracts/billing-schedule.ts';

const amountOf = (instalments: readonly Instalment[]): string => sum(instalments.map(({ amount }) => amount));

/**
 * By how much the instalments change when the lines of a contract do. What was due before `from` stays, since it may be
 * invoiced already: it counts toward the instalments that the billing plan gives for the new lines, in their order. So
 * what was planned too much is taken from the next instalments, and what was planned too little falls due on `from`.
 * Only if more was due before `from` than the contract is now worth is an instalment negative: that of `from`, with what
 * has to be credited.
 *
 * @param planned the instalments in force, by day
 * @param from civil day from which the addendum is effective
 * @returns changes by day, without zeros; their sum is the taxable amount of `lines` less that of `planned`
 * @example deltaSchedule('on_delivery', lines, [{ due_on: '2026-03-31', amount: '100.00' }], { from: '2026-03-10', currency: 'DOP' })
 */
export function deltaSchedule(
  plan: BillingPlan,
  lines: readonly ScheduledLine[],
  planned: readonly Instalment[],
  { from, currency }: { readonly from: string; readonly currency: string },
): Instalment[] {
  if (plan === 'milestones') return [];
  const open = planned.filter(({ due_on }) => due_on >= from);
  const proposed = billingSchedule(plan, lines, { today: from, currency });
  const growth = subtract(sum(lines.map(({ taxable }) => taxable)), amountOf(planned));
  // A sale that was paid in advance is not paid in advance again: only the difference is.
  const onlyDifference = plan === 'upfront' || proposed.length === 0;
  const wanted = onlyDifference ? [{ due_on: from, amount: growth }, ...open] : proposed;
  let credit = onlyDifference ? '0.00' : subtract(amountOf(planned), amountOf(open));

  const changes = new Map<string, string>();
  const book = (due_on: string, amount: string): void => {
    const day = due_on < from ? from : due_on;
    changes.set(day, add(changes.get(day) ?? '0.00', amount));
  };
  for (const { due_on, amount } of wanted) {
    const left = subtract(amount, credit);
    const isCovered = compareDecimals(left, '0') <= 0;
    credit = isCovered ? subtract('0.00', left) : '0.00';
    if (!isCovered) book(due_on, left);
  }
  book(from, subtract('0.00', credit));
  for (const { due_on, amount } of open) book(due_on, subtract('0.00', amount));
  return [...changes]
    .filter(([, amount]) => !isZero(amount))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([due_on, amount]) => ({ due_on, amount }));
}
