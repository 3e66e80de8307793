import { add, isZero, subtract, sum } from '../../money/arithmetic.ts';
import {
  type BillingPlan,
  billingSchedule,
  type Instalment,
  type ScheduledLine,
} from '../contracts/billing-schedule.ts';

/**
 * By how much the instalments change when the lines of a contract do: what its billing plan gives for the new lines less
 * what is planned now. What was due before `from` stays, since it may be invoiced already; its difference falls due on
 * that day.
 *
 * @param planned the instalments in force
 * @param from civil day from which the addendum is effective
 * @example deltaSchedule('on_delivery', lines, [{ due_on: '2026-03-31', amount: '100.00' }], { from: '2026-03-10', currency: 'DOP' })
 */
export function deltaSchedule(
  plan: BillingPlan,
  lines: readonly ScheduledLine[],
  planned: readonly Instalment[],
  { from, currency }: { readonly from: string; readonly currency: string },
): Instalment[] {
  const changes = new Map<string, string>();
  const book = (due_on: string, amount: string): void => {
    const day = due_on < from ? from : due_on;
    changes.set(day, add(changes.get(day) ?? '0.00', amount));
  };
  const wanted = billingSchedule(plan, lines, { today: from, currency });
  const total = sum(lines.map(({ taxable }) => taxable));
  // A sale that was paid in advance is not paid in advance again: only the difference is.
  if (plan === 'upfront' || (wanted.length === 0 && plan !== 'milestones'))
    book(from, subtract(total, sum(planned.map(({ amount }) => amount))));
  else if (plan !== 'milestones') {
    for (const { due_on, amount } of wanted) book(due_on, amount);
    for (const { due_on, amount } of planned) book(due_on, subtract('0.00', amount));
  }
  return [...changes]
    .filter(([, amount]) => !isZero(amount))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([due_on, amount]) => ({ due_on, amount }));
}
