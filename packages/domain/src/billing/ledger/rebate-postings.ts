import { type PostedTo, type Posting, posting } from './postings.ts';

/** The entry of a volume rebate: a discount that is owed to the agency. */
export const rebatePostings = (amount: string, agencyId: string | null): Posting[] => [
  ...posting({ role: 'discounts' }, 'debit', amount, { agencyId }),
  ...posting({ role: 'rebate_payable' }, 'credit', amount, { agencyId }),
];

/** The entry of its payment. */
export const rebatePaymentPostings = (amount: string, bank: PostedTo, agencyId: string | null): Posting[] => [
  ...posting({ role: 'rebate_payable' }, 'debit', amount, { agencyId }),
  ...posting(bank, 'credit', amount, { agencyId }),
];

/** What a credit note that settles a rebate adds to its entry: its amount before tax is no longer owed, and was a discount already. */
export const rebateNotePostings = (taxable: string, agencyId: string | null): Posting[] => [
  ...posting({ role: 'rebate_payable' }, 'debit', taxable, { agencyId }),
  ...posting({ role: 'discounts' }, 'credit', taxable, { agencyId }),
];
