import { type CommissionPlan, estimateCommission } from '../../../billing/commissions/estimate-commission.ts';
import { divide, isZero, multiply, percentOf, round, subtract, sum } from '../../../money/arithmetic.ts';
import { compareDecimals } from '../../../money/exact-decimal.ts';
import type { SignedMix } from './goal-progress.ts';

/** What a seller would earn on what is missing to reach a part of their goal, by way of selling. */
export interface GoalCommission {
  /** The amount to sign to reach it. */
  readonly missing: string;
  readonly ways: readonly {
    readonly sale: CommissionPlan['sale'];
    readonly amount: string;
    /** Null: without a plan, nothing is earned. */
    readonly plan: string | null;
    readonly pct: string;
    readonly earned: string;
  }[];
  readonly earned: string;
}

/**
 * What reaching a part of a goal would earn, by today's plans: the missing amount is divided between sales with and without
 * an agency as what was signed until now, in sales of the usual size, by which the tables of volumes are read. Without
 * any, it is one direct sale.
 *
 * @param pct part of the goal, in percent
 */
export const goalCommission = (
  plans: readonly CommissionPlan[],
  mix: readonly SignedMix[],
  goal: { readonly target: string; readonly reached: string },
  pct: string,
): GoalCommission => {
  const short = subtract(round(percentOf(goal.target, pct), 2), goal.reached);
  const missing = compareDecimals(short, '0') > 0 ? round(short, 2) : '0.00';
  const whole = sum(['0', ...mix.map(({ amount }) => amount)]);
  const parts: readonly SignedMix[] = isZero(whole) ? [{ sale: 'direct', amount: '1', contracts: 0 }] : mix;
  const shares = parts.map(({ amount }) =>
    round(divide(multiply(missing, amount), isZero(whole) ? '1' : whole, 2), 2),
  );
  const ways = parts.map(({ sale, amount, contracts }, at) => {
    // The first part has the cents that rounding leaves.
    const rest = at === 0 ? subtract(missing, sum(['0.00', ...shares.slice(1)])) : (shares[at] ?? '0.00');
    const plan = plans.find((one) => one.sale === sale);
    if (!plan) return { sale, amount: rest, plan: null, pct: '0', earned: '0.00' };
    const worth = contracts === 0 ? rest : divide(amount, String(contracts), 2);
    const { pct: rate, amount: earned } = estimateCommission(plan, {
      sale,
      gross: rest,
      net: rest,
      taxable: rest,
      worth,
      share: '100',
    });
    return { sale, amount: rest, plan: plan.name, pct: rate, earned };
  });
  return { missing, ways, earned: sum(['0.00', ...ways.map(({ earned }) => earned)]) };
};
