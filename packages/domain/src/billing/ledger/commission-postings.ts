import { add } from '../../money/arithmetic.ts';
import { type PostedTo, type Posting, posting } from './postings.ts';

/** Who earns a commission, as the ledger names them: exactly one is given. */
export interface Beneficiary {
  readonly agencyId?: string | null;
  readonly sellerId?: string | null;
  readonly referralId?: string | null;
}

/** Sellers and referrers are owed from other accounts than agencies. */
const isAgency = ({ sellerId, referralId }: Beneficiary): boolean => !sellerId && !referralId;

const expense = (of: Beneficiary): PostedTo => ({
  role: isAgency(of) ? 'commission_expense' : 'sales_commission_expense',
});
const payable = (of: Beneficiary): PostedTo => ({
  role: isAgency(of) ? 'commission_payable' : 'sales_commission_payable',
});

/** The entry of what a commission is raised by: below zero, of what is taken back. */
export const commissionPostings = (
  amount: string,
  party: Beneficiary & Pick<Posting, 'clientId' | 'invoiceId'>,
): Posting[] => [
  ...posting(expense(party), 'debit', amount, party),
  ...posting(payable(party), 'credit', amount, party),
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
  beneficiary: Beneficiary,
): Posting[] => [
  ...posting(payable(beneficiary), 'debit', add(total, tax), beneficiary),
  ...posting(bank, 'credit', add(total, tax), beneficiary),
];
