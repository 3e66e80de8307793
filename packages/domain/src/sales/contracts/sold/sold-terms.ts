import type { commissionModes } from '../../quotes/billing-plans.ts';

/** A seller of an order line, with their share of it. */
export interface LineSeller {
  readonly id: string;
  readonly name: string;
  /** Percent of the line as decimal text; those of a line add up to 100. */
  readonly pct: string;
}

/** What the sale of an order line fixed besides its price: it never changes (domain §1.4, §1.6). */
export interface SoldTerms {
  /** Id of the order line. */
  readonly id: string;
  readonly description: string;
  readonly is_removed: boolean;
  /** The largest share first. */
  readonly sellers: readonly LineSeller[];
  /** The commission of the agency; null without one. */
  readonly commission_pct: string | null;
  readonly commission_mode: keyof typeof commissionModes | null;
  /** Whether the agency earns on this line. */
  readonly is_commissionable: boolean;
  readonly counts_for_goal: boolean;
}
