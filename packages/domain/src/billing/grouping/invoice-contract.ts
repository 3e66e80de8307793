/** What of an invoice or note one of its contracts has: a row of `GET /invoices/:id/contracts`. Amounts as decimal text. */
export interface InvoiceContract {
  /** Null for what lines without a contract have. */
  readonly contract_id: string | null;
  /** Number and name of the contract; null without one. */
  readonly title: string | null;
  /** Whether the reader may open the contract. */
  readonly is_open: boolean;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  /** What credit notes took back of it. */
  readonly credited: string;
  /** What is owed of it: payments are of the whole invoice, and count for each contract by what is left of it. */
  readonly balance: string;
}
