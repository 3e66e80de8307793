/** The draft that is prepared of a contract, as the commands and their dry runs answer it. Amounts as decimal text. */
export interface PreparedInvoice {
  readonly contract_id: string;
  /** Number and name of the contract. */
  readonly contract: string;
  /** Which of the payers of the contract is billed. */
  readonly bill_to: 'client' | 'agency';
  /** The client of the draft; of two payers of a contract it differs, or `bill_to` does. */
  readonly client_id: string;
  /** Trade name of who is billed. */
  readonly payer: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Count of its lines. */
  readonly lines: number;
  readonly taxable: string;
  readonly tax: string;
  readonly total: string;
}

/** A key of a draft among those that are prepared together: two payers may have one name. */
export const preparedKey = ({ contract_id, bill_to, client_id }: PreparedInvoice): string =>
  `${contract_id} ${bill_to} ${client_id}`;
