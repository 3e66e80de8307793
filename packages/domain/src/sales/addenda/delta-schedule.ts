import { allocate } from '../../money/allocate.ts';
import { add, isZero, max, min, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { amountDigits, minorDigits, roundTo } from '../../money/minor-unit.ts';
import {
  type BillingPlan,
  billingSchedule,
  type Instalment,
  type ScheduledLine,
} from '../contracts/billing-schedule.ts';

const amountOf = (instalments: readonly Instalment[]): string => sum(instalments.map(({ amount }) => amount));

const positive = (amount: string): string => max('0.00', amount);

/** The part of each instalment that is billed: what was billed covers the earlier ones first. */
const billedParts = (planned: readonly Instalment[], billed: string): string[] => {
  let left = billed;
  return planned.map(({ amount }) => {
    const part = min(positive(amount), left);
    left = subtract(left, part);
    return part;
  });
};

/** Adds up instalments by day. */
const byDay = (instalments: readonly Instalment[]): Map<string, string> => {
  const days = new Map<string, string>();
  for (const { due_on, amount } of instalments) days.set(due_on, add(days.get(due_on) ?? '0.00', amount));
  return days;
};

/**
 * By how much the instalments change when the lines of a contract do, so that none is below zero or less than what is
 * billed of it.
 *
 * What was due before `from` stays: it counts toward what the billing plan gives for the new lines. What was planned too
 * little falls due on `from`. What was planned too much is taken from the instalments from that day on, in proportion to
 * what the plan gives for them, and only if they are not enough from the unbilled parts of the earlier ones, in proportion
 * to those.
 *
 * @param planned the instalments in force, by day
 * @param from civil day from which the addendum is effective
 * @param billed what is billed of the contract, less credit notes, before tax
 * @returns changes by day, without zeros; their sum is the taxable amount of `lines` less that of `planned`. Null if more
 * is billed than the contract will be worth: a credit note has to come first
 * @example deltaSchedule('on_delivery', lines, [{ due_on: '2026-03-31', amount: '100.00' }], { from: '2026-03-10',
 *   currency: 'DOP', billed: '0.00' })
 */
export function deltaSchedule(
  plan: BillingPlan,
  lines: readonly ScheduledLine[],
  planned: readonly Instalment[],
  { from, currency, billed }: { readonly from: string; readonly currency: string; readonly billed: string },
): Instalment[] | null {
  if (plan === 'milestones') return [];
  const worth = sum(lines.map(({ taxable }) => taxable));
  if (compareDecimals(billed, worth) > 0) return null;

  const parts = billedParts(planned, billed);
  const rows = planned.map((one, index) => ({ ...one, billed: parts[index] ?? '0.00' }));
  const past = rows.filter(({ due_on }) => due_on < from);
  const open = rows.filter(({ due_on }) => due_on >= from);
  const billedOn = new Map(open.map((one) => [one.due_on, one.billed]));

  const proposed = billingSchedule(plan, lines, { today: from, currency });
  const growth = subtract(worth, amountOf(planned));
  // A sale that was paid in advance is not paid in advance again: only the difference is.
  const onlyDifference = plan === 'upfront' || proposed.length === 0;
  const wanted = onlyDifference ? open : proposed.filter(({ due_on }) => due_on >= from);
  const missing = onlyDifference ? growth : subtract(subtract(worth, amountOf(wanted)), amountOf(past));

  // What is left to plan from `from` on besides what is billed of it; below zero, the past has too much.
  const rest = subtract(subtract(worth, amountOf(past)), sum([...billedOn.values()]));
  const late = positive(min(missing, rest));
  const room = wanted.map(({ due_on, amount }) => positive(subtract(amount, billedOn.get(due_on) ?? '0.00')));
  const unbilled = past.map((one) => positive(subtract(one.amount, one.billed)));
  // Instalments that users entered may have cents in a currency without them.
  const isWhole = [rest, late, ...unbilled].every(
    (one) => compareDecimals(one, roundTo(one, currency)) === 0,
  );
  const digits = isWhole ? minorDigits(currency) : amountDigits;
  const shares = allocate(subtract(positive(rest), late), room, digits);
  const taken = allocate(min('0.00', rest), unbilled, digits);

  const changes = byDay([
    ...past.map(({ due_on }, index) => ({ due_on, amount: taken[index] ?? '0.00' })),
    ...open.map((one) => ({ due_on: one.due_on, amount: subtract(one.billed, one.amount) })),
    { due_on: from, amount: late },
    ...wanted.map(({ due_on }, index) => ({ due_on, amount: shares[index] ?? '0.00' })),
  ]);
  return [...changes]
    .filter(([, amount]) => !isZero(amount))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([due_on, amount]) => ({ due_on, amount }));
}
