import type { CommissionPlan, PlannedSale } from './estimate-commission.ts';

/** An open opportunity or quote in which a seller has a share. */
export interface OpenSale extends PlannedSale {
  readonly kind: 'opportunity' | 'quote';
  readonly id: string;
  readonly label: string;
  readonly client: string;
  readonly currency: string;
}

/** The answer of `GET /seller-commissions/outlook`: what a seller would earn is calculated from it. */
export interface CommissionOutlook {
  /** Whose commissions the user may see. */
  readonly sellers: readonly { readonly id: string; readonly name: string }[];
  /** Null if there is none. */
  readonly seller_id: string | null;
  /** Of today; at most one for each way of selling. */
  readonly plans: readonly CommissionPlan[];
  /** Of an opportunity that has an open quote, the quote. */
  readonly sales: readonly OpenSale[];
}
