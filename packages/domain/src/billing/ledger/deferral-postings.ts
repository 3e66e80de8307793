import { type Posting, posting } from './postings.ts';

/** By how much the deferred income of a client and a platform changes; below zero what was earned. */
export interface DeferredChange {
  readonly clientId: string;
  readonly platformId: string | null;
  readonly amount: string;
}

/** The entry of a closing: from income to deferred income, and back what was earned meanwhile. */
export const deferralPostings = (changes: readonly DeferredChange[]): Posting[] =>
  changes.flatMap(({ clientId, platformId, amount }) => [
    ...posting({ role: 'income', platformId }, 'debit', amount, { clientId }),
    ...posting({ role: 'deferred_income' }, 'credit', amount, { clientId }),
  ]);
