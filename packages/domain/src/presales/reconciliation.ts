import type { MonthlyAmounts } from './planning/actuals.ts';

/** One side of the reconciliation of a year, with the number of records that it sums. */
export interface ReconciledSide extends MonthlyAmounts {
  readonly records: number;
}

/** A part of the plan: what is budgeted, the goals, and what is signed; null where the reader may not see it. */
export interface ReconciledPart {
  /** Null: without a division or platform. */
  readonly id: string | null;
  readonly label: string;
  readonly budget: string;
  readonly goals: string | null;
  readonly signed: string | null;
}

/** A seller: what their clients are expected to invest, their goal of signed sales, and what they signed. */
export interface ReconciledSeller {
  readonly id: string;
  readonly label: string;
  readonly clients: string | null;
  readonly goal: string | null;
  readonly signed: string | null;
}

/**
 * The answer of `GET /sales-budgets/reconciliation`: the approved sales budget of a company and year beside the budgets of
 * clients and the goals of sellers, in the currency of the budget. A side is null for a reader who may see none of it;
 * none of them is made equal to another.
 */
export interface Reconciliation {
  readonly company: { readonly id: string; readonly label: string };
  readonly companies: readonly { readonly id: string; readonly label: string }[];
  readonly year: number;
  readonly currency: string;
  /** Null: no version is approved. */
  readonly budget: (ReconciledSide & { readonly id: string; readonly label: string }) | null;
  readonly clients: ReconciledSide | null;
  readonly goals: ReconciledSide | null;
  readonly signed: ReconciledSide | null;
  readonly divisions: readonly ReconciledPart[];
  readonly platforms: readonly ReconciledPart[];
  readonly sellers: readonly ReconciledSeller[];
}
