/** An account that owes something itself, for its statement of account; amounts as decimal text. */
export interface OwingAccount {
  readonly of: 'client' | 'agency';
  readonly id: string;
  readonly name: string;
  readonly balances: readonly {
    readonly currency: string;
    readonly total: string;
    readonly overdue: string;
  }[];
  /** Billing contact that the statement is mailed to; null if no contact can be reached by mail. */
  readonly email: string | null;
  /** When a statement was last sent within its open collection case. */
  readonly sent_at: string | null;
}

/** The answer of `GET /billing/statements`. */
export interface OwingAccounts {
  readonly accounts: readonly OwingAccount[];
  /** Only the accounts whose debt is oldest are listed. */
  readonly is_cut: boolean;
}
