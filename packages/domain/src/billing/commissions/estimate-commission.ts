import { percentOf, round } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** The type of commission by which a seller earns today, of sales with or without an agency. */
export interface CommissionPlan {
  readonly sale: 'direct' | 'agency';
  readonly name: string;
  readonly base: 'gross' | 'net' | 'collected';
  readonly accrual: 'invoice' | 'payment';
  readonly default_pct: string;
  readonly tiers: readonly { readonly from: string; readonly pct: string }[];
}

/** A sale before it is signed, before tax; amounts are decimal text. */
export interface PlannedSale {
  readonly sale: CommissionPlan['sale'];
  /** Of what is commissionable. */
  readonly gross: string;
  readonly net: string;
  /** Without the discount of an agency. */
  readonly taxable: string;
  /** The net of the whole sale, by which the table of volumes is read. */
  readonly worth: string;
  /** Percent of the sale that is the seller's. */
  readonly share: string;
}

/** What a seller would earn, with what it is calculated from. */
export interface CommissionEstimate {
  readonly base: string;
  readonly pct: string;
  /** The volume from which the rate holds; null with the usual one. */
  readonly from: string | null;
  readonly amount: string;
}

/**
 * What a seller would earn on a sale by a plan: the rate of the highest volume that the sale reaches, else the usual one, of
 * the seller's share of the base. The signature fixes it in the same way (`freeze_commissions`, `sale_commissions`).
 *
 * @example estimateCommission(plan, { sale: 'direct', gross: '1000', net: '1000', taxable: '1000', worth: '1000', share: '50' })
 */
export const estimateCommission = (plan: CommissionPlan, sale: PlannedSale): CommissionEstimate => {
  const reached = plan.tiers
    .filter(({ from }) => compareDecimals(from, sale.worth) <= 0)
    .toSorted((a, b) => compareDecimals(b.from, a.from))[0];
  const whole = { gross: sale.gross, net: sale.net, collected: sale.taxable }[plan.base];
  const base = round(percentOf(whole, sale.share), 2);
  const pct = reached?.pct ?? plan.default_pct;
  return { base, pct, from: reached?.from ?? null, amount: round(percentOf(base, pct), 2) };
};
