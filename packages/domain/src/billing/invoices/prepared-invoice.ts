/** What a draft bills of one contract. Amounts as decimal text. */
export interface PreparedContract {
  readonly id: string;
  /** Number and name of the contract. */
  readonly title: string;
  readonly net: string;
}

/** A draft that is prepared of contracts, as the commands and their dry runs answer it. Amounts as decimal text. */
export interface PreparedInvoice {
  /** The contracts that it bills: one, or several that are grouped. */
  readonly contracts: readonly PreparedContract[];
  /** Which of the payers of the contracts is billed. */
  readonly bill_to: 'client' | 'agency';
  /** The client of the draft; of two payers of a contract it differs, or `bill_to` does. */
  readonly client_id: string;
  /** Trade name of who is billed. */
  readonly payer: string;
  /** The month whose instalments it bills, `YYYY-MM`; null where months are not divided. */
  readonly month: string | null;
  /** The purchase order of all its contracts; null if they have none or several. */
  readonly po_number: string | null;
  /** ISO 4217. */
  readonly currency: string;
  /** Count of its lines. */
  readonly lines: number;
  readonly taxable: string;
  readonly tax: string;
  readonly total: string;
}

/** A key of a draft among those that are prepared together: two payers may have one name. */
export const preparedKey = ({ contracts, bill_to, client_id, month }: PreparedInvoice): string =>
  [...contracts.map(({ id }) => id), bill_to, client_id, month].join(' ');
