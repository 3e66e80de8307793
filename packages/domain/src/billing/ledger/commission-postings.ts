import { add } from '../../money/arithmetic.ts';
import { type PostedTo, type Posting, posting } from './postings.ts';

/** The entry of a signed adjustment of a commission. */
export const commissionPostings = (
  amount: string,
  party: Pick<Posting, 'clientId' | 'agencyId' | 'invoiceId'>,
): Posting[] => [
  ...posting({ role: 'commission_expense' }, 'debit', amount, party),
  ...posting({ role: 'commission_payable' }, 'credit', amount, party),
];

/** The entry of the tax of an agency's own invoice: it is owed to the agency, and deducted from one's own tax. */
export const agencyTaxPostings = (tax: string, agencyId: string | null): Posting[] => [
  ...posting({ role: 'tax_advanced' }, 'debit', tax, { agencyId }),
  ...posting({ role: 'commission_payable' }, 'credit', tax, { agencyId }),
];

/** The entry of the payment of a settlement. */
export const settlementPostings = (
  { total, tax }: { readonly total: string; readonly tax: string },
  bank: PostedTo,
  agencyId: string | null,
): Posting[] => [
  ...posting({ role: 'commission_payable' }, 'debit', add(total, tax), { agencyId }),
  ...posting(bank, 'credit', add(total, tax), { agencyId }),
];
