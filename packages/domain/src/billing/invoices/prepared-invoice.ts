/** The draft that is prepared of a contract, as the commands and their dry runs answer it. Amounts as decimal text. */
export interface PreparedInvoice {
  readonly contract_id: string;
  /** Number and name of the contract. */
  readonly contract: string;
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
