import { add, isZero, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { PostingRole } from './posting-role.ts';

/** An account of the ledger: by its role, of income also by platform, or chosen. */
export type PostedTo =
  | { readonly role: PostingRole; readonly platformId?: string | null }
  | { readonly accountId: string };

/** One line of an entry before its account is looked up. Exactly one of the amounts is above zero. */
export interface Posting {
  readonly to: PostedTo;
  readonly debit: string;
  readonly credit: string;
  readonly clientId?: string | null;
  readonly agencyId?: string | null;
  readonly invoiceId?: string | null;
  /** Who earns a commission of sales. */
  readonly sellerId?: string | null;
  readonly referralId?: string | null;
}

type Party = Pick<Posting, 'clientId' | 'agencyId' | 'invoiceId' | 'sellerId' | 'referralId'>;

const none = '0.00';

/** Debits and credits in one list; an amount below zero is posted on the other side, and one of zero not at all. */
export const posting = (
  to: PostedTo,
  side: 'debit' | 'credit',
  amount: string,
  party: Party = {},
): Posting[] => {
  if (isZero(amount)) return [];
  const isNegative = compareDecimals(amount, '0') < 0;
  const size = isNegative ? subtract('0', amount) : amount;
  const isDebit = (side === 'debit') !== isNegative;
  return [{ to, debit: isDebit ? size : none, credit: isDebit ? none : size, ...party }];
};

/** The same entry with debits and credits exchanged: a credit note, or the reversal of an entry. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ debit, credit, ...rest }) => ({ ...rest, debit: credit, credit: debit }));

/** A line of an invoice as its entry needs it. */
export interface PostedLine {
  readonly accountId: string | null;
  readonly platformId: string | null;
  readonly gross: string;
}

/** The amounts of an invoice as its entry needs them. */
export interface PostedInvoice extends Party {
  readonly receivable: 'receivable_clients' | 'receivable_agencies';
  readonly lines: readonly PostedLine[];
  readonly gross: string;
  readonly net: string;
  readonly agency_discount: string;
  readonly tax: string;
  readonly total: string;
  /** The agency's commission that is settled later; zero where it is a discount of the invoice. */
  readonly commission: string;
}

/**
 * The entry of an invoice or debit note. Of a credit note it is {@link reversed}.
 *
 * | Debit | Credit |
 * |---|---|
 * | receivable: total | income of each account: gross |
 * | discounts: gross − net | tax payable: tax |
 * | agency discount | commission payable: commission |
 * | commission expense: commission | |
 *
 * @example
 * invoicePostings({ receivable: 'receivable_clients', lines: [line], gross: '100.00', net: '90.00',
 *   agency_discount: '0.00', tax: '16.20', total: '106.20', commission: '0.00' })
 */
export const invoicePostings = (invoice: PostedInvoice): Posting[] => {
  const { clientId, agencyId, invoiceId } = invoice;
  const party = { clientId, agencyId, invoiceId };
  const income = new Map<string, { to: PostedTo; amount: string }>();
  for (const { accountId, platformId, gross } of invoice.lines) {
    const to: PostedTo = accountId === null ? { role: 'income', platformId } : { accountId };
    const key = accountId ?? `platform ${platformId}`;
    income.set(key, { to, amount: add(income.get(key)?.amount ?? none, gross) });
  }
  return [
    ...posting({ role: invoice.receivable }, 'debit', invoice.total, party),
    ...posting({ role: 'discounts' }, 'debit', subtract(invoice.gross, invoice.net), party),
    ...posting({ role: 'agency_discount' }, 'debit', invoice.agency_discount, party),
    ...[...income.values()].flatMap(({ to, amount }) => posting(to, 'credit', amount, party)),
    ...posting({ role: 'tax_payable' }, 'credit', invoice.tax, party),
    ...posting({ role: 'commission_expense' }, 'debit', invoice.commission, party),
    ...posting({ role: 'commission_payable' }, 'credit', invoice.commission, party),
  ];
};

/**
 * The entry of a payment: what was received and what the payer withheld becomes an advance, which applications then
 * move to invoices. So the advances of a payer are what is not applied yet.
 *
 * @param to account that received it: of the bank account, or by a role where there is none
 */
export const paymentPostings = (
  { amount, withheld }: { readonly amount: string; readonly withheld: string },
  to: PostedTo,
  party: Party,
): Posting[] => [
  ...posting(to, 'debit', amount, party),
  ...posting({ role: 'withholdings' }, 'debit', withheld, party),
  ...posting({ role: 'advances' }, 'credit', add(amount, withheld), party),
];

/** An amount of a payment applied to an invoice; below zero when that is reversed. */
export interface AppliedAmount extends Party {
  readonly receivable: PostedInvoice['receivable'];
  /** In the currency of the invoice. */
  readonly amount: string;
}

const settled = (applications: readonly AppliedAmount[]): Posting[] =>
  applications.flatMap(({ receivable, amount, clientId, agencyId, invoiceId }) =>
    posting({ role: receivable }, 'credit', amount, { clientId, agencyId, invoiceId }),
  );

/**
 * The entry of applications of one payment, in its currency: from its advance to the receivable of each invoice, and, of
 * invoices in other currencies, to the account that converts.
 *
 * @param converted what applications to invoices in other currencies take from the payment
 */
export const applicationPostings = (
  applications: readonly AppliedAmount[],
  party: Party,
  converted = none,
): Posting[] => [
  ...posting(
    { role: 'advances' },
    'debit',
    sum([converted, ...applications.map(({ amount }) => amount)]),
    party,
  ),
  ...posting({ role: 'exchange_clearing' }, 'credit', converted, party),
  ...settled(applications),
];

/** The entry, in the currency of the invoices, of what a payment in another currency settles of them. */
export const convertedPostings = (applications: readonly AppliedAmount[], party: Party): Posting[] => [
  ...posting({ role: 'exchange_clearing' }, 'debit', sum(applications.map(({ amount }) => amount)), party),
  ...settled(applications),
];

/** By how much the debits less the credits of an account exceed what documents say, in the company's currency. */
export interface ExchangeDifference extends Party {
  readonly accountId: string;
  readonly amount: string;
}

/** The entry that realises exchange differences: a loss where the account has too much, a gain where it has too little. */
export const exchangePostings = (differences: readonly ExchangeDifference[]): Posting[] =>
  differences.flatMap(({ accountId, amount, clientId, agencyId, invoiceId }) => {
    const party = { clientId, agencyId, invoiceId };
    const role = compareDecimals(amount, '0') > 0 ? 'exchange_loss' : 'exchange_gain';
    return [...posting({ accountId }, 'credit', amount, party), ...posting({ role }, 'debit', amount, party)];
  });
