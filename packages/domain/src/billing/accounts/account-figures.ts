/** What is owed of an account by age, from the due dates; amounts as decimal text. */
export interface AgedBalance {
  readonly current: string;
  readonly d30: string;
  readonly d60: string;
  readonly d90: string;
  readonly d120: string;
  readonly older: string;
  readonly total: string;
}

/** The barter of a client; amounts as decimal text. */
export interface BarterBalance {
  /** Total of the client's own invoices in force. */
  readonly given: string;
  /** What they settled. */
  readonly used: string;
  /** What is left of them. */
  readonly unused: string;
  /** What is owed of invoices of barter contracts. */
  readonly owed: string;
}

/** The figures of an account in one currency. */
export interface AccountCurrency {
  readonly currency: string;
  readonly balance: AgedBalance;
  /** Payments that are not applied yet; null for a reader who may not see payments. */
  readonly advances: string | null;
  /** Null without barter, of an agency, and for a reader who may not see payments. */
  readonly barter: BarterBalance | null;
  /** Billed before tax in each of the twelve months, oldest first. */
  readonly sales: readonly string[];
  readonly sales_total: string;
}

/** The answer of `GET /clients/{id}/account` and `GET /agencies/{id}/account`, over the invoices its reader may see. */
export interface AccountFigures {
  readonly today: string;
  /** The twelve months as `YYYY-MM`, oldest first. */
  readonly months: readonly string[];
  readonly currencies: readonly AccountCurrency[];
}
