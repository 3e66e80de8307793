/** What was owed at the end of one month; amounts as decimal text. */
export interface DebtMonth {
  /** Last day of the month, `YYYY-MM-DD`; of the current month, today. */
  readonly until: string;
  readonly open: string;
  readonly overdue: string;
  /** Invoiced in the 90 days until then, less credit notes. */
  readonly invoiced: string;
  /** Days of sales outstanding: what was open, over what was invoiced in 90 days. Null without invoices. */
  readonly dso: string | null;
}

/** The answer of `GET /billing/debt-history`. */
export interface DebtHistory {
  readonly currency: string;
  /** Twelve months, the oldest first. */
  readonly months: readonly DebtMonth[];
}
